//! The letters of a cue on a video's brightness and colour.

use patchbay_media::video::PlaneMut;
use patchbay_vision::lettering;

use super::look::{Across, Down, LINE, Look, Style};

/// Brightness of black in a video.
const BLACK: f32 = 16.0;
/// The colour differences of grey.
const GREY: f32 = 128.0;

/// Letters and their outline as coverage, 0 to 1, over some rows of the frame.
pub(crate) struct Letters {
    /// The first row, an even one.
    top: usize,
    width: usize,
    height: usize,
    body: Vec<f32>,
    outline: Vec<f32>,
    /// Their brightness and colour differences.
    color: [f32; 3],
}

/// A colour as a video has it: brightness and colour differences (BT.709, studio range).
fn in_video([red, green, blue]: [u8; 3]) -> [f32; 3] {
    let [red, green, blue] = [red, green, blue].map(|value| f32::from(value) / 255.0);
    let brightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    let blueness = (blue - brightness) / 1.8556;
    let redness = (red - brightness) / 1.5748;
    [
        16.0 + 219.0 * brightness,
        GREY + 224.0 * blueness,
        GREY + 224.0 * redness,
    ]
}

impl Letters {
    /// Those of a text on a video of that size.
    pub(crate) fn new(text: &str, width: u32, height: u32, style: Style) -> Self {
        let look = Look::of(width, height, &style);
        let size = (look.letters * LINE) as f32;
        let lines = wrapped(
            text,
            (f64::from(width) - 2.0 * look.beside) as f32,
            |line| lettering::width(line, size),
        );
        let step = lettering::line_height(size);
        let reach = look.outline.ceil() as usize + 1;
        let high = (step * lines.len() as f32).ceil() as usize + 2 * reach;
        let top = match style.place.down {
            Down::Top => (look.below as usize).saturating_sub(reach),
            Down::Middle => (height as usize).saturating_sub(high) / 2,
            Down::Bottom | Down::LowerThird => {
                ((f64::from(height) - look.below) as usize + reach).saturating_sub(high)
            }
        };
        let top = top.min(height as usize) & !1;
        let (width, height) = (width as usize, high.min(height as usize - top));
        let mut letters = vec![0.0_f32; width * height];
        for (number, line) in lines.iter().enumerate() {
            let free = width as f32 - lettering::width(line, size);
            let left = match style.place.across {
                Across::Left => look.beside as f32,
                Across::Middle => free / 2.0,
                Across::Right => free - look.beside as f32,
            };
            let corner = (left, reach as f32 + number as f32 * step);
            lettering::draw(line, size, corner, |x, y, cover| {
                if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y))
                    && x < width
                    && let Some(pixel) = letters.get_mut(y * width + x)
                {
                    *pixel = pixel.max(cover);
                }
            });
        }
        let outline = widened(&letters, width, look.outline as f32);
        Self {
            top,
            width,
            height,
            body: letters,
            outline,
            color: in_video(style.color),
        }
    }

    /// Draws them on the plane that says how bright a frame is.
    pub(crate) fn draw_brightness(&self, plane: PlaneMut) {
        for row in 0..self.height.min(plane.height.saturating_sub(self.top)) {
            let from = (self.top + row) * plane.stride;
            let Some(line) = plane
                .bytes
                .get_mut(from..from + self.width.min(plane.width))
            else {
                return;
            };
            let of_row = row * self.width..(row + 1) * self.width;
            for ((pixel, letter), outline) in line
                .iter_mut()
                .zip(&self.body[of_row.clone()])
                .zip(&self.outline[of_row])
            {
                if *outline > 0.0 {
                    let dark = f32::from(*pixel) + (BLACK - f32::from(*pixel)) * outline;
                    *pixel = (dark + (self.color[0] - dark) * letter).round() as u8;
                }
            }
        }
    }

    /// Draws them on a plane of half the size. `number`: 1 for how blue it is, 2 for how red.
    pub(crate) fn draw_color(&self, plane: PlaneMut, number: usize) {
        let wanted = self.color.get(number).copied().unwrap_or(GREY);
        let cover =
            |of: &[f32], x: usize, y: usize| of.get(y * self.width + x).copied().unwrap_or(0.0);
        for row in 0..(self.height / 2).min(plane.height.saturating_sub(self.top / 2)) {
            let from = (self.top / 2 + row) * plane.stride;
            let Some(line) = plane
                .bytes
                .get_mut(from..from + (self.width / 2).min(plane.width))
            else {
                return;
            };
            for (column, pixel) in line.iter_mut().enumerate() {
                let (x, y) = (2 * column, 2 * row);
                let mean = |of: &[f32]| {
                    (cover(of, x, y)
                        + cover(of, x + 1, y)
                        + cover(of, x, y + 1)
                        + cover(of, x + 1, y + 1))
                        / 4.0
                };
                let rim = f32::from(*pixel) + (GREY - f32::from(*pixel)) * mean(&self.outline);
                *pixel = (rim + (wanted - rim) * mean(&self.body)).round() as u8;
            }
        }
    }
}

/// Coverage grown by `radius` pixels to all sides, from the edges of covered pixels on, its own
/// edge soft.
fn widened(cover: &[f32], width: usize, radius: f32) -> Vec<f32> {
    let reach = radius.ceil() as isize + 1;
    let disc: Vec<(isize, isize, f32)> = (-reach..=reach)
        .flat_map(|down| (-reach..=reach).map(move |across| (across, down)))
        .map(|(across, down)| {
            (
                across,
                down,
                (radius + 1.0 - (across as f32).hypot(down as f32)).clamp(0.0, 1.0),
            )
        })
        .filter(|(.., share)| *share > 0.0)
        .collect();
    let mut grown = vec![0.0_f32; cover.len()];
    for (at, value) in cover.iter().enumerate().filter(|(_, value)| **value > 0.0) {
        let (x, y) = ((at % width) as isize, (at / width) as isize);
        for (across, down, share) in &disc {
            let (x, y) = (x + across, y + down);
            if (0..width as isize).contains(&x)
                && y >= 0
                && let Some(pixel) = grown.get_mut(y as usize * width + x as usize)
            {
                *pixel = pixel.max(value * share);
            }
        }
    }
    grown
}

/// The text in lines no wider than `most`, of about the same length where it has to be split.
fn wrapped(text: &str, most: f32, width: impl Fn(&str) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let within = |limit: f32| {
            words.iter().fold(Vec::<String>::new(), |mut lines, word| {
                match lines.last_mut() {
                    Some(last) if width(&format!("{last} {word}")) <= limit => {
                        last.push(' ');
                        last.push_str(word);
                    }
                    _ => lines.push((*word).to_owned()),
                }
                lines
            })
        };
        let count = within(most).len();
        // The narrowest lines that are no more in number.
        let narrowest = (1..=20)
            .map(|step| most * step as f32 / 20.0)
            .find(|limit| {
                let lines = within(*limit);
                lines.len() <= count && lines.iter().all(|line| width(line) <= most)
            });
        lines.extend(within(narrowest.unwrap_or(most)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_even() {
        let width = |line: &str| line.chars().count() as f32;
        assert_eq!(
            wrapped("one two three four five", 20.0, width),
            ["one two three", "four five"]
        );
        assert_eq!(wrapped("a\nb", 20.0, width), ["a", "b"]);
        assert_eq!(wrapped("extraordinarily", 5.0, width), ["extraordinarily"]);
    }
}
