//! The order in which words speak of files that are joined: “intro first, then the talk, then the outro”.

use std::sync::LazyLock;

use patchbay_domain::{InputValue, Tool};
use regex::Regex;

use super::{Reading, Subject};

impl Reading<'_> {
    /// The files of each list in the order in which words speak of them, where a tool joins them, the words say an order,
    /// and each is called by a word of its name that no other has; as they are otherwise.
    pub(super) fn as_mentioned(
        &self,
        tool: &Tool,
        lists: Vec<Vec<Subject>>,
        words: &str,
    ) -> Vec<Vec<Subject>> {
        static ORDER: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:first|then|followed by|before)\b").expect("a valid expression")
        });
        if !self.joins(tool) || !ORDER.is_match(words) {
            return lists;
        }
        let ordered = |list: Vec<Subject>| match in_order(&list, &words.to_lowercase()) {
            Some(ordered) => ordered,
            None => list,
        };
        lists.into_iter().map(ordered).collect()
    }
}

/// A list of files of one type in the order in which words speak of them; none where they do not tell it.
fn in_order(list: &[Subject], words: &str) -> Option<Vec<Subject>> {
    let first = list.first()?;
    let is_file =
        |one: &Subject| one.depends_on.is_none() && one.resource_type == first.resource_type;
    if !list.iter().all(is_file) {
        return None;
    }
    let names: Vec<&String> = list.iter().flat_map(|one| one.value.values()).collect();
    let parts = |name: &str| -> Vec<String> {
        let stem = name
            .rsplit_once('.')
            .map_or(name, |(stem, _)| stem)
            .to_lowercase();
        stem.split(|letter: char| !letter.is_alphanumeric())
            .filter(|part| part.len() > 2)
            .map(str::to_owned)
            .collect()
    };
    let place = |name: &&String| {
        let is_own = |part: &String| {
            let mut others = names.iter().filter(|other| *other != name);
            others.all(|other| !parts(other).contains(part))
        };
        let places = parts(name).into_iter().filter(is_own);
        places.filter_map(|part| words.find(&part)).min()
    };
    let mut placed: Vec<(usize, &String)> = names
        .iter()
        .map(|name| Some((place(name)?, *name)))
        .collect::<Option<_>>()?;
    placed.sort_unstable();
    let mut sorted = placed.into_iter().map(|(_, name)| name.clone());
    let refilled = list.iter().map(|one| {
        let value = match &one.value {
            InputValue::One(_) => InputValue::One(sorted.next()?),
            InputValue::Many(all) => InputValue::Many(sorted.by_ref().take(all.len()).collect()),
        };
        Some(Subject {
            value,
            ..one.clone()
        })
    });
    refilled.collect()
}
