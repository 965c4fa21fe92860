//! Words written on an image, with a soft edge of the opposite lightness so that they can be read
//! on any ground.

use image::{DynamicImage, GrayImage, Luma};
use imageproc::filter::gaussian_blur_f32;
use patchbay_values::adjustments::Caption;

use crate::VisionError;
use crate::{lettering, pixels};

/// The smallest letters that are still letters, in pixels.
const SMALLEST: f32 = 7.0;

/// Writes words on an image.
///
/// # Errors
/// A letter cannot be drawn, or the words do not fit.
pub fn write(image: &DynamicImage, caption: &Caption) -> Result<DynamicImage, VisionError> {
    if let Some(letter) = lettering::undrawable(&caption.words) {
        return Err(VisionError::Unusable(format!(
            "“{letter}” cannot be written here: there are letters for Latin, Greek and Cyrillic scripts only."
        )));
    }
    let shorter_side = image.width().min(image.height());
    let mut letters = caption
        .size
        .on(shorter_side)
        .clamp(SMALLEST, shorter_side.max(8) as f32);
    let block = loop {
        if let Some(block) = Block::set(caption, letters, image.width(), image.height()) {
            break block;
        }
        if letters <= SMALLEST {
            return Err(VisionError::Unusable(format!(
                "“{}” is too long to be written on a picture of {} x {} pixels. Shorten it, or enlarge the picture first.",
                caption.words,
                image.width(),
                image.height()
            )));
        }
        letters = (letters * 0.92).max(SMALLEST);
    };
    let color = caption.color.unwrap_or([255; 3]);
    let [r, g, b] = pixels::unit(color);
    let edge = if pixels::luminance([r, g, b]) > 0.45 {
        0.0
    } else {
        1.0
    };
    let grey = color.iter().all(|component| *component == color[0]);
    let ground = if grey {
        image.clone()
    } else {
        pixels::with_color(image.clone())
    };
    let cover = block.cover(caption);
    let soft = gaussian_blur_f32(&cover, (letters * 0.055).max(0.8));
    let halo = GrayImage::from_fn(soft.width(), soft.height(), |x, y| {
        Luma([(f32::from(soft.get_pixel(x, y)[0]) * 3.0).min(215.0) as u8])
    });
    let ground = pixels::blend(&ground, block.corner, &halo, |_, _| [edge, edge, edge, 1.0]);
    Ok(pixels::blend(&ground, block.corner, &cover, |_, _| {
        [r, g, b, 1.0]
    }))
}

/// Lines set with letters of some height, and the part of the image that they take with their edge.
struct Block {
    lines: Vec<String>,
    letters: f32,
    pad: f32,
    corner: (u32, u32),
    width: u32,
    height: u32,
}

impl Block {
    /// None where it does not fit.
    fn set(caption: &Caption, letters: f32, across: u32, down: u32) -> Option<Self> {
        let (across, down) = (across as f32, down as f32);
        let pad = letters * 0.2;
        let margin = (0.03 * across.min(down)).max(pad);
        let lines = wrapped(&caption.words, letters, across - 2.0 * margin)?;
        let widest = lines
            .iter()
            .map(|line| lettering::width(line, letters))
            .fold(0.0, f32::max);
        let width = (widest + 2.0 * pad).ceil();
        let height = (lines.len() as f32 * lettering::line_height(letters) + 2.0 * pad).ceil();
        let free = (
            across - width - 2.0 * (margin - pad),
            down - height - 2.0 * (margin - pad),
        );
        let corner =
            |free: f32, at: f32| (margin - pad + free.max(0.0) * at.clamp(0.0, 1.0)).floor() as u32;
        let corner = (corner(free.0, caption.across), corner(free.1, caption.down));
        let fits = corner.0 as f32 + width <= across && corner.1 as f32 + height <= down;
        fits.then_some(Self {
            lines,
            letters,
            pad,
            corner,
            width: width as u32,
            height: height as u32,
        })
    }

    /// Coverage of each pixel by the letters, 255 being all of it.
    fn cover(&self, caption: &Caption) -> GrayImage {
        let mut cover = GrayImage::new(self.width, self.height);
        let room = self.width as f32 - 2.0 * self.pad;
        for (index, line) in self.lines.iter().enumerate() {
            let left =
                self.pad + (room - lettering::width(line, self.letters)).max(0.0) * caption.across;
            let top = self.pad + index as f32 * lettering::line_height(self.letters);
            lettering::draw(line, self.letters, (left, top), |x, y, share| {
                if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
                    && let Some(pixel) = cover.get_pixel_mut_checked(x, y)
                {
                    pixel[0] = pixel[0].saturating_add((share * 255.0).round() as u8);
                }
            });
        }
        cover
    }
}

/// Words in lines no wider than `room`; none where one word alone is wider.
fn wrapped(words: &str, letters: f32, room: f32) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for part in words.lines() {
        let mut line = String::new();
        for word in part.split_whitespace() {
            let longer = if line.is_empty() {
                word.to_owned()
            } else {
                format!("{line} {word}")
            };
            if lettering::width(&longer, letters) <= room {
                line = longer;
            } else if line.is_empty() || lettering::width(word, letters) > room {
                return None;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
    }
    Some(lines)
}
