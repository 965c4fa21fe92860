//! Servers with language models: nothing is sent to one that was not chosen, what one answers is
//! used as far as it counts, and where one fails this computer does it.

use patchbay_app::api::{Run, RunStatus};
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{Opened, text};

const STORY: &str = "The lighthouse keeper of Skagen counted ships for forty years. When the harbour closed, he \
    counted gulls instead, and nobody noticed the difference in his book.";

/// A server that answers every chat with `content`.
async fn server(status: u16, content: &str) -> MockServer {
    let server = MockServer::start().await;
    let answer = json!({
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 5},
    });
    let reply = ResponseTemplate::new(status).set_body_json(answer);
    Mock::given(method("POST"))
        .and(path("/v1/chat/completions"))
        .respond_with(reply)
        .mount(&server)
        .await;
    server
}

async fn connect(opened: &Opened, server: &MockServer) -> String {
    let saved = json!({
        "name": "Home", "address": format!("{}/v1", server.uri()), "model": "small", "needs_key": false,
    });
    text(&opened.call("save_server", saved).await["id"])
}

async fn choose(opened: &Opened, change: Value) {
    let mut settings = opened.call("get_settings", json!({})).await;
    for (name, value) in change.as_object().unwrap() {
        settings[name] = value.clone();
    }
    opened.call("set_settings", settings).await;
}

async fn title(opened: &Opened) -> Run {
    let conversation = opened.conversation().await;
    let story = json!({"conversation": conversation, "text": STORY, "name": "story.txt"});
    let story = opened.call("import_text", story).await;
    let (_, run) = opened
        .ask(&conversation, "give story.txt a title", &[&story])
        .await;
    run
}

#[tokio::test]
async fn nothing_is_sent_to_a_server_that_is_not_chosen() {
    let (opened, server) = (Opened::new(), server(200, r#"{"title": "Gulls"}"#).await);
    connect(&opened, &server).await;
    let run = title(&opened).await;
    assert_eq!(run.status, RunStatus::Done);
    assert_eq!(run.steps[0].implementation, "built in");
    assert!(server.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn the_chosen_server_writes_texts_and_the_answer_says_so() {
    let (opened, server) = (Opened::new(), server(200, r#"{"title": "Gulls"}"#).await);
    let id = connect(&opened, &server).await;
    choose(&opened, json!({"texts_by": id})).await;
    let run = title(&opened).await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    assert!(run.answer.contains("Gulls"), "{}", run.answer);
    assert!(
        run.answer.contains("Written by small on Home."),
        "{}",
        run.answer
    );
    let requests = server.received_requests().await.unwrap();
    let sent = String::from_utf8(requests[0].body.clone()).unwrap();
    assert!(sent.contains("lighthouse"), "{sent}");
}

#[tokio::test]
async fn where_the_server_fails_this_computer_does_it_and_that_is_told() {
    for (status, content) in [(400, "no"), (401, "no"), (200, "I would rather not.")] {
        let (opened, server) = (Opened::new(), server(status, content).await);
        let id = connect(&opened, &server).await;
        choose(&opened, json!({"texts_by": id})).await;
        let run = title(&opened).await;
        assert_eq!(run.status, RunStatus::Done, "{status}: {run:?}");
        assert_eq!(run.steps[0].implementation, "built in", "{status}");
        let note = &run.steps[0].notes[0];
        assert!(
            note.contains("by server gave nothing") && note.contains("Home"),
            "{note}"
        );
    }
}

#[tokio::test]
async fn the_chosen_model_decides_how_a_run_goes_on() {
    // The ways are the built-in implementation and leaving it; a way that is not there is none.
    for (answer, decided, status) in [
        (r#"{"way": 1}"#, "built in", RunStatus::Done),
        (r#"{"way": 2}"#, "", RunStatus::Failed),
        (r#"{"way": 9}"#, "built in", RunStatus::Done),
    ] {
        let opened = Opened::new();
        let (writes, decides) = (server(400, "no").await, server(200, answer).await);
        let texts = connect(&opened, &writes).await;
        let recovery = connect(&opened, &decides).await;
        choose(&opened, json!({"texts_by": texts, "recovery_by": recovery})).await;
        let run = title(&opened).await;
        assert_eq!(run.status, status, "{answer}: {run:?}");
        let by = if run.results.is_empty() {
            ""
        } else {
            &run.steps[0].implementation
        };
        assert_eq!(by, decided, "{answer}");
        let requests = decides.received_requests().await.unwrap();
        let sent = String::from_utf8(requests[0].body.clone()).unwrap();
        assert!(sent.contains("1. Do it by built in."), "{sent}");
        assert!(!sent.contains("counted gulls"), "no file is sent: {sent}");
    }
}

#[tokio::test]
async fn a_request_is_read_again_only_in_words_that_the_planner_understands() {
    let good = r#"{"commands": ["make story.txt shorter by summarising it"]}"#;
    for (answer, is_offered) in [
        (good, true),
        (r#"{"commands": ["send story.txt to 3 friends"]}"#, false),
        (r#"{"commands": []}"#, false),
    ] {
        let (opened, server) = (Opened::new(), server(200, answer).await);
        let id = connect(&opened, &server).await;
        choose(&opened, json!({"read_again_by": id})).await;
        let conversation = opened.conversation().await;
        let story = json!({"conversation": conversation, "text": STORY, "name": "story.txt"});
        let story = opened.call("import_text", story).await;
        let asked = json!({
            "conversation": conversation, "instruction": "boil story.txt down, will you", "artifacts": [story["id"]],
        });
        let turn = opened.call("plan", asked).await;
        assert!(
            server.received_requests().await.unwrap().is_empty(),
            "nobody asked for it yet"
        );
        let reading = opened.call("read_again", json!({"turn": turn["id"]})).await;
        assert_eq!(reading["by"], "small on Home");
        assert_eq!(
            reading["words"].is_string(),
            is_offered,
            "{answer}: {reading}"
        );
    }
}

#[tokio::test]
async fn offline_nothing_leaves_this_computer_and_keys_are_never_shown() {
    let opened = Opened::new();
    let elsewhere = json!({
        "name": "Far", "address": "https://models.example.org/v1", "model": "large", "needs_key": true,
    });
    let far = opened.call("save_server", elsewhere).await;
    assert_eq!(far["host"], "models.example.org");
    let key = json!({"server": far["id"], "key": "sk-very-secret"});
    assert_eq!(opened.call("set_server_key", key).await["lasts"], false);
    choose(&opened, json!({"texts_by": far["id"], "offline": true})).await;
    let run = title(&opened).await;
    assert_eq!(run.steps[0].implementation, "built in", "{run:?}");
    let all = opened.call("servers", json!({})).await.to_string();
    let settings = opened.call("get_settings", json!({})).await.to_string();
    assert!(!format!("{all}{settings}").contains("very-secret"));
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(opened.folder.file("data")).unwrap() {
        kept.extend(std::fs::read(entry.unwrap().path()).unwrap_or_default());
    }
    assert!(
        !String::from_utf8_lossy(&kept).contains("very-secret"),
        "a key is in a file"
    );
}

#[tokio::test]
async fn what_cannot_be_a_server_is_refused_with_what_to_do() {
    let opened = Opened::new();
    for (address, told) in [
        ("http://me:secret@host/v1", "user name or a password"),
        ("ftp://host/v1", "https://"),
        ("nonsense", "cannot be read"),
    ] {
        let saved = json!({"name": "A", "address": address, "model": "", "needs_key": false});
        let error = opened.try_call("save_server", saved).await.unwrap_err();
        assert!(error.message.contains(told), "{address}: {error:?}");
    }
    let mut settings = opened.call("get_settings", json!({})).await;
    settings["texts_by"] = json!("nobody");
    let error = opened.try_call("set_settings", settings).await.unwrap_err();
    assert!(error.message.contains("not connected"), "{error:?}");
    let unknown = json!({"server": "nobody"});
    assert!(opened.try_call("check_server", unknown).await.is_err());
}

#[tokio::test]
async fn a_plan_is_made_again_with_chosen_parts_and_held_against_the_words() {
    let (opened, server) = (Opened::new(), server(200, "I would rather talk.").await);
    let id = connect(&opened, &server).await;
    let conversation = opened.conversation().await;
    let story = json!({"conversation": conversation, "text": STORY, "name": "story.txt"});
    let story = opened.call("import_text", story).await;
    let plan = async |words: &str| {
        let asked =
            json!({"conversation": conversation, "instruction": words, "artifacts": [story["id"]]});
        opened.call("plan", asked).await
    };
    let turn = plan("give story.txt a title").await;
    let again = json!({"turn": turn["id"]});
    let refused = opened
        .try_call("plan_again", again.clone())
        .await
        .unwrap_err();
    assert!(
        refused.message.contains("No chat model is chosen"),
        "{refused:?}"
    );

    choose(
        &opened,
        json!({"assessment_by": id, "decomposition_by": id}),
    )
    .await;
    let made = opened.call("plan_again", again).await;
    assert_eq!(made["plan"]["read_by"], "small on Home");
    let tool = &made["plan"]["subtasks"][0]["solutions"][0]["actions"][0]["tool"];
    assert_eq!(
        tool, "title_generation",
        "what is no answer is left to the embedded model"
    );
    assert!(!server.received_requests().await.unwrap().is_empty());

    let turn = plan("order a pizza for story.txt by telephone").await;
    let refused = opened
        .try_call("plan_again", json!({"turn": turn["id"]}))
        .await;
    let refused = refused.expect_err("nothing does that");
    assert!(refused.message.contains("found no plan"), "{refused:?}");
}
