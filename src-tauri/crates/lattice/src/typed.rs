//! Texts that a value can become for a parameter's kind.

use patchbay_domain::ParameterKind as Kind;
use patchbay_values::colors::hex;
use patchbay_values::data::{written_bit_rate, written_bytes};
use patchbay_values::numbers::written;
use patchbay_values::sizes::{Size, written_ratio};
use patchbay_values::times::Moment;

use crate::value::Value;

/// Centimetres in an inch.
const INCH: f64 = 2.54;

impl Value {
    /// The texts that it can become as a value of that kind, likeliest first: none where it is no such value, several where the
    /// words leave a sign, a side or a unit open. For parts of a time line they are the points and lengths of which those consist.
    pub fn typed(&self, kind: Kind) -> Vec<String> {
        match kind {
            Kind::Size => self.sizes(),
            Kind::Ratio => match self {
                Self::Ratio(ratio) => vec![written_ratio(*ratio as f32)],
                _ => Vec::new(),
            },
            Kind::Color => match self {
                Self::Color(color) => vec![hex(*color)],
                _ => Vec::new(),
            },
            Kind::Box => match self {
                Self::Region(region) => vec![region.to_string()],
                _ => Vec::new(),
            },
            Kind::Bytes => match self {
                Self::Bytes(bytes) => vec![written_bytes(*bytes)],
                _ => Vec::new(),
            },
            Kind::Bitrate => match self {
                Self::Bitrate(bits) => vec![written_bit_rate(*bits)],
                _ => Vec::new(),
            },
            Kind::FileFormat => match self {
                Self::Format(ending) => vec![(*ending).to_owned()],
                _ => Vec::new(),
            },
            Kind::Text => match self {
                Self::Quotation(words) => vec![words.clone()],
                _ => Vec::new(),
            },
            Kind::Track => match self {
                Self::Ordinal(place) if *place > 0 => vec![place.to_string()],
                Self::Number(number) => vec![written(*number)],
                _ => Vec::new(),
            },
            Kind::Interval => match self {
                Self::Time(seconds) => vec![format!("{} s", written(*seconds))],
                Self::Frames(frames) => vec![format!("{} frames", written(*frames))],
                Self::Number(number) => vec![format!("{} s", written(*number))],
                _ => Vec::new(),
            },
            Kind::Times | Kind::TimeRanges => self.moments(),
            kind => self.numbers(kind).into_iter().map(written).collect(),
        }
    }

    /// Returns it as numbers of that kind, with the signs and units that words leave open.
    fn numbers(&self, kind: Kind) -> Vec<f64> {
        let either = |number: f64| vec![number, -number];
        match (kind, self) {
            (Kind::Count, Self::Ordinal(place)) if *place > 0 => vec![f64::from(*place)],
            (Kind::Percent, Self::Percent(percent)) => {
                vec![*percent, -percent, 100.0 - percent, percent - 100.0]
            }
            (Kind::Percent, Self::Multiple(times)) => vec![100.0 * times, 100.0 * (times - 1.0)],
            (Kind::Percent | Kind::Decibel | Kind::Angle | Kind::Number, Self::Number(number)) => {
                either(*number)
            }
            (Kind::Decibel, Self::Decibel(level)) => either(*level),
            (Kind::Decibel, Self::Multiple(times)) if *times > 0.0 => either(20.0 * times.log10()),
            (Kind::Loudness, Self::Loudness(loudness) | Self::Decibel(loudness)) => {
                vec![-loudness.abs()]
            }
            (Kind::Loudness, Self::Number(number)) => vec![-number.abs()],
            (Kind::Frequency, Self::Number(number)) => vec![*number, 1000.0 * number],
            (Kind::FrameRate, Self::Rate(rate)) => vec![*rate],
            (Kind::Angle, Self::Angle(angle)) => vec![*angle, -angle, 360.0 - angle],
            (Kind::Speed | Kind::Factor, Self::Multiple(times)) if *times > 0.0 => {
                vec![*times, 1.0 / times]
            }
            (Kind::Duration | Kind::Time, Self::Time(seconds)) => either(*seconds),
            (Kind::Number, Self::Centimetres(length)) => {
                vec![*length, length / INCH, 10.0 * length]
            }
            (Kind::Number, Self::Paper(width, height)) => {
                vec![
                    *width,
                    *height,
                    width / INCH,
                    height / INCH,
                    10.0 * width,
                    10.0 * height,
                ]
            }
            (Kind::Number, Self::Dimensions(width, height)) => vec![*width, *height],
            (Kind::Number, Self::Semitones(pitch)) => either(*pitch),
            (
                Kind::Number,
                Self::Density(amount)
                | Self::Tempo(amount)
                | Self::Time(amount)
                | Self::Pixels(amount),
            ) => vec![*amount],
            (Kind::Number, Self::Multiple(times)) => vec![*times],
            (Kind::Frequency | Kind::Number, Self::Frequency(frequency)) => vec![*frequency],
            (Kind::Number, Self::Percent(percent)) => vec![*percent],
            (_, Self::Number(number)) => vec![*number],
            _ => Vec::new(),
        }
    }

    fn sizes(&self) -> Vec<String> {
        match self {
            Self::Size(size) => vec![size.to_string()],
            Self::Pixels(pixels) => vec![format!("{} px", written(*pixels))],
            Self::Percent(percent) if (1.0..=10_000.0).contains(percent) => {
                vec![Size::Times(*percent as f32 / 100.0).to_string()]
            }
            Self::Ratio(ratio) => vec![written_ratio(*ratio as f32)],
            _ => Vec::new(),
        }
    }

    /// Returns it as points of a time line or lengths on it.
    fn moments(&self) -> Vec<String> {
        match self {
            Self::Time(seconds) => vec![Moment::at(0.0, *seconds).to_string()],
            Self::Number(number) if *number >= 0.0 => vec![Moment::at(0.0, *number).to_string()],
            Self::Timecode(text) => vec![text.clone()],
            Self::Moment(share) | Self::Share(share) if [0.0, 0.5, 1.0].contains(share) => {
                vec![Moment::at(*share, 0.0).to_string()]
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_becomes_what_a_kind_takes_and_nothing_else() {
        assert_eq!(Value::Time(90.0).typed(Kind::TimeRanges), ["1:30"]);
        assert_eq!(Value::Decibel(6.0).typed(Kind::Decibel), ["6", "-6"]);
        assert_eq!(Value::Multiple(4.0).typed(Kind::Speed), ["4", "0.25"]);
        assert_eq!(
            Value::Paper(21.0, 29.7).typed(Kind::Number)[..2],
            ["21", "29.7"]
        );
        assert_eq!(Value::Bytes(8_000_000).typed(Kind::Bytes), ["8 MB"]);
        assert!(Value::Bytes(8_000_000).typed(Kind::Duration).is_empty());
        assert!(Value::Color([1, 2, 3]).typed(Kind::Size).is_empty());
    }
}
