//! A wish that only says in which format or how small a file is written goes behind those that go on from it: what is cut
//! out of a GIF is no video any more, and what is edited after it was made small is large again.

use patchbay_domain::{InputValue, ParameterKind, Tool, Toolbox};
use patchbay_phrases::values;
use patchbay_planner::{Decomposition, InterpretedSubtask};

/// Puts such wishes last in their chains.
pub(super) fn formats_last(done: &mut Decomposition, toolbox: &Toolbox) {
    // Each change takes one such wish a step further.
    for _ in 0..done.subtasks.len() {
        for later in 1..done.subtasks.len() {
            if let Some(earlier) = goes_behind(&done.subtasks, later, toolbox) {
                change_places(&mut done.subtasks, earlier, later);
            }
        }
    }
}

/// The place of the wish that the one at `later` goes on from, where it is to stand behind that: nothing else goes on from
/// it, and both make of one file another of its kind.
fn goes_behind(subtasks: &[InterpretedSubtask], later: usize, toolbox: &Toolbox) -> Option<usize> {
    let [before] = subtasks[later].goal.depends_on.as_slice() else {
        return None;
    };
    let follows = |one: &&InterpretedSubtask| one.goal.depends_on.contains(before);
    let earlier = subtasks.iter().position(|one| one.goal.id == *before)?;
    let tool = |place: usize| subtasks[place].key_tool().map(|key| &toolbox[key]);
    let is_written = |place: usize| {
        tool(place).is_some_and(|tool| only_writes(tool, &subtasks[place].spans.instruction))
    };
    let changes_one = |place: usize| {
        let media = tool(place).and_then(|tool| Some((tool.args.first()?, &tool.returns)));
        media.is_some_and(|(first, made)| first.resource_type == *made)
            && matches!(
                subtasks[place].goal.args.first().map(|one| &one.value),
                Some(InputValue::One(_))
            )
    };
    // What writes in the format that it was given may need that: a cover goes into an MP3, and into no WAV.
    let writes_formats = |tool: &Tool| {
        let mut parameters = tool.parameters.iter();
        parameters.any(|one| one.kind == ParameterKind::FileFormat)
    };
    let is_so = tool(later).is_some_and(writes_formats)
        && subtasks.iter().filter(follows).count() == 1
        && earlier < later
        && is_written(earlier)
        && !is_written(later)
        && changes_one(earlier)
        && changes_one(later)
        && tool(earlier).map(|tool| &tool.returns) == tool(later).map(|tool| &tool.returns);
    is_so.then_some(earlier)
}

/// Whether words say only in which format or how small a tool writes its file.
fn only_writes(tool: &Tool, words: &str) -> bool {
    let said = values::said(tool, words);
    let of_files = [ParameterKind::FileFormat, ParameterKind::Bytes];
    let is_of_files = |name: &String| {
        let kind = tool.parameter(name).map(|one| one.kind);
        kind.is_some_and(|kind| of_files.contains(&kind))
    };
    !said.is_empty() && said.keys().all(is_of_files)
}

/// Lets two wishes, of which the later goes on from the earlier, change places: what the earlier worked on is worked on by
/// the later, and the earlier goes on from that.
fn change_places(subtasks: &mut [InterpretedSubtask], earlier: usize, later: usize) {
    let place = |one: &InterpretedSubtask| {
        let goal = &one.goal;
        let value = goal.args.first().map(|first| first.value.clone());
        (
            goal.id,
            goal.depends_on.clone(),
            goal.returns.value.clone(),
            value,
        )
    };
    let stood = [place(&subtasks[earlier]), place(&subtasks[later])];
    subtasks.swap(earlier, later);
    for (at, (id, depends_on, made, value)) in [earlier, later].into_iter().zip(stood) {
        let goal = &mut subtasks[at].goal;
        (goal.id, goal.depends_on, goal.returns.value) = (id, depends_on, made);
        if let (Some(first), Some(value)) = (goal.args.first_mut(), value) {
            first.value = value;
        }
    }
}
