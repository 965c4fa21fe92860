//! Steps that end where others began: the sound of a video taken out and put back under it.

use patchbay_domain::{Action, InputValue, ParameterKind, ResourceType, Solution, Tool, Toolbox};

/// Leaves out the solutions that put back what they took out, where others do something.
pub(crate) fn keep_what_changes(solutions: &mut Vec<Solution>, toolbox: &Toolbox) {
    let changes = |solution: &Solution| {
        let all: Vec<&Action> = solution.actions.iter().collect();
        !all.iter().any(|action| puts_back(action, &all, toolbox))
    };
    if solutions.iter().any(changes) {
        solutions.retain(changes);
    }
}

/// Whether a step puts back under a video what another of `all` only took out of it.
pub fn puts_back(action: &Action, all: &[&Action], toolbox: &Toolbox) -> bool {
    let Some(tool) = toolbox.tool(&action.tool).filter(|tool| joins(tool)) else {
        return false;
    };
    let input = |of: ResourceType| {
        let argument = tool.args.iter().find(|one| one.resource_type == of)?;
        action.inputs.get(&argument.name)
    };
    let (Some(video), Some(audio)) = (input(ResourceType::VIDEO), input(ResourceType::AUDIO))
    else {
        return false;
    };
    let makes = |before: &&&Action| {
        let mut made = before.outputs.iter().map(|output| &output.value);
        made.any(|made| audio.values().contains(made))
    };
    let maker = all.iter().find(makes);
    maker.is_some_and(|maker| takes_out(maker, toolbox) == Some(video))
}

/// Whether a tool puts a sound under a video.
fn joins(tool: &Tool) -> bool {
    let takes = |of: ResourceType| tool.args.iter().any(|one| one.resource_type == of);
    takes(ResourceType::VIDEO) && takes(ResourceType::AUDIO) && tool.returns == ResourceType::VIDEO
}

/// The video of which a step takes the sound out, where it does nothing else: which of several
/// tracks it takes is a choice.
fn takes_out<'a>(action: &'a Action, toolbox: &Toolbox) -> Option<&'a InputValue> {
    let tool = toolbox.tool(&action.tool)?;
    let [argument] = tool.args.as_slice() else {
        return None;
    };
    let is_out =
        argument.resource_type == ResourceType::VIDEO && tool.returns == ResourceType::AUDIO;
    let is_plain = |name: &String| {
        tool.parameter(name)
            .is_none_or(|one| one.kind == ParameterKind::FileFormat)
    };
    (is_out && action.inputs.keys().all(is_plain))
        .then(|| action.inputs.get(&argument.name))
        .flatten()
}
