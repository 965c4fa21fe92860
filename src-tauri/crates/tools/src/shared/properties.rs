//! Facts that are told about a file, line by line.

use patchbay_domain::MediaFile;
use patchbay_media::video::{Properties, Scan, TrackContent, TrackProperties};
use patchbay_values::tracks::Language;

use crate::ToolError;

/// Codecs by libav's names, as people call them.
const CODECS: [(&str, &str); 16] = [
    ("h264", "H.264"),
    ("hevc", "H.265 (HEVC)"),
    ("av1", "AV1"),
    ("vp8", "VP8"),
    ("vp9", "VP9"),
    ("prores", "ProRes"),
    ("mpeg4", "MPEG-4"),
    ("mpeg2video", "MPEG-2"),
    ("mjpeg", "Motion JPEG"),
    ("aac", "AAC"),
    ("mp3", "MP3"),
    ("opus", "Opus"),
    ("vorbis", "Vorbis"),
    ("flac", "FLAC"),
    ("mov_text", "text"),
    ("subrip", "text"),
];

/// Lines about a file, the first of which names it.
pub(crate) struct Lines(Vec<String>);

impl Lines {
    pub(crate) fn of(file: &MediaFile) -> Self {
        Self(vec![format!("“{}”", file.name)])
    }

    pub(crate) fn add(&mut self, label: &str, value: impl AsRef<str>) {
        self.0.push(format!("{label}: {}", value.as_ref()));
    }

    pub(crate) fn add_known(&mut self, label: &str, value: Option<String>) {
        if let Some(value) = value {
            self.add(label, value);
        }
    }

    /// Adds the size of the file.
    pub(crate) fn add_file_size(&mut self, file: &MediaFile) -> Result<(), ToolError> {
        let metadata = std::fs::metadata(&file.path).map_err(|error| {
            ToolError::Input(format!("“{}” cannot be read: {error}.", file.name))
        })?;
        self.add("File size", bytes(metadata.len()));
        Ok(())
    }

    /// Adds what its tracks are packed in; those of one kind are numbered where there are several.
    pub(crate) fn add_tracks(&mut self, properties: &Properties) {
        for (kind, is_kind) in [
            ("Video", is_video as fn(&TrackContent) -> bool),
            ("Audio", is_audio),
            ("Subtitles", |content| *content == TrackContent::Subtitles),
        ] {
            let tracks: Vec<&TrackProperties> = properties
                .tracks
                .iter()
                .filter(|track| is_kind(&track.content))
                .collect();
            for (index, track) in tracks.iter().enumerate() {
                let label = if tracks.len() > 1 {
                    format!("{kind} {}", index + 1)
                } else {
                    kind.to_owned()
                };
                self.add(&label, track_in_words(track));
            }
        }
    }

    /// Adds who made it, when and where, as far as the file says.
    pub(crate) fn add_tags(&mut self, properties: &Properties) {
        for (label, value) in &properties.tags {
            let value = match *label {
                "Place" => place_of(value).unwrap_or_else(|| value.clone()),
                _ => value.clone(),
            };
            self.add(label, value);
        }
    }

    pub(crate) fn text(self) -> String {
        self.0.join("\n")
    }
}

fn is_video(content: &TrackContent) -> bool {
    matches!(content, TrackContent::Video { .. })
}

fn is_audio(content: &TrackContent) -> bool {
    matches!(content, TrackContent::Audio { .. })
}

fn track_in_words(track: &TrackProperties) -> String {
    let mut said = vec![codec(&track.codec)];
    match &track.content {
        TrackContent::Video {
            bits,
            is_hdr,
            has_alpha,
            scan,
        } => {
            said.push(format!("{bits} bits a colour"));
            said.extend(scan_in_words(*scan).map(str::to_owned));
            said.extend(is_hdr.then(|| "HDR".to_owned()));
            said.extend(has_alpha.then(|| "with transparency".to_owned()));
        }
        TrackContent::Audio {
            channels,
            sample_rate,
        } => {
            said.extend((*channels > 0).then(|| channels_in_words(*channels)));
            said.extend((*sample_rate > 0).then(|| hertz(*sample_rate)));
        }
        _ => {}
    }
    said.extend(track.bit_rate.map(bit_rate));
    let language = track.label.language.as_deref();
    said.extend(language.map(|code| {
        Language::of(code).map_or_else(|| code.to_owned(), |language| language.name.to_owned())
    }));
    said.extend(track.label.title.as_ref().map(|title| format!("“{title}”")));
    said.join(", ")
}

/// Whether frames are two fields each; none where the file does not say.
fn scan_in_words(scan: Scan) -> Option<&'static str> {
    match scan {
        Scan::Unsaid => None,
        Scan::Progressive => Some("progressive"),
        Scan::TopFirst => Some("interlaced (top field first)"),
        Scan::BottomFirst => Some("interlaced (bottom field first)"),
    }
}

/// Name that people call a codec of libav's name by.
pub(crate) fn codec(name: &str) -> String {
    let known = CODECS.iter().find(|(codec, _)| *codec == name);
    known.map_or_else(
        || {
            if let Some(form) = name.strip_prefix("pcm_") {
                let bits: String = form.chars().filter(char::is_ascii_digit).collect();
                let kind = if form.starts_with('f') {
                    " floating point"
                } else {
                    ""
                };
                if bits.is_empty() {
                    "uncompressed".to_owned()
                } else {
                    format!("uncompressed, {bits} bit{kind}")
                }
            } else {
                name.to_uppercase().replace('_', " ")
            }
        },
        |(_, called)| (*called).to_owned(),
    )
}

/// `stereo`.
pub(crate) fn channels_in_words(channels: u16) -> String {
    match channels {
        1 => "mono".to_owned(),
        2 => "stereo".to_owned(),
        6 => "5.1 surround".to_owned(),
        8 => "7.1 surround".to_owned(),
        more => format!("{more} channels"),
    }
}

/// `44.1 kHz`.
pub(crate) fn hertz(rate: u32) -> String {
    format!("{} kHz", f64::from(rate) / 1000.0)
}

/// `3.4 MB`.
pub(crate) fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} bytes"),
        1_000..1_000_000 => format!("{:.0} kB", count as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", count as f64 / 1e6),
        _ => format!("{:.2} GB", count as f64 / 1e9),
    }
}

/// `4.2 Mbit/s`.
pub(crate) fn bit_rate(bits: u64) -> String {
    if bits < 1_000_000 {
        format!("{:.0} kbit/s", bits as f64 / 1e3)
    } else {
        format!("{:.1} Mbit/s", bits as f64 / 1e6)
    }
}

/// `1920 × 1080 pixels (16:9)`.
pub(crate) fn size(width: u32, height: u32) -> String {
    const RATIOS: [(u32, u32); 10] = [
        (1, 1),
        (4, 3),
        (3, 2),
        (16, 9),
        (21, 9),
        (3, 4),
        (2, 3),
        (9, 16),
        (4, 5),
        (5, 4),
    ];
    let of = |(across, down): (u32, u32)| f64::from(across) / f64::from(down.max(1));
    let ratio = of((width, height));
    let known = RATIOS
        .into_iter()
        .find(|known| (of(*known) / ratio - 1.0).abs() < 0.008);
    let known = known.map_or_else(String::new, |(across, down)| format!(" ({across}:{down})"));
    format!("{width} × {height} pixels{known}")
}

/// `48.85830° N, 2.29450° E`.
pub(crate) fn degrees((north, east): (f64, f64)) -> String {
    let (latitude, longitude) = (
        if north < 0.0 { "S" } else { "N" },
        if east < 0.0 { "W" } else { "E" },
    );
    format!(
        "{:.5}° {latitude}, {:.5}° {longitude}",
        north.abs(),
        east.abs()
    )
}

/// A place as ISO 6709 writes it (`+48.8583+002.2945+035/`), in words; none where it is none.
fn place_of(written: &str) -> Option<String> {
    let mut numbers = Vec::new();
    let mut rest = written.trim().trim_end_matches('/');
    while !rest.is_empty() && numbers.len() < 2 {
        let is_sign = |(place, letter): &(usize, char)| *place > 0 && matches!(letter, '+' | '-');
        let next = rest.char_indices().find(is_sign);
        let end = next.map_or(rest.len(), |(place, _)| place);
        numbers.push(rest[..end].parse::<f64>().ok()?);
        rest = &rest[end..];
    }
    match numbers[..] {
        [north, east] if north.abs() <= 90.0 && east.abs() <= 180.0 => Some(degrees((north, east))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_people_write_them() {
        assert_eq!(bytes(812), "812 bytes");
        assert_eq!(bytes(34_240_000), "34.2 MB");
        assert_eq!(bit_rate(128_000), "128 kbit/s");
        assert_eq!(bit_rate(4_250_000), "4.2 Mbit/s");
        assert_eq!(hertz(44_100), "44.1 kHz");
        assert_eq!(size(1920, 1080), "1920 × 1080 pixels (16:9)");
        assert_eq!(size(100, 37), "100 × 37 pixels");
        assert_eq!(codec("pcm_s16le"), "uncompressed, 16 bit");
        assert_eq!(codec("pcm_f32le"), "uncompressed, 32 bit floating point");
        assert_eq!(codec("pcm_alaw"), "uncompressed");
    }

    #[test]
    fn places_are_read_and_nonsense_is_not() {
        let place = place_of("-33.8583+151.2000+010.5/");
        assert_eq!(place.as_deref(), Some("33.85830° S, 151.20000° E"));
        for nonsense in ["", "+", "Paris", "+500+900/", "+48.8583/", "é+1"] {
            assert_eq!(place_of(nonsense), None, "{nonsense}");
        }
    }
}
