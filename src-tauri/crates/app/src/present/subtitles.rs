//! Words with times as files: `SubRip`, Advanced `SubStation` Alpha, or `WebVTT`
//! (<https://www.w3.org/TR/webvtt1/>) where a person gives a file that ending.

/// Whether words are `SubRip`: a number, then times with an arrow.
pub(crate) fn is_sub_rip(words: &str) -> bool {
    let mut lines = words.trim_start_matches('\u{feff}').lines();
    let is_number =
        |line: &str| !line.is_empty() && line.chars().all(|letter| letter.is_ascii_digit());
    lines.next().is_some_and(|line| is_number(line.trim())) && lines.next().is_some_and(is_times)
}

/// Whether words are `WebVTT`: its name, then an empty line.
pub(crate) fn is_web_vtt(words: &str) -> bool {
    let mut lines = words.trim_start_matches('\u{feff}').lines();
    lines.next().is_some_and(|line| line.trim() == "WEBVTT")
        && lines.next().is_some_and(|line| line.trim().is_empty())
}

/// Whether words are Advanced `SubStation` Alpha: its first section.
pub(crate) fn is_sub_station(words: &str) -> bool {
    let first = words.trim_start_matches('\u{feff}').lines().next();
    first.is_some_and(|line| line.trim().eq_ignore_ascii_case("[Script Info]"))
}

/// Whether words are a table of subtitles: the names of its columns.
pub(crate) fn is_table(words: &str) -> bool {
    let first = words.trim_start_matches('\u{feff}').lines().next();
    first.is_some_and(|line| line.trim() == "Number,Start,End,Text")
}

/// The same subtitles as `WebVTT`.
pub(crate) fn as_web_vtt(words: &str) -> String {
    let line = |line: &str| {
        if is_times(line) {
            line.replace(',', ".")
        } else {
            line.to_owned()
        }
    };
    let lines: Vec<String> = words
        .trim_start_matches('\u{feff}')
        .lines()
        .map(line)
        .collect();
    format!("WEBVTT\n\n{}\n", lines.join("\n").trim_end())
}

/// `00:00:01,000 --> 00:00:02,500`
fn is_times(line: &str) -> bool {
    let is_time = |time: &str| {
        let mut parts = time.trim().split([':', ',']);
        let digits = |count: usize| {
            move |part: &str| part.len() == count && part.chars().all(|c| c.is_ascii_digit())
        };
        [2, 2, 2, 3]
            .into_iter()
            .all(|count| parts.next().is_some_and(digits(count)))
            && parts.next().is_none()
    };
    line.split_once("-->")
        .is_some_and(|(start, end)| is_time(start) && is_time(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SRT: &str = "1\n00:00:00,000 --> 00:00:02,500\nHello, there.\n\n2\n00:00:02,500 --> 01:00:02,600\na → b, c";

    #[test]
    fn subtitles_are_known_and_other_words_are_not() {
        assert!(is_sub_station("[Script Info]\r\nTitle: x\r\n") && !is_sub_station(SRT));
        assert!(is_sub_rip(SRT) && is_sub_rip(&SRT.replace('\n', "\r\n")));
        for other in [
            "",
            "1",
            "1\nhello",
            "00:00:00,000 --> 00:00:02,500\nx",
            "1\n00:00 --> 00:02\nx",
            "one\n00:00:00,000 --> 00:00:02,500",
        ] {
            assert!(!is_sub_rip(other), "{other}");
        }
    }

    #[test]
    fn as_web_vtt_only_the_times_change() {
        let expected = "WEBVTT\n\n1\n00:00:00.000 --> 00:00:02.500\nHello, there.\n\n2\n00:00:02.500 --> 01:00:02.600\na → b, c\n";
        assert_eq!(as_web_vtt(SRT), expected);
        assert!(is_web_vtt(expected) && !is_web_vtt(SRT) && !is_web_vtt("WEBVTT is a format"));
    }
}
