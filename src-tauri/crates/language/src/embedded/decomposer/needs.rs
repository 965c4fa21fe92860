//! Whether a tool has what it needs: words, files, results of other tools.

use patchbay_domain::{ResourceType, TextRole, Tool};

use super::super::clauses::Clause;
use super::fit::ASKED_FOR;
use super::types::is_region;
use super::{Reading, Subject};

impl Reading<'_> {
    /// Whether a tool has a use for words of the clause that no other tool is asked to make.
    pub(super) fn copies_words(&self, clause: &Clause, tool: &Tool) -> bool {
        let toolbox = self.graph.toolbox();
        let is_text = |of: &ResourceType| toolbox.fits(of, &ResourceType::TEXT);
        let wants_words = tool
            .args
            .iter()
            .any(|argument| is_text(&argument.resource_type))
            || tool
                .args
                .iter()
                .any(|argument| is_region(&argument.resource_type))
            || is_region(&tool.returns);
        let takes_content = tool
            .args
            .iter()
            .any(|argument| argument.role == Some(TextRole::Content));
        let made = self
            .spoken_of(clause, ASKED_FOR)
            .any(|other| other.name != tool.name && is_text(&other.returns));
        wants_words && !(takes_content && made)
    }

    /// Whether a tool without a use for words has all that it takes, and the clause asks for no
    /// other on the way.
    pub(super) fn is_served(&self, clause: &Clause, tool: &Tool, lists: &[Vec<Subject>]) -> bool {
        let toolbox = self.graph.toolbox();
        let helped = self
            .spoken_of(clause, ASKED_FOR)
            .any(|other| other.name != tool.name);
        if helped {
            return false;
        }
        let uses_words = tool
            .args
            .iter()
            .any(|a| toolbox.fits(&a.resource_type, &ResourceType::TEXT))
            || tool
                .args
                .iter()
                .any(|argument| is_region(&argument.resource_type))
            || is_region(&tool.returns);
        let has_all = |subjects: &Vec<Subject>| {
            tool.args.iter().enumerate().all(|(place, argument)| {
                let alike = tool.args[..=place]
                    .iter()
                    .filter(|a| a.resource_type == argument.resource_type)
                    .count();
                let fits = |subject: &&Subject| {
                    toolbox.fits(&subject.resource_type, &argument.resource_type)
                };
                subjects.iter().filter(fits).count() >= alike
            })
        };
        !uses_words && !lists.is_empty() && lists.iter().all(has_all)
    }

    /// Removes tools that make a type from words alone where the clause names a file of that type for the tool: “tune.mp3 as
    /// background music” asks for no music to be made.
    pub(super) fn suppress_generators(
        &self,
        mut clause: Clause,
        tool: &Tool,
        lists: &[Vec<Subject>],
    ) -> Clause {
        let toolbox = self.graph.toolbox();
        let named = |of: &ResourceType| {
            let mut all = lists.iter().flatten();
            all.any(|one| one.named && one.depends_on.is_none() && one.resource_type == *of)
        };
        let is_given = |of: &ResourceType| {
            let places = tool.args.iter().filter(|one| one.resource_type == *of);
            places.count() == 1 && named(of)
        };
        for index in toolbox.indices() {
            let other = &toolbox[index];
            if self.media(other).next().is_none() && is_given(&other.returns) {
                clause.alignments[index.0].mention = 0.0;
            }
        }
        clause
    }

    /// Whether a thing of a type was ever given, or is made by an earlier clause.
    pub(super) fn is_anywhere(&self, of: &ResourceType) -> bool {
        let toolbox = self.graph.toolbox();
        let made = self
            .done
            .subtasks
            .iter()
            .map(|subtask| &subtask.goal.returns.resource_type);
        let known = self
            .known
            .resources
            .iter()
            .map(|resource| &resource.resource_type);
        made.chain(known).any(|there| toolbox.fits(there, of))
    }

    /// Whether a tool takes a text that none of what a clause works on is, and that is no
    /// instruction.
    pub(super) fn lacks_words(&self, tool: &Tool, lists: &[Vec<Subject>]) -> bool {
        let toolbox = self.graph.toolbox();
        let is_text = |of: &ResourceType| toolbox.fits(of, &ResourceType::TEXT);
        let wanted = |role| matches!(role, None | Some(TextRole::Content));
        let places = tool
            .args
            .iter()
            .filter(|argument| is_text(&argument.resource_type) && wanted(argument.role))
            .count();
        let served = lists.first().map_or(0, |subjects| {
            subjects
                .iter()
                .filter(|subject| is_text(&subject.resource_type))
                .count()
        });
        served < places
    }
}
