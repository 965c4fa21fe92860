//! A recipe, read off how an artifact came about.

use std::collections::{BTreeMap, HashMap};

use patchbay_domain::value::output_on_the_way;
use patchbay_domain::{Action, InputValue, NamedResource, Output, Recipe, SubtaskId};
use patchbay_store::{Artifact, Origin, OriginValue, Run};

use crate::error::Error;

/// How an artifact was made; none where a person gave it. `chain`: what it was made of, from what
/// was given to the artifact itself; `run_of`: the run of an id.
///
/// # Errors
/// Those of `run_of`.
pub(crate) fn recipe(
    artifact: &Artifact,
    chain: &[Artifact],
    run_of: impl Fn(&str) -> Result<Run, Error>,
) -> Result<Option<Recipe>, Error> {
    let Origin::Made { run, .. } = &artifact.origin else {
        return Ok(None);
    };
    let seed = run_of(run)?.seed;
    let mut recipe = Recipe {
        given: Vec::new(),
        actions: Vec::new(),
        seed,
    };
    let mut values: HashMap<&str, String> = HashMap::new();
    let mut steps: HashMap<(&str, usize), String> = HashMap::new();
    for made in chain {
        let Origin::Made {
            run,
            step,
            tool,
            inputs,
        } = &made.origin
        else {
            values.insert(&made.id, made.name.clone());
            recipe.given.push(NamedResource {
                name: made.name.clone(),
                resource_type: made.resource_type.clone(),
            });
            continue;
        };
        let made_in = run_of(run)?;
        let value = steps.entry((run, *step)).or_insert_with(|| {
            let value = output_on_the_way(SubtaskId(0), recipe.actions.len());
            let mut arguments: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for input in inputs {
                let passed = match &input.value {
                    OriginValue::Artifact(id) => values.get(id.as_str()).unwrap_or(id),
                    OriginValue::Words(words) => words,
                };
                let all = arguments.entry(input.argument.clone()).or_default();
                // The artifacts of one step are one value.
                if all.last() != Some(passed) {
                    all.push(passed.clone());
                }
            }
            let inputs: BTreeMap<_, _> = arguments
                .into_iter()
                .map(|(argument, values)| (argument, one_or_many(values)))
                .collect();
            let outputs = vec![Output {
                resource_type: made.resource_type.clone(),
                value: value.clone(),
            }];
            let seed = (made_in.seed != seed).then_some(made_in.seed);
            let known = made_in.steps.iter().find(|known| known.index == *step);
            let mut settings = known
                .map(|known| known.settings.clone())
                .unwrap_or_default();
            // Values of parameters are among the inputs already.
            settings.retain(|name, _| !inputs.contains_key(name));
            recipe.actions.push(Action {
                tool: tool.clone(),
                inputs,
                outputs,
                seed,
                settings,
            });
            value
        });
        values.insert(&made.id, value.clone());
    }
    let used = |name: &String| {
        recipe
            .actions
            .iter()
            .flat_map(|action| action.inputs.values())
            .any(|value| value.values().contains(name))
    };
    recipe.given = recipe
        .given
        .iter()
        .filter(|given| used(&given.name))
        .cloned()
        .collect();
    Ok(Some(recipe))
}

fn one_or_many(mut values: Vec<String>) -> InputValue {
    match values.len() {
        1 => InputValue::One(values.remove(0)),
        _ => InputValue::Many(values),
    }
}
