//! Both looks at a request, put together as a parsed request.

use candle_core::Result;
use patchbay_domain::{Act, ConversationStep, NamedResource, ParsedRequest, Toolbox};

use crate::judge::unclaimed;
use crate::tools::Tools;
use crate::ways::{LIKELY, Request, Way};
use crate::weights::Reader;
use crate::words::Words;

/// A request with the files and steps that are there.
pub struct Asked<'a> {
    /// Its words.
    pub text: &'a str,
    /// The files that were given.
    pub files: &'a [NamedResource],
    /// Steps that were run in earlier turns, in order.
    pub steps: &'a [ConversationStep],
}

/// A request as it was read.
pub struct Read {
    /// Its segments and calls.
    pub parsed: ParsedRequest,
    /// Certainty of the reading.
    pub sure: Sure,
}

/// Certainty of a reading, from 0 to 1 each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sure {
    /// Probability that it has to be asked back.
    pub asks: f32,
    /// Probability that there are as many wishes as were found.
    pub count: f32,
    /// Probability that something is asked for that no tool does.
    pub impossible: f32,
    /// Certainty of each call.
    pub wishes: Vec<SureWish>,
}

/// Certainty of a call, from 0 to 1 each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SureWish {
    /// Certainty of its tool by its words alone.
    pub tool: f32,
    /// Certainty of its tool with its questions beside the words.
    pub fits: f32,
    /// Certainty of the least sure value; 1 where nothing is asked.
    pub slots: f32,
    /// Certainty of the least sure source; 1 where there is none.
    pub sources: f32,
}

impl Reader {
    /// Reads a request; `tools` are those of the toolbox.
    pub fn read(&self, asked: &Asked<'_>, tools: &Tools, toolbox: &Toolbox) -> Result<Read> {
        let words = Words::new(self, asked, toolbox)?;
        let hidden = self.network.forward(&words.ids, &words.types)?;
        let first = self.first.read(hidden, &words)?;
        let cannot = first
            .segments
            .iter()
            .filter(|one| one.act == Act::Impossible);
        let mut parsed = ParsedRequest {
            cannot: cannot.map(|one| one.span).collect(),
            segments: first.segments.clone(),
            ..ParsedRequest::default()
        };
        if first.asks > 0.5 {
            parsed.ask.push("What do you mean?".to_owned());
        }
        let mut sure = Sure {
            asks: first.asks,
            count: first.count,
            impossible: first.impossible,
            wishes: Vec::new(),
        };
        if !first.anchors.is_empty() {
            let abouts = self.first.abouts(&first, &words, tools, LIKELY)?;
            let request = Request {
                reader: self,
                tools,
                toolbox,
                asked,
                words,
            };
            let likely: Vec<Vec<Way<'_>>> = first
                .anchors
                .iter()
                .zip(abouts)
                .map(|(tokens, abouts)| request.ways(tokens, abouts))
                .collect();
            let chosen = request.chosen(likely)?;
            (parsed.calls, sure.wishes) = request.calls(&chosen)?;
        }
        parsed.unclaimed = unclaimed(asked.text, &parsed);
        Ok(Read { parsed, sure })
    }
}
