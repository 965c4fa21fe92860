//! Number of an animation's frames and for how long they are seen, read from its structure without
//! decoding a pixel; and whether that is within bounds.

use image::ImageFormat;

use crate::MediaError;
use crate::riff;

/// The most pixels of one frame: each is held several times while it is changed, and is decoded and
/// encoded in one piece.
const LARGEST_FRAME: u64 = 4096 * 4096;
/// The most pixels of all frames together: 80 seconds of a film of 1080 lines at 25 frames a second.
const MOST_PIXELS: u64 = 4_200_000_000;

/// Facts from an animation's structure.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Moving {
    /// Number of frames.
    pub(super) frames: usize,
    /// How long one round takes, in seconds.
    pub(super) seconds: f64,
    /// The most pixels of what a frame holds by itself.
    largest: u64,
}

impl Moving {
    /// Reads it; a file that is cut off is read up to there.
    pub(super) fn of(bytes: &[u8], format: ImageFormat) -> Self {
        let mut moving = Self::default();
        let _ = match format {
            ImageFormat::Gif => moving.gif(bytes),
            ImageFormat::Png => moving.png(bytes),
            ImageFormat::WebP => moving.webp(bytes),
            _ => None,
        };
        moving
    }

    fn add(&mut self, (width, height): (u64, u64), seconds: f64) {
        self.frames += 1;
        // One without a time, or with one too short to be meant, is shown as browsers show it.
        self.seconds += if seconds < 0.011 { 0.1 } else { seconds };
        self.largest = self.largest.max(width * height);
    }

    /// Refuses an animation of this canvas that is too large to be worked through.
    ///
    /// # Errors
    /// A frame, or all frames together, have too many pixels.
    pub(super) fn check(&self, (width, height): (u32, u32), name: &str) -> Result<(), MediaError> {
        let frame = u64::from(width) * u64::from(height);
        let frames = self.frames as u64;
        let reason = if frame.max(self.largest) > LARGEST_FRAME {
            format!(
                "{frames} frames of {width} x {height} pixels, and animations of up to 4096 x 4096 can be worked on; \
                 make it smaller first"
            )
        } else if frame.saturating_mul(frames) > MOST_PIXELS {
            format!(
                "{frames} frames of {width} x {height} pixels, and {} would be the most of that size; make it smaller \
                 or shorter first",
                MOST_PIXELS / frame.max(1)
            )
        } else {
            return Ok(());
        };
        Err(MediaError::TooLarge {
            name: name.to_owned(),
            reason,
        })
    }

    /// `GIF89a`, sections 18 to 27.
    fn gif(&mut self, bytes: &[u8]) -> Option<()> {
        let table = |packed: u8| {
            if packed & 0x80 == 0 {
                0
            } else {
                3 << ((packed & 7) + 1)
            }
        };
        let mut at = 13 + table(*bytes.get(10)?);
        let mut seconds = 0.0;
        loop {
            match *bytes.get(at)? {
                0x21 => {
                    if bytes.get(at + 1) == Some(&0xF9) {
                        let delay = bytes.get(at + 4..at + 6)?;
                        seconds = f64::from(u16::from_le_bytes([delay[0], delay[1]])) / 100.0;
                    }
                    at = after_blocks(bytes, at + 2)?;
                }
                0x2C => {
                    let place = bytes.get(at + 1..at + 10)?;
                    let side =
                        |at: usize| u64::from(u16::from_le_bytes([place[at], place[at + 1]]));
                    let size = (side(4), side(6));
                    // The colour table, and how wide the codes are.
                    at = after_blocks(bytes, at + 10 + table(place[8]) + 1)?;
                    self.add(size, seconds);
                    seconds = 0.0;
                }
                _ => return Some(()),
            }
        }
    }

    /// PNG (3rd edition), section 11.3.6.2.
    fn png(&mut self, bytes: &[u8]) -> Option<()> {
        let mut at = 8_usize;
        loop {
            let head = bytes.get(at..at + 8)?;
            let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
            if &head[4..] == b"fcTL" {
                let control = bytes.get(at + 8..at + 8 + 26)?;
                let long = |at: usize| {
                    let part = &control[at..at + 4];
                    u64::from(u32::from_be_bytes([part[0], part[1], part[2], part[3]]))
                };
                let short = |at: usize| u16::from_be_bytes([control[at], control[at + 1]]);
                let parts = if short(22) == 0 { 100 } else { short(22) };
                self.add((long(4), long(8)), f64::from(short(20)) / f64::from(parts));
            }
            at = at.checked_add(length)?.checked_add(12)?;
        }
    }

    /// “WebP Container Specification”, Animation.
    fn webp(&mut self, bytes: &[u8]) -> Option<()> {
        for chunk in riff::chunks(bytes.get(12..)?).filter(|chunk| chunk.kind == *b"ANMF") {
            let frame = chunk.content.get(..16)?;
            let three = |at: usize| {
                u64::from(u32::from_le_bytes([
                    frame[at],
                    frame[at + 1],
                    frame[at + 2],
                    0,
                ]))
            };
            self.add((three(6) + 1, three(9) + 1), three(12) as f64 / 1000.0);
        }
        Some(())
    }
}

/// Returns the offset at which the blocks of a GIF that begin at `at` end: each tells its length,
/// and an empty one ends them.
fn after_blocks(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let length = usize::from(*bytes.get(at)?);
        at += 1 + length;
        if length == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A GIF of that canvas with so many frames of one pixel, as others hide 64 million pixels in a
    /// few bytes.
    fn gif(side: u16, frames: usize) -> Vec<u8> {
        let mut bytes = b"GIF89a".to_vec();
        for number in [side, side] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
        for _ in 0..frames {
            bytes.extend([0x21, 0xF9, 4, 0, 8, 0, 0, 0]);
            bytes.extend([0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
        }
        bytes.push(0x3B);
        bytes
    }

    #[test]
    fn frames_and_times_are_told_without_decoding() {
        let moving = Moving::of(&gif(20, 3), ImageFormat::Gif);
        assert_eq!((moving.frames, moving.largest), (3, 1));
        assert!((moving.seconds - 0.24).abs() < 1e-9);
        let whole = gif(20, 3);
        for end in 0..whole.len() {
            assert!(Moving::of(&whole[..end], ImageFormat::Gif).frames <= 3);
        }
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            assert_eq!(Moving::of(&whole, format), Moving::default());
        }
    }

    #[test]
    fn too_many_pixels_are_refused_with_how_many_would_do() {
        let check = |side: u16, frames: usize| {
            let moving = Moving::of(&gif(side, frames), ImageFormat::Gif);
            moving.check((side.into(), side.into()), "a.gif")
        };
        assert_eq!(check(1000, 4000), Ok(()));
        let error = check(2000, 3000).unwrap_err().to_string();
        assert!(
            error.contains("3000 frames of 2000 x 2000") && error.contains("1050"),
            "{error}"
        );
        let error = check(8000, 300).unwrap_err().to_string();
        assert!(error.contains("4096"), "{error}");
    }
}
