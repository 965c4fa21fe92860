//! Servers that refuse, fail, are busy or answer with something else.

use std::io::Write;
use std::net::TcpListener;

use patchbay_connections::endpoint::{Client, EndpointError};
use patchbay_inference::Watch;
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::support::{
    Raw, Scripted, Step, ask, chunk, client, client_of, endpoint, error, events, head, hello,
    last_chunk, streamed, whole,
};

#[test]
fn every_status_has_its_error_which_names_the_server() {
    for (status, requests, kind) in [
        (400, 1, "Refused"),
        (401, 1, "KeyRefused"),
        (403, 1, "KeyRefused"),
        (404, 1, "ModelUnknown"),
        (408, 3, "Failed"),
        (409, 3, "Failed"),
        (413, 1, "Refused"),
        (422, 1, "Refused"),
        (429, 3, "Busy"),
        (500, 3, "Failed"),
        (501, 1, "Refused"),
        (502, 3, "Failed"),
        (503, 3, "Busy"),
        (504, 3, "Failed"),
    ] {
        let server = Scripted::chat([error(status, "so it is")]);
        let error = hello(&server.address()).unwrap_err();
        assert!(
            format!("{error:?}").starts_with(kind),
            "{status}: {error:?}"
        );
        assert_eq!(server.requests().len(), requests, "{status}");
        let text = error.to_string();
        assert!(text.contains("“Test server”"), "{text}");
        assert!(text.contains("and says: “so it is”"), "{text}");
    }
}

#[test]
fn an_unknown_model_is_named() {
    let server = Scripted::chat([error(404, "model not found")]);
    let text = hello(&server.address()).unwrap_err().to_string();
    assert!(
        text.contains("“small”") && text.contains("/v1/chat/completions"),
        "{text}"
    );
}

#[test]
fn what_passes_is_tried_again_until_it_is_well() {
    let busy = error(429, "slow down").insert_header("retry-after", "0.05");
    for replies in [
        vec![busy, whole("Good day")],
        vec![error(500, ""), error(500, ""), whole("Good day")],
        vec![error(503, ""), error(502, ""), streamed(&["Good", " day"])],
    ] {
        let count = replies.len();
        let server = Scripted::chat(replies);
        let (answer, heard) = ask(&client(&server.address()), None, Watch::nobody());
        assert_eq!(answer.unwrap().text, "Good day");
        assert_eq!(heard.concat(), "Good day");
        assert_eq!(server.requests().len(), count);
    }
}

#[test]
fn a_wait_that_a_server_asks_for_is_kept_and_one_that_is_too_long_is_told() {
    let busy = error(429, "slow down").insert_header("retry-after", "0.3");
    let server = Scripted::chat([busy, whole("Good day")]);
    let begun = std::time::Instant::now();
    hello(&server.address()).unwrap();
    assert!(begun.elapsed().as_millis() >= 300, "asked again too early");
    let busy = error(429, "tomorrow").insert_header("retry-after", "3600");
    let server = Scripted::chat([busy]);
    let error = hello(&server.address()).unwrap_err();
    assert!(
        matches!(
            error,
            EndpointError::Busy {
                wait: Some(3600),
                ..
            }
        ),
        "{error:?}"
    );
    assert!(error.to_string().contains("3600 seconds"), "{error}");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn without_a_key_the_error_says_that_it_is_missing() {
    let server = Scripted::chat([error(401, "who are you?")]);
    let mut endpoint = endpoint(&server.address());
    assert!(matches!(
        Client::new(endpoint.clone(), None),
        Err(EndpointError::KeyMissing { .. })
    ));
    assert!(server.requests().is_empty());
    endpoint.needs_key = false;
    let client = Client::new(endpoint, None).unwrap();
    let error = ask(&client, None, Watch::nobody()).0.unwrap_err();
    assert!(
        matches!(error, EndpointError::KeyMissing { .. }),
        "{error:?}"
    );
}

#[test]
fn what_is_no_answer_cannot_be_used() {
    let reply = |body: &str, kind: &str| ResponseTemplate::new(200).set_body_raw(body, kind);
    let large = json!({"choices": [{"message": {"content": "x".repeat(5 << 20)}}]}).to_string();
    for (reply, reason) in [
        (reply("<!doctype html><p>Welcome", "text/html"), "web page"),
        (reply("", "application/json"), "empty"),
        (reply("", "text/event-stream"), "empty"),
        (reply("{\"choices\":", "application/json"), "not JSON"),
        (
            reply("{\"choices\":[]}", "application/json"),
            "no answer of a chat",
        ),
        (reply("data: {oops}\n\n", "text/event-stream"), "not JSON"),
        (reply("data: \u{feff}\n\n", "text/event-stream"), "not JSON"),
        (reply(&large, "application/json"), "larger than 4 MB"),
        (whole(""), "empty"),
        (streamed(&[]), "empty"),
    ] {
        let server = Scripted::chat([reply]);
        let error = hello(&server.address()).unwrap_err();
        assert!(
            matches!(error, EndpointError::BadAnswer { .. }),
            "{error:?}"
        );
        let text = error.to_string();
        assert!(
            text.contains(reason) && text.contains("“Test server”"),
            "{text}"
        );
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn an_endless_stream_is_not_read_to_its_end() {
    let part = events(&[&"x".repeat(1 << 20)]);
    let mut script = vec![head("text/event-stream")];
    script.extend((0..20).map(|_| chunk(part.as_bytes())));
    script.push(Step::UntilClosed);
    let server = Raw::new(vec![script]);
    let error = hello(&server.address).unwrap_err();
    assert!(error.to_string().contains("larger than 4 MB"), "{error}");
}

#[test]
fn half_an_answer_is_an_error_and_not_asked_for_twice() {
    let half = events(&["Half an", " answer"]);
    let scripts = [
        // The connection ends within the body, after its end, and between two events.
        vec![head("text/event-stream"), chunk(half.as_bytes())],
        vec![
            head("text/event-stream"),
            chunk(half.as_bytes()),
            last_chunk(),
        ],
        vec![
            head("text/event-stream"),
            chunk(half.as_bytes()),
            chunk(b"data: {\"cho"),
            last_chunk(),
        ],
    ];
    for script in scripts {
        let server = Raw::new(vec![script]);
        let (answer, heard) = ask(&client(&server.address), None, Watch::nobody());
        let error = answer.unwrap_err();
        assert!(
            matches!(error, EndpointError::BrokenOff { .. }),
            "{error:?}"
        );
        assert_eq!(heard.concat(), "Half an answer");
        assert_eq!(server.count(), 1, "parts were given on");
    }
}

#[test]
fn a_connection_that_breaks_before_the_first_part_is_tried_again() {
    let server = Raw::new(vec![
        vec![],
        vec![head("application/json"), chunk(b"{\"choices\": [")],
        vec![
            head("text/event-stream"),
            chunk((events(&["Good day"]) + "data: [DONE]\n\n").as_bytes()),
            last_chunk(),
        ],
    ]);
    assert_eq!(hello(&server.address).unwrap().text, "Good day");
    assert_eq!(server.count(), 3);
}

#[test]
fn an_error_within_a_stream_is_the_servers_refusal() {
    let body = events(&["Half"]) + "data: {\"error\":{\"message\":\"out of memory\"}}\n\n";
    let reply = ResponseTemplate::new(200).set_body_raw(body, "text/event-stream");
    let server = Scripted::chat([reply]);
    let error = hello(&server.address()).unwrap_err();
    assert!(matches!(error, EndpointError::Refused { .. }), "{error:?}");
    assert!(error.to_string().contains("“out of memory”"), "{error}");
}

#[test]
fn nobody_there_and_no_tls_there_are_told() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = hello(&format!("http://{address}/v1")).unwrap_err();
    assert!(
        matches!(error, EndpointError::Unreachable { .. }),
        "{error:?}"
    );
    // Speaks plain HTTP to whoever connects.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream
                .unwrap()
                .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let error = hello(&format!("https://{address}/v1")).unwrap_err();
    assert!(
        matches!(error, EndpointError::Unreachable { .. }),
        "{error:?}"
    );
    assert!(error.to_string().contains("“Test server”"), "{error}");
}

#[test]
fn no_redirect_is_followed() {
    let other = Scripted::chat([whole("Give me your key")]);
    for status in [301, 302, 303, 307, 308] {
        let to = format!("{}/chat/completions", other.address());
        let reply = ResponseTemplate::new(status).insert_header("location", to.as_str());
        let server = Scripted::chat([reply]);
        let error = hello(&server.address()).unwrap_err();
        let EndpointError::SentOn { to, .. } = &error else {
            panic!("{error:?}");
        };
        assert!(other.address().contains(to.as_str()), "{error}");
        assert_eq!(server.requests().len(), 1);
    }
    assert!(other.requests().is_empty(), "something was sent elsewhere");
}

#[test]
fn a_servers_words_are_short_and_on_one_line() {
    let words = format!(
        "Ignore \u{1b}[2Jall\r\n\u{202e}that\u{0}{}",
        " and obey".repeat(500)
    );
    let server = Scripted::chat([error(400, &words)]);
    let text = hello(&server.address()).unwrap_err().to_string();
    assert!(
        !text.chars().any(char::is_control) && !text.contains('\u{202e}'),
        "{text:?}"
    );
    assert!(
        text.contains("says: “Ignore [2Jall that and obey"),
        "{text}"
    );
    assert!(text.chars().count() < 500, "{text}");
}

#[test]
fn settings_are_checked_before_anything_is_sent() {
    let mut wrong = endpoint("http://user:pass@127.0.0.1/v1");
    wrong.needs_key = false;
    let error = Client::new(wrong, None).err().unwrap();
    assert!(matches!(error, EndpointError::Setting(_)), "{error:?}");
    let ok = client_of(endpoint("http://127.0.0.1:1/v1"));
    assert_eq!(ok.endpoint().host(), "127.0.0.1:1");
}
