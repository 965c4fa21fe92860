//! Words about size, shape, turning and frames.

use patchbay_values::adjustments::Adjustment;
use patchbay_values::colors;
use patchbay_values::sizes::{self, FACTORS, Length, Shape, Size};

use super::clause::Clause;
use super::{Wish, cutting, padding};

const TURN: [&str; 6] = [
    "rotate",
    "rotated",
    "rotation",
    "turn",
    "turned",
    "straighten",
];
const FLIP: [&str; 5] = ["flip", "flipped", "mirror", "mirrored", "flop"];
const BORDER: [&str; 4] = ["border", "bordered", "frame", "framed"];
const CROP: [&str; 5] = ["crop", "cropped", "square", "trim", "cut"];

impl Clause<'_> {
    pub(super) fn space_wish(&self, word: &str) -> Option<Wish> {
        let adjustment = match word {
            "rotate" | "rotated" | "rotation" => Some(self.turn()),
            "turn" | "turned" | "straighten"
                if self.has(&["left", "right", "around", "degrees", "degree", "clockwise"]) =>
            {
                Some(self.turn())
            }
            "upside-down" if !self.has(&FLIP) => Some(Adjustment::Rotate(180.0)),
            "flip" | "flipped" | "mirror" | "mirrored" | "flop" => Some(self.flip()),
            "resize" | "resized" | "scale" | "scaled" | "rescale" | "upscale" | "downscale"
            | "shrink" | "enlarge" | "size" | "smaller" | "larger" | "bigger"
                if !self.has(&["crop", "cropped", padding::MARK]) && !self.has(&BORDER) =>
            {
                self.size()
            }
            "wide" | "width" | "tall" | "high" | "height" | "across"
                if self.numbers().next().is_some() && !self.has(&CROP) && !self.has(&BORDER) =>
            {
                self.size()
            }
            cutting::MARK => self
                .region()
                .map(|region| Adjustment::Crop(Shape::Region(region))),
            padding::MARK => {
                let canvas = self.canvas();
                canvas.map(|(shape, color)| Adjustment::Pad(shape, color))
            }
            "crop" | "cropped" | "square" => self.shape(),
            "border" | "bordered" | "framed" => Some(self.border()),
            "frame"
                if self.has(&["add", "put", "draw"])
                    || self.words.iter().any(|word| colors::color(word).is_some()) =>
            {
                Some(self.border())
            }
            _ => None,
        };
        adjustment.map(Wish::Adjust)
    }

    /// Whether a word goes with turning, cropping or framing and says nothing by itself.
    pub(super) fn is_about_space(&self, word: &str) -> bool {
        let detail: &[&str] = if self.region().is_some() {
            cutting::AROUND
        } else if self.has(&[padding::MARK]) {
            &[
                "resize", "resized", "scale", "scaled", "fit", "canvas", "size", "onto",
            ]
        } else if self.has(&BORDER) {
            &["around", "border", "draw", "all", "size", "pixel"]
        } else if self.has(&FLIP) || self.has(&TURN) {
            &[
                "horizontally",
                "horizontal",
                "vertically",
                "vertical",
                "left",
                "right",
                "around",
                "upside-down",
                "flip",
                "rotate",
                "by",
            ]
        } else if self.has(&CROP) {
            &[
                "portrait",
                "landscape",
                "widescreen",
                "cinemascope",
                "center",
                "centre",
                "middle",
                "wide",
                "high",
                "across",
            ]
        } else {
            &["across", "down", "scale", "size"]
        };
        detail.contains(&word)
            || (self.has(&BORDER) && colors::color(word).is_some())
            || sizes::ratio(word).is_some()
            || sizes::dimensions(word).is_some()
    }

    fn turn(&self) -> Adjustment {
        let degrees =
            self.numbers()
                .next()
                .unwrap_or(if self.has(&["around"]) { 180.0 } else { 90.0 });
        let clockwise = !self.has(&["left", "counterclockwise", "anticlockwise", "ccw"]);
        Adjustment::Rotate(if clockwise { degrees } else { -degrees })
    }

    fn flip(&self) -> Adjustment {
        if self.has(&["vertically", "vertical", "upside-down"]) {
            Adjustment::FlipVertically
        } else {
            Adjustment::FlipHorizontally
        }
    }

    fn size(&self) -> Option<Adjustment> {
        let size = if let Some((width, height)) =
            self.words.iter().find_map(|word| sizes::dimensions(word))
        {
            Size::Within(width, height)
        } else if let Some(percent) = self
            .words
            .iter()
            .find_map(|word| sizes::percent(word))
            .filter(|percent| *percent > 0.0)
        {
            let by = self.has(&["by"]) || !self.has(&["to"]);
            let factor = match () {
                () if by && self.has(&["shrink", "smaller", "reduce", "downscale"]) => {
                    1.0 - percent / 100.0
                }
                () if by && self.has(&["enlarge", "larger", "bigger", "increase", "upscale"]) => {
                    1.0 + percent / 100.0
                }
                () => percent / 100.0,
            };
            Size::Times(factor.clamp(FACTORS.0, FACTORS.1))
        } else if let Some(factor) = self.words.iter().find_map(|word| sizes::times(word)) {
            Size::Times(if self.has(&["shrink", "smaller", "reduce", "downscale"]) {
                1.0 / factor
            } else {
                factor
            })
        } else if let Some(pixels) = self.side() {
            let pixels = pixels as u32;
            if self.has(&["tall", "height", "high"]) {
                Size::Height(pixels)
            } else if self.has(&["wide", "width", "across"]) {
                Size::Width(pixels)
            } else {
                Size::Longer(pixels)
            }
        } else {
            Size::Times(self.factor()?)
        };
        Some(Adjustment::Resize(size))
    }

    /// The number that is a side: the largest, as others count images (“these three to 400 wide”).
    fn side(&self) -> Option<f32> {
        self.numbers()
            .filter(|number| *number >= 1.0)
            .max_by(f32::total_cmp)
    }

    /// How many times as large an image becomes that only words say the size of.
    fn factor(&self) -> Option<f32> {
        let little = self.strength() < 1.0;
        if self.has(&["half"]) {
            Some(0.5)
        } else if self.has(&["third"]) {
            Some(1.0 / 3.0)
        } else if self.has(&["quarter"]) {
            Some(0.25)
        } else if self.has(&["smaller", "shrink", "downscale"]) {
            Some(if little { 0.8 } else { 0.5 })
        } else if self.has(&["double", "twice", "larger", "bigger", "enlarge", "upscale"]) {
            Some(if little { 1.25 } else { 2.0 })
        } else {
            None
        }
    }

    fn shape(&self) -> Option<Adjustment> {
        // What is cut off or out is more than a shape says.
        if self.has(&["off", "out"]) || self.region().is_some() {
            return None;
        }
        let said = self.words.iter().find_map(|word| sizes::shape(word));
        if let Some(Shape::Pixels(..)) = said {
            return said.map(Adjustment::Crop);
        }
        let named = || match () {
            () if self.has(&["square"]) => Some(1.0),
            () if self.has(&["widescreen"]) => Some(16.0 / 9.0),
            () if self.has(&["cinemascope"]) => Some(2.39),
            () => None,
        };
        let aspect = match said {
            Some(Shape::Aspect(aspect)) => aspect,
            _ => named()?,
        };
        let turned =
            (self.has(&["portrait"]) && aspect > 1.0) || (self.has(&["landscape"]) && aspect < 1.0);
        Some(Adjustment::Crop(Shape::Aspect(if turned {
            1.0 / aspect
        } else {
            aspect
        })))
    }

    fn border(&self) -> Adjustment {
        let percent = self.words.iter().find_map(|word| sizes::percent(word));
        let width = match (self.pixels(), percent) {
            (Some(pixels), _) => Length::Pixels(pixels),
            (None, Some(percent)) => Length::Share((percent / 100.0).clamp(0.002, 1.0)),
            (None, None) => Length::Share(0.04 * self.strength()),
        };
        let color = self
            .words
            .iter()
            .find_map(|word| colors::color(word))
            .unwrap_or([255; 3]);
        Adjustment::Border(width, color)
    }
}
