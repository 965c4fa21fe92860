//! Answers that come well, in every form that servers send.

use std::cell::RefCell;
use std::ops::ControlFlow;

use patchbay_inference::Watch;
use patchbay_inference::chat::End;
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::support::{
    KEY, Raw, Scripted, ask, chunk, client, client_of, end, endpoint, error, events, head,
    last_chunk, streamed, whole,
};

#[test]
fn a_stream_is_heard_part_by_part_and_returned_whole() {
    let server = Scripted::chat([streamed(&["Good", " ", "day, 世界"])]);
    let (answer, heard) = ask(&client(&server.address()), None, Watch::nobody());
    let answer = answer.unwrap();
    assert_eq!(heard.concat(), "Good day, 世界");
    assert_eq!(answer.text, heard.concat());
    assert_eq!(
        (answer.end, answer.prompt_tokens, answer.tokens),
        (End::Whole, 12, 7)
    );
    let requests = server.requests();
    assert_eq!(
        requests[0].headers["authorization"],
        format!("Bearer {KEY}")
    );
    let body = &server.bodies()[0];
    assert_eq!(body["model"], "small");
    assert_eq!(body["stream"], true);
    assert_eq!(body["max_tokens"], 50);
    assert_eq!(
        body["messages"][1],
        json!({"role": "user", "content": "Hello"})
    );
}

#[test]
fn an_answer_in_one_piece_is_understood_too() {
    let server = Scripted::chat([whole("Good day")]);
    let (answer, heard) = ask(&client(&server.address()), None, Watch::nobody());
    assert_eq!(heard, ["Good day"]);
    assert_eq!(answer.unwrap().text, "Good day");
}

#[test]
fn the_longest_length_is_told_apart() {
    let length = json!({"choices": [{"delta": {"content": "Good"}, "finish_reason": "length"}]});
    let stream = format!("data: {length}\n\ndata: [DONE]\n\n");
    let reply = ResponseTemplate::new(200).set_body_raw(stream, "text/event-stream");
    let server = Scripted::chat([reply]);
    let (answer, _) = ask(&client(&server.address()), None, Watch::nobody());
    let answer = answer.unwrap();
    assert_eq!((answer.end, answer.tokens), (End::Length, 1));
}

#[test]
fn letters_may_be_cut_between_chunks() {
    let body = (events(&["Grüße, ", "世界 🎬"]) + &end()).into_bytes();
    let mut script = vec![head("text/event-stream; charset=utf-8")];
    script.extend(body.chunks(3).map(chunk));
    script.push(last_chunk());
    let server = Raw::new(vec![script]);
    let (answer, heard) = ask(&client(&server.address), None, Watch::nobody());
    assert_eq!(answer.unwrap().text, "Grüße, 世界 🎬");
    assert_eq!(heard.concat(), "Grüße, 世界 🎬");
}

#[test]
fn without_a_key_none_is_sent_and_without_a_model_none_is_named() {
    let server = Scripted::chat([whole("Good day")]);
    let mut endpoint = endpoint(&server.address());
    endpoint.needs_key = false;
    endpoint.model = String::new();
    let client = patchbay_connections::endpoint::Client::new(endpoint, None).unwrap();
    ask(&client, None, Watch::nobody()).0.unwrap();
    assert!(!server.requests()[0].headers.contains_key("authorization"));
    assert!(server.bodies()[0].get("model").is_none());
}

#[test]
fn fields_that_a_server_refuses_are_left_out() {
    let server = Scripted::chat([
        error(
            400,
            "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
        ),
        error(
            400,
            "Unsupported value: 'temperature' does not support 0 with this model.",
        ),
        whole("Good day"),
    ]);
    let (answer, heard) = ask(&client(&server.address()), None, Watch::nobody());
    assert_eq!(answer.unwrap().text, "Good day");
    assert_eq!(heard, ["Good day"]);
    let bodies = server.bodies();
    assert_eq!(bodies.len(), 3);
    assert_eq!(bodies[2]["max_completion_tokens"], 50);
    assert!(bodies[2].get("max_tokens").is_none() && bodies[2].get("temperature").is_none());
}

#[test]
fn progress_never_falls_and_asks_while_waiting() {
    let slow = streamed(&["Good", " day"]).set_delay(std::time::Duration::from_millis(200));
    let server = Scripted::chat([error(500, "once"), slow]);
    let heard = RefCell::new(Vec::new());
    let report = |fraction: f64| {
        heard.borrow_mut().push(fraction);
        ControlFlow::Continue(())
    };
    let (answer, _) = ask(&client(&server.address()), None, Watch::new(&report));
    answer.unwrap();
    let heard = heard.into_inner();
    assert!(
        heard.len() >= 3,
        "asked only {} times in 200 ms",
        heard.len()
    );
    assert!(
        heard.is_sorted() && heard.iter().all(|f| (0.0..=1.0).contains(f)),
        "{heard:?}"
    );
}

#[test]
fn it_may_be_called_from_a_runtime_and_its_blocking_threads() {
    let server = Scripted::chat([whole("Good day")]);
    let address = server.address();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let on_blocking = runtime.block_on(async {
        let address = address.clone();
        tokio::task::spawn_blocking(move || crate::support::hello(&address)).await
    });
    assert_eq!(on_blocking.unwrap().unwrap().text, "Good day");
    let on_worker = runtime.block_on(async { crate::support::hello(&address) });
    assert_eq!(on_worker.unwrap().text, "Good day");
}

#[test]
fn the_models_are_listed() {
    let list =
        json!({"object": "list", "data": [{"id": "small", "object": "model"}, {"id": "large"}]});
    let server = Scripted::new("models", [ResponseTemplate::new(200).set_body_json(list)]);
    let mut endpoint = endpoint(&server.address());
    endpoint.address.push('/');
    let models = client_of(endpoint).models(Watch::nobody()).unwrap();
    assert_eq!(models, ["small", "large"]);
}
