//! Both looks at a request, put together as a parsed request.

use candle_core::Result;
use patchbay_domain::{Act, ParsedRequest, Toolbox};

use crate::judge::unclaimed;
use crate::read::{Asked, Read, Sure};
use crate::tools::Tools;
use crate::ways::{LIKELY, Request, Way};
use crate::weights::Reader;
use crate::words::Words;

impl Reader {
    /// Reads a request; `tools` are those of the toolbox.
    pub fn read(&self, asked: &Asked<'_>, tools: &Tools, toolbox: &Toolbox) -> Result<Read> {
        let words = Words::new(&self.encoder, asked, toolbox)?;
        let hidden = self.encoder.network.forward(&words.ids, &words.types)?;
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
            let chosen = request.chosen(likely)?;
            (parsed.calls, sure.wishes) = request.calls(&chosen)?;
        }
        parsed.unclaimed = unclaimed(asked.text, &parsed);
        Ok(Read { parsed, sure })
    }
}
