//! A request becomes subtasks: its clauses, each matched with the tool that it is about (the key tool), tied to the
//! files and earlier results that it works on.

use std::sync::Arc;

use patchbay_domain::{
    Argument, InputValue, NamedResource, Request, ResourceType, Returns, SubtaskGoal, TextRole, Tool,
};
use patchbay_planner::{Clarification, Decomposer, Decomposition, TextSpans, ToolGraph, Understood};

use super::clauses::{Clause, clauses};
use super::lexicon;
use super::pattern::{Alignment, Patterns};
use super::references::Known;
use super::tokens::{Kind, Token, tokenize};

/// A likeness under which a clause is not understood.
const UNDERSTOOD: f32 = 0.22;
/// A likeness under which a question is taken for one about the files.
const WEAK: f32 = 0.45;
/// A likeness from which on a clause is understood well.
const SURE: f32 = 0.7;
/// The longest request that is read, in bytes; the rest is left out, on a character's border.
const LONGEST: usize = 6_000;

/// The embedded decomposer.
pub struct EmbeddedDecomposer {
    patterns: Arc<Patterns>,
}

impl EmbeddedDecomposer {
    /// A decomposer that reads with these patterns.
    pub fn new(patterns: Arc<Patterns>) -> Self {
        Self { patterns }
    }
}

impl Decomposer for EmbeddedDecomposer {
    fn decompose(&self, request: &Request, graph: &ToolGraph) -> Decomposition {
        let mut end = request.instruction.len().min(LONGEST);
        while !request.instruction.is_char_boundary(end) {
            end -= 1;
        }
        let text = &request.instruction[..end];
        let known = Known::new(request, text, graph.toolbox());
        let mut tokens = tokenize(text, &known.resources);
        tokens.truncate(240);
        let mut reading =
            Reading { text, tokens: &tokens, known: &known, request, graph, done: Decomposition::default() };
        if !tokens.iter().any(|token| matches!(token.kind, Kind::Word(_) | Kind::Quote | Kind::Reference { .. })) {
            reading.ask("What would you like me to do?".to_owned(), Vec::new());
            return reading.done;
        }
        let mut found = clauses(&tokens, text, &self.patterns, &known.resources, graph.toolbox());
        // Without any file, many sentences are one question far more often than many wishes.
        let no_files = known.resources.is_empty();
        if found.is_empty() || (no_files && found.len() > 1 && !found.iter().all(is_sure)) {
            let whole = self.patterns.align(&tokens, &known.resources, graph.toolbox());
            found = vec![Clause { tokens: 0..tokens.len(), alignments: whole }];
        }
        for clause in found {
            reading.read(&clause);
        }
        reading.done
    }

    fn understand(&self, goal: SubtaskGoal, resources: &[NamedResource], graph: &ToolGraph) -> Understood {
        let tokens = tokenize(&goal.description, resources);
        let alignments = self.patterns.align(&tokens, resources, graph.toolbox());
        let is_name = |value: &str| {
            value.starts_with("<GEN>-") || value.starts_with("points:") || resources.iter().any(|r| r.name == value)
        };
        let literal = goal
            .args
            .iter()
            .filter(|argument| graph.toolbox().fits(&argument.resource_type, &ResourceType::TEXT))
            .flat_map(|argument| argument.value.values())
            .find(|value| !is_name(value));
        let spans = TextSpans {
            object: literal.cloned(),
            content: literal.cloned(),
            title: None,
            instruction: literal.cloned().unwrap_or_else(|| goal.description.clone()),
        };
        understood(goal, spans, &alignments)
    }
}

struct Reading<'a> {
    text: &'a str,
    tokens: &'a [Token],
    known: &'a Known,
    request: &'a Request,
    graph: &'a ToolGraph,
    done: Decomposition,
}

/// What a clause works on: files, or the result of an earlier subtask.
#[derive(Clone)]
struct Subject {
    resource_type: ResourceType,
    value: InputValue,
    depends_on: Option<usize>,
    /// Whether the clause itself names it.
    named: bool,
}

impl Reading<'_> {
    fn ask(&mut self, question: String, choices: Vec<String>) {
        self.done.clarification.get_or_insert(Clarification { question, choices });
    }

    fn span(&self, range: std::ops::Range<usize>) -> &str {
        match (self.tokens.get(range.start), range.end.checked_sub(1).and_then(|last| self.tokens.get(last))) {
            (Some(first), Some(last)) => &self.text[first.start..last.end.max(first.start)],
            _ => "",
        }
    }

    fn read(&mut self, clause: &Clause) {
        let instruction = self.span(clause.tokens.clone()).trim().to_owned();
        if let Some(clarification) = self.about_the_files(clause) {
            self.done.clarification.get_or_insert(clarification);
            return;
        }
        let Some((key, likeness)) = self.key_tool(clause) else { return };
        if likeness < UNDERSTOOD && !self.known.resources.is_empty() {
            let question = format!("I did not understand “{instruction}”. What should be done, and with which file?");
            self.ask(question, Vec::new());
            return;
        }
        let graph = self.graph;
        let tool = &graph.toolbox().tools[key];
        let spans = self.spans(clause, key, &instruction);
        if self.joins_the_one_before(clause, tool, &instruction) {
            return;
        }
        for subjects in self.subjects(clause, tool) {
            self.push(clause, tool, subjects, spans.clone());
        }
    }

    /// The tool that a clause is about: the most alike one whose arguments its files can serve.
    fn key_tool(&self, clause: &Clause) -> Option<(usize, f32)> {
        let toolbox = self.graph.toolbox();
        // What no tool was made for is a question: about the files, or where there are none, about the world.
        let surest = clause.alignments.iter().map(|alignment| alignment.likeness).fold(0.0, f32::max);
        let no_files = self.known.resources.is_empty();
        if surest < SURE && (no_files || (surest < WEAK && self.asks(clause))) {
            let given = self.known.resources.first().map(|resource| &resource.resource_type);
            let answers = |tool: &Tool| {
                let mut roles = tool.args.iter().filter(|argument| argument.role.is_some());
                let about = tool.args.iter().filter(|argument| argument.role.is_none()).map(|a| &a.resource_type);
                roles.all(|argument| argument.role == Some(TextRole::Question))
                    && tool.args.iter().any(|argument| argument.role.is_some())
                    && about.eq(given.iter().copied())
            };
            if let Some(answering) = toolbox.tools.iter().position(answers) {
                return Some((answering, UNDERSTOOD.max(clause.alignments[answering].likeness)));
            }
        }
        let by_likeness_then_name = |(a, one): &(usize, &Alignment), (b, other): &(usize, &Alignment)| {
            one.likeness.total_cmp(&other.likeness).then_with(|| toolbox.tools[*b].name.cmp(&toolbox.tools[*a].name))
        };
        let best = clause.alignments.iter().enumerate().max_by(by_likeness_then_name);
        best.map(|(index, alignment)| (index, alignment.likeness))
    }

    /// Whether a clause is put as a question.
    fn asks(&self, clause: &Clause) -> bool {
        let first = self.tokens[clause.tokens.clone()].iter().find(|token| matches!(token.kind, Kind::Word(_)));
        let word = first.map_or("", |token| &self.text[token.start..token.end]).to_lowercase();
        let end = self.tokens.get(clause.tokens.end);
        matches!(
            word.as_str(),
            "what" | "why" | "how" | "who" | "where" | "which" | "when" | "is" | "are" | "does" | "do"
        ) || end.is_some_and(|token| &self.text[token.start..token.end] == "?")
    }

    fn spans(&self, clause: &Clause, key: usize, instruction: &str) -> TextSpans {
        let mut spans = TextSpans { instruction: instruction.to_owned(), ..TextSpans::default() };
        for capture in &clause.alignments[key].captures {
            let range = clause.tokens.start + capture.tokens.start..clause.tokens.start + capture.tokens.end;
            let words = clean(self.span(range));
            if words.is_empty() {
                continue;
            }
            match capture.role {
                Some(TextRole::Object) => spans.object = Some(words),
                Some(TextRole::Content) => spans.content = Some(words),
                Some(TextRole::Instruction | TextRole::Question) => {}
                None => spans.title = Some(words),
            }
        }
        spans
    }

    /// “How many photos did I give you?” is about the files themselves, which no tool can tell.
    fn about_the_files(&self, clause: &Clause) -> Option<Clarification> {
        let words: Vec<String> = self.tokens[clause.tokens.clone()]
            .iter()
            .map(|token| self.text[token.start..token.end].to_lowercase())
            .collect();
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
        let counts = has(&["count", "many", "number"]);
        let gave =
            has(&["gave", "given", "sent", "attached", "uploaded", "added", "dropped", "give"]) && has(&["i", "you"]);
        let files = words.iter().any(|word| {
            lexicon::type_word(word).is_some_and(|(_, plural)| plural)
                || matches!(word.as_str(), "files" | "attachments")
        });
        if !(counts && gave && files) {
            return None;
        }
        let names: Vec<&str> = self.request.resources.iter().map(|resource| resource.name.as_str()).collect();
        Some(Clarification {
            question: format!(
                "You gave me {} with this request{}{}. Is that what you wanted to know, or should I count things in them?",
                match names.len() {
                    0 => "no files".to_owned(),
                    1 => "1 file".to_owned(),
                    n => format!("{n} files"),
                },
                if names.is_empty() { "" } else { ": " },
                names.join(", "),
            ),
            choices: names.iter().map(|name| format!("Count the objects in {name}")).collect(),
        })
    }

    /// “make it grey and rotate it” is one instruction for one tool.
    fn joins_the_one_before(&mut self, clause: &Clause, tool: &Tool, instruction: &str) -> bool {
        let takes_instruction = tool.args.iter().any(|argument| argument.role == Some(TextRole::Instruction));
        let names_files = self.tokens[clause.tokens.clone()].iter().any(|t| matches!(t.kind, Kind::Files(_)));
        if !takes_instruction || names_files {
            return false;
        }
        let toolbox = self.graph.toolbox();
        let Some(last) = self.done.subtasks.len().checked_sub(1) else { return false };
        let same_tool = |subtask: &Understood| {
            let best = (0..subtask.likeness.len()).max_by(|a, b| subtask.likeness[*a].total_cmp(&subtask.likeness[*b]));
            best.is_some_and(|best| toolbox.tools[best].name == tool.name)
        };
        if !same_tool(&self.done.subtasks[last]) {
            return false;
        }
        // All parallel subtasks of the clause before take it too.
        let before = self.done.subtasks[last].spans.instruction.clone();
        for subtask in &mut self.done.subtasks {
            if subtask.spans.instruction == before && same_tool(subtask) {
                subtask.spans.instruction = format!("{before}, {instruction}");
                subtask.goal.description.clone_from(&subtask.spans.instruction);
                for argument in &mut subtask.goal.args {
                    if argument.value == InputValue::One(before.clone()) {
                        argument.value = InputValue::One(subtask.spans.instruction.clone());
                    }
                }
            }
        }
        true
    }

    /// What the clause works on: one list of subjects for each subtask that it becomes.
    fn subjects(&mut self, clause: &Clause, tool: &Tool) -> Vec<Vec<Subject>> {
        let toolbox = self.graph.toolbox();
        let media =
            |argument: &&patchbay_domain::Parameter| !toolbox.fits(&argument.resource_type, &ResourceType::TEXT);
        let mut named: Vec<usize> = Vec::new();
        let mut references: Vec<(Option<&'static str>, bool)> = Vec::new();
        for token in &self.tokens[clause.tokens.clone()] {
            match &token.kind {
                Kind::Files(files) => {
                    let new: Vec<usize> = files.iter().filter(|file| !named.contains(file)).copied().collect();
                    named.extend(new);
                }
                Kind::Reference { of, several } => references.push((*of, *several)),
                _ => {}
            }
        }
        let mut subjects: Vec<Subject> = named.iter().map(|file| self.file(*file, true)).collect();
        // Arguments of the key tool that nothing named serves are looked for in what came before.
        let takes: Vec<&patchbay_domain::Parameter> = tool.args.iter().collect();
        let mut wanted: Vec<ResourceType> =
            takes.iter().filter(|a| media(a)).map(|a| a.resource_type.clone()).collect();
        let takes_text = takes.iter().any(|argument| !media(argument));
        for subject in &subjects {
            let served = wanted.iter().position(|w| toolbox.fits(&subject.resource_type, w));
            if let Some(served) = served {
                wanted.remove(served);
            }
        }
        if subjects.is_empty() {
            subjects = self.implied(&wanted, &references, takes_text);
        } else {
            // “… with the mask”, “under the music”: a reference that names a type of its own.
            for (of, several) in references.iter().filter(|(of, _)| of.is_some()) {
                let of = ResourceType::new(of.unwrap_or_default());
                if let Some(position) = wanted.iter().position(|w| toolbox.fits(w, &of) || toolbox.fits(&of, w)) {
                    let found = self.implied(&[wanted.remove(position)], &[(None, *several)], false);
                    subjects.extend(found);
                }
            }
        }
        self.spread(subjects, tool)
    }

    fn file(&self, index: usize, named: bool) -> Subject {
        let resource = &self.known.resources[index];
        Subject {
            resource_type: resource.resource_type.clone(),
            value: InputValue::One(resource.name.clone()),
            depends_on: None,
            named,
        }
    }

    /// What a clause that names no file is about: the result before, or the files at hand.
    fn implied(
        &mut self,
        wanted: &[ResourceType],
        references: &[(Option<&'static str>, bool)],
        takes_text: bool,
    ) -> Vec<Subject> {
        let toolbox = self.graph.toolbox();
        let mut found: Vec<Subject> = Vec::new();
        for want in wanted {
            // Results of the clause before, where they are what is wanted.
            let results: Vec<Subject> = self.results_before(want);
            if !results.is_empty() {
                found.extend(results);
                continue;
            }
            let files = self.known.fitting(want, toolbox);
            let singular = references.iter().any(|(of, several)| of.is_some() && !several);
            if files.len() > 1 && singular && wanted.len() == 1 && files[0] < self.known.given {
                let names: Vec<String> = files.iter().map(|f| self.known.resources[*f].name.clone()).collect();
                self.ask(format!("Which one do you mean: {}?", names.join(", ")), names);
                return Vec::new();
            }
            found.extend(files.into_iter().map(|file| self.file(file, false)));
        }
        if !found.is_empty() {
            return found;
        }
        if wanted.is_empty() {
            // A tool that takes only words works on what was written before, or on what the files say.
            let text = self.results_before(&ResourceType::TEXT);
            if !text.is_empty() {
                return text;
            }
        }
        if wanted.is_empty() && !takes_text {
            return found;
        }
        // What the tool takes has to be made first: from what the clause before was about, else from what was given.
        let focus = self.focus();
        if focus.is_empty() { (0..self.known.given).map(|file| self.file(file, false)).collect() } else { focus }
    }

    /// What the newest subtasks (those of one clause) worked on.
    fn focus(&self) -> Vec<Subject> {
        let Some(last) = self.done.subtasks.last() else { return Vec::new() };
        let mut focus: Vec<Subject> = Vec::new();
        for subtask in self.done.subtasks.iter().filter(|subtask| subtask.spans.instruction == last.spans.instruction) {
            for argument in &subtask.goal.args {
                let InputValue::One(name) = &argument.value else { continue };
                if self.known.resources.iter().any(|resource| resource.name == *name)
                    && !focus.iter().any(|subject| subject.value == argument.value)
                {
                    focus.push(Subject {
                        resource_type: argument.resource_type.clone(),
                        value: argument.value.clone(),
                        depends_on: None,
                        named: false,
                    });
                }
            }
        }
        focus
    }

    /// The results of the newest subtasks (those of one clause) that can be passed as `want`.
    fn results_before(&self, want: &ResourceType) -> Vec<Subject> {
        let toolbox = self.graph.toolbox();
        let mut found: Vec<Subject> = Vec::new();
        let mut clause: Option<String> = None;
        for subtask in self.done.subtasks.iter().rev() {
            let made = &subtask.goal.returns.resource_type;
            // Edges and depth are about a picture, they do not become “the picture”.
            let fits = made == want
                || (toolbox.fits(made, want) && made == &ResourceType::MASK && want != &ResourceType::IMAGE);
            let same_clause = clause.as_ref().is_none_or(|clause| *clause == subtask.spans.instruction);
            if !same_clause {
                break;
            }
            if fits {
                clause = Some(subtask.spans.instruction.clone());
                found.push(Subject {
                    resource_type: made.clone(),
                    value: InputValue::One(subtask.goal.returns.value.clone()),
                    depends_on: Some(subtask.goal.id),
                    named: false,
                });
            }
        }
        found.reverse();
        found
    }

    /// Many files of one kind with one wish are one subtask for each, unless the tool takes several of them.
    fn spread(&mut self, subjects: Vec<Subject>, tool: &Tool) -> Vec<Vec<Subject>> {
        let mut types: Vec<ResourceType> = Vec::new();
        for subject in &subjects {
            if !types.contains(&subject.resource_type) {
                types.push(subject.resource_type.clone());
            }
        }
        let takes = |of: &ResourceType| {
            tool.args.iter().filter(|argument| self.graph.toolbox().fits(of, &argument.resource_type)).count()
        };
        let several = types.iter().find(|of| {
            let count = subjects.iter().filter(|subject| subject.resource_type == **of).count();
            count > 1 && count > takes(of).max(1)
        });
        let Some(several) = several else { return vec![subjects] };
        if takes(several) >= 2 {
            return self.chained(&subjects, several);
        }
        let shared: Vec<Subject> = subjects.iter().filter(|s| s.resource_type != *several).cloned().collect();
        subjects
            .iter()
            .filter(|subject| subject.resource_type == *several)
            .map(|one| std::iter::once(one.clone()).chain(shared.iter().cloned()).collect())
            .collect()
    }

    /// A tool that joins two joins many one after the other.
    fn chained(&self, subjects: &[Subject], several: &ResourceType) -> Vec<Vec<Subject>> {
        let mut rest = subjects.iter().filter(|subject| subject.resource_type == *several).cloned();
        let mut first: Vec<Subject> = rest.by_ref().take(2).collect();
        let mut lists = Vec::new();
        let mut next = self.done.subtasks.len();
        loop {
            lists.push(std::mem::take(&mut first));
            let Some(one) = rest.next() else { break };
            let before = Subject {
                resource_type: several.clone(),
                value: InputValue::One(format!("<GEN>-{next}")),
                depends_on: Some(next),
                named: false,
            };
            first = vec![before, one];
            next += 1;
        }
        lists
    }

    fn push(&mut self, clause: &Clause, tool: &Tool, subjects: Vec<Subject>, mut spans: TextSpans) {
        let toolbox = self.graph.toolbox();
        let wants_media = tool.args.iter().any(|a| !toolbox.fits(&a.resource_type, &ResourceType::TEXT));
        if wants_media && subjects.is_empty() {
            if self.done.clarification.is_none() {
                let wanted = tool.args.iter().find(|a| !toolbox.fits(&a.resource_type, &ResourceType::TEXT));
                let kind = wanted.map_or("file", |a| a.resource_type.as_str()).to_owned();
                let question =
                    format!("Which {kind} is “{}” about? Add it, or name one that is here.", spans.instruction);
                self.ask(question, self.known.resources.iter().map(|r| r.name.clone()).collect());
            }
            return;
        }
        let takes_mask = |of: &ResourceType| tool.args.iter().any(|argument| argument.resource_type == *of);
        // A mask that was given says what is meant better than words do.
        let mask_given = subjects.iter().any(|subject| subject.resource_type == ResourceType::MASK);
        if mask_given && takes_mask(&ResourceType::MASK) {
            spans.object = None;
        }
        let id = self.done.subtasks.len();
        let mut args: Vec<Argument> = subjects
            .iter()
            .filter(|subject| {
                subject.named || subject.resource_type != ResourceType::MASK || takes_mask(&ResourceType::MASK)
            })
            .map(|subject| Argument { resource_type: subject.resource_type.clone(), value: subject.value.clone() })
            .collect();
        let wants_mask = takes_mask(&ResourceType::MASK)
            || toolbox.fits(&tool.returns, &ResourceType::MASK)
            || takes_mask(&ResourceType::POINT);
        if wants_mask && !mask_given {
            for name in subjects.iter().flat_map(|subject| subject.value.values()) {
                if self.request.points.get(name).is_some_and(|points| !points.is_empty()) {
                    let value = InputValue::One(format!("points:{name}"));
                    args.push(Argument { resource_type: ResourceType::POINT, value });
                    spans.object = None;
                }
            }
        }
        let mut depends_on: Vec<usize> = subjects.iter().filter_map(|subject| subject.depends_on).collect();
        depends_on.sort_unstable();
        depends_on.dedup();
        let roles: Vec<_> = tool.args.iter().filter_map(|argument| argument.role).collect();
        let shown = if roles.is_empty() {
            spans.object.as_deref().or(spans.content.as_deref())
        } else {
            spans.for_role(Some(roles[0]))
        };
        if let Some(text) = shown {
            args.push(Argument { resource_type: ResourceType::TEXT, value: InputValue::One(text.to_owned()) });
        }
        let goal = SubtaskGoal {
            id,
            description: spans.instruction.clone(),
            domains: if tool.domain.is_empty() { Vec::new() } else { vec![tool.domain.clone()] },
            depends_on,
            args,
            returns: Returns { resource_type: tool.returns.clone(), value: format!("<GEN>-{id}") },
        };
        self.done.subtasks.push(understood(goal, spans, &clause.alignments));
    }
}

fn understood(goal: SubtaskGoal, spans: TextSpans, alignments: &[Alignment]) -> Understood {
    Understood {
        goal,
        spans,
        likeness: alignments.iter().map(|alignment| alignment.likeness).collect(),
        mention: alignments.iter().map(|alignment| alignment.mention).collect(),
    }
}

fn is_sure(clause: &Clause) -> bool {
    clause.alignments.iter().any(|alignment| alignment.likeness > SURE)
}

/// A span without the words and marks at its ends that say nothing.
fn clean(span: &str) -> String {
    let mut words = span.trim().trim_matches(|c: char| c.is_whitespace() || "\"'“”«».,;:!?".contains(c));
    loop {
        let before = words;
        for light in ["the ", "a ", "an ", "some ", "any ", "all ", "of ", "with ", "is ", "are "] {
            if words.len() > light.len()
                && words.is_char_boundary(light.len())
                && words[..light.len()].eq_ignore_ascii_case(light)
            {
                words = words[light.len()..].trim_start();
            }
        }
        if before == words {
            return words.to_owned();
        }
    }
}
