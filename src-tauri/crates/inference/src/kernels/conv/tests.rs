//! Convolutions against candle's own, asked and refused.

use candle_core::{DType, Device, Error, Result, Tensor};

use super::{Activation, Conv2d};
use crate::kernels::testing::{activated_bound, apart, draws, largest, sum_bound, wide};

#[test]
fn a_fused_convolution_gives_what_candle_gives() -> Result<()> {
    let mut random = draws(1);
    for (kernel, stride, padding) in [
        (1, 1, 0),
        (1, 2, 0),
        (3, 1, 1),
        (3, 2, 1),
        (7, 2, 3),
        (2, 2, 0),
    ] {
        let (weight, bias, x) = (
            random(&[5, 4, kernel, kernel]),
            random(&[5]),
            random(&[8, 6, 4]),
        );
        let fused = Conv2d::new(&weight, Some(bias.clone()), stride, padding)?;
        let plain = Conv2d::new(&wide(&weight)?, Some(wide(&bias)?), stride, padding)?;
        let (added, shift) = (
            random(fused.forward(&x, Activation::None)?.dims()),
            random(&[5]),
        );
        // What is added to the products is the bias, and a value up to 1.
        let magnitudes = Conv2d::new(
            &wide(&weight)?.abs()?,
            Some(wide(&bias)?.abs()?),
            stride,
            padding,
        )?;
        let magnitude = largest(&magnitudes.forward(&wide(&x)?.abs()?, Activation::None)?)? + 1.0;
        let terms = kernel * kernel * 4 + 2;
        let (bound, activated) = (
            sum_bound(terms, magnitude),
            activated_bound(terms, magnitude),
        );
        let expected = plain.forward(&wide(&x)?, Activation::Gelu)?;
        let found = fused.forward(&x, Activation::Gelu)?;
        assert!(
            apart(&found, &expected)? < activated,
            "{kernel} {stride} {padding}"
        );
        let expected = plain.forward_then(&wide(&x)?, Some(&wide(&added)?), Activation::Relu)?;
        let found = fused.forward_then(&x, Some(&added), Activation::Relu)?;
        assert!(
            apart(&found, &expected)? < bound,
            "{kernel} {stride} {padding}"
        );
        let shifted = plain
            .shifted(&wide(&shift)?)?
            .forward(&wide(&x)?, Activation::None)?;
        let found = fused.shifted(&shift)?.forward(&x, Activation::None)?;
        assert!(
            apart(&found, &shifted)? < bound,
            "{kernel} {stride} {padding}"
        );
        let (first, rest) = fused.split(3)?;
        let rest = rest.forward(&x.narrow(2, 3, 1)?, Activation::None)?;
        let found = first.forward_then(&x.narrow(2, 0, 3)?, Some(&rest), Activation::Gelu)?;
        let expected = plain.forward(&wide(&x)?, Activation::Gelu)?;
        assert!(
            apart(&found, &expected)? < activated,
            "{kernel} {stride} {padding}"
        );
    }
    Ok(())
}

#[test]
fn a_large_convolution_asks_and_stops() -> Result<()> {
    // Two sections and a bit.
    let (weight, x) = (
        Tensor::ones((64, 64, 3, 3), DType::F32, &Device::Cpu)?,
        (400, 600, 64),
    );
    let convolution = Conv2d::new(&weight, None, 1, 1)?;
    let x = Tensor::ones(x, DType::F32, &Device::Cpu)?;
    let asked = std::cell::Cell::new(0);
    let ask = |stop: usize| {
        asked.set(asked.get() + 1);
        if asked.get() == stop {
            Err(Error::Msg("stop".to_owned()))
        } else {
            Ok(())
        }
    };
    let whole = convolution.forward_asking(&x, None, Activation::None, &|| ask(0))?;
    assert_eq!(asked.replace(0), 3);
    let inner = whole.narrow(0, 1, 398)?.narrow(1, 1, 598)?;
    assert_eq!(
        (
            inner.min_all()?.to_scalar::<f32>()?,
            inner.max_all()?.to_scalar::<f32>()?
        ),
        (576.0, 576.0)
    );
    assert!(
        convolution
            .forward_asking(&x, None, Activation::None, &|| ask(2))
            .is_err()
    );
    assert_eq!(asked.get(), 2);
    Ok(())
}

#[test]
fn what_does_not_fit_is_refused() -> Result<()> {
    let convolution = Conv2d::new(
        &Tensor::zeros((2, 3, 4, 4), DType::F32, &Device::Cpu)?,
        None,
        1,
        0,
    )?;
    for shape in [(3, 9, 3), (9, 9, 2)] {
        let x = Tensor::zeros(shape, DType::F32, &Device::Cpu)?;
        assert!(
            convolution.forward(&x, Activation::None).is_err(),
            "{shape:?}"
        );
    }
    Ok(())
}
