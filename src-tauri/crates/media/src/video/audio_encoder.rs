//! Opens encoders of audio.

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::{self, encoder, flag};
use ffmpeg_next::format::{Sample, sample};
use ffmpeg_next::{ChannelLayout, Dictionary, Rational};

use super::audio_reader::SAMPLE_RATE;
use crate::MediaError;

/// Form of the audio that an encoder is given.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AudioForm {
    /// libav's name of the encoder, such as `aac`.
    pub(super) encoder: &'static str,
    /// Samples a second of one channel.
    pub(super) rate: u32,
    pub(super) layout: ChannelLayout,
    pub(super) format: Sample,
    /// Bits a second; none where it takes as many as it needs.
    pub(super) bit_rate: Option<u32>,
}

/// libav's number for a quality of Vorbis at which no difference is heard (`-q:a 6`).
const VORBIS_QUALITY: &str = "708";

impl AudioForm {
    /// Opens the encoder.
    pub(super) fn open(&self) -> Result<encoder::Audio, MediaError> {
        let opened = || -> Result<encoder::Audio, ffmpeg::Error> {
            let codec =
                encoder::find_by_name(self.encoder).ok_or(ffmpeg::Error::EncoderNotFound)?;
            let mut context = codec::Context::new_with_codec(codec).encoder().audio()?;
            context.set_rate(self.rate as i32);
            context.set_format(self.format);
            context.set_channel_layout(self.layout);
            context.set_time_base(Rational::new(1, self.rate as i32));
            let mut flags = flag::Flags::GLOBAL_HEADER;
            let mut options = Dictionary::new();
            match self.bit_rate {
                Some(bits) => context.set_bit_rate(bits as usize),
                None if self.encoder == "libvorbis" => {
                    flags |= flag::Flags::QSCALE;
                    options.set("global_quality", VORBIS_QUALITY);
                }
                None => {}
            }
            context.set_flags(flags);
            context.open_as_with(codec, options)
        };
        opened().map_err(|_| no_encoder(self.encoder))
    }
}

/// Opens libav's encoder `name` (such as `aac`) for one channel or two at [`SAMPLE_RATE`].
pub(super) fn audio(
    name: &str,
    bit_rate: u32,
    layout: ChannelLayout,
) -> Result<encoder::Audio, MediaError> {
    let encoder = ["aac", "libopus", "libmp3lame"]
        .into_iter()
        .find(|known| *known == name)
        .ok_or_else(|| no_encoder(name))?;
    let packed = if encoder == "libopus" {
        sample::Type::Packed
    } else {
        sample::Type::Planar
    };
    let form = AudioForm {
        encoder,
        rate: SAMPLE_RATE,
        layout,
        format: Sample::F32(packed),
        bit_rate: Some(bit_rate),
    };
    form.open()
}

/// The sentence for an encoder that libav does not have here.
fn no_encoder(name: &str) -> MediaError {
    let what = match name {
        "aac" => "AAC",
        "libopus" => "Opus",
        "libvorbis" => "Vorbis",
        "flac" => "FLAC",
        "libmp3lame" => "MP3",
        _ => "such",
    };
    MediaError::NoEncoder {
        what: format!("{what} sound"),
        install: "ffmpeg's libraries (on Debian and Ubuntu: libavcodec-extra)".to_owned(),
    }
}
