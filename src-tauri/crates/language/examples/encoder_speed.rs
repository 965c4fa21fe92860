//! How long the planner's encoder takes for a request: `encoder_speed [RUNS]` prints the median and
//! the least seconds of its runs, after some to warm up, as JSON. `bench/models/compare.py` sets it
//! beside `PyTorch`.

use std::time::Instant;

use candle_core::{DType, Device};
use candle_nn::VarBuilder;
use patchbay_reader::network::Network;

const WEIGHTS: &[u8] = include_bytes!("../../../../models/planner/encoder.safetensors");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runs: usize = std::env::args()
        .nth(1)
        .map_or(Ok(200), |runs| runs.parse())?;
    let vars = VarBuilder::from_slice_safetensors(WEIGHTS, DType::F32, &Device::Cpu)?;
    let network = Network::new(WEIGHTS, &vars.pp("bert"))?;
    // Twelve words between the marks for the beginning and the end.
    let ids: Vec<u32> = [101].into_iter().chain(2000..2012).chain([102]).collect();
    let types = vec![0; ids.len()];
    for _ in 0..5 {
        network.forward(&ids, &types)?;
    }
    let mut seconds = Vec::with_capacity(runs);
    for _ in 0..runs.max(1) {
        let start = Instant::now();
        network.forward(&ids, &types)?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    let (median, least) = (seconds[seconds.len() / 2], seconds[0]);
    println!(
        "{}",
        serde_json::json!({ "network": "planner_encoder", "runs": seconds.len(), "median": median, "least": least })
    );
    Ok(())
}
