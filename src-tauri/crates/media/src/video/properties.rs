//! Description that a video or audio file gives of itself: its container, its tracks, who made it,
//! and when and where.

use std::path::Path;

use ffmpeg_next::color::TransferCharacteristic;
use ffmpeg_next::format::Pixel;
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Stream, decoder, media};

use super::source::Source;
use super::track_label::TrackLabel;
use crate::MediaError;

/// The most letters of a tag that are read.
const LONGEST: usize = 300;
/// Tags of the whole file, by what people call them, with the names that files have for each.
const TAGS: [(&str, &[&str]); 9] = [
    ("Title", &["title"]),
    ("Artist", &["artist", "author", "album_artist"]),
    ("Album", &["album"]),
    (
        "Made",
        &["com.apple.quicktime.creationdate", "creation_time", "date"],
    ),
    (
        "Place",
        &[
            "com.apple.quicktime.location.ISO6709",
            "location",
            "location-eng",
        ],
    ),
    ("Camera", &["com.apple.quicktime.model", "model"]),
    ("Camera maker", &["com.apple.quicktime.make", "make"]),
    ("Comment", &["comment", "description"]),
    ("Written by", &["com.apple.quicktime.software", "encoder"]),
];

/// Description that a file gives of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Properties {
    /// libav's names for its container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    pub container: String,
    /// The brand of an MP4 or MOV file, such as `qt`; empty where it has none.
    pub brand: String,
    /// Bits in a second of all of it.
    pub bit_rate: Option<u64>,
    /// Its tracks in their order.
    pub tracks: Vec<TrackProperties>,
    /// Tags about who made it, when and where: names for people, with their values.
    pub tags: Vec<(&'static str, String)>,
}

/// When a video or audio file was made, as it says: the surest first.
pub(crate) fn said_dates(path: &Path, name: &str) -> Vec<String> {
    let Ok(source) = Source::open(path, name, "video or sound") else {
        return Vec::new();
    };
    let metadata = source.input.metadata();
    let of = |key: &str| metadata.get(key).map(str::to_owned);
    ["com.apple.quicktime.creationdate", "creation_time"]
        .into_iter()
        .filter_map(of)
        .collect()
}

/// Description that a track gives of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackProperties {
    /// Language and title.
    pub label: TrackLabel,
    /// libav's name for how it is packed, such as `h264`.
    pub codec: String,
    /// Bits in a second, where it says so.
    pub bit_rate: Option<u64>,
    /// Its content.
    pub content: TrackContent,
}

/// Content of a track.
#[derive(Debug, Clone, PartialEq)]
pub enum TrackContent {
    /// Frames: bits of each colour, and whether they are of high dynamic range.
    Video {
        /// Bits of each colour.
        bits: u32,
        /// Whether it is HDR (PQ or HLG).
        is_hdr: bool,
        /// Whether it may be clear in places.
        has_alpha: bool,
        /// How its frames were scanned.
        scan: Scan,
    },
    /// Audio: its channels and samples in a second.
    Audio {
        /// Number of channels.
        channels: u16,
        /// Samples in a second.
        sample_rate: u32,
    },
    /// Subtitles.
    Subtitles,
    /// An image, such as a cover.
    Cover,
    /// Something else, such as what a camera measured.
    Data,
}

/// How frames were scanned, as the file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scan {
    /// It does not say.
    Unsaid,
    /// Each frame at once.
    Progressive,
    /// Each frame as two fields of different moments, the upper lines first.
    TopFirst,
    /// The same, the lower lines first.
    BottomFirst,
}

impl Scan {
    fn of(stream: &Stream) -> Self {
        use ffmpeg_next::ffi::AVFieldOrder as Order;
        // SAFETY: the stream's parameters are valid as long as it is; the field is a plain number.
        #[allow(unsafe_code)]
        let order = unsafe { (*stream.parameters().as_ptr()).field_order };
        match order {
            Order::AV_FIELD_PROGRESSIVE => Self::Progressive,
            Order::AV_FIELD_TT | Order::AV_FIELD_TB => Self::TopFirst,
            Order::AV_FIELD_BB | Order::AV_FIELD_BT => Self::BottomFirst,
            Order::AV_FIELD_UNKNOWN => Self::Unsaid,
        }
    }
}

/// Reads the description that the file at `path`, which people know as `name`, gives of itself.
///
/// # Errors
/// The file cannot be read, or is neither video nor audio.
pub fn properties(path: &Path, name: &str) -> Result<Properties, MediaError> {
    let source = Source::open(path, name, "video or sound")?;
    let metadata = source.input.metadata();
    // Ogg files say it of their audio.
    let audio = source.audio().filter(|_| source.is_container("ogg"));
    let of_audio = audio.as_ref().map(|stream| stream.metadata());
    let tag = |key: &&str| {
        let said = metadata.get(key).or_else(|| of_audio.as_ref()?.get(key))?;
        let said = said.split_whitespace().collect::<Vec<_>>();
        let said: String = said.join(" ").chars().take(LONGEST).collect();
        Some(said).filter(|said| !said.is_empty())
    };
    let tags = TAGS
        .iter()
        .filter_map(|(label, keys)| Some((*label, keys.iter().find_map(tag)?)))
        .collect();
    Ok(Properties {
        container: source.input.format().name().to_owned(),
        brand: tag(&"major_brand").unwrap_or_default(),
        bit_rate: u64::try_from(source.input.bit_rate())
            .ok()
            .filter(|rate| *rate > 0),
        tracks: source
            .streams()
            .map(|stream| track(&source, &stream))
            .collect(),
        tags,
    })
}

fn track(source: &Source, stream: &Stream) -> TrackProperties {
    let parameters = stream.parameters();
    // One that nothing here decodes still has a name.
    let opened = || source.decoder(stream.index()).ok();
    let mut bit_rate = 0;
    let content = match parameters.medium() {
        media::Type::Video if stream.disposition().contains(Disposition::ATTACHED_PIC) => {
            TrackContent::Cover
        }
        media::Type::Video => {
            let video = opened().and_then(|opened| {
                bit_rate = opened.bit_rate();
                opened.video().ok()
            });
            let transfer = video
                .as_ref()
                .map(decoder::Video::color_transfer_characteristic);
            let pixels = video.map_or(Pixel::None, |video| video.format());
            TrackContent::Video {
                bits: bits(pixels),
                is_hdr: matches!(
                    transfer,
                    Some(TransferCharacteristic::SMPTE2084 | TransferCharacteristic::ARIB_STD_B67)
                ),
                has_alpha: source.is_clear(stream, pixels),
                scan: Scan::of(stream),
            }
        }
        media::Type::Audio => {
            let audio = opened().and_then(|opened| {
                bit_rate = opened.bit_rate();
                opened.audio().ok()
            });
            TrackContent::Audio {
                channels: audio.as_ref().map_or(0, decoder::Audio::channels),
                sample_rate: audio.as_ref().map_or(0, decoder::Audio::rate),
            }
        }
        media::Type::Subtitle => TrackContent::Subtitles,
        _ => TrackContent::Data,
    };
    TrackProperties {
        label: TrackLabel::of(stream),
        codec: parameters.id().name().to_owned(),
        bit_rate: Some(bit_rate as u64).filter(|rate| *rate > 0),
        content,
    }
}

/// Bits of each colour: libav's names say them where they are more than 8.
fn bits(pixels: Pixel) -> u32 {
    let name = pixels.descriptor().map_or("", |known| known.name());
    [16, 14, 12, 10]
        .into_iter()
        .find(|bits| name.ends_with(&format!("{bits}le")) || name.ends_with(&format!("{bits}be")))
        .unwrap_or(8)
}
