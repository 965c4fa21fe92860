//! Lengths of time and points in time, in seconds.

use patchbay_values::times::Timecode;

use super::{Literal, is_amount, is_number, is_time, number};
use crate::row::Item::{Glued, Is, Maybe, Words};
use crate::row::Row;
use crate::token::Token;
use crate::value::Value;

/// Clocks (`1:30`, `1:02:03.5`), also with a point (`1.30`), and timecodes (`01:00:02;12`).
pub(super) fn literals(tokens: &[Token]) -> Vec<Literal> {
    let mut found = Vec::new();
    for first in 0..tokens.len() {
        let fields = fields(tokens, first);
        let end = first + (2 * fields.len()).saturating_sub(1);
        if let Some(seconds) = clock(&fields) {
            found.push((first, end, Value::Time(seconds), "time.clock"));
        }
        if fields.len() == 4 {
            let text: String = tokens[first..end]
                .iter()
                .map(|token| token.text.as_str())
                .collect();
            if Timecode::read(&text).is_some() {
                found.push((first, end, Value::Timecode(text), "time.timecode"));
            }
        }
        if !goes_on_from_clock(tokens, first)
            && let Some((minutes, seconds)) = tokens[first].text.split_once(['.', ','])
            && seconds.len() == 2
            && let (Ok(minutes), Ok(seconds)) = (minutes.parse::<f64>(), seconds.parse::<f64>())
            && seconds < 60.0
        {
            found.push((
                first,
                first + 1,
                Value::Time(60.0 * minutes + seconds),
                "time.point_clock",
            ));
        }
    }
    found
}

/// Whether a colon with no space around it joins a token to one before it.
fn goes_on_from_clock(tokens: &[Token], at: usize) -> bool {
    at > 1 && is_joint(tokens, at - 1) && tokens[at].is_glued
}

fn is_joint(tokens: &[Token], at: usize) -> bool {
    let joins = |token: &Token| token.is_glued && matches!(token.text.as_str(), ":" | ";");
    tokens.get(at).is_some_and(joins)
}

/// The numbers that follow each other with colons and no spaces between, from a token on.
fn fields(tokens: &[Token], first: usize) -> Vec<&str> {
    let begins = tokens[first].is_number() && !goes_on_from_clock(tokens, first);
    let mut fields = Vec::new();
    let mut at = first;
    while begins && tokens.get(at).is_some_and(Token::is_number) {
        fields.push(tokens[at].text.as_str());
        let goes_on = is_joint(tokens, at + 1)
            && tokens
                .get(at + 2)
                .is_some_and(|token| token.is_number() && token.is_glued);
        if !goes_on {
            break;
        }
        at += 2;
    }
    fields
}

fn clock(fields: &[&str]) -> Option<f64> {
    if !(2..=3).contains(&fields.len())
        || fields[1..].iter().any(|field| {
            field
                .split(['.', ','])
                .next()
                .is_none_or(|whole| whole.len() != 2)
        })
    {
        return None;
    }
    fields.iter().try_fold(0.0, |seconds, field| {
        let field: f64 = field.replace(',', ".").parse().ok()?;
        Some(seconds * 60.0 + field)
    })
}

/// A row for a unit of time: a number or a part before it.
macro_rules! unit {
    ($id:literal, $words:literal, $seconds:literal, $examples:expr) => {
        Row {
            id: $id,
            pattern: &[
                Is(is_amount),
                Maybe("of a an the full whole more extra solid good"),
                Maybe("a an the full whole"),
                Words($words),
            ],
            produce: |met| number(met, 0).map(|count| Value::Time(count * $seconds)),
            examples: $examples,
        }
    };
}

pub(super) const ROWS: &[Row] = &[
    unit!(
        "time.milliseconds",
        "ms msec millis millisecond milliseconds",
        0.001,
        &[("250 ms", "time 0.25")]
    ),
    unit!(
        "time.seconds",
        "s sec secs second seconds sek sekunden secondes segundos \"",
        1.0,
        &[
            ("10s", "time 10"),
            ("half a second", "time 0.5"),
            ("twenty-five seconds", "time 25"),
            ("ten-second", "time 10")
        ]
    ),
    unit!(
        "time.minutes",
        "m min mins minute minutes mn '",
        60.0,
        &[
            ("5 min", "time 300"),
            ("two and a half minutes", "time 150")
        ]
    ),
    unit!(
        "time.hours",
        "h hr hrs hour hours",
        3600.0,
        &[("an hour", "time 3600"), ("half an hour", "time 1800")]
    ),
    Row {
        id: "time.compound",
        pattern: &[Is(is_time), Maybe("and , plus"), Is(is_time)],
        produce: |met| {
            let (large, small) = (number(met, 0)?, number(met, 1)?);
            let is_compound =
                (large >= 60.0 && small < 60.0) || (large >= 3600.0 && small < 3600.0);
            (is_compound && large % 60.0 == 0.0).then_some(Value::Time(large + small))
        },
        examples: &[
            ("2 minutes and 5 seconds", "time 125"),
            ("1m30s", "time 90"),
            ("1 h 5 min", "time 3900"),
        ],
    },
    Row {
        id: "time.compound_bare",
        pattern: &[Is(is_time), Maybe("and"), Is(is_number)],
        produce: |met| {
            let (large, small) = (number(met, 0)?, number(met, 1)?);
            (large >= 60.0 && large % 60.0 == 0.0 && (1.0..60.0).contains(&small)).then(|| {
                let unit = if large % 3600.0 == 0.0 { 60.0 } else { 1.0 };
                Value::Time(large + unit * small)
            })
        },
        examples: &[
            ("2 min 30", "time 150"),
            ("one minute twenty", "time 80"),
            ("1h05", "time 3900"),
        ],
    },
    Row {
        id: "time.and_share",
        pattern: &[
            Is(is_time),
            Words("and"),
            Is(|value| matches!(value, Value::Share(_))),
        ],
        produce: |met| {
            let (time, share) = (number(met, 0)?, number(met, 1)?);
            let unit = [3600.0, 60.0, 1.0]
                .into_iter()
                .find(|unit| time >= *unit && time % unit == 0.0)?;
            Some(Value::Time(time + share * unit))
        },
        examples: &[
            ("a minute and a half", "time 90"),
            ("1 second and a half", "time 1.5"),
        ],
    },
    Row {
        id: "time.past",
        pattern: &[
            Is(|value| matches!(value, Value::Number(_) | Value::Share(_) | Value::Time(_))),
            Words("past after"),
            Is(is_number),
        ],
        produce: |met| {
            let (past, minutes) = (number(met, 0)?, number(met, 1)?);
            match met[0] {
                Value::Share(share) => Some(Value::Time((minutes + share) * 60.0)),
                Value::Number(_) if past < 60.0 => Some(Value::Time(minutes * 60.0 + past)),
                Value::Time(time) if *time < 60.0 => Some(Value::Time(minutes * 60.0 + time)),
                _ => None,
            }
        },
        examples: &[("ten past two", "time 130"), ("half past one", "time 90")],
    },
    Row {
        id: "time.minute_of",
        pattern: &[Words("minute min"), Is(is_number)],
        produce: |met| number(met, 0).map(|minutes| Value::Time(60.0 * minutes)),
        examples: &[("minute 3", "time 180")],
    },
    Row {
        id: "time.second_of",
        pattern: &[Words("second sec seconds secs"), Is(is_number)],
        produce: |met| number(met, 0).map(Value::Time),
        examples: &[("second 41", "time 41")],
    },
    Row {
        id: "time.minute_second",
        pattern: &[
            Words("minute min"),
            Is(is_number),
            Maybe("and , second"),
            Is(is_number),
        ],
        produce: |met| Some(Value::Time(60.0 * number(met, 0)? + number(met, 1)?)),
        examples: &[("minute 3 second 20", "time 200")],
    },
    Row {
        id: "time.spoken_clock",
        pattern: &[Is(is_number), Is(is_number)],
        produce: |met| {
            let (minutes, seconds) = (number(met, 0)?, number(met, 1)?);
            (minutes < 60.0 && minutes.fract() == 0.0 && (10.0..60.0).contains(&seconds))
                .then_some(Value::Time(60.0 * minutes + seconds))
        },
        examples: &[("two fifteen", "time 135"), ("1 30", "time 90")],
    },
    Row {
        id: "time.spoken_zero",
        pattern: &[Is(is_number), Words("oh o zero"), Is(is_number)],
        produce: |met| {
            let (minutes, seconds) = (number(met, 0)?, number(met, 1)?);
            (minutes < 60.0 && (0.0..10.0).contains(&seconds))
                .then_some(Value::Time(60.0 * minutes + seconds))
        },
        examples: &[("three oh five", "time 185")],
    },
    Row {
        id: "time.frames",
        pattern: &[Is(is_number), Words("frames frame fr")],
        produce: |met| number(met, 0).map(Value::Frames),
        examples: &[("10 frames", "frames 10")],
    },
    Row {
        id: "time.nth_frame",
        pattern: &[
            Words("every each"),
            Is(|value| matches!(value, Value::Ordinal(_))),
            Words("frame"),
        ],
        produce: |met| match met[0] {
            Value::Ordinal(place) if *place > 0 => Some(Value::Frames(f64::from(*place))),
            _ => None,
        },
        examples: &[("every 10th frame", "frames 10")],
    },
    Row {
        id: "time.rate",
        pattern: &[Is(is_number), Words("fps f hz")],
        produce: |met| number(met, 0).map(Value::Rate),
        examples: &[("25 fps", "rate 25")],
    },
    Row {
        id: "time.frames_a_second",
        pattern: &[
            Is(is_number),
            Maybe("frames frame pictures images"),
            Words("per a the /"),
            Words("second sec s"),
        ],
        produce: |met| number(met, 0).map(Value::Rate),
        examples: &[
            ("12 frames per second", "rate 12"),
            ("24 a second", "rate 24"),
        ],
    },
    Row {
        id: "time.hour_minutes",
        pattern: &[Is(is_number), Glued("h"), Is(is_number)],
        produce: |met| {
            Some(Value::Time(
                3600.0 * number(met, 0)? + 60.0 * number(met, 1)?,
            ))
        },
        examples: &[("1h30", "time 5400")],
    },
];

#[cfg(test)]
mod tests {
    use crate::lattice;

    /// The lengths of time that a text can mean, in seconds.
    fn times(text: &str) -> Vec<String> {
        let all = lattice(text).into_iter().map(|one| one.value.to_string());
        all.filter_map(|value| value.strip_prefix("time ").map(str::to_owned))
            .collect()
    }

    #[test]
    fn the_seconds_of_a_clock_are_no_clock_of_their_own() {
        assert_eq!(times("0:05.00"), ["5"]);
        assert_eq!(times("1:02:03.50"), ["3723.5"]);
        // With a space or by itself it is one.
        assert!(times("at 05.00").contains(&"300".to_owned()));
        assert!(times("until: 05.00").contains(&"300".to_owned()));
    }
}
