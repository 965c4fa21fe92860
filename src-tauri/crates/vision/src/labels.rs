//! Writing on images: labels that can be read at every size of image and on every ground.

use image::{Rgba, RgbaImage};

use crate::{lettering, pixels};

/// Colours that are told apart on photos and by colour-blind people (Okabe and Ito, 2008), in the
/// order of use.
pub const COLORS: [[u8; 3]; 7] = [
    [230, 159, 0],
    [86, 180, 233],
    [0, 158, 115],
    [240, 228, 66],
    [213, 94, 0],
    [204, 121, 167],
    [0, 114, 178],
];

/// The height of letters on an image in pixels: a fortieth of its longer side, but always readable.
pub fn letter_height(width: u32, height: u32) -> f32 {
    (width.max(height) as f32 / 40.0).max(12.0)
}

/// A label: words on a ground of one colour, as a small image no wider than `most_width` pixels;
/// what does not fit ends in an ellipsis.
pub fn tag(words: &str, letter_height: f32, color: [u8; 3], most_width: u32) -> RgbaImage {
    let pad = (letter_height * 0.25).ceil();
    let words: String = words
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let width = |text: &str| lettering::width(text, letter_height);
    let words = fitting(&words, (most_width as f32 - 2.0 * pad).max(1.0), width);
    let (across, down) = (
        width(&words) + 2.0 * pad,
        lettering::line_height(letter_height) + pad,
    );
    let [r, g, b] = color;
    let mut tag = RgbaImage::from_pixel(
        (across.ceil() as u32).clamp(1, most_width.max(1)),
        down.ceil() as u32,
        Rgba([r, g, b, 255]),
    );
    let ink = if pixels::luminance(color.map(f32::from)) / 255.0 > 0.4 {
        [0.0; 3]
    } else {
        [255.0; 3]
    };
    lettering::draw(&words, letter_height, (pad, pad / 2.0), |x, y, cover| {
        if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
            && let Some(pixel) = tag.get_pixel_mut_checked(x, y)
        {
            for channel in 0..3 {
                pixel[channel] =
                    (f32::from(pixel[channel]) * (1.0 - cover) + ink[channel] * cover) as u8;
            }
        }
    });
    tag
}

/// As much of a text as fits, with an ellipsis where something is left out.
fn fitting(text: &str, most: f32, width: impl Fn(&str) -> f32) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while letters.pop().is_some() {
        let shorter: String = letters.iter().chain(['…'].iter()).collect();
        if width(&shorter) <= most {
            return shorter;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_shows_its_words_and_fits() {
        let long = tag(
            "a rather long label for a very small picture",
            14.0,
            COLORS[0],
            60,
        );
        assert!(long.width() <= 60);
        let inked = |tag: &RgbaImage| tag.pixels().filter(|p| p[0] < 100).count();
        let (short, empty) = (
            tag("dog", 20.0, COLORS[0], 500),
            tag("", 20.0, COLORS[0], 500),
        );
        assert!(
            inked(&short) > 60 && inked(&empty) == 0,
            "{}",
            inked(&short)
        );
        assert!(tag("собака Ωμέγα\n\0", 20.0, COLORS[0], 500).width() > 100);
        assert!(tag("x", 20.0, COLORS[0], 1).width() == 1);
    }
}
