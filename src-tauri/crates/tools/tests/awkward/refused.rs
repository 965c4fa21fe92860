//! Values that no parameter can have, through every tool that is here: each is refused with the name of
//! its parameter, and nothing is made as if it had not been set.

use std::collections::BTreeMap;
use std::path::Path;
use std::slice::from_ref;

use patchbay_domain::{Parameter, ParameterKind, Resource, ResourceType, Tool, Toolbox};
use patchbay_inference::Models;
use patchbay_tools::{Inputs, TOOLBOX, registry};

use super::texts::SRT;
use super::{corpus, medium, outcome, resource, values};

/// What no number, time, size, colour or place is.
const NONE: &str = "no such value";

/// Whether a parameter takes values of a type, which the text is none of. Which tracks there are, files
/// say.
fn is_typed(tool: &Tool, parameter: &Parameter) -> bool {
    let is_words = matches!(
        parameter.kind,
        ParameterKind::Text
            | ParameterKind::Choice
            | ParameterKind::Flag
            | ParameterKind::Edits
            | ParameterKind::Track
    );
    !is_words && tool.choices(parameter).is_empty()
}

fn given(tool: &Tool, name: &str, toolbox: &Toolbox, folder: &Path) -> Inputs {
    let plain = BTreeMap::from([("mask", corpus::mask(folder))]);
    let media = tool.args.iter().map(|argument| {
        let kind = medium(from_ref(argument), toolbox).unwrap_or("image");
        let file = corpus::ordinary(kind, folder);
        let is_subtitles =
            tool.name.contains("subtitle") && argument.resource_type.as_str() == "text";
        let value = match resource(argument, &tool.name, &file, &plain) {
            _ if is_subtitles => Resource::Text(SRT.to_owned()),
            Resource::Images { kind, items } if argument.many => Resource::Images {
                kind,
                items: [items.clone(), items].concat(),
            },
            Resource::Video(file) if argument.many => {
                Resource::several(ResourceType::VIDEO, vec![file.clone(), file])
            }
            one => one,
        };
        (argument.name.clone(), value)
    });
    let set = (name.to_owned(), Resource::Text(NONE.to_owned()));
    Inputs::new(media.chain(values(tool)).chain([set]).collect())
}

#[test]
fn values_that_cannot_be_are_refused_by_name() {
    let toolbox = Toolbox::from_json(TOOLBOX).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (mut faults, mut tried) = (Vec::new(), 0);
    for tool in &toolbox.tools {
        for parameter in tool.parameters.iter().filter(|one| is_typed(tool, one)) {
            let inputs = given(tool, &parameter.name, &toolbox, folder.path());
            let all = registry::implementations(&tool.name).iter().copied();
            let mut here = all.filter(|one| one.missing(&Models::none()).is_none());
            let suiting = here.find(|one| one.suits(&inputs));
            let Some(implementation) = suiting else {
                continue;
            };
            tried += 1;
            let place = tempfile::tempdir_in(folder.path()).unwrap();
            let said = match outcome(implementation, inputs, place.path()) {
                Ok(Ok(_)) => "is taken for none".to_owned(),
                Ok(Err(error)) => {
                    let sentence = error.to_string();
                    let is_named = sentence.contains(&format!("“{}”", parameter.name));
                    if is_named && sentence.contains(NONE) {
                        continue;
                    }
                    format!("says “{sentence}”")
                }
                Err(fault) => fault,
            };
            faults.push(format!("“{}” of {}: {said}", parameter.name, tool.name));
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {tried}:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(tried > 100, "{tried} values");
}
