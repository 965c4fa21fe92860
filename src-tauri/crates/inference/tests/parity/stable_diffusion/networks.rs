//! The text encoder, the U-Net and the `ControlNet`, each by itself.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::Watch;
use patchbay_inference::networks::clip::TextTokenizer;
use patchbay_inference::networks::stable_diffusion::{ControlNet, Residuals, TextEncoder, UNet};

use super::{BOUND, PROMPT, fixture, network, unet};
use crate::support::{Fixture, difference};

fn text() -> Tensor {
    fixture().tensor("text").narrow(0, 0, 1).unwrap()
}

#[test]
fn texts_are_read_to_the_end_of_the_window() {
    let fixture = fixture();
    let encoder = TextEncoder::open(
        &fixture.folder.join("text_encoder"),
        DType::F32,
        &Device::Cpu,
    )
    .unwrap();
    let words =
        TextTokenizer::open(&fixture.folder.join("tokenizer"), encoder.positions()).unwrap();
    let long = "the red ball on the beach ".repeat(30);
    let read = encoder
        .read(&words, &[PROMPT, "", &long], Watch::nobody())
        .unwrap();
    assert!(difference(&read, fixture.tensor("text")) < BOUND);
}

#[test]
fn the_u_net_agrees_whatever_stands_beside_the_latents() {
    let fixture = fixture();
    for kind in ["unet", "inpainting", "editing"] {
        let network: UNet = network(&unet(kind), None);
        let sample = fixture.tensor(&format!("{kind}.sample"));
        let found = network
            .forward(sample, 801.0, &text(), None, Watch::nobody())
            .unwrap();
        let apart = difference(&found, fixture.tensor(&format!("{kind}.noise")));
        assert!(apart < BOUND, "{kind}: {apart}");
    }
    let network: UNet = network(&unet("unet"), None);
    let found = network
        .forward(
            fixture.tensor("odd.sample"),
            1.0,
            &text(),
            None,
            Watch::nobody(),
        )
        .unwrap();
    let apart = difference(&found, fixture.tensor("odd.noise"));
    assert!(
        apart < BOUND,
        "lines and columns that do not divide by two: {apart}"
    );
}

#[test]
fn a_disturbed_u_net_does_not_agree() {
    let fixture = fixture();
    for name in [
        "conv_in.bias",
        "time_embedding.linear_2.bias",
        "down_blocks.0.resnets.0.time_emb_proj.bias",
        "down_blocks.0.resnets.1.norm2.weight",
        "down_blocks.0.attentions.0.norm.bias",
        "down_blocks.0.attentions.1.transformer_blocks.0.attn1.to_k.weight",
        "down_blocks.0.attentions.1.transformer_blocks.0.attn2.to_v.weight",
        "down_blocks.0.attentions.0.transformer_blocks.0.ff.net.0.proj.bias",
        "down_blocks.0.downsamplers.0.conv.bias",
        "down_blocks.1.resnets.0.conv_shortcut.bias",
        "mid_block.attentions.0.transformer_blocks.0.attn2.to_out.0.bias",
        "mid_block.resnets.1.conv2.bias",
        "up_blocks.0.upsamplers.0.conv.bias",
        "up_blocks.1.attentions.2.proj_out.bias",
        "conv_norm_out.bias",
    ] {
        let network: UNet = network(&unet("unet"), Some(name));
        let found = network
            .forward(
                fixture.tensor("unet.sample"),
                801.0,
                &text(),
                None,
                Watch::nobody(),
            )
            .unwrap();
        let apart = difference(&found, fixture.tensor("unet.noise"));
        assert!(apart > 1e-3, "{name}: {apart}");
    }
}

#[test]
fn a_control_net_agrees_and_what_it_says_is_followed() {
    let fixture = fixture();
    let plain: UNet = network(&unet("unet"), None);
    let sample = fixture.tensor("unet.sample");
    let run = |control: &ControlNet| -> (Residuals, Tensor) {
        let hint = control
            .hint(fixture.tensor("control.condition"), Watch::nobody())
            .unwrap();
        let residuals = control
            .forward(sample, 801.0, &text(), (&hint, 0.7), Watch::nobody())
            .unwrap();
        let found = plain
            .forward(sample, 801.0, &text(), Some(&residuals), Watch::nobody())
            .unwrap();
        (residuals, found)
    };
    let folder = Fixture::folder("stable_diffusion_control");
    let (residuals, found) = run(&network(&folder, None));
    let last = residuals.kept.last().unwrap();
    for (found, name) in [
        (&residuals.kept[0], "first"),
        (last, "last"),
        (&residuals.middle, "middle"),
        (&found, "noise"),
    ] {
        let apart = difference(found, fixture.tensor(&format!("control.{name}")));
        assert!(apart < BOUND, "{name}: {apart}");
    }
    for name in [
        "controlnet_cond_embedding.blocks.3.bias",
        "controlnet_down_blocks.4.bias",
        "controlnet_mid_block.bias",
    ] {
        let (_, found) = run(&network(&folder, Some(name)));
        assert!(
            difference(&found, fixture.tensor("control.noise")) > 1e-3,
            "{name}"
        );
    }
}
