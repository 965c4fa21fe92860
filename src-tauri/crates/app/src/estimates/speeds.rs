//! How long steps took on this computer.

use serde::{Deserialize, Serialize};

/// Maximum number of steps that are kept of each tool and format: the oldest go.
const MOST: usize = 12;
/// Shares of an ordinary input's work that may be there whatever the input is.
const FIXED: [f64; 6] = [0.01, 0.05, 0.2, 1.0, 5.0, 50.0];
/// The share where nothing is known yet.
const USUAL_FIXED: f64 = 0.05;

/// A tool with the format that it writes; empty: its usual one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Work {
    pub(super) tool: String,
    pub(super) format: String,
}

/// How long one step took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Took {
    /// How many ordinary inputs it worked on.
    pub(super) inputs: f64,
    /// How long its tool says that an ordinary input takes.
    pub(super) said: f64,
    /// How long it took.
    pub(super) seconds: f64,
}

/// How long steps took, by what they did; the newest last.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Speeds(Vec<(Work, Vec<Took>)>);

impl Speeds {
    /// Keeps how long a step took.
    pub(super) fn keep(&mut self, work: Work, took: Took) {
        if !(took.seconds > 0.0 && took.seconds.is_finite() && took.inputs.is_finite()) {
            return;
        }
        let known = self.0.iter().position(|(known, _)| *known == work);
        let place = known.unwrap_or_else(|| {
            self.0.push((work, Vec::new()));
            self.0.len() - 1
        });
        let kept = &mut self.0[place].1;
        kept.push(took);
        let surplus = kept.len().saturating_sub(MOST);
        kept.drain(..surplus);
    }

    /// Seconds that a step will take: as the same work did, else as the tool did with other formats, else as it says, by how
    /// much quicker or slower than they say this computer is at other tools. `said`: for an ordinary input.
    pub(super) fn seconds(&self, work: &Work, inputs: f64, said: f64) -> f64 {
        let same = self.0.iter().find(|(known, _)| known == work);
        if let Some((_, took)) = same {
            return by_steps(took, inputs);
        }
        let of_tool = self.0.iter().filter(|(known, _)| known.tool == work.tool);
        let of_tool: Vec<Took> = of_tool.flat_map(|(_, took)| took.iter().copied()).collect();
        if !of_tool.is_empty() {
            return by_steps(&of_tool, inputs) * effort(&work.format);
        }
        said * self.computer() * effort(&work.format) * (USUAL_FIXED + (1.0 - USUAL_FIXED) * inputs)
    }

    /// How many times as long as tools say this computer takes: the median over tools; 1 where nothing ran yet.
    fn computer(&self) -> f64 {
        let ratio = |(work, took): &(Work, Vec<Took>)| {
            let said = took.iter().filter(|one| one.said > 0.0);
            let ratios = said.map(|one| {
                one.seconds / (one.said * effort(&work.format) * (USUAL_FIXED + one.inputs))
            });
            median(ratios.collect())
        };
        median(self.0.iter().filter_map(ratio).collect())
            .map_or(1.0, |ratio| ratio.clamp(0.05, 50.0))
    }
}

/// Seconds for so many inputs, after the same work on others: the median rate over a fixed share and the inputs, with the
/// share for which the rates differ least.
fn by_steps(took: &[Took], inputs: f64) -> f64 {
    let rates = |fixed: f64| -> Vec<f64> {
        let rate = |one: &Took| one.seconds / (fixed + one.inputs);
        took.iter().map(rate).collect()
    };
    let spread = |fixed: f64| {
        let rates = rates(fixed);
        let middle = median(rates.clone()).unwrap_or(1.0);
        rates
            .iter()
            .map(|rate| (rate / middle).ln().abs())
            .sum::<f64>()
    };
    // Of equally good ones the first: with one step only, the usual one.
    let mut shares = vec![USUAL_FIXED];
    shares.extend(FIXED.iter().filter(|share| **share != USUAL_FIXED));
    let fixed = shares
        .into_iter()
        .min_by(|one, other| spread(*one).total_cmp(&spread(*other)))
        .unwrap_or(USUAL_FIXED);
    median(rates(fixed)).unwrap_or(0.0) * (fixed + inputs)
}

/// How many times as long as the usual formats one takes to be written, by libvpx, libaom and libx265 at the speeds that
/// `media` sets.
fn effort(format: &str) -> f64 {
    match format {
        "webm" => 8.0,
        "avif" | "gif" => 3.0,
        _ => 1.0,
    }
}

/// The median; none of nothing.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len().checked_sub(1)? / 2;
    Some(f64::midpoint(values[middle], values[values.len() / 2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(tool: &str, format: &str) -> Work {
        Work {
            tool: tool.to_owned(),
            format: format.to_owned(),
        }
    }

    fn took(inputs: f64, seconds: f64) -> Took {
        Took {
            inputs,
            said: 1.0,
            seconds,
        }
    }

    fn is_near(one: f64, other: f64) -> bool {
        (one / other).ln().abs() < 0.1
    }

    #[test]
    fn what_ran_once_takes_as_long_for_each_input() {
        let mut speeds = Speeds::default();
        let resize = work("resize", "");
        assert!(is_near(speeds.seconds(&resize, 1.0, 2.0), 2.0));
        speeds.keep(resize.clone(), took(2.0, 8.0));
        assert!(is_near(speeds.seconds(&resize, 4.0, 2.0), 16.0));
        // A tool that never ran goes by how quick the computer is at others.
        assert!(is_near(speeds.seconds(&work("blur", ""), 1.0, 1.0), 4.0));
    }

    #[test]
    fn what_takes_as_long_for_any_input_is_found_out() {
        let mut speeds = Speeds::default();
        let copy = work("copy", "");
        for inputs in [0.5, 1.0, 6.0, 3.0] {
            speeds.keep(copy.clone(), took(inputs, 3.0 + inputs * 0.01));
        }
        assert!(is_near(speeds.seconds(&copy, 12.0, 1.0), 3.3));
    }

    #[test]
    fn the_newest_steps_count_and_one_that_stumbled_does_not() {
        let mut speeds = Speeds::default();
        let edit = work("edit", "");
        for _ in 0..MOST {
            speeds.keep(edit.clone(), took(1.0, 100.0));
        }
        for number in 0..MOST {
            speeds.keep(
                edit.clone(),
                took(1.0, if number == 3 { 60.0 } else { 1.0 }),
            );
        }
        assert!(is_near(speeds.seconds(&edit, 1.0, 1.0), 1.0));
        speeds.keep(edit.clone(), took(f64::NAN, 1.0));
        speeds.keep(edit.clone(), took(1.0, 0.0));
        assert!(is_near(speeds.seconds(&edit, 1.0, 1.0), 1.0));
    }

    #[test]
    fn a_format_that_was_never_written_counts_its_effort() {
        let mut speeds = Speeds::default();
        speeds.keep(work("convert", ""), took(1.0, 2.0));
        assert!(is_near(
            speeds.seconds(&work("convert", "webm"), 1.0, 1.0),
            16.0
        ));
        speeds.keep(work("convert", "webm"), took(1.0, 40.0));
        assert!(is_near(
            speeds.seconds(&work("convert", "webm"), 1.0, 1.0),
            40.0
        ));
        assert!(is_near(speeds.seconds(&work("convert", ""), 1.0, 1.0), 2.0));
    }
}
