//! How long a network takes at full size, with random weights: `speed NETWORK [RUNS]` prints the
//! median and the least seconds of its runs, after one to warm up, and the longest time between two
//! questions whether it goes on, as JSON; `speed --candle-transformers NETWORK [RUNS]` the same of
//! that library's own, where it has the network. `bench/models/compare.py` sets both beside
//! `PyTorch`.
//!
//! A network more is an entry of `NETWORKS` in [`patchbay`], and in [`upstream`] where
//! candle-transformers has it, and one of the same name there.

mod patchbay;
mod upstream;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Instant;

use candle_core::{DType, Device, Result, Shape, Tensor};
use candle_nn::var_builder::SimpleBackend;
use candle_nn::{Init, VarBuilder};
use patchbay_inference::{InferenceError, Watch};

type Run = Box<dyn FnMut(Watch) -> std::result::Result<(), InferenceError>>;

/// Builds a network with its input; what it returns runs it once.
type Builder = fn() -> std::result::Result<Run, InferenceError>;

/// Of one image, `(1, 3, height, width)`.
pub(crate) fn pixels(height: usize, width: usize) -> Result<Tensor> {
    Tensor::randn(0.0_f32, 1.0, (1, 3, height, width), &Device::Cpu)
}

/// Texts of 12 tokens, the last of which ends them.
pub(crate) fn texts(count: usize, end: u32) -> Vec<Vec<u32>> {
    vec![(0..11).map(|token| 400 + token).chain([end]).collect(); count]
}

/// Random weights for a network.
pub(crate) fn weights() -> VarBuilder<'static> {
    let weights: Box<dyn SimpleBackend> = Box::new(Random);
    VarBuilder::from_backend(weights, DType::F32, Device::Cpu)
}

/// Gives small random values for whatever is asked for: variances above zero, and values that stay
/// finite in deep networks.
struct Random;

impl SimpleBackend for Random {
    fn get(
        &self,
        shape: Shape,
        name: &str,
        _: Init,
        dtype: DType,
        device: &Device,
    ) -> Result<Tensor> {
        if name.ends_with("running_var") {
            return Tensor::ones(shape, dtype, device);
        }
        Tensor::randn(0.0_f32, 0.02, shape, device)?.to_dtype(dtype)
    }

    fn get_unchecked(&self, name: &str, _: DType, _: &Device) -> Result<Tensor> {
        Err(candle_core::Error::Msg(format!(
            "{name} is asked for without its shape"
        )))
    }

    fn contains_tensor(&self, _: &str) -> bool {
        true
    }
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let theirs = arguments
        .next_if(|argument| argument == "--candle-transformers")
        .is_some();
    let networks = if theirs {
        upstream::NETWORKS
    } else {
        patchbay::NETWORKS
    };
    let names = networks
        .iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(", ");
    let name = arguments
        .next()
        .ok_or_else(|| format!("say which network: {names}"))?;
    let runs: usize = arguments.next().map_or(Ok(5), |runs| runs.parse())?;
    let builder = networks
        .iter()
        .find(|(own, _)| *own == name)
        .ok_or_else(|| format!("the networks are: {names}"))?
        .1;
    let mut run = builder()?;
    run(Watch::nobody())?;
    let mut seconds = Vec::with_capacity(runs);
    let longest = Cell::new(0.0_f64);
    for _ in 0..runs.max(1) {
        let start = Instant::now();
        let asked = Cell::new(start);
        let ask = || {
            let unasked = asked.replace(Instant::now()).elapsed().as_secs_f64();
            longest.set(longest.get().max(unasked));
        };
        let report = |_: f64| {
            ask();
            ControlFlow::Continue(())
        };
        run(Watch::new(&report))?;
        ask();
        seconds.push(start.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    let (median, least) = (seconds[seconds.len() / 2], seconds[0]);
    let figures = serde_json::json!({
        "network": name, "runs": seconds.len(), "median": median, "least": least, "longest_unasked": longest.get(),
    });
    println!("{figures}");
    Ok(())
}
