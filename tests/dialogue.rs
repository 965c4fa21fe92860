//! Sixteen rounds of talk about several images, after figure 4 of Visual ChatGPT (arXiv 2303.04671):
//! each reference resolves to the image that a person means, whichever models do the work.

use patchbay_test_support::{Cli, TestDir};
use serde_json::{Value, json};

/// What a round has to come to.
enum Wanted {
    /// Nothing is done: a greeting, thanks.
    Nothing,
    /// The last step is one of these tools, and the chain begins with this file; none where it makes
    /// something out of words.
    Goals(&'static [(&'static [&'static str], Option<&'static str>)]),
}

use Wanted::{Goals, Nothing};

/// A round: what is said, the file that comes with it, what has to be planned, and what the plan
/// makes.
type Round = (
    &'static str,
    Option<&'static str>,
    Wanted,
    &'static [(&'static str, &'static str)],
);

const REMOVE: &[&str] = &["image_inpainting"];
const REPLACE: &[&str] = &["partial_image_editing", "text_image_editing"];
const DRAW: &[&str] = &["text_image_editing", "image_to_image", "image_to_scribble"];
const ASK: &[&str] = &["image_question_answering"];

const ROUNDS: [Round; 16] = [
    ("Hello, who are you?", None, Nothing, &[]),
    (
        "I like drawing, but I'm not good at drawing. Can you draw an apple for me?",
        None,
        Goals(&[(&["text_to_image"], None)]),
        &[("apple.png", "image")],
    ),
    (
        "Here is a sketch of mine. Make a real picture of an apple and a cup on a table from this sketch.",
        Some("sketch.png"),
        Goals(&[(&["scribble_text_to_image"], Some("sketch.png"))]),
        &[("still_life.png", "image")],
    ),
    (
        "Wow, this is very beautiful. Can you tell me what colour this background is?",
        None,
        Goals(&[(ASK, Some("still_life.png"))]),
        &[("answer.txt", "text")],
    ),
    (
        "Correct. Can you remove the apple in this picture and then describe the image?",
        None,
        Goals(&[
            (REMOVE, Some("still_life.png")),
            (&["image_captioning"], Some("<GEN>-0")),
        ]),
        &[("no_apple.png", "image"), ("description.txt", "text")],
    ),
    (
        "It looks very nice. Can you replace the table with a black table?",
        None,
        Goals(&[(REPLACE, Some("no_apple.png"))]),
        &[("black_table.png", "image")],
    ),
    (
        "Good. Now help me remove the cup too.",
        None,
        Goals(&[(REMOVE, Some("black_table.png"))]),
        &[("no_cup.png", "image")],
    ),
    (
        "Draw a girl and a puppy playing on the beach.",
        None,
        Goals(&[(&["text_to_image"], None)]),
        &[("beach.png", "image")],
    ),
    (
        "Can you replace the puppy with a kitten?",
        None,
        Goals(&[(REPLACE, Some("beach.png"))]),
        &[("kitten.png", "image")],
    ),
    (
        "Well done. Can you turn kitten.png into a pencil drawing?",
        None,
        Goals(&[(DRAW, Some("kitten.png"))]),
        &[("pencil.png", "image")],
    ),
    (
        "What is the girl doing in it?",
        None,
        Goals(&[(ASK, Some("pencil.png"))]),
        &[("answer-2.txt", "text")],
    ),
    (
        "Extract the edges of the first picture you drew.",
        None,
        Goals(&[(&["image_to_edge"], Some("apple.png"))]),
        &[("edges.png", "image")],
    ),
    (
        "Make the picture with the black table brighter.",
        None,
        Goals(&[(&["text_image_editing"], Some("black_table.png"))]),
        &[("brighter.png", "image")],
    ),
    (
        "Put the pencil drawing and the sketch next to each other.",
        None,
        Goals(&[(&["image_grid", "image_stitching"], Some("pencil.png"))]),
        &[("side_by_side.png", "image")],
    ),
    ("Thanks very much. You did a good job.", None, Nothing, &[]),
    ("Goodbye!", None, Nothing, &[]),
];

fn named(files: &[(&str, &str)]) -> Vec<Value> {
    let one = |(name, of): &(&str, &str)| json!({"name": name, "type": of});
    files.iter().map(one).collect()
}

/// The tool with which a subtask's first way ends, and every name that the way takes.
fn goal(subtask: &Value) -> (String, Vec<String>) {
    let actions = subtask["solutions"][0]["actions"].as_array().unwrap();
    let inputs = actions
        .iter()
        .flat_map(|action| action["inputs"].as_object().unwrap().values());
    let values = inputs.flat_map(|value| match value {
        Value::Array(values) => values.clone(),
        one => vec![one.clone()],
    });
    let values = values.filter_map(|value| value.as_str().map(str::to_owned));
    let last = actions.last().unwrap()["tool"].as_str().unwrap().to_owned();
    (last, values.collect())
}

/// What is wrong with a round's plan.
fn wrong(plan: &Value, wanted: &Wanted, files: &[&str]) -> Option<String> {
    let subtasks = plan["subtasks"].as_array().unwrap();
    let Goals(goals) = wanted else {
        return (!subtasks.is_empty()).then(|| "something is done".to_owned());
    };
    if subtasks.len() != goals.len() {
        return Some(format!(
            "{} subtasks: {}",
            subtasks.len(),
            plan["clarification"]
        ));
    }
    for (subtask, (tools, file)) in subtasks.iter().zip(*goals) {
        let (tool, values) = goal(subtask);
        if !tools.contains(&tool.as_str()) {
            return Some(format!("it ends with {tool}"));
        }
        let taken: Vec<&str> = files
            .iter()
            .copied()
            .chain(["<GEN>-0"])
            .filter(|name| values.iter().any(|value| value == name))
            .collect();
        if taken.first().copied() != *file && !taken.contains(&file.unwrap_or_default()) {
            return Some(format!("it takes {taken:?}"));
        }
    }
    None
}

#[test]
fn sixteen_rounds_refer_to_what_is_meant() {
    let folder = TestDir::new();
    let cli = Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"));
    let (mut history, mut files, mut failures) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (says, given, wanted, makes)) in ROUNDS.iter().enumerate() {
        let given: Vec<(&str, &str)> = given.iter().map(|name| (*name, "image")).collect();
        files.extend(given.iter().map(|(name, _)| *name));
        let request =
            json!({"id": "1", "instruction": says, "resources": named(&given), "history": history});
        let reply = cli.call_with_input(folder.path(), &["plan", "--jsonl"], &request.to_string());
        assert_eq!(reply.status, 0, "{}\n{}", reply.output, reply.messages);
        let plan: Value = serde_json::from_str(&reply.output).expect("a plan");
        if let Some(what) = wrong(&plan, wanted, &files) {
            failures.push(format!("round {}: “{says}”: {what}", number + 1));
        }
        files.extend(makes.iter().map(|(name, _)| *name));
        let turn = json!({"instruction": says, "resources": named(&given), "results": named(makes), "awaits_answer": false});
        history.push(turn);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
