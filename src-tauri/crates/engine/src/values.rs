//! Words and lists as the values that tools take.

use patchbay_domain::{LabelledImage, ParameterKind, PointPrompt, Resource, ResourceType, Tool};
use patchbay_tool_api::{Inputs, ToolError};

use crate::sentences;

/// Values passed under each argument, several for a list, in the order of the names.
pub(crate) type ByArgument<T> = Vec<(String, Vec<T>)>;

/// Words out of a plan as a value of the type that a tool asks for.
pub(crate) fn words(text: &str, wanted: Option<&ResourceType>) -> Resource {
    match wanted.map(ResourceType::as_str) {
        Some("title") => Resource::Title(text.to_owned()),
        Some("tags") => Resource::Tags(
            text.split(',')
                .map(|tag| tag.trim().to_owned())
                .filter(|tag| !tag.is_empty())
                .collect(),
        ),
        _ => Resource::Text(text.to_owned()),
    }
}

/// Whether words can stand for a value of that type.
pub(crate) fn can_be_words(wanted: Option<&ResourceType>) -> bool {
    wanted.is_none_or(|wanted| matches!(wanted.as_str(), "text" | "title" | "tags"))
}

/// The first value under each argument, by which an implementation is chosen: where an argument has
/// several, they are of a kind.
pub(crate) fn first_values(arguments: &ByArgument<Resource>) -> Inputs {
    let first = arguments
        .iter()
        .filter_map(|(name, values)| Some((name.clone(), values.first()?.clone())));
    Inputs::new(first.collect())
}

/// Refuses a value that is none of those which its parameter lets choose: a tool would take it for none.
pub(crate) fn chosen(tool: &Tool, inputs: &Inputs) -> Result<(), ToolError> {
    let is_choice = |kind| kind == ParameterKind::Choice;
    for parameter in tool.parameters.iter().filter(|one| is_choice(one.kind)) {
        if let Some(value) = inputs.value(&parameter.name) {
            patchbay_values::read(tool, parameter, &value).map_err(ToolError::Refused)?;
        }
    }
    Ok(())
}

/// Several values as one: images, masks, boxes, labels, tags, points, videos and audio files join,
/// texts follow one another with an empty line between. An error, in a sentence, where a value of that kind cannot
/// hold several.
pub(crate) fn join(values: Vec<Resource>) -> Result<Resource, String> {
    let mut values = values.into_iter();
    let first = values.next().ok_or_else(sentences::empty_list)?;
    values.try_fold(first, join_two)
}

fn join_two(first: Resource, second: Resource) -> Result<Resource, String> {
    match (first, second) {
        (Resource::Masks(mut first), Resource::Masks(second)) => {
            first.extend(second);
            Ok(Resource::Masks(first))
        }
        (Resource::BoundingBoxes(mut first), Resource::BoundingBoxes(second)) => {
            first.extend(second);
            Ok(Resource::BoundingBoxes(first))
        }
        (Resource::Category(mut first), Resource::Category(second)) => {
            first.extend(second);
            Ok(Resource::Category(first))
        }
        (Resource::Tags(mut first), Resource::Tags(second)) => {
            first.extend(second);
            Ok(Resource::Tags(first))
        }
        (Resource::Points(mut first), Resource::Points(second)) => {
            first.points.extend(second.points);
            let bounding_box = second.bounding_box.or(first.bounding_box);
            Ok(Resource::Points(PointPrompt {
                bounding_box,
                ..first
            }))
        }
        (first, second) => match (
            images(&first),
            images(&second),
            first.as_text(),
            second.as_text(),
        ) {
            (Some((kind, mut items)), Some((other, more)), _, _) => {
                items.extend(more);
                Ok(Resource::Images {
                    kind: if kind == other {
                        kind
                    } else {
                        ResourceType::IMAGE
                    },
                    items,
                })
            }
            (_, _, Some(first), Some(second)) => Ok(Resource::Text(format!("{first}\n\n{second}"))),
            _ if first.resource_type() == second.resource_type() && is_playable(&first) => {
                let files = first.files().into_iter().chain(second.files()).cloned();
                Ok(Resource::Several {
                    kind: first.resource_type(),
                    files: files.collect(),
                })
            }
            _ if first.resource_type() == second.resource_type() => {
                Err(sentences::one_at_a_time(&first.resource_type()))
            }
            _ => Err(sentences::cannot_join(
                &first.resource_type(),
                &second.resource_type(),
            )),
        },
    }
}

/// Whether a value is made of videos or audio files.
fn is_playable(value: &Resource) -> bool {
    matches!(
        value,
        Resource::Video(_) | Resource::Audio(_) | Resource::Several { .. }
    )
}

/// A value as images, where it is made of images (masks are images).
fn images(value: &Resource) -> Option<(ResourceType, Vec<LabelledImage>)> {
    match value {
        Resource::Images { kind, items } => Some((kind.clone(), items.clone())),
        Resource::Masks(items) => {
            let items = items.iter().map(|mask| LabelledImage {
                file: mask.file.clone(),
                label: mask.label.clone(),
            });
            Some((ResourceType::MASK, items.collect()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;

    use super::*;

    fn file(name: &str) -> MediaFile {
        MediaFile {
            path: name.into(),
            name: name.to_owned(),
        }
    }

    #[test]
    fn values_of_one_kind_join_and_others_do_not() {
        let edge = Resource::Images {
            kind: ResourceType::new("edge"),
            items: vec![],
        };
        let joined = join(vec![
            Resource::image(file("a.png")),
            edge,
            Resource::image(file("b.png")),
        ])
        .unwrap();
        assert_eq!(joined.files(), [&file("a.png"), &file("b.png")]);
        assert_eq!(joined.resource_type(), ResourceType::IMAGE);
        let text = join(vec![
            Resource::Text("one".into()),
            Resource::Title("two".into()),
        ])
        .unwrap();
        assert_eq!(text, Resource::Text("one\n\ntwo".into()));
        let videos = join(vec![
            Resource::Video(file("a.mp4")),
            Resource::Video(file("b.mp4")),
        ]);
        assert_eq!(videos.unwrap().files(), [&file("a.mp4"), &file("b.mp4")]);
        let pages = join(vec![
            Resource::Html(file("a.html")),
            Resource::Html(file("b.html")),
        ]);
        assert_eq!(
            pages.unwrap_err(),
            "This takes one html at a time, but got several."
        );
        assert!(
            join(vec![
                Resource::Video(file("a.mp4")),
                Resource::Text("x".into())
            ])
            .is_err()
        );
        assert!(join(Vec::new()).is_err());
    }

    #[test]
    fn what_cannot_be_chosen_is_refused_by_its_name() {
        let order = serde_json::json!({ "name": "order", "kind": "choice", "choices": ["by name", "by time"] });
        let tool: Tool = serde_json::from_value(serde_json::json!({
            "name": "join", "label": "Join", "description": "Join files", "domain": "video",
            "args": [], "returns": "video", "parameters": [order]
        }))
        .unwrap();
        let given = |value: &str| {
            let order = Resource::Text(value.to_owned());
            chosen(&tool, &Inputs::new([("order".to_owned(), order)].into()))
        };
        assert_eq!(given("By time"), Ok(()));
        assert_eq!(given(""), Ok(()));
        let refused = given("by size").unwrap_err().to_string();
        assert!(refused.contains("“order” cannot be “by size”"), "{refused}");
    }

    #[test]
    fn words_become_what_is_asked_for() {
        let tags = words("sea, sand,,sun ", Some(&ResourceType::new("tags")));
        assert_eq!(
            tags,
            Resource::Tags(vec!["sea".into(), "sand".into(), "sun".into()])
        );
        assert!(!can_be_words(Some(&ResourceType::IMAGE)));
    }
}
