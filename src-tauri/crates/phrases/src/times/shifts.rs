//! By how much an audio clip is to be shifted against its image.

use std::sync::LazyLock;

use patchbay_values::times::Moment;
use regex::Regex;

use super::{pattern, read};

/// What is said of an audio clip, each with the way in which it is to be shifted: later, or
/// earlier.
static SHIFTS: LazyLock<Vec<(Regex, f64)>> = LazyLock::new(|| {
    let (later, earlier) = (1.0, -1.0);
    [
        // It is late, so it has to come earlier.
        (
            r"<(\d+)>\ (?:too\ |to\ )?(?:late\b|behind\b|later\ than\b|after\ the\ (?:picture|video|image))",
            earlier,
        ),
        (
            r"\b(?:too\ late|late|behind|lag(?:s|ging)?|trail(?:s|ing)?)\b[^<;]{0,40}?<(\d+)>",
            earlier,
        ),
        (
            r"<(\d+)>\ (?:too\ |to\ )?(?:early\b|ahead\b|earlier\ than\b|in\ advance\b|before\ the\ (?:picture|video|image))",
            later,
        ),
        (
            r"\b(?:too\ early|early|ahead|lead(?:s|ing)?)\b[^<;]{0,40}?<(\d+)>",
            later,
        ),
        // What is to be done.
        (r"<(\d+)>\ (?:earlier|sooner|forward|forwards)\b", earlier),
        (
            r"\b(?:earlier|sooner|forward|advance[ds]?|advancing)\b[^<;]{0,40}?<(\d+)>",
            earlier,
        ),
        (r"<(\d+)>\ (?:later|delay|back)\b", later),
        (
            r"\b(?:later|delay(?:s|ed|ing)?|postpone[ds]?|hold\ back|push\ back)\b[^<;]{0,40}?<(\d+)>",
            later,
        ),
        // By how much, with its sign or without.
        (
            r"\b(?:shift|move|offset|adjust|re-?sync|re-?time|timing|nudge|sync)\w*\b[^<;]{0,80}?\ -\ ?<(\d+)>",
            earlier,
        ),
        (
            r"\b(?:shift|move|offset|adjust|re-?sync|re-?time|timing|nudge|sync)\w*\b[^<;]{0,80}?\bby\ (?:about\ |plus\ |another\ )?\+?\ ?<(\d+)>",
            later,
        ),
    ]
    .map(|(words, way)| (pattern(words), way))
    .into()
});

/// What is spoken of, the audio or the image: the one that comes first with its verb, or behind the
/// verb.
static SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
    let audio = "sound|audio|voices?|speech|soundtrack|track";
    let image = "picture|video|image|film|frames|footage";
    let verb = "is|are|comes?|runs?|lags?|leads?|trails?|starts?|was|seems?";
    pattern(&format!(
        r"\b(?:(?:{audio})\b|(?P<picture>{image}))(?:\ (?:of|in|on|from)\ [^;<]{{1,40}}?)?\ (?:\w+\ )?(?:{verb})\b
        | \b(?:delay|shift|move|push|postpone|hold\ back)\ (?:the\ |its\ |my\ )?(?:(?:{audio})\b|(?P<shown>{image})\b(?:\ by\b|\ <))"
    ))
});

/// By how many seconds a sentence wants an audio clip later than it is, or earlier where that is
/// negative: “the sound is 300 ms late”, “delay the audio by half a second”. None where it says
/// nothing of that.
pub fn said_shift(text: &str) -> Option<f64> {
    let (sentence, times) = read(text);
    let found = |(words, way): &(Regex, f64)| {
        let index: usize = words.captures(&sentence)?.get(1)?.as_str().parse().ok()?;
        let Moment { share, seconds, .. } = times.get(index)?.beside(None);
        (share == 0.0 && seconds > 0.0).then_some(way * seconds)
    };
    let shift = SHIFTS.iter().find_map(found)?;
    let is_image = SUBJECT.captures(&sentence).is_some_and(|subject| {
        subject.name("picture").is_some() || subject.name("shown").is_some()
    });
    Some(if is_image { -shift } else { shift })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn late_audio_comes_earlier_and_early_audio_later() {
        for (text, seconds) in [
            ("the sound of trip.mp4 is 300 ms late", Some(-0.3)),
            ("the audio is 0.3 seconds early, fix it", Some(0.3)),
            ("the sound in trip.mp4 comes 200 ms too late", Some(-0.2)),
            ("the sound lags behind by 100 ms", Some(-0.1)),
            ("the audio is ahead of the picture by 150 ms", Some(0.15)),
            ("delay the sound of trip.mp4 by half a second", Some(0.5)),
            ("delay the sound by 250 ms", Some(0.25)),
            ("move the audio 0.2 s earlier", Some(-0.2)),
            ("shift the sound forward by 2 seconds", Some(-2.0)),
            ("make the sound start 1 second later", Some(1.0)),
            ("the picture is 200 ms behind the sound", Some(0.2)),
            ("delay the video by 200 ms", Some(-0.2)),
            ("cut it from 0:02 to 0:05", None),
            ("the sound is late", None),
            ("shift the subtitles in a.srt by 2 seconds", Some(2.0)),
            ("resync a.srt by -0.8 s", Some(-0.8)),
            ("move all subtitles 3 seconds later", Some(3.0)),
            ("shift it by +250 ms", Some(0.25)),
            ("fade out over 3 seconds", None),
        ] {
            let found = said_shift(text);
            let is_so = match (found, seconds) {
                (Some(found), Some(seconds)) => (found - seconds).abs() < 1e-9,
                (found, seconds) => found == seconds,
            };
            assert!(is_so, "{text}: {found:?}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn anything_can_be_said(text in "(sound|picture|late|early|by|delay|is|[0-9]{1,3}|ms|s| |,){0,24}") {
            prop_assert!(said_shift(&text).is_none_or(|seconds| seconds != 0.0 && seconds.is_finite()));
        }
    }
}
