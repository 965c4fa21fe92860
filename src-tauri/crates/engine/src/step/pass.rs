//! Several steps in one pass over a video: it is decoded once, taken through all of them, and
//! encoded once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::iter;

use patchbay_domain::{EditList, Resource, SubtaskId};
use patchbay_tool_api::checking::{checked_stage, checked_written};
use patchbay_tool_api::filtering::VIDEO;
use patchbay_tool_api::watching::watching;
use patchbay_tool_api::{Context, ImplementationRef, Inputs, ToolError, VideoFilter, VideoStreams};

use super::{StepOutput, StepTask};
use crate::cache::{self, Key};
use crate::each::for_each;
use crate::provenance::{InputOrigin, StepProvenance};
use crate::state::FORMAT;
use crate::values::{self, ByArgument};

/// A step that goes on with the video of the one before as it passes.
pub(crate) struct Follower {
    pub(crate) implementation: ImplementationRef,
    /// The step's index in the run.
    pub(crate) step: usize,
    /// The name of the tool.
    pub(crate) tool: String,
    /// The values of all arguments but the video.
    pub(crate) arguments: ByArgument<Resource>,
    /// Origins of those values.
    pub(crate) origins: ByArgument<InputOrigin>,
    /// The ids of the subtasks whose goal its result is.
    pub(crate) goal_of: Vec<SubtaskId>,
    pub(crate) seed: u64,
    /// Settings that a person chose for it, by name.
    pub(crate) settings: BTreeMap<String, String>,
}

impl Follower {
    fn inputs(&self) -> Result<Vec<(String, Resource)>, ToolError> {
        let joined = |(name, values): &(String, Vec<Resource>)| {
            let value = values::join(values.clone()).map_err(ToolError::Input)?;
            Ok((name.clone(), value))
        };
        self.arguments.iter().map(joined).collect()
    }
}

/// Result of a step of a pass that was not written.
pub(crate) struct Passed {
    /// The ids under which it is kept.
    pub(crate) ids: Vec<String>,
    /// Of which parts of the video that it took it consists.
    pub(crate) edits: Vec<EditList>,
}

/// One of the steps as the video passes it.
struct Stage<'a> {
    filter: &'a dyn VideoFilter,
    tool: &'a str,
    inputs: Inputs,
    context: Context,
}

impl StepTask {
    /// The key of a pass: that of its first step with all that follows. Inputs that cannot be joined
    /// are refused when it runs.
    pub(crate) fn key_of_pass(&self, first: Key) -> Key {
        self.followers.iter().fold(first, |key, follower| {
            let mut inputs = follower.inputs().unwrap_or_default();
            inputs.push((VIDEO.to_owned(), Resource::Text(format!("{key:?}"))));
            cache::key(
                &follower.tool,
                (follower.implementation.label(), None),
                (&inputs, &BTreeMap::new()),
                (follower.seed, &follower.settings),
                None,
            )
        })
    }

    /// Returns the result of the last step of a pass. If the first takes several videos, each
    /// passes by itself. `edits`: receives the cuts that each step but the last records.
    pub(crate) fn result_of_pass(
        &self,
        inputs: &Inputs,
        context: &Context,
        edits: &RefCell<Vec<Vec<EditList>>>,
    ) -> Result<Resource, ToolError> {
        if let Some(each) = inputs.each(|name| name == VIDEO) {
            return for_each(&each, context, |one, context| {
                self.result_of_pass(one, context, edits)
            });
        }
        let stages = self.stages(inputs, context)?;
        let mut video = VideoStreams::open(inputs.video(VIDEO)?)?;
        let known = context.progress.edits().len();
        for (number, stage) in stages.iter().enumerate() {
            let Stage {
                filter,
                tool,
                inputs,
                context,
            } = stage;
            let tool = self.environment.toolbox.tool(tool);
            if let Some(tool) = tool {
                values::chosen(tool, inputs)?;
            }
            let before = video.seconds();
            video = watching(context, (0.0, 1.0), |watch| {
                filter.apply(video, inputs, context, watch)
            })?;
            if let Some(tool) = tool {
                checked_stage(tool, inputs, before, video.seconds())?;
            }
            if number < self.followers.len() {
                let recorded = context.progress.edits().split_off(known);
                context.progress.forget_edits(known);
                let mut edits = edits.borrow_mut();
                while edits.len() <= number {
                    edits.push(Vec::new());
                }
                edits[number].extend(recorded);
            }
        }
        let (seconds, format) = (video.seconds(), video.format()?);
        let purposes: Vec<String> = stages
            .iter()
            .map(|stage| stage.filter.purpose(&stage.inputs))
            .collect();
        let set = stages.last().and_then(|last| last.inputs.value(FORMAT));
        let resource = video.write(&purposes, set.as_deref(), context)?;
        checked_written(&resource, seconds, (format.width, format.height))?;
        Ok(resource)
    }

    fn stages<'a>(
        &'a self,
        inputs: &Inputs,
        context: &Context,
    ) -> Result<Vec<Stage<'a>>, ToolError> {
        let no_filter =
            |tool: &str| ToolError::Failed(format!("“{tool}” cannot be done as a video passes."));
        let first = Stage {
            filter: self
                .implementation
                .filter()
                .ok_or_else(|| no_filter(&self.tool))?,
            tool: &self.tool,
            inputs: inputs.clone(),
            context: context.clone(),
        };
        let stage = |follower: &'a Follower| {
            Ok(Stage {
                filter: follower
                    .implementation
                    .filter()
                    .ok_or_else(|| no_filter(&follower.tool))?,
                tool: &follower.tool,
                inputs: Inputs::new(follower.inputs()?.into_iter().collect()),
                context: Context {
                    seed: follower.seed,
                    settings: follower.settings.clone(),
                    ..context.clone()
                },
            })
        };
        iter::once(Ok(first))
            .chain(self.followers.iter().map(stage))
            .collect()
    }

    /// Hands on the result of the last step, and that the others were done: each took what the one
    /// before made.
    pub(crate) fn keep_pass(
        &self,
        first: &StepProvenance<'_>,
        resource: Resource,
    ) -> Result<StepOutput, ToolError> {
        let mut passed: Vec<Passed> = Vec::with_capacity(self.followers.len());
        let unwritten = StepProvenance {
            again: None,
            ..first.clone()
        };
        passed.push(self.unwritten(&unwritten)?);
        for (number, follower) in self.followers.iter().enumerate() {
            let mut inputs = follower.origins.clone();
            let made = passed
                .last()
                .map_or_else(Vec::new, |before| before.ids.clone());
            inputs.push((VIDEO.to_owned(), vec![InputOrigin::Made(made)]));
            inputs.sort_by(|(a, _), (b, _)| a.cmp(b));
            let is_last = number + 1 == self.followers.len();
            let provenance = StepProvenance {
                step: follower.step,
                goal_of: &follower.goal_of,
                tool: follower.implementation.tool(),
                implementation: follower.implementation.label(),
                inputs: &inputs,
                again: first.again.filter(|_| is_last),
            };
            if is_last {
                let stored = self.outputs.keep(&provenance, resource);
                let stored = stored.map_err(ToolError::Failed)?;
                return Ok(StepOutput { stored, passed });
            }
            passed.push(self.unwritten(&provenance)?);
        }
        Err(ToolError::Failed("A pass has no last step.".to_owned()))
    }

    fn unwritten(&self, provenance: &StepProvenance<'_>) -> Result<Passed, ToolError> {
        let ids = self.outputs.pass(provenance).map_err(ToolError::Failed)?;
        Ok(Passed {
            ids,
            edits: Vec::new(),
        })
    }
}
