//! Amounts of data: sizes of files (`8 MB`, `500 kB`) and bits in a second (`128 kbps`), in decimal
//! units as file managers and services count them.

use std::sync::LazyLock;

use patchbay_domain::ParameterKind;
use regex::Regex;

/// Largest size of a file in bytes, and largest rate in bits a second: far below where numbers lose
/// digits.
const LARGEST: f64 = 1e14;
/// A number and the letters behind it.
static AMOUNT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(\d+(?:[.,]\d+)?)\s*([a-z/ ]*)$").expect("a valid pattern"));

/// The bytes of a size of a file, such as `8 MB`, `25mb`, `1.5 gigabytes` or `10 megs`; `MiB` and
/// its kin count in powers of 1024. None where it is none, or nothing.
pub fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = amount(text)?;
    let unit = match unit.as_str() {
        "b" | "byte" | "bytes" => 1.0,
        "kb" | "kilobyte" | "kilobytes" => 1e3,
        "mb" | "meg" | "megs" | "megabyte" | "megabytes" => 1e6,
        "gb" | "gig" | "gigs" | "gigabyte" | "gigabytes" => 1e9,
        "kib" => 1024.0,
        "mib" => 1_048_576.0,
        "gib" => 1_073_741_824.0,
        _ => return None,
    };
    whole(number * unit)
}

/// The bits a second of a rate, such as `128 kbps`, `5 Mbit/s` or `320 kb/s`. None where it is none,
/// or nothing.
pub fn bit_rate(text: &str) -> Option<u64> {
    let (number, unit) = amount(text)?;
    let unit = match unit.as_str() {
        "bps" | "bit/s" => 1.0,
        "k" | "kbps" | "kbit" | "kbits" | "kbit/s" | "kb/s" => 1e3,
        "m" | "mbps" | "mbit" | "mbits" | "mbit/s" | "mb/s" => 1e6,
        _ => return None,
    };
    whole(number * unit)
}

/// A size of a file in the one way of writing it, such as `8 MB`.
pub fn written_bytes(bytes: u64) -> String {
    written(bytes, &[(1e9, "GB"), (1e6, "MB"), (1e3, "kB")], "bytes")
}

/// A rate in the one way of writing it, such as `128 kbps`.
pub fn written_bit_rate(bits: u64) -> String {
    written(bits, &[(1e6, "Mbps"), (1e3, "kbps")], "bps")
}

/// An amount of the kind [`ParameterKind::Bytes`] or [`ParameterKind::Bitrate`] in the one way of
/// writing it.
pub fn read(kind: ParameterKind, text: &str) -> Option<String> {
    match kind {
        ParameterKind::Bytes => bytes(text).map(written_bytes),
        ParameterKind::Bitrate => bit_rate(text).map(written_bit_rate),
        _ => None,
    }
}

fn amount(text: &str) -> Option<(f64, String)> {
    let text = text.trim().to_lowercase();
    let found = AMOUNT.captures(&text)?;
    let number: f64 = found[1].replace(',', ".").parse().ok()?;
    Some((number, found[2].trim().to_owned()))
}

fn whole(amount: f64) -> Option<u64> {
    let rounded = amount.round();
    (1.0..=LARGEST).contains(&rounded).then_some(rounded as u64)
}

/// Writes an amount in the largest unit of which it is one or more.
fn written(amount: u64, units: &[(f64, &str)], smallest: &str) -> String {
    let amount = amount as f64;
    let unit = units.iter().find(|(size, _)| amount >= *size);
    unit.map_or_else(
        || format!("{amount} {smallest}"),
        |(size, name)| format!("{} {name}", amount / size),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, expected) in [
            ("8 MB", Some(8_000_000)),
            ("25mb", Some(25_000_000)),
            ("500 kB", Some(500_000)),
            ("1.5 GB", Some(1_500_000_000)),
            ("1,5 GB", Some(1_500_000_000)),
            ("10 megs", Some(10_000_000)),
            ("ten megabytes", None),
            ("1 MiB", Some(1_048_576)),
            ("2000 bytes", Some(2000)),
            ("0 MB", None),
            ("8 MP", None),
            ("large", None),
            ("8", None),
        ] {
            assert_eq!(bytes(text), expected, "{text}");
        }
    }

    #[test]
    fn rates_are_read_as_people_write_them() {
        for (text, expected) in [
            ("128 kbps", Some(128_000)),
            ("320kbit/s", Some(320_000)),
            ("5 Mbps", Some(5_000_000)),
            ("192 kb/s", Some(192_000)),
            ("192k", Some(192_000)),
            ("8 MB", None),
        ] {
            assert_eq!(bit_rate(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(amount in 1u64..100_000_000_000_000) {
            prop_assert_eq!(bytes(&written_bytes(amount)), Some(amount));
            prop_assert_eq!(bit_rate(&written_bit_rate(amount)), Some(amount));
        }

        #[test]
        fn nothing_makes_it_fail(text in "[0-9a-zA-Z., /]{0,16}") {
            let _ = (bytes(&text), bit_rate(&text));
        }
    }
}
