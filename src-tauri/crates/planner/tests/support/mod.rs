//! The built-in toolbox many times over, and searches in it.

use patchbay_domain::{ResourceType, TextRole, Tool, Toolbox};
use patchbay_planner::search::{Found, Problem, search};
use patchbay_planner::{Assessment, Limits, Strategy, ToolGraph};
use patchbay_toolbox::TOOLBOX;

/// The toolbox with renamed copies of each tool, `times` of each in all.
pub(crate) fn toolbox(times: usize) -> ToolGraph {
    let once = Toolbox::from_json(TOOLBOX).expect("the toolbox is valid");
    let copy = |tool: &Tool, number: usize| {
        let name = if number == 0 {
            tool.name.clone()
        } else {
            format!("{}_{number}", tool.name)
        };
        Tool {
            name,
            ..tool.clone()
        }
    };
    let tools = (0..times)
        .flat_map(|number| once.tools.iter().map(move |tool| copy(tool, number)))
        .collect();
    ToolGraph::new(
        Toolbox::new(once.resource_types, tools).expect("the copies have names of their own"),
    )
}

/// A subtask: what is at hand, the tool that it is about, another that its words ask for, and
/// whether they name something.
pub(crate) type Task = (&'static [&'static str], &'static str, &'static str, bool);

/// Subtasks from one step to six.
pub(crate) const TASKS: [Task; 16] = [
    (&["image"], "image_to_edge", "", false),
    (&["image"], "image_inpainting", "", true),
    (&["image"], "mask_image", "", true),
    (&["image"], "highlight_object_on_image", "", true),
    (&["image"], "partial_image_editing", "", true),
    (&["image", "mask"], "image_inpainting", "", false),
    (&["image"], "depth_text_to_image", "", true),
    (&["image"], "count_objects", "", true),
    (&["video"], "summarization", "speech_to_text", false),
    (&["video"], "subtitle_video", "speech_to_text", false),
    (&["video"], "dub_video", "text_to_music", true),
    (&["video"], "video_to_webpage", "", false),
    (&["audio"], "text_translation", "speech_to_text", false),
    (&["image"], "image_audio_to_video", "text_to_music", true),
    (&["video", "video"], "video_concatenation", "", false),
    (&[], "text_to_speech", "", true),
];

/// A number from 0 to 1 that a name always has (FNV-1a).
fn chance(name: &str) -> f32 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 40) as f32 / (1_u64 << 24) as f32
}

/// Assessments of each tool by the words of a task, as the embedded model would give them: the tool
/// that it is about fits best and some others a little; on the way, looking is worth more than
/// making something up.
pub(crate) fn assessments(graph: &ToolGraph, task: &Task) -> Vec<Assessment> {
    let assess = |tool: &Tool| {
        // A renamed copy is meant nearly as well as the tool itself.
        let original = tool
            .name
            .trim_end_matches(|c: char| c == '_' || c.is_ascii_digit());
        let chance = 0.98 * chance(original) + 0.02 * chance(&tool.name);
        let looks = tool.domain.ends_with("-perception") || tool.domain == "image-processing";
        Assessment {
            goal: if tool.name == task.1 {
                5.0
            } else {
                1.0 + 2.2 * chance
            },
            support: if tool.name == task.2 {
                5.0
            } else if looks {
                3.4 + 0.4 * chance
            } else {
                2.2 + 0.4 * chance
            },
        }
    };
    graph.toolbox().tools.iter().map(assess).collect()
}

/// Searches for a task.
pub(crate) fn find(
    graph: &ToolGraph,
    task: &Task,
    assessments: &[Assessment],
    strategy: Strategy,
) -> Found {
    let given: Vec<ResourceType> = task.0.iter().map(|name| ResourceType::new(*name)).collect();
    let wanted = graph
        .toolbox()
        .tool(task.1)
        .expect("a tool of the toolbox")
        .returns
        .clone();
    search(&Problem {
        graph,
        given: &given,
        required: (1 << given.len()) - 1,
        words_required: task.3,
        words: &|_, parameter| match parameter.role {
            Some(TextRole::Object | TextRole::Content) => task.3,
            Some(TextRole::Instruction | TextRole::Question) => true,
            None => false,
        },
        prefer: &|_, _, candidates| candidates.to_vec(),
        wanted: &wanted,
        assessments,
        available: &|_| true,
        asked_for: &|_| false,
        strategy,
        limits: Limits::default(),
    })
}
