//! Both looks at a request, put together as a parsed request.

use std::collections::BTreeMap;

use candle_core::Result;
use patchbay_domain::{
    Act, CallReference, ConversationStep, NamedResource, ParameterKind, ParsedCall, ParsedRequest, ParsedSlot, Source,
    Span, Toolbox,
};
use patchbay_lattice::lattice;

use crate::blocks::Block;
use crate::first::{About, Change};
use crate::judge::unclaimed;
use crate::options::options;
use crate::second::{Chosen, Look, Wished};
use crate::tools::{Tools, asks};
use crate::weights::Reader;
use crate::words::Words;

/// So many tools of a wish are looked at a second time, where the first is not surer than that.
const LIKELY: usize = 3;
const SURE: f32 = 0.9;
/// What a tool that does not fit at all still counts.
const LEAST_FIT: f32 = 0.02;

/// A request with what is there.
pub struct Asked<'a> {
    /// Its words.
    pub text: &'a str,
    /// The files that were given.
    pub files: &'a [NamedResource],
    /// What was run in earlier turns, in order.
    pub steps: &'a [ConversationStep],
}

/// A request as it was read.
pub struct Read {
    /// Its segments and calls.
    pub parsed: ParsedRequest,
    /// How sure that is.
    pub sure: Sure,
}

/// How sure a reading is, from 0 to 1 each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sure {
    /// That it has to be asked back.
    pub asks: f32,
    /// That there are as many wishes as were found.
    pub count: f32,
    /// That something is asked for that no tool does.
    pub impossible: f32,
    /// Of each call.
    pub wishes: Vec<SureWish>,
}

/// How sure a call is, from 0 to 1 each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SureWish {
    /// Its tool by its words alone.
    pub tool: f32,
    /// Its tool with its questions beside the words.
    pub fits: f32,
    /// The least sure value; 1 where nothing is asked.
    pub slots: f32,
    /// The least sure source; 1 where there is none.
    pub sources: f32,
}

/// A way to read a wish.
#[derive(Clone)]
struct Way<'a> {
    tokens: &'a [usize],
    /// The tool's name.
    tool: String,
    change: Option<(Change, usize)>,
    likely: f32,
    fits: f32,
}

/// What does not change while one request is read.
struct Request<'a> {
    reader: &'a Reader,
    tools: &'a Tools,
    toolbox: &'a Toolbox,
    asked: &'a Asked<'a>,
    words: Words,
}

impl Reader {
    /// Reads a request; `tools` are those of the toolbox.
    pub fn read(&self, asked: &Asked<'_>, tools: &Tools, toolbox: &Toolbox) -> Result<Read> {
        let words = Words::new(self, asked, toolbox)?;
        let hidden = self.network.forward(&words.ids, &words.types)?;
        let first = self.first.read(hidden, &words)?;
        let cannot = first.segments.iter().filter(|one| one.act == Act::Impossible);
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
                .map(|(tokens, (abouts, step))| request.ways(tokens, abouts, step))
                .collect();
            let chosen = request.chosen(likely)?;
            (parsed.calls, sure.wishes) = request.calls(&chosen)?;
        }
        parsed.unclaimed = unclaimed(asked.text, &parsed);
        Ok(Read { parsed, sure })
    }
}

impl Request<'_> {
    /// The ways to read a wish: one where it is sure.
    fn ways<'t>(&self, tokens: &'t [usize], abouts: Vec<(About, f32)>, step: Option<usize>) -> Vec<Way<'t>> {
        let step = step.unwrap_or(0) + self.words.first_step;
        let way = |(about, likely): (About, f32)| Way {
            tokens,
            tool: match about {
                About::Tool(place) => self.toolbox.tools[place].name.clone(),
                About::Change(_) => self.asked.steps[step].tool.clone(),
            },
            change: match about {
                About::Tool(_) => None,
                About::Change(change) => Some((change, step)),
            },
            likely,
            fits: 1.0,
        };
        let mut ways: Vec<Way<'t>> = abouts.into_iter().map(way).collect();
        if ways[0].likely > SURE {
            ways.truncate(1);
        }
        ways
    }

    /// The second look at some ways, and the ways that have a block in it.
    fn look<'w>(&'w self, ways: &'w [Way<'w>]) -> Result<Option<(Look, Vec<(usize, Wished<'w>)>)>> {
        let mut wished = Vec::new();
        for (number, way) in ways.iter().enumerate() {
            let is_undo = matches!(way.change, Some((Change::Undo, _)));
            let Some(tool) = self.toolbox.tool(&way.tool).filter(|_| !is_undo) else {
                continue;
            };
            let values = way.change.map_or(&[][..], |(_, step)| &self.asked.steps[step].values[..]);
            let block = Block::new(self.reader, tool, values)?;
            wished.push((
                number,
                Wished {
                    tokens: way.tokens,
                    tool,
                    block,
                },
            ));
        }
        if wished.is_empty() {
            return Ok(None);
        }
        let (numbers, wishes): (Vec<usize>, Vec<Wished<'_>>) = wished.into_iter().unzip();
        let look = Look::new(self.reader, &self.words, &wishes)?;
        Ok(Some((look, numbers.into_iter().zip(wishes).collect())))
    }

    /// How well the tools of some ways fit.
    fn fits(&self, ways: &[Way<'_>]) -> Result<Vec<f32>> {
        let mut fits = vec![1.0; ways.len()];
        if let Some((look, wished)) = self.look(ways)? {
            for (place, (number, _)) in wished.iter().enumerate() {
                fits[*number] = self.reader.second.fits(&look, place)?;
            }
        }
        Ok(fits)
    }

    /// The likeliest way to read each wish, after a second look at the doubtful ones.
    fn chosen<'t>(&self, mut likely: Vec<Vec<Way<'t>>>) -> Result<Vec<Way<'t>>> {
        if likely.iter().any(|ways| ways.len() > 1) {
            for place in 0..LIKELY {
                let now: Vec<Way<'t>> = likely.iter().map(|ways| ways.get(place).unwrap_or(&ways[0]).clone()).collect();
                for (ways, fits) in likely.iter_mut().zip(self.fits(&now)?) {
                    let place = if place < ways.len() { place } else { 0 };
                    ways[place].fits = fits;
                }
            }
        }
        let score = |way: &Way<'_>| way.likely * (way.fits + LEAST_FIT);
        let best = |ways: Vec<Way<'t>>| {
            let mut best = ways[0].clone();
            for way in ways {
                if score(&way) > score(&best) {
                    best = way;
                }
            }
            best
        };
        Ok(likely.into_iter().map(best).collect())
    }

    /// The calls of wishes, each with its sources and values.
    fn calls(&self, ways: &[Way<'_>]) -> Result<(Vec<ParsedCall>, Vec<SureWish>)> {
        let mut calls = Vec::with_capacity(ways.len());
        let mut sure = Vec::with_capacity(ways.len());
        for way in ways {
            let reference = way.change.map(|(change, step)| (change, self.asked.steps[step].reference));
            let of = |wanted: Change| reference.filter(|(change, _)| *change == wanted).map(|(_, reference)| reference);
            calls.push(ParsedCall {
                tool: way.change.is_none().then(|| way.tool.clone()),
                anchor: Some(self.words.span(way.tokens[0], way.tokens[way.tokens.len() - 1])),
                amends: of(Change::Amends),
                undo: of(Change::Undo),
                again: of(Change::Again),
                ..ParsedCall::default()
            });
            sure.push(SureWish {
                tool: way.likely,
                fits: 1.0,
                slots: 1.0,
                sources: 1.0,
            });
        }
        let Some((look, wished)) = self.look(ways)? else {
            return Ok((calls, sure));
        };
        let candidates = lattice(self.asked.text);
        let numbers: Vec<usize> = wished.iter().map(|(number, _)| *number).collect();
        for (place, (number, wish)) in wished.iter().enumerate() {
            let (call, sure) = (&mut calls[*number], &mut sure[*number]);
            sure.fits = self.reader.second.fits(&look, place)?;
            let kinds: BTreeMap<String, ParameterKind> = asks(wish.tool)
                .filter_map(|one| one.kind())
                .map(|kind| (format!("{kind:?}"), kind))
                .collect();
            let options = options(&kinds.into_values().collect::<Vec<_>>(), &candidates, &self.words);
            let closed = self.tools.closed.get(&wish.tool.name);
            let values = self.reader.second.values(&look, &self.words, place, wish, closed, &options)?;
            let mut given = None;
            for (one, (chosen, share)) in asks(wish.tool).zip(values) {
                sure.slots = sure.slots.min(share);
                let (value, span) = match chosen {
                    Chosen::Absent => continue,
                    Chosen::Found => ("FOUND".to_owned(), None),
                    Chosen::Span(first, last) => {
                        let span = self.words.span(first, last.min(self.words.bytes.len()));
                        (span.of(self.asked.text).unwrap_or_default().to_owned(), Some(span))
                    }
                    Chosen::Closed(place) => (one.closed(wish.tool)[place].clone(), None),
                    Chosen::Option(place) => (options[place].value.clone(), Some(options[place].span)),
                };
                match one.name() {
                    None => given = Some(Source::Words(value)),
                    Some(name) => call.slots.push(slot(name, value, span)),
                }
            }
            let (sources, least) = self.sources(&look, place, &numbers)?;
            sure.sources = least;
            if call.amends.is_none() {
                call.sources = sources.into_iter().chain(given).collect();
            }
        }
        Ok((calls, sure))
    }

    /// What a wish works on, and how sure the least sure decision is; `numbers`: the calls of the wishes that were looked at.
    fn sources(&self, look: &Look, place: usize, numbers: &[usize]) -> Result<(Vec<Source>, f32)> {
        let [files, steps, earlier] = self.reader.second.sources(look, &self.words, place)?;
        let file = |place: usize| Source::File(self.asked.files[place].name.clone());
        let step = |place: usize| Source::Call(self.asked.steps[self.words.first_step + place].reference);
        let wish = |place: usize| {
            Source::Call(CallReference {
                turn: None,
                call: numbers[place],
            })
        };
        let mut found = Vec::new();
        let mut least = 1.0f32;
        let kinds: [(Vec<f32>, &dyn Fn(usize) -> Source); 3] = [(files, &file), (steps, &step), (earlier, &wish)];
        for (shares, named) in kinds {
            for (place, share) in shares.into_iter().enumerate() {
                least = least.min(share.max(1.0 - share));
                if share > 0.5 {
                    found.push(named(place));
                }
            }
        }
        Ok((found, least))
    }
}

fn slot(parameter: &str, value: String, span: Option<Span>) -> ParsedSlot {
    ParsedSlot {
        parameter: parameter.to_owned(),
        value,
        span,
    }
}
