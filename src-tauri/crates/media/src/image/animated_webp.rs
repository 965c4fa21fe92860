//! Writes animated WebP images (“WebP Container Specification”): each frame whole and without loss.

use std::io::{self, Seek, SeekFrom, Write};

use image::codecs::webp::WebPEncoder;
use image::{Delay, RgbaImage};

use crate::MediaError;
use crate::riff::{three_bytes, write_chunk};

/// The most pixels across and down of a frame.
const LONGEST_SIDE: u32 = 16_383;

/// Writes frames of one size with their times.
///
/// # Errors
/// An error of making a frame, or the file cannot be written.
pub(super) fn write_webp<E: From<MediaError>>(
    out: &mut (impl Write + Seek),
    frames: impl Iterator<Item = Result<(RgbaImage, Delay), E>>,
    repeats: bool,
    unwritable: &dyn Fn(String) -> MediaError,
) -> Result<(), E> {
    let failed = |error: io::Error| unwritable(error.to_string());
    let mut out = Some(out);
    let mut writer = None;
    for frame in frames {
        let (pixels, delay) = frame?;
        let size = pixels.dimensions();
        if size.0.max(size.1) > LONGEST_SIDE {
            return Err(unwritable("a WebP is at most 16,383 pixels long".to_owned()).into());
        }
        // The first frame tells how large all of them are.
        if let Some(out) = out.take() {
            writer = Some(AnimatedWebP::begun(out, size, repeats).map_err(failed)?);
        }
        let Some(writer) = &mut writer else { break };
        let (numerator, denominator) = delay.numer_denom_ms();
        writer
            .frame(&pixels, numerator / denominator.max(1))
            .map_err(failed)?;
    }
    writer
        .map_or(Ok(()), |writer| writer.finish().map_err(failed))
        .map_err(Into::into)
}

/// A file that is being written.
struct AnimatedWebP<W> {
    out: W,
}

impl<W: Write + Seek> AnimatedWebP<W> {
    /// Begins a file of frames of one size, which repeats for ever or is shown once.
    fn begun(mut out: W, (width, height): (u32, u32), repeats: bool) -> io::Result<Self> {
        // How long it is is known at the end.
        out.write_all(b"RIFF\0\0\0\0WEBP")?;
        // It moves, and may be clear.
        let mut form = vec![0b0001_0010, 0, 0, 0];
        form.extend(three_bytes(width - 1));
        form.extend(three_bytes(height - 1));
        write_chunk(&mut out, *b"VP8X", &form)?;
        // Nothing behind it, and how often: 0 is for ever.
        let rounds = u16::from(!repeats).to_le_bytes();
        write_chunk(&mut out, *b"ANIM", &[&[0; 4], &rounds[..]].concat())?;
        Ok(Self { out })
    }

    /// Writes a frame that takes the place of the one before it.
    fn frame(&mut self, pixels: &RgbaImage, milliseconds: u32) -> io::Result<()> {
        let mut whole = Vec::new();
        let (width, height) = pixels.dimensions();
        WebPEncoder::new_lossless(&mut whole)
            .encode(pixels, width, height, image::ExtendedColorType::Rgba8)
            .map_err(io::Error::other)?;
        // From its top left corner, over all of it; not mixed with what was there.
        let mut content = vec![0; 6];
        content.extend(three_bytes(width - 1));
        content.extend(three_bytes(height - 1));
        content.extend(three_bytes(milliseconds.min(0x00FF_FFFF)));
        content.push(0b10);
        // Its own chunks, without the head of a file.
        content.extend_from_slice(whole.get(12..).unwrap_or_default());
        write_chunk(&mut self.out, *b"ANMF", &content)
    }

    /// Writes how long the file is.
    fn finish(mut self) -> io::Result<()> {
        let length = self.out.stream_position()? - 8;
        let length = u32::try_from(length).map_err(io::Error::other)?;
        self.out.seek(SeekFrom::Start(4))?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.flush()
    }
}
