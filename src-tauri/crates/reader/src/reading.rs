//! Both looks at a request, put together as a parsed request.

use candle_core::Result;
use patchbay_domain::{Act, ParsedRequest, Toolbox};

use crate::best::best;
use crate::calls::Calls;
use crate::features::{said, unclaimed};
use crate::first::First;
use crate::read::{Asked, Read, Sure};
use crate::tools::Tools;
use crate::ways::{LIKELY, Request, Way};
use crate::weights::Reader;
use crate::words::Words;

/// Number of ways that are looked at beside those that are wanted.
const OTHERS: usize = 2;

impl Reader {
    /// Reads a request with every decision made by itself, as training makes it; `tools` are those of the toolbox.
    pub fn read(&self, asked: &Asked<'_>, tools: &Tools, toolbox: &Toolbox) -> Result<Read> {
        Ok(self
            .all(asked, (tools, toolbox), (1, false))?
            .swap_remove(0))
    }

    /// Returns up to `most` ways in which a request could be meant, likeliest first; at least one. They differ in the tools, the
    /// changes and the values of its wishes; the values of each go together.
    pub fn readings(
        &self,
        asked: &Asked<'_>,
        tools: &Tools,
        toolbox: &Toolbox,
        most: usize,
    ) -> Result<Vec<Read>> {
        self.all(asked, (tools, toolbox), (most, true))
    }

    fn all(
        &self,
        asked: &Asked<'_>,
        (tools, toolbox): (&Tools, &Toolbox),
        (most, together): (usize, bool),
    ) -> Result<Vec<Read>> {
        let words = Words::new(&self.encoder, asked, toolbox)?;
        let hidden = self.encoder.network.forward(&words.ids, &words.types)?;
        let first = self.first.read(hidden, &words)?;
        if first.anchors.is_empty() {
            return Ok(vec![read(asked, &first, Calls::default())]);
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
        let said = together.then(|| said(asked.text, &first.segments, Vec::new()));
        let looked_at = if together { most + OTHERS } else { 1 };
        let mut readings: Vec<(f32, Read)> = Vec::new();
        for choice in best(&scores, looked_at) {
            let chosen = ranked.iter().zip(choice);
            let ways: Vec<Way<'_>> = chosen.map(|(ways, place)| ways[place].clone()).collect();
            let likely: f32 = ways.iter().map(|way| way.score().ln()).sum();
            for calls in request.calls(&ways, said.as_deref(), most)? {
                readings.push((likely - calls.lost, read(asked, &first, calls)));
            }
        }
        // A way whose values go together comes before a likelier one whose values do not.
        readings.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        for place in 1..readings.len() {
            let margin = readings[place - 1].0 - readings[place].0;
            readings[place - 1].1.sure.margin = margin;
        }
        readings.truncate(most.max(1));
        Ok(readings.into_iter().map(|(_, read)| read).collect())
    }
}

/// A reading by its first look and its calls.
fn read(asked: &Asked<'_>, first: &First, calls: Calls) -> Read {
    let Calls {
        all: calls,
        sure: wishes,
        ..
    } = calls;
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
    parsed.unclaimed = unclaimed(asked, &parsed);
    Read {
        parsed,
        sure: Sure {
            asks: first.asks,
            count: first.count,
            impossible: first.impossible,
            wishes,
            margin: 0.0,
        },
    }
}
