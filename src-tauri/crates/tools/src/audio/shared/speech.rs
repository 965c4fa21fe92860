//! Parts of a video or audio clip of speech that stay without some of its words, or of these alone.

use patchbay_domain::MediaFile;
use patchbay_inference::networks::whisper::{Options, Spectrogram, Word};

use crate::audio::shared::transcribing::{Transcribed, transcribed_as};
use crate::audio::shared::wanted::{Wanted, words};
use crate::{Context, Inputs, ToolError};

/// Filler words that people say while they look for a word, each letter written once however often
/// it is there.
const FILLERS: [&str; 12] = [
    "um", "uhm", "uh", "er", "erm", "hm", "m", "ehm", "äh", "ähm", "öh", "euh",
];
/// Words in whose manner hesitations are written down; without, they are mostly left out.
const HESITANT: &str = "Um, so, uh, I was, er, hmm, like, uhm, you know, um.";
/// An edge moves by up to so many seconds to where it is quietest.
const NEAR: f64 = 0.08;
/// Number of steps of a spectrogram in a second.
const STEPS: f64 = 100.0;
/// Seconds that are kept on either side of words that are kept.
const AROUND: f64 = 0.12;

/// Parts that stay, as starts and ends in seconds, and the length of the whole.
pub(crate) type Kept = (Vec<(f64, f64)>, f64);

/// Parts of speech that stay without its filler words. `tool`: the one whose model listens.
///
/// # Errors
/// The model is missing, the clip cannot be read, nobody speaks in it, or there are none.
pub(crate) fn without_fillers(
    clip: &MediaFile,
    tool: &str,
    context: &Context,
) -> Result<Kept, ToolError> {
    let heard = heard(clip, tool, Some(HESITANT.to_owned()), context)?;
    let said = said(&heard);
    let fillers = said.iter().filter(|word| is_filler(&word.text));
    let cuts = fillers.map(|word| edges(word, word, 0.0, &heard.spectrogram));
    let cuts: Vec<(f64, f64)> = cuts.collect();
    if cuts.is_empty() {
        return Err(ToolError::Refused(format!(
            "No filler words such as “um” or “uh” were heard in “{}”.",
            clip.name
        )));
    }
    left(&cuts, heard.seconds, clip)
}

/// Parts of speech that stay without the words of the argument `text`, or where the choice `words`
/// says that they are kept, they alone.
///
/// # Errors
/// There are no words to look for, they are not said, and the errors of [`without_fillers`].
pub(crate) fn by_words(
    clip: &MediaFile,
    tool: &str,
    inputs: &Inputs,
    context: &Context,
) -> Result<Kept, ToolError> {
    let wanted = Wanted::of(&inputs.text("text")?).ok_or_else(|| {
        ToolError::Refused("There are no words to look for. Say which, in quotes.".to_owned())
    })?;
    let heard = heard(clip, tool, None, context)?;
    let said = said(&heard);
    let places = wanted.places(said.iter().map(|word| word.text.as_str()));
    if places.is_empty() {
        return Err(ToolError::Refused(format!(
            "“{}” is not said in “{}”, as far as its speech was understood.",
            wanted.words(),
            clip.name
        )));
    }
    let is_kept = inputs.value("words").as_deref() == Some("kept");
    let around = if is_kept { AROUND } else { 0.0 };
    let parts: Vec<(f64, f64)> = places
        .iter()
        .map(|(first, last)| edges(said[*first], said[*last], around, &heard.spectrogram))
        .collect();
    if is_kept {
        let last = heard.seconds;
        let inside = parts
            .iter()
            .map(|(start, end)| (start.max(0.0), end.min(last)));
        return Ok((joined(inside), last));
    }
    left(&parts, heard.seconds, clip)
}

fn heard(
    clip: &MediaFile,
    tool: &str,
    prompt: Option<String>,
    context: &Context,
) -> Result<Transcribed, ToolError> {
    let options = Options {
        seed: context.seed,
        words: true,
        prompt,
        ..Options::default()
    };
    transcribed_as(clip, tool, &options, context)
}

fn said(heard: &Transcribed) -> Vec<&Word> {
    heard
        .said
        .iter()
        .flat_map(|segment| &segment.words)
        .filter(|word| word.start < heard.seconds)
        .collect()
}

/// Whether a word is one that people say while they look for one: “Um,”, “uhhh”, but not “uh-huh”.
fn is_filler(word: &str) -> bool {
    let [word] = &words(word)[..] else {
        return false;
    };
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    let once: String = letters.into_iter().collect();
    // One lone m is a letter.
    FILLERS.contains(&once.as_str()) && word != "m"
}

/// From where to where words reach and what is `around` them, each edge where it is quietest nearby.
fn edges(first: &Word, last: &Word, around: f64, spectrogram: &Spectrogram) -> (f64, f64) {
    let quietest = |at: f64| {
        let near = (NEAR * STEPS) as usize;
        let step = (at * STEPS).round().max(0.0) as usize;
        let steps = step.saturating_sub(near)..=step + near;
        // Of several, the nearest.
        let found = steps.min_by(|a, b| {
            let loudness = |step: &usize| spectrogram.loudness(*step);
            let distance = |other: &usize| other.abs_diff(step);
            let (louder, farther) = (
                loudness(a).total_cmp(&loudness(b)),
                distance(a).cmp(&distance(b)),
            );
            louder.then(farther)
        });
        found.unwrap_or(step) as f64 / STEPS
    };
    let (start, end) = (quietest(first.start - around), quietest(last.end + around));
    if start < end {
        (start, end)
    } else {
        (first.start, last.end)
    }
}

/// Parts in order of time, those that touch joined.
fn joined(parts: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for (start, end) in parts {
        match joined.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined
}

/// Parts of a clip of `seconds` that are left without `cuts`.
fn left(cuts: &[(f64, f64)], seconds: f64, clip: &MediaFile) -> Result<Kept, ToolError> {
    /// Less is not worth a part, in seconds.
    const SHORTEST: f64 = 0.03;
    let (mut kept, mut reached) = (Vec::new(), 0.0);
    for (start, end) in joined(cuts.iter().copied()) {
        if start - reached > SHORTEST {
            kept.push((reached, start));
        }
        reached = end;
    }
    if seconds - reached > SHORTEST {
        kept.push((reached, seconds));
    }
    if kept.is_empty() {
        return Err(ToolError::Refused(format!(
            "Nothing would be left of “{}”.",
            clip.name
        )));
    }
    Ok((kept, seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hesitations_are_told_from_words() {
        for filler in ["Um,", "uhhh", "Ummm...", "Hmm", "er", "Äh,", "erm."] {
            assert!(is_filler(filler), "{filler}");
        }
        for word in ["uh-huh", "m", "ham", "err on", "umbrella", "her", "…", "ah"] {
            assert!(!is_filler(word), "{word}");
        }
    }

    #[test]
    fn what_is_left_is_all_but_the_cuts() {
        let clip = MediaFile {
            path: "a.wav".into(),
            name: "a.wav".to_owned(),
        };
        let kept = |cuts: &[(f64, f64)]| left(cuts, 10.0, &clip).map(|(kept, _)| kept);
        assert_eq!(
            kept(&[(0.0, 1.0), (3.0, 4.0), (3.9, 5.0), (9.99, 10.2)]).unwrap(),
            [(1.0, 3.0), (5.0, 9.99)]
        );
        assert!(kept(&[(0.0, 10.0)]).is_err());
    }
}
