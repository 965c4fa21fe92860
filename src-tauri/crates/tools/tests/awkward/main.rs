//! Awkward media through every tool that takes their type: a result that can be read, or a sentence
//! that says why not; never a panic, and never without an end.

mod corpus;
mod lists;
mod refused;
mod stopped;
mod texts;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{LazyLock, mpsc};
use std::thread;
use std::time::Duration;

use patchbay_domain::{
    BoundingBox, Label, LabelledBox, LabelledImage, LabelledMask, MediaFile, Point, PointPrompt,
    Resource, ResourceParameter, ResourceType, Tool, Toolbox,
};
use patchbay_phrases::values::said;
use patchbay_tools::{Context, Implementation, Inputs, Progress, TOOLBOX, ToolError, registry};
use serde::Deserialize;

/// No tool may take longer with media of a second or less, however slow the computer.
const LONGEST: Duration = Duration::from_mins(2);

/// Trials of the tools, by their names.
static TRIALS: LazyLock<BTreeMap<String, Trial>> =
    LazyLock::new(|| serde_json::from_str(patchbay_toolbox::TRIALS).expect("trials of tools"));

/// Words and values that a tool is given beside media.
#[derive(Deserialize)]
struct Trial {
    words: Option<String>,
    values: BTreeMap<String, String>,
}

/// Words that a tool's text argument understands.
fn words(tool: &str) -> &'static str {
    let words = TRIALS[tool].words.as_deref();
    words.unwrap_or("a calm walk by the sea")
}

/// Values of parameters without which a tool has nothing to do, and those that its instruction says.
fn values(tool: &Tool) -> impl Iterator<Item = (String, Resource)> {
    let said = tool.instruction().map(|_| said(tool, words(&tool.name)));
    let said = said.into_iter().flatten();
    let values = TRIALS[&tool.name].values.clone();
    said.chain(values)
        .map(|(name, value)| (name, Resource::Text(value)))
}

fn resource(
    parameter: &ResourceParameter,
    tool: &str,
    file: &MediaFile,
    plain: &BTreeMap<&str, MediaFile>,
) -> Resource {
    let label = || {
        Some(Label {
            name: "thing".to_owned(),
            score: Some(0.9),
        })
    };
    match parameter.resource_type.as_str() {
        "video" => Resource::Video(file.clone()),
        "audio" => Resource::Audio(file.clone()),
        "mask" => Resource::Masks(vec![LabelledMask {
            file: plain["mask"].clone(),
            label: label(),
        }]),
        "bbox" => Resource::BoundingBoxes(vec![LabelledBox {
            bounding_box: BoundingBox {
                x: 1.0,
                y: 1.0,
                width: 20.0,
                height: 14.0,
            },
            label: label(),
        }]),
        "point" => Resource::Points(PointPrompt {
            points: vec![Point {
                x: 3.0,
                y: 3.0,
                include: true,
            }],
            bounding_box: None,
        }),
        "category" => Resource::Category(label().into_iter().collect()),
        "title" => Resource::Title("A walk".to_owned()),
        "tags" => Resource::Tags(vec!["walk".to_owned()]),
        "text" => Resource::Text(words(tool).to_owned()),
        kind => Resource::Images {
            kind: ResourceType::new(kind),
            items: vec![LabelledImage {
                file: file.clone(),
                label: None,
            }],
        },
    }
}

/// The type of media that a tool is tried with: that of its first argument of any.
fn medium<'a>(takes: &[ResourceParameter], toolbox: &Toolbox) -> Option<&'a str> {
    let is = |parameter: &ResourceParameter, of: &ResourceType| {
        toolbox.fits(&parameter.resource_type, of)
    };
    takes.iter().find_map(|parameter| {
        [
            ("video", ResourceType::VIDEO),
            ("audio", ResourceType::AUDIO),
            ("image", ResourceType::IMAGE),
        ]
        .into_iter()
        .find(|(_, of)| is(parameter, of))
        .map(|(name, _)| name)
    })
}

/// Outcome of a run; a panic is an error of its own.
fn outcome(
    implementation: &'static dyn Implementation,
    inputs: Inputs,
    folder: &Path,
) -> Result<Result<Resource, ToolError>, String> {
    let progress = Progress::default();
    let context = Context {
        folder: folder.to_owned(),
        progress: progress.clone(),
        seed: 1,
        models: patchbay_inference::Models::none(),
        target_seconds: Some(1.0),
        settings: std::collections::BTreeMap::new(),
    };
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(|| implementation.run(&inputs, &context)));
        let _ = sender.send(done);
    });
    match receiver.recv_timeout(LONGEST) {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(_)) => Err("panics".to_owned()),
        Err(_) => {
            progress.cancel();
            Err(format!("has not ended after {} s", LONGEST.as_secs()))
        }
    }
}

/// Fault of a result; none where it can be read.
fn fault(result: &Resource) -> Option<String> {
    if matches!(result, Resource::Html(_) | Resource::Document { .. }) {
        return None;
    }
    result.files().into_iter().find_map(|file| {
        patchbay_media::probe(&file.path, &file.name)
            .err()
            .map(|error| format!("makes what cannot be read: {error}"))
    })
}

fn through(medium_tried: &str) {
    let toolbox = Toolbox::from_json(TOOLBOX).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plain = BTreeMap::from([("mask", corpus::mask(folder.path()))]);
    let corpus = corpus::of(medium_tried, folder.path());
    let (mut faults, mut tried, mut done) = (Vec::new(), 0, 0);
    for tool in &toolbox.tools {
        let Some(implementation) =
            registry::runnable(&tool.name, &patchbay_inference::Models::none())
        else {
            continue;
        };
        if medium(&tool.args, &toolbox) != Some(medium_tried) {
            continue;
        }
        for awkward in &corpus {
            let given = tool.args.iter().map(|parameter| {
                let fits = medium(std::slice::from_ref(parameter), &toolbox) == Some(medium_tried);
                let ordinary = || match medium(std::slice::from_ref(parameter), &toolbox) {
                    Some(kind) => corpus::ordinary(kind, folder.path()),
                    None => awkward.clone(),
                };
                let file = if fits { awkward.clone() } else { ordinary() };
                (
                    parameter.name.clone(),
                    resource(parameter, &tool.name, &file, &plain),
                )
            });
            let inputs = Inputs::new(given.chain(values(tool)).collect());
            let place = tempfile::tempdir_in(folder.path()).unwrap();
            let said = match outcome(implementation, inputs, place.path()) {
                Ok(Ok(result)) => {
                    done += 1;
                    fault(&result)
                }
                Ok(Err(error)) => {
                    let sentence = error.to_string();
                    let is_clear = sentence.contains(' ')
                        && sentence.ends_with(['.', '?'])
                        && !sentence.contains("panicked");
                    (!is_clear).then(|| format!("says only “{sentence}”"))
                }
                Err(fault) => Some(fault),
            };
            tried += 1;
            faults.extend(said.map(|said| format!("{} with {}: {said}", tool.name, awkward.name)));
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {tried}:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(
        done * 2 > tried,
        "most of it can be worked on: {done} of {tried}"
    );
}

#[test]
fn awkward_images() {
    through("image");
}

#[test]
fn awkward_audio() {
    through("audio");
}

#[test]
fn awkward_videos() {
    through("video");
}
