//! A part of a sentence that asks for something.

use patchbay_values::file_names::is_file_name;
use patchbay_values::regions::Region;
use patchbay_values::sizes::{number, percent, times};

use super::padding::Canvas;
use super::{Wish, cutting, quotes};

/// Words that change nothing about what is meant.
const FILLERS: &str = "a about actually add additionally adjust afterwards again all almost also altogether amount an and angle \
    anticlockwise any apply approximately around as aspect at be big bit boost boosted bring by can ccw \
    change clearly clockwise color colors colour colours considerably convert converted could \
    counterclockwise deal decrease degree degrees distinctly do double down drastically edit effect enhance \
    enlarged entire everything exact exactly export extra fairly far few file filter finally fine first for \
    format frame from full gently get give good great half have heavily height her high higher his hugely i \
    image images in increase increased intensify into it its just kinda largest less let level levels like \
    little long longest look looks lot lower make massively max maximum maybe me meme minus more most much my \
    nearly new next nice nicely noticeably now of off on one onto our out overall perhaps photo photograph \
    photos picture pictures piece pixel pixels please pls plus plz precisely pretty properly put px quarter \
    quite raise rather ratio really reduce reduced resolution result richer right roughly same save see \
    set shape shot side significantly simple simply slight slightly small so some somewhat stay strengthen \
    strong stronger strongly style subtle tall than that the their them these thick thin thing third this \
    though tilt times to tone toned tones too total totally touch turn twice up us usual version very want was way \
    we weaker whole wide wider width with would you your";

/// Whether a word changes nothing about what is meant.
pub(super) fn is_filler(word: &str) -> bool {
    FILLERS.split_whitespace().any(|filler| filler == word)
}

/// Words that ask for less of what a noun names.
const LESS: [&str; 11] = [
    "less",
    "reduce",
    "reduced",
    "decrease",
    "decreased",
    "lower",
    "lowered",
    "down",
    "minus",
    "weaker",
    "fewer",
];

/// Verbs that say how something is or was.
pub(super) const IS: [&str; 14] = [
    "is", "are", "was", "were", "isn't", "aren't", "looks", "look", "came", "comes", "got",
    "turned", "shot", "'m",
];

/// What marks in a sentence stand for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marks<'a> {
    /// What is to be written.
    pub(super) quotes: &'a [String],
    /// What an image is cut to.
    pub(super) region: Option<Region>,
    /// What an image is put on.
    pub(super) canvas: Option<Canvas>,
}

/// A part of a sentence, in words.
pub(super) struct Clause<'a> {
    pub(super) text: String,
    pub(super) words: Vec<String>,
    pub(super) marks: Marks<'a>,
}

impl<'a> Clause<'a> {
    pub(super) fn new(clause: &str, marks: Marks<'a>) -> Self {
        let words = clause
            .split_whitespace()
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && !"%+-#".contains(c)))
            .map(|word| {
                ["'s", "’s"]
                    .iter()
                    .find_map(|ending| word.strip_suffix(ending))
                    .unwrap_or(word)
                    .to_owned()
            })
            .filter(|word| word.contains(char::is_alphanumeric) && !is_file_name(word))
            .collect();
        Self {
            text: clause.to_owned(),
            words,
            marks,
        }
    }

    /// The clause as it was written.
    pub(super) fn original(&self) -> String {
        let text = match self.marks.region {
            Some(region) => cutting::put_back(&self.text, region),
            None => self.text.clone(),
        };
        quotes::put_back(&text, self.marks.quotes)
    }

    /// What the clause has an image cut to.
    pub(super) fn region(&self) -> Option<Region> {
        self.marks.region.filter(|_| self.has(&[cutting::MARK]))
    }

    /// What the clause has an image put on.
    pub(super) fn canvas(&self) -> Option<Canvas> {
        self.marks.canvas
    }

    /// Takes over what is said of how much, where this clause only names one more thing: "less
    /// contrast and saturation".
    pub(super) fn lean_on(&mut self, previous: &Self) {
        if self
            .words
            .iter()
            .all(|word| Self::names_a_quality(word) || ["the", "its"].contains(&word.as_str()))
        {
            let said = previous
                .words
                .iter()
                .filter(|word| previous.wish(word).is_none());
            self.words.extend(said.cloned());
        }
    }

    /// Whether one of these words is in it.
    pub(super) fn has(&self, wanted: &[&str]) -> bool {
        self.words
            .iter()
            .any(|word| wanted.contains(&word.as_str()))
    }

    /// All that the clause asks for; none where a word is left over or nothing is asked for.
    pub(super) fn read(&self) -> Option<Vec<Wish>> {
        let mut found = Vec::new();
        let mut only_words_around = true;
        let is_complaint = self.is_complaint();
        for word in &self.words {
            match self.wish(word) {
                Some(wish) => {
                    if !found.contains(&wish) {
                        found.push(wish);
                    }
                }
                None => {
                    only_words_around &= self.is_beside_the_point(word)
                        || is_complaint && IS.contains(&word.as_str());
                }
            }
        }
        (only_words_around && !found.is_empty()).then_some(found)
    }

    /// What one word asks for, given the rest of its clause.
    fn wish(&self, word: &str) -> Option<Wish> {
        self.lettering_wish(word)
            .or_else(|| self.format_wish(word))
            .or_else(|| self.space_wish(word))
            .or_else(|| self.light_wish(word))
    }

    fn is_beside_the_point(&self, word: &str) -> bool {
        self.is_about_lettering(word)
            || Self::is_about_format(word)
            || self.is_about_space(word)
            || Self::is_about_light(word)
            || number(word).is_some()
            || times(word).is_some()
            || is_filler(word)
    }

    /// How much is asked for: a percentage as it stands, else `usual` as the words around say.
    pub(super) fn amount(&self, usual: f32) -> f32 {
        let percent = self.words.iter().find_map(|word| percent(word));
        percent.map_or_else(
            || usual * self.strength(),
            |percent| percent.abs().min(500.0) / 100.0,
        )
    }

    /// A share that is counted, with or without a percent sign: `+20%` or "by 20" as 0.2.
    fn share(&self) -> Option<f32> {
        let percent = self.words.iter().find_map(|word| percent(word));
        let bare = || {
            self.numbers()
                .find(|number| (2.0..=500.0).contains(&number.abs()))
        };
        percent
            .or_else(bare)
            .map(|percent| percent.abs().min(500.0) / 100.0)
    }

    /// The change that a clause asks for by saying what is to be left: "to 80 %" as -0.2. Nothing
    /// is raised to less than it was, so "increased to 20 %" says something else.
    pub(super) fn left(&self) -> Option<f32> {
        let more = self.has(&["more", "increase", "increased", "raise", "boost", "up"]);
        // “To 1.6” is a multiple.
        let multiple = self.numbers().find(|number| (0.0..=5.0).contains(number));
        let share = match (self.share(), multiple) {
            (None, Some(multiple)) => Some(multiple),
            (share, _) => share,
        };
        share
            .filter(|share| self.has(&["to"]) && !(more && *share < 1.0))
            .map(|share| share - 1.0)
    }

    /// How much more of something is asked for, negative where it is less: `+20%`, "by 20", "to
    /// 80%", "half the", "2x".
    pub(super) fn signed(&self, usual: f32) -> f32 {
        let times = || self.words.iter().find_map(|word| times(word));
        let amount = match (self.left(), self.share()) {
            (Some(change), _) => return change,
            (None, Some(share)) => share,
            (None, None) if self.has(&["double", "twice"]) => 1.0,
            (None, None) if self.has(&["half"]) => return -0.5,
            (None, None) => times().map_or(usual * self.strength(), |times| times - 1.0),
        };
        if self.is_less() { -amount } else { amount }
    }

    /// Whether the clause asks for less: a complaint asks for the opposite of what it names.
    pub(super) fn is_less(&self) -> bool {
        let less = self.has(&LESS)
            || self
                .words
                .iter()
                .any(|word| word.starts_with('-') && number(word).is_some());
        less != self.is_complaint()
    }

    /// Whether the clause says that there is too much of something: “it is too dark”, “too much contrast”, and not “make
    /// it darker too”.
    pub(super) fn is_complaint(&self) -> bool {
        self.words
            .windows(2)
            .any(|pair| pair[0] == "too" && !["little", "few"].contains(&pair[1].as_str()))
    }

    /// How strongly the clause puts it: 1 unless it says so.
    pub(super) fn strength(&self) -> f32 {
        if self.has(&[
            "slightly", "slight", "somewhat", "bit", "little", "touch", "thin", "subtle", "small",
        ]) {
            0.5
        } else if self.has(&[
            "much",
            "very",
            "lot",
            "deal",
            "strong",
            "strongly",
            "heavily",
            "really",
            "way",
            "thick",
            "far",
            "noticeably",
            "considerably",
            "significantly",
            "clearly",
            "distinctly",
            "massively",
            "hugely",
            "drastically",
        ]) {
            1.8
        } else {
            1.0
        }
    }

    /// The numbers without a percent sign, such as `90`.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f32> {
        self.words
            .iter()
            .filter(|word| !word.ends_with('%'))
            .filter_map(|word| number(word))
    }

    /// A length that is given in pixels.
    pub(super) fn pixels(&self) -> Option<f32> {
        let unit = self
            .words
            .iter()
            .position(|word| ["px", "pixel", "pixels", "radius"].contains(&word.as_str()))?;
        self.numbers()
            .next()
            .filter(|pixels| unit > 0 && *pixels > 0.0 && *pixels < 20_000.0)
    }
}
