//! Sources that words name by their place in the conversation: “the original”, “the last one”,
//! “undo that”.

use std::sync::LazyLock;

use patchbay_domain::Tool;
use regex::Regex;

use super::super::reader::HeardClause;
use super::{FileIndex, Reading, Subject};
use crate::encoder::input::Status;
use crate::references::takes_back;
use crate::words::tokens::Kind;

impl Reading<'_> {
    /// Whether the request takes back what was made last: “undo that”, “no, …”.
    pub(super) fn takes_back(&self) -> bool {
        takes_back(self.text)
    }

    /// The token with which a clause begins to name what it leaves out: “all but b.png”.
    pub(super) fn leaves_out(&self, heard: &HeardClause) -> Option<usize> {
        static BUT: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\b(?:all|every|these|rest|others?|exc?ept|ecept|but|apart|not|without|besides|than|minus|excluding)\b",
            )
            .expect("a valid expression")
        });
        let tokens = heard.clause.tokens.clone();
        let begin = self.tokens.get(tokens.start)?.start;
        let found = BUT.find(self.span(tokens.clone()))?;
        tokens
            .into_iter()
            .find(|token| self.tokens[*token].end > begin + found.start())
    }

    /// What the last turn worked on.
    pub(super) fn before_the_last(&self, tool: &Tool) -> Option<Vec<Subject>> {
        let toolbox = self.graph.toolbox();
        let of = self.media(tool).next()?;
        let fits = |index: &FileIndex| toolbox.fits(&self.known[*index].resource_type, of);
        let made = self
            .known
            .files()
            .filter(|index| self.known.age(*index) == 1);
        let mut from: Vec<FileIndex> = made
            .flat_map(|index| self.known.made_from(index))
            .copied()
            .filter(fits)
            .collect();
        from.sort_unstable();
        from.dedup();
        (!from.is_empty()).then(|| {
            from.into_iter()
                .map(|index| self.file(index, false))
                .collect()
        })
    }

    /// A file that the request names as something to work on and that is not there.
    pub(super) fn not_here(&self) -> Option<&str> {
        static FILE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)(?:\b(as|to|into|called|named|call it|name)\s+)?[\w-]+\.(?:png|jpe?g|webp|gif|bmp|tiff?|heic|avif|mp4|mov|mkv|webm|avi|m4v|wav|mp3|flac|ogg|opus|m4a|aac|aiff?|txt|md|srt|vtt|ass|ssa|cube|3dl)\b",
            )
            .expect("a valid expression")
        });
        let is_known = |place: usize| {
            self.tokens.iter().any(|t| {
                !matches!(t.kind, Kind::Word(_) | Kind::Break) && (t.start..t.end).contains(&place)
            })
        };
        FILE.captures_iter(self.text).find_map(|found| {
            let whole = found.get(0)?;
            let is_target = found.get(1).is_some();
            (!is_target && !is_known(whole.end() - 1)).then_some(whole.as_str())
        })
    }

    /// The words of a clause for something that was given, where nothing ever was: “the one I sent
    /// yesterday”.
    pub(super) fn never_given(&self, heard: &HeardClause) -> Option<&str> {
        static SENT: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\b(?:the|that|those) (?:one|image|picture|photo|pic|video|clip|film|file|sound|song|recording|text)s?(?: that| which)? (?:i|we) (?:sent|gave|uploaded|attached|showed|shared|dropped|posted)\b(?: you)?(?: (?:yesterday|before|earlier|last \w+))?",
            )
            .expect("a valid expression")
        });
        let found = SENT.find(self.span(heard.clause.tokens.clone()))?;
        let given = self
            .known
            .files()
            .any(|index| self.known.status(index) != Status::Made);
        (!given).then_some(found.as_str())
    }

    /// The words of a clause for one more than there are: “the third one” of two.
    pub(super) fn beyond_the_last(&self, heard: &HeardClause, tool: &Tool) -> Option<&str> {
        static PLACE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\bthe (second|third|fourth|fifth) (?:one|image|picture|photo|video|clip|film|recording|track)\b",
            )
            .expect("a valid expression")
        });
        let found = PLACE.captures(self.span(heard.clause.tokens.clone()))?;
        let of = self.media(tool).next()?;
        let most = self
            .known
            .files()
            .filter(|file| {
                self.graph
                    .toolbox()
                    .fits(&self.known[*file].resource_type, of)
            })
            .fold(
                std::collections::BTreeMap::<usize, usize>::new(),
                |mut by_age, file| {
                    *by_age.entry(self.known.age(file)).or_default() += 1;
                    by_age
                },
            )
            .into_values()
            .max()?;
        let place = match found.get(1)?.as_str().to_lowercase().as_str() {
            "second" => 2,
            "third" => 3,
            "fourth" => 4,
            _ => 5,
        };
        (place > most && self.done.subtasks.is_empty())
            .then(|| found.get(0).map_or("", |words| words.as_str()))
    }
}
