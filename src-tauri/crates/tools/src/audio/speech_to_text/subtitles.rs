//! Speech as subtitles.

/// Words are shown no shorter than this, in seconds.
const SHORTEST: f64 = 0.1;

/// Writes speech as `SubRip` text; what has no words is left out. `spoken`: words with the seconds
/// from which to which they are said. `length`: of the audio, in seconds.
pub fn subtitles<'a>(spoken: impl Iterator<Item = (f64, f64, &'a str)>, length: f64) -> String {
    let spoken = spoken.filter(|(start, _, text)| !text.is_empty() && *start < length);
    let blocks = spoken.enumerate().map(|(index, (start, end, text))| {
        let end = end.min(length).max(start + SHORTEST);
        // An empty line would end the words, and a line of an arrow would be times.
        let words = text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace("-->", "→");
        format!("{}\n{} --> {}\n{words}", index + 1, time(start), time(end))
    });
    blocks.collect::<Vec<_>>().join("\n\n")
}

/// Seconds as `SubRip` writes them: `01:02:03,450`.
fn time(seconds: f64) -> String {
    let thousandths = (seconds * 1000.0).round() as u64;
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    format!(
        "{:02}:{:02}:{:02},{rest:03}",
        whole / 3600,
        whole / 60 % 60,
        whole % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_becomes_subtitles_within_the_audio() {
        let said = [
            (0.0, 2.5, "Hello there."),
            (2.5, 2.5, "a \n\n --> b"),
            (3.0, 4.0, ""),
            (3723.45, 3730.0, "Goodbye."),
            (3725.5, 3730.0, "beyond"),
        ];
        let text = subtitles(said.into_iter(), 3725.0);
        let expected = "1\n00:00:00,000 --> 00:00:02,500\nHello there.\n\n2\n00:00:02,500 --> 00:00:02,600\na → b\n\n\
                        3\n01:02:03,450 --> 01:02:05,000\nGoodbye.";
        assert_eq!(text, expected);
        let cues = crate::shared::subtitles::cues(&text, 3725.0).unwrap();
        assert_eq!(
            cues.iter()
                .map(|cue| (cue.start, cue.end, cue.text()))
                .collect::<Vec<_>>()[2]
                .2,
            "Goodbye."
        );
        assert_eq!(cues.len(), 3);
        assert!(subtitles([(0.0, 1.0, "")].into_iter(), 5.0).is_empty());
    }
}
