//! Values of parameters as the types that tools work with. What a person may type for a kind of
//! parameter holds here too, and no value is taken for none: one that does not hold is refused with
//! the name of its parameter.

#[cfg(test)]
mod tests;

use patchbay_values::colors::color;
use patchbay_values::data;
use patchbay_values::numbers::{finite, measured};
use patchbay_values::regions::Region;
use patchbay_values::sizes::Size;
use patchbay_values::speeds;
use patchbay_values::times::{Interval, Moments, TimeRanges, duration};

use crate::{Inputs, ToolError};

impl Inputs {
    /// The value of a parameter as `read` takes it; none where none is set.
    ///
    /// # Errors
    /// `read` takes no such value. `what`, `give`: what the value is not, and what to give instead,
    /// such as `number` and `a number such as 6`.
    pub fn value_as<T>(
        &self,
        name: &str,
        (what, give): (&str, &str),
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ToolError> {
        let Some(value) = self.value(name) else {
            return Ok(None);
        };
        read(&value).map(Some).ok_or_else(|| {
            ToolError::Input(format!(
                "The value “{value}” of “{name}” is no {what}. Give {give}."
            ))
        })
    }

    /// A number, with its unit or without; none where none is set.
    ///
    /// # Errors
    /// The value is no number, or not a finite one.
    pub fn number(&self, name: &str) -> Result<Option<f64>, ToolError> {
        self.value_as(name, ("number", "a number such as 6"), measured)
    }

    /// A number of things, at least one, with the sign of a multiple behind it (`3x`) or without; none
    /// where none is set.
    ///
    /// # Errors
    /// The value is no whole number, or less than one.
    pub fn count(&self, name: &str) -> Result<Option<u32>, ToolError> {
        let words = ("whole number from 1 on", "a whole number such as 3");
        self.value_as(name, words, |text| {
            let bare = text.trim_end_matches(['x', '×']).trim_end();
            bare.parse().ok().filter(|count| *count > 0)
        })
    }

    /// A length of time in seconds, which may be nothing; none where none is set.
    ///
    /// # Errors
    /// The value is no length of time, or negative.
    pub fn seconds(&self, name: &str) -> Result<Option<f64>, ToolError> {
        let words = ("length of time", "a time such as 2.5 or 1:30");
        self.value_as(name, words, length)
    }

    /// A length of time in seconds by which something comes later, or earlier where it is negative;
    /// none where none is set.
    ///
    /// # Errors
    /// The value is no length of time.
    pub fn shift(&self, name: &str) -> Result<Option<f64>, ToolError> {
        let words = ("length of time", "a time such as 0.5 or -0.5");
        self.value_as(name, words, |text| match text.strip_prefix(['-', '−']) {
            Some(earlier) => length(earlier).map(|seconds| -seconds),
            None => length(text),
        })
    }

    /// A multiple above zero (`2`, `0.5x`, `50 %`); none where none is set.
    ///
    /// # Errors
    /// The value is no multiple, or none that anything can be multiplied by.
    pub fn factor(&self, name: &str) -> Result<Option<f64>, ToolError> {
        let words = ("multiple", "a multiple such as 2 or 0.5");
        self.value_as(name, words, speeds::factor)
    }

    /// A colour; none where none is set.
    ///
    /// # Errors
    /// The value is no colour.
    pub fn color(&self, name: &str) -> Result<Option<[u8; 3]>, ToolError> {
        let words = ("colour", "a colour such as red or #ff8800");
        self.value_as(name, words, |text| color(&text.to_lowercase()))
    }

    /// Parts of a time line; none where none are set.
    ///
    /// # Errors
    /// The value names no parts.
    pub fn time_ranges(&self, name: &str) -> Result<Option<TimeRanges>, ToolError> {
        let words = ("part of a time line", "times such as 0:02 to 0:05");
        self.value_as(name, words, TimeRanges::read)
    }

    /// Points in time; none where none are set.
    ///
    /// # Errors
    /// The value names no points.
    pub fn moments(&self, name: &str) -> Result<Option<Moments>, ToolError> {
        let words = ("point in time", "times such as 0:05 or middle");
        self.value_as(name, words, Moments::read)
    }

    /// An interval between frames or cuts; none where none is set.
    ///
    /// # Errors
    /// The value is no interval.
    pub fn interval(&self, name: &str) -> Result<Option<Interval>, ToolError> {
        let words = ("interval", "an interval such as 2 s or 10 frames");
        self.value_as(name, words, Interval::read)
    }

    /// A region of an image; none where none is set.
    ///
    /// # Errors
    /// The value is no region.
    pub fn region(&self, name: &str) -> Result<Option<Region>, ToolError> {
        let give =
            "a box such as 120x40 at 300,200 or 50%x50% at 25%,25%, or a part such as top half";
        self.value_as(name, ("part of an image", give), Region::read)
    }

    /// The size of an image; none where none is set.
    ///
    /// # Errors
    /// The value is no size.
    pub fn size(&self, name: &str) -> Result<Option<Size>, ToolError> {
        let give = "a size such as 1200 wide, 720 high, 800x600 or 50%";
        self.value_as(name, ("size", give), Size::read)
    }

    /// The size of a file in bytes; none where none is set.
    ///
    /// # Errors
    /// The value is no size of a file.
    pub fn bytes(&self, name: &str) -> Result<Option<u64>, ToolError> {
        let words = ("size of a file", "a size such as 8 MB");
        self.value_as(name, words, data::bytes)
    }

    /// Bits in a second; none where none are set.
    ///
    /// # Errors
    /// The value is no such rate.
    pub fn bit_rate(&self, name: &str) -> Result<Option<u64>, ToolError> {
        let words = ("bit rate", "a rate such as 128 kbps");
        self.value_as(name, words, data::bit_rate)
    }
}

/// The seconds of a length of time, which may be nothing.
fn length(text: &str) -> Option<f64> {
    let seconds = finite(text).or_else(|| duration(text))?;
    (seconds >= 0.0).then_some(seconds)
}
