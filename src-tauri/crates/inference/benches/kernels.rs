//! How long each kernel takes at the sizes that networks have: layers of many rows and of one,
//! convolutions, attention, normalisation, activations, resizing.

use std::hint::black_box;

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;
use criterion::{Criterion, criterion_group, criterion_main};
use patchbay_inference::kernels::{
    Activation, Columns, Conv2d, DepthwiseConv2d, DepthwiseConv3x3, Grid, GroupNorm, HeadLayout,
    Interpolation, LayerNorm, Linear, PositionBias, RmsNorm, applied, channels_last,
    cross_attention, interpolated, max_pool_3x3, prelu, transposed, windowed_attention,
};

/// Normally distributed values.
fn random(shape: &[usize]) -> Tensor {
    Tensor::randn(0.0_f32, 1.0, shape, &Device::Cpu).expect("the shape is small")
}

/// Measures `work` under a name.
fn measure(criterion: &mut Criterion, name: &str, work: impl Fn() -> Result<Tensor>) {
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| black_box(work()).expect("the shapes fit"));
    });
}

fn layers(criterion: &mut Criterion) {
    let linear =
        Linear::from_tensors(&random(&[3072, 768]), Some(random(&[3072]))).expect("the shapes fit");
    for rows in [1, 16, 577] {
        let x = random(&[rows, 768]);
        measure(
            criterion,
            &format!("linear 768 to 3072, {rows} rows"),
            || linear.forward_then(&x, None, Activation::Gelu),
        );
    }
    let x = random(&[64, 64, 128]);
    let conv = Conv2d::new(&random(&[128, 128, 3, 3]), Some(random(&[128])), 1, 1)
        .expect("the shapes fit");
    measure(criterion, "conv 3x3, 64x64x128", || {
        conv.forward(&x, Activation::Silu)
    });
    let depthwise =
        DepthwiseConv3x3::new(&random(&[128, 1, 3, 3]), random(&[128]), 1).expect("the shapes fit");
    measure(criterion, "depthwise conv 3x3, 64x64x128", || {
        depthwise.forward(&x, Activation::Gelu)
    });
    let depthwise = DepthwiseConv2d::new(&random(&[128, 1, 7, 7]), random(&[128]), (1, 1))
        .expect("the kernel is odd");
    measure(criterion, "depthwise conv 7x7, 64x64x128", || {
        depthwise.forward(&x)
    });
}

fn attention(criterion: &mut Criterion) {
    let kept = random(&[1, 1500, 1024]);
    for queries in [1, 448] {
        let query = random(&[1, queries, 512]);
        let side = |tensor, from| Columns { tensor, from };
        measure(
            criterion,
            &format!("attention, {queries} queries, 1500 keys, 8 heads of 64"),
            || cross_attention(side(&query, 0), side(&kept, 0), side(&kept, 512), 512, 8),
        );
    }
    let (joined, beyond) = (random(&[64, 64, 3 * 192]), random(&[3 * 192]));
    let grid = Grid {
        height: 64,
        width: 64,
        window: 14,
    };
    let bias = PositionBias::Decomposed {
        vertical: random(&[14, 14, 64]),
        horizontal: random(&[14, 14, 64]),
    };
    measure(
        criterion,
        "windowed attention, 64x64 in windows of 14, 3 heads of 64",
        || windowed_attention(&joined, &beyond, grid, 3, HeadLayout::ByKind, &bias),
    );
}

fn norms(criterion: &mut Criterion) {
    let (x, map) = (random(&[577, 768]), random(&[64, 64, 320]));
    let weights = VarBuilder::zeros(DType::F32, &Device::Cpu);
    let norm = LayerNorm::new(768, 1e-6, &weights).expect("zeros have any shape");
    measure(criterion, "layer norm, 577x768", || norm.forward(&x));
    let norm = RmsNorm::new(768, 1e-6, &weights).expect("zeros have any shape");
    measure(criterion, "RMS norm, 577x768", || norm.forward(&x));
    let norm = GroupNorm::new(32, 320, 1e-5, &weights).expect("32 divides 320");
    measure(criterion, "group norm, 64x64x320", || {
        norm.forward_then(&map, Activation::Silu)
    });
}

fn elementwise(criterion: &mut Criterion) {
    let (map, planes, slopes) = (
        random(&[256, 256, 64]),
        random(&[64, 256, 256]),
        random(&[64]),
    );
    for activation in [Activation::Gelu, Activation::Silu, Activation::Elu] {
        measure(criterion, &format!("{activation:?}, 256x256x64"), || {
            applied(&map, activation)
        });
    }
    measure(criterion, "PReLU, 256x256x64", || prelu(&map, &slopes));
    measure(criterion, "max pool 3x3, 256x256x64", || max_pool_3x3(&map));
    measure(criterion, "channels last, 64x256x256", || {
        channels_last(&planes)
    });
    let matrix = random(&[2048, 2048]);
    measure(criterion, "transpose 2048x2048", || transposed(&matrix));
    for kind in [
        Interpolation::Nearest,
        Interpolation::Linear,
        Interpolation::Cubic,
    ] {
        measure(criterion, &format!("{kind:?} to 512x512x64"), || {
            interpolated(&map, (512, 512), kind)
        });
    }
}

criterion_group!(benches, layers, attention, norms, elementwise);
criterion_main!(benches);
