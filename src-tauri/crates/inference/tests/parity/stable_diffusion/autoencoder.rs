//! The autoencoder, whole and in tiles.

use candle_core::{DType, Device};
use patchbay_inference::Watch;
use patchbay_inference::networks::stable_diffusion::StableDiffusion;

use super::{BOUND, fixture};
use crate::support::difference;

#[test]
fn the_autoencoder_agrees_both_ways() {
    let fixture = fixture();
    let network =
        StableDiffusion::open_autoencoder(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let moments = network
        .encode(fixture.tensor("vae.pixels"), Watch::nobody())
        .unwrap();
    assert!(difference(&moments.mean, fixture.tensor("vae.mean")) < BOUND);
    let sampled = moments.sampled(fixture.tensor("vae.noise")).unwrap();
    assert!(difference(&sampled, fixture.tensor("vae.sampled")) < BOUND);
    let decoded = network
        .decode(fixture.tensor("vae.latents"), Watch::nobody())
        .unwrap();
    assert!(difference(&decoded, fixture.tensor("vae.decoded")) < BOUND);
}

#[test]
fn large_images_agree_tile_by_tile() {
    let fixture = fixture();
    let network =
        StableDiffusion::open_autoencoder(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let tiled = network
        .decode_tiled(fixture.tensor("vae.wide"), 8, Watch::nobody())
        .unwrap();
    assert!(difference(&tiled, fixture.tensor("vae.tiled")) < BOUND);
    let whole = network
        .decode(fixture.tensor("vae.wide"), Watch::nobody())
        .unwrap();
    assert!(
        difference(&whole, fixture.tensor("vae.tiled")) > 10.0 * BOUND,
        "tiles can be told from the whole here"
    );
    let moments = network
        .encode_tiled(fixture.tensor("vae.tiled"), 8, Watch::nobody())
        .unwrap();
    assert!(difference(&moments.mean, fixture.tensor("vae.tiled_mean")) < BOUND);
    assert!(difference(&moments.deviation, fixture.tensor("vae.tiled_deviation")) < BOUND);
}
