//! The encoders of frames that this program knows how to set up.

use ffmpeg_next::format::Pixel;

use super::output_format::{Codec, Container, OutputFormat};

/// An encoder that this program knows how to set up.
pub(super) struct Candidate {
    /// libav's name for it.
    pub(super) name: &'static str,
    /// Pixel format in which it takes frames.
    pub(super) pixels: Pixel,
    /// Whether it needs a device that may be absent, so that it is tried with a frame first.
    pub(super) hardware: bool,
    /// Bits per pixel of a second's frames, where it cannot aim for a quality.
    pub(super) bits_per_pixel: f64,
    /// Its own settings: about the quality at which no difference is seen at normal distance.
    pub(super) options: &'static [(&'static str, &'static str)],
}

pub(super) const fn software(
    name: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> Candidate {
    Candidate {
        name,
        pixels: Pixel::YUV420P,
        hardware: false,
        bits_per_pixel: 0.0,
        options,
    }
}

const fn hardware(
    name: &'static str,
    pixels: Pixel,
    options: &'static [(&'static str, &'static str)],
) -> Candidate {
    Candidate {
        name,
        pixels,
        hardware: true,
        bits_per_pixel: 0.12,
        options,
    }
}

/// Best first: hardware, then `OpenH264` (BSD licence), then `x264` (GPL, only as the system's),
/// then what is not H.264.
pub(super) const CANDIDATES: &[Candidate] = &[
    hardware(
        "h264_nvenc",
        Pixel::YUV420P,
        &[("rc", "vbr"), ("cq", "22"), ("profile", "high")],
    ),
    hardware("h264_videotoolbox", Pixel::YUV420P, &[("profile", "high")]),
    hardware("h264_qsv", Pixel::NV12, &[("profile", "high")]),
    hardware("h264_amf", Pixel::NV12, &[("profile", "high")]),
    hardware("h264_mf", Pixel::NV12, &[("hw_encoding", "1")]),
    Candidate {
        bits_per_pixel: 0.12,
        ..software("libopenh264", &[("allow_skip_frames", "0")])
    },
    software("libx264", &[("preset", "veryfast"), ("crf", "20")]),
    software(
        "libvpx-vp9",
        &[
            ("deadline", "realtime"),
            ("cpu-used", "6"),
            ("row-mt", "1"),
            ("crf", "30"),
            ("b", "0"),
        ],
    ),
    software(
        "libaom-av1",
        &[
            ("usage", "realtime"),
            ("cpu-used", "8"),
            ("row-mt", "1"),
            ("crf", "30"),
            ("b", "0"),
        ],
    ),
];

/// VP9 encoder for `WebM`, set up with more care than where it only stands in for H.264.
const VP9: Candidate = software(
    "libvpx-vp9",
    &[
        ("deadline", "good"),
        ("cpu-used", "5"),
        ("row-mt", "1"),
        ("crf", "30"),
        ("b", "0"),
    ],
);
const WEBM: &[Candidate] = &[VP9];
/// The same with an alpha channel.
const CLEAR_WEBM: &[Candidate] = &[Candidate {
    pixels: Pixel::YUVA420P,
    ..VP9
}];
const AVI: &[Candidate] = &[Candidate {
    bits_per_pixel: 0.25,
    ..software("mpeg4", &[])
}];
const GIF: &[Candidate] = &[Candidate {
    pixels: Pixel::PAL8,
    ..software("gif", &[])
}];

/// Encoders that may take longer for fewer bits: x265, and without it one of a codec as new.
const NEWER: &[Candidate] = &[
    software(
        "libx265",
        &[
            ("preset", "fast"),
            ("crf", "24"),
            ("x265-params", "log-level=error"),
        ],
    ),
    AV1,
];
const AV1: Candidate = software(
    "libaom-av1",
    &[
        ("usage", "good"),
        ("cpu-used", "6"),
        ("row-mt", "1"),
        ("crf", "30"),
        ("b", "0"),
    ],
);

/// The encoders for a way of writing, best first.
pub(super) fn candidates(output: &OutputFormat) -> &'static [Candidate] {
    match (output.codec, output.container) {
        (Codec::Hevc, container) if container.holds_mp4() => NEWER,
        (Codec::Av1, container) if container.takes(Codec::Av1) => &[AV1],
        (Codec::Vp9, Container::Mkv | Container::Mp4) => WEBM,
        (_, Container::Mp4 | Container::Mov | Container::Mkv) => CANDIDATES,
        (_, Container::WebM) if output.is_clear => CLEAR_WEBM,
        (_, Container::WebM) => WEBM,
        (_, Container::Avi) => AVI,
        (_, Container::Gif) => GIF,
    }
}
