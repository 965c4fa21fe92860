//! Colours: a name, or six hexadecimal digits.

/// The colour of a name, or of `#ff8800`.
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
pub fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn colours_are_names_or_six_digits() {
        assert_eq!(color("#ff8800"), Some([255, 136, 0]));
        for word in ["#ff88", "#+c81a1", "#ff880g", "ff8800", "loud"] {
            assert_eq!(color(word), None, "{word}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(written: [u8; 3]) {
            prop_assert_eq!(color(&hex(written)), Some(written));
        }
    }
}
