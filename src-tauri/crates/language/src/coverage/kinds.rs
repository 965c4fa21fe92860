//! What kind of result a request wants: an edit of a video gives a video unless words name another
//! kind, and what asks for an answer gives words.

use std::ops::Range;
use std::sync::LazyLock;

use patchbay_domain::{ResourceType, Tool, UncoveredKind};
use patchbay_values::formats::format_of;
use regex::Regex;

use super::general::{MEDIA, is_verb};
use super::sections::Sections;
use super::words::{Form, Word, words};

/// The subtasks, by their place, whose result is of a kind that nobody asked for. What another
/// subtask goes on with is no result yet.
pub(super) fn broken(sections: &Sections<'_>) -> Vec<(usize, UncoveredKind)> {
    (0..sections.len())
        .filter_map(|place| {
            let is_result = !sections.is_gone_on_with(place);
            let may_change = joins_picture_and_sound(sections, place);
            let changes = || changes_kind(sections, place) || animates_unasked(sections, place);
            if is_result && !may_change && changes() {
                Some((place, UncoveredKind::ResultKind))
            } else if asks(&sections.words_of(place)) && is_media(sections.result_type(place)) {
                Some((place, UncoveredKind::Question))
            } else {
                None
            }
        })
        .collect()
}

fn is_media(of: &ResourceType) -> bool {
    MEDIA.iter().any(|(media, _)| media == of)
}

/// Whether a subtask, with those that it goes on from, makes a video of a picture and a sound.
fn joins_picture_and_sound(sections: &Sections<'_>, place: usize) -> bool {
    let given = sections.files_of(&sections.chain(place));
    *sections.result_type(place) == ResourceType::VIDEO
        && given.contains(&ResourceType::IMAGE)
        && given.contains(&ResourceType::AUDIO)
        && !given.contains(&ResourceType::VIDEO)
}

/// Whether a subtask, with those that it goes on from, makes of one medium another one that their
/// words do not name.
fn changes_kind(sections: &Sections<'_>, place: usize) -> bool {
    let chain = sections.chain(place);
    let (given, made) = (sections.files_of(&chain), sections.result_type(place));
    let media: Vec<&ResourceType> = given.iter().filter(|of| is_media(of)).collect();
    if *made == ResourceType::VIDEO
        && !media.contains(&&ResourceType::IMAGE)
        && names_a_still(&said_by(sections, &chain))
    {
        return true;
    }
    if media.is_empty() || !is_media(made) || media.contains(&made) {
        return false;
    }
    let said = said_by(sections, &chain);
    if names(&said, made) {
        return false;
    }
    // “Bring photo.jpg to life” names no kind, and the tool that makes one says so of itself.
    let mut steps = chain.iter().flat_map(|place| sections.steps(*place));
    let is_shared =
        steps.any(|tool| tool.returns == *made && !takes(tool, made) && speak_of(&said, tool));
    !is_shared || media.iter().any(|of| names(&said, of))
}

/// Whether a tool takes something of a type.
fn takes(tool: &Tool, of: &ResourceType) -> bool {
    let mut taken = tool.args.iter().map(|argument| &argument.resource_type);
    taken.any(|taken| taken == of)
}

/// Whether a subtask, with those that it goes on from, makes a video of an image on the way, though
/// their words neither name a video nor speak of that: “make it steadier” is no wish to animate a
/// photo.
fn animates_unasked(sections: &Sections<'_>, place: usize) -> bool {
    let chain = sections.chain(place);
    let animates = |tool: &&Tool| {
        tool.returns == ResourceType::VIDEO
            && takes(tool, &ResourceType::IMAGE)
            && !takes(tool, &ResourceType::VIDEO)
    };
    let mut steps = chain.iter().flat_map(|place| sections.steps(*place));
    let Some(tool) = steps.find(animates) else {
        return false;
    };
    let said = said_by(sections, &chain);
    !names(&said, &ResourceType::VIDEO) && !speak_of(&said, tool)
}

/// Whether words name a medium, or a format of it, as something that is made.
fn names(said: &[Word], of: &ResourceType) -> bool {
    let words = MEDIA
        .iter()
        .filter(|(media, _)| media == of)
        .flat_map(|(_, words)| words.split(' '));
    let mut forms = words.map(|word| Form::new(&word.replace('_', " ")));
    forms.any(|form| form.places(said).any(|bytes| !is_taken_away(&bytes, said)))
        || said.iter().any(|word| {
            format_of(&word.text).is_some_and(|format| format.resource_type == of.as_str())
        })
}

/// Whether words that tell what is made stand in the examples of a tool.
fn speak_of(said: &[Word], tool: &Tool) -> bool {
    let says = words(&tool.examples.join(" . "));
    let is_made = |word: &&Word| !is_taken_away(&word.bytes, said);
    said.iter()
        .filter(|word| tells(word))
        .filter(is_made)
        .any(|word| says.iter().any(|other| other.stem == word.stem))
}

/// Whether a word tells what is made, also where it names a medium.
fn tells(word: &Word) -> bool {
    !crate::words::lexicon::is_light(&word.text) && !is_verb(&word.stem)
}

/// The words of subtasks.
fn said_by(sections: &Sections<'_>, places: &[usize]) -> Vec<Word> {
    let all: Vec<String> = places
        .iter()
        .map(|place| sections.words_of(*place))
        .collect();
    words(&all.join(" . "))
}

/// Whether words begin by naming an image, and so what is to be made: “two stills of it”, “a
/// screenshot at 0:05”.
fn names_a_still(said: &[Word]) -> bool {
    const STILLS: [&str; 4] = ["still", "screenshot", "snapshot", "thumbnail"];
    said.iter()
        .find(|word| tells(word))
        .is_some_and(|first| STILLS.contains(&first.stem.as_str()))
}

/// How many words stand at most between “remove” and what is to be removed.
const MOST_BETWEEN: usize = 3;

/// Whether a word names what is to be taken away, and so nothing that is made: “get rid of the
/// sound”.
fn is_taken_away(bytes: &Range<usize>, said: &[Word]) -> bool {
    const AWAY: [&str; 13] = [
        "remove", "delete", "drop", "lose", "kill", "strip", "mute", "without", "no", "rid",
        "silence", "erase", "discard",
    ];
    // What is taken away from something is no longer the thing itself: “the noise from the sound”.
    const AWAY_FROM: [&str; 7] = ["from", "in", "on", "out", "off", "to", "into"];
    let place = said
        .iter()
        .position(|word| word.bytes.start == bytes.start)
        .unwrap_or(0);
    let before = said[..place].iter().rev().take(MOST_BETWEEN + 1);
    before
        .take_while(|word| !AWAY_FROM.contains(&word.text.as_str()))
        .any(|word| AWAY.contains(&word.text.as_str()) || AWAY.contains(&word.stem.as_str()))
}

/// Whether words ask to be told something.
fn asks(words: &str) -> bool {
    static ASKS: LazyLock<Regex> = LazyLock::new(|| {
        let told = r"tell me (?:what|how|when|which|who)";
        let large = r"how (?:large|big|long|loud|many|much|wide|tall|heavy|old|fast) (?:is|are|was|does|do)";
        let known = r"(?:what|which)(?: is the|'s the|’s the)? (?:codecs?|resolution|frame ?rate|bit ?rate|sample rate|bit depth|dimensions|aspect ratio|file size|length|duration|loudness) (?:is|are|does|do|has|have|of)";
        Regex::new(&format!(r"(?i)\b(?:{told}|{large}|{known})\b")).expect("a valid expression")
    });
    ASKS.is_match(words)
}

#[cfg(test)]
mod tests {
    use super::asks;

    #[test]
    fn questions_are_told_from_wishes() {
        for question in [
            "tell me how large couch.jpg is",
            "how long is it",
            "what codec is this",
            "Which resolution does clip.mp4 have?",
            "what's the frame rate of clip.mp4",
        ] {
            assert!(asks(question), "{question}");
        }
        for wish in [
            "make it as large as it was",
            "change the frame rate to 30 fps",
            "show what was said",
        ] {
            assert!(!asks(wish), "{wish}");
        }
    }
}
