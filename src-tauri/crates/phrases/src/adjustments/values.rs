//! Numbers, sizes and colours as people write them.

use super::Shape;

/// `90`, `-15` or `20%`.
pub(super) fn number(word: &str) -> Option<f32> {
    word.strip_suffix('%')
        .unwrap_or(word)
        .parse::<f32>()
        .ok()
        .filter(|value| value.is_finite() && value.abs() < 1e6)
}

/// `20%` as 20, `-15%` as -15.
pub(super) fn percent(word: &str) -> Option<f32> {
    number(word.strip_suffix('%')?)
}

/// How many times as large or as much anything can become.
pub(super) const FACTORS: (f32, f32) = (0.01, 100.0);

/// `2x` or `x2` as 2.
pub(super) fn times(word: &str) -> Option<f32> {
    let digits = word.strip_suffix('x').or_else(|| word.strip_prefix('x'))?;
    number(digits).filter(|factor| (FACTORS.0..=FACTORS.1).contains(factor))
}

/// `1200x800` or `4k` as pixels.
pub(super) fn dimensions(word: &str) -> Option<(u32, u32)> {
    match word {
        "720p" => return Some((1280, 720)),
        "1080p" => return Some((1920, 1080)),
        "1440p" => return Some((2560, 1440)),
        "2160p" | "4k" | "uhd" => return Some((3840, 2160)),
        _ => {}
    }
    let (width, height) = word.split_once('x')?;
    let side = |text: &str| {
        text.parse::<u32>()
            .ok()
            .filter(|side| (1..=60_000).contains(side))
    };
    Some((side(width)?, side(height)?))
}

/// `16:9` or `16x9` as width by height.
pub(super) fn ratio(word: &str) -> Option<f32> {
    let (width, height) = word.split_once([':', 'x'])?;
    let (width, height) = (number(width)?, number(height)?);
    (width > 0.0 && height > 0.0).then(|| (width / height).clamp(0.02, 50.0))
}

/// `800x600` as so many pixels, `16:9` or `16x9` as an aspect.
pub(super) fn shape(word: &str) -> Option<Shape> {
    let large = |&(width, height): &(u32, u32)| width.max(height) > 32;
    match dimensions(word).filter(large) {
        Some((width, height)) => Some(Shape::Pixels(width, height)),
        None => ratio(word).map(Shape::Aspect),
    }
}

/// A named colour, or `#ff8800`.
pub fn color(word: &str) -> Option<[u8; 3]> {
    let is_hex =
        |digits: &&str| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if let Some(digits) = word.strip_prefix('#').filter(is_hex) {
        let value = u32::from_str_radix(digits, 16).ok()?;
        return Some([(value >> 16) as u8, (value >> 8) as u8, value as u8]);
    }
    Some(match word {
        "white" => [255, 255, 255],
        "black" => [0, 0, 0],
        "grey" | "gray" => [128, 128, 128],
        "red" => [200, 30, 30],
        "green" => [40, 140, 60],
        "blue" => [40, 80, 190],
        "yellow" => [240, 205, 50],
        "orange" => [235, 130, 30],
        "purple" | "violet" => [120, 60, 160],
        "pink" => [240, 150, 180],
        "brown" => [115, 75, 45],
        "gold" | "golden" => [212, 170, 60],
        "turquoise" | "cyan" => [50, 185, 190],
        _ => return None,
    })
}

/// A colour as it is written: `#ff8800`.
pub(crate) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Whether a word is the name of a file or of an earlier result, which says nothing of what to do.
pub fn is_file_name(word: &str) -> bool {
    let ending = word.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| {
        (2..=4).contains(&ending.len()) && ending.starts_with(|c: char| c.is_alphabetic())
    }) || (word.contains(['_', '-'])
        && word.ends_with(|c: char| c.is_ascii_digit())
        && word.starts_with(|c: char| c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::color;

    #[test]
    fn colours_are_names_or_six_digits() {
        assert_eq!(color("#ff8800"), Some([255, 136, 0]));
        for word in ["#ff88", "#+c81a1", "#ff880g", "ff8800", "loud"] {
            assert_eq!(color(word), None, "{word}");
        }
    }
}
