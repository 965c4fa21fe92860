//! Turns of a conversation as calls: changes, taking back, doing again.

use patchbay_domain::{CallReference, ConversationStep, ParsedRequest, Settled, Source, settled};
use proptest::prelude::*;

/// Settles turns one after the other; the last one's calls, and the steps after it.
fn talked(turns: &[&str]) -> Settled {
    let mut last = Settled::default();
    for (turn, json) in turns.iter().enumerate() {
        let parsed: ParsedRequest = serde_json::from_str(json).expect("a parsed request");
        last = settled(&last.steps, turn, &parsed);
    }
    last
}

fn written(settled: &Settled) -> Vec<String> {
    let call = |call: &patchbay_domain::ParsedCall| {
        let values: Vec<String> = call
            .slots
            .iter()
            .map(|slot| format!("{}={}", slot.parameter, slot.value))
            .collect();
        let sources = serde_json::to_string(&call.sources).expect("JSON");
        format!(
            "{} {sources} {}",
            call.tool.as_deref().unwrap_or("-"),
            values.join(" ")
        )
    };
    settled.calls.iter().map(call).collect()
}

const BRIGHT: &str = r#"{"calls": [{"tool": "adjust", "sources": ["a.jpg"], "slots": [{"parameter": "brightness", "value": "30"}]},
    {"tool": "frame", "sources": ["c0"], "slots": [{"parameter": "color", "value": "red"}]}]}"#;
const LESS: &str =
    r#"{"calls": [{"amends": "t0.c0", "slots": [{"parameter": "brightness", "value": "15"}]}]}"#;

#[test]
fn a_changed_value_runs_its_step_and_what_rests_on_it() {
    let less = talked(&[BRIGHT, LESS]);
    assert_eq!(
        written(&less),
        [
            r#"adjust ["a.jpg"] brightness=15"#,
            r#"frame ["c0"] color=red"#
        ]
    );
    let yellow =
        r#"{"calls": [{"amends": "t0.c1", "slots": [{"parameter": "color", "value": "yellow"}]}]}"#;
    assert_eq!(
        written(&talked(&[BRIGHT, LESS, yellow])),
        [r#"frame ["t1.c0"] color=yellow"#],
        "the picture of the second turn is there"
    );
}

#[test]
fn a_change_and_a_step_can_be_taken_back() {
    let back = talked(&[BRIGHT, LESS, r#"{"calls": [{"undo": "t1.c0"}]}"#]);
    assert_eq!(written(&back)[0], r#"adjust ["a.jpg"] brightness=30"#);
    let without_frame = talked(&[BRIGHT, r#"{"calls": [{"undo": "t0.c1"}]}"#]);
    assert!(without_frame.calls.is_empty());
    let first = CallReference {
        turn: Some(0),
        call: 0,
    };
    assert_eq!(without_frame.shown, [Source::Call(first)]);
    let without_light = talked(&[BRIGHT, r#"{"calls": [{"undo": "t0.c0"}]}"#]);
    assert_eq!(written(&without_light), [r#"frame ["a.jpg"] color=red"#]);
}

#[test]
fn an_empty_value_takes_a_parameter_back() {
    let plain =
        r#"{"calls": [{"amends": "t0.c1", "slots": [{"parameter": "color", "value": ""}]}]}"#;
    assert_eq!(written(&talked(&[BRIGHT, plain])), [r#"frame ["t0.c0"] "#]);
}

#[test]
fn a_step_is_done_again_for_another_file() {
    let again = r#"{"calls": [{"again": "t0.c0", "sources": ["b.jpg"]}, {"tool": "grid", "sources": ["t0.c0", "c0"]}]}"#;
    assert_eq!(
        written(&talked(&[BRIGHT, again])),
        [
            r#"adjust ["b.jpg"] brightness=30"#,
            r#"grid ["t0.c0","c0"] "#
        ]
    );
}

#[test]
fn a_step_never_works_on_what_rests_on_it() {
    let round = r#"{"calls": [{"amends": "t0.c0", "sources": ["t0.c1"]}]}"#;
    assert_eq!(
        written(&talked(&[BRIGHT, round]))[0],
        r#"adjust ["a.jpg"] brightness=30"#
    );
}

#[test]
fn a_long_conversation_that_uses_everything_twice_is_settled_at_once() {
    let mut turns = vec![r#"{"calls": [{"tool": "a", "sources": ["a.jpg"]}]}"#.to_owned()];
    for turn in 0..60 {
        turns.push(format!(
            r#"{{"calls": [{{"tool": "both", "sources": ["t{turn}.c0", "t{turn}.c0"]}}]}}"#
        ));
    }
    turns.push(
        r#"{"calls": [{"amends": "t0.c0", "slots": [{"parameter": "p", "value": "1"}]}]}"#
            .to_owned(),
    );
    let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
    assert_eq!(talked(&turns).calls.len(), 61);
}

/// A call of any kind, with references that may be to nothing.
fn any_call() -> impl Strategy<Value = String> {
    let value = (0..3u8, 0..4u8).prop_map(|(name, value)| {
        let value = if value == 0 {
            String::new()
        } else {
            value.to_string()
        };
        format!(r#"[{{"parameter": "p{name}", "value": "{value}"}}]"#)
    });
    let source = prop_oneof![
        Just(r#""a.jpg""#.to_owned()),
        (0..5u8, 0..3u8).prop_map(|(turn, call)| format!(r#""t{turn}.c{call}""#)),
        (0..3u8).prop_map(|call| format!(r#""c{call}""#)),
    ];
    (0..4u8, 0..5u8, 0..3u8, source, value).prop_map(|(kind, turn, call, source, slots)| match kind
    {
        0 => format!(r#"{{"tool": "edit", "sources": [{source}], "slots": {slots}}}"#),
        1 => format!(r#"{{"amends": "t{turn}.c{call}", "sources": [{source}], "slots": {slots}}}"#),
        2 => format!(r#"{{"undo": "t{turn}.c{call}"}}"#),
        _ => format!(r#"{{"again": "t{turn}.c{call}", "sources": [{source}], "slots": {slots}}}"#),
    })
}

proptest! {
    #[test]
    fn any_conversation_comes_to_calls_that_can_be_run(
        turns in prop::collection::vec(prop::collection::vec(any_call(), 0..3), 0..6)
    ) {
        let mut steps: Vec<ConversationStep> = Vec::new();
        for (turn, calls) in turns.iter().enumerate() {
            let json = format!(r#"{{"calls": [{}]}}"#, calls.join(","));
            let parsed: ParsedRequest = serde_json::from_str(&json).expect("a parsed request");
            let result = settled(&steps, turn, &parsed);
            prop_assert_eq!(result.calls.len(), result.of.len());
            for (number, call) in result.calls.iter().enumerate() {
                prop_assert!(call.tool.is_some());
                let own = result.of[number];
                prop_assert_eq!(result.of.iter().filter(|other| **other == own).count(), 1);
                for source in &call.sources {
                    if let Source::Call(CallReference { turn: None, call }) = source {
                        prop_assert!(*call < number, "a call works on what comes later");
                    }
                }
            }
            steps = result.steps;
        }
    }

    #[test]
    fn a_change_taken_back_leaves_the_steps_as_they_were(
        values in prop::collection::vec(("[a-c]", "[0-9]{0,2}"), 1..4)
    ) {
        let first = talked(&[BRIGHT]);
        let slots: Vec<String> = values
            .iter()
            .map(|(name, value)| format!(r#"{{"parameter": "{name}", "value": "{value}"}}"#))
            .collect();
        let change = format!(r#"{{"calls": [{{"amends": "t0.c0", "slots": [{}]}}]}}"#, slots.join(","));
        let change: ParsedRequest = serde_json::from_str(&change).expect("a change");
        let undo: ParsedRequest = serde_json::from_str(r#"{"calls": [{"undo": "t1.c0"}]}"#).expect("an undo");
        let changed = settled(&first.steps, 1, &change);
        let back = settled(&changed.steps, 2, &undo);
        let bare = |steps: &[ConversationStep]| -> Vec<_> {
            steps.iter().map(|step| (step.sources.clone(), step.values.clone())).collect()
        };
        prop_assert_eq!(bare(&first.steps), bare(&back.steps));
    }
}
