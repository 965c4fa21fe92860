//! Printing: all output goes through here, as names, texts and recipes come from strangers' files,
//! and a terminal obeys control characters in them.

use std::borrow::Cow;
use std::io::{self, StderrLock, StdoutLock, Write};

use patchbay_app::api::plain;

/// Prints a line to standard output. An output that nobody reads is no failure of this program.
macro_rules! say {
    ($($text:tt)*) => { $crate::terminal::line(&mut $crate::terminal::stdout(), &format!($($text)*)) };
}
/// Prints a line to standard error.
macro_rules! tell {
    ($($text:tt)*) => { $crate::terminal::line(&mut $crate::terminal::stderr(), &format!($($text)*)) };
}
pub(crate) use {say, tell};

/// Writes text on, with control characters made visible.
pub(crate) struct Printable<W>(W);

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Standard output.
pub(crate) fn stdout() -> Printable<StdoutLock<'static>> {
    Printable(io::stdout().lock())
}

/// Standard error.
pub(crate) fn stderr() -> Printable<StderrLock<'static>> {
    Printable(io::stderr().lock())
}

/// Prints a line, without the numbers that the system gives its errors.
pub(crate) fn line(output: &mut impl Write, text: &str) {
    let _ = writeln!(output, "{}", plain(text));
}

/// A text whose control characters, and those that turn the direction of writing, are written out
/// as JSON writes them: `\u001b`. Lines stay lines.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    use std::fmt::Write;
    let acts = |letter: char| {
        (letter.is_control() && !matches!(letter, '\n' | '\t'))
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut printed = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if acts(letter) {
            // Writing to a string cannot fail.
            let _ = write!(printed, "\\u{:04x}", u32::from(letter));
        } else {
            printed.push(letter);
        }
    }
    Cow::Owned(printed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_printed() {
        let mut printed = Vec::new();
        let hostile = "a\u{1b}[2J\u{9b}31m\u{7f}\u{202e}b\r\n\tä";
        line(&mut Printable(&mut printed), hostile);
        let printed = String::from_utf8(printed).unwrap();
        assert_eq!(
            printed,
            "a\\u001b[2J\\u009b31m\\u007f\\u202eb\\u000d\n\tä\n"
        );
        let json = serde_json::to_string(hostile).unwrap();
        let read: String = serde_json::from_str(&printable(&json)).unwrap();
        assert_eq!(read, hostile, "JSON stays the same text");
    }

    #[test]
    fn numbers_of_the_system_are_left_out() {
        let mut printed = Vec::new();
        line(&mut printed, "It cannot be written: full (os error 28).");
        assert_eq!(printed, b"It cannot be written: full.\n");
    }
}
