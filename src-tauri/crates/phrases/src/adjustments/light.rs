//! Words about light, colour and sharpness.

use patchbay_values::adjustments::{Adjustment, Tone, USUAL_BLOCK, USUAL_BLUR};
use patchbay_values::sizes::{self, Length};

use super::Wish;
use super::clause::Clause;

impl Clause<'_> {
    pub(super) fn light_wish(&self, word: &str) -> Option<Wish> {
        let tone = match word {
            "brighter" | "brighten" | "lighter" | "lighten" | "bright" | "brightness" => {
                self.brightness(1.0)
            }
            "darker" | "darken" | "dim" | "dimmer" | "dark" => self.brightness(-1.0),
            "exposure" | "overexpose" | "expose" => Tone::Exposure(self.stops()),
            "underexpose" => Tone::Exposure(-self.stops()),
            "stop" | "stops" | "ev" if self.is_nothing_but_stops() => Tone::Exposure(self.stops()),
            "contrast" | "contrasty" | "punchy" | "punchier" => Tone::Contrast(self.signed(0.3)),
            "flatter" => Tone::Contrast(-self.amount(0.3)),
            "warmer" | "warm" | "warmth" => Tone::Warmth(self.signed(0.4)),
            "cool" if self.has(&["look", "looks"]) => return None,
            "cooler" | "cool" | "colder" | "cold" => Tone::Warmth(-self.signed(0.4)),
            "colours" | "colors" | "colour" | "color" if !self.has(&COLORS_CHANGE) => return None,
            "saturation" | "colours" | "colors" | "colour" | "color" | "saturated" | "saturate"
            | "vivid" | "vibrant" | "vibrance" | "colourful" | "colorful" | "pop" => {
                Tone::Saturation(self.signed(0.4))
            }
            "desaturate" | "desaturated" | "muted" | "paler" => {
                Tone::Saturation(-self.amount(self.muted()))
            }
            "grey" | "gray" if self.has(&["border", "bordered", "frame", "framed"]) => return None,
            "monochrome" | "greyscale" | "grayscale" | "grey" | "gray" => Tone::Monochrome,
            "sepia" => Tone::Sepia,
            "invert" | "inverted" | "negative" => Tone::Invert,
            "posterise" | "posterize" | "posterised" | "posterized" => Tone::Posterise(
                self.numbers()
                    .find(|levels| (2.0..=64.0).contains(levels))
                    .unwrap_or(4.0) as u8,
            ),
            _ => return self.sharpness_wish(word).map(Wish::Adjust),
        };
        Some(Wish::Adjust(Adjustment::Tone(tone)))
    }

    fn sharpness_wish(&self, word: &str) -> Option<Adjustment> {
        Some(match word {
            "blur" | "blurry" | "blurred" | "blurrier" | "softer" | "soften" if !self.is_less() => {
                Adjustment::Blur(self.pixels().map_or_else(
                    || Length::Share(self.amount(1.0) * USUAL_BLUR),
                    Length::Pixels,
                ))
            }
            "sharpness" | "sharper" | "sharp" | "crisp" | "crisper" | "sharpening"
                if self.is_less() =>
            {
                Adjustment::Blur(Length::Share(0.5 * self.amount(1.0) * USUAL_BLUR))
            }
            "blur" | "blurry" | "softer" | "sharpness" | "sharpen" | "sharpened" | "sharper"
            | "sharp" | "crisp" | "crisper" | "sharpening" => Adjustment::Sharpen(self.amount(1.0)),
            "vignette" | "vignetting" => Adjustment::Vignette(self.amount(0.6).min(1.0)),
            // Grain that is to go is another tool's work.
            "grain" | "grainy" | "grainier"
                if !self.is_less() && !self.has(&["remove", "removed", "without", "clean"]) =>
            {
                Adjustment::Grain(self.amount(0.2).min(1.0))
            }
            "pixelate" | "pixelated" | "pixelise" | "pixelize" | "mosaic" => {
                Adjustment::Pixelate(self.pixels().map_or_else(
                    || Length::Share(self.amount(1.0) * USUAL_BLOCK),
                    Length::Pixels,
                ))
            }
            "sketch" | "sketched" | "drawing" | "pencil" if !self.has(&["add", "put"]) => {
                Adjustment::Sketch
            }
            _ => return None,
        })
    }

    /// More of it (`direction` 1) or less (-1): in stops where the clause counts those.
    fn brightness(&self, direction: f32) -> Tone {
        if self.has(&STOPS) {
            return Tone::Exposure(direction * self.stops());
        }
        Tone::Brightness(self.left().unwrap_or_else(|| direction * self.signed(0.35)))
    }

    /// How many stops a clause asks for: as it says, else half of one as strongly as its words are.
    fn stops(&self) -> f32 {
        let counted = self.has(&STOPS);
        let number = self
            .numbers()
            .map(f32::abs)
            .find(|stops| counted || *stops <= 5.0);
        let percent = self
            .words
            .iter()
            .find_map(|word| sizes::percent(word))
            .or_else(|| self.numbers().next());
        let part = if self.has(&["half"]) {
            Some(0.5)
        } else if self.has(&["third"]) {
            Some(1.0 / 3.0)
        } else {
            None
        };
        let stops = match (number, percent) {
            (Some(stops), _) => stops,
            (None, Some(percent)) => (1.0 + percent.abs() / 100.0).log2(),
            (None, None) => part.unwrap_or(if counted { 1.0 } else { 0.5 * self.strength() }),
        };
        if self.is_less() {
            -stops.min(10.0)
        } else {
            stops.min(10.0)
        }
    }

    /// Whether stops are all that the clause speaks of: "+1 EV".
    fn is_nothing_but_stops(&self) -> bool {
        self.words
            .iter()
            .all(|word| STOPS.contains(&word.as_str()) || sizes::number(word).is_some())
    }

    /// How far "desaturated" goes where it says no amount.
    fn muted(&self) -> f32 {
        if self.has(&["completely", "fully", "entirely", "totally"]) {
            1.0
        } else {
            0.5
        }
    }

    /// Whether a word is a noun of which there is more or less.
    pub(super) fn names_a_quality(word: &str) -> bool {
        [
            "brightness",
            "contrast",
            "saturation",
            "warmth",
            "exposure",
            "sharpness",
            "colours",
            "colors",
            "vibrance",
        ]
        .contains(&word)
    }

    /// Whether a word goes with light and says nothing by itself.
    pub(super) fn is_about_light(word: &str) -> bool {
        STOPS.contains(&word)
            || [
                "contrasts",
                "radius",
                "blocks",
                "completely",
                "fully",
                "entirely",
                "totally",
            ]
            .contains(&word)
    }
}

const STOPS: [&str; 3] = ["stop", "stops", "ev"];

/// What makes "the colours" something to strengthen or weaken.
const COLORS_CHANGE: [&str; 16] = [
    "boost",
    "boosted",
    "stronger",
    "strengthen",
    "intensify",
    "enhance",
    "more",
    "less",
    "reduce",
    "increase",
    "down",
    "weaker",
    "richer",
    "double",
    "brighter",
    "fewer",
];
