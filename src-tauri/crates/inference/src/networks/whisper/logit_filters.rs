//! Which tokens may follow those that were written: times come in pairs around words and never go
//! back, and a time is said where times are together more likely than any word (Radford et al.
//! 2022, section 3.8 and their published decoder).

use super::config::GenerationConfig;
use crate::networks::musicgen::{Draw, Sampling};

/// Masks the logits of tokens that may not follow, and chooses among the others.
pub(super) struct LogitFilters<'a> {
    config: &'a GenerationConfig,
}

/// A token that was chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Choice {
    pub(super) token: u32,
    /// The natural logarithm of how likely it is among what may be said.
    pub(super) log_probability: f64,
}

impl<'a> LogitFilters<'a> {
    pub(super) fn new(config: &'a GenerationConfig) -> Self {
        Self { config }
    }

    /// The likeliest token that may follow `written`, or above a temperature of 0 one that is
    /// drawn; none where the logits tell nothing.
    pub(super) fn choose(
        &self,
        logits: &mut [f32],
        written: &[u32],
        temperature: f64,
        draw: Draw,
    ) -> Option<Choice> {
        self.forbid(logits, written);
        let first_time = (self.config.first_time() as usize).min(logits.len());
        let (words, times) = logits.split_at_mut(first_time);
        if sum_of_exponents(times) > largest(words) {
            words.fill(f32::NEG_INFINITY);
        }
        let token = if temperature > 0.0 {
            Sampling {
                top_k: logits.len(),
                temperature,
            }
            .choose(logits, draw)?
        } else {
            let likeliest = largest(logits);
            logits
                .iter()
                .position(|logit| logit.to_bits() == likeliest.to_bits())? as u32
        };
        let log_probability = f64::from(logits.get(token as usize)? - sum_of_exponents(logits));
        log_probability.is_finite().then_some(Choice {
            token,
            log_probability,
        })
    }

    /// Takes what may not follow out of the logits.
    fn forbid(&self, logits: &mut [f32], written: &[u32]) {
        let config = self.config;
        let first_time = config.first_time();
        let is_time = |token: &u32| *token >= first_time;
        let mut never = |token: u32| {
            if let Some(logit) = logits.get_mut(token as usize) {
                *logit = f32::NEG_INFINITY;
            }
        };
        config
            .suppress_tokens
            .iter()
            .flatten()
            .for_each(|token| never(*token));
        never(config.no_timestamps_token_id);
        let [.., last] = written else {
            config
                .begin_suppress_tokens
                .iter()
                .flatten()
                .for_each(|token| never(*token));
            let latest = config
                .max_initial_timestamp_index
                .map_or(u32::MAX, |index| first_time.saturating_add(index));
            let is_first = |token: usize| (first_time..=latest).contains(&(token as u32));
            return keep(logits, is_first);
        };
        let is_behind_words = written.len() >= 2 && !is_time(&written[written.len() - 2]);
        let is_end_of_words = is_time(last) && is_behind_words;
        // The first time after words begins where those end, or says the same again.
        let latest = written.iter().rev().find(|token| is_time(token));
        let earliest = latest.map_or(first_time, |time| {
            if is_end_of_words {
                *time
            } else {
                time.saturating_add(1)
            }
        });
        keep(logits, |token| {
            let token = token as u32;
            if is_time(&token) {
                token >= earliest && (!is_time(last) || is_behind_words)
            } else {
                !is_end_of_words || token >= config.eos_token_id
            }
        });
    }
}

fn keep(logits: &mut [f32], is_kept: impl Fn(usize) -> bool) {
    logits
        .iter_mut()
        .enumerate()
        .filter(|(token, _)| !is_kept(*token))
        .for_each(|(_, logit)| *logit = f32::NEG_INFINITY);
}

fn largest(logits: &[f32]) -> f32 {
    logits.iter().copied().fold(f32::NEG_INFINITY, f32::max)
}

/// The logarithm of the sum of what the logits are logarithms of.
pub(super) fn sum_of_exponents(logits: &[f32]) -> f32 {
    let most = largest(logits);
    if !most.is_finite() {
        return most;
    }
    let sum: f64 = logits
        .iter()
        .map(|logit| f64::from(logit - most).exp())
        .sum();
    most + sum.ln() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words 0 to 9, the end 10, marks 11 to 14, times from 15.
    const FIRST: u32 = 15;

    fn config() -> GenerationConfig {
        let text = r#"{"decoder_start_token_id": 11, "eos_token_id": 10, "no_timestamps_token_id": 14, "suppress_tokens": [3, 13],
            "begin_suppress_tokens": [10], "max_initial_timestamp_index": 2}"#;
        serde_json::from_str(text).unwrap()
    }

    /// The tokens that may follow.
    fn allowed(written: &[u32]) -> Vec<u32> {
        let mut logits = [0.0; 20];
        LogitFilters::new(&config()).forbid(&mut logits, written);
        (0..20)
            .filter(|token| logits[*token as usize] > -1.0)
            .collect()
    }

    #[test]
    fn times_stand_in_pairs_around_words_and_never_go_back() {
        assert_eq!(
            allowed(&[]),
            [FIRST, FIRST + 1, FIRST + 2],
            "a time is first, and not a late one"
        );
        let words = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        assert_eq!(
            allowed(&[FIRST + 1]),
            words,
            "words follow the time at which they begin"
        );
        let later = [FIRST + 2, FIRST + 3, FIRST + 4];
        assert_eq!(
            allowed(&[FIRST + 1, 5]),
            [words.as_slice(), &later].concat()
        );
        let next = [10, 11, 12, FIRST + 3, FIRST + 4];
        assert_eq!(
            allowed(&[FIRST + 1, 5, FIRST + 3]),
            next,
            "after the end of words more begin, or all ends"
        );
        assert_eq!(allowed(&[FIRST + 1, 5, FIRST + 3, FIRST + 3]), words);
    }

    #[test]
    fn a_time_is_said_where_times_are_together_likelier_than_any_word() {
        let chosen = |words: f32| {
            let mut logits = [-9.0_f32; 20];
            logits[5] = words;
            logits[FIRST as usize + 2..].copy_from_slice(&[1.0, 1.1, 1.0]);
            LogitFilters::new(&config())
                .choose(&mut logits, &[FIRST, 5], 0.0, &mut || 0.0)
                .unwrap()
        };
        let time = chosen(2.0);
        assert_eq!(time.token, FIRST + 3, "their sum is 2.1 and more");
        assert!(
            (time.log_probability - (1.1 - (1.0_f64.exp() * 2.0 + 1.1_f64.exp()).ln())).abs()
                < 1e-2
        );
        assert_eq!(chosen(2.3).token, 5);
    }

    #[test]
    fn damaged_logits_choose_nothing() {
        for temperature in [0.0, 0.5] {
            let choice = LogitFilters::new(&config()).choose(
                &mut [f32::NAN; 20],
                &[FIRST, 5],
                temperature,
                &mut || 0.5,
            );
            assert_eq!(choice, None);
        }
    }

    #[test]
    fn above_zero_a_token_is_drawn_among_those_that_may_follow() {
        let rules = config();
        let drawn = |number: f64, temperature: f64| {
            let mut logits = [-9.0_f32; 20];
            logits[3] = 9.0;
            (logits[5], logits[6]) = (3.0, 2.0);
            LogitFilters::new(&rules)
                .choose(&mut logits, &[FIRST, 5], temperature, &mut || number)
                .unwrap()
        };
        // At half the temperature 5 is e² times as likely as 6, at the temperature 1 e times.
        let often = |temperature: f64| {
            let tokens = (0..1000).map(|at| drawn(f64::from(at) / 1000.0, temperature).token);
            let tokens: Vec<u32> = tokens.collect();
            assert!(!tokens.contains(&3), "it is never said");
            tokens.iter().filter(|token| **token == 5).count() as f64 / 1000.0
        };
        let share = |ratio: f64| ratio / (1.0 + ratio);
        assert!(
            (often(0.5) - share(2.0_f64.exp())).abs() < 5e-3,
            "{}",
            often(0.5)
        );
        assert!(
            (often(1.0) - share(1.0_f64.exp())).abs() < 5e-3,
            "{}",
            often(1.0)
        );
        // How likely it was is told without the temperature.
        assert!((drawn(0.0, 0.2).log_probability - drawn(0.0, 1.0).log_probability).abs() < 1e-9);
    }
}
