//! From a sentence about a part of an image to what is done with it. Which part it is, a mask says;
//! so the words that name it ("the dog on the left") are taken out, and what is left has to be
//! understood completely.

mod part_names;

use patchbay_values::adjustments::{Adjustment, Tone};
use patchbay_values::colors::color;
use patchbay_values::retouching::Change;
use patchbay_values::sizes::Length;
use thiserror::Error;

use self::part_names::{DETERMINERS, IMPERATIVES, NEW_THINGS, adjustments, is_one_of};

/// Reason why a sentence is not done.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub(crate) enum Unclear {
    /// The part of it that is not understood.
    #[error("“{0}” is not understood")]
    Unknown(String),
    /// It asks for another colour and does not say which.
    #[error(
        "“{0}” does not say which colour. Say for instance “make it red”, “dark green” or “#3366cc”."
    )]
    NoColor(String),
}

const POLITE: &str =
    "please could can would you i want like to now just also then let us let's kindly";
const RECOLOR: &str =
    "make turn color colour recolor recolour paint dye tint change convert render set give";
/// Words that may end a sentence about a colour.
const TRAILING: &str =
    "please instead now again colour color coloured colored completely entirely all over";

/// Changes that a sentence asks for, in its order; at least one.
///
/// # Errors
/// Returns why the sentence is not done.
pub(crate) fn changes(sentence: &str) -> Result<Vec<Change>, Unclear> {
    let mut text = sentence.trim().to_lowercase();
    for written in ["black and white", "black & white"] {
        text = text.replace(written, "black-and-white");
    }
    let whole: Vec<&str> = text.split_whitespace().collect();
    if let Some(found) = adjustments(&whole) {
        return Ok(found);
    }
    let mut joined = text.clone();
    for joint in [
        " and then ",
        " then ",
        " and ",
        " & ",
        "; ",
        ", ",
        ". ",
        "! ",
        "\n",
    ] {
        joined = joined.replace(joint, "\u{1}");
    }
    let (mut found, mut named_by_verb) = (Vec::new(), false);
    for clause in joined.split('\u{1}') {
        let words = words(clause);
        let Some(&first) = words.first() else {
            continue;
        };
        match of_clause(&words) {
            Ok(changes) => {
                found.extend(changes);
                named_by_verb = is_one_of(first, IMPERATIVES);
            }
            // "blur the man and the dog": one more thing for the mask to cover.
            Err(_) if named_by_verb && is_one_of(first, DETERMINERS) => {}
            Err(Unclear::Unknown(_)) => return Err(Unclear::Unknown(clause.trim().to_owned())),
            Err(other) => return Err(other),
        }
    }
    found.dedup();
    let colors = found
        .iter()
        .filter(|change| matches!(change, Change::Recolor(_) | Change::Fill(_)))
        .count();
    if found.is_empty() || colors > 1 {
        Err(Unclear::Unknown(sentence.trim().to_owned()))
    } else {
        Ok(found)
    }
}

/// The words of a clause without the polite ones at its beginning.
fn words(clause: &str) -> Vec<&str> {
    let words = clause
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && !"%+-#".contains(c)));
    words
        .filter(|word| !word.is_empty())
        .skip_while(|word| is_one_of(word, POLITE))
        .collect()
}

fn of_clause(words: &[&str]) -> Result<Vec<Change>, Unclear> {
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let colored = has(&["colour", "color", "colours", "colors"]);
    let first = words.first().copied().unwrap_or_default();
    let takes_away = matches!(first, "remove" | "erase" | "delete")
        || words.starts_with(&["get", "rid", "of"])
        || (first == "take" && has(&["out", "away", "off"]));
    if takes_away {
        return match () {
            () if colored => Ok(vec![Change::Adjust(Adjustment::Tone(Tone::Monochrome))]),
            () if has(&["noise", "grain", "blur", "haze", "sharpness", "contrast"]) => {
                Err(unknown(words))
            }
            () => Ok(vec![Change::Remove]),
        };
    }
    match first {
        "censor" | "hide" | "obscure" | "anonymise" | "anonymize" => {
            return Ok(vec![Change::Adjust(Adjustment::Pixelate(Length::Share(
                0.03,
            )))]);
        }
        "redact" | "blacken" => return Ok(vec![Change::Fill([0; 3])]),
        "black" | "white" if has(&["out"]) => {
            return Ok(vec![Change::Fill(color(first).unwrap_or_default())]);
        }
        _ => {}
    }
    if let Some((head, target)) = color_at_the_end(words) {
        if first == "fill" {
            return Ok(vec![Change::Fill(target)]);
        }
        let says_so = is_one_of(first, RECOLOR) && (first != "give" || colored);
        let new_thing = head
            .iter()
            .any(|word| *word != "into" && is_one_of(word, NEW_THINGS));
        if !new_thing && (head.is_empty() || says_so || is_one_of(first, DETERMINERS)) {
            return Ok(vec![Change::Recolor(target)]);
        }
    }
    if let Some(found) = adjustments(words) {
        return Ok(found);
    }
    let asks_for_color = matches!(
        first,
        "recolor" | "recolour" | "dye" | "tint" | "paint" | "colour" | "color"
    ) || (colored && matches!(first, "change" | "give"));
    Err(if asks_for_color {
        Unclear::NoColor(words.join(" "))
    } else {
        unknown(words)
    })
}

fn unknown(words: &[&str]) -> Unclear {
    Unclear::Unknown(words.join(" "))
}

/// A colour that a clause ends in, with the words before it. Grey is none: it asks for taking the
/// colours away.
fn color_at_the_end<'a>(words: &'a [&'a str]) -> Option<(&'a [&'a str], [u8; 3])> {
    let end = words.iter().rposition(|word| !is_one_of(word, TRAILING))? + 1;
    let (last, head) = words.get(..end)?.split_last()?;
    let target = color(last).filter(|_| !matches!(*last, "grey" | "gray"))?;
    let mixed = |with: f32, share: f32| {
        target.map(|value| (f32::from(value) * (1.0 - share) + with * share) as u8)
    };
    let (head, target) = match head.split_last() {
        Some((&("light" | "bright"), before)) => (before, mixed(255.0, 0.35)),
        Some((&"pale", before)) => (before, mixed(255.0, 0.55)),
        Some((&"dark", before)) => (before, mixed(0.0, 0.45)),
        Some((&"deep", before)) => (before, mixed(0.0, 0.25)),
        _ => (head, target),
    };
    Some((head, target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: &[Change]) {
        assert_eq!(changes(sentence).as_deref(), Ok(expected), "{sentence}");
    }

    #[test]
    fn the_part_that_is_named_does_not_matter() {
        use Adjustment::{Blur, Pixelate, Sharpen};
        use Length::Share;
        use Tone::{Brightness, Contrast, Monochrome, Saturation};
        let tone = |tone| Change::Adjust(Adjustment::Tone(tone));
        check(
            "blur the background of photo.jpg",
            &[Change::Adjust(Blur(Share(0.006)))],
        );
        check(
            "blur all faces in the picture",
            &[Change::Adjust(Blur(Share(0.006)))],
        );
        check("blur it", &[Change::Adjust(Blur(Share(0.006)))]);
        check(
            "pixelate the man with the hat in photo.jpg",
            &[Change::Adjust(Pixelate(Share(0.015)))],
        );
        check(
            "make the dog on the left brighter",
            &[tone(Brightness(0.35))],
        );
        check("the dog a bit brighter, please", &[tone(Brightness(0.175))]);
        check("darken the sky by 30 %", &[tone(Brightness(-0.3))]);
        check(
            "increase the contrast of the face by 20%",
            &[tone(Contrast(0.2))],
        );
        check("make the background black and white", &[tone(Monochrome)]);
        check(
            "desaturate everything behind her",
            &[tone(Saturation(-0.5))],
        );
        check("take the colour out of the background", &[tone(Monochrome)]);
        check(
            "make the face brighter and sharper",
            &[tone(Brightness(0.35)), Change::Adjust(Sharpen(1.0))],
        );
        check(
            "blur the man and the dog",
            &[Change::Adjust(Blur(Share(0.006)))],
        );
    }

    #[test]
    fn colours_and_removal() {
        check(
            "make the car in photo.jpg red",
            &[Change::Recolor([200, 30, 30])],
        );
        check(
            "change the colour of the red shirt to blue",
            &[Change::Recolor([40, 80, 190])],
        );
        check(
            "recolour the wall in dark green",
            &[Change::Recolor([22, 77, 33])],
        );
        check("turn it into gold", &[Change::Recolor([212, 170, 60])]);
        check("fill it with black", &[Change::Fill([0; 3])]);
        check("black out the number plate", &[Change::Fill([0; 3])]);
        check("black it out", &[Change::Fill([0; 3])]);
        check(
            "remove the man and his dog from photo.jpg",
            &[Change::Remove],
        );
        check("please get rid of this", &[Change::Remove]);
        assert_eq!(
            changes("recolour the car"),
            Err(Unclear::NoColor("recolour the car".to_owned()))
        );
        assert_eq!(
            changes("change the colour of the car"),
            Err(Unclear::NoColor("change the colour of the car".to_owned()))
        );
    }

    #[test]
    fn what_needs_a_model_is_not_half_done() {
        for sentence in [
            "replace the dog with a cat",
            "replace the dog with a black cat",
            "put a sharp knife in his hand",
            "give the dog a red hat",
            "make him look older",
            "make the sky look like a warm sunset",
            "turn the car into a dark forest",
            "add a moustache",
            "blur the face and make him smile",
            "make the dog bigger",
            "rotate the dog",
            "make it red and blue",
            "make the car red and the man happy",
            "remove the blur",
            "do not blur the face",
            "",
        ] {
            assert!(
                matches!(changes(sentence), Err(Unclear::Unknown(_))),
                "{sentence}: {:?}",
                changes(sentence)
            );
        }
    }
}
