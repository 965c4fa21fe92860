//! Solutions that differ by a value alone: ways of one tool to reach what is asked for, such as a
//! file under 8 MB by fewer bits, a smaller picture or a newer codec.

use patchbay_domain::{Action, InputValue, Parameter, Solution, Toolbox};

/// Loss of score of each further way, so that the tool's own comes first and the others keep the
/// toolbox's order.
const STEP: f64 = 0.01;

/// Adds, behind the best solution, one for each choice of a parameter of its last tool that is a way
/// to reach what another parameter is set to (`Parameter::ways_to`), unless the words chose one.
pub(crate) fn add(solutions: &mut Vec<Solution>, toolbox: &Toolbox) {
    let Some(best) = solutions.first() else {
        return;
    };
    let Some((last, before)) = best.actions.split_last() else {
        return;
    };
    let Some(parameter) = open_way(last, toolbox) else {
        return;
    };
    let way = |(place, choice): (usize, &String)| {
        let mut action = last.clone();
        let value = InputValue::One(choice.clone());
        action.inputs.insert(parameter.name.clone(), value);
        Solution {
            actions: before.iter().cloned().chain([action]).collect(),
            score: ((best.score - STEP * (place + 1) as f64) * 100.0).round() / 100.0,
            ..best.clone()
        }
    };
    let ways: Vec<Solution> = parameter.choices.iter().enumerate().map(way).collect();
    solutions.splice(1..1, ways);
}

/// The parameter whose choices are ways to reach what an action is to reach, and that is not set.
fn open_way<'a>(action: &Action, toolbox: &'a Toolbox) -> Option<&'a Parameter> {
    let is_open = |parameter: &&Parameter| {
        parameter
            .ways_to
            .as_ref()
            .is_some_and(|target| action.inputs.contains_key(target))
            && !action.inputs.contains_key(&parameter.name)
    };
    toolbox.tool(&action.tool)?.parameters.iter().find(is_open)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const TOOLBOX: &str = r#"{"resource_types": [{"name": "video"}], "tools": [{"name": "convert", "args": [{"name": "video", "type": "video"}],
        "returns": "video", "parameters": [{"name": "target", "kind": "bytes"},
        {"name": "way", "kind": "choice", "choices": ["full size", "newer codec"], "ways_to": "target"}]}]}"#;

    fn solution(inputs: &[(&str, &str)]) -> Solution {
        let inputs: BTreeMap<_, _> = inputs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), InputValue::One((*value).to_owned())))
            .collect();
        Solution {
            score: 4.5,
            actions: vec![Action {
                tool: "convert".to_owned(),
                inputs,
                outputs: Vec::new(),
                seed: None,
                settings: BTreeMap::new(),
            }],
            seconds: 1.0,
            download_bytes: 0,
        }
    }

    fn ways(inputs: &[(&str, &str)]) -> Vec<(f64, Option<InputValue>)> {
        let toolbox = Toolbox::from_json(TOOLBOX).unwrap();
        let mut solutions = vec![solution(inputs)];
        add(&mut solutions, &toolbox);
        let way = |solution: &Solution| {
            (
                solution.score,
                solution.actions[0].inputs.get("way").cloned(),
            )
        };
        solutions.iter().map(way).collect()
    }

    #[test]
    fn each_choice_is_a_way_to_what_is_asked_for() {
        let one = |choice: &str| Some(InputValue::One(choice.to_owned()));
        assert_eq!(
            ways(&[("video", "a.mp4"), ("target", "8 MB")]),
            [
                (4.5, None),
                (4.49, one("full size")),
                (4.48, one("newer codec"))
            ]
        );
    }

    #[test]
    fn nothing_is_offered_where_a_way_was_chosen_or_nothing_is_to_be_reached() {
        let chosen = [
            ("video", "a.mp4"),
            ("target", "8 MB"),
            ("way", "newer codec"),
        ];
        assert_eq!(ways(&chosen).len(), 1);
        assert_eq!(ways(&[("video", "a.mp4")]).len(), 1);
    }
}
