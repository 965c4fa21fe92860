//! Answers that have to satisfy a schema.

use patchbay_connections::endpoint::EndpointError;
use patchbay_inference::Watch;
use patchbay_inference::chat::End;
use serde_json::{Value, json};

use crate::support::{
    Raw, Scripted, ask, chunk, client, end, error, events, head, last_chunk, streamed, whole,
};

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"count": {"type": "integer", "minimum": 1}},
        "required": ["count"],
        "additionalProperties": false,
    })
}

const GOOD: &str = r#"{"count": 3}"#;

#[test]
fn a_good_answer_is_heard_once_and_whole() {
    let server = Scripted::chat([streamed(&["```json\n{\"cou", "nt\": 3}", "\n```"])]);
    let (answer, heard) = ask(&client(&server.address()), Some(&schema()), Watch::nobody());
    let answer = answer.unwrap();
    assert_eq!((answer.text.as_str(), answer.end), (GOOD, End::Whole));
    assert_eq!(heard, [GOOD]);
    let format = &server.bodies()[0]["response_format"];
    assert_eq!(format["type"], "json_schema");
    assert_eq!(format["json_schema"]["strict"], true);
    assert_eq!(format["json_schema"]["schema"], schema());
}

#[test]
fn a_server_without_schemas_is_asked_in_simpler_ways() {
    for status in [400, 404, 422, 501] {
        let refused = || error(status, "response_format is not supported");
        let server = Scripted::chat([refused(), refused(), whole(GOOD)]);
        let (answer, heard) = ask(&client(&server.address()), Some(&schema()), Watch::nobody());
        assert_eq!(answer.unwrap().text, GOOD, "{status}");
        assert_eq!(heard, [GOOD]);
        let bodies = server.bodies();
        assert_eq!(bodies.len(), 3, "{status}");
        assert_eq!(bodies[0]["response_format"]["type"], "json_schema");
        assert_eq!(bodies[1]["response_format"], json!({"type": "json_object"}));
        assert!(bodies[2].get("response_format").is_none());
        assert_eq!(bodies[0]["messages"][0]["content"], "Be brief.");
        for body in &bodies[1..] {
            let system = body["messages"][0]["content"].as_str().unwrap();
            assert!(system.starts_with("Be brief.") && system.contains(&schema().to_string()));
        }
    }
}

#[test]
fn what_is_refused_in_every_way_is_an_error() {
    let server = Scripted::chat([error(400, "the prompt is too long")]);
    let (answer, heard) = ask(&client(&server.address()), Some(&schema()), Watch::nobody());
    let refused = answer.unwrap_err();
    assert!(
        matches!(refused, EndpointError::Refused { status: 400, .. }),
        "{refused}"
    );
    assert!(refused.to_string().contains("“the prompt is too long”"));
    assert!(heard.is_empty());
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_wrong_answer_is_corrected_by_what_was_wrong() {
    let wrong = [
        r#"{"count": 0}"#,
        r#"{"number": 3}"#,
        "three",
        r#"{"count": 3"#,
    ];
    let problems = [
        "$.count",
        "“count” is missing",
        "not valid JSON",
        "not valid JSON",
    ];
    for (wrong, problem) in wrong.into_iter().zip(problems) {
        let server = Scripted::chat([streamed(&[wrong]), streamed(&[GOOD])]);
        let (answer, heard) = ask(&client(&server.address()), Some(&schema()), Watch::nobody());
        assert_eq!(answer.unwrap().text, GOOD);
        assert_eq!(heard, [GOOD], "wrong answers are not heard");
        let bodies = server.bodies();
        assert_eq!(bodies.len(), 2);
        let messages = bodies[1]["messages"].as_array().unwrap();
        assert_eq!(messages[2], json!({"role": "assistant", "content": wrong}));
        let asked = messages[3]["content"].as_str().unwrap();
        assert!(asked.contains(problem), "{asked}");
        assert_eq!(messages.len(), 4);
    }
}

#[test]
fn an_answer_that_stays_wrong_is_an_error_after_two_corrections() {
    let server = Scripted::chat([whole(r#"{"count": "many"}"#)]);
    let (answer, heard) = ask(&client(&server.address()), Some(&schema()), Watch::nobody());
    let error = answer.unwrap_err();
    assert!(matches!(error, EndpointError::BadAnswer { .. }), "{error}");
    let text = error.to_string();
    assert!(
        text.contains("“Test server”") && text.contains("$.count"),
        "{text}"
    );
    assert!(heard.is_empty());
    let bodies = server.bodies();
    assert_eq!(bodies.len(), 3);
    assert_eq!(
        bodies[2]["messages"].as_array().unwrap().len(),
        4,
        "only the last is shown again"
    );
}

#[test]
fn corrections_keep_to_the_way_that_was_accepted() {
    let server = Scripted::chat([error(400, "no"), whole("three"), whole(GOOD)]);
    let (answer, _) = ask(&client(&server.address()), Some(&schema()), Watch::nobody());
    assert_eq!(answer.unwrap().text, GOOD);
    let formats: Vec<Value> = (server.bodies().iter())
        .map(|body| body["response_format"]["type"].clone())
        .collect();
    assert_eq!(formats, ["json_schema", "json_object", "json_object"]);
}

#[test]
fn a_stream_that_broke_off_is_tried_again_since_nothing_was_given_on() {
    let broken = vec![
        head("text/event-stream"),
        chunk(events(&["{\"count\":"]).as_bytes()),
    ];
    let body = events(&[GOOD]) + &end();
    let good = vec![
        head("text/event-stream"),
        chunk(body.as_bytes()),
        last_chunk(),
    ];
    let server = Raw::new(vec![broken, good]);
    let (answer, heard) = ask(&client(&server.address), Some(&schema()), Watch::nobody());
    assert_eq!(answer.unwrap().text, GOOD);
    assert_eq!(heard, [GOOD]);
    assert_eq!(server.count(), 2);
}
