//! Walks one solution of each subtask: the tools that were used, whether the arguments hold, and
//! the origin of each end.

use std::collections::{BTreeSet, HashMap, HashSet};

use patchbay_domain::{Action, Plan, ResourceType, Solution, Subtask, Tool, Toolbox, Turn};

use super::cases::Case;

/// Types that can be written in a request.
const WRITTEN: [&str; 5] = ["text", "title", "tags", "url", "point"];
/// Types of images that are about an image.
const IMAGES: [&str; 11] = [
    "image",
    "edge",
    "line",
    "hed",
    "canny",
    "scribble",
    "pose",
    "depth",
    "normal",
    "segmentation",
    "mask",
];
/// Words that say too little to be what a request is about.
const LIGHT: [&str; 23] = [
    "the", "and", "for", "with", "this", "that", "from", "into", "its", "not", "are", "was", "all",
    "any", "can", "you", "your", "them", "they", "have", "has", "get", "out",
];

/// Origin of a value: the tools, files and texts that it was made from.
#[derive(Clone, Default)]
pub(super) struct Origin {
    /// Every tool on the way to it.
    pub(super) tools: BTreeSet<String>,
    /// Every file.
    pub(super) files: HashSet<String>,
    /// Every text that was copied from the request.
    pub(super) texts: Vec<String>,
}

/// The end of a subtask.
pub(super) struct End {
    pub(super) origin: Origin,
    /// Whether nothing else takes what it made.
    pub(super) is_final: bool,
}

/// Findings on the way.
#[derive(Default)]
pub(super) struct Followed {
    pub(super) ends: Vec<End>,
    /// Every tool that was called.
    pub(super) used: BTreeSet<String>,
    /// These, and the tools whose work they do too.
    pub(super) counted: BTreeSet<String>,
    /// Whether an argument does not exist.
    pub(super) made_up: bool,
    /// Whether an argument has a type that its tool does not take.
    pub(super) conflict: bool,
}

struct Value {
    origin: Origin,
    resource_type: String,
}

struct Walk<'a> {
    toolbox: &'a Toolbox,
    given: HashMap<&'a str, &'a str>,
    said: HashSet<String>,
    made: HashMap<String, Value>,
    taken: HashSet<String>,
    found: Followed,
}

/// Follows the solution of each subtask that `choose` returns.
pub(super) fn follow<'p>(
    case: &Case,
    plan: &'p Plan,
    toolbox: &Toolbox,
    choose: impl Fn(&'p Subtask) -> Option<&'p Solution>,
) -> Followed {
    let request = &case.request;
    let earlier = |turn: &'_ Turn| {
        turn.resources
            .iter()
            .chain(&turn.results)
            .cloned()
            .collect::<Vec<_>>()
    };
    let known: Vec<_> = request
        .history
        .iter()
        .flat_map(earlier)
        .chain(request.resources.iter().cloned())
        .collect();
    let said: Vec<&str> = request
        .history
        .iter()
        .map(|turn| turn.instruction.as_str())
        .chain([request.instruction.as_str()])
        .collect();
    let mut walk = Walk {
        toolbox,
        given: known
            .iter()
            .map(|r| (r.name.as_str(), r.resource_type.as_str()))
            .collect(),
        said: words(&said.join(" ")),
        made: HashMap::new(),
        taken: HashSet::new(),
        found: Followed::default(),
    };
    let mut values: Vec<Vec<String>> = Vec::new();
    for solution in plan.subtasks.iter().filter_map(choose) {
        let mut last = None;
        for action in &solution.actions {
            last = walk.action(action).map(|origin| {
                (
                    origin,
                    action
                        .outputs
                        .iter()
                        .map(|output| output.value.clone())
                        .collect::<Vec<_>>(),
                )
            });
        }
        if let Some((origin, made)) = last {
            walk.found.ends.push(End {
                origin,
                is_final: true,
            });
            values.push(made);
        }
    }
    for (end, made) in walk.found.ends.iter_mut().zip(values) {
        end.is_final = !made.iter().any(|value| walk.taken.contains(value));
    }
    walk.found
}

impl Walk<'_> {
    fn action(&mut self, action: &Action) -> Option<Origin> {
        self.found.used.insert(action.tool.clone());
        let Some(tool) = self.toolbox.tool(&action.tool) else {
            self.found.made_up = true;
            self.found.conflict = true;
            return None;
        };
        let stands_for = std::iter::once(&action.tool)
            .chain(&tool.counts_as)
            .cloned();
        let mut origin = Origin {
            tools: stands_for.clone().collect(),
            ..Origin::default()
        };
        self.found.counted.extend(stands_for);
        self.found.made_up |= tool
            .args
            .iter()
            .any(|argument| !action.inputs.contains_key(&argument.name));
        let arguments = action
            .inputs
            .iter()
            .filter(|(name, _)| tool.parameter(name).is_none());
        for (name, value) in arguments {
            let Some(wanted) = type_of(tool, name) else {
                self.found.conflict = true;
                continue;
            };
            for value in value.values() {
                self.input(value, wanted.as_str(), &mut origin);
            }
        }
        for output in &action.outputs {
            let value = Value {
                origin: origin.clone(),
                resource_type: output.resource_type.as_str().to_owned(),
            };
            self.made.insert(output.value.clone(), value);
        }
        Some(origin)
    }

    fn input(&mut self, value: &str, wanted: &str, origin: &mut Origin) {
        if let Some(given) = self.given.get(value) {
            origin.files.insert(value.to_owned());
            // An image that somebody brought may be a mask, an edge map, … of another.
            self.found.conflict |=
                !(fits(given, wanted) || (*given == "image" && IMAGES.contains(&wanted)));
        } else if let Some(made) = self.made.get(value) {
            self.taken.insert(value.to_owned());
            self.found.conflict |= !fits(&made.resource_type, wanted);
            origin.tools.extend(made.origin.tools.iter().cloned());
            origin.files.extend(made.origin.files.iter().cloned());
            origin.texts.extend(made.origin.texts.iter().cloned());
        } else if WRITTEN.contains(&wanted) && !value.trim().is_empty() && !value.starts_with('<') {
            origin.texts.push(value.to_owned());
            let words = words(value);
            self.found.made_up |=
                wanted != "point" && !words.is_empty() && words.is_disjoint(&self.said);
        } else {
            self.found.made_up = true;
        }
    }
}

fn type_of<'t>(tool: &'t Tool, argument: &str) -> Option<&'t ResourceType> {
    tool.args
        .iter()
        .find(|declared| declared.name == argument)
        .map(|declared| &declared.resource_type)
}

/// Whether a value of one type can be passed as another.
fn fits(given: &str, wanted: &str) -> bool {
    given == wanted
        || (wanted == "image" && IMAGES.contains(&given))
        || (wanted == "text" && ["title", "url"].contains(&given))
}

/// Returns the words of a text, each with the word that it may be the plural of; numbers too.
pub(super) fn words(text: &str) -> HashSet<String> {
    let lower = text.to_lowercase();
    let mut found = HashSet::new();
    let kind = |c: char| match c {
        'a'..='z' => Some(true),
        '0'..='9' => Some(false),
        _ => None,
    };
    let mut word = String::new();
    let mut last = None;
    for character in lower.chars().chain([' ']) {
        let this = kind(character);
        if this != last && !word.is_empty() {
            let whole = std::mem::take(&mut word);
            if (whole.len() > 1 || last == Some(false)) && !LIGHT.contains(&whole.as_str()) {
                found.insert(whole);
            }
        }
        if this.is_some() {
            word.push(character);
        }
        last = this;
    }
    let singular = |word: &String| {
        let one = word.strip_suffix('s').map(str::to_owned);
        let other = word.strip_suffix("es").map(str::to_owned);
        one.into_iter().chain(other)
    };
    let singulars: Vec<String> = found.iter().flat_map(singular).collect();
    found.extend(singulars);
    found
}
