//! Which files words mean that name a type and a place among its files: “the second one”, “the
//! picture”, “the original”.

use patchbay_domain::{ResourceType, Toolbox};

use super::DiscourseContext;
use crate::words::index::FileIndex;

impl DiscourseContext {
    /// What words like “the second one” count: the newest several of a type that came at once, each
    /// as it is now; else everything of the type that was made, else that was given, the oldest
    /// first.
    pub fn group(&self, wanted: &ResourceType, toolbox: &Toolbox) -> Vec<FileIndex> {
        let of = |fits: &dyn Fn(&ResourceType) -> bool| -> Vec<FileIndex> {
            self.files()
                .filter(|index| fits(&self[*index].resource_type))
                .collect()
        };
        // Masks do not count as images where there are images.
        let plain = of(&|of| of == wanted);
        let fitting = if plain.is_empty() {
            of(&|of| toolbox.fits(of, wanted))
        } else {
            plain
        };
        let at = |age: usize| -> Vec<FileIndex> {
            fitting
                .iter()
                .copied()
                .filter(|i| self.age[i.0] == age)
                .collect()
        };
        let mut ages: Vec<usize> = fitting.iter().map(|index| self.age[index.0]).collect();
        ages.dedup();
        if let Some(together) = ages
            .iter()
            .map(|age| at(*age))
            .find(|files| files.len() > 1)
        {
            let now = |file: FileIndex| {
                let newer = |other: &FileIndex| {
                    self.goes_back_to(*other, file) && !together.contains(other)
                };
                fitting.iter().copied().find(newer).unwrap_or(file)
            };
            return together.iter().map(|file| now(*file)).collect();
        }
        let made = |index: &FileIndex| self.age[index.0] % 2 == 1;
        let several = |files: Vec<FileIndex>| (files.len() > 1).then_some(files);
        let oldest_first = fitting.iter().copied().rev();
        several(oldest_first.clone().filter(made).collect())
            .unwrap_or_else(|| oldest_first.collect())
    }

    /// The files of this request that can be passed as `wanted`; where it has none, the newest
    /// earlier ones.
    pub fn fitting(&self, wanted: &ResourceType, toolbox: &Toolbox) -> Vec<FileIndex> {
        let fits = |index: &FileIndex| toolbox.fits(&self[*index].resource_type, wanted);
        let plain = |index: &FileIndex| &self[*index].resource_type == wanted;
        for candidates in [true, false].map(|is_new| {
            self.files()
                .filter(|file| self.is_new(*file) == is_new)
                .collect::<Vec<_>>()
        }) {
            // A mask is not what is meant by “the picture” while there is an image.
            for choose in [&plain as &dyn Fn(&FileIndex) -> bool, &fits] {
                let found: Vec<FileIndex> = candidates.iter().copied().filter(choose).collect();
                if let Some(newest) = found.iter().map(|index| self.age[index.0]).min() {
                    return found
                        .into_iter()
                        .filter(|index| self.age[index.0] == newest)
                        .collect();
                }
            }
        }
        Vec::new()
    }

    /// The image, video, … that the newest one goes back to: “the original”.
    pub fn original(&self, wanted: &ResourceType, toolbox: &Toolbox) -> Option<FileIndex> {
        let fitting = || {
            self.files()
                .filter(|index| toolbox.fits(&self[*index].resource_type, wanted))
        };
        let given = |index: &FileIndex| self.age[index.0].is_multiple_of(2);
        let oldest = |found: &mut dyn Iterator<Item = FileIndex>| {
            found.max_by_key(|index| self.age[index.0])
        };
        let newest = self
            .files()
            .find(|index| !self.is_new(*index) && !given(index));
        let before_it =
            |index: &FileIndex| newest.is_some_and(|newest| self.goes_back_to(newest, *index));
        oldest(&mut fitting().filter(given).filter(before_it))
            .or_else(|| oldest(&mut fitting().filter(given)))
            .or_else(|| oldest(&mut fitting().filter(before_it)))
    }
}
