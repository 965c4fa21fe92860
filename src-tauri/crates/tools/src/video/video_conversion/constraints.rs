//! Effect of each constraint on a video, and contradictions between them.

use patchbay_domain::MediaFile;
use patchbay_media::video::{Codec, Container, VideoFacts};
use patchbay_tool_api::services::Limits;
use patchbay_values::sizes::Size;

use crate::video::shared::rates::fraction;
use crate::{Inputs, ToolError};

/// Way to reach a number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By fewer bits for each pixel.
    FewerBits,
    /// By fewer pixels.
    SmallerPicture,
    /// By HEVC, which takes fewer bits for the same.
    NewerCodec,
}

/// The container that is asked for; a service's usual one where none is, else the video's own.
pub(super) fn container(
    inputs: &Inputs,
    video: &MediaFile,
    limits: &Limits,
) -> Result<Container, ToolError> {
    let service = inputs.value("preset");
    let Some(format) = inputs.value("format") else {
        let usual = limits.formats.first();
        let usual = usual.and_then(|ending| Container::of_extension(ending));
        return Ok(usual.unwrap_or_else(|| match service {
            Some(_) => Container::Mp4,
            None => own_container(video),
        }));
    };
    let called = format.to_uppercase();
    if let (Some(service), false) = (service, limits.formats.is_empty())
        && !limits.formats.contains(&format)
    {
        let taken = limits.formats.join(", ").to_uppercase();
        return Err(ToolError::Refused(format!(
            "{service} takes {taken}, but not {called}. Leave the format or {service} out."
        )));
    }
    Container::of_extension(&format)
        .ok_or_else(|| ToolError::Refused(format!("Videos cannot be written as {called} here.")))
}

/// Codec that packs frames in a container.
///
/// # Errors
/// A codec is asked for that it cannot hold.
pub(super) fn codec(
    limits: &Limits,
    way: Option<Way>,
    container: Container,
) -> Result<Codec, ToolError> {
    let newer = (way == Some(Way::NewerCodec)).then_some(Codec::Hevc);
    let asked = limits.codec.as_deref().and_then(Codec::named);
    let codec = asked.or(newer).unwrap_or_default();
    if container.takes(codec) || (asked.is_none() && newer.is_some()) {
        return Ok(codec);
    }
    Err(ToolError::Refused(format!(
        "{} is not written as {} here. Ask for another format or another codec.",
        codec.title(),
        container.extension().to_uppercase()
    )))
}

/// The container that a video has, where it is written here, else MP4.
fn own_container(video: &MediaFile) -> Container {
    let ending = video
        .name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase());
    ending
        .and_then(|ending| Container::of_extension(&ending))
        .filter(|container| *container != Container::Gif)
        .unwrap_or_default()
}

/// The frames a second that are asked for; of a service only where the video has more.
///
/// # Errors
/// The value is no number.
pub(super) fn rate(
    inputs: &Inputs,
    limits: &Limits,
    facts: &VideoFacts,
) -> Result<Option<(i32, i32)>, ToolError> {
    let set = inputs.number("frame_rate")?;
    // What cameras call 60 is now and then a little more.
    let fastest = limits.frame_rate.map(|rate| (rate, rate * 1.008));
    Ok(match (set, fastest) {
        (Some(rate), _) => Some(fraction(rate)),
        (None, Some((rate, most))) if facts.frames_per_second > most => Some(fraction(rate)),
        _ => None,
    })
}

/// The sides that are asked for; of a service only where the video is larger, or where it is
/// exact. A video keeps its shape.
///
/// # Errors
/// The value is no size.
pub(super) fn size(
    inputs: &Inputs,
    limits: &Limits,
    facts: &VideoFacts,
) -> Result<Option<(u32, u32)>, ToolError> {
    let own = (f64::from(facts.width), f64::from(facts.height));
    let (wide, high) = own;
    let factor = match (inputs.size("size")?, limits.longer_side) {
        (Some(size), _) => Some(match size {
            Size::Width(pixels) => f64::from(pixels) / wide,
            Size::Height(pixels) => f64::from(pixels) / high,
            Size::Longer(pixels) => f64::from(pixels) / wide.max(high),
            Size::Within(across, down) => (f64::from(across) / wide).min(f64::from(down) / high),
            Size::Times(factor) => f64::from(factor),
        }),
        (None, Some(side)) => {
            let factor = f64::from(side) / wide.max(high);
            (factor < 1.0 || limits.is_exact).then_some(factor)
        }
        (None, None) => None,
    };
    Ok(factor.map(|factor| scaled(own, factor)))
}

/// Refuses what is set beside a service that does not take it.
///
/// # Errors
/// A sentence that says what the service takes.
pub(super) fn contradiction(
    inputs: &Inputs,
    limits: &Limits,
    size: Option<(u32, u32)>,
) -> Result<(), ToolError> {
    let Some(service) = inputs.value("preset") else {
        return Ok(());
    };
    let refused = |takes: String, what: &str| {
        Err(ToolError::Refused(format!(
            "{service} takes {takes}. Leave the {what} or {service} out."
        )))
    };
    let longer = size.map(|(wide, high)| wide.max(high));
    if let (true, Some(side), Some(longer)) = (limits.is_exact, limits.longer_side, longer)
        && longer != side
    {
        return refused(
            format!("a longer side of exactly {side} pixels, but not of {longer}"),
            "size",
        );
    }
    match (inputs.number("frame_rate")?, limits.frame_rate) {
        (Some(rate), Some(most)) if rate > most * 1.008 => refused(
            format!("at most {most} frames a second, but not {rate}"),
            "frame rate",
        ),
        _ => Ok(()),
    }
}

/// Sides of a shape, even, so many times as long.
pub(super) fn scaled((wide, high): (f64, f64), factor: f64) -> (u32, u32) {
    let side = |length: f64| ((length * factor / 2.0).round() * 2.0).clamp(2.0, 16_384.0) as u32;
    (side(wide), side(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_stay_even_and_of_one_shape() {
        assert_eq!(scaled((1920.0, 1080.0), 400.0 / 1920.0), (400, 226));
        assert_eq!(scaled((1080.0, 1920.0), 1280.0 / 1920.0), (720, 1280));
    }
}
