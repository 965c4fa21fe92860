//! Facts about an image in sentences.

use patchbay_media::image::Shot;
use patchbay_vision::measured::{Coloring, Measured, Sharpness};

use super::topic::Topic;

/// Proportions that have names of their own.
const RATIOS: [(u32, u32); 12] = [
    (1, 1),
    (5, 4),
    (4, 3),
    (3, 2),
    (16, 10),
    (16, 9),
    (2, 1),
    (21, 9),
    (4, 5),
    (3, 4),
    (2, 3),
    (9, 16),
];

/// Facts about an image.
pub(in crate::image) struct Facts {
    /// Name that a person knows it by.
    pub(in crate::image) name: String,
    /// Measurements of it.
    pub(in crate::image) measured: Measured,
    /// Number of faces that were found, where that is asked.
    pub(in crate::image) faces: usize,
    /// Data that its camera wrote down.
    pub(in crate::image) shot: Shot,
    /// Orientation in which its file stores it: 1 upright, 2 to 8 turned or mirrored.
    pub(in crate::image) orientation: u8,
    /// `JPEG` and so on.
    pub(in crate::image) format: &'static str,
    /// The size of the file.
    pub(in crate::image) bytes: u64,
}

impl Facts {
    /// Sentences about topics, the first of which names the image.
    pub(in crate::image) fn answer(&self, topics: &[Topic]) -> String {
        let sentences: Vec<String> = topics
            .iter()
            .enumerate()
            .map(|(index, topic)| {
                self.sentence(
                    *topic,
                    &if index == 0 {
                        format!("“{}”", self.name)
                    } else {
                        "It".to_owned()
                    },
                )
            })
            .collect();
        sentences.join(" ")
    }

    fn sentence(&self, topic: Topic, it: &str) -> String {
        let Measured { width, height, .. } = self.measured;
        match topic {
            Topic::FileSize => format!("{it} is a file of {}.", bytes(self.bytes)),
            Topic::Size => self.size(it),
            Topic::Proportions => {
                format!(
                    "{it} has the proportions {} ({width} x {height} pixels).",
                    self.proportions()
                )
            }
            Topic::Orientation => {
                let stored = if self.orientation > 1 {
                    " Its file stores it turned; it is shown upright."
                } else {
                    ""
                };
                format!(
                    "{it} is in {} format, {width} x {height} pixels.{stored}",
                    self.measured.shape()
                )
            }
            Topic::Coloring => self.coloring(it),
            Topic::Colors => self.colors(it),
            Topic::Light => {
                let percent = self.measured.light * 100.0;
                format!(
                    "{it} is {}: {percent:.0} % of full brightness on average.",
                    self.measured.light_in_words()
                )
            }
            Topic::Contrast => match self.measured.contrast_in_words() {
                Some(words) => format!("{it} is a picture {words}."),
                None => format!("{it} has ordinary contrast."),
            },
            Topic::Sharpness => self.sharpness(it),
            Topic::Transparency => self.transparency(it),
            Topic::Faces => match self.faces {
                0 => format!(
                    "{it} shows no face that could be made out; heads that are turned away are not seen."
                ),
                1 => format!("{it} shows one face; heads that are turned away are not seen."),
                faces => {
                    format!("{it} shows {faces} faces; heads that are turned away are not seen.")
                }
            },
            Topic::Date => match &self.shot.taken {
                Some(date) => format!("{it} was taken on {date} by its camera's clock."),
                None => format!("{it} does not say when it was taken."),
            },
            Topic::Camera => match &self.shot.camera {
                Some(camera) => format!("{it} was taken with a {camera}."),
                None => format!("{it} does not say what it was taken with."),
            },
            Topic::Settings => self.settings(it),
            Topic::Flash => match self.shot.flash {
                Some(true) => format!("{it} was taken with flash."),
                Some(false) => format!("{it} was taken without flash."),
                None => format!("{it} does not say whether a flash was used."),
            },
            Topic::Place => self.place(it),
            Topic::Author => self.author(it),
            Topic::Software => match &self.shot.software {
                Some(software) => format!("{it} was written by {software}."),
                None => format!("{it} does not say what it was edited with."),
            },
            Topic::Format => format!(
                "{it} is a {} with {} bits for each colour.",
                self.format, self.measured.bits
            ),
        }
    }

    fn size(&self, it: &str) -> String {
        let Measured { width, height, .. } = self.measured;
        let megapixels = f64::from(width) * f64::from(height) / 1e6;
        let rounded = if megapixels < 10.0 {
            format!("{megapixels:.2}")
        } else {
            format!("{megapixels:.0}")
        };
        format!("{it} is {width} x {height} pixels ({rounded} megapixels).")
    }

    fn coloring(&self, it: &str) -> String {
        let colors = self.measured.colors_in_words();
        match self.measured.coloring {
            Coloring::Colorless => format!("{it} is black and white: it has no colour."),
            Coloring::OneTint => format!("{it} is in shades of one colour, {colors}."),
            Coloring::Colored => format!("{it} is in colour, mostly {colors}."),
        }
    }

    fn sharpness(&self, it: &str) -> String {
        match self.measured.sharpness {
            Sharpness::Even => format!("{it} has no detail that could be sharp or blurred."),
            Sharpness::Soft => {
                format!("{it} is blurred: even its sharpest parts are soft or out of focus.")
            }
            Sharpness::Moderate => {
                format!("{it} is moderately sharp: its edges are a few pixels wide.")
            }
            Sharpness::Sharp => format!("{it} is sharp: it has edges as narrow as its pixels."),
        }
    }

    fn transparency(&self, it: &str) -> String {
        match self.measured.clear * 100.0 {
            percent if percent > 0.0 => format!(
                "{it} is transparent in {:.0} % of its area.",
                percent.max(1.0)
            ),
            _ if self.measured.has_alpha => {
                format!("{it} could be transparent (it has an alpha channel), but is nowhere.")
            }
            _ => format!("{it} has no transparency."),
        }
    }

    fn colors(&self, it: &str) -> String {
        let shares: Vec<String> = self
            .measured
            .colors
            .iter()
            .map(|color| {
                let [r, g, b] = color.mean;
                format!(
                    "{} ({:.0} %, #{r:02x}{g:02x}{b:02x})",
                    color.name,
                    color.share * 100.0
                )
            })
            .collect();
        match shares.as_slice() {
            [] => format!("{it} is transparent all over."),
            [one] => format!("{it} is mostly {one}."),
            [first @ .., last] => format!("{it} is mostly {} and {last}.", first.join(", ")),
        }
    }

    fn settings(&self, it: &str) -> String {
        let shot = &self.shot;
        let lens = shot.lens.as_ref().map(|lens| format!("the lens {lens}"));
        let sensitivity = shot.sensitivity.map(|iso| format!("ISO {iso}"));
        let parts = [
            lens,
            shot.focal_length.clone(),
            shot.aperture.clone(),
            shot.exposure.clone(),
            sensitivity,
        ];
        let known: Vec<String> = parts.into_iter().flatten().collect();
        if known.is_empty() {
            return format!("{it} does not say with which settings it was taken.");
        }
        format!("{it} was taken with {}.", known.join(", "))
    }

    fn place(&self, it: &str) -> String {
        match self.shot.place {
            Some((north, east)) => {
                let (latitude, longitude) = (
                    if north < 0.0 { "S" } else { "N" },
                    if east < 0.0 { "W" } else { "E" },
                );
                format!(
                    "{it} was taken at {:.5}° {latitude}, {:.5}° {longitude}.",
                    north.abs(),
                    east.abs()
                )
            }
            None => format!("{it} does not say where it was taken."),
        }
    }

    fn author(&self, it: &str) -> String {
        match (&self.shot.author, &self.shot.copyright) {
            (Some(author), Some(rights)) => {
                format!("{it} is by {author}; the rights are noted as “{rights}”.")
            }
            (Some(author), None) => format!("{it} is by {author}."),
            (None, Some(rights)) => {
                format!("{it} does not name its author; the rights are noted as “{rights}”.")
            }
            (None, None) => format!("{it} does not say who took it."),
        }
    }

    fn proportions(&self) -> String {
        let ratio = f64::from(self.measured.width) / f64::from(self.measured.height);
        let known = RATIOS.iter().find(|(across, down)| {
            (f64::from(*across) / f64::from(*down) / ratio - 1.0).abs() < 0.008
        });
        known.map_or_else(
            || format!("{ratio:.2}:1"),
            |(across, down)| format!("{across}:{down}"),
        )
    }
}

/// `3.4 MB`.
fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} bytes"),
        1_000..1_000_000 => format!("{:.0} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}
