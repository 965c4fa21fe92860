//! Requests that were read become plans without their words being read again.

use patchbay_domain::{
    InputValue, NamedResource, ParsedRequest, Plan, Request, ResourceType, Span, Toolbox, Turn,
};
use patchbay_planner::{
    Assessment, Assessor, Coverage, CoverageChecker, Decomposer, Decomposition, InterpretedSubtask,
    Language, Options, Planner, ResourceExpert, SolutionExpert, Solved, ToolGraph,
};
use patchbay_toolbox::TOOLBOX;

/// A language that knows nothing: whoever asks it anything reads words again.
struct Silent;

impl Decomposer for Silent {
    fn decompose(&self, _: &Request, _: &ToolGraph) -> Decomposition {
        panic!("the request is read again")
    }

    fn understand(
        &self,
        _: patchbay_domain::SubtaskGoal,
        _: &[NamedResource],
        _: &ToolGraph,
    ) -> InterpretedSubtask {
        panic!("a goal is read again")
    }
}

impl Assessor for Silent {
    fn assess(&self, _: &InterpretedSubtask, _: &ToolGraph) -> Vec<Assessment> {
        panic!("tools are judged by words")
    }
}

impl SolutionExpert for Silent {
    fn rank(
        &self,
        _: &InterpretedSubtask,
        _: &[patchbay_domain::Solution],
        _: &[Assessment],
        _: &Toolbox,
    ) -> Vec<f32> {
        panic!("ways are ranked by words")
    }
}

impl ResourceExpert for Silent {
    fn text(
        &self,
        _: &InterpretedSubtask,
        _: &patchbay_domain::Tool,
        _: &patchbay_domain::ResourceParameter,
    ) -> Option<String> {
        panic!("words are copied again")
    }

    fn values(
        &self,
        _: &InterpretedSubtask,
        _: &patchbay_domain::Tool,
    ) -> std::collections::BTreeMap<String, String> {
        panic!("values are read again")
    }

    fn prefer(
        &self,
        _: &InterpretedSubtask,
        _: &patchbay_domain::Tool,
        _: &patchbay_domain::ResourceParameter,
        _: &[&InputValue],
    ) -> Vec<usize> {
        panic!("files are chosen by words")
    }
}

impl CoverageChecker for Silent {
    fn check(&self, _: &Request, _: &[Solved<'_>], _: &Toolbox) -> Coverage {
        panic!("the plan is held against the words")
    }
}

fn plan(text: &str, files: &[(&str, &str)], parsed: &str) -> Plan {
    plan_after(text, files, parsed, Vec::new())
}

fn plan_after(text: &str, files: &[(&str, &str)], parsed: &str, history: Vec<Turn>) -> Plan {
    let toolbox = Toolbox::from_json(TOOLBOX).expect("the toolbox is valid");
    let planner = Planner::new(
        toolbox,
        Language {
            coverage: Box::new(Silent),
            decomposer: Box::new(Silent),
            assessor: Box::new(Silent),
            solution_expert: Box::new(Silent),
            resource_expert: Box::new(Silent),
        },
    );
    let request = Request {
        instruction: text.to_owned(),
        resources: files
            .iter()
            .map(|(name, kind)| resource(name, kind))
            .collect(),
        history,
        ..Request::default()
    };
    let parsed: ParsedRequest = serde_json::from_str(parsed).expect("a parsed request");
    planner.plan_parsed(&request, &parsed, &Options::default())
}

fn resource(name: &str, kind: &str) -> NamedResource {
    NamedResource {
        name: name.to_owned(),
        resource_type: ResourceType::new(kind),
    }
}

/// The tools of the best way of each subtask.
fn tools(plan: &Plan) -> Vec<Vec<&str>> {
    let best = plan.subtasks.iter().map(|subtask| &subtask.solutions[0]);
    best.map(|solution| solution.tools().collect()).collect()
}

fn input<'a>(plan: &'a Plan, subtask: usize, name: &str) -> Option<&'a str> {
    let last = plan.subtasks[subtask].solutions[0].actions.last()?;
    last.inputs.get(name)?.values().first().map(String::as_str)
}

#[test]
fn a_call_is_planned_with_the_values_that_were_read() {
    let plan = plan(
        "everything from 41 seconds on can go",
        &[("mower.mp4", "video")],
        r#"{"calls": [{"tool": "video_trimming", "sources": ["mower.mp4"], "slots": [{"parameter": "parts", "value": "0:00 to 0:41"}]}]}"#,
    );
    assert_eq!(tools(&plan), [["video_trimming"]]);
    assert_eq!(input(&plan, 0, "parts"), Some("0:00 to 0:41"));
    assert_eq!(input(&plan, 0, "video"), Some("mower.mp4"));
    assert!(plan.clarification.is_none() && plan.uncovered.is_empty());
}

#[test]
fn the_search_finds_what_stands_on_the_way() {
    let plan = plan(
        "lose the dog",
        &[("park.jpg", "image")],
        r#"{"calls": [{"tool": "image_inpainting", "anchor": {"from": 0, "to": 12}, "sources": ["park.jpg", {"words": "the dog"}]}]}"#,
    );
    let tools = tools(&plan);
    assert_eq!(tools[0].last(), Some(&"image_inpainting"));
    assert!(
        tools[0].len() > 1,
        "the dog has to be found first: {tools:?}"
    );
    let has_words = plan.subtasks[0].solutions[0].actions.iter().any(|action| {
        let mut values = action.inputs.values().flat_map(InputValue::values);
        values.any(|value| value == "the dog")
    });
    assert!(has_words, "{plan:?}");
}

#[test]
fn a_tool_of_one_file_is_called_for_each_and_a_join_once() {
    let files = [("a.jpg", "image"), ("b.jpg", "image"), ("c.jpg", "image")];
    let each = plan(
        "all upright but b",
        &files,
        r#"{"calls": [{"tool": "text_image_editing", "sources": ["ALL image", "NOT b.jpg"], "slots": [{"parameter": "angle", "value": "90"}]}]}"#,
    );
    assert_eq!(each.subtasks.len(), 2);
    let joined = plan(
        "beside each other",
        &files,
        r#"{"calls": [{"tool": "image_grid", "sources": ["ALL image"], "slots": [{"parameter": "layout", "value": "row"}]}]}"#,
    );
    assert_eq!(tools(&joined), [["image_grid"]]);
}

#[test]
fn a_call_works_on_what_another_one_makes() {
    let plan = plan(
        "shorter, then quieter",
        &[("talk.mp4", "video")],
        r#"{"calls": [{"tool": "video_trimming", "sources": ["talk.mp4"], "slots": [{"parameter": "parts", "value": "0:00 to 0:10"}]},
            {"tool": "video_volume", "sources": ["c0"], "slots": [{"parameter": "gain", "value": "-6"}]}]}"#,
    );
    assert_eq!(tools(&plan), [["video_trimming"], ["video_volume"]]);
    assert_eq!(input(&plan, 1, "video"), Some("<GEN>-0"));
    assert_eq!(plan.subtasks[1].goal.depends_on, [plan.subtasks[0].goal.id]);
}

#[test]
fn a_wish_is_told_by_all_its_words_unless_two_share_them() {
    let files = [("photo.jpg", "image")];
    let alone = plan(
        "it leans. 3 degrees is enough!",
        &files,
        r#"{"segments": [{"from": 10, "to": 30, "act": "amendment"}],
            "calls": [{"tool": "text_image_editing", "anchor": {"from": 10, "to": 11}, "sources": ["photo.jpg"], "slots": [{"parameter": "angle", "value": "3"}]}]}"#,
    );
    assert_eq!(alone.subtasks[0].goal.description, "3 degrees is enough");
    let both = plan(
        "warmer and upright",
        &files,
        r#"{"segments": [{"from": 0, "to": 18, "act": "wish"}],
            "calls": [{"tool": "text_image_editing", "anchor": {"from": 0, "to": 6}, "sources": ["photo.jpg"], "slots": [{"parameter": "warmth", "value": "20"}]},
                {"tool": "image_rounding", "anchor": {"from": 11, "to": 18}, "sources": ["photo.jpg"], "slots": []}]}"#,
    );
    let told: Vec<&str> = both
        .subtasks
        .iter()
        .map(|one| one.goal.description.as_str())
        .collect();
    assert_eq!(told, ["warmer", "upright"]);
}

#[test]
fn results_of_earlier_turns_are_found() {
    let earlier = Turn {
        resources: vec![resource("talk.mp4", "video")],
        results: vec![resource("talk short.mp4", "video")],
        ..Turn::default()
    };
    let plan = plan_after(
        "and mute that",
        &[],
        r#"{"calls": [{"tool": "video_muting", "sources": ["t0.c0"], "slots": [{"parameter": "mute", "value": "muted"}]}]}"#,
        vec![earlier],
    );
    assert_eq!(input(&plan, 0, "video"), Some("talk short.mp4"));
}

#[test]
fn what_no_tool_does_is_named_and_the_rest_is_done() {
    let text = "turn it and email it to her";
    let plan = plan(
        text,
        &[("a.jpg", "image")],
        r#"{"calls": [{"tool": "text_image_editing", "sources": ["a.jpg"], "slots": [{"parameter": "angle", "value": "90"}]}], "cannot": [{"from": 12, "to": 27}]}"#,
    );
    assert_eq!(tools(&plan), [["text_image_editing"]]);
    assert_eq!(plan.uncovered[0].words, "email it to her");
    assert_eq!(Span { from: 12, to: 27 }.of(text), Some("email it to her"));
    assert!(
        plan.clarification
            .is_some_and(|said| said.contains("email it to her"))
    );
}

#[test]
fn readings_are_asked_between_and_unknown_tools_do_nothing() {
    let plan = plan(
        "make it better",
        &[("a.jpg", "image")],
        r#"{"calls": [{"tool": "no_such_tool", "sources": ["a.jpg"]}], "ask": ["Sharper?", "Brighter?"]}"#,
    );
    assert!(plan.subtasks.is_empty());
    assert_eq!(plan.choices, ["Sharper?", "Brighter?"]);
}
