//! Properties that are asked of a converted video, as values.

use patchbay_domain::MediaFile;
use patchbay_media::video::{
    AudioFacts, Codec, Container, Quality, TrackContent, VideoFacts, properties,
};
use patchbay_tool_api::services::Limits;

use super::constraints::{Way, codec, container, contradiction, rate, size};
use crate::{Inputs, ToolError};

/// Whether streams may be encoded anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    /// They have to be taken over.
    Copied,
    /// They are encoded, whatever they are.
    Anew,
}

/// A length that is longer by less than this is as long, in seconds.
const SAME_LENGTH: f64 = 0.005;
/// All that can be asked for.
const VALUES: [&str; 16] = [
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
    "longest",
    "codec",
    "sound",
    "pixels",
    "timing",
    "rate_change",
];

/// Properties that are asked of a converted video.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub(super) struct Wanted {
    pub(super) container: Container,
    pub(super) method: Option<Method>,
    /// Codec of its frames; the container's own where nobody says.
    pub(super) codec: Codec,
    /// Frames a second, as a fraction.
    pub(super) rate: Option<(i32, i32)>,
    /// Whether frames are shown at equal distances, also where no rate is asked for.
    pub(super) is_steady: bool,
    /// Whether another rate is reached by frames that pass over into each other.
    pub(super) is_blended: bool,
    /// Pixels across and down, even; none: as the video has.
    pub(super) size: Option<(u32, u32)>,
    /// Whether it has to be of that size, and may not be smaller to have fewer bytes.
    pub(super) is_size_fixed: bool,
    /// Whether each pixel is as wide as high.
    pub(super) is_square: bool,
    /// Time at which it is cut off, in seconds, where it is longer.
    pub(super) end: Option<f64>,
    /// Whether it is without audio.
    pub(super) is_silent: bool,
    pub(super) quality: Quality,
    /// The bytes that it is to have, or less.
    pub(super) target: Option<u64>,
    /// Way to reach those; none: by fewer bits, and by fewer pixels where that looks better.
    pub(super) way: Option<Way>,
    /// The most bytes that a service takes.
    pub(super) limit: Option<u64>,
    /// Whether its frames are made whole of two fields each.
    pub(super) is_deinterlaced: bool,
    /// Whether it is brought from a high dynamic range to the ordinary one.
    pub(super) is_sdr: bool,
}

impl Wanted {
    /// Reads what values ask of a video.
    ///
    /// # Errors
    /// Nothing is asked for, or it cannot be.
    pub(super) fn of(
        inputs: &Inputs,
        video: &MediaFile,
        facts: &VideoFacts,
    ) -> Result<Self, ToolError> {
        if VALUES.iter().all(|name| inputs.value(name).is_none()) {
            return Err(ToolError::Refused(
                "It is not said what the video is to become. Name a format such as mp4, webm or \
                 gif, a size such as “under 8 MB”, a frame rate such as 30 fps, or where it is to \
                 play, such as WhatsApp."
                    .to_owned(),
            ));
        }
        let is = |name: &str, choice: &str| inputs.value(name).as_deref() == Some(choice);
        let is_sdr = inputs.value("dynamic_range").is_some();
        if is_sdr && !is_hdr(video)? {
            return Err(ToolError::Refused(format!(
                "“{}” is SDR already: its light is encoded neither as PQ nor as HLG. To make it brighter or \
                 richer, ask for that.",
                video.name
            )));
        }
        let is_for_service = inputs.value("preset").is_some();
        let limits = Limits::asked(inputs)?;
        let container = container(inputs, video, &limits)?;
        let way = match inputs.value("way").as_deref() {
            Some("fewer bits") => Some(Way::FewerBits),
            Some("smaller picture") => Some(Way::SmallerPicture),
            Some("newer codec") => Some(Way::NewerCodec),
            _ => None,
        };
        let quality = match inputs.value("quality").as_deref() {
            Some("small") => Quality::Small,
            Some("high") => Quality::High,
            None if limits.quality.as_deref() == Some("high") => Quality::High,
            _ => Quality::Normal,
        };
        let method = match inputs.value("method").as_deref() {
            Some("copied") => Some(Method::Copied),
            Some(_) => Some(Method::Anew),
            // A quality that is asked for is that of an encoder.
            None => inputs.value("quality").map(|_| Method::Anew),
        };
        let size = size(inputs, &limits, facts)?;
        contradiction(inputs, &limits, size)?;
        Ok(Self {
            container,
            method,
            codec: codec(&limits, way, container)?,
            rate: rate(inputs, &limits, facts)?,
            is_steady: is("timing", "constant"),
            is_blended: is("rate_change", "blended"),
            size,
            is_size_fixed: limits.is_exact || inputs.value("size").is_some(),
            is_square: is_for_service || is("pixels", "square"),
            end: limits
                .seconds
                .filter(|longest| facts.seconds > longest + SAME_LENGTH),
            is_silent: limits.is_silent,
            quality,
            target: inputs.bytes("target")?,
            way,
            limit: limits.bytes.filter(|_| is_for_service),
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
        let is_packed = self.codec == Codec::Usual || facts.video_codec == self.codec.name();
        let is_shaped = !self.is_square || (facts.pixel_aspect - 1.0).abs() < 1e-3;
        let is_kept = is_packed && is_shaped && !self.is_deinterlaced && !self.is_sdr;
        let is_timed = self.rate.is_none() && !self.is_steady && self.end.is_none();
        is_of_size && is_kept && is_timed && self.fits(video)
    }

    /// Whether the video has no more bytes than are asked for.
    pub(super) fn fits(&self, video: &MediaFile) -> bool {
        let bytes = std::fs::metadata(&video.path).map_or(u64::MAX, |facts| facts.len());
        self.most().is_none_or(|most| bytes <= most)
    }

    /// The most bytes that the result may have.
    pub(super) fn most(&self) -> Option<u64> {
        self.target.into_iter().chain(self.limit).min()
    }

    /// Facts of a video that are left where it is cut off and loses its audio.
    pub(super) fn left_of(&self, facts: VideoFacts) -> VideoFacts {
        let seconds = self.end.unwrap_or(facts.seconds);
        let audio = facts.audio.filter(|_| !self.is_silent);
        let is_heard = audio.is_some();
        VideoFacts {
            seconds,
            audio: audio.map(|audio| AudioFacts {
                seconds: audio.seconds.min(self.end.unwrap_or(f64::INFINITY)),
                ..audio
            }),
            audio_tracks: if is_heard {
                facts.audio_tracks
            } else {
                Vec::new()
            },
            audio_places: if is_heard {
                facts.audio_places
            } else {
                Vec::new()
            },
            ..facts
        }
    }
}

/// Whether a video is of high dynamic range (PQ or HLG).
fn is_hdr(video: &MediaFile) -> Result<bool, ToolError> {
    let said = properties(&video.path, &video.name)?;
    let is_hdr =
        |content: &TrackContent| matches!(content, TrackContent::Video { is_hdr: true, .. });
    Ok(said.tracks.iter().any(|track| is_hdr(&track.content)))
}
