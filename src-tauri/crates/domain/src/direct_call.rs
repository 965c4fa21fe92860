//! A tool called straight, with files and typed values in place of a request in words.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::index::SubtaskId;
use crate::parameter::Parameter;
use crate::plan::{Action, InputValue, NamedResource, Returns};
use crate::resource_type::ResourceType;
use crate::text_role::TextRole;
use crate::tool::{ResourceParameter, Tool};
use crate::toolbox::Toolbox;
use crate::value::output_of;

/// Error of a direct call of a tool.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum DirectCallError {
    /// There is no tool of that name.
    #[error("There is no tool “{0}”.")]
    UnknownTool(String),
    /// No file is left for one of its arguments.
    #[error("“{tool}” needs {resource_type} as its {argument}. Give one more file.")]
    MissingFile {
        /// The tool's name.
        tool: String,
        /// The argument's name.
        argument: String,
        /// The argument's type.
        resource_type: ResourceType,
    },
    /// It takes words, and none were given.
    #[error("“{tool}” needs words as its {argument}. Give them before the files.")]
    MissingWords {
        /// The tool's name.
        tool: String,
        /// The argument's name.
        argument: String,
    },
    /// Words were given to a tool without an argument for them.
    #[error("“{tool}” takes no words, and there is no file “{words}”.")]
    UnusedWords {
        /// The tool's name.
        tool: String,
        /// The words.
        words: String,
    },
    /// A file is of a type that none of its arguments takes, or there are too many.
    #[error("“{tool}” has no use for {file}.")]
    UnusedFile {
        /// The tool's name.
        tool: String,
        /// The file's name.
        file: String,
    },
}

/// One call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct DirectCall {
    /// The files that it takes, in their order.
    pub files: Vec<NamedResource>,
    /// The call; its output is the result of the subtask with the call's position as its number.
    pub action: Action,
}

/// Binds files to a tool's arguments by their types and order. A tool with a single argument for
/// files that takes one at a time is called once for each of them, with the same text files.
pub fn direct_calls(
    toolbox: &Toolbox,
    name: &str,
    files: &[NamedResource],
    words: Option<&str>,
) -> Result<Vec<DirectCall>, DirectCallError> {
    let tool = toolbox
        .tool(name)
        .ok_or_else(|| DirectCallError::UnknownTool(name.to_owned()))?;
    let groups = each_with_texts(toolbox, tool, files).unwrap_or_else(|| vec![files.to_vec()]);
    groups
        .into_iter()
        .enumerate()
        .map(|(position, group)| {
            Ok(DirectCall {
                action: Action {
                    tool: tool.name.clone(),
                    inputs: bind(toolbox, tool, &group, words)?,
                    outputs: vec![Returns {
                        resource_type: tool.returns.clone(),
                        value: output_of(SubtaskId(position)),
                    }],
                    seed: None,
                    settings: BTreeMap::new(),
                },
                files: group,
            })
        })
        .collect()
}

/// The files of each call of a tool with a single argument for files that takes one at a time: one of
/// them, and all text files that its other arguments take; none where the tool is another one.
fn each_with_texts(
    toolbox: &Toolbox,
    tool: &Tool,
    files: &[NamedResource],
) -> Option<Vec<Vec<NamedResource>>> {
    let mut of_files = tool.args.iter().filter(|argument| !takes_words(argument));
    let only = of_files.next().filter(|argument| !argument.many)?;
    if of_files.next().is_some() {
        return None;
    }
    let (own, others): (Vec<_>, Vec<_>) = files
        .iter()
        .cloned()
        .partition(|file| toolbox.fits(&file.resource_type, &only.resource_type));
    let with_others = |file| [vec![file], others.clone()].concat();
    (!own.is_empty()).then(|| own.into_iter().map(with_others).collect())
}

/// Whether an argument can be given as words in place of a file.
fn takes_words(argument: &ResourceParameter) -> bool {
    argument.resource_type == ResourceType::TEXT
}

/// Whether what an argument's words would say can be set by the tool's parameters.
fn is_set_by_values(tool: &Tool, argument: &ResourceParameter) -> bool {
    argument.role == Some(TextRole::Instruction) && tool.parameters.iter().any(Parameter::is_set)
}

fn bind(
    toolbox: &Toolbox,
    tool: &Tool,
    files: &[NamedResource],
    words: Option<&str>,
) -> Result<BTreeMap<String, InputValue>, DirectCallError> {
    if let Some(words) = words.filter(|_| !tool.args.iter().any(takes_words)) {
        return Err(DirectCallError::UnusedWords {
            tool: tool.name.clone(),
            words: words.to_owned(),
        });
    }
    let mut files: Vec<&NamedResource> = files.iter().collect();
    let mut words = words;
    let mut inputs = BTreeMap::new();
    for argument in &tool.args {
        let fits =
            |file: &&NamedResource| toolbox.fits(&file.resource_type, &argument.resource_type);
        let value = if argument.many {
            let (taken, left): (Vec<_>, Vec<_>) = files.iter().copied().partition(fits);
            files = left;
            let names: Vec<String> = taken.iter().map(|file| file.name.clone()).collect();
            (!names.is_empty()).then_some(InputValue::Many(names))
        } else {
            let place = files.iter().position(fits);
            place.map(|place| InputValue::One(files.remove(place).name.clone()))
        };
        let missing = || {
            let (tool, argument_name) = (tool.name.clone(), argument.name.clone());
            if takes_words(argument) {
                DirectCallError::MissingWords {
                    tool,
                    argument: argument_name,
                }
            } else {
                DirectCallError::MissingFile {
                    tool,
                    argument: argument_name,
                    resource_type: argument.resource_type.clone(),
                }
            }
        };
        let value = match value {
            None if takes_words(argument) => words
                .take()
                .or_else(|| is_set_by_values(tool, argument).then_some(""))
                .map(|words| InputValue::One(words.to_owned())),
            found => found,
        };
        inputs.insert(argument.name.clone(), value.ok_or_else(missing)?);
    }
    if let Some(words) = words {
        return Err(DirectCallError::UnusedWords {
            tool: tool.name.clone(),
            words: words.to_owned(),
        });
    }
    match files.first() {
        Some(file) => Err(DirectCallError::UnusedFile {
            tool: tool.name.clone(),
            file: file.name.clone(),
        }),
        None => Ok(inputs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toolbox() -> Toolbox {
        Toolbox::from_json(
            r#"{"resource_types": [{"name": "image"}, {"name": "video"}, {"name": "text"}], "tools": [
                {"name": "crop", "args": [{"name": "image", "type": "image"}], "returns": "image"},
                {"name": "join", "args": [{"name": "videos", "type": "video", "many": true}], "returns": "video"},
                {"name": "title", "args": [{"name": "video", "type": "video"}, {"name": "text", "type": "text"}], "returns": "video"}]}"#,
        )
        .expect("a toolbox")
    }

    fn file(name: &str, resource_type: ResourceType) -> NamedResource {
        NamedResource {
            name: name.to_owned(),
            resource_type,
        }
    }

    #[test]
    fn a_tool_of_one_picture_is_called_for_each_and_a_join_once() {
        let pictures = [
            file("a.png", ResourceType::IMAGE),
            file("b.png", ResourceType::IMAGE),
        ];
        let calls = direct_calls(&toolbox(), "crop", &pictures, None).unwrap();
        let given: Vec<_> = calls
            .iter()
            .map(|call| {
                (
                    call.action.inputs["image"].clone(),
                    &*call.action.outputs[0].value,
                )
            })
            .collect();
        assert_eq!(
            given,
            [
                (InputValue::One("a.png".into()), "<GEN>-0"),
                (InputValue::One("b.png".into()), "<GEN>-1")
            ]
        );
        let films = [
            file("1.mp4", ResourceType::VIDEO),
            file("2.mp4", ResourceType::VIDEO),
        ];
        let calls = direct_calls(&toolbox(), "join", &films, None).unwrap();
        assert_eq!(calls.len(), 1);
        assert_eq!(
            calls[0].action.inputs["videos"],
            InputValue::Many(vec!["1.mp4".into(), "2.mp4".into()])
        );
    }

    #[test]
    fn words_are_an_argument_and_nothing_is_left_over() {
        let film = [file("1.mp4", ResourceType::VIDEO)];
        let calls = direct_calls(&toolbox(), "title", &film, Some("The end")).unwrap();
        assert_eq!(
            calls[0].action.inputs["text"],
            InputValue::One("The end".into())
        );
        let error = |tool: &str, files: &[NamedResource], words| {
            direct_calls(&toolbox(), tool, files, words)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("title", &film, None),
            "“title” needs words as its text. Give them before the files."
        );
        assert_eq!(
            error("crop", &film, None),
            "“crop” needs image as its image. Give one more file."
        );
        assert_eq!(
            error("join", &film, Some("all")),
            "“join” takes no words, and there is no file “all”."
        );
        let films = [
            film[0].clone(),
            file("2.mp4", ResourceType::VIDEO),
            file("end.txt", ResourceType::TEXT),
        ];
        let calls = direct_calls(&toolbox(), "title", &films, None).unwrap();
        for (call, film) in calls.iter().zip(["1.mp4", "2.mp4"]) {
            assert_eq!(call.action.inputs["video"], InputValue::One(film.into()));
            assert_eq!(
                call.action.inputs["text"],
                InputValue::One("end.txt".into())
            );
        }
        let both = [film[0].clone(), file("a.png", ResourceType::IMAGE)];
        assert_eq!(error("join", &both, None), "“join” has no use for a.png.");
        assert_eq!(error("gone", &film, None), "There is no tool “gone”.");
    }
}
