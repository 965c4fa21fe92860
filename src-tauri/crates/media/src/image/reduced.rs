//! TIFF files of more pixels than can be worked on, read smaller: strip by strip or tile by tile, so that none but one is
//! in memory beside the result.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use image::metadata::Orientation;
use image::{DynamicImage, ImageBuffer, Rgba};
use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult};
use tiff::tags::Tag;

use super::bounds::{MAX_PIXELS, too_many};
use super::{DecodedImage, Metadata, SourceFormat};
use crate::{MediaError, regular};
use patchbay_scaling::resize;

/// The most pixels that such a file is read as.
const MOST: u64 = 20_000_000;
/// The most pixels of a file.
const MOST_READ: u64 = 4_000_000_000;
/// The longest side of squares whose pixels are summed: sums have 32 bits.
const MOST_SUMMED: u32 = 256;

/// Hears how far it is, from 0 to 1, and may stop it.
pub(super) type Report<'a> = &'a dyn Fn(f64) -> Result<(), MediaError>;

/// A TIFF file of more than [`MAX_PIXELS`] pixels.
pub(super) struct Large {
    decoder: Decoder<BufReader<File>>,
    /// Pixels across and down, as they are stored.
    size: (u32, u32),
    orientation: Orientation,
}

impl Large {
    /// Opens a file; none where it is no such one.
    pub(super) fn open(path: &Path, name: &str) -> Option<Self> {
        let (file, _) = regular::open(path, name).ok()?;
        let mut decoder = Decoder::new(BufReader::new(file)).ok()?;
        let size = decoder.dimensions().ok()?;
        let orientation = decoder
            .find_tag_unsigned::<u8>(Tag::Orientation)
            .ok()
            .flatten();
        let orientation = orientation
            .and_then(Orientation::from_exif)
            .unwrap_or(Orientation::NoTransforms);
        let count = u64::from(size.0) * u64::from(size.1);
        (count > MAX_PIXELS && count <= MOST_READ).then_some(Self {
            decoder,
            size,
            orientation,
        })
    }

    fn is_turned(&self) -> bool {
        self.orientation.to_exif() >= 5
    }

    /// How large it is seen, in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        let (width, height) = self.size;
        if self.is_turned() {
            (height, width)
        } else {
            (width, height)
        }
    }

    /// Reads it in so many pixels.
    ///
    /// # Errors
    /// These are too many, the file is broken or of a kind that is not read so, or what `report` says.
    pub(super) fn read(
        mut self,
        wanted: (u32, u32),
        name: &str,
        report: Report,
    ) -> Result<DecodedImage, MediaError> {
        let seen = self.size();
        if u64::from(wanted.0) * u64::from(wanted.1) > MOST {
            return Err(too_many(seen.0, seen.1, name));
        }
        let stored = if self.is_turned() {
            (wanted.1, wanted.0)
        } else {
            wanted
        };
        // As many as are wanted or more, and no more than there is room for.
        let by_room = (u64::from(self.size.0) * u64::from(self.size.1))
            .div_ceil(MOST)
            .isqrt() as u32
            + 1;
        let by_wish = (self.size.0 / stored.0.max(1)).min(self.size.1 / stored.1.max(1));
        let sums = self.summed(by_wish.max(by_room).clamp(1, MOST_SUMMED), name, report)?;
        let mut pixels = resize(&sums.pixels(), stored.0, stored.1);
        pixels.apply_orientation(self.orientation);
        let icc = self.decoder.get_tag_u8_vec(Tag::IccProfile).ok();
        Ok(DecodedImage {
            pixels,
            metadata: Metadata::carried(None, icc, SourceFormat::Other),
        })
    }

    /// Sums of the squares of `factor` x `factor` pixels.
    fn summed(&mut self, factor: u32, name: &str, report: Report) -> Result<Sums, MediaError> {
        let malformed = |reason: String| MediaError::Malformed {
            name: name.to_owned(),
            wanted: "picture",
            reason,
        };
        let kind = self
            .decoder
            .colortype()
            .map_err(|error| malformed(error.to_string()))?;
        let channels = match kind {
            ColorType::Gray(8 | 16) => 1,
            ColorType::GrayA(8 | 16) => 2,
            ColorType::RGB(8 | 16) => 3,
            ColorType::RGBA(8 | 16) => 4,
            _ => return Err(too_many(self.size.0, self.size.1, name)),
        };
        let planes = self
            .decoder
            .find_tag_unsigned::<u16>(Tag::PlanarConfiguration)
            .ok()
            .flatten();
        if planes.is_some_and(|planes| planes != 1) {
            return Err(too_many(self.size.0, self.size.1, name));
        }
        let is_deep = matches!(
            kind,
            ColorType::Gray(16) | ColorType::GrayA(16) | ColorType::RGB(16) | ColorType::RGBA(16)
        );
        let mut sums = Sums::new(self.size, factor, (channels, is_deep));
        let (wide, high) = self.decoder.chunk_dimensions();
        let across = self.size.0.div_ceil(wide.max(1)).max(1);
        let count = across * self.size.1.div_ceil(high.max(1));
        for chunk in 0..count {
            report(f64::from(chunk) / f64::from(count))?;
            let read = self
                .decoder
                .read_chunk(chunk)
                .map_err(|error| malformed(error.to_string()))?;
            let corner = (chunk % across * wide, chunk / across * high);
            let (width, _) = self.decoder.chunk_data_dimensions(chunk);
            match read {
                DecodingResult::U8(samples) => {
                    sums.add(&samples, width, corner, |sample| u32::from(sample) * 257);
                }
                DecodingResult::U16(samples) => sums.add(&samples, width, corner, u32::from),
                _ => return Err(too_many(self.size.0, self.size.1, name)),
            }
        }
        Ok(sums)
    }
}

/// Sums of the pixels of squares.
struct Sums {
    size: (u32, u32),
    whole: (u32, u32),
    factor: u32,
    channels: usize,
    is_deep: bool,
    /// Of 16 bits each; row by row.
    values: Vec<u32>,
}

impl Sums {
    fn new(whole: (u32, u32), factor: u32, (channels, is_deep): (usize, bool)) -> Self {
        let size = (whole.0.div_ceil(factor), whole.1.div_ceil(factor));
        Self {
            size,
            whole,
            factor,
            channels,
            is_deep,
            values: vec![0; size.0 as usize * size.1 as usize * channels],
        }
    }

    /// Adds a strip or tile, `width` pixels across, whose first pixel lies at a corner.
    fn add<T: Copy>(
        &mut self,
        samples: &[T],
        width: u32,
        (left, top): (u32, u32),
        value: impl Fn(T) -> u32,
    ) {
        let row_length = width as usize * self.channels;
        if row_length == 0 {
            return;
        }
        for (y, row) in samples.chunks_exact(row_length).enumerate() {
            let down = (top + y as u32) / self.factor;
            if down >= self.size.1 {
                return;
            }
            let start = down as usize * self.size.0 as usize * self.channels;
            for (x, pixel) in row.chunks_exact(self.channels).enumerate() {
                let across = (left + x as u32) / self.factor;
                let at = start + across as usize * self.channels;
                let Some(sums) = self.values.get_mut(at..at + self.channels) else {
                    continue;
                };
                for (sum, sample) in sums.iter_mut().zip(pixel) {
                    *sum = sum.saturating_add(value(*sample));
                }
            }
        }
    }

    /// The means, in the depth of the file.
    fn pixels(&self) -> DynamicImage {
        let (is_grey, has_alpha) = (self.channels < 3, self.channels.is_multiple_of(2));
        let made = ImageBuffer::from_fn(self.size.0, self.size.1, |x, y| {
            let side = |at: u32, whole: u32| self.factor.min(whole - at * self.factor);
            let count = side(x, self.whole.0) * side(y, self.whole.1);
            let at = (y as usize * self.size.0 as usize + x as usize) * self.channels;
            let mean = |channel: usize| (self.values[at + channel] / count.max(1)) as u16;
            let color = if is_grey {
                [mean(0); 3]
            } else {
                [mean(0), mean(1), mean(2)]
            };
            let alpha = if has_alpha {
                mean(self.channels - 1)
            } else {
                u16::MAX
            };
            Rgba([color[0], color[1], color[2], alpha])
        });
        let made = DynamicImage::ImageRgba16(made);
        match (self.is_deep, is_grey, has_alpha) {
            (true, true, true) => made.into_luma_alpha16().into(),
            (true, true, false) => made.into_luma16().into(),
            (true, false, true) => made,
            (true, false, false) => made.into_rgb16().into(),
            (false, true, true) => made.into_luma_alpha8().into(),
            (false, true, false) => made.into_luma8().into(),
            (false, false, true) => made.into_rgba8().into(),
            (false, false, false) => made.into_rgb8().into(),
        }
    }
}
