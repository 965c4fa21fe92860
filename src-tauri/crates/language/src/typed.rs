//! Actions whose words stand beside no values, such as those of a tool that is called straight or of a plan of
//! before: what the words say is read once, and no tool reads it again.

use std::collections::BTreeMap;

use patchbay_domain::{Action, InputValue, Parameter, ParameterKind, Subtask, Tool, Toolbox};
use patchbay_phrases::edits::{Unread, edits};
use patchbay_phrases::values::said;
use patchbay_values::families::Family;

/// Gives the actions of subtasks the values that their words say, where nobody read these yet.
pub fn read(subtasks: &mut [Subtask], toolbox: &Toolbox) {
    each(subtasks, toolbox, |action, tool, words| {
        for (name, value) in said(tool, words) {
            let value = InputValue::One(value);
            action.inputs.entry(name).or_insert(value);
        }
    });
}

/// Gives the actions of subtasks whose values were read, but no edits, these: none beside values that say them, else
/// those of the words.
pub fn settle(subtasks: &mut [Subtask], toolbox: &Toolbox) {
    each(subtasks, toolbox, |action, tool, words| {
        let Some(parameter) = tool.edits() else {
            return;
        };
        let read = if says_edits(action, tool) {
            Some(String::new())
        } else {
            edits(tool, parameter, words).ok()
        };
        if let Some(read) = read {
            action
                .inputs
                .insert(parameter.name.clone(), InputValue::One(read));
        }
    });
}

/// The inputs of an action without those that say what others do: the words that were read, and edits that values say.
/// Two actions of a tool with the same ones do the same.
pub fn said_once(action: &Action, tool: &Tool) -> BTreeMap<String, Vec<String>> {
    let is_read = unread(action, tool).is_none() && tool.parameters.iter().any(Parameter::is_set);
    let repeats = |name: &str| match tool.parameter(name) {
        Some(parameter) => parameter.kind == ParameterKind::Edits && says_edits(action, tool),
        None => is_read && is_instruction(tool, name),
    };
    let inputs = action.inputs.iter().filter(|(name, _)| !repeats(name));
    inputs
        .map(|(name, value)| (name.clone(), value.values().to_vec()))
        .collect()
}

/// Why an action cannot do what its words say; none where it can, or where its tool has to tell.
pub fn refusal(action: &Action, tool: &Tool) -> Option<String> {
    let words = unread(action, tool)?;
    match edits(tool, tool.edits()?, words) {
        Err(Unread::Refused(why)) => Some(why),
        Err(Unread::Unknown) | Ok(_) => None,
    }
}

/// Whether an action has nothing to do: its words say no value, and no model follows them.
pub fn does_nothing(action: &Action, tool: &Tool) -> bool {
    matches!(tool.model.as_str(), "" | "-") && unread(action, tool).is_some()
}

/// Whether an action has a value that says an edit.
fn says_edits(action: &Action, tool: &Tool) -> bool {
    let family = Family::of(tool);
    tool.parameters.iter().any(|one| {
        family.is_some_and(|family| family.has(one)) && action.inputs.contains_key(&one.name)
    })
}

fn is_instruction(tool: &Tool, name: &str) -> bool {
    tool.instruction().is_some_and(|one| one.name == name)
}

fn each(subtasks: &mut [Subtask], toolbox: &Toolbox, change: impl Fn(&mut Action, &Tool, &str)) {
    let solutions = subtasks.iter_mut().flat_map(|one| &mut one.solutions);
    for action in solutions.flat_map(|solution| &mut solution.actions) {
        let Some(tool) = toolbox.tool(&action.tool) else {
            continue;
        };
        if let Some(words) = unread(action, tool).map(str::to_owned) {
            change(action, tool, &words);
        }
    }
}

/// The words of an action that nobody read: those of a tool's instruction beside which no edits stand, or, of a tool that
/// has none, no other value.
fn unread<'a>(action: &'a Action, tool: &Tool) -> Option<&'a str> {
    let (_, words) = action
        .inputs
        .iter()
        .find(|(name, _)| is_instruction(tool, name))?;
    let [words] = words.values() else { return None };
    let is_value = |one: &Parameter| match tool.edits() {
        Some(edits) => one.name == edits.name,
        None => one.is_set() && one.kind != ParameterKind::FileFormat,
    };
    let mut values = tool.parameters.iter().filter(|one| is_value(one));
    let is_read = values.any(|one| action.inputs.contains_key(&one.name));
    (!is_read && !words.trim().is_empty() && !tool.follows_words()).then_some(words)
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;

    fn toolbox() -> Toolbox {
        let parameters = json!([
            { "name": "adjustments", "kind": "edits" },
            { "name": "warmth", "kind": "percent", "label": "Warmth" },
            { "name": "format", "kind": "file_format", "label": "Format" },
        ]);
        let parts = json!([{ "name": "parts", "kind": "time_ranges", "label": "Parts" }]);
        let tool = |name: &str, parameters| {
            let args = json!([{ "name": "file", "type": "image" }, { "name": "text", "type": "text", "role": "instruction" }]);
            json!({ "name": name, "args": args, "returns": "image", "formats": ["png", "webp"], "parameters": parameters })
        };
        let json = json!({
            "resource_types": [{ "name": "image" }, { "name": "text" }],
            "tools": [tool("edit", parameters), tool("trim", parts)],
        });
        Toolbox::from_json(&json.to_string()).expect("a toolbox")
    }

    fn subtasks(tool: &str, inputs: serde_json::Value) -> Vec<Subtask> {
        let action = json!({ "tool": tool, "inputs": inputs, "outputs": [] });
        let returns = json!({ "type": "image", "value": "<GEN>-0" });
        let solution =
            json!({ "score": 5.0, "actions": [action], "seconds": 0.0, "download_bytes": 0 });
        from_value(json!([{ "id": 0, "returns": returns, "solutions": [solution] }]))
            .expect("a subtask")
    }

    fn inputs(subtasks: &[Subtask]) -> serde_json::Value {
        serde_json::to_value(&subtasks[0].solutions[0].actions[0].inputs).expect("inputs")
    }

    #[test]
    fn words_without_values_are_read_once() {
        let words = "make it warmer and rotate it 90 degrees";
        let mut all = subtasks("edit", json!({ "file": "a.png", "text": words }));
        read(&mut all, &toolbox());
        let expected = json!({ "file": "a.png", "text": words, "adjustments": "warmth 40; angle 90", "warmth": "40" });
        assert_eq!(inputs(&all), expected);
        read(&mut all, &toolbox());
        assert_eq!(inputs(&all), expected);
        let mut all = subtasks(
            "trim",
            json!({ "file": "a.png", "text": "the first 2 seconds" }),
        );
        read(&mut all, &toolbox());
        assert_eq!(inputs(&all)["parts"], "0:00 to 0:02");
    }

    #[test]
    fn what_was_set_or_taken_away_stays() {
        let given = json!({ "file": "a.png", "text": "make it warmer", "warmth": "" });
        let mut all = subtasks("edit", given);
        read(&mut all, &toolbox());
        assert_eq!(inputs(&all)["warmth"], "");
        let given = json!({ "file": "a.png", "text": "the first 2 seconds", "parts": "last 0:01" });
        let mut all = subtasks("trim", given.clone());
        read(&mut all, &toolbox());
        assert_eq!(inputs(&all), given);
    }

    #[test]
    fn values_say_all_that_was_read() {
        let told = "it looks so cold and sad, rotate it";
        let mut all = subtasks(
            "edit",
            json!({ "file": "a.png", "text": told, "warmth": "20" }),
        );
        settle(&mut all, &toolbox());
        assert_eq!(inputs(&all)["adjustments"], "");
        let mut all = subtasks(
            "edit",
            json!({ "file": "a.png", "text": "blur it", "format": "png" }),
        );
        settle(&mut all, &toolbox());
        assert_eq!(inputs(&all)["adjustments"], "blur 100");
        let mut all = subtasks("edit", json!({ "file": "a.png", "text": "like winter" }));
        settle(&mut all, &toolbox());
        assert_eq!(inputs(&all).get("adjustments"), None);
    }

    #[test]
    fn an_action_whose_words_say_no_value_does_nothing() {
        let toolbox = toolbox();
        let does_nothing = |inputs: serde_json::Value| {
            let mut all = subtasks("edit", inputs);
            settle(&mut all, &toolbox);
            let action = &all[0].solutions[0].actions[0];
            super::does_nothing(action, toolbox.tool("edit").expect("a tool"))
        };
        assert!(does_nothing(
            json!({ "file": "a.png", "text": "like winter" })
        ));
        assert!(!does_nothing(json!({ "file": "a.png", "text": "blur it" })));
        assert!(!does_nothing(
            json!({ "file": "a.png", "text": "like winter", "warmth": "-20" })
        ));
    }

    #[test]
    fn actions_that_do_the_same_have_the_same_inputs() {
        let toolbox = toolbox();
        let said_once = |inputs: serde_json::Value| {
            let mut all = subtasks("edit", inputs);
            settle(&mut all, &toolbox);
            said_once(
                &all[0].solutions[0].actions[0],
                toolbox.tool("edit").expect("a tool"),
            )
        };
        let plain = json!({ "file": "a.png", "text": "make it warmer", "warmth": "30", "adjustments": "warmth 30" });
        let told = json!({ "file": "a.png", "text": "it looks cold", "warmth": "30" });
        assert_eq!(said_once(plain), said_once(told.clone()));
        let more = json!({ "file": "a.png", "text": "it looks cold", "warmth": "40" });
        assert_ne!(said_once(told), said_once(more));
        let like = |words: &str| said_once(json!({ "file": "a.png", "text": words }));
        assert_ne!(like("like winter"), like("like spring"));
        assert_ne!(like("blur it"), like("sharpen it"));
    }

    #[test]
    fn what_cannot_be_done_has_its_reason() {
        let why = |text: &str| {
            let all = subtasks("edit", json!({ "file": "a.png", "text": text }));
            refusal(
                &all[0].solutions[0].actions[0],
                toolbox().tool("edit").expect("a tool"),
            )
        };
        assert!(why("save it as bmp").is_some_and(|why| why.contains("BMP")));
        assert_eq!(why("make it look like winter"), None);
        assert_eq!(why("make it warmer"), None);
    }
}
