//! A video of at most so many bytes, and not much less: it is encoded with as many bits a second as
//! these allow, and again with more or fewer where that missed.

use std::fs;

use patchbay_domain::MediaFile;
use patchbay_media::video::{Codec, Container, OutputFormat};
use patchbay_tool_api::watching::watched;
use patchbay_values::data::written_bytes;
use patchbay_values::times::clock;

use super::constraints::{Way, scaled};
use super::encoding::Encoded;
use crate::{Context, ToolError};

/// Share of the bytes that is aimed at.
pub(super) const AIM: f64 = 0.96;
/// A file with less than that share of the bytes could have looked better.
const ENOUGH: f64 = 0.9;
/// Maximum number of times that it is encoded.
const ATTEMPTS: usize = 5;
/// Bits for each pixel of a second's frames below which a smaller frame looks better.
const BITS_PER_PIXEL: f64 = 0.045;
/// Maximum scale of the sides where fewer pixels are to reach it.
const SMALLER: f64 = 0.75;
/// The longer side that a video keeps at least.
const SMALLEST: f64 = 256.0;
/// The fewest bits a second with which frames of that size can still be told apart.
const FEWEST_BITS: f64 = 20_000.0;

/// Bits a second of an audio track, where a file has so many altogether.
pub(super) fn audio_bit_rate(bits: f64) -> u32 {
    match bits {
        2e6.. => 160_000,
        1e6.. => 128_000,
        5e5.. => 96_000,
        2.5e5.. => 64_000,
        1.2e5.. => 40_000,
        _ => 24_000,
    }
}

/// The frames' size and bits a second for a number of bytes.
struct Budget {
    size: (u32, u32),
    bits: f64,
    audio: u32,
    /// The bytes that the audio takes.
    audio_bytes: f64,
}

impl Budget {
    fn new(encoded: &Encoded, bytes: u64) -> Self {
        let (facts, seconds) = (encoded.facts, seconds(encoded));
        let all = bytes as f64 * 8.0 * AIM / seconds;
        let (audio, tracks) = (audio_bit_rate(all), facts.audio_tracks.len() as f64);
        let bits = all - f64::from(audio) * tracks;
        Self {
            size: fitting(encoded, bits),
            bits,
            audio,
            audio_bytes: f64::from(audio) * tracks * seconds / 8.0,
        }
    }
}

fn seconds(encoded: &Encoded) -> f64 {
    let audio = encoded
        .facts
        .audio
        .as_ref()
        .map_or(0.0, |audio| audio.seconds);
    encoded.facts.seconds.max(audio).max(0.1)
}

/// The size at which frames look best with so many bits a second: their own, or a smaller one where
/// nobody asked for one.
fn fitting(encoded: &Encoded, bits: f64) -> (u32, u32) {
    let (width, height) = encoded.size();
    let (wide, high) = (f64::from(width), f64::from(height));
    let per_pixel = bits.max(1.0) / (wide * high * encoded.rate().max(1.0));
    let longer = wide.max(high);
    let factor = (per_pixel * worth(encoded) / BITS_PER_PIXEL)
        .sqrt()
        .max(SMALLEST / longer);
    match encoded.wanted.way {
        _ if encoded.wanted.is_size_fixed => (width, height),
        Some(Way::FewerBits) => (width, height),
        Some(Way::SmallerPicture) => scaled((wide, high), factor.min(SMALLER)),
        Some(Way::NewerCodec) | None if factor >= 0.95 => (width, height),
        Some(Way::NewerCodec) | None => scaled((wide, high), factor),
    }
}

/// Factor by which its codec makes more of a bit than H.264 does.
fn worth(encoded: &Encoded) -> f64 {
    match (encoded.wanted.codec, encoded.wanted.container) {
        (Codec::Hevc | Codec::Vp9 | Codec::Av1, _) | (_, Container::WebM) => 1.5,
        _ => 1.0,
    }
}

/// Sentence about how a video of at most `bytes` will look.
pub(super) fn expected(encoded: &Encoded, bytes: u64) -> String {
    let Budget { size, bits, .. } = Budget::new(encoded, bytes);
    let (width, height) = size;
    let pixels = f64::from(width) * f64::from(height) * encoded.rate().max(1.0);
    let looks = match bits.max(0.0) * worth(encoded) / pixels {
        0.1.. => "hardly a difference will be seen",
        0.06.. => "fine detail softens where much moves",
        0.03.. => "it will look soft, with blocks where much moves",
        _ => "blocks will be seen",
    };
    let codec = match encoded.wanted.way {
        Some(Way::NewerCodec) => " as HEVC, which some browsers and older computers do not play",
        _ => "",
    };
    let rate = (bits.max(0.0) / 1000.0).round();
    format!("About {rate} kbit/s for {width} × {height} pixels{codec}: {looks}.")
}

/// Whether a video of so many bytes has to be smaller than it is, or take fewer bits than it would
/// by itself.
pub(super) fn is_tight(encoded: &Encoded, bytes: u64) -> bool {
    Budget::new(encoded, bytes).size != encoded.size()
}

/// Writes a video of at most `bytes`.
///
/// # Errors
/// It cannot become so small: a sentence that says how small it can be.
pub(super) fn write(
    encoded: &Encoded,
    bytes: u64,
    output: &MediaFile,
    context: &Context,
) -> Result<(), ToolError> {
    let budget = Budget::new(encoded, bytes);
    if budget.bits < FEWEST_BITS {
        return Err(too_small(encoded, bytes, least(encoded)));
    }
    let attempt = MediaFile {
        path: output
            .path
            .with_extension(format!("attempt.{}", encoded.wanted.container.extension())),
        name: output.name.clone(),
    };
    let (mut bits, mut best, mut smallest) = (budget.bits, 0, u64::MAX);
    let mut before: Option<u64> = None;
    for number in 0..ATTEMPTS {
        let format = OutputFormat {
            bit_rate: Some(bits as u32),
            limit: Some((bits * 1.5) as u32),
            audio_bit_rate: budget.audio,
            ..encoded.wanted.output(encoded.facts)
        };
        let part = |attempts: usize| 1.0 - 0.5_f64.powi(attempts as i32);
        watched(context, (part(number), part(number + 1)), |watch| {
            encoded.write(&attempt, &format, budget.size, watch)
        })?;
        let size = length(&attempt);
        smallest = smallest.min(size);
        if size <= bytes && size > best {
            let kept = fs::rename(&attempt.path, &output.path);
            kept.map_err(|error| ToolError::Failed(error.to_string()))?;
            best = size;
        } else {
            // It is of no use; what is left of it goes with the step's folder.
            let _ = fs::remove_file(&attempt.path);
        }
        let is_full = before.is_some_and(|before| size.abs_diff(before) < before / 50);
        let is_near = size as f64 >= ENOUGH * bytes as f64;
        if size <= bytes && (is_near || is_full) {
            break;
        }
        before = Some(size);
        let frames = (size as f64 - budget.audio_bytes).max(size as f64 * 0.1);
        let wanted = (bytes as f64 * AIM - budget.audio_bytes).max(1.0);
        bits = (bits * (wanted / frames).clamp(0.1, 4.0)).clamp(1000.0, 200e6);
    }
    if best == 0 {
        return Err(too_small(encoded, bytes, smallest));
    }
    if budget.size != encoded.size() {
        let (width, height) = budget.size;
        context.progress.say(format!(
            "It is {width} × {height} pixels now, so that it looks good in so few bytes."
        ));
    }
    Ok(())
}

/// About the fewest bytes that a video can have.
fn least(encoded: &Encoded) -> u64 {
    let tracks = encoded.facts.audio_tracks.len() as f64;
    let bits = FEWEST_BITS + f64::from(audio_bit_rate(0.0)) * tracks;
    (bits * seconds(encoded) / 8.0 / AIM) as u64
}

/// Says which of all that is asked for cannot be met.
fn too_small(encoded: &Encoded, bytes: u64, least: u64) -> ToolError {
    // To two digits, and no less than it can be.
    let digits = 10_f64.powf((least.max(1) as f64).log10().floor() - 1.0);
    let least = (least as f64 / digits).ceil() * digits;
    let name = &encoded.video.name;
    ToolError::Refused(format!(
        "“{name}” cannot become as small as {}: {}it takes at least about {}. Ask for that, or cut it \
         shorter first.",
        written_bytes(bytes),
        beside(encoded),
        written_bytes(least as u64),
    ))
}

/// Words for what else is asked of it that takes bytes: its size and its length.
fn beside(encoded: &Encoded) -> String {
    let Some((width, height)) = encoded.wanted.size else {
        return String::new();
    };
    format!(
        "at {width} × {height} pixels and {} ",
        clock(encoded.facts.seconds)
    )
}

/// Number of bytes of a file.
pub(super) fn length(file: &MediaFile) -> u64 {
    fs::metadata(&file.path).map_or(0, |facts| facts.len())
}
