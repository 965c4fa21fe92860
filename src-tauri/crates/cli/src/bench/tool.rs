//! `patchbay-cli bench tool`: one tool, called as a plan would, some times over.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use patchbay_app::default_models_folder;
use patchbay_domain::{
    BoundingBox, LabelledBox, LabelledImage, LabelledMask, MediaFile, PointPrompt, Resource,
    ResourceType, Tool, Toolbox,
};
use patchbay_engine::Availability;
use patchbay_inference::Models;
use patchbay_phrases::values::give_said;
use patchbay_tools::{Context, Inputs, Progress, TOOLBOX, registry};
use serde_json::json;

use crate::points::Clicked;
use crate::terminal::say;

/// Arguments of `bench tool`.
#[derive(Args)]
pub(super) struct Arguments {
    /// The tool's name.
    tool: String,
    /// A value for each of its arguments: ARGUMENT=FILE, ARGUMENT=words, x,y,width,height for a
    /// box, x,y,+ for a point (- beside it; several with ; between). Several images are given one
    /// after the other; PARAMETER=value sets a parameter as plans write it.
    inputs: Vec<String>,
    /// The folder for the last call's results; made where it does not exist.
    #[arg(long)]
    out: PathBuf,
    /// How often it is called.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    times: u16,
}

pub(super) fn tool(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let toolbox = Arc::new(Toolbox::from_json(TOOLBOX)?);
    let declared = toolbox
        .tool(&arguments.tool)
        .with_context(|| format!("There is no tool “{}”", arguments.tool))?;
    let models = Models::open(default_models_folder()?);
    let availability = Availability::new(
        toolbox.clone(),
        Arc::new(registry::implementation_refs),
        models.clone(),
    );
    let implementation = availability
        .runnable(&arguments.tool)
        .with_context(|| format!("Nothing on this computer does “{}”", arguments.tool))?;
    let mut values = BTreeMap::new();
    for input in &arguments.inputs {
        let (argument, value) = input
            .split_once('=')
            .with_context(|| format!("“{input}” has no “=”"))?;
        let read = resource(declared, argument, value)?;
        let read = match (values.remove(argument), read) {
            // An argument that is given again takes several.
            (Some(Resource::Images { kind, mut items }), Resource::Images { items: more, .. }) => {
                items.extend(more);
                Resource::Images { kind, items }
            }
            (_, read) => read,
        };
        values.insert(argument.to_owned(), read);
    }
    std::fs::create_dir_all(&arguments.out)
        .with_context(|| format!("The folder {} cannot be made", arguments.out.display()))?;
    // Tools read no words: what an instruction says is given as values.
    give_said(declared, &mut values);
    let inputs = Inputs::new(values);
    let mut seconds = Vec::new();
    let mut made = Vec::new();
    for _ in 0..arguments.times {
        let folder = tempfile::tempdir_in(&arguments.out)?;
        let context = Context {
            folder: folder.path().to_owned(),
            progress: Progress::default(),
            seed: 1,
            models: models.clone(),
            target_seconds: None,
            settings: std::collections::BTreeMap::new(),
        };
        let start = Instant::now();
        let result = implementation.run(&inputs, &context)?;
        seconds.push(start.elapsed().as_secs_f64());
        made = kept(&result, &arguments.out)?;
    }
    say!("{}", json!({"seconds": seconds, "results": made}));
    Ok(ExitCode::SUCCESS)
}

fn resource(tool: &Tool, argument: &str, value: &str) -> anyhow::Result<Resource> {
    if tool.parameters.iter().any(|one| one.name == argument) {
        return Ok(Resource::Text(value.to_owned()));
    }
    let parameter = tool
        .args
        .iter()
        .find(|parameter| parameter.name == argument);
    let parameter =
        parameter.with_context(|| format!("“{}” has no argument “{argument}”", tool.name))?;
    let path = PathBuf::from(value);
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let file = MediaFile { path, name };
    Ok(match parameter.resource_type.as_str() {
        "text" => Resource::Text(value.to_owned()),
        "title" => Resource::Title(value.to_owned()),
        "tags" => Resource::Tags(value.split(',').map(str::to_owned).collect()),
        "video" => Resource::Video(file),
        "audio" => Resource::Audio(file),
        "mask" => Resource::Masks(vec![LabelledMask { file, label: None }]),
        "bbox" => Resource::BoundingBoxes(vec![LabelledBox {
            bounding_box: bounding_box(value)?,
            label: None,
        }]),
        "point" => {
            let point = |one: &str| {
                Ok(format!("-:{one}")
                    .parse::<Clicked>()
                    .map_err(anyhow::Error::msg)?
                    .point)
            };
            let points = value.split(';').map(point).collect::<anyhow::Result<_>>()?;
            Resource::Points(PointPrompt {
                points,
                bounding_box: None,
            })
        }
        "category" => bail!(
            "“{}” works on labels, which cannot be given here",
            tool.name
        ),
        kind => Resource::Images {
            kind: ResourceType::new(kind),
            items: vec![LabelledImage { file, label: None }],
        },
    })
}

fn bounding_box(value: &str) -> anyhow::Result<BoundingBox> {
    let numbers: Vec<f32> = value
        .split(',')
        .map(str::parse)
        .collect::<Result<_, _>>()
        .context("a box is four numbers")?;
    let [x, y, width, height] = numbers[..] else {
        bail!("a box is four numbers, not “{value}”")
    };
    Ok(BoundingBox {
        x,
        y,
        width,
        height,
    })
}

/// A result's files, moved into `folder`, or the value itself.
fn kept(result: &Resource, folder: &Path) -> anyhow::Result<Vec<serde_json::Value>> {
    if result.files().is_empty() {
        return Ok(vec![serde_json::to_value(result)?]);
    }
    let keep = |file: &MediaFile| {
        let path = folder.join(&file.name);
        std::fs::rename(&file.path, &path)?;
        Ok(json!(path))
    };
    result.files().into_iter().map(keep).collect()
}
