//! Tensors that a network reads, found by building it on a backend that writes down what it is
//! asked for and answers with zeros that take no memory, so that the list can never differ from the
//! network.

use std::collections::BTreeMap;
use std::sync::Mutex;

use candle_core::{DType, Device, Shape, Tensor};
use candle_nn::var_builder::SimpleBackend;
use candle_nn::{Init, VarBuilder};

use super::Network;
use crate::InferenceError;

/// The names and shapes of the tensors that a network reads.
pub fn expected<N: Network>(
    config: &N::Config,
) -> Result<BTreeMap<String, Vec<usize>>, InferenceError> {
    let asked = Asked::default();
    let boxed: Box<dyn SimpleBackend + '_> = Box::new(&asked);
    N::new(
        config,
        VarBuilder::from_backend(boxed, DType::F32, Device::Cpu),
    )?;
    Ok(asked
        .0
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// Writes down what it is asked for.
#[derive(Default)]
struct Asked(Mutex<BTreeMap<String, Vec<usize>>>);

impl SimpleBackend for &Asked {
    fn get(
        &self,
        shape: Shape,
        name: &str,
        _: Init,
        dtype: DType,
        device: &Device,
    ) -> candle_core::Result<Tensor> {
        let mut asked = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        asked.insert(name.to_owned(), shape.dims().to_vec());
        Tensor::zeros((), dtype, device)?.broadcast_as(shape)
    }

    fn get_unchecked(&self, name: &str, _: DType, _: &Device) -> candle_core::Result<Tensor> {
        Err(candle_core::Error::Msg(format!(
            "{name} is asked for without its shape"
        )))
    }

    /// Returns `false`: tensors that a network asks for only if they are there may be missing, and
    /// are not written down.
    fn contains_tensor(&self, _: &str) -> bool {
        false
    }
}
