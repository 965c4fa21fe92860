//! What is said of a plan that would do something else than what was asked for.

use std::collections::BTreeSet;

use patchbay_domain::{ResourceType, Tool, ToolIndex, Toolbox, Uncovered, UncoveredKind};
use patchbay_planner::Solved;

/// The most things that are offered instead.
const OFFERED: usize = 4;

/// Says what cannot be done and why, and what can be done with the same files. `found`: what is
/// left over, with the places of the subtasks that it belongs to.
pub(super) fn sentence(
    found: &[(Uncovered, Vec<usize>)],
    solved: &[Solved<'_>],
    toolbox: &Toolbox,
) -> String {
    let mut sentences = Vec::new();
    let mut refused: BTreeSet<usize> = BTreeSet::new();
    for (_, places) in found {
        let Some(first) = places.first().filter(|first| !refused.contains(first)) else {
            continue;
        };
        let of_it: Vec<&Uncovered> = found
            .iter()
            .filter(|(_, others)| others.first() == Some(first))
            .map(|(uncovered, _)| uncovered)
            .collect();
        let what = &solved[*first].subtask.goal.description;
        sentences.push(format!(
            "I can't do this yet: “{what}”. {}",
            reasons(&of_it, &solved[*first], toolbox)
        ));
        refused.extend(places);
    }
    let left: Vec<String> = left(found, solved)
        .iter()
        .map(|words| format!("“{words}”"))
        .collect();
    if !left.is_empty() {
        sentences.push(format!("So I leave {} as well.", list(&left)));
    }
    sentences.extend(offer(&refused, solved, toolbox));
    sentences.join(" ")
}

/// The words of the wishes that could be done and are left because of others.
fn left<'a>(found: &[(Uncovered, Vec<usize>)], solved: &[Solved<'a>]) -> Vec<&'a str> {
    let refused: BTreeSet<usize> = found
        .iter()
        .flat_map(|(_, places)| places.iter().copied())
        .collect();
    let is_said = |place: &usize| {
        found
            .iter()
            .any(|(_, places)| places.first() == Some(place))
    };
    let mut left: Vec<&str> = Vec::new();
    for place in refused.iter().filter(|place| !is_said(place)) {
        let words = solved[*place].subtask.goal.description.as_str();
        if !left.contains(&words) {
            left.push(words);
        }
    }
    left
}

/// Why a subtask is refused.
fn reasons(of_it: &[&Uncovered], solved: &Solved<'_>, toolbox: &Toolbox) -> String {
    let words = |kinds: &[UncoveredKind]| {
        let of = of_it
            .iter()
            .filter(|uncovered| kinds.contains(&uncovered.kind));
        of.map(|uncovered| format!("“{}”", uncovered.words.trim()))
            .collect::<Vec<_>>()
    };
    let made = solved
        .solutions
        .first()
        .and_then(|best| best.actions.last()?.outputs.first());
    let made = made.map_or("result", |output| noun(&output.resource_type));
    let formats = words(&[UncoveredKind::Format]);
    let left = words(&[UncoveredKind::Term, UncoveredKind::Value]);
    if !left.is_empty() {
        let rest = if formats.is_empty() {
            String::new()
        } else {
            format!(", and nothing that would write {}", list(&formats))
        };
        return format!("I have nothing for {}{rest}.", list(&left));
    }
    if !formats.is_empty() {
        let last = solved
            .solutions
            .first()
            .and_then(|best| toolbox.tool(&best.actions.last()?.tool));
        let written: Vec<String> = last.map(|tool| tool.formats.clone()).unwrap_or_default();
        let written = if written.is_empty() {
            String::new()
        } else {
            format!(", only {}", list(&written))
        };
        return format!("I can't write {} here{written}.", list(&formats));
    }
    if let Some(labels) = unsaid(of_it, solved, toolbox) {
        return format!("It is not said what this is to be: {labels}.");
    }
    if of_it
        .iter()
        .any(|uncovered| uncovered.kind == UncoveredKind::Wish)
    {
        return "None of my tools seems to be for that.".to_owned();
    }
    if of_it
        .iter()
        .any(|uncovered| uncovered.kind == UncoveredKind::Question)
    {
        return format!("What I found would make a {made} instead of answering.");
    }
    format!("What I found would make a {made} of it, which is not what you asked for.")
}

/// The labels of the values of which the first step without any needs one; none where a subtask is refused for another
/// reason.
fn unsaid(of_it: &[&Uncovered], solved: &Solved<'_>, toolbox: &Toolbox) -> Option<String> {
    let is_unsaid = |uncovered: &&Uncovered| uncovered.kind == UncoveredKind::Unsaid;
    let actions = &solved.solutions.first()?.actions;
    let tool = actions.iter().find_map(|action| {
        let tool = toolbox.tool(&action.tool)?;
        tool.is_unsaid(|name| action.inputs.contains_key(name))
            .then_some(tool)
    })?;
    if !of_it.iter().all(is_unsaid) {
        return None;
    }
    let needed = tool.parameters.iter().filter(|one| one.needed);
    let labels: Vec<String> = needed.map(|one| format!("“{}”", one.label)).collect();
    // Nobody chooses among more than a few.
    (labels.len() <= 4).then(|| labels.join(" or "))
}

/// What can be done with what was given instead; none where nothing is known.
fn offer(refused: &BTreeSet<usize>, solved: &[Solved<'_>], toolbox: &Toolbox) -> Option<String> {
    let place = refused.first()?;
    let subtask = solved[*place].subtask;
    let given = subtask
        .goal
        .args
        .iter()
        .map(|argument| &argument.resource_type);
    let given = given.clone().find(|of| {
        [
            ResourceType::VIDEO,
            ResourceType::AUDIO,
            ResourceType::IMAGE,
        ]
        .contains(of)
    })?;
    let serves = |tool: &Tool| {
        let media: Vec<&ResourceType> = tool
            .args
            .iter()
            .filter(|argument| argument.role.is_none())
            .map(|argument| &argument.resource_type)
            .collect();
        media == [given] && tool.built_in != "-" && !tool.built_in.is_empty()
    };
    let likeness = |tool: &ToolIndex| subtask.goal_scores.get(tool.0).copied().unwrap_or(0.0);
    let mut tools: Vec<ToolIndex> = toolbox
        .indices()
        .filter(|tool| serves(&toolbox[*tool]))
        .collect();
    tools.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)).then(a.cmp(b)));
    let titles: Vec<String> = tools
        .iter()
        .take(OFFERED)
        .map(|tool| format!("“{}”", toolbox[*tool].title()))
        .collect();
    (!titles.is_empty()).then(|| {
        format!(
            "What I can do with a {}: {}, among others.",
            noun(given),
            list(&titles)
        )
    })
}

/// What people call a type.
fn noun(of: &ResourceType) -> &str {
    match of.as_str() {
        "image" => "picture",
        "audio" => "sound",
        other => other,
    }
}

/// `a`, `a and b`, `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}
