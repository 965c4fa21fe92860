//! Lengths, sizes and lists as people read them.

/// The most results that an answer names.
const NAMED: usize = 6;

/// `0:02.5` below a minute has no use: `2.5 s`, `1:05`, `1:00:05`.
pub(super) fn seconds(length: f64) -> String {
    let whole = length.round() as u64;
    match whole {
        0..60 => format!("{} s", (length * 10.0).round() / 10.0),
        60..3600 => format!("{}:{:02}", whole / 60, whole % 60),
        _ => format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60),
    }
}

pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{} MB", (bytes as f64 / 1e6).round()),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// `a`, `a and b`, `a, b and c`; of many the first few and how many more there are.
pub(super) fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [all @ .., last] if names.len() <= NAMED => format!("{} and {last}", all.join(", ")),
        _ => format!(
            "{} and {} more",
            names[..NAMED - 1].join(", "),
            names.len() + 1 - NAMED
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_sizes_and_lists_read_well() {
        assert_eq!(seconds(2.54), "2.5 s");
        assert_eq!(seconds(10.0), "10 s");
        assert_eq!(seconds(65.2), "1:05");
        assert_eq!(seconds(3605.0), "1:00:05");
        assert_eq!(size(167_000_000), "167 MB");
        assert_eq!(size(2_340_000_000), "2.3 GB");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a"; 9]), "a, a, a, a, a and 4 more");
    }
}
