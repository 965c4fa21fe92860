//! Numbers as they are written: no more places behind the point than needed.

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
pub(crate) fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
