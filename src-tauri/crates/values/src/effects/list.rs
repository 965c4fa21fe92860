//! Effects in the order in which they are done, as one value.

use std::fmt;

use super::effect::{Band, Compressor, Effect, Fade, Rate, Shape};
use super::named::{made, named};
use crate::numbers::{finite, rounded};
use crate::steps::{self, Step};

/// Word before the seconds that an audio clip is to last at another speed.
const LASTING: &str = "lasting ";
/// Word for a fade of the usual length.
const USUAL: &str = "usual";

/// Effects in the order in which they are done: `speed 0.8; band peak, frequency 3000, gain 2, quality
/// 1; fade_out usual`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Effects(pub Vec<Effect>);

impl fmt::Display for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&steps::written(self.0.iter().flat_map(steps_of)))
    }
}

impl Effects {
    /// Reads the form that [`Self::to_string`] writes; none where it is anything else. Bands that
    /// follow each other are one equaliser.
    pub fn read(text: &str) -> Option<Self> {
        let mut effects = Vec::new();
        for step in steps::read(text)? {
            let effect = effect(&step)?;
            match (effects.last_mut(), effect) {
                (Some(Effect::Equalise(bands)), Effect::Equalise(more)) => bands.extend(more),
                (_, effect) => effects.push(effect),
            }
        }
        Some(Self(effects))
    }
}

/// The steps of an effect: one, but one for each band of an equaliser.
fn steps_of(effect: &Effect) -> Vec<Step<&'static str>> {
    let one = |name, value: String| vec![vec![(name, value)]];
    match effect {
        Effect::Equalise(bands) => bands.iter().map(band_slots).collect(),
        Effect::Tempo(Rate::Lasting(seconds)) => one("speed", lasting(*seconds)),
        Effect::Speed(Rate::Lasting(seconds)) => one("tape_speed", lasting(*seconds)),
        Effect::FadeIn(Fade::Usual) => one("fade_in", USUAL.to_owned()),
        Effect::FadeOut(Fade::Usual) => one("fade_out", USUAL.to_owned()),
        effect => {
            let slots = named(effect).into_iter();
            vec![
                slots
                    .filter_map(|(name, value)| Some((name, value?)))
                    .collect(),
            ]
        }
    }
}

fn lasting(seconds: f64) -> String {
    LASTING.to_owned() + &rounded(seconds, 3)
}

fn band_slots(band: &Band) -> Step<&'static str> {
    vec![
        ("band", band.shape.name().to_owned()),
        ("frequency", rounded(band.frequency, 2)),
        ("gain", rounded(band.gain, 2)),
        ("quality", rounded(band.quality, 4)),
    ]
}

/// The effect of a step.
fn effect(step: &Step<String>) -> Option<Effect> {
    let slots: Vec<(&str, &str)> = step
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let rate = |seconds: &str| {
        let seconds = finite(seconds).filter(|seconds| *seconds >= 0.0)?;
        Some(Rate::Lasting(seconds))
    };
    match slots[..] {
        [
            ("band", shape),
            ("frequency", frequency),
            ("gain", gain),
            ("quality", quality),
        ] => {
            let band = Band {
                shape: Shape::read(shape)?,
                frequency: finite(frequency).filter(|frequency| *frequency > 0.0)?,
                gain: finite(gain)?,
                quality: finite(quality).filter(|quality| *quality > 0.0)?,
            };
            Some(Effect::Equalise(vec![band]))
        }
        [("compression", ratio), ("threshold", threshold)] => {
            let Effect::Compress(Compressor { threshold, .. }) = made("threshold", threshold)?
            else {
                return None;
            };
            match made("compression", ratio)? {
                Effect::Compress(made) => Some(Effect::Compress(Compressor { threshold, ..made })),
                _ => None,
            }
        }
        [("fade_in", USUAL)] => Some(Effect::FadeIn(Fade::Usual)),
        [("fade_out", USUAL)] => Some(Effect::FadeOut(Fade::Usual)),
        // Their own values say no more than a part of an effect.
        [("threshold" | "band_frequency" | "band_gain", _)] => None,
        [(name, value)] => match (name, value.strip_prefix(LASTING)) {
            ("speed", Some(seconds)) => rate(seconds).map(Effect::Tempo),
            ("tape_speed", Some(seconds)) => rate(seconds).map(Effect::Speed),
            _ => made(name, value),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::effects::Channels;
    use crate::times::TimeRanges;

    #[test]
    fn a_list_is_one_text() {
        let parts = TimeRanges::read("0:02 to 0:05, last 0:03").expect("parts");
        let compressed = |threshold| {
            let ratio = 4.0;
            Effect::Compress(Compressor { ratio, threshold })
        };
        let list = Effects(vec![
            Effect::Trim(parts),
            Effect::Tempo(Rate::Lasting(25.0)),
            Effect::Pitch(-2.0),
            Effect::Equalise(vec![
                Band::new(Shape::Peak, 3_000.0, 2.0),
                Band {
                    quality: 0.541,
                    ..Band::new(Shape::HighPass, 80.0, 0.0)
                },
            ]),
            compressed(Some(-18.0)),
            compressed(None),
            Effect::Channels(Channels::Mono),
            Effect::FadeIn(Fade::Over(1.5)),
            Effect::FadeOut(Fade::Usual),
        ]);
        let text = "parts \"0:02 to 0:05, last 0:03\"; speed lasting 25; pitch -2; \
                    band peak, frequency 3000, gain 2, quality 1; \
                    band high pass, frequency 80, gain 0, quality 0.541; compression 4, threshold -18; \
                    compression 4; channels mono; fade_in 1.5; fade_out usual";
        assert_eq!(list.to_string(), text);
        assert_eq!(Effects::read(text), Some(list));
        assert_eq!(Effects::read(""), Some(Effects::default()));
        for wrong in [
            "gain",
            "gain loud",
            "gain 3, pitch 2",
            "threshold -18",
            "band round, frequency 3000, gain 2, quality 1",
            "speed lasting long",
            "make it louder",
        ] {
            assert_eq!(Effects::read(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(
            semitones in -24i8..=24,
            tenths in 2u8..=50,
            (frequency, gain) in (10u16..20_000, -24i8..=24),
            shape in prop::sample::select(Shape::NAMES.to_vec()),
            seconds in 0u16..3600,
            any in "[a-z]{1,8} .{0,12}",
        ) {
            let band = Band::new(shape.0, f64::from(frequency), f64::from(gain));
            let rate = Rate::Times(f64::from(tenths) / 10.0);
            let list = Effects(vec![
                Effect::Reverse,
                Effect::Speed(rate),
                Effect::Tempo(Rate::Lasting(f64::from(seconds))),
                Effect::Pitch(f64::from(semitones)),
                Effect::Equalise(vec![band, band]),
                Effect::FadeOut(Fade::Over(f64::from(seconds))),
                Effect::SilenceAfter(f64::from(seconds)),
            ]);
            let text = list.to_string();
            prop_assert_eq!(Effects::read(&text).map(|read| read.to_string()), Some(text));
            let _ = Effects::read(&any);
        }
    }
}
