//! Both looks at a request, put together as a parsed request.

use candle_core::Result;
use patchbay_domain::{Act, ParsedCall, ParsedRequest, Toolbox};

use crate::best::best;
use crate::first::First;
use crate::judge::unclaimed;
use crate::read::{Asked, Read, Sure, SureWish};
use crate::tools::Tools;
use crate::ways::{LIKELY, Request, Way};
use crate::weights::Reader;
use crate::words::Words;

impl Reader {
    /// Reads a request; `tools` are those of the toolbox.
    pub fn read(&self, asked: &Asked<'_>, tools: &Tools, toolbox: &Toolbox) -> Result<Read> {
        Ok(self.readings(asked, tools, toolbox, 1)?.swap_remove(0))
    }

    /// Returns up to `most` ways in which a request could be meant, likeliest first; at least one. They differ in the tools and
    /// changes of its wishes.
    pub fn readings(
        &self,
        asked: &Asked<'_>,
        tools: &Tools,
        toolbox: &Toolbox,
        most: usize,
    ) -> Result<Vec<Read>> {
        let words = Words::new(&self.encoder, asked, toolbox)?;
        let hidden = self.encoder.network.forward(&words.ids, &words.types)?;
        let first = self.first.read(hidden, &words)?;
        if first.anchors.is_empty() {
            return Ok(vec![read(asked.text, &first, (Vec::new(), Vec::new()))]);
        }
        let abouts = self
            .first
            .abouts(&first, &words, (&tools.keys, &tools.own), LIKELY)?;
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
        let ranked = request.ranked(likely)?;
        let scores: Vec<Vec<f32>> = ranked
            .iter()
            .map(|ways| ways.iter().map(Way::score).collect())
            .collect();
        best(&scores, most.max(1))
            .into_iter()
            .map(|choice| {
                let chosen = ranked.iter().zip(choice);
                let ways: Vec<Way<'_>> = chosen.map(|(ways, place)| ways[place].clone()).collect();
                Ok(read(asked.text, &first, request.calls(&ways)?))
            })
            .collect()
    }
}

/// A reading by its first look and its calls.
fn read(text: &str, first: &First, (calls, wishes): (Vec<ParsedCall>, Vec<SureWish>)) -> Read {
    let impossible = first
        .segments
        .iter()
        .filter(|one| one.act == Act::Impossible);
    let mut parsed = ParsedRequest {
        cannot: impossible.map(|one| one.span).collect(),
        segments: first.segments.clone(),
        calls,
        ..ParsedRequest::default()
    };
    if first.asks > 0.5 {
        parsed.ask.push("What do you mean?".to_owned());
    }
    parsed.unclaimed = unclaimed(text, &parsed);
    Read {
        parsed,
        sure: Sure {
            asks: first.asks,
            count: first.count,
            impossible: first.impossible,
            wishes,
        },
    }
}
