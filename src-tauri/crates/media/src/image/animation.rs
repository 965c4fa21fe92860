//! Moving pictures: GIF and WebP animations frame by frame, so that none but one is in memory.

use std::fs::File;
use std::io::{BufWriter, Cursor, Write};
use std::path::Path;

use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, Delay, DynamicImage, Frame, Frames, ImageDecoder, ImageFormat};

use super::converted;
use super::read::{explain, load, open};
use crate::MediaError;

/// How carefully a GIF's 256 colours are chosen, from 1 (slow) to 30.
const PALETTE_SPEED: i32 = 8;

/// A picture of several frames.
pub struct Animation {
    bytes: Vec<u8>,
    format: ImageFormat,
    name: String,
    /// The colour space of its frames.
    icc: Option<Vec<u8>>,
    /// How many frames it has: two or more.
    pub frames: usize,
}

impl Animation {
    /// Opens a file; none where it is a still picture. `name` is what a person knows it by.
    ///
    /// # Errors
    /// As [`super::read`].
    pub fn open(path: &Path, name: &str) -> Result<Option<Self>, MediaError> {
        let bytes = load(path, name)?;
        let format = image::guess_format(&bytes).ok();
        let Some(format @ (ImageFormat::Gif | ImageFormat::WebP)) = format else { return Ok(None) };
        // Looks at its size before a pixel is decoded.
        let icc = open(&bytes, name)?.0.icc_profile().ok().flatten();
        let mut animation = Self { bytes, format, name: name.to_owned(), icc, frames: 0 };
        if format == ImageFormat::WebP && !animation.webp()?.has_animation() {
            return Ok(None);
        }
        let mut frames = 0;
        for frame in animation.decoded()? {
            frame.map_err(|error| explain(error, name))?;
            frames += 1;
        }
        animation.frames = frames;
        Ok((animation.frames > 1).then_some(animation))
    }

    fn webp(&self) -> Result<WebPDecoder<Cursor<&[u8]>>, MediaError> {
        WebPDecoder::new(Cursor::new(self.bytes.as_slice())).map_err(|error| explain(error, &self.name))
    }

    fn decoded(&self) -> Result<Frames<'_>, MediaError> {
        Ok(match self.format {
            ImageFormat::Gif => {
                let decoder = GifDecoder::new(Cursor::new(self.bytes.as_slice()));
                decoder.map_err(|error| explain(error, &self.name))?.into_frames()
            }
            _ => self.webp()?.into_frames(),
        })
    }

    /// Changes every frame (the whole picture as it is seen then) and writes a GIF in sRGB that repeats for ever, with the
    /// same times; `change` is told the frame's number. `name` is what a person knows the new file by.
    ///
    /// # Errors
    /// A frame is broken, what `change` says, or the file cannot be written.
    pub fn write_changed<E: From<MediaError>>(
        &self,
        path: &Path,
        name: &str,
        mut change: impl FnMut(usize, DynamicImage) -> Result<DynamicImage, E>,
    ) -> Result<(), E> {
        let unwritable = |reason: String| MediaError::Unwritable { name: name.to_owned(), reason };
        let file = File::create(path).map_err(|error| unwritable(error.to_string()))?;
        let mut out = BufWriter::with_capacity(1 << 16, file);
        let mut encoder = GifEncoder::new_with_speed(&mut out, PALETTE_SPEED);
        encoder.set_repeat(Repeat::Infinite).map_err(|error| unwritable(error.to_string()))?;
        for (number, frame) in self.decoded()?.enumerate() {
            let frame = frame.map_err(|error| explain(error, &self.name))?;
            let delay: Delay = frame.delay();
            let changed = change(number, frame.into_buffer().into())?;
            if changed.width().max(changed.height()) > u32::from(u16::MAX) {
                return Err(unwritable("a GIF is at most 65,535 pixels wide and high".to_owned()).into());
            }
            let frame = Frame::from_parts(converted(changed, self.icc.as_deref(), None).into_rgba8(), 0, 0, delay);
            encoder.encode_frame(frame).map_err(|error| unwritable(error.to_string()))?;
        }
        drop(encoder);
        out.flush().map_err(|error| unwritable(error.to_string()).into())
    }
}
