//! Numbers of repeats, times for which something stands still or is silent, and stretches of
//! subtitles.

use crate::numbers::rounded;
use crate::times::duration;

/// The parameter for the number of times that something plays.
pub const REPEATS: [&str; 1] = ["repeats"];
/// The parameters for the time for which a frame is held, the shortest pause that is cut out, and
/// what stays of a pause at both of its ends.
pub const PAUSES: [&str; 3] = ["hold", "shortest", "padding"];
/// The parameters for the stretch of subtitles: by a multiple, or from one frame rate to another.
pub const RETIMING: [&str; 3] = ["stretch", "from_rate", "to_rate"];

/// Maximum number of times that something plays.
pub const MOST_REPEATS: u32 = 10_000;
/// The least and the largest of each: of a stretch, and of a rate.
const STRETCHES: (f64, f64) = (0.1, 10.0);
const RATES: (f64, f64) = (1.0, 240.0);

/// A number of repeats in the one way of writing it: a bare number, or a multiple (`3x`).
pub(super) fn repeats(text: &str) -> Option<String> {
    let bare = text.trim().trim_end_matches(['x', '×']).trim_end();
    let times: Option<u32> = bare.parse().ok();
    times
        .filter(|times| (1..=MOST_REPEATS).contains(times))
        .map(|times| times.to_string())
}

/// A pause in the one way of writing it: seconds, to the millisecond.
pub fn pause(text: &str) -> Option<String> {
    let seconds = match text.trim().parse::<f64>() {
        // So much may stay: nothing.
        Ok(seconds) => seconds,
        Err(_) => duration(text)?,
    };
    let is_length = seconds.is_finite() && (0.0..1e9).contains(&seconds);
    is_length.then(|| rounded(seconds, 3))
}

/// A stretch or a frame rate in the one way of writing it; none where the parameter of that name
/// cannot be that.
pub fn retiming(name: &str, text: &str) -> Option<String> {
    let bare = text
        .trim()
        .trim_end_matches("fps")
        .trim_end_matches(['x', '×']);
    let number: f64 = bare.trim().parse().ok()?;
    let (least, most) = if name == RETIMING[0] {
        STRETCHES
    } else {
        RATES
    };
    (least..=most).contains(&number).then(|| rounded(number, 6))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_read() {
        assert_eq!(repeats("7").as_deref(), Some("7"));
        assert_eq!(repeats("3x").as_deref(), Some("3"));
        assert_eq!(repeats("often"), None);
        assert_eq!(pause("1:30").as_deref(), Some("90"));
        assert_eq!(pause("300 ms").as_deref(), Some("0.3"));
        assert_eq!(pause("0").as_deref(), Some("0"));
        assert_eq!(pause("long"), None);
        assert_eq!(retiming("from_rate", "25 fps").as_deref(), Some("25"));
        assert_eq!(retiming("stretch", "0"), None);
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(text in "[0-9]{1,6}([.:][0-9]{1,3})? ?(x|s|ms|fps)?") {
            let retimed = RETIMING.map(|name| retiming(name, &text).map(|value| (retiming(name, &value), value)));
            let others = [repeats(&text).map(|value| (repeats(&value), value)), pause(&text).map(|value| (pause(&value), value))];
            for (read, value) in retimed.into_iter().chain(others).flatten() {
                prop_assert_eq!(read, Some(value));
            }
        }
    }
}
