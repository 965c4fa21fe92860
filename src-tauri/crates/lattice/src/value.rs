//! Values that words can mean, each with one text.

use std::fmt;

use patchbay_values::colors::hex;
use patchbay_values::data::{written_bit_rate, written_bytes};
use patchbay_values::numbers::written;
use patchbay_values::regions::Region;
use patchbay_values::sizes::{Size, written_ratio};

/// A value of a kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A plain number.
    Number(f64),
    /// A place in a row, from 1; from -1 counted from the end.
    Ordinal(i32),
    /// A part of a whole, from 0 to 1.
    Share(f64),
    /// Hundredths; negative where less is said.
    Percent(f64),
    /// A multiple.
    Multiple(f64),
    /// A length of time or a point in time, in seconds.
    Time(f64),
    /// A length of time in frames.
    Frames(f64),
    /// A point in time as a camera counts it, such as `01:00:02:12`.
    Timecode(String),
    /// A point of a time line that has a name: 0 its start, 1 its end.
    Moment(f64),
    /// A number of times in a second.
    Rate(f64),
    /// A length on paper, in centimetres.
    Centimetres(f64),
    /// A length on a screen.
    Pixels(f64),
    /// Dots per inch.
    Density(f64),
    /// A size in pixels, or a part or a multiple of one.
    Size(Size),
    /// Width by height as two numbers without a unit.
    Dimensions(f64, f64),
    /// Width by height of paper, in centimetres.
    Paper(f64, f64),
    /// Width to height.
    Ratio(f64),
    /// An angle in degrees.
    Angle(f64),
    /// A difference of level in dB.
    Decibel(f64),
    /// A loudness in LUFS.
    Loudness(f64),
    /// A frequency in hertz.
    Frequency(f64),
    /// A difference of pitch in semitones.
    Semitones(f64),
    /// Beats in a minute.
    Tempo(f64),
    /// A size of a file in bytes.
    Bytes(u64),
    /// Bits in a second.
    Bitrate(u64),
    /// A colour.
    Color([u8; 3]),
    /// A part of an image.
    Region(Region),
    /// A file format by its ending.
    Format(&'static str),
    /// Words between quotation marks.
    Quotation(String),
}

impl Value {
    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "number",
            Self::Ordinal(_) => "ordinal",
            Self::Share(_) => "share",
            Self::Percent(_) => "percent",
            Self::Multiple(_) => "multiple",
            Self::Time(_) => "time",
            Self::Frames(_) => "frames",
            Self::Timecode(_) => "timecode",
            Self::Moment(_) => "moment",
            Self::Rate(_) => "rate",
            Self::Centimetres(_) => "centimetres",
            Self::Pixels(_) => "pixels",
            Self::Density(_) => "density",
            Self::Size(_) => "size",
            Self::Dimensions(..) => "dimensions",
            Self::Paper(..) => "paper",
            Self::Ratio(_) => "ratio",
            Self::Angle(_) => "angle",
            Self::Decibel(_) => "decibel",
            Self::Loudness(_) => "loudness",
            Self::Frequency(_) => "frequency",
            Self::Semitones(_) => "semitones",
            Self::Tempo(_) => "tempo",
            Self::Bytes(_) => "bytes",
            Self::Bitrate(_) => "bitrate",
            Self::Color(_) => "color",
            Self::Region(_) => "region",
            Self::Format(_) => "format",
            Self::Quotation(_) => "quotation",
        }
    }
}

impl fmt::Display for Value {
    /// Writes the kind and the value, such as `time 90`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.kind())?;
        match self {
            Self::Number(number)
            | Self::Share(number)
            | Self::Percent(number)
            | Self::Multiple(number)
            | Self::Time(number)
            | Self::Frames(number)
            | Self::Moment(number)
            | Self::Rate(number)
            | Self::Centimetres(number)
            | Self::Pixels(number)
            | Self::Density(number)
            | Self::Angle(number)
            | Self::Decibel(number)
            | Self::Loudness(number)
            | Self::Frequency(number)
            | Self::Semitones(number)
            | Self::Tempo(number) => f.write_str(&written(*number)),
            Self::Ordinal(place) => write!(f, "{place}"),
            Self::Size(size) => write!(f, "{size}"),
            Self::Dimensions(width, height) | Self::Paper(width, height) => {
                write!(f, "{}x{}", written(*width), written(*height))
            }
            Self::Ratio(ratio) => f.write_str(&written_ratio(*ratio as f32)),
            Self::Bytes(bytes) => f.write_str(&written_bytes(*bytes)),
            Self::Bitrate(bits) => f.write_str(&written_bit_rate(*bits)),
            Self::Color(color) => f.write_str(&hex(*color)),
            Self::Region(region) => write!(f, "{region}"),
            Self::Format(ending) => f.write_str(ending),
            Self::Timecode(text) | Self::Quotation(text) => f.write_str(text),
        }
    }
}
