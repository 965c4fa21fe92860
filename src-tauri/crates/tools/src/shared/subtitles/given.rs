//! Subtitles that a tool is given: their text and cues, or a sentence that names the file and the line
//! where they cannot be worked on.

use patchbay_values::times::clock;

use super::arrows::times;
use super::parsed::{seconds, with_stamps};
use super::{Cue, lines_of, own_format, timed_cues};
use crate::shared::mojibake::{mended, surely_mended};
use crate::{Context, Inputs, ToolError};

/// Subtitles with times.
pub(crate) struct Subtitles {
    /// Their text, its lines apart by `\n`.
    pub(crate) text: String,
    /// Their cues, in the order of time; at least one.
    pub(crate) cues: Vec<Cue>,
}

/// The subtitles under an argument. Letters that were read in the wrong encoding are mended as the
/// parameter `mojibake` says: where that is certain, where it says nothing.
///
/// # Errors
/// There is no text, no subtitle in it, or one that ends before it begins: a sentence that names file
/// and line.
pub(crate) fn given(
    inputs: &Inputs,
    argument: &str,
    context: &Context,
) -> Result<Subtitles, ToolError> {
    let name = inputs.name_of(argument).unwrap_or("this text").to_owned();
    let text = lines_of(&inputs.text(argument)?);
    if !is_words(&text) {
        return Err(ToolError::Input(format!(
            "“{name}” is no text, so there are no subtitles in it. Attach an SRT, VTT or ASS file."
        )));
    }
    let better = match inputs.value("mojibake").as_deref() {
        Some("keep") => None,
        Some(_) => mended(&text),
        None => surely_mended(&text),
    };
    if better.is_some() {
        context.progress.say(format!(
            "The letters of “{name}” had been read in the wrong encoding, and are mended."
        ));
    }
    let text = better.unwrap_or(text);
    if let Some((line, wrong)) = fault(&text) {
        return Err(ToolError::Input(format!(
            "In “{name}”, line {line}: {wrong}. Correct it there, then try again."
        )));
    }
    let mut cues = timed_cues(&text);
    if cues.is_empty() {
        cues = with_stamps(&text);
    }
    if cues.is_empty() {
        return Err(ToolError::Refused(format!(
            "There are no subtitles with times in “{name}”. Attach an SRT, VTT or ASS file."
        )));
    }
    Ok(Subtitles { text, cues })
}

/// The arguments of a tool on two files of subtitles.
pub(crate) const PAIR: [&str; 2] = ["text", "second"];

/// The subtitles under both arguments of [`PAIR`].
///
/// # Errors
/// As [`given`], or a stop.
pub(crate) fn pair(
    inputs: &Inputs,
    context: &Context,
) -> Result<(Subtitles, Subtitles), ToolError> {
    let [first, second] = PAIR;
    let both = (
        given(inputs, first, context)?,
        given(inputs, second, context)?,
    );
    context.check()?;
    Ok(both)
}

/// Sentences about what is lost where the subtitles under these arguments are written anew.
pub(crate) fn lost_styles(inputs: &Inputs, arguments: &[&str]) -> Vec<String> {
    let is_styled = |name: &&str| {
        let text = inputs.text(name);
        text.is_ok_and(|text| own_format(&lines_of(&text)) == Some("ass"))
    };
    let loss =
        "Fonts, colours and places of the ASS file are not kept: its subtitles are written anew.";
    let goes = arguments.iter().any(is_styled);
    goes.then(|| loss.to_owned()).into_iter().collect()
}

/// Whether a text is words, and not the bytes of something else.
fn is_words(text: &str) -> bool {
    let is_strange =
        |letter: &char| (letter.is_control() && !letter.is_whitespace()) || *letter == '\u{fffd}';
    let strange = text.chars().filter(is_strange).count();
    !text.trim().is_empty() && strange * 20 <= text.chars().count()
}

/// The first line, from 1, whose times cannot be, and what is wrong with them.
fn fault(text: &str) -> Option<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let wrong = |start: f64, end: f64| {
        (end < start).then(|| {
            format!(
                "the subtitle ends at {} before it begins at {}",
                clock(end),
                clock(start)
            )
        })
    };
    let found = times(&lines);
    let arrows = found
        .iter()
        .find_map(|found| Some((found.line + 1, wrong(found.start, found.end)?)));
    let half = lines.iter().enumerate().find_map(|(place, line)| {
        let is_read = found.iter().any(|found| found.line == place);
        let is_times = line.contains("-->") && line.chars().any(|letter| letter.is_ascii_digit());
        let is_times = is_times && line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        (is_times && !is_read && !found.is_empty())
            .then(|| (place + 1, format!("“{}” is not two times", line.trim())))
    });
    let event = |(place, line): (usize, &&str)| {
        let fields = line.strip_prefix("Dialogue:")?;
        let mut fields = fields.split(',').skip(1).map(|field| seconds(field.trim()));
        let (start, end) = (fields.next()??, fields.next()??);
        Some((place + 1, wrong(start, end)?))
    };
    let events = || lines.iter().enumerate().find_map(event);
    [arrows, half]
        .into_iter()
        .flatten()
        .min_by_key(|(line, _)| *line)
        .or_else(events)
}

#[cfg(test)]
mod tests {
    use patchbay_domain::Resource;

    use super::*;
    use crate::testing;

    fn said(text: &str) -> String {
        let inputs = testing::inputs([("text", Resource::Text(text.to_owned()))]);
        let inputs = inputs.called([("text".to_owned(), "film.srt".to_owned())].into());
        let (context, _folder) = testing::context();
        match given(&inputs, "text", &context) {
            Ok(read) => format!("{} read", read.cues.len()),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_file_and_line() {
        let backwards =
            "1\n00:00:05,000 --> 00:00:06,000\nA\n\n2\n00:00:09,000 --> 00:00:07,000\nB\n";
        let sentence = said(backwards);
        assert!(
            sentence.contains("“film.srt”, line 6") && sentence.contains("7 s"),
            "{sentence}"
        );
        let half = "1\n00:00:05,000 --> 00:00:06,000\nA\n\n2\n00:00:09,000 --> soon\nB\n";
        assert!(said(half).contains("line 6"), "{}", said(half));
        let ass = "[Events]\nDialogue: 0,0:00:04.00,0:00:01.50,Default,,0,0,0,,Hi\n";
        assert!(said(ass).contains("line 2"), "{}", said(ass));
        assert!(said("\u{1}\u{2}\u{3}PK\u{4}").contains("“film.srt” is no text"));
        assert!(said("just words").contains("“film.srt”"));
        let without_numbers =
            "00:00:05,000 --> 00:00:06,000\nA\n\n00:00:05,500 --> 00:00:07,000\nB\n";
        assert_eq!(said(without_numbers), "2 read");
    }
}
