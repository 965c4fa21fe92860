//! Values that the words of a text could give a parameter of a kind: single values, and parts of a
//! time line put together from points and lengths.

use patchbay_domain::{ParameterKind as Kind, Span};
use patchbay_values::times::{Moments, TimeRanges};

use crate::form::Form;
use crate::found::Candidate;
use crate::value::Value;

/// Maximum number of points and lengths from which parts of a time line are put together, longest
/// words first.
const MOST_MOMENTS: usize = 9;

/// A value that a parameter could be set to.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The value as its kind writes it.
    pub value: String,
    /// Form in which it is put together.
    pub form: Form,
    /// The words from which it is put together, one to two places.
    pub words: Vec<Span>,
    /// The name of the kind of value that they mean.
    pub means: &'static str,
}

/// Returns every value that a parameter of a kind could be set to by the values of a text.
pub fn choices(kind: Kind, candidates: &[Candidate]) -> Vec<Choice> {
    match kind {
        Kind::TimeRanges => ranges(&moments(kind, candidates)),
        Kind::Times => {
            let moments = moments(kind, candidates);
            let mut choices: Vec<Choice> = moments
                .iter()
                .map(|moment| moment.choice(Form::As(0), moment.text.clone()))
                .collect();
            choices.extend(each(&moments));
            choices
        }
        _ => candidates
            .iter()
            .flat_map(|candidate| single(kind, candidate))
            .collect(),
    }
}

fn single(kind: Kind, candidate: &Candidate) -> Vec<Choice> {
    let texts = candidate.value.typed(kind).into_iter().enumerate();
    texts
        .map(|(meaning, value)| Choice {
            value,
            form: Form::As(meaning as u8),
            words: vec![candidate.span()],
            means: candidate.value.kind(),
        })
        .collect()
}

/// A point or a length of a time line.
struct Moment {
    text: String,
    span: Span,
    means: &'static str,
}

impl Moment {
    fn choice(&self, form: Form, value: String) -> Choice {
        Choice {
            value,
            form,
            words: vec![self.span],
            means: self.means,
        }
    }
}

/// The points and lengths of a text. A bare number counts only where no unit follows it.
fn moments(kind: Kind, candidates: &[Candidate]) -> Vec<Moment> {
    let is_inside = |one: &Candidate, other: &Candidate| {
        matches!(other.value, Value::Time(_) | Value::Timecode(_))
            && other.from <= one.from
            && one.to <= other.to
    };
    let mut moments: Vec<Moment> = Vec::new();
    for candidate in candidates {
        let is_bare = matches!(candidate.value, Value::Number(_));
        if is_bare && candidates.iter().any(|other| is_inside(candidate, other)) {
            continue;
        }
        for text in candidate.value.typed(kind) {
            let is_new = moments
                .iter()
                .all(|other| (other.span, &other.text) != (candidate.span(), &text));
            if is_new {
                moments.push(Moment {
                    text,
                    span: candidate.span(),
                    means: candidate.value.kind(),
                });
            }
        }
    }
    if moments.len() > MOST_MOMENTS {
        let mut order: Vec<usize> = (0..moments.len()).collect();
        order.sort_by_key(|index| moments[*index].span.to - moments[*index].span.from);
        let dropped: Vec<usize> = order[..moments.len() - MOST_MOMENTS].to_vec();
        let mut index = 0;
        moments.retain(|_| {
            index += 1;
            !dropped.contains(&(index - 1))
        });
    }
    moments
}

/// A text of parts of a time line in its one way; none where it is none.
fn written(text: &str) -> Option<String> {
    TimeRanges::read(text).map(|ranges| ranges.to_string())
}

fn ranges(moments: &[Moment]) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut add = |words: &[&Moment], form: Form, text: String| {
        if let Some(value) = written(&text) {
            let means = words[0].means;
            choices.push(Choice {
                value,
                form,
                words: words.iter().map(|one| one.span).collect(),
                means,
            });
        }
    };
    for one in moments {
        let text = &one.text;
        add(&[one], Form::First, format!("start to {text}"));
        add(&[one], Form::Last, format!("end - {text} to end"));
        add(&[one], Form::WithoutFirst, format!("{text} to end"));
        add(&[one], Form::WithoutLast, format!("start to end - {text}"));
    }
    for one in moments {
        for other in moments {
            if one.span.touches(other.span) {
                continue;
            }
            let (from, to) = (&one.text, &other.text);
            add(&[one, other], Form::Between, format!("{from} to {to}"));
            add(
                &[one, other],
                Form::WithoutBetween,
                format!("without {from} to {to}"),
            );
            if let Some(end) = sum(from, to, 1.0) {
                add(&[one, other], Form::For, format!("{from} to {end}"));
                add(
                    &[one, other],
                    Form::WithoutFor,
                    format!("without {from} to {end}"),
                );
            }
            if let Some(start) = sum(from, to, -1.0) {
                add(&[one, other], Form::Until, format!("{start} to {from}"));
            }
        }
    }
    let listed: Vec<&Moment> = apart(moments);
    if listed.len() >= 4 && listed.len().is_multiple_of(2) {
        let parts: Vec<String> = listed
            .chunks(2)
            .map(|two| format!("{} to {}", two[0].text, two[1].text))
            .collect();
        add(&listed, Form::Each, parts.join(", "));
        add(
            &listed,
            Form::WithoutEach,
            format!("without {}", parts.join(", ")),
        );
    }
    choices.retain(|choice| choice.words.len() != 2 || is_forward(&choice.value));
    choices
}

/// Whether no part ends before it begins.
fn is_forward(text: &str) -> bool {
    TimeRanges::read(text).is_some_and(|ranges| {
        ranges
            .ranges
            .iter()
            .all(|range| range.seconds().is_none_or(|seconds| seconds > 0.0))
    })
}

/// A point of a time line and a length after it or before it, as a point.
fn sum(point: &str, length: &str, sign: f64) -> Option<String> {
    let moment = |text: &str| Moments::read(text).and_then(|moments| moments.0.first().copied());
    let (point, length) = (moment(point)?, moment(length)?);
    let is_plain = length.share == 0.0 && point.timecode.is_none() && length.timecode.is_none();
    let sum = if sign > 0.0 {
        point.later(length)
    } else {
        point.earlier(length)
    };
    (is_plain && (sum.share > 0.0 || sum.seconds >= 0.0)).then(|| sum.to_string())
}

/// Points that lie apart, in the order of the text, the longest words where some overlap.
fn apart(moments: &[Moment]) -> Vec<&Moment> {
    let mut apart: Vec<&Moment> = Vec::new();
    for moment in moments {
        let is_free = apart
            .last()
            .is_none_or(|last| last.span.to <= moment.span.from);
        if is_free {
            apart.push(moment);
        }
    }
    apart
}

fn each(moments: &[Moment]) -> Option<Choice> {
    let listed = apart(moments);
    let texts: Vec<&str> = listed.iter().map(|moment| moment.text.as_str()).collect();
    let value = (texts.len() > 1)
        .then(|| Moments::read(&texts.join(", ")))
        .flatten()?
        .to_string();
    Some(Choice {
        value,
        form: Form::Each,
        words: listed.iter().map(|moment| moment.span).collect(),
        means: listed[0].means,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice;

    fn values(kind: Kind, text: &str) -> Vec<String> {
        choices(kind, &lattice(text))
            .into_iter()
            .map(|choice| choice.value)
            .collect()
    }

    #[test]
    fn parts_of_a_time_line_are_put_together_from_what_stands_there() {
        let values = values(
            Kind::TimeRanges,
            "the mower starts at 41 seconds and runs until 1:05",
        );
        for part in [
            "0:00 to 0:41",
            "0:41 to end",
            "0:41 to 1:05",
            "without 0:41 to 1:05",
            "last 0:41",
        ] {
            assert!(
                values.iter().any(|value| value == part),
                "{part}: {values:?}"
            );
        }
        assert!(
            !values.iter().any(|value| value == "1:05 to 0:41"),
            "no part ends before it begins"
        );
    }

    #[test]
    fn a_length_after_a_point_is_a_part() {
        let values = values(Kind::TimeRanges, "from 4 s for 10 s");
        assert!(
            values.iter().any(|value| value == "0:04 to 0:14"),
            "{values:?}"
        );
    }

    #[test]
    fn points_are_taken_alone_and_together() {
        let values = values(Kind::Times, "stills at 0:48, 1:15 and 3:02");
        assert!(
            values.iter().any(|value| value == "0:48, 1:15, 3:02"),
            "{values:?}"
        );
        assert!(values.iter().any(|value| value == "1:15"), "{values:?}");
    }

    #[test]
    fn a_level_can_be_more_or_less() {
        assert_eq!(
            values(Kind::Decibel, "by 6 dB")
                .iter()
                .filter(|value| value.ends_with('6'))
                .count(),
            4
        );
    }
}
