//! Animated images: GIF, PNG and WebP animations frame by frame, so that none but one is in memory.

use std::fs::File;
use std::io::{BufWriter, Cursor, Write};
use std::path::Path;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{
    AnimationDecoder, Delay, DynamicImage, Frames, ImageDecoder, ImageFormat, ImageResult,
    RgbaImage,
};

use super::animated_webp::write_webp;
use super::converted;
use super::gif_frames::write_gif;
use super::moving::Moving;
use super::read::{explain, limits, load, open};
use crate::MediaError;

/// Frames of more pixels than this are packed the fast way: packing one cannot be stopped.
const LARGE: u32 = 4_000_000;

/// An image of several frames.
pub struct Animation {
    bytes: Vec<u8>,
    format: ImageFormat,
    name: String,
    /// The colour space of its frames.
    icc: Option<Vec<u8>>,
    /// Number of frames: two or more.
    pub frame_count: usize,
    /// How long one round of it takes, in seconds.
    pub seconds: f64,
}

impl Animation {
    /// Opens a file, without decoding its frames; none where it is a still image. `name` is what a
    /// person knows it by.
    ///
    /// # Errors
    /// As [`super::read`], or its frames have far too many pixels.
    pub fn open(path: &Path, name: &str) -> Result<Option<Self>, MediaError> {
        let bytes = load(path, name)?;
        let format = image::guess_format(&bytes).ok();
        let Some(format @ (ImageFormat::Gif | ImageFormat::Png | ImageFormat::WebP)) = format
        else {
            return Ok(None);
        };
        // Looks at its size before a pixel is decoded.
        let mut decoder = open(&bytes, name)?.0;
        let size = decoder.dimensions();
        let icc = decoder.icc_profile().ok().flatten();
        drop(decoder);
        let moving = Moving::of(&bytes, format);
        if moving.frames < 2 {
            return Ok(None);
        }
        moving.check(size, name)?;
        Ok(Some(Self {
            bytes,
            format,
            name: name.to_owned(),
            icc,
            frame_count: moving.frames,
            seconds: moving.seconds,
        }))
    }

    fn webp(&self) -> Result<WebPDecoder<Cursor<&[u8]>>, MediaError> {
        let decoder = WebPDecoder::new(Cursor::new(self.bytes.as_slice()));
        self.limited(decoder)
    }

    fn png(&self) -> Result<PngDecoder<Cursor<&[u8]>>, MediaError> {
        PngDecoder::with_limits(Cursor::new(self.bytes.as_slice()), limits())
            .map_err(|error| explain(error, &self.name))
    }

    /// A decoder that takes no more memory than pictures may.
    fn limited<D: ImageDecoder>(&self, decoder: ImageResult<D>) -> Result<D, MediaError> {
        let limited = decoder.and_then(|mut decoder| {
            decoder.set_limits(limits())?;
            Ok(decoder)
        });
        limited.map_err(|error| explain(error, &self.name))
    }

    /// The ending of the files that [`Self::write_changed`] writes: animated PNGs stay so, others
    /// become GIFs.
    pub fn extension(&self) -> &'static str {
        if self.format == ImageFormat::Png {
            "png"
        } else {
            "gif"
        }
    }

    fn decoded(&self) -> Result<Frames<'_>, MediaError> {
        Ok(match self.format {
            ImageFormat::Gif => {
                let decoder = GifDecoder::new(Cursor::new(self.bytes.as_slice()));
                self.limited(decoder)?.into_frames()
            }
            ImageFormat::Png => self
                .png()?
                .apng()
                .map_err(|error| explain(error, &self.name))?
                .into_frames(),
            _ => self.webp()?.into_frames(),
        })
    }

    /// Every frame in sRGB, the whole image as it is seen then, and for how many seconds.
    ///
    /// # Errors
    /// A frame is broken.
    pub fn frames(
        &self,
    ) -> Result<impl Iterator<Item = Result<(DynamicImage, f64), MediaError>> + '_, MediaError>
    {
        Ok(self.decoded()?.map(|frame| {
            let frame = frame.map_err(|error| explain(error, &self.name))?;
            let seconds = seconds_of(frame.delay());
            Ok((
                converted(frame.into_buffer().into(), self.icc.as_deref(), None),
                seconds,
            ))
        }))
    }

    /// Changes every frame (the whole image as it is seen then) and writes them in sRGB, repeating
    /// for ever, with the same times, as [`Self::extension`] says; `change` is told the frame's
    /// number. `name` is what a person knows the new file by; `is_stopped` is asked before each
    /// frame, and while it is packed.
    ///
    /// # Errors
    /// A frame is broken, what `change` says, it is to stop, or the file cannot be written; then
    /// there is none.
    pub fn write_changed<E: From<MediaError>>(
        &self,
        (path, name): (&Path, &str),
        is_stopped: &dyn Fn() -> bool,
        mut change: impl FnMut(usize, DynamicImage) -> Result<DynamicImage, E>,
    ) -> Result<(), E> {
        let frames =
            self.decoded()?
                .enumerate()
                .map(|(number, frame)| -> Result<(RgbaImage, Delay), E> {
                    let frame = frame.map_err(|error| explain(error, &self.name))?;
                    let delay: Delay = frame.delay();
                    let changed = change(number, frame.into_buffer().into())?;
                    Ok((
                        converted(changed, self.icc.as_deref(), None).into_rgba8(),
                        delay,
                    ))
                });
        let form = match self.format {
            ImageFormat::Png => AnimationForm::Apng,
            _ => AnimationForm::Gif,
        };
        write(
            (path, name),
            (form, true, self.frame_count),
            frames,
            is_stopped,
        )
    }
}

/// How long a frame is shown; one without a time, or with one too short to be meant, as long as
/// browsers show it.
fn seconds_of(delay: Delay) -> f64 {
    let (numerator, denominator) = delay.numer_denom_ms();
    let seconds = f64::from(numerator) / f64::from(denominator.max(1)) / 1000.0;
    if seconds < 0.011 { 0.1 } else { seconds }
}

/// How an animation is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnimationForm {
    /// GIF: 256 colours, clear or not.
    Gif,
    /// Animated PNG: nothing is lost.
    Apng,
    /// Animated WebP: nothing is lost.
    WebP,
}

impl AnimationForm {
    /// The form of files with that ending; none where it is no animation.
    pub fn of_extension(extension: &str) -> Option<Self> {
        [Self::Gif, Self::Apng, Self::WebP]
            .into_iter()
            .find(|form| form.extension() == extension)
    }

    /// The ending of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::WebP => "webp",
        }
    }
}

/// One frame of an animation that is written.
pub struct AnimationFrame {
    /// The whole image, in sRGB.
    pub pixels: RgbaImage,
    /// For how long it is shown.
    pub seconds: f64,
}

/// Writes an animation of frames of one size; it `repeats` for ever or is shown once. `name` is
/// what a person knows the new file by; `is_stopped` is asked before each frame, and while it is
/// packed.
///
/// # Errors
/// An error of making a frame, it is to stop, or the file cannot be written; then there is none.
pub fn write_animation<E: From<MediaError>>(
    (path, name): (&Path, &str),
    (form, repeats): (AnimationForm, bool),
    frames: impl ExactSizeIterator<Item = Result<AnimationFrame, E>>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), E> {
    let count = frames.len();
    let frames = frames.map(|frame| {
        let AnimationFrame { pixels, seconds } = frame?;
        let milliseconds = match form {
            // GIFs count in hundredths of a second.
            AnimationForm::Gif => (seconds * 100.0).round().clamp(2.0, 65_535.0) * 10.0,
            _ => (seconds * 1000.0).round().clamp(20.0, 65_535.0),
        };
        Ok((pixels, Delay::from_numer_denom_ms(milliseconds as u32, 1)))
    });
    write((path, name), (form, repeats, count), frames, is_stopped)
}

fn write<E: From<MediaError>>(
    (path, name): (&Path, &str),
    (form, repeats, count): (AnimationForm, bool, usize),
    mut frames: impl Iterator<Item = Result<(RgbaImage, Delay), E>>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), E> {
    let unwritable = |reason: String| MediaError::Unwritable {
        name: name.to_owned(),
        reason,
    };
    let file = File::create(path).map_err(|error| unwritable(error.to_string()))?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    let frames = std::iter::from_fn(|| {
        if is_stopped() {
            return Some(Err(MediaError::Cancelled.into()));
        }
        frames.next()
    });
    let written = match form {
        AnimationForm::Gif => write_gif(&mut out, frames, repeats, is_stopped, &unwritable),
        AnimationForm::Apng => write_png(&mut out, frames, (count, repeats), &unwritable),
        AnimationForm::WebP => write_webp(&mut out, frames, repeats, &unwritable),
    };
    let written = written.and_then(|()| {
        out.flush()
            .map_err(|error| unwritable(error.to_string()).into())
    });
    if written.is_err() {
        // What was asked for failed already.
        let _ = std::fs::remove_file(path);
    }
    written
}

fn write_png<E: From<MediaError>>(
    out: &mut impl Write,
    frames: impl Iterator<Item = Result<(RgbaImage, Delay), E>>,
    (count, repeats): (usize, bool),
    unwritable: &dyn Fn(String) -> MediaError,
) -> Result<(), E> {
    let failed = |error: png::EncodingError| unwritable(error.to_string());
    let mut out = Some(out);
    let mut writer = None;
    for frame in frames {
        let (pixels, delay) = frame?;
        // The first frame tells how large all of them are.
        if let Some(out) = out.take() {
            let mut encoder = png::Encoder::new(out, pixels.width(), pixels.height());
            encoder.set_color(png::ColorType::Rgba);
            encoder.set_depth(png::BitDepth::Eight);
            encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
            if pixels.width() * pixels.height() > LARGE {
                encoder.set_compression(png::Compression::Fast);
            }
            encoder
                .set_animated(
                    u32::try_from(count).unwrap_or(u32::MAX),
                    u32::from(!repeats),
                )
                .map_err(failed)?;
            writer = Some(encoder.write_header().map_err(failed)?);
        }
        let Some(writer) = &mut writer else { break };
        let (numerator, denominator) = delay.numer_denom_ms();
        let milliseconds = (f64::from(numerator) / f64::from(denominator.max(1)))
            .round()
            .min(f64::from(u16::MAX));
        writer
            .set_frame_delay(milliseconds as u16, 1000)
            .map_err(failed)?;
        writer.write_image_data(&pixels).map_err(failed)?;
    }
    writer
        .map_or(Ok(()), |writer| writer.finish().map_err(failed))
        .map_err(Into::into)
}
