//! Files that words name.

use patchbay_domain::{CallReference, ParsedRequest, Source, Span};

use crate::read::Asked;

/// The names of files in a request's words that no call works on, by itself or by the steps that it changes or goes on from.
pub(crate) fn left(asked: &Asked<'_>, parsed: &ParsedRequest) -> Vec<Span> {
    let taken = taken(asked, parsed);
    let mut left = Vec::new();
    for file in asked.files {
        if !taken.contains(&file.name.as_str())
            && let Some(span) = place(asked.text, &file.name)
        {
            left.push(span);
        }
    }
    left
}

/// The names of the files that the calls work on.
fn taken<'a>(asked: &'a Asked<'_>, parsed: &'a ParsedRequest) -> Vec<&'a str> {
    let mut files = Vec::new();
    let mut seen: Vec<CallReference> = Vec::new();
    let mut sources: Vec<&Source> = Vec::new();
    let mut calls: Vec<CallReference> = Vec::new();
    for call in &parsed.calls {
        sources.extend(&call.sources);
        calls.extend(call.amends.or(call.undo).or(call.again));
    }
    loop {
        for source in sources.drain(..) {
            match source {
                Source::File(name) => files.push(name.as_str()),
                Source::Call(call) => calls.push(*call),
                _ => {}
            }
        }
        let Some(call) = calls.pop() else {
            return files;
        };
        if !seen.contains(&call) {
            seen.push(call);
            let mut steps = asked.steps.iter();
            let step = steps.find(|step| step.is_named(call));
            sources.extend(step.into_iter().flat_map(|step| &step.sources));
        }
    }
}

/// Where a name stands in a text as whole words, in whatever case.
fn place(text: &str, name: &str) -> Option<Span> {
    let is_in_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let fits = |from: usize| {
        let to = from + name.len();
        let is_name = text
            .get(from..to)
            .is_some_and(|own| own.eq_ignore_ascii_case(name));
        let before = text[..from].chars().next_back();
        (is_name && !is_in_word(before) && !is_in_word(text[to..].chars().next()))
            .then_some(Span { from, to })
    };
    text.char_indices().find_map(|(from, _)| fits(from))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The words that are left of “cut clip.mp4 …” after a photo was turned, by a reading's only call.
    fn left_by(call: serde_json::Value, text: &str) -> Vec<String> {
        let file = |name: &str, of: &str| {
            serde_json::from_value(json!({ "name": name, "type": of })).unwrap()
        };
        let files = [file("photo.jpg", "image"), file("clip.mp4", "video")];
        let step = json!({ "reference": "t0.c0", "tool": "edit", "sources": ["photo.jpg"], "values": [], "ran": "t0.c0" });
        let asked = Asked {
            text,
            files: &files,
            steps: &[serde_json::from_value(step).unwrap()],
        };
        let parsed = serde_json::from_value(json!({ "calls": [call] })).unwrap();
        let spans = left(&asked, &parsed).into_iter();
        spans
            .map(|span| span.of(text).unwrap().to_owned())
            .collect()
    }

    #[test]
    fn a_named_file_that_no_call_works_on_is_left() {
        let text = "cut Clip.MP4 from 0:02 to 0:05";
        assert_eq!(
            left_by(json!({ "tool": "trim", "sources": ["t0.c0"] }), text),
            ["Clip.MP4"]
        );
        assert!(left_by(json!({ "tool": "trim", "sources": ["clip.mp4"] }), text).is_empty());
    }

    #[test]
    fn a_step_s_file_and_other_words_are_not_left() {
        assert!(left_by(json!({ "amends": "t0.c0" }), "turn photo.jpg further").is_empty());
        assert!(
            left_by(
                json!({ "tool": "crop", "sources": ["t0.c0"] }),
                "crop photo.jpg"
            )
            .is_empty()
        );
        assert!(left_by(json!({ "amends": "t0.c0" }), "like in myclip.mp4s").is_empty());
    }
}
