//! Numbers as they are written: no more places behind the point than needed.

use patchbay_domain::ParameterKind;

/// Kinds of parameters that are a number of a unit.
const OF_UNITS: [ParameterKind; 6] = [
    ParameterKind::Percent,
    ParameterKind::Angle,
    ParameterKind::Decibel,
    ParameterKind::Loudness,
    ParameterKind::Frequency,
    ParameterKind::FrameRate,
];

/// Writes a number to that many places behind the point, and no more than needed.
pub fn rounded(number: f64, places: i32) -> String {
    let unit = 10.0_f64.powi(places);
    // No minus before nothing.
    ((number * unit).round() / unit + 0.0).to_string()
}

/// Writes a number to four places behind the point, and no more than needed.
pub fn written(number: f64) -> String {
    rounded(number, 4)
}

/// A number in digits, with a sign or without.
pub fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A number as [`finite`] takes it, with the unit of a kind of parameter behind it (`-3 dB`) or
/// without.
pub fn measured(text: &str) -> Option<f64> {
    let text = text.trim().replace('−', "-").to_lowercase();
    let bare = OF_UNITS
        .iter()
        .find_map(|kind| text.strip_suffix(&kind.unit().to_lowercase()));
    finite(bare.unwrap_or(&text).trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_have_its_unit() {
        for (text, number) in [
            ("6", Some(6.0)),
            ("−3 dB", Some(-3.0)),
            ("50%", Some(50.0)),
            ("+25 FPS", Some(25.0)),
            ("dB", None),
            ("1,5", None),
            ("NaN", None),
            ("inf dB", None),
        ] {
            assert_eq!(measured(text), number, "{text}");
        }
    }
}
