//! Numbers of a changed step that words say by the number that it has: more than that, or less.
//!
//! A parameter's usual values stand for words that only say which way. Where the step has a value these words mean more or less
//! than it (“still too strong” after 60 is less than 60), so that two answers take the place of the usual values: their shares
//! are a regression on the states of question and words, fitted on amended steps (`models/reader/training/relative.py`).

use candle_core::{Device, Result, Tensor};
use candle_nn::ops::softmax_last_dim;
use patchbay_domain::{Parameter, ParameterKind, Span};
use patchbay_lattice::{Candidate, Value};
use patchbay_values::numbers::{finite, written};
use serde::Deserialize;

use crate::encoder::rows;
use crate::look::{Look, Wished};
use crate::network::WIDTH;
use crate::second::{Answers, Chosen};

/// Regression that tells whether words leave a number of a changed step, or want more of it or less: farther from what does nothing
/// or nearer to it, and of a number that is never above 0, such as a loudness in LUFS, higher or lower.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Relative {
    stays: Class,
    more: Class,
    less: Class,
    /// How many times as large a larger number is, where words name no multiple.
    times: f64,
}

/// A class of the regression: a weight of each number of a question's state and of the mean state of the wish's words.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Class {
    weights: Vec<f32>,
    bias: f32,
}

/// Shares of a number that stays as it is, of which more is wanted, and of which less is; 1 together.
pub(crate) type Shares = [f32; 3];

impl Relative {
    /// Returns the shares of each question of a wish of the second look; `number`: its place there.
    pub(crate) fn shares(
        &self,
        look: &Look,
        number: usize,
        wish: &Wished<'_>,
    ) -> Result<Vec<Shares>> {
        let begins = look.begins[number];
        let questions = wish.block.questions.iter().map(|place| begins + place);
        let questions = rows(&look.states, &questions.collect::<Vec<_>>())?;
        let words = rows(&look.states, wish.tokens)?
            .mean_keepdim(0)?
            .broadcast_as(questions.shape())?;
        self.of(&Tensor::cat(&[&questions, &words], 1)?)
    }

    /// Returns the shares of vectors of shape `(questions, 2 * WIDTH)`.
    fn of(&self, vectors: &Tensor) -> Result<Vec<Shares>> {
        let classes = [&self.stays, &self.more, &self.less];
        let weights: Vec<f32> = classes.iter().flat_map(|one| one.weights.clone()).collect();
        let weights = Tensor::from_vec(weights, (classes.len(), 2 * WIDTH), &Device::Cpu)?;
        let bias = Tensor::new(&classes.map(|one| one.bias), &Device::Cpu)?;
        let scores = vectors.matmul(&weights.t()?)?.broadcast_add(&bias)?;
        let shares = softmax_last_dim(&scores)?.to_vec2::<f32>()?;
        Ok(shares
            .into_iter()
            .map(|row| [row[0], row[1], row[2]])
            .collect())
    }

    /// Puts more and less than a step's number in the place of usual values, and of values that only words for multiples give.
    /// `now`: the value that the step has. `is_named`: whether an answer is a value that words name by itself.
    pub(crate) fn answers(
        &self,
        answers: &Answers,
        shares: Shares,
        (parameter, now, candidates): (&Parameter, &str, &[Candidate]),
        is_named: impl Fn(&Chosen) -> bool,
    ) -> Answers {
        let Some(now) = finite(now).filter(|now| *now != 0.0) else {
            return answers.clone();
        };
        if !parameter.choices.is_empty() || parameter.kind == ParameterKind::FileFormat {
            return answers.clone();
        }
        let mut kept: Answers = answers
            .iter()
            .filter(|(one, _)| is_named(one))
            .cloned()
            .collect();
        let named: f32 = kept.iter().map(|(_, share)| share).sum();
        let left = (1.0 - named).max(0.0);
        let [stays, more, less] = shares;
        kept.push((Chosen::Absent, left * stays));
        let said = multiple(candidates);
        for (to, share) in moved(now, parameter, said.map(|(times, _)| times), self.times)
            .into_iter()
            .zip([more, less])
        {
            // A third is no exact number in digits.
            let to = if said.is_some() {
                (to * 100.0).round() / 100.0
            } else {
                rough(to)
            };
            let goes_there = |value: &f64| if to > now { *value > now } else { *value < now };
            let chosen = match within(to, parameter).filter(goes_there) {
                Some(value) => Chosen::Value(written(value), said.map(|(_, span)| span)),
                None => Chosen::Absent,
            };
            kept.push((chosen, left * share));
        }
        kept.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        kept
    }
}

/// A number of which more is wanted, and less; `said`: the multiple that words name, `times`: the one where they name none.
///
/// A factor does nothing at 1, so that it goes by its power: of twice as fast a bit more is 3 times, not 3.3, and of half as fast 0.3.
fn moved(now: f64, parameter: &Parameter, said: Option<f64>, times: f64) -> [f64; 2] {
    let is_factor = matches!(parameter.kind, ParameterKind::Factor | ParameterKind::Speed);
    let is_level = parameter.range.is_some_and(|(_, most)| most <= 0.0);
    if is_factor && said.is_none() {
        return [now.powf(times), now.powf(1.0 / times)];
    }
    let times = said.unwrap_or(times);
    let is_larger_more = if is_factor { now >= 1.0 } else { !is_level };
    if is_larger_more {
        [now * times, now / times]
    } else {
        [now / times, now * times]
    }
}

/// The multiple that words name, as one above 1: a half of something is as far from it as its double. None where they name none,
/// or several.
fn multiple(candidates: &[Candidate]) -> Option<(f64, Span)> {
    let mut found = candidates.iter().filter_map(|one| match one.value {
        Value::Multiple(times) | Value::Share(times) if times > 0.0 && !is_near(times, 1.0) => {
            Some((times.max(1.0 / times), one.span()))
        }
        _ => None,
    });
    let first = found.next()?;
    found
        .all(|(times, _)| is_near(times, first.0))
        .then_some(first)
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// A number as a parameter takes it: whole where it counts, and in its range; none where it is no number.
fn within(value: f64, parameter: &Parameter) -> Option<f64> {
    let value = match parameter.kind {
        ParameterKind::Count => value.round().max(1.0),
        _ => value,
    };
    let (least, most) = parameter.range.unwrap_or((f64::MIN, f64::MAX));
    value.is_finite().then(|| value.clamp(least, most))
}

/// A number as people set it by hand: to half of its leading digit's unit, such as 55 or 4.5.
fn rough(number: f64) -> f64 {
    if number == 0.0 {
        return number;
    }
    let unit = 10.0_f64.powf(number.abs().log10().floor()) / 2.0;
    (number / unit).round() * unit
}

#[cfg(test)]
mod tests {
    use candle_core::DType;
    use patchbay_domain::Toolbox;
    use patchbay_lattice::lattice;
    use patchbay_toolbox::TOOLBOX;
    use proptest::prelude::*;

    use super::*;

    fn parameter(name: &str) -> Parameter {
        let toolbox = Toolbox::from_json(TOOLBOX).expect("a toolbox");
        let tool = toolbox.tool("audio_effects").expect("a tool");
        tool.parameter(name).expect("a parameter").clone()
    }

    fn relative() -> Relative {
        let class = |bias| Class {
            weights: vec![0.0; 2 * WIDTH],
            bias,
        };
        Relative {
            stays: class(0.0),
            more: class(1.0),
            less: class(-1.0),
            times: 1.5,
        }
    }

    /// More and less of a bass than it has, as far as there are values for it.
    fn values(text: &str, now: &str) -> Vec<String> {
        values_of("bass", text, now)
    }

    fn values_of(name: &str, text: &str, now: &str) -> Vec<String> {
        let answers = vec![(Chosen::Absent, 0.6), (Chosen::Closed(0), 0.4)];
        let about = (&parameter(name), now, &lattice(text)[..]);
        let found = relative().answers(&answers, [0.2, 0.5, 0.3], about, |_| false);
        let sum: f32 = found.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        let value = |(chosen, _)| match chosen {
            Chosen::Value(value, _) => Some(value),
            _ => None,
        };
        found.into_iter().filter_map(value).collect()
    }

    #[test]
    fn what_a_step_has_becomes_more_or_less() {
        assert_eq!(values("more please", "6"), ["9", "4"]);
        assert_eq!(values("twice as much", "6"), ["12", "3"]);
        assert_eq!(values("a third of that", "6"), ["18", "2"]);
        assert_eq!(values("less deep", "-6"), ["-9", "-4"]);
        assert_eq!(values("more please", "24"), ["15"], "it is the most");
        assert!(values("more please", "0").is_empty());
    }

    #[test]
    fn a_factor_goes_by_its_distance_from_1_and_a_level_up_or_down() {
        assert_eq!(values_of("speed", "more please", "2"), ["3", "1.5"]);
        assert_eq!(values_of("speed", "more please", "0.5"), ["0.35", "0.65"]);
        assert_eq!(values_of("speed", "twice as slow", "0.5"), ["0.25", "1"]);
        assert_eq!(values_of("loudness", "more please", "-16"), ["-10", "-25"]);
    }

    #[test]
    fn shares_are_those_of_the_regression() -> Result<()> {
        let vectors = Tensor::zeros((2, 2 * WIDTH), DType::F32, &Device::Cpu)?;
        let shares = relative().of(&vectors)?;
        let sum = 1.0_f32 + 1.0_f32.exp() + (-1.0_f32).exp();
        assert_eq!(shares.len(), 2);
        for (share, score) in shares[1].iter().zip([0.0_f32, 1.0, -1.0]) {
            assert!((share - score.exp() / sum).abs() < 1e-5, "{shares:?}");
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_number_stays_in_the_range_of_its_parameter(number in -600.0_f64..600.0) {
            let parameter = parameter("bass");
            let (least, most) = parameter.range.expect("a range");
            let value = within(rough(number), &parameter).expect("a number");
            prop_assert!((least..=most).contains(&value), "{value}");
            prop_assert!((rough(number) - number).abs() <= number.abs() / 2.0 + 1e-9, "{number}");
        }
    }
}
