//! Settings that `--set` gives to the steps of a plan.

use std::collections::{BTreeMap, BTreeSet};

use patchbay_app::App;
use patchbay_app::api::{ActionPlace, SetAction, Turn};

/// Reads the word after `--set`: a name and a value.
pub(crate) fn name_and_value(text: &str) -> Result<(String, String), String> {
    let parts = text
        .split_once('=')
        .map(|(name, value)| (name.trim().to_owned(), value.to_owned()));
    parts.ok_or_else(|| "it has to be NAME=VALUE, such as steps=30".to_owned())
}

/// Returns the settings for every action of a plan that has such a setting.
pub(crate) fn set_actions(
    app: &App,
    turn: &Turn,
    set: &[(String, String)],
) -> anyhow::Result<Vec<SetAction>> {
    let mut actions = Vec::new();
    let mut known = BTreeSet::new();
    for subtask in turn.plan.subtasks.iter().filter(|_| !set.is_empty()) {
        for (index, solution) in subtask.solutions.iter().enumerate() {
            for (number, action) in solution.actions.iter().enumerate() {
                let of_tool: Vec<String> = app
                    .step_settings(&action.tool)
                    .into_iter()
                    .map(|one| one.name)
                    .collect();
                let own = |name: &str| {
                    let name = name
                        .strip_prefix(&format!("{}.", action.tool))
                        .unwrap_or(name);
                    of_tool.iter().find(|other| *other == name).cloned()
                };
                let values = set
                    .iter()
                    .filter_map(|(name, value)| Some((own(name)?, value.clone())));
                let mut values = values.collect::<BTreeMap<_, _>>();
                known.extend(of_tool.iter().map(|name| format!("{}.{name}", action.tool)));
                if !values.is_empty() {
                    // A recipe's own settings stay beside them.
                    action.settings.iter().for_each(|(name, value)| {
                        values.entry(name.clone()).or_insert_with(|| value.clone());
                    });
                    let action = ActionPlace {
                        subtask: subtask.goal.id,
                        solution: index,
                        action: number,
                    };
                    actions.push(SetAction { action, values });
                }
            }
        }
    }
    for (name, _) in set {
        let is_it = |known: &String| known == name || known.ends_with(&format!(".{name}"));
        let has = known.iter().cloned().collect::<Vec<_>>().join(", ");
        let has = if has.is_empty() {
            "nothing can be set of them".to_owned()
        } else {
            format!("they have {has}")
        };
        anyhow::ensure!(
            known.iter().any(is_it),
            "--set: no step of this plan has a setting “{name}”; {has}."
        );
    }
    Ok(actions)
}

/// The places of all actions of a turn's plan.
pub(crate) fn every_action(turn: &Turn) -> Vec<ActionPlace> {
    let mut places = Vec::new();
    for subtask in &turn.plan.subtasks {
        for (solution, found) in subtask.solutions.iter().enumerate() {
            places.extend((0..found.actions.len()).map(|action| ActionPlace {
                subtask: subtask.goal.id,
                solution,
                action,
            }));
        }
    }
    places
}
