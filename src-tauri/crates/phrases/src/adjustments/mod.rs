//! What a sentence asks to be done to an image without a model: from a sentence to adjustments.
//! Understood is what names an adjustment and says nothing else: "blur the background"
//! asks for more than a blur, and doing half of it would be wrong.
//!
//! - [`quotes`], [`cutting`], [`padding`]: what is to be written, what an image is cut to, and what
//!   it is put on are taken out before anything is read
//! - [`unwished`]: what is not to be done
//! - [`clause`]: a part of the sentence: its words, numbers and strength
//! - [`light`], [`space`], [`lettering`], [`format`]: what one word asks for, given the rest of its
//!   clause
//! - [`video`]: a sentence about a video as one about each of its frames

mod clause;
mod cutting;
mod format;
mod lettering;
mod light;
mod padding;
mod quotes;
mod space;
#[cfg(test)]
mod tests;
mod unwished;
mod video;

use std::mem::discriminant;
use std::sync::LazyLock;

use patchbay_values::adjustments::{Adjustment, Tone};
use patchbay_values::colors::color;
use patchbay_values::sizes::Size;
use regex::Regex;
use thiserror::Error;

use self::clause::{Clause, IS, Marks};
pub use self::video::normalize_video_wording;
use crate::times::digits;

/// What a sentence asks for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wishes {
    /// What to do, in order.
    pub adjustments: Vec<Adjustment>,
    /// The format of the result (`png`, `jpg`, `webp`, `tiff`,
    /// `avif` or `ico`), where the sentence names one.
    pub format: Option<&'static str>,
}

/// Why a sentence is not done.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum Misread {
    /// The part of it that names no adjustment.
    #[error("“{0}” is not understood")]
    Unknown(String),
    /// A format that is not written here.
    #[error("pictures are not written as {0} here")]
    Format(String),
}

/// One thing that a word asks for.
#[derive(Debug, Clone, PartialEq)]
enum Wish {
    Adjust(Adjustment),
    Encode(&'static str),
}

/// What a sentence asks for, in its order.
///
/// # Errors
/// A part of it is not understood, or asks for a format that is not written here.
pub fn wishes(sentence: &str) -> Result<Wishes, Misread> {
    // “Make it look like an old film: black and white, grainy”: what follows says what that is.
    let read = wishes_of(sentence);
    match (&read, sentence.split_once(": ")) {
        (Err(Misread::Unknown(_)), Some((_, list))) => wishes_of(list).or(read),
        _ => read,
    }
}

/// The size that words say which say nothing else: `half the size`, `300 px`.
pub(crate) fn size_of(words: &str) -> Option<Size> {
    let wishes = wishes(&format!("resize it to {words}")).ok()?;
    if let [Adjustment::Resize(size)] = wishes.adjustments[..] {
        Some(size)
    } else {
        None
    }
}

fn wishes_of(sentence: &str) -> Result<Wishes, Misread> {
    let (marked, quotes) = quotes::taken_out(sentence);
    let marked = unwished::UNWISHED.replace_all(&marked, " ");
    let (marked, canvas) = padding::taken_out(&marked);
    let (marked, region) = cutting::taken_out(&marked);
    let marks = Marks {
        quotes: &quotes,
        region,
        canvas,
    };
    let mut found = Wishes::default();
    let mut complaints: Vec<Adjustment> = Vec::new();
    let mut previous: Option<Clause> = None;
    for said in clauses(&marked) {
        let is_aside = said.starts_with(ASIDE);
        let mut clause = Clause::new(said.trim_start_matches(ASIDE), marks);
        if clause.words.is_empty() {
            continue;
        }
        if let Some(previous) = &previous {
            clause.lean_on(previous);
        }
        if let Some(format) = clause.unwritable_format() {
            return Err(Misread::Format(format.to_owned()));
        }
        let bare = without_purpose(&clause.text);
        let read = clause.read().or_else(|| Clause::new(bare?, marks).read());
        let Some(wishes) = read else {
            let says_nothing = bare.is_some_and(|bare| bare.trim().is_empty());
            if says_nothing || is_told(&clause) || (is_aside && !clause.has(&RESTRICTS)) {
                // It says what there is, why or what for, and not what is wished for.
                continue;
            }
            if let Some(Adjustment::Write(caption)) = found.adjustments.last_mut()
                && clause.is_of_letters()
            {
                let color = clause.words.iter().find_map(|word| color(word));
                caption.color = color.or(caption.color);
                continue;
            }
            return Err(Misread::Unknown(clause.original()));
        };
        for wish in wishes {
            match wish {
                Wish::Adjust(adjustment) if clause.is_complaint() => complaints.push(adjustment),
                // “Dark corners (vignette)” says one thing in two ways.
                Wish::Adjust(adjustment) if is_aside && found.adjustments.contains(&adjustment) => {
                }
                Wish::Adjust(adjustment) => found.adjustments.push(adjustment),
                Wish::Encode(format) => found.format = Some(format),
            }
        }
        previous = Some(clause);
    }
    // “Way too dark, brighten it” says one thing: the complaint counts where nothing else answers it.
    complaints.retain(|complaint| {
        !found
            .adjustments
            .iter()
            .any(|wish| of_one_quality(wish, complaint))
    });
    found.adjustments.splice(0..0, complaints);
    if found == Wishes::default() {
        Err(Misread::Unknown(sentence.trim().to_owned()))
    } else {
        Ok(found)
    }
}

/// Whether two adjustments change the same quality of a picture.
fn of_one_quality(one: &Adjustment, other: &Adjustment) -> bool {
    let is_light = |adjustment: &Adjustment| {
        matches!(
            adjustment,
            Adjustment::Tone(Tone::Brightness(_) | Tone::Exposure(_))
        )
    };
    match (one, other) {
        (Adjustment::Tone(one_tone), Adjustment::Tone(other_tone)) => {
            discriminant(one_tone) == discriminant(other_tone) || is_light(one) && is_light(other)
        }
        _ => discriminant(one) == discriminant(other),
    }
}

/// What stands before a clause that is put in brackets.
const ASIDE: char = '\u{2}';
/// Words that restrict what is done: what they stand in is not left out.
const RESTRICTS: [&str; 10] = [
    "only", "just", "not", "except", "but", "no", "without", "don't", "dont", "never",
];

/// A clause without what it says of why and what for, where it says such a thing: “flip it so that the text reads
/// right”, “crop it to 9:16 for my phone”.
fn without_purpose(clause: &str) -> Option<&str> {
    static PURPOSE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(?:^|\s)(?:(?:so(?: that)?|because|since|in order to|like (?:in|on|those|these|they|you|(?:an? |the |in an? )?(?:old|vintage|retro|classic)))\s.*|for\s+(?:[^\W\d][\w'-]*\s*){1,4})$")
            .expect("the expression is well formed")
    });
    let found = PURPOSE.find(clause)?;
    Some(&clause[..found.start()])
}

/// Whether a clause says what there is: it goes on with how something is or was, or says so of what it begins with, and
/// asks for nothing of it.
fn is_told(clause: &Clause) -> bool {
    const ABOUT: [&str; 16] = [
        "the",
        "my",
        "our",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "i",
        "we",
        "he",
        "she",
        "they",
        "there",
        "everything",
    ];
    const ASKS: [&str; 10] = [
        "should", "must", "needs", "need", "ought", "shall", "please", "make", "can", "could",
    ];
    let words = &clause.words;
    let begins = words
        .first()
        .is_some_and(|first| ABOUT.contains(&first.as_str()));
    let is = |word: &String| IS.contains(&word.as_str());
    let was = |word: &String| word.len() > 4 && word.ends_with("ed");
    let short = clause.text.contains("'s ") || clause.text.contains("’s ");
    // “Colours look washed out”: a verb in the middle, and none that asks.
    let says_how = words.iter().skip(1).any(is);
    let tells = begins && (short || words.iter().any(|word| is(word) || was(word)));
    words.len() > 2
        && (tells || says_how)
        && !words.iter().any(|word| ASKS.contains(&word.as_str()))
}

/// Expressions of several words, as the one word that is known here.
const PHRASES: [(&str, &str); 41] = [
    ("film grain", "grain"),
    ("flip it back", "flip it"),
    ("mirror it back", "mirror it"),
    ("left-right", "horizontally"),
    ("up-down", "vertically"),
    ("back to normal", ""),
    ("darken the corners", "vignette"),
    ("darken the edges", "vignette"),
    ("dark corners", "vignette"),
    ("darker corners", "vignette"),
    ("black and white", "monochrome"),
    ("black & white", "monochrome"),
    ("black-and-white", "monochrome"),
    ("b&w", "monochrome"),
    ("b/w", "monochrome"),
    ("shades of grey", "monochrome"),
    ("shades of gray", "monochrome"),
    ("upside down", "upside-down"),
    ("counter clockwise", "left"),
    ("counter-clockwise", "left"),
    ("anti-clockwise", "left"),
    ("left to right", "horizontally"),
    ("top to bottom", "vertically"),
    ("quarter turn", "rotate 90"),
    ("half turn", "rotate 180"),
    ("twice as large", "double size"),
    ("twice as big", "double size"),
    ("half as large", "half size"),
    ("half as big", "half size"),
    ("full hd", "1080p"),
    ("full-hd", "1080p"),
    (" per cent", "%"),
    (" percent", "%"),
    ("percent", "%"),
    ("°", " degrees"),
    ("−", "-"),
    ("×", "x"),
    ("top-", "top "),
    ("bottom-", "bottom "),
    ("upper-", "upper "),
    ("lower-", "lower "),
];

/// Numbers with what belongs to them, brought together: `1,200 x 800` as `1200x800`, `+ 20 %` as
/// `+20%`, `90deg` as `90 degrees`.
static TOGETHER: LazyLock<[(Regex, &str); 14]> = LazyLock::new(|| {
    [
        (r"\b(?:the )?corners (?:(?:get|be|become|turn) )?((?:an? )?(?:bit|little|slightly|lot|much)? ?)darker\b", "$1 vignette"),
        (r"\bvignette (?:around|on|in|at|along|to) (?:all |both )?the (?:edges?|corners?|borders?|sides?)\b", "vignette"),
        (r" with ((?:an? )?(?:bit|little|touch|lot)|slightly|much|some|more|less|stronger|extra) ", " and $1 "),
        (r"\b(\d{1,3}),(\d{3})\b", "$1$2"),
        (r"(\d) %", "$1%"),
        (r"\bplus (\d)", "+$1"),
        (r"\bminus (\d)", "-$1"),
        (r"([+-]) (\d)", "$1$2"),
        (r"(\d)-?(px|pixels?|ev|stops?|degrees?|levels?)\b", "$1 $2"),
        (r"(\d)deg\b", "$1 degrees"),
        (r"\b(\d+(?:\.\d+)?) ?[:/] ?(\d+(?:\.\d+)?)\b", "$1:$2"),
        (r"\b(\d+)(?: (?:px|pixels?))?(?: wide| across)? (?:by|x|\*) (\d+)\b", "${1}x$2"),
        (r"\b(\d+)(?: (?:px|pixels?))? (?:wide|across) and (\d+)(?: (?:px|pixels?))? (?:high|tall)\b", "${1}x$2 size"),
        (r"\b(\d+(?:\.\d+)?) times\b", "${1}x"),
    ]
    .map(|(written, together)| (Regex::new(written).expect("the pattern is valid"), together))
});

/// What a sentence is about as a whole, as “it”: “my old holiday picture”, “grandpa's photo”.
static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:the|my|our|your|his|her|their|this|that|these|those|[\w-]+['’]s)\s+(?:[\w-]+\s+){0,2}?(?:pictures?|photos?|photographs?|images?|pics?|shots?)(?P<end>$|[^.\w]|\.(?:\s|$))",
    )
    .expect("the pattern is valid")
});

/// Parts of a sentence that each ask for something.
fn clauses(sentence: &str) -> Vec<String> {
    let mut text = format!("{} ", sentence.to_lowercase());
    text = WHOLE.replace_all(&text, "it$end").into_owned();
    for (phrase, word) in PHRASES {
        text = text.replace(phrase, word);
    }
    let mut text = digits(&text);
    for (written, together) in TOGETHER.iter() {
        text = written.replace_all(&text, *together).into_owned();
    }
    text = text
        .replace('(', &format!("\u{1}{ASIDE}"))
        .replace(')', "\u{1}");
    for joint in [
        " and then ",
        " then ",
        " and ",
        " & ",
        " plus ",
        " + ",
        "; ",
        ", ",
        ". ",
        "! ",
        "\n",
    ] {
        text = text.replace(joint, "\u{1}");
    }
    text.split('\u{1}')
        .map(|clause| clause.trim().to_owned())
        .filter(|clause| !clause.is_empty())
        .collect()
}
