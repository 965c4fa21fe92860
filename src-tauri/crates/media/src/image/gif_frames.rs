//! Frames of a GIF: pixels in at most 256 colours. Both choosing the colours and finding each
//! pixel's take long for large frames, so that is done in parts.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Repeat};
use image::{Delay, RgbaImage};
use rayon::prelude::*;

use crate::MediaError;

/// How carefully the colours are chosen, from 1 (slow) to 30.
const SPEED: i32 = 8;
const COLORS: usize = 256;
/// The most pixels that colours are chosen from: more of them change no colour.
const SEEN: usize = 1 << 20;
/// Pixels that are worked through without a look at whether to stop.
const PART: usize = 1 << 18;

/// Writes an animation of frames with their times; it `repeats` for ever or is shown once.
///
/// # Errors
/// An error of making a frame, it is to stop, or the file cannot be written.
pub(super) fn write_gif<E: From<MediaError>>(
    out: &mut impl Write,
    frames: impl Iterator<Item = Result<(RgbaImage, Delay), E>>,
    repeats: bool,
    is_stopped: &dyn Fn() -> bool,
    unwritable: &dyn Fn(String) -> MediaError,
) -> Result<(), E> {
    let failed = |error: gif::EncodingError| unwritable(error.to_string());
    let mut out = Some(out);
    let mut encoder = None;
    for frame in frames {
        let (pixels, delay) = frame?;
        let (Ok(width), Ok(height)) = (
            u16::try_from(pixels.width()),
            u16::try_from(pixels.height()),
        ) else {
            return Err(
                unwritable("a GIF is at most 65,535 pixels wide and high".to_owned()).into(),
            );
        };
        // The first frame tells how large all of them are.
        if let Some(out) = out.take() {
            let mut begun = Encoder::new(out, width, height, &[]).map_err(failed)?;
            if repeats {
                begun.set_repeat(Repeat::Infinite).map_err(failed)?;
            }
            encoder = Some(begun);
        }
        let Some(encoder) = &mut encoder else { break };
        let (numerator, denominator) = delay.numer_denom_ms();
        let hundredths = numerator / denominator.max(1) / 10;
        let frame = gif::Frame {
            width,
            height,
            delay: u16::try_from(hundredths).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Background,
            ..indexed(pixels, is_stopped)?
        };
        encoder.write_frame(&frame).map_err(failed)?;
    }
    Ok(())
}

/// Pixels by their numbers in a table of colours; clear or not.
fn indexed(
    mut pixels: RgbaImage,
    is_stopped: &dyn Fn() -> bool,
) -> Result<gif::Frame<'static>, MediaError> {
    for pixel in pixels.pixels_mut() {
        pixel.0 = match pixel.0 {
            [.., 0] => [0; 4],
            [red, green, blue, _] => [red, green, blue, 255],
        };
    }
    let go_on = || {
        if is_stopped() {
            Err(MediaError::Cancelled)
        } else {
            Ok(())
        }
    };
    let pixels = pixels.into_raw();
    let mut colors: BTreeSet<[u8; 4]> = BTreeSet::new();
    for part in pixels.chunks(PART * 4) {
        go_on()?;
        // Neighbours are often alike, and a set is slow.
        let mut before = None;
        for color in part.as_chunks::<4>().0 {
            if before != Some(color) {
                colors.insert(*color);
                before = Some(color);
            }
            if colors.len() > COLORS {
                break;
            }
        }
        if colors.len() > COLORS {
            break;
        }
    }
    if colors.len() <= COLORS {
        let numbers: BTreeMap<[u8; 4], u8> = colors.iter().copied().zip(0..=255).collect();
        let palette = colors
            .iter()
            .flat_map(|color| color[..3].to_vec())
            .collect();
        let number = |color: &[u8; 4]| numbers.get(color).copied().unwrap_or_default();
        return numbered(&pixels, palette, number, &go_on);
    }
    go_on()?;
    let chosen = NeuQuant::new(SPEED, COLORS, &some_of(&pixels));
    go_on()?;
    let number = |color: &[u8; 4]| chosen.index_of(color) as u8;
    numbered(&pixels, chosen.color_map_rgb(), number, &go_on)
}

/// Pixels spread over all of them, at most [`SEEN`].
fn some_of(pixels: &[u8]) -> Vec<u8> {
    let count = pixels.len() / 4;
    // Odd, so that the columns of most images are not always the same.
    let every = (count.div_ceil(SEEN)) | 1;
    let seen = pixels.as_chunks::<4>().0.iter().step_by(every);
    seen.flatten().copied().collect()
}

fn numbered(
    pixels: &[u8],
    palette: Vec<u8>,
    number: impl Fn(&[u8; 4]) -> u8 + Sync,
    go_on: &dyn Fn() -> Result<(), MediaError>,
) -> Result<gif::Frame<'static>, MediaError> {
    let mut numbers = Vec::with_capacity(pixels.len() / 4);
    let mut is_clear = false;
    for part in pixels.chunks(PART * 4) {
        go_on()?;
        let colors: &[[u8; 4]] = part.as_chunks().0;
        is_clear = is_clear || colors.iter().any(|color| color[3] == 0);
        numbers.par_extend(colors.par_iter().map(&number));
    }
    Ok(gif::Frame {
        transparent: is_clear.then(|| number(&[0; 4])),
        buffer: numbers.into(),
        palette: Some(palette),
        ..gif::Frame::default()
    })
}
