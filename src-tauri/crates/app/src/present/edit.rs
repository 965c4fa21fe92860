//! How an artifact was edited, as a sequence of shots of the files that were given.

use std::collections::HashMap;
use std::rc::Rc;

use patchbay_domain::{EditList, EditPart, EditTransition, ResourceType, Step, Toolbox};
use patchbay_handover::{Cut, Media, Sequence, Transition, TransitionKind};
use patchbay_store::{Artifact, Origin, OriginInput, OriginValue, Run};

use super::tool;
use crate::error::Error;

/// Source from which an edit is read.
pub(crate) struct Chain<'a> {
    /// Artifacts that led to the artifact, from the given ones to the artifact itself.
    pub(crate) artifacts: &'a [Artifact],
    /// The runs of their steps, by id.
    pub(crate) runs: &'a HashMap<String, Run>,
    /// The tools.
    pub(crate) toolbox: &'a Toolbox,
    /// The file that stands for an artifact.
    pub(crate) media: &'a dyn Fn(&Artifact) -> Result<Media, Error>,
}

impl Chain<'_> {
    /// An artifact as shots. What a step did that only its result shows is none: then the file that
    /// it made is a shot, with a note that names the steps behind it.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(crate) fn sequence(&self, artifact: &Artifact) -> Result<Sequence, Error> {
        if let Some(edited) = self.edited(artifact)? {
            return Ok(edited);
        }
        let media = Rc::new((self.media)(artifact)?);
        let steps = self.steps_behind(artifact);
        let notes = if steps.is_empty() {
            Vec::new()
        } else {
            vec![format!(
                "{}: no timeline can say this, so the file that was made stands here.",
                steps.join("; ")
            )]
        };
        Ok(Sequence::whole(media, notes))
    }

    /// An artifact as shots of what its step took, where its step recorded what it did.
    fn edited(&self, artifact: &Artifact) -> Result<Option<Sequence>, Error> {
        let Origin::Made { inputs, .. } = &artifact.origin else {
            return Ok(None);
        };
        let edit = self.step(artifact).and_then(|step| {
            if step.pass.is_some() {
                return step.edits.first().filter(|_| step.edits.len() == 1);
            }
            let place = step.outputs.iter().position(|id| *id == artifact.id)?;
            let is_whole = step.edits.len() == step.outputs.len();
            step.edits.get(place).filter(|_| is_whole)
        });
        let Some(edit) = edit else {
            return Ok(None);
        };
        let mut parts = Vec::with_capacity(edit.parts.len());
        let mut sources: HashMap<&str, Sequence> = HashMap::new();
        for part in &edit.parts {
            let Some(source) = self.source(inputs, part) else {
                return Ok(None);
            };
            if !sources.contains_key(source.id.as_str()) {
                // What was passed on in one pass has no file that could stand for it.
                let sequence = match &source.asset {
                    Some(_) => self.sequence(source)?,
                    None => match self.edited(source)? {
                        Some(edited) => edited,
                        None => return Ok(None),
                    },
                };
                sources.insert(&source.id, sequence);
            }
            let Some(cut) = sources[source.id.as_str()].cut(&[cut(part)]) else {
                return Ok(None);
            };
            parts.push(cut);
        }
        Ok(joined(parts, edit))
    }

    /// The artifact that a part is of, where only one of those that the step took can be meant.
    fn source(&self, inputs: &[OriginInput], part: &EditPart) -> Option<&Artifact> {
        let taken = || {
            let ids = inputs.iter().filter_map(|input| match &input.value {
                OriginValue::Artifact(id) => Some(id),
                OriginValue::Words(_) => None,
            });
            ids.filter_map(|id| self.artifacts.iter().find(|one| one.id == *id))
                .filter(|one| is_playable(one))
        };
        let named = taken().find(|one| one.name == part.source);
        // A result may have got another name when it was kept.
        named.or_else(|| taken().next().filter(|_| taken().count() == 1))
    }

    fn step(&self, artifact: &Artifact) -> Option<&Step> {
        let Origin::Made { run, step, .. } = &artifact.origin else {
            return None;
        };
        let steps = &self.runs.get(run)?.steps;
        steps.iter().find(|known| known.index == *step)
    }

    /// Returns the labels of the steps that made an artifact, with their settings, in the order in
    /// which they were done.
    fn steps_behind(&self, artifact: &Artifact) -> Vec<String> {
        let mut steps = Vec::new();
        let Origin::Made { tool, inputs, .. } = &artifact.origin else {
            return steps;
        };
        for input in inputs {
            if let OriginValue::Artifact(id) = &input.value
                && let Some(before) = self.artifacts.iter().find(|one| one.id == *id)
            {
                steps.extend(self.steps_behind(before));
            }
        }
        let label = tool::label(self.toolbox, tool);
        let set: Vec<String> = self
            .step(artifact)
            .into_iter()
            .flat_map(|step| &step.settings)
            .map(|(name, value)| format!("{} {value}", name.replace('_', " ")))
            .collect();
        steps.push(if set.is_empty() {
            label
        } else {
            format!("{label} ({})", set.join(", "))
        });
        steps.dedup();
        steps
    }
}

/// Whether an artifact can stand on a timeline.
pub(crate) fn is_playable(artifact: &Artifact) -> bool {
    [ResourceType::VIDEO, ResourceType::AUDIO].contains(&artifact.resource_type)
}

fn cut(part: &EditPart) -> Cut {
    Cut {
        start: part.start,
        end: part.end,
        speed: part.speed,
        gain: part.gain,
        silent: part.silent,
    }
}

/// Parts one after the other, as an edit says; none where a timeline cannot say it.
fn joined(parts: Vec<Sequence>, edit: &EditList) -> Option<Sequence> {
    let transition = edit.transition.as_ref().map(transition);
    Sequence::join(parts, transition)?.faded(edit.fade_in, edit.fade_out)
}

fn transition(of: &EditTransition) -> Transition {
    let kind = match of.name.as_str() {
        "fade through black" => TransitionKind::ThroughBlack,
        "wipe" => TransitionKind::Wipe,
        _ => TransitionKind::Dissolve,
    };
    Transition {
        kind,
        seconds: of.seconds,
    }
}
