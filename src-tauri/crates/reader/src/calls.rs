//! The calls of wishes with their sources and values.

use std::collections::BTreeMap;

use candle_core::Result;
use patchbay_domain::{CallReference, ParameterKind, ParsedCall, ParsedSlot, ResourceType, Source};
use patchbay_lattice::{Candidate, lattice};

use crate::asks::{Asks, asks};
use crate::first::Change;
use crate::options::options;
use crate::read::SureWish;
use crate::second::Chosen;
use crate::ways::{Looked, Request, Way};

/// Value of a parameter that another call finds.
const FOUND: &str = "FOUND";

impl Request<'_> {
    /// Returns the calls of wishes, and the certainty of each.
    pub(crate) fn calls(&self, ways: &[Way<'_>]) -> Result<(Vec<ParsedCall>, Vec<SureWish>)> {
        let mut calls: Vec<ParsedCall> = ways.iter().map(|way| self.bare(way)).collect();
        let bare = |way: &Way<'_>| SureWish {
            tool: way.likely,
            fits: 1.0,
            slots: 1.0,
            sources: 1.0,
        };
        let mut sure: Vec<SureWish> = ways.iter().map(bare).collect();
        if let Some(looked) = self.look(ways)? {
            let candidates = lattice(self.asked.text);
            for (place, number) in looked.numbers.iter().enumerate() {
                self.fill(
                    &looked,
                    place,
                    &candidates,
                    &mut calls[*number],
                    &mut sure[*number],
                )?;
            }
        }
        Ok((calls, sure))
    }

    /// The call of a wish without sources and values.
    fn bare(&self, way: &Way<'_>) -> ParsedCall {
        let reference = |wanted: Change| {
            let (_, step) = way.change.filter(|(change, _)| *change == wanted)?;
            Some(self.asked.steps[step].reference)
        };
        ParsedCall {
            tool: way.change.is_none().then(|| way.tool.clone()),
            anchor: Some(
                self.words
                    .span(way.tokens[0], way.tokens[way.tokens.len() - 1]),
            ),
            amends: reference(Change::Amends),
            undo: reference(Change::Undo),
            again: reference(Change::Again),
            ..ParsedCall::default()
        }
    }

    /// Gives the call of a wish of the second look its sources and values.
    fn fill(
        &self,
        looked: &Looked<'_>,
        place: usize,
        candidates: &[Candidate],
        call: &mut ParsedCall,
        sure: &mut SureWish,
    ) -> Result<()> {
        let wish = &looked.wishes[place];
        sure.fits = self.reader.second.fits(&looked.look, place)?;
        let kinds: BTreeMap<String, ParameterKind> = asks(wish.tool)
            .filter_map(Asks::kind)
            .map(|kind| (format!("{kind:?}"), kind))
            .collect();
        let options = options(
            &kinds.into_values().collect::<Vec<_>>(),
            candidates,
            &self.words,
        );
        let closed = self.tools.closed.get(&wish.tool.name);
        let values =
            self.reader
                .second
                .values(&looked.look, &self.words, place, wish, closed, &options)?;
        let mut words = None;
        for (one, (chosen, share)) in asks(wish.tool).zip(values) {
            sure.slots = sure.slots.min(share);
            let (value, span) = match chosen {
                Chosen::Absent => continue,
                Chosen::Found => (FOUND.to_owned(), None),
                Chosen::Span(first, last) => {
                    let span = self.words.span(first, last.min(self.words.bytes.len()));
                    (
                        span.of(self.asked.text).unwrap_or_default().to_owned(),
                        Some(span),
                    )
                }
                Chosen::Closed(place) => (one.closed(wish.tool)[place].clone(), None),
                Chosen::Option(place) => (options[place].value.clone(), Some(options[place].span)),
            };
            match one.name() {
                None => words = Some(Source::Words(value)),
                Some(name) => call.slots.push(ParsedSlot {
                    parameter: name.to_owned(),
                    value,
                    span,
                }),
            }
        }
        let (sources, least) = self.sources(looked, place)?;
        sure.sources = least;
        if call.amends.is_none() {
            call.sources = sources.into_iter().chain(words).collect();
        }
        Ok(())
    }

    /// Returns the sources that a wish works on, and the certainty of the least sure decision.
    fn sources(&self, looked: &Looked<'_>, place: usize) -> Result<(Vec<Source>, f32)> {
        let [files, steps, earlier] =
            self.reader
                .second
                .sources(&looked.look, &self.words, place)?;
        let file = |place: usize| Source::File(self.asked.files[place].name.clone());
        let step =
            |place: usize| Source::Call(self.asked.steps[self.words.first_step + place].reference);
        let wish = |place: usize| {
            Source::Call(CallReference {
                turn: None,
                call: looked.numbers[place],
            })
        };
        let shares = [
            (files, &file as &dyn Fn(usize) -> Source),
            (steps, &step),
            (earlier, &wish),
        ];
        let all: Vec<(Source, f32)> = shares
            .into_iter()
            .flat_map(|(shares, named)| {
                let shares = shares.into_iter().enumerate();
                shares.map(move |(place, share)| (named(place), share))
            })
            .collect();
        let mut least = all
            .iter()
            .map(|(_, share)| share.max(1.0 - share))
            .fold(1.0, f32::min);
        let likeliest = (0..all.len()).min_by(|a, b| all[*b].1.total_cmp(&all[*a].1));
        let mut found: Vec<Source> = all
            .iter()
            .filter(|(_, share)| *share > 0.5)
            .map(|(source, _)| source.clone())
            .collect();
        let mut arguments = looked.wishes[place].tool.args.iter();
        // A tool that works on files works on the likeliest one.
        if found.is_empty()
            && arguments.any(|one| one.resource_type != ResourceType::TEXT)
            && let Some(best) = likeliest
        {
            found.push(all[best].0.clone());
            least = all[best].1;
        }
        Ok((found, least))
    }
}
