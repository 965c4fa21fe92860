//! What a wish works on.

use candle_core::Result;
use patchbay_domain::{CallReference, ResourceType, Source};

use crate::ways::{Looked, Request};

impl Request<'_> {
    /// Returns the sources that a wish works on, and the certainty of the least sure decision.
    pub(crate) fn sources(&self, looked: &Looked<'_>, place: usize) -> Result<(Vec<Source>, f32)> {
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
