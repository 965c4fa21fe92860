//! Upload limits of services: `assets/services.json`, each with its source and date.

use std::fs;
use std::sync::LazyLock;

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{Codec, VideoFacts, probe};
use patchbay_values::data::written_bytes;
use patchbay_values::times::clock;
use serde::Deserialize;

use crate::{Inputs, ToolError};

/// How far a side may be off where it is not to be exact, in pixels: encoders want even ones.
const SIDE_LENIENCE: u32 = 2;
/// How far a frame rate may be off, as share of it: containers round the length of a frame.
const RATE_LENIENCE: f64 = 0.02;
/// How far a length may be off, in seconds: less than half a frame.
const LENGTH_LENIENCE: f64 = 0.015;

static SERVICES: LazyLock<Vec<Service>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/services.json"))
        .expect("the table of services is part of the program")
});

/// Upload limits of a service.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Name that people know it by.
    pub name: String,
    /// Address of the page that states the limits.
    pub source: String,
    /// Year and month in which the page stated them, as `2024-05`.
    pub date: String,
    /// Limits for a video; none where it takes no videos.
    pub video: Option<Limits>,
    /// Limits for a picture; none where it takes no pictures.
    pub image: Option<Limits>,
}

/// Limits for a video or a picture, which all hold at once.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The endings of the files that are taken, the usual one first; none: any.
    pub formats: Vec<String>,
    /// libav's name of the codec of its frames.
    pub codec: Option<String>,
    /// Pixels of the longer side at most.
    pub longer_side: Option<u32>,
    /// Whether the longer side is to have as many.
    pub is_exact: bool,
    /// Whether both sides are to be of that length: what is beside a picture is clear.
    pub is_square: bool,
    /// The longest length, in seconds.
    pub seconds: Option<f64>,
    /// Frames a second at most.
    pub frame_rate: Option<f64>,
    /// The most bytes.
    pub bytes: Option<u64>,
    /// Whether it has no audio.
    pub is_silent: bool,
    /// How good it is to look: `high`; none: as usual.
    pub quality: Option<String>,
}

/// The service of that name; none where none is known.
pub fn service(name: &str) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.name == name)
}

/// All services that are known.
pub fn services() -> &'static [Service] {
    &SERVICES
}

impl Limits {
    /// Limits that the inputs of a tool that writes a video set for its result: those of its
    /// service (`preset`), adjusted by what is set beside it.
    ///
    /// # Errors
    /// What is set does not hold.
    pub fn asked(inputs: &Inputs) -> Result<Self, ToolError> {
        let service = inputs.value("preset").and_then(|name| service(&name));
        let mut limits = service
            .and_then(|service| service.video.clone())
            .unwrap_or_default();
        if let Some(longest) = inputs.number("longest")? {
            limits.seconds = Some(limits.seconds.map_or(longest, |own| own.min(longest)));
        }
        if let Some(most) = inputs.bytes("target")? {
            limits.bytes = Some(limits.bytes.map_or(most, |own| own.min(most)));
        }
        let codec = (
            "codec that is written here",
            "a codec such as H.264 or HEVC",
        );
        if let Some(codec) = inputs.value_as("codec", codec, Codec::named)? {
            limits.codec = Some(codec.name().to_owned());
        }
        limits.is_silent |= inputs.value("sound").as_deref() == Some("none");
        // Another size than the service's is one that a person wants.
        if inputs.value("size").is_some() && !limits.is_exact {
            limits.longer_side = None;
        }
        Ok(limits)
    }

    /// Limits of the service (`preset`) of a tool that writes pictures; no limits where none is
    /// set.
    pub fn of_image(inputs: &Inputs) -> Self {
        let service = inputs.value("preset").and_then(|name| service(&name));
        service
            .and_then(|service| service.image.clone())
            .unwrap_or_default()
    }

    /// First limit that a picture of those sides in pixels breaks, and what it is instead, in
    /// words; none where it breaks none.
    pub fn broken_by_image(
        &self,
        file: &MediaFile,
        (width, height): (u32, u32),
    ) -> Option<(String, String)> {
        let length = fs::metadata(&file.path).map_or(0, |facts| facts.len());
        let is_other = self.is_square && width != height;
        self.file_breaks(file, length)
            .or_else(|| self.sides_break((width, height)))
            .or_else(|| {
                is_other.then(|| {
                    let made = format!("one of {width} × {height}");
                    ("a picture as wide as high".to_owned(), made)
                })
            })
    }

    /// First limit that a video file breaks, and what it is instead, in words; none where it breaks
    /// none.
    ///
    /// # Errors
    /// The file is no video that can be read.
    pub fn broken_by(&self, file: &MediaFile) -> Result<Option<(String, String)>, MediaError> {
        let facts = probe(&file.path, &file.name)?;
        let length = fs::metadata(&file.path).map_or(0, |facts| facts.len());
        Ok(self
            .file_breaks(file, length)
            .or_else(|| self.frames_break(&facts)))
    }

    fn file_breaks(&self, file: &MediaFile, length: u64) -> Option<(String, String)> {
        let is_of = |ending: &String| file.name.ends_with(&format!(".{ending}"));
        if !self.formats.is_empty() && !self.formats.iter().any(is_of) {
            let formats = self.formats.join(" or ").to_uppercase();
            return Some((format!("a file of the format {formats}"), file.name.clone()));
        }
        let most = self.bytes.filter(|most| length > *most)?;
        Some((
            format!("a file of at most {}", written_bytes(most)),
            format!("one of {}", written_bytes(length)),
        ))
    }

    fn sides_break(&self, (width, height): (u32, u32)) -> Option<(String, String)> {
        let longer = width.max(height);
        let is_so =
            |side: u32| longer == side || (!self.is_exact && longer <= side + SIDE_LENIENCE);
        let side = self.longer_side.filter(|side| !is_so(*side))?;
        let how = if self.is_exact { "exactly" } else { "at most" };
        Some((
            format!("a longer side of {how} {side} pixels"),
            format!("{width} × {height}"),
        ))
    }

    fn frames_break(&self, facts: &VideoFacts) -> Option<(String, String)> {
        let differ = |asked: String, made: String| Some((asked, made));
        if let Some(codec) = self.codec.as_ref().filter(|one| **one != facts.video_codec) {
            return differ(
                format!("a video packed as {codec}"),
                format!("one packed as {}", facts.video_codec),
            );
        }
        if let Some(broken) = self.sides_break((facts.width, facts.height)) {
            return Some(broken);
        }
        if let Some(most) = self
            .seconds
            .filter(|most| facts.seconds > most + LENGTH_LENIENCE)
        {
            return differ(
                format!("a video of at most {}", clock(most)),
                format!("one of {}", clock(facts.seconds)),
            );
        }
        let made = facts.frames_per_second;
        if let Some(most) = self
            .frame_rate
            .filter(|most| made > most * (1.0 + RATE_LENIENCE))
        {
            return differ(
                format!("a video of at most {most} frames a second"),
                format!("one of {made:.2}"),
            );
        }
        (self.is_silent && facts.audio.is_some()).then(|| {
            (
                "a video without sound".to_owned(),
                "one in which there is some".to_owned(),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::Resource;
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn every_service_says_where_and_when_it_says_so() {
        for service in services() {
            assert!(service.source.starts_with("https://"), "{service:?}");
            let (year, month) = service.date.split_once('-').unwrap();
            let (year, month): (u32, u32) = (year.parse().unwrap(), month.parse().unwrap());
            assert!(
                (2010..2100).contains(&year) && (1..=12).contains(&month),
                "{service:?}"
            );
            let video = service.video.as_ref();
            let codec = video.and_then(|video| video.codec.as_deref());
            assert!(
                codec.is_none_or(|name| Codec::named(name).is_some()),
                "{service:?}"
            );
            assert!(video.is_some() || service.image.is_some(), "{service:?}");
        }
        let sticker = service("Telegram video sticker").and_then(|one| one.video.as_ref());
        assert!(sticker.is_some_and(|limits| limits.is_exact));
    }

    #[test]
    fn a_file_is_held_to_all_of_it_at_once() {
        let (_context, folder) = context();
        let made = |name: &str, size: &str, rate: u32, seconds: f64, more: &str| {
            let arguments = format!("-f lavfi -i color=gray:s={size}:r={rate}:d={seconds} {more}");
            MediaFile {
                path: make(folder.path(), name, &arguments),
                name: name.to_owned(),
            }
        };
        let vp9 = "-c:v libvpx-vp9 -deadline realtime -b:v 100k";
        let sound = "-f lavfi -i sine=duration=1 -c:a libopus";
        let text = |value: &str| Resource::Text(value.to_owned());
        let asked = Limits::asked(&inputs([("preset", text("Telegram video sticker"))])).unwrap();
        let told = |file: &MediaFile| asked.broken_by(file).unwrap().map(|(asked, _)| asked);
        let right = made("right.webm", "512x288", 30, 1.0, vp9);
        assert_eq!(told(&right), None);
        for (file, word) in [
            (made("a.mp4", "512x288", 30, 1.0, ""), "WEBM"),
            (made("b.webm", "512x288", 30, 1.0, "-c:v libvpx"), "vp9"),
            (made("c.webm", "510x288", 30, 1.0, vp9), "exactly 512"),
            (made("d.webm", "512x288", 30, 3.2, vp9), "at most 3 s"),
            (made("e.webm", "512x288", 50, 1.0, vp9), "30 frames"),
            (
                made("f.webm", "512x288", 30, 1.0, &format!("{sound} {vp9}")),
                "without sound",
            ),
        ] {
            let told = told(&file).unwrap_or_default();
            assert!(told.contains(word), "{}: {told}", file.name);
        }
        let small = [("preset", text("GitHub")), ("target", text("1 kB"))];
        let told = Limits::asked(&inputs(small))
            .unwrap()
            .broken_by(&right)
            .unwrap();
        assert!(told.is_some_and(|(asked, _)| asked.contains("1 kB")));
    }
}
