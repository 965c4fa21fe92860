//! Cues of subtitles: words, and when they are shown.

/// Words in one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The words, lines separated by `\n`.
    pub text: String,
    /// Whether it is slanted.
    pub is_italic: bool,
}

/// Words that are shown at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Cue {
    /// When it appears, in seconds from the video's start.
    pub start: f64,
    /// When it is gone, after `start`.
    pub end: f64,
    /// Its words, not empty.
    pub runs: Vec<Run>,
}

impl Cue {
    /// Words in the ordinary style, from `start` to `end` seconds.
    pub fn plain(start: f64, end: f64, text: String) -> Self {
        Self {
            start,
            end,
            runs: vec![Run {
                text,
                is_italic: false,
            }],
        }
    }

    /// Its words without their style.
    pub fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }
}

/// The same (`cues` in the order of their starts), but one at a time: where several are shown at
/// once, one with the lines of all.
pub(super) fn one_at_a_time(cues: &[Cue]) -> Vec<Cue> {
    let mut times: Vec<f64> = cues.iter().flat_map(|cue| [cue.start, cue.end]).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let mut coming = cues.iter().peekable();
    let mut shown: Vec<&Cue> = Vec::new();
    let mut parts: Vec<Cue> = Vec::new();
    for time in times.windows(2) {
        let (start, end) = (time[0], time[1]);
        shown.retain(|cue| cue.end > start);
        while let Some(cue) = coming.next_if(|cue| cue.start <= start) {
            shown.push(cue);
        }
        let mut runs: Vec<Run> = Vec::new();
        for cue in &shown {
            if !runs.is_empty() {
                runs.push(Run {
                    text: "\n".to_owned(),
                    is_italic: false,
                });
            }
            runs.extend_from_slice(&cue.runs);
        }
        if !runs.is_empty() {
            parts.push(Cue { start, end, runs });
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_together_is_one() {
        let cue = |start, end, text: &str| Cue::plain(start, end, text.to_owned());
        let cues = [
            cue(0.0, 2.0, "a"),
            cue(1.0, 4.0, "b"),
            cue(3.0, 3.5, "c"),
            cue(5.0, 6.0, "d"),
        ];
        let parts: Vec<(f64, f64, String)> = one_at_a_time(&cues)
            .iter()
            .map(|cue| (cue.start, cue.end, cue.text()))
            .collect();
        let expected = [
            (0.0, 1.0, "a"),
            (1.0, 2.0, "a\nb"),
            (2.0, 3.0, "b"),
            (3.0, 3.5, "b\nc"),
            (3.5, 4.0, "b"),
            (5.0, 6.0, "d"),
        ];
        assert_eq!(
            parts,
            expected.map(|(start, end, text)| (start, end, text.to_owned()))
        );
    }
}
