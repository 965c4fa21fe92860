//! Plans of the embedded model over the project's own toolbox: what the first path through the
//! house has to understand.

mod alone;
mod answers;
mod coverage;
mod details;
mod files;
mod going_on;
mod history;
mod media;
mod references;
mod regions;
mod values;
mod videos;

use patchbay_domain::{
    InputValue, NamedResource, Plan, Request, ResourceType, Solution, Toolbox, Turn,
};
use patchbay_planner::{Options, Planner};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::sync::LazyLock;

static PLANNER: LazyLock<Planner> = LazyLock::new(|| {
    let json = patchbay_toolbox::TOOLBOX;
    patchbay_language::embedded::planner(Toolbox::from_json(json).expect("the toolbox is valid"))
});

fn resource(name: &str) -> NamedResource {
    let kind = match name.rsplit('.').next() {
        Some("mp4") => "video",
        Some("wav" | "mp3") => "audio",
        Some("txt") => "text",
        _ if name.starts_with("region") || name.contains("_mask") => "mask",
        _ => "image",
    };
    NamedResource {
        name: name.to_owned(),
        resource_type: ResourceType::new(kind),
    }
}

fn request(instruction: &str, files: &[&str]) -> Request {
    Request {
        instruction: instruction.to_owned(),
        resources: files.iter().map(|file| resource(file)).collect(),
        ..Request::default()
    }
}

fn plan(instruction: &str, files: &[&str]) -> Plan {
    PLANNER.plan(&request(instruction, files), &Options::default())
}

fn tools(solution: &Solution) -> Vec<&str> {
    solution
        .actions
        .iter()
        .map(|action| action.tool.as_str())
        .collect()
}

/// The tools of each subtask's first way, subtasks apart by a bar.
fn first_ways(plan: &Plan) -> String {
    let ways: Vec<String> = plan
        .subtasks
        .iter()
        .map(|subtask| tools(&subtask.solutions[0]).join(" "))
        .collect();
    ways.join(" | ")
}

fn input<'a>(plan: &'a Plan, subtask: usize, tool: &str, argument: &str) -> &'a InputValue {
    let actions = &plan.subtasks[subtask].solutions[0].actions;
    &actions
        .iter()
        .find(|action| action.tool == tool)
        .expect("the tool is in the way")
        .inputs[argument]
}

fn turn(instruction: &str, resources: &[&str], results: &[&str]) -> Turn {
    let all = |files: &[&str]| files.iter().map(|file| resource(file)).collect();
    Turn {
        instruction: instruction.to_owned(),
        resources: all(resources),
        results: all(results),
        ..Turn::default()
    }
}

/// The plan of a request that comes with these files after these turns.
fn plan_after(history: &[Turn], instruction: &str, files: &[&str]) -> Plan {
    PLANNER.plan(
        &Request {
            history: history.to_vec(),
            ..request(instruction, files)
        },
        &Options::default(),
    )
}

/// The files and results that each subtask's first way works on.
fn worked_on(plan: &Plan) -> Vec<String> {
    let is_file = |value: &&String| {
        resource(value).name.contains('.') && !value.contains(' ') || value.starts_with("region")
    };
    let of = |solution: &Solution| {
        let values = solution
            .actions
            .iter()
            .flat_map(|action| action.inputs.values().flat_map(InputValue::values));
        let mut files: Vec<String> = values.filter(is_file).cloned().collect();
        files.sort();
        files.dedup();
        files.join(" ")
    };
    plan.subtasks
        .iter()
        .map(|subtask| of(&subtask.solutions[0]))
        .collect()
}

#[test]
fn a_thing_that_is_changed_is_looked_for_in_several_ways() {
    let plan = plan("pixelate the number plate in car.jpg", &["car.jpg"]);
    let ways: Vec<String> = plan.subtasks[0]
        .solutions
        .iter()
        .map(|way| tools(way).join(" "))
        .collect();
    for looked_for in [
        "visual_grounding segment_by_box",
        "object_detection select_bbox segment_by_box",
    ] {
        assert!(
            ways.contains(&format!("{looked_for} partial_image_editing")),
            "{ways:?}"
        );
    }
}

#[test]
fn a_length_of_time_is_no_object_in_the_image() {
    let plan = plan(
        "put calm music under this and cut out the first ten seconds",
        &["holiday.mp4"],
    );
    assert_eq!(
        first_ways(&plan),
        "text_to_music dub_video | video_trimming"
    );
}

#[test]
fn two_adjustments_are_one_instruction() {
    let plan = plan(
        "make photo.jpg black and white and rotate it 90 degrees",
        &["photo.jpg"],
    );
    assert_eq!(first_ways(&plan), "text_image_editing");
    let InputValue::One(text) = input(&plan, 0, "text_image_editing", "text") else {
        panic!("one text")
    };
    assert!(
        text.contains("black and white") && text.contains("rotate it 90 degrees"),
        "{text}"
    );
}

#[test]
fn what_no_tool_can_tell_is_asked_and_the_rest_planned() {
    let plan = plan(
        "show me the edges of photo.jpg, and count how many photos I gave you",
        &["photo.jpg"],
    );
    assert_eq!(first_ways(&plan), "image_to_edge");
    assert!(plan.clarification.expect("a question").contains("1 file"));
    assert_eq!(plan.choices, ["Count the objects in photo.jpg"]);
}

#[test]
fn an_object_is_removed_in_several_ways() {
    let plan = plan("remove the dog from photo.jpg", &["photo.jpg"]);
    let ways: Vec<String> = plan.subtasks[0]
        .solutions
        .iter()
        .map(|way| tools(way).join(" "))
        .collect();
    assert!(
        ways.contains(&"instance_segmentation select_mask image_inpainting".to_owned()),
        "{ways:?}"
    );
    assert!(
        ways.iter().all(|way| way.ends_with("image_inpainting")),
        "{ways:?}"
    );
}

#[test]
fn thanks_are_no_wish() {
    let history = [turn("brighten a.jpg", &["a.jpg"], &["a_bright.jpg"])];
    let plan = plan_after(&history, "OK, great. Now enlarge it", &[]);
    assert_eq!(
        (first_ways(&plan).as_str(), worked_on(&plan)),
        ("image_upscaling", vec!["a_bright.jpg".to_owned()])
    );
}

#[test]
fn a_tool_is_understood_by_its_description_alone() {
    let json = r#"{"resource_types": [{"name": "image"}, {"name": "text"}], "tools": [
        {"name": "face-aging", "args": [{"name": "image", "type": "image"}], "returns": "image", "description": "Make a face look older"},
        {"name": "plate-reader", "args": [{"name": "image", "type": "image"}], "returns": "text", "description": "Read the licence plate of a car"}]}"#;
    let planner = patchbay_language::embedded::planner(Toolbox::from_json(json).expect("valid"));
    let plan = planner.plan(
        &request("what is the licence plate in car.png", &["car.png"]),
        &Options::default(),
    );
    assert_eq!(first_ways(&plan), "plate-reader");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is said, no argument is made up: each input is a file, an earlier output, or words
    /// of the request. Values of parameters are written in their own way.
    #[test]
    fn no_argument_is_made_up(
        words in proptest::collection::vec("put|music|under|cut|remove|the|dog|a\\.png|b\\.mp4|and|then|it|,|\\.|red|from|0:02|'sea'|make|🎉|describe|of|this|->", 0..14),
    ) {
        let instruction = words.join(" ");
        let plan = plan(&instruction, &["a.png", "b.mp4"]);
        let mut made: Vec<String> = vec!["a.png".to_owned(), "b.mp4".to_owned()];
        for subtask in &plan.subtasks {
            for action in &subtask.solutions[0].actions {
                let tool = PLANNER.toolbox().tool(&action.tool).expect("a tool of the toolbox");
                let arguments = action.inputs.iter().filter(|(name, _)| tool.parameter(name).is_none());
                for value in arguments.flat_map(|(_, value)| value.values()) {
                    let said = value.split(", ").all(|part| instruction.contains(part));
                    prop_assert!(made.contains(value) || said, "{value:?} in {instruction:?}");
                }
                made.extend(action.outputs.iter().map(|output| output.value.clone()));
            }
        }
    }

    #[test]
    fn any_text_gets_an_answer(instruction in "\\PC{0,200}") {
        let first = plan(&instruction, &["a b.png", "clip.mp4"]);
        prop_assert_eq!(&first, &plan(&instruction, &["a b.png", "clip.mp4"]));
        prop_assert!(!first.subtasks.is_empty() || first.clarification.is_some());
    }
}

#[test]
fn what_is_asked_for_on_the_way_makes_a_tool_fit() {
    let plan = plan(
        "a depth map of gate.jpg for a gingerbread house",
        &["gate.jpg"],
    );
    assert_eq!(first_ways(&plan), "image_to_depth depth_text_to_image");
}

#[test]
fn what_is_joined_with_the_one_that_is_given_is_made_from_words() {
    let plan = plan("add calm piano music under voice.wav", &["voice.wav"]);
    assert_eq!(first_ways(&plan), "text_to_music audio_mixing");
    assert_eq!(
        input(&plan, 0, "text_to_music", "text"),
        &InputValue::One("calm piano music".to_owned())
    );
    assert_eq!(
        input(&plan, 0, "audio_mixing", "audio"),
        &InputValue::One("voice.wav".to_owned())
    );
}
