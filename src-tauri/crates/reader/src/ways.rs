//! The ways in which each wish could be read, and the likeliest of them after a second look.

use candle_core::Result;
use patchbay_domain::Toolbox;

use crate::blocks::Block;
use crate::first::{About, Abouts, Change};
use crate::look::{Look, Wished};
use crate::read::Asked;
use crate::tools::Tools;
use crate::weights::Reader;
use crate::words::Words;

/// Number of tools of a wish that are looked at a second time, where the first is not surer than
/// [`SURE`].
pub(crate) const LIKELY: usize = 3;
const SURE: f32 = 0.9;
/// Amount added to the fit of each tool, so that one that does not fit at all still counts.
const LEAST_FIT: f32 = 0.02;

/// A way to read a wish.
#[derive(Clone)]
pub(crate) struct Way<'a> {
    pub(crate) tokens: &'a [usize],
    /// The tool's name.
    pub(crate) tool: String,
    pub(crate) change: Option<(Change, usize)>,
    pub(crate) likely: f32,
    fits: f32,
}

impl Way<'_> {
    /// Likelihood of the way, from its words alone and from the fit of its tool.
    pub(crate) fn score(&self) -> f32 {
        self.likely * (self.fits + LEAST_FIT)
    }
}

/// State that does not change while one request is read.
pub(crate) struct Request<'a> {
    pub(crate) reader: &'a Reader,
    pub(crate) tools: &'a Tools,
    pub(crate) toolbox: &'a Toolbox,
    pub(crate) asked: &'a Asked<'a>,
    pub(crate) words: Words,
}

/// A second look with the wishes in it, and the place of each among the ways.
pub(crate) struct Looked<'a> {
    pub(crate) look: Look,
    pub(crate) numbers: Vec<usize>,
    pub(crate) wishes: Vec<Wished<'a>>,
}

impl Request<'_> {
    /// The ways to read a wish: one where it is sure.
    pub(crate) fn ways<'t>(&self, tokens: &'t [usize], abouts: Abouts) -> Vec<Way<'t>> {
        let first = self.words.first_step;
        let way = |(about, likely): (About, f32)| Way {
            tokens,
            tool: match about {
                About::Tool(place) => self.toolbox.tools[place].name.clone(),
                About::Change(_, step) => self.asked.steps[first + step].tool.clone(),
            },
            change: match about {
                About::Tool(_) => None,
                About::Change(change, step) => Some((change, first + step)),
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

    /// The second look at some ways; none where no way has a tool in it.
    pub(crate) fn look<'w>(&'w self, ways: &'w [Way<'w>]) -> Result<Option<Looked<'w>>> {
        let (mut numbers, mut wishes) = (Vec::new(), Vec::new());
        for (number, way) in ways.iter().enumerate() {
            let is_undo = matches!(way.change, Some((Change::Undo, _)));
            let Some(tool) = self.toolbox.tool(&way.tool).filter(|_| !is_undo) else {
                continue;
            };
            let steps = &self.asked.steps;
            let values = way
                .change
                .map_or(&[][..], |(_, step)| &steps[step].values[..]);
            numbers.push(number);
            wishes.push(Wished {
                tokens: way.tokens,
                tool,
                block: Block::new(&self.reader.encoder, tool, values)?,
            });
        }
        if wishes.is_empty() {
            return Ok(None);
        }
        let look = Look::new(
            &self.reader.encoder,
            &self.reader.second.mark,
            &self.words,
            &wishes,
        )?;
        Ok(Some(Looked {
            look,
            numbers,
            wishes,
        }))
    }

    /// Returns the fits of the tools of some ways, from 0 to 1; 1 where a way has no tool.
    fn fits(&self, ways: &[Way<'_>]) -> Result<Vec<f32>> {
        let mut fits = vec![1.0; ways.len()];
        if let Some(looked) = self.look(ways)? {
            for (place, number) in looked.numbers.iter().enumerate() {
                fits[*number] = self.reader.second.fits(&looked.look, place)?;
            }
        }
        Ok(fits)
    }

    /// The ways to read each wish, likeliest first, after a second look at the doubtful ones.
    pub(crate) fn ranked<'t>(&self, mut likely: Vec<Vec<Way<'t>>>) -> Result<Vec<Vec<Way<'t>>>> {
        if likely.iter().any(|ways| ways.len() > 1) {
            for place in 0..LIKELY {
                let now: Vec<Way<'t>> = likely
                    .iter()
                    .map(|ways| ways.get(place).unwrap_or(&ways[0]).clone())
                    .collect();
                for (ways, fits) in likely.iter_mut().zip(self.fits(&now)?) {
                    let place = if place < ways.len() { place } else { 0 };
                    ways[place].fits = fits;
                }
            }
        }
        for ways in &mut likely {
            ways.sort_by(|a, b| b.score().total_cmp(&a.score()));
        }
        Ok(likely)
    }
}
