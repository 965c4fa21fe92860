//! Colours: only names and six hexadecimal digits are colours, and each is read back as it is
//! written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::adjustments::is_file_name;
use patchbay_values::colors::color;

fuzz_target!(|word: &str| {
    if let Some([red, green, blue]) = color(word) {
        let digits = word.strip_prefix('#');
        assert!(
            digits.is_none_or(|digits| digits.chars().all(|digit| digit.is_ascii_hexdigit())),
            "{word}"
        );
        assert_eq!(
            color(&format!("#{red:02x}{green:02x}{blue:02x}")),
            Some([red, green, blue])
        );
    }
    is_file_name(word);
});
