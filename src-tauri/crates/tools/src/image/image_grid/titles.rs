//! Titles below the images of a collage.

use image::{DynamicImage, Rgba, RgbaImage};
use patchbay_vision::lettering::{self, undrawable};

use crate::shared::arranging::Arranged;
use crate::{Inputs, ToolError};

/// Height of letters, of the shorter side of the smallest image.
const LETTERS: f32 = 0.09;
/// Letters are never lower, in pixels.
const SMALLEST: f32 = 12.0;
/// The room for a line, in heights of letters.
const LINE: f32 = 1.8;

/// The titles that are set, one for each image: words apart by `;`, numbers where they are asked for; none where nothing
/// is.
pub(super) fn of(inputs: &Inputs, count: usize) -> Result<Vec<String>, ToolError> {
    let Some(value) = inputs.value("titles") else {
        return Ok(Vec::new());
    };
    let titles: Vec<String> = if value == "numbers" {
        (1..=count).map(|number| number.to_string()).collect()
    } else {
        value
            .split(';')
            .map(|title| title.trim().to_owned())
            .collect()
    };
    if titles.len() != count {
        return Err(ToolError::Refused(format!(
            "There are {} titles for {count} pictures. Write one for each, apart by “;”.",
            titles.len()
        )));
    }
    match titles.iter().find_map(|title| undrawable(title)) {
        Some(letter) => Err(ToolError::Input(format!(
            "“{letter}” cannot be written on a picture here."
        ))),
        None => Ok(titles),
    }
}

/// A title, and where it goes.
pub(super) struct Plate {
    words: String,
    pub(super) corner: (u32, u32),
    size: (u32, u32),
    letters: f32,
}

/// Makes room below each row of images, and tells where each title goes.
pub(super) fn room(titles: &[String], whole: &mut Arranged) -> Vec<Plate> {
    let sides = whole.cells.iter().map(|cell| cell.width.min(cell.height));
    let letters = (sides.min().unwrap_or(1) as f32 * LETTERS).max(SMALLEST);
    let line = (letters * LINE).ceil() as u32;
    if titles.is_empty() {
        return Vec::new();
    }
    // How far down the rows reach: what begins lower is of the next one.
    let mut rows: Vec<(u32, u32)> = Vec::new();
    for cell in &whole.cells {
        let (top, bottom) = (cell.top, cell.top + cell.height);
        match rows
            .iter_mut()
            .find(|(from, to)| top < *to && bottom > *from)
        {
            Some((from, to)) => (*from, *to) = ((*from).min(top), (*to).max(bottom)),
            None => rows.push((top, bottom)),
        }
    }
    rows.sort_unstable();
    let mut plates = Vec::with_capacity(titles.len());
    for (cell, words) in whole.cells.iter_mut().zip(titles) {
        let row = rows
            .iter()
            .position(|(from, to)| cell.top >= *from && cell.top < *to)
            .unwrap_or(0) as u32;
        cell.top += row * line;
        let below = rows
            .get(row as usize)
            .map_or(cell.top + cell.height, |(_, to)| to + row * line);
        plates.push(Plate {
            words: words.clone(),
            corner: (cell.left, below),
            size: (cell.width, line),
            letters,
        });
    }
    whole.size.1 += rows.len() as u32 * line;
    plates
}

impl Plate {
    /// The words in the middle of their room: black, or white on a dark ground; clear around them.
    pub(super) fn drawn(&self, is_light: bool) -> DynamicImage {
        let (wide, high) = self.size;
        let ink = if is_light { 255 } else { 20 };
        let mut plate = RgbaImage::from_pixel(wide, high, Rgba([ink, ink, ink, 0]));
        let width = lettering::width(&self.words, self.letters);
        let letters = self.letters * (wide as f32 * 0.96 / width.max(1.0)).min(1.0);
        let left = (wide as f32 - lettering::width(&self.words, letters)) / 2.0;
        let top = (high as f32 - lettering::line_height(letters)) / 2.0;
        lettering::draw(&self.words, letters, (left, top), |x, y, cover| {
            if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
                && let Some(pixel) = plate.get_pixel_mut_checked(x, y)
            {
                pixel.0[3] = pixel.0[3].max((cover * 255.0) as u8);
            }
        });
        plate.into()
    }
}
