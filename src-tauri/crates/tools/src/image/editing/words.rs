//! From a sentence to adjustments. Understood is what names an adjustment and says nothing else: "blur the background"
//! asks for more than a blur, and doing half of it would be wrong.

use super::Adjustment;
use super::geometry::{Shape, Size};
use super::tone::Tone;

/// The adjustments that a sentence asks for, in its order; or the part of it that names none.
///
/// # Errors
/// The words that are not understood.
pub fn adjustments(sentence: &str) -> Result<Vec<Adjustment>, String> {
    let mut found = Vec::new();
    for clause in clauses(sentence) {
        let clause = Clause::new(&clause);
        if clause.words.is_empty() {
            continue;
        }
        match clause.read() {
            Some(adjustments) => found.extend(adjustments),
            None => return Err(clause.original),
        }
    }
    if found.is_empty() { Err(sentence.trim().to_owned()) } else { Ok(found) }
}

/// Expressions of several words, as the one word that the rest of this file knows.
const PHRASES: [(&str, &str); 21] = [
    ("black and white", "monochrome"),
    ("black & white", "monochrome"),
    ("black-and-white", "monochrome"),
    ("b&w", "monochrome"),
    ("b/w", "monochrome"),
    ("shades of grey", "monochrome"),
    ("shades of gray", "monochrome"),
    ("upside down", "upside-down"),
    ("upside-down", "upside-down"),
    ("counter clockwise", "left"),
    ("counter-clockwise", "left"),
    ("anti-clockwise", "left"),
    ("left to right", "horizontally"),
    ("top to bottom", "vertically"),
    ("quarter turn", "rotate 90"),
    ("half turn", "rotate 180"),
    ("twice as large", "double size"),
    ("twice as big", "double size"),
    (" %", "%"),
    (" percent", "%"),
    ("°", " degrees"),
];

/// Parts of a sentence that each ask for something.
fn clauses(sentence: &str) -> Vec<String> {
    let mut text = format!("{} ", sentence.to_lowercase());
    for (phrase, word) in PHRASES {
        text = text.replace(phrase, word);
    }
    for joint in [" and then ", " then ", " and ", " & ", "; ", ", ", ". ", "! ", "\n"] {
        text = text.replace(joint, "\u{1}");
    }
    text.split('\u{1}').map(|clause| clause.trim().to_owned()).filter(|clause| !clause.is_empty()).collect()
}

/// Words that change nothing about what is meant.
const FILLERS: &str = "a add again all anticlockwise ccw counterclockwise an also apply as at be big bit by can change clockwise colour color colors colours could degree degrees \
    do edit effect filter frame for from get give high her his i image images in into it its just let like little long \
    look lot make me more my now of on one our out photo photos photograph picture pictures piece please px pixel pixels \
    put resolution right see shot side so some style than that the their them these this to too touch turn up us very \
    want was way we wide tall width height wider with would you your much slightly somewhat strongly heavily really \
    less increase raise boost higher reduce decrease lower down amount level levels degrees angle ratio aspect \
    format shape version tone tones largest longest max maximum most half double twice third quarter times stronger thin thick wider";

struct Clause {
    original: String,
    words: Vec<String>,
}

impl Clause {
    fn new(clause: &str) -> Self {
        let words = clause
            .split_whitespace()
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && !"%+-".contains(c)).to_owned())
            .filter(|word| !word.is_empty() && !is_file_name(word))
            .collect();
        Self { original: clause.to_owned(), words }
    }

    fn has(&self, wanted: &[&str]) -> bool {
        self.words.iter().any(|word| wanted.contains(&word.as_str()))
    }

    /// All that the clause asks for; none where a word is left over or nothing is asked for.
    fn read(&self) -> Option<Vec<Adjustment>> {
        let mut found = Vec::new();
        let mut only_words_around = true;
        for word in &self.words {
            match self.keyword(word) {
                Some(adjustment) => {
                    if !found.contains(&adjustment) {
                        found.push(adjustment);
                    }
                }
                None => only_words_around &= self.is_beside_the_point(word),
            }
        }
        (only_words_around && !found.is_empty()).then_some(found)
    }

    fn is_beside_the_point(&self, word: &str) -> bool {
        let detail = if self.has(&["border", "frame", "framed", "bordered"]) {
            color(word).is_some()
        } else if self.has(&["flip", "flipped", "mirror", "mirrored", "rotate", "rotated", "turn"]) {
            ["horizontally", "horizontal", "vertically", "vertical", "left", "right", "around"].contains(&word)
        } else {
            ["size", "resize", "scale", "crop", "cropped", "contrasts"].contains(&word)
        };
        detail
            || number(word).is_some()
            || ratio(word).is_some()
            || FILLERS.split_whitespace().any(|filler| filler == word)
    }

    /// What one word asks for, given the rest of its clause.
    fn keyword(&self, word: &str) -> Option<Adjustment> {
        let tone = |tone| Some(Adjustment::Tone(tone));
        match word {
            "brighter" | "brighten" | "lighter" | "lighten" => tone(Tone::Brightness(self.amount(0.25))),
            "darker" | "darken" | "dim" | "dimmer" => tone(Tone::Brightness(-self.amount(0.25))),
            "brightness" | "exposure" => tone(Tone::Brightness(self.signed(0.25))),
            "contrast" => tone(Tone::Contrast(self.signed(0.3))),
            "punchy" | "punchier" => tone(Tone::Contrast(self.amount(0.3))),
            "flatter" => tone(Tone::Contrast(-self.amount(0.3))),
            "warmer" | "warm" => tone(Tone::Warmth(self.amount(0.4))),
            "warmth" => tone(Tone::Warmth(self.signed(0.4))),
            "cooler" | "cool" | "colder" | "cold" => tone(Tone::Warmth(-self.amount(0.4))),
            "colours" | "colors" if !self.has(&["boost", "stronger", "more", "less", "reduce", "increase"]) => None,
            "saturation" | "colours" | "colors" | "saturated" | "saturate" | "vivid" | "colourful" | "colorful"
            | "vibrant" => tone(Tone::Saturation(self.signed(0.4))),
            "desaturate" | "desaturated" | "muted" | "paler" => tone(Tone::Saturation(-self.amount(0.5))),
            "monochrome" | "greyscale" | "grayscale" | "grey" | "gray" if !self.has(&["border", "frame"]) => {
                tone(Tone::Monochrome)
            }
            "sepia" => tone(Tone::Sepia),
            "invert" | "inverted" | "negative" => tone(Tone::Invert),
            "posterise" | "posterize" | "posterised" | "posterized" => {
                let levels = self.numbers().find(|n| (2.0..=64.0).contains(n)).unwrap_or(4.0);
                tone(Tone::Posterise(levels as u8))
            }
            "blur" | "blurry" | "blurred" | "blurrier" | "softer" | "soften" => {
                Some(Adjustment::Blur(self.amount(1.0) * 0.006))
            }
            "sharpness" if self.is_less() => Some(Adjustment::Blur(self.amount(1.0) * 0.003)),
            "sharpness" | "sharpen" | "sharper" | "sharp" | "crisper" => Some(Adjustment::Sharpen(self.amount(1.0))),
            "vignette" => Some(Adjustment::Vignette(self.amount(0.6).min(1.0))),
            "pixelate" | "pixelated" | "pixelise" | "mosaic" => Some(Adjustment::Pixelate(self.amount(1.0) * 0.015)),
            "rotate" | "rotated" | "left" | "right" | "around" if self.has(&["rotate", "rotated", "turn"]) => {
                self.turn(word)
            }
            "turn" if self.has(&["left", "right", "around"]) || self.has(&["degrees", "degree"]) => self.turn("rotate"),
            "upside-down" if self.has(&["flip", "flipped"]) => Some(Adjustment::FlipVertically),
            "upside-down" => Some(Adjustment::Rotate(180.0)),
            "flip" | "flipped" | "mirror" | "mirrored" | "flop" => Some(self.flip()),
            "resize" | "resized" | "scale" | "shrink" | "enlarge" | "size" | "smaller" | "larger" | "bigger" => {
                self.size()
            }
            "wide" | "width" | "tall" | "height" if self.numbers().next().is_some() => self.size(),
            "crop" | "cropped" | "square" => self.shape(),
            "border" | "bordered" | "framed" => Some(self.border()),
            "frame" if self.has(&["add", "put", "draw"]) || self.words.iter().any(|word| color(word).is_some()) => {
                Some(self.border())
            }
            _ => None,
        }
    }

    fn turn(&self, word: &str) -> Option<Adjustment> {
        if word != "rotate" && self.has(&["rotate", "rotated"]) {
            return None;
        }
        let degrees = self.numbers().next().unwrap_or(if self.has(&["around"]) { 180.0 } else { 90.0 });
        let clockwise = !self.has(&["left", "counterclockwise", "anticlockwise", "ccw"]);
        Some(Adjustment::Rotate(if clockwise { degrees } else { -degrees }))
    }

    fn flip(&self) -> Adjustment {
        if self.has(&["vertically", "vertical", "upside-down"]) {
            Adjustment::FlipVertically
        } else {
            Adjustment::FlipHorizontally
        }
    }

    fn size(&self) -> Option<Adjustment> {
        if let Some((width, height)) = self.words.iter().find_map(|word| dimensions(word)) {
            return Some(Adjustment::Resize(Size::Within(width, height)));
        }
        let percent = self.words.iter().find_map(|word| word.strip_suffix('%')?.parse::<f32>().ok());
        if let Some(percent) = percent.filter(|percent| *percent > 0.0) {
            let by = self.has(&["by"]);
            let factor = match () {
                () if by && self.has(&["shrink", "smaller", "reduce"]) => 1.0 - percent.min(99.0) / 100.0,
                () if by && self.has(&["enlarge", "larger", "bigger", "increase"]) => 1.0 + percent / 100.0,
                () => percent / 100.0,
            };
            return Some(Adjustment::Resize(Size::Times(factor)));
        }
        if let Some(pixels) = self.numbers().find(|n| *n >= 1.0).map(|n| n as u32) {
            let size = if self.has(&["tall", "height", "high"]) {
                Size::Height(pixels)
            } else if self.has(&["wide", "width"]) {
                Size::Width(pixels)
            } else {
                Size::Longer(pixels)
            };
            return Some(Adjustment::Resize(size));
        }
        let factor = if self.has(&["half", "smaller", "shrink"]) {
            0.5
        } else if self.has(&["third"]) {
            1.0 / 3.0
        } else if self.has(&["quarter"]) {
            0.25
        } else if self.has(&["double", "twice", "larger", "bigger", "enlarge"]) {
            2.0
        } else {
            return None;
        };
        Some(Adjustment::Resize(Size::Times(factor)))
    }

    fn shape(&self) -> Option<Adjustment> {
        if let Some((width, height)) = self.words.iter().find_map(|word| dimensions(word)) {
            return Some(Adjustment::Crop(Shape::Pixels(width, height)));
        }
        if let Some(aspect) = self.words.iter().find_map(|word| ratio(word)) {
            return Some(Adjustment::Crop(Shape::Aspect(aspect)));
        }
        self.has(&["square"]).then_some(Adjustment::Crop(Shape::Aspect(1.0)))
    }

    fn border(&self) -> Adjustment {
        let share = self.words.iter().find_map(|word| word.strip_suffix('%')?.parse::<f32>().ok());
        let color = self.words.iter().find_map(|word| color(word)).unwrap_or([255; 3]);
        let share = share.map_or(0.04 * self.strength(), |percent| (percent / 100.0).clamp(0.002, 1.0));
        Adjustment::Border(share, color)
    }

    /// How much is asked for: a percentage as it stands, else `usual` as the words around say.
    fn amount(&self, usual: f32) -> f32 {
        let percent = self.words.iter().find_map(|word| word.strip_suffix('%')?.parse::<f32>().ok());
        percent.map_or_else(|| usual * self.strength(), |percent| percent.abs().min(500.0) / 100.0)
    }

    /// The same for a noun: negative where the clause asks for less of it.
    fn signed(&self, usual: f32) -> f32 {
        if self.is_less() { -self.amount(usual) } else { self.amount(usual) }
    }

    fn is_less(&self) -> bool {
        self.has(&["less", "reduce", "reduced", "decrease", "lower", "down", "minus"])
            || self.words.iter().any(|word| word.starts_with('-') && number(word).is_some())
    }

    fn strength(&self) -> f32 {
        if self.has(&["slightly", "somewhat", "bit", "little", "touch", "thin"]) {
            0.5
        } else if self.has(&["much", "very", "lot", "strongly", "heavily", "really", "way", "thick"]) {
            1.8
        } else {
            1.0
        }
    }

    /// The plain numbers, such as `90` or `1200px`.
    fn numbers(&self) -> impl Iterator<Item = f32> {
        self.words.iter().filter(|word| !word.ends_with('%')).filter_map(|word| number(word))
    }
}

fn number(word: &str) -> Option<f32> {
    let digits = ["%", "px", "deg"].iter().fold(word, |word, unit| word.strip_suffix(unit).unwrap_or(word));
    digits.parse::<f32>().ok().filter(|value| value.is_finite())
}

/// `1200x800` as pixels.
fn dimensions(word: &str) -> Option<(u32, u32)> {
    let (width, height) = word.split_once(['x', '×'])?;
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (1..=60_000).contains(side));
    Some((side(width)?, side(height)?))
}

/// `16:9` or `1200x800` as width by height.
fn ratio(word: &str) -> Option<f32> {
    let (width, height) = word.split_once([':', 'x', '×', '/'])?;
    let (width, height): (f32, f32) = (width.parse().ok()?, height.parse().ok()?);
    (width > 0.0 && height > 0.0).then(|| (width / height).clamp(0.02, 50.0))
}

fn color(word: &str) -> Option<[u8; 3]> {
    Some(match word {
        "white" => [255, 255, 255],
        "black" => [0, 0, 0],
        "grey" | "gray" => [128, 128, 128],
        "red" => [200, 30, 30],
        "green" => [40, 140, 60],
        "blue" => [40, 80, 190],
        "yellow" => [240, 205, 50],
        "orange" => [235, 130, 30],
        "purple" => [120, 60, 160],
        "pink" => [240, 150, 180],
        "brown" => [115, 75, 45],
        _ => return None,
    })
}

/// Whether a word is the name of a file or of an earlier result, which says nothing of what to do.
fn is_file_name(word: &str) -> bool {
    let ending = word.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| (2..=4).contains(&ending.len()) && ending.starts_with(|c: char| c.is_alphabetic()))
        || (word.contains(['_', '-'])
            && word.ends_with(|c: char| c.is_ascii_digit())
            && word.starts_with(|c: char| c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: &[Adjustment]) {
        assert_eq!(adjustments(sentence).as_deref(), Ok(expected), "{sentence}");
    }

    #[test]
    fn sentences_name_adjustments_in_order() {
        use Adjustment::{Blur, Border, Crop, FlipHorizontally, FlipVertically, Resize, Rotate, Sharpen};
        use Tone::{Brightness, Contrast, Monochrome, Posterise, Saturation, Sepia, Warmth};
        let tone = Adjustment::Tone;
        check("make it black and white and rotate it 90 degrees", &[tone(Monochrome), Rotate(90.0)]);
        check("make photo.jpg black and white", &[tone(Monochrome)]);
        check("a bit brighter", &[tone(Brightness(0.125))]);
        check("brightness +20 %", &[tone(Brightness(0.2))]);
        check("darken it by 30 percent", &[tone(Brightness(-0.3))]);
        check("reduce the contrast, then more saturation", &[tone(Contrast(-0.3)), tone(Saturation(0.4))]);
        check("Make the picture much warmer.", &[tone(Warmth(0.4 * 1.8))]);
        check("posterise to 6 levels; sepia", &[tone(Posterise(6)), tone(Sepia)]);
        check("rotate left", &[Rotate(-90.0)]);
        check("turn the photo upside down", &[Rotate(180.0)]);
        check("rotate it 12.5° counterclockwise", &[Rotate(-12.5)]);
        check("flip it vertically and mirror it", &[FlipVertically, FlipHorizontally]);
        check("resize it to 1200 wide", &[Resize(Size::Width(1200))]);
        check("make it half the size", &[Resize(Size::Times(0.5))]);
        check("scale to 50%", &[Resize(Size::Times(0.5))]);
        check("resize to 800x600 pixels", &[Resize(Size::Within(800, 600))]);
        check("crop to 16:9 and sharpen", &[Crop(Shape::Aspect(16.0 / 9.0)), Sharpen(1.0)]);
        check("crop it square", &[Crop(Shape::Aspect(1.0))]);
        check("add a thin black border", &[Border(0.02, [0; 3])]);
        check("invert the colours", &[tone(Tone::Invert)]);
        check("blur it slightly", &[Blur(0.003)]);
    }

    #[test]
    fn what_asks_for_more_is_not_half_done() {
        for sentence in
            ["blur the background", "make the dog brighter", "make it look like a painting by Monet", "add a hat"]
        {
            assert!(adjustments(sentence).is_err(), "{sentence}");
        }
        assert_eq!(adjustments("make it sepia and add a hat").unwrap_err(), "add a hat");
        for sentence in
            ["", "   ", "please", "rotate \u{0} it \u{1}", "resize", "crop", "resize to 0x0", "rotate NaN degrees"]
        {
            let _ = adjustments(sentence);
        }
    }
}
