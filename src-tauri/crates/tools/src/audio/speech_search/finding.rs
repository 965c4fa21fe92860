//! Words in what is said, with the times of the stretches of speech that they stand in.

use patchbay_inference::networks::whisper::Segment;

use crate::audio::shared::wanted::Wanted;

/// Lines that tell where words are said: from when to when a stretch of speech lasts, and what is
/// said in it. Words that reach over several stretches have those in one line.
pub(super) fn found(wanted: &Wanted, said: &[Segment]) -> Vec<String> {
    let places = wanted.places(said.iter().map(|segment| segment.text.as_str()));
    let line = |(first, last): &(usize, usize)| {
        let texts = said[*first..=*last].iter();
        let text = texts.flat_map(|segment| segment.text.split_whitespace());
        let text = text.collect::<Vec<_>>().join(" ");
        let (start, end) = (said[*first].start, said[*last].end);
        format!("{} to {}: {text}", time(start), time(end))
    };
    places.iter().map(line).collect()
}

/// A time as people write it, to the tenth of a second: `1:02.5`.
fn time(seconds: f64) -> String {
    let tenths = (seconds * 10.0).round() as u64;
    let (whole, rest) = (tenths / 10, tenths % 10);
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}.{rest}")
    } else {
        format!("{minutes}:{seconds:02}.{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said() -> Vec<Segment> {
        let stretches = [
            (0.0, 2.5, "Ask not what your country"),
            (2.5, 4.0, "can do for you."),
            (65.04, 70.0, "Other countries, said Anna's friend, ask too."),
            (3723.0, 3725.0, "Country roads. Your  country!"),
            (3726.0, 3728.0, "今日はいい天気です"),
        ];
        let segment = |(start, end, text): (f64, f64, &str)| Segment {
            start,
            end,
            ids: Vec::new(),
            words: Vec::new(),
            text: text.to_owned(),
        };
        stretches.map(segment).to_vec()
    }

    fn lines(text: &str) -> Vec<String> {
        found(&Wanted::of(text).unwrap(), &said())
    }

    #[test]
    fn words_are_found_with_the_times_of_their_sentences() {
        assert_eq!(
            lines("“your country”"),
            [
                "0:00.0 to 0:02.5: Ask not what your country",
                "1:02:03.0 to 1:02:05.0: Country roads. Your country!"
            ]
        );
        assert_eq!(
            lines("the word anna"),
            ["1:05.0 to 1:10.0: Other countries, said Anna's friend, ask too."]
        );
        assert_eq!(lines("Ask").len(), 2);
    }

    #[test]
    fn words_that_reach_over_stretches_are_found_and_parts_of_words_are_not() {
        assert_eq!(
            lines("country can do"),
            ["0:00.0 to 0:04.0: Ask not what your country can do for you."]
        );
        assert_eq!(lines("count"), Vec::<String>::new());
        assert_eq!(lines("roads your").len(), 1);
        assert_eq!(lines("天気").len(), 1);
        assert!(Wanted::of(" “” … ").is_none());
        assert_eq!(Wanted::of("the word").unwrap().words(), "the word");
    }
}
