//! A request as it was read: segments with their acts, calls of tools with sources and values, and the words that nothing
//! claims. It is all that leaves language; places are bytes of the request's text.

mod source;
mod steps;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::source::{CallReference, Source, SourceError};
pub use self::steps::{ConversationStep, Settled, Version, settled};

/// A part of a request's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// Start, in bytes.
    pub from: usize,
    /// End, in bytes, exclusive.
    pub to: usize,
}

impl Span {
    /// The words of a text that lie in it; none where it ends outside or inside a character.
    pub fn of(self, text: &str) -> Option<&str> {
        text.get(self.from..self.to)
    }

    /// Whether both have words in common.
    pub fn touches(self, other: Self) -> bool {
        self.from < other.to && other.from < self.to
    }
}

/// Act of a segment of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Asks for something to be done.
    Wish,
    /// Says how things are, where that matters to a wish.
    Told,
    /// Takes something of this request back.
    Correction,
    /// Changes a step that was run.
    Amendment,
    /// Takes a step that was run back.
    Undo,
    /// Asks for a step once more, for another file.
    Again,
    /// Asks about a file or about what can be done.
    Question,
    /// Answers a question.
    Answer,
    /// Takes one of several results or ways.
    Choice,
    /// Matters to nothing that is asked for.
    Aside,
    /// Greets, thanks, apologises.
    Courtesy,
    /// Asks for what no tool does.
    Impossible,
}

/// A part of a request with its act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// Its words.
    #[serde(flatten)]
    pub span: Span,
    /// Act of these words.
    pub act: Act,
}

/// A value for a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParsedSlot {
    /// The parameter's name.
    pub parameter: String,
    /// The value as its kind writes it.
    #[serde(deserialize_with = "source::text_or_number")]
    pub value: String,
    /// The words that carry it; none where it follows from the whole.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A tool that is to be called, or an earlier call that is to be changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParsedCall {
    /// The tool's name; none where an earlier call is changed or taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The words that carry the wish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Span>,
    /// Sources that it works on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// The values that words give its parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<ParsedSlot>,
    /// The earlier call whose values are changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amends: Option<CallReference>,
    /// The earlier call that is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<CallReference>,
    /// The earlier call that is made once more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<CallReference>,
}

impl ParsedCall {
    /// The values of its parameters by name; of several for one, the last.
    pub fn values(&self) -> BTreeMap<&str, &str> {
        self.slots
            .iter()
            .map(|slot| (slot.parameter.as_str(), slot.value.as_str()))
            .collect()
    }
}

/// A request as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParsedRequest {
    /// Its segments in order, not overlapping.
    #[serde(default)]
    pub segments: Vec<Segment>,
    /// Its calls in order of work.
    #[serde(default)]
    pub calls: Vec<ParsedCall>,
    /// Words that ask for what no tool does.
    #[serde(default)]
    pub cannot: Vec<Span>,
    /// Words with content that nothing claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unclaimed: Vec<Span>,
    /// Readings between which has to be asked, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ask: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parsed_request_is_read_back_as_it_is_written() {
        let json = r#"{"segments":[{"from":0,"to":14,"act":"wish"}],"calls":[{"tool":"video_trimming","anchor":{"from":0,"to":3},"sources":["a.mp4","ALL image","NOT b.png","c0","t1.c2",{"words":"a dog"}],"slots":[{"parameter":"parts","value":"first 0:10","from":4,"to":14},{"parameter":"format","value":"mp4"}]},{"amends":"t0.c0"}],"cannot":[]}"#;
        let parsed: ParsedRequest = serde_json::from_str(json).expect("a parsed request");
        assert_eq!(serde_json::to_string(&parsed).expect("JSON"), json);
        let call = &parsed.calls[0];
        assert_eq!(
            call.sources[3],
            Source::Call(CallReference {
                turn: None,
                call: 0
            })
        );
        assert_eq!(call.slots[0].span, Some(Span { from: 4, to: 14 }));
        assert_eq!(call.slots[1].span, None);
        assert_eq!(call.values()["format"], "mp4");
    }

    #[test]
    fn a_span_outside_the_text_has_no_words() {
        assert_eq!(Span { from: 1, to: 2 }.of("né"), None);
        assert_eq!(Span { from: 0, to: 9 }.of("né"), None);
        assert_eq!(Span { from: 1, to: 3 }.of("né"), Some("é"));
    }
}
