//! Networks that make an image, or another out of one.

use candle_core::{DType, Device};
use patchbay_inference::Watch;
use patchbay_inference::networks::ddcolor::DdColor;
use patchbay_inference::networks::real_esrgan::RealEsrgan;
use patchbay_inference::networks::stable_diffusion::StableDiffusion;
use patchbay_inference::networks::z_image::{Request, Transformer, ZImage};

use super::{BOUND, assert_near, half};
use crate::support::{Fixture, photo};

#[test]
fn ddcolor() {
    let fixture = Fixture::open("ddcolor");
    let network: DdColor = fixture.network_of(DType::F16);
    let found = network
        .forward(&half(&fixture, "grey"), Watch::nobody())
        .unwrap();
    for (index, map) in found.maps.iter().enumerate() {
        assert_near(map, fixture.tensor(&format!("map_{index}")), BOUND, "map");
    }
    for (index, map) in found.features.iter().enumerate() {
        assert_near(
            map,
            fixture.tensor(&format!("feature_{index}")),
            BOUND,
            "feature",
        );
    }
    assert_near(&found.colors, fixture.tensor("colors"), BOUND, "colors");
    assert_near(&found.chroma, fixture.tensor("chroma"), BOUND, "chroma");
    let chroma = network.chroma(&photo(), Watch::nobody()).unwrap();
    assert!(chroma.values.iter().flatten().all(|axis| axis.is_finite()));
}

#[test]
fn stable_diffusion() {
    let fixture = Fixture::open("stable_diffusion");
    let model = StableDiffusion::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let text = half(&fixture, "text").narrow(0, 0, 1).unwrap();
    let sample = half(&fixture, "unet.sample");
    let noise = model
        .unet()
        .forward(&sample, 801.0, &text, None, Watch::nobody())
        .unwrap();
    assert_near(&noise, fixture.tensor("unet.noise"), BOUND, "U-Net");
    let moments = model
        .autoencoder()
        .encode(&half(&fixture, "vae.pixels"), Watch::nobody())
        .unwrap();
    assert_near(&moments.mean, fixture.tensor("vae.mean"), BOUND, "encoder");
    let decoded = model
        .autoencoder()
        .decode(&half(&fixture, "vae.latents"), Watch::nobody())
        .unwrap();
    assert_near(&decoded, fixture.tensor("vae.decoded"), BOUND, "decoder");
}

#[test]
fn real_esrgan() {
    for name in ["real_esrgan", "real_esrgan_dense"] {
        let fixture = Fixture::open(name);
        let network: RealEsrgan = fixture.network_of(DType::F16);
        let pixels = half(&fixture, "pixels")
            .squeeze(0)
            .unwrap()
            .permute((1, 2, 0))
            .unwrap()
            .contiguous()
            .unwrap();
        let large = network
            .forward(&pixels, Watch::nobody())
            .unwrap()
            .permute((2, 0, 1))
            .unwrap()
            .unsqueeze(0)
            .unwrap();
        assert_near(&large, fixture.tensor("large"), BOUND, name);
    }
}

#[test]
fn z_image() {
    let fixture = Fixture::open("z_image");
    let network = Transformer::open(
        &fixture.folder.join("transformer"),
        DType::F16,
        &Device::Cpu,
    )
    .unwrap();
    let text = network
        .read(&half(&fixture, "filled.text"), Watch::nobody())
        .unwrap();
    let towards = network
        .forward(
            &half(&fixture, "filled.latents"),
            0.3,
            &text,
            Watch::nobody(),
        )
        .unwrap();
    assert_near(
        &towards,
        fixture.tensor("filled.towards"),
        BOUND,
        "transformer",
    );
    let model = ZImage::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let text = "a photo of a red ball on the beach";
    let read = model.encode(text, Watch::nobody()).unwrap();
    assert_near(
        &read.squeeze(0).unwrap(),
        fixture.tensor("text.0"),
        BOUND,
        "text",
    );
    let request = Request {
        text,
        width: 96,
        height: 64,
        steps: 8,
    };
    let found = model
        .generate(
            &request,
            &mut |_| Ok(fixture.tensor("noise").clone()),
            Watch::nobody(),
        )
        .unwrap();
    let expected = fixture
        .tensor("image.fixed")
        .flatten_all()
        .unwrap()
        .to_vec1::<u8>()
        .unwrap();
    let apart = found
        .as_raw()
        .iter()
        .zip(&expected)
        .map(|(a, b)| a.abs_diff(*b))
        .max()
        .unwrap();
    assert!(apart < 16, "{apart}");
}
