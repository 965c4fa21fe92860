//! Times as subtitles write them.

/// `00:00:01,000`, with that mark before the thousandths.
pub(super) fn time(seconds: f64, mark: char) -> String {
    let thousandths = (seconds * 1000.0).round() as u64;
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}{mark}{rest:03}")
}

/// Seconds as Advanced `SubStation` Alpha writes them: `h:mm:ss.cc`.
pub fn station_time(seconds: f64) -> String {
    let hundredths = (seconds * 100.0).round() as u64;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    format!("{hours}:{minutes:02}:{seconds:02}.{rest:02}")
}
