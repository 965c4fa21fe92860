//! A key is in no error, whatever a server does with it.

use patchbay_inference::Watch;
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::support::{KEY, Scripted, ask, client, error, hello, whole};

#[test]
fn a_server_that_repeats_the_key_does_not_get_it_into_an_error() {
    let told = format!("Incorrect API key provided: {KEY}.");
    let mut replies: Vec<ResponseTemplate> = [400, 401, 403, 404, 418, 429, 500, 501, 503]
        .into_iter()
        .map(|status| error(status, &told))
        .collect();
    replies.push(ResponseTemplate::new(400).set_body_string(&*told));
    replies.push(ResponseTemplate::new(400).set_body_json(json!({"wrong": {"key": KEY}})));
    replies.push(ResponseTemplate::new(200).set_body_string(&*told));
    let long = format!("{}{KEY}", "x".repeat(290));
    replies.push(error(400, &long));
    let refusal = json!({"choices": [{"message": {"refusal": told}}]});
    replies.push(ResponseTemplate::new(200).set_body_json(refusal));
    let event = format!("data: {{\"error\":\"{told}\"}}\n\n");
    replies.push(ResponseTemplate::new(200).set_body_raw(event, "text/event-stream"));
    let to = format!("https://{KEY}.example/{KEY}");
    replies.push(ResponseTemplate::new(307).insert_header("location", to.as_str()));
    for reply in replies {
        let server = Scripted::chat([reply]);
        let error = hello(&server.address()).unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("sk-secret"), "{shown}");
    }
}

#[test]
fn an_answer_that_holds_the_key_does_not_get_it_into_an_error() {
    let server = Scripted::chat([whole(&format!("\"{KEY}\""))]);
    let schema = json!({"type": "integer"});
    let error = ask(&client(&server.address()), Some(&schema), Watch::nobody())
        .0
        .unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(
        shown.contains("is not of the type") && !shown.contains(KEY),
        "{shown}"
    );
    let list = json!({"data": [KEY]});
    let server = Scripted::new("models", [ResponseTemplate::new(200).set_body_json(list)]);
    let error = client(&server.address())
        .models(Watch::nobody())
        .unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(shown.contains("(key)") && !shown.contains(KEY), "{shown}");
}
