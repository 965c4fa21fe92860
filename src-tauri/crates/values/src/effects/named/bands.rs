//! An equaliser's bands as values: bass and treble, cuts below and above, and one band.

use super::super::effect::{Band, Effect, Shape};
use crate::numbers::rounded;

/// The parameters whose values are bands, each with the shape of its band.
const SHAPES: [(&str, Shape); 6] = [
    ("bass", Shape::LowShelf),
    ("treble", Shape::HighShelf),
    ("high_pass", Shape::HighPass),
    ("low_pass", Shape::LowPass),
    ("band_frequency", Shape::Peak),
    ("band_gain", Shape::Peak),
];

/// The shape of the band that the values of a parameter give; none where they give none.
pub(super) fn shape_of(name: &str) -> Option<Shape> {
    let (_, shape) = SHAPES.iter().find(|(other, _)| *other == name)?;
    Some(*shape)
}

/// The values of bands; none where they are more than the parameters can say, such as two bands at
/// two frequencies.
pub(super) fn values_of(bands: &[Band]) -> Option<Vec<(&'static str, Option<String>)>> {
    let of = |shape: Shape| {
        bands
            .iter()
            .copied()
            .filter(move |band| band.shape == shape)
    };
    let is_said = bands.iter().all(|band| match band.shape {
        Shape::LowShelf | Shape::HighShelf | Shape::Peak => of(band.shape).count() == 1,
        Shape::LowPass | Shape::HighPass => {
            of(band.shape).eq(Band::steep(band.shape, band.frequency))
        }
        Shape::Notch => false,
    });
    is_said.then(|| {
        let value = |(name, shape): &(&'static str, Shape)| {
            let band = of(*shape).next()?;
            let is_frequency = matches!(*name, "high_pass" | "low_pass" | "band_frequency");
            let number = if is_frequency {
                band.frequency
            } else {
                band.gain
            };
            Some((*name, Some(rounded(number, 2))))
        };
        SHAPES.iter().filter_map(value).collect()
    })
}

/// Gives the equaliser other bands for the parameter `name`: what its values do not say stays as it
/// was. None takes them out.
pub(super) fn set(effects: &mut Vec<Effect>, name: &str, shape: Shape, made: Option<Vec<Band>>) {
    let mut bands: Vec<Band> = Vec::new();
    effects.retain(|effect| {
        let Effect::Equalise(own) = effect else {
            return true;
        };
        bands.extend(own);
        false
    });
    let mut before = None;
    if values_of(&bands).is_some() {
        before = bands.iter().find(|band| band.shape == shape).copied();
        bands.retain(|band| band.shape != shape);
    }
    let mut made = made.unwrap_or_default();
    if let (Some(before), [band]) = (before, &mut made[..]) {
        *band = match name {
            "band_frequency" => Band {
                frequency: band.frequency,
                ..before
            },
            _ => Band {
                gain: band.gain,
                ..before
            },
        };
    }
    bands.extend(made);
    if !bands.is_empty() {
        effects.push(Effect::Equalise(bands));
    }
}
