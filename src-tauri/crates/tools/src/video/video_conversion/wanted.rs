//! What is asked for, as values.

use patchbay_domain::MediaFile;
use patchbay_media::video::{Container, Quality, TrackContent, VideoFacts, properties};
use patchbay_phrases::adjustments::{Adjustment, Size, named};
use patchbay_phrases::data;

use super::presets::{Preset, preset};
use crate::video::shared::rates::fraction;
use crate::{Inputs, ToolError};

/// Whether streams may be encoded anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    /// They have to be taken over.
    Copied,
    /// They are encoded, whatever they are.
    Anew,
}

/// How a number of bytes is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By fewer bits for each pixel.
    FewerBits,
    /// By fewer pixels.
    SmallerPicture,
    /// By HEVC, which takes fewer bits for the same.
    NewerCodec,
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Wanted {
    pub(super) container: Container,
    pub(super) method: Option<Method>,
    /// Frames a second, as a fraction.
    pub(super) rate: Option<(i32, i32)>,
    /// Pixels across and down, even; none: as the video has.
    pub(super) size: Option<(u32, u32)>,
    pub(super) quality: Quality,
    /// The bytes that it is to have, or less.
    pub(super) target: Option<u64>,
    /// How those are reached; none: by fewer bits, and by fewer pixels where that looks better.
    pub(super) way: Option<Way>,
    /// The most bytes that a service takes.
    pub(super) limit: Option<u64>,
    /// Whether its frames are made whole of two fields each.
    pub(super) is_deinterlaced: bool,
    /// Whether it is brought from a high dynamic range to the ordinary one.
    pub(super) is_sdr: bool,
}

impl Wanted {
    /// What values ask of a video.
    ///
    /// # Errors
    /// Nothing is asked for, or it cannot be.
    pub(super) fn of(
        inputs: &Inputs,
        video: &MediaFile,
        facts: &VideoFacts,
    ) -> Result<Self, ToolError> {
        let names = [
            "format",
            "frame_rate",
            "target",
            "way",
            "size",
            "preset",
            "quality",
            "method",
            "deinterlace",
            "dynamic_range",
        ];
        if names.iter().all(|name| inputs.value(name).is_none()) {
            return Err(ToolError::Refused(
                "It is not said what the video is to become. Name a format such as mp4, webm or \
                 gif, a size such as “under 8 MB”, a frame rate such as 30 fps, or where it is to \
                 play, such as WhatsApp."
                    .to_owned(),
            ));
        }
        let is_sdr = inputs.value("dynamic_range").is_some();
        if is_sdr && !is_hdr(video)? {
            return Err(ToolError::Refused(format!(
                "“{}” is SDR already: its light is encoded neither as PQ nor as HLG. To make it brighter or \
                 richer, ask for that.",
                video.name
            )));
        }
        let service = inputs.value("preset").and_then(|name| preset(&name));
        let container = match (inputs.value("format"), service) {
            (Some(format), _) => Container::of_extension(&format).ok_or_else(|| {
                ToolError::Refused(format!(
                    "Videos cannot be written as {} here.",
                    format.to_uppercase()
                ))
            })?,
            (None, Some(_)) => Container::Mp4,
            (None, None) => own_container(video),
        };
        let quality = match inputs.value("quality").as_deref() {
            Some("small") => Quality::Small,
            Some("high") => Quality::High,
            Some(_) => Quality::Normal,
            None => service.map_or(Quality::Normal, |service| service.quality),
        };
        let method = match inputs.value("method").as_deref() {
            Some("copied") => Some(Method::Copied),
            Some(_) => Some(Method::Anew),
            // A quality that is asked for is that of an encoder.
            None => inputs.value("quality").map(|_| Method::Anew),
        };
        Ok(Self {
            container,
            method,
            rate: rate(inputs, service, facts),
            size: size(inputs, service, facts),
            quality,
            target: inputs
                .value("target")
                .and_then(|target| data::bytes(&target)),
            way: match inputs.value("way").as_deref() {
                Some("fewer bits") => Some(Way::FewerBits),
                Some("smaller picture") => Some(Way::SmallerPicture),
                Some("newer codec") => Some(Way::NewerCodec),
                _ => None,
            },
            limit: service.and_then(|service| service.limit),
            is_deinterlaced: inputs.value("deinterlace").is_some(),
            is_sdr,
        })
    }

    /// Whether the frames may stay as they are packed: nothing is asked of them, and the file is
    /// small enough as it is.
    pub(super) fn changes_no_frame(&self, video: &MediaFile, facts: &VideoFacts) -> bool {
        let is_of_size = self
            .size
            .is_none_or(|size| size == (facts.width, facts.height));
        let is_packed = self.way != Some(Way::NewerCodec) || facts.video_codec == "hevc";
        let is_kept = is_packed && !self.is_deinterlaced && !self.is_sdr;
        is_of_size && is_kept && self.rate.is_none() && self.fits(video)
    }

    /// Whether the video has no more bytes than are asked for.
    pub(super) fn fits(&self, video: &MediaFile) -> bool {
        let most = self.target.into_iter().chain(self.limit).min();
        let bytes = std::fs::metadata(&video.path).map_or(u64::MAX, |facts| facts.len());
        most.is_none_or(|most| bytes <= most)
    }
}

/// Whether a video is of high dynamic range (PQ or HLG).
fn is_hdr(video: &MediaFile) -> Result<bool, ToolError> {
    let said = properties(&video.path, &video.name)?;
    let is_hdr =
        |content: &TrackContent| matches!(content, TrackContent::Video { is_hdr: true, .. });
    Ok(said.tracks.iter().any(|track| is_hdr(&track.content)))
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
fn rate(inputs: &Inputs, service: Option<Preset>, facts: &VideoFacts) -> Option<(i32, i32)> {
    let set: Option<f64> = inputs
        .value("frame_rate")
        .and_then(|rate| rate.parse().ok());
    let fastest = service.map_or(f64::INFINITY, |service| service.fastest);
    match set {
        Some(rate) => Some(fraction(rate)),
        None if facts.frames_per_second > fastest => Some((60, 1)),
        None => None,
    }
}

/// The sides that are asked for; of a service only where the video is larger. A video keeps its
/// shape.
fn size(inputs: &Inputs, service: Option<Preset>, facts: &VideoFacts) -> Option<(u32, u32)> {
    let own = (f64::from(facts.width), f64::from(facts.height));
    let (wide, high) = own;
    let mut made = Vec::new();
    let set = inputs.value("size").and_then(|size| {
        named::set(&mut made, "size", &size)?;
        Some(())
    });
    let factor = match made.pop() {
        Some(Adjustment::Resize(size)) if set.is_some() => match size {
            Size::Width(pixels) => f64::from(pixels) / wide,
            Size::Height(pixels) => f64::from(pixels) / high,
            Size::Longer(pixels) => f64::from(pixels) / wide.max(high),
            Size::Within(across, down) => (f64::from(across) / wide).min(f64::from(down) / high),
            Size::Times(factor) => f64::from(factor),
        },
        _ => {
            let longest = service.map_or(f64::INFINITY, |service| f64::from(service.longest));
            let factor = longest / wide.max(high);
            if factor >= 1.0 {
                return None;
            }
            factor
        }
    };
    Some(scaled(own, factor))
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
