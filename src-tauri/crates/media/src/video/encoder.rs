//! Chooses how frames are packed: as H.264 by the best encoder that really works here, else VP9 or
//! AV1, or as another container wants them.

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::{self, encoder, flag};
use ffmpeg_next::format::Pixel;
use ffmpeg_next::util::frame;
use ffmpeg_next::{Dictionary, Packet, Rational};

use super::candidates::{Candidate, candidates};
use super::frames::{ColorMatrix, FrameFormat};
use super::output_format::{Container, OutputFormat};
use crate::MediaError;

/// Players of Apple know HEVC by this name only.
const HEVC_TAG: u32 = u32::from_le_bytes(*b"hvc1");

/// An opened video encoder.
pub(super) struct VideoEncoder {
    pub(super) encoder: encoder::Video,
    /// libav's name for it, such as `libx264`.
    pub(super) name: &'static str,
    /// Pixel format in which it takes frames.
    pub(super) pixels: Pixel,
}

/// Opens the best encoder that works here for frames of that format, written so.
pub(super) fn video(
    format: &FrameFormat,
    output: &OutputFormat,
) -> Result<VideoEncoder, MediaError> {
    first_that_works(candidates(output), format, output)
}

fn first_that_works(
    candidates: &[Candidate],
    format: &FrameFormat,
    output: &OutputFormat,
) -> Result<VideoEncoder, MediaError> {
    candidates
        .iter()
        .filter(|candidate| !candidate.hardware || tried(candidate, format, output).is_ok())
        .find_map(|candidate| {
            let encoder = open(candidate, format, output).ok()?;
            Some(VideoEncoder {
                encoder,
                name: candidate.name,
                pixels: candidate.pixels,
            })
        })
        .ok_or_else(|| MediaError::NoEncoder {
            what: format!("film of {} x {} pixels", format.width, format.height),
            install:
                "ffmpeg's libraries with OpenH264 or x264 (on Debian and Ubuntu: libavcodec-extra)"
                    .to_owned(),
        })
}

fn open(
    candidate: &Candidate,
    format: &FrameFormat,
    output: &OutputFormat,
) -> Result<encoder::Video, ffmpeg::Error> {
    let (mut context, options) = prepared(candidate, format, output)?;
    let mut flags = flag::Flags::empty();
    // Of these a frame that is marked as a beginning would else be one that later ones look back over, which not every player
    // can begin at.
    if matches!(candidate.name, "libx264" | "libx265") {
        flags |= flag::Flags::CLOSED_GOP;
    }
    // An AVI has no place for what holds for all frames.
    if output.container != Container::Avi {
        flags |= flag::Flags::GLOBAL_HEADER;
    }
    context.set_flags(flags);
    if candidate.name == "libx265" && output.container != Container::Mkv {
        // SAFETY: the context is valid and not opened yet; the field is a plain number.
        #[allow(unsafe_code)]
        unsafe {
            (*context.as_mut_ptr()).codec_tag = HEVC_TAG;
        }
    }
    let codec = encoder::find_by_name(candidate.name).ok_or(ffmpeg::Error::EncoderNotFound)?;
    context.open_as_with(codec, options)
}

/// A candidate as it is before it is opened, and its settings.
pub(super) fn prepared(
    candidate: &Candidate,
    format: &FrameFormat,
    output: &OutputFormat,
) -> Result<(encoder::video::Video, Dictionary<'static>), ffmpeg::Error> {
    let codec = encoder::find_by_name(candidate.name).ok_or(ffmpeg::Error::EncoderNotFound)?;
    let mut context = codec::Context::new_with_codec(codec).encoder().video()?;
    let rate = Rational::new(format.rate.0, format.rate.1);
    context.set_width(format.width);
    context.set_height(format.height);
    context.set_format(candidate.pixels);
    context.set_time_base(Rational::new(format.time_base.0, format.time_base.1));
    context.set_frame_rate(Some(rate));
    context.set_aspect_ratio(Rational::new(1, 1));
    // A key frame every two seconds: quick to jump about in.
    context.set_gop((f64::from(rate) * 2.0).round().clamp(1.0, 600.0) as u32);
    let mut options = bits(candidate, format, output);
    options.set("threads", "auto");
    options.set("color_range", "tv");
    match format.color {
        ColorMatrix::Unknown => {}
        ColorMatrix::Bt601 => options.set("colorspace", "smpte170m"),
        ColorMatrix::Bt709 => {
            for name in ["colorspace", "color_primaries", "color_trc"] {
                options.set(name, "bt709");
            }
        }
    }
    Ok((context, options))
}

/// A candidate's own settings, with as many bits as the way of writing gives it.
fn bits(candidate: &Candidate, format: &FrameFormat, output: &OutputFormat) -> Dictionary<'static> {
    const QUALITY: [&str; 2] = ["crf", "cq"];
    let mut options = Dictionary::new();
    for (name, value) in candidate.options {
        match (QUALITY.contains(name), value.parse()) {
            (true, _) if output.bit_rate.is_some() => {}
            (true, Ok(usual)) => options.set(name, &output.quality.number(usual).to_string()),
            _ => options.set(name, value),
        }
    }
    let aimed = (candidate.bits_per_pixel > 0.0).then(|| {
        let rate = f64::from(format.rate.0) / f64::from(format.rate.1.max(1));
        let pixels = f64::from(format.width) * f64::from(format.height) * rate;
        let bits = pixels * candidate.bits_per_pixel * output.quality.share();
        let most = output.limit.map_or(80_000_000.0, f64::from);
        bits.clamp(most.min(200_000.0), most) as u32
    });
    if let Some(bits) = output.bit_rate.or(aimed) {
        options.set("b", &bits.to_string());
    } else if let (Some(limit), "libvpx-vp9" | "libaom-av1") = (output.limit, candidate.name) {
        options.set("b", &limit.to_string());
    }
    if let Some(limit) = output.limit {
        options.set("maxrate", &limit.to_string());
        options.set("bufsize", &limit.saturating_mul(2).to_string());
    }
    options
}

/// Encodes one grey frame: some hardware encoders open on computers without the hardware.
fn tried(
    candidate: &Candidate,
    format: &FrameFormat,
    output: &OutputFormat,
) -> Result<(), ffmpeg::Error> {
    let encoder = open(candidate, format, output)?;
    packed_grey(encoder, candidate, format).map(drop)
}

/// One grey frame as a new encoder packs it.
pub(super) fn packed_grey(
    mut encoder: encoder::Video,
    candidate: &Candidate,
    format: &FrameFormat,
) -> Result<Packet, ffmpeg::Error> {
    let mut image = frame::Video::new(candidate.pixels, format.width, format.height);
    for plane in 0..image.planes() {
        image.data_mut(plane).fill(128);
    }
    image.set_pts(Some(0));
    encoder.send_frame(&image)?;
    encoder.send_eof()?;
    let mut packet = Packet::empty();
    encoder.receive_packet(&mut packet)?;
    Ok(packet)
}

#[cfg(test)]
mod tests {
    use super::super::candidates::software;
    use super::*;

    const FORMAT: FrameFormat = FrameFormat {
        width: 64,
        height: 48,
        rate: (25, 1),
        time_base: (1, 25),
        color: ColorMatrix::Bt709,
    };

    #[test]
    fn what_does_not_open_is_passed_over() {
        super::super::library::start();
        let absent = software("no_such_encoder", &[]);
        let vp9 = software(
            "libvpx-vp9",
            &[("deadline", "realtime"), ("b", "0"), ("crf", "30")],
        );
        let chosen = first_that_works(&[absent, vp9], &FORMAT, &OutputFormat::default()).unwrap();
        assert_eq!(chosen.name, "libvpx-vp9");
    }

    #[test]
    fn without_any_encoder_the_sentence_names_the_package() {
        let message = first_that_works(&[], &FORMAT, &OutputFormat::default())
            .err()
            .unwrap()
            .to_string();
        assert!(
            message.contains("64 x 48") && message.contains("libavcodec-extra"),
            "{message}"
        );
    }

    #[test]
    fn bits_are_as_the_way_of_writing_gives_them() {
        super::super::library::start();
        let x264 = software("libx264", &[("preset", "veryfast"), ("crf", "20")]);
        let of = |output: OutputFormat, name: &str| {
            bits(&x264, &FORMAT, &output).get(name).map(str::to_owned)
        };
        let usual = OutputFormat::default();
        assert_eq!(of(usual, "crf").as_deref(), Some("20"));
        assert_eq!((of(usual, "b"), of(usual, "maxrate")), (None, None));
        let aimed = OutputFormat {
            bit_rate: Some(300_000),
            ..usual
        };
        assert_eq!(of(aimed, "crf"), None);
        assert_eq!(of(aimed, "b").as_deref(), Some("300000"));
        let held = OutputFormat {
            limit: Some(500_000),
            ..usual
        };
        assert_eq!(of(held, "maxrate").as_deref(), Some("500000"));
    }
}
