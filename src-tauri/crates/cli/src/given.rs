//! The files and points that a call gives to a request.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use patchbay_app::App;
use patchbay_app::api::{AppError, Artifact, MarkPoints, PointPrompt};

use crate::points::Clicked;
use crate::terminal::tell;

/// Takes in the files and points: the artifacts' ids, and a sentence for each file that is of no
/// use.
pub(crate) async fn take_in(
    app: &App,
    conversation: &str,
    (files, points): (&[PathBuf], &[Clicked]),
) -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let mut artifacts: Vec<Artifact> = Vec::new();
    let mut refused = Vec::new();
    let mut refuse = |error: AppError| {
        tell!("{error}");
        refused.push(error.to_string());
    };
    let mut found = Vec::new();
    for given in files {
        match app.files_in(vec![given.clone()]).await {
            Ok(files) => found.extend(files),
            Err(error) => refuse(error.into()),
        }
    }
    if let Err(error) = app.check_count(found.len()) {
        refuse(error.into());
        found.clear();
    }
    for file in found {
        match app.import_path(conversation.to_owned(), file).await {
            Ok(artifact) => artifacts.push(artifact),
            Err(error) => refuse(error.into()),
        }
    }
    let mut clicked: BTreeMap<&str, PointPrompt> = BTreeMap::new();
    for Clicked { name, point } in points {
        let artifact = artifacts.iter().find(|artifact| artifact.name == *name);
        let artifact = artifact
            .with_context(|| format!("--points names “{name}”, which is not one of the files"))?;
        clicked
            .entry(artifact.id.as_str())
            .or_default()
            .points
            .push((*point).into());
    }
    let mut ids: Vec<String> = artifacts
        .iter()
        .map(|artifact| artifact.id.clone())
        .collect();
    for (artifact, prompt) in clicked {
        ids.push(
            app.mark_points(MarkPoints {
                artifact: artifact.to_owned(),
                prompt,
            })
            .await?
            .id,
        );
    }
    Ok((ids, refused))
}
