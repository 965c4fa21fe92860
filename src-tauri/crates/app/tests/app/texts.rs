//! Requests about texts: a language model gets the words of the request beside those of the file.

use patchbay_app::api::RunStatus;
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{Opened, text};

const GERMAN: &str = "Der Hund heißt Rex. Er gehört Frau Petersen. Ihre Telefonnummer ist 0451 33 21. Sie wohnt am \
    Hafen und geht jeden Morgen mit ihm am Wasser entlang, auch wenn es regnet.";

/// A server that answers every chat with `content`, chosen for texts.
async fn asked_of(content: &str) -> (Opened, MockServer, String) {
    let (opened, server) = (Opened::new(), MockServer::start().await);
    let answer = json!({
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
    });
    Mock::given(method("POST"))
        .and(path("/v1/chat/completions"))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer))
        .mount(&server)
        .await;
    let saved = json!({
        "name": "Home", "address": format!("{}/v1", server.uri()), "model": "small", "needs_key": false,
    });
    let id = text(&opened.call("save_server", saved).await["id"]);
    let mut settings = opened.call("get_settings", json!({})).await;
    settings["texts_by"] = json!(id);
    opened.call("set_settings", settings).await;
    let conversation = opened.conversation().await;
    (opened, server, conversation)
}

/// Returns what the person says in the last chat that was sent; what it is told once more where its answer does not hold comes behind.
async fn last_sent(server: &MockServer) -> String {
    let requests = server.received_requests().await.unwrap();
    let sent: Value = serde_json::from_slice(&requests.last().expect("a chat").body).unwrap();
    let messages = sent["messages"].as_array().expect("messages");
    let mut said = messages.iter().filter(|one| one["role"] == "user");
    text(&said.next().expect("a message")["content"])
}

#[tokio::test]
async fn the_request_reaches_the_model_beside_the_file() {
    let (opened, server, conversation) = asked_of("Le chien s'appelle Rex.").await;
    let german = json!({"conversation": conversation, "text": GERMAN, "name": "ger.txt"});
    let german = opened.call("import_text", german).await;
    for request in [
        "translate ger.txt into French",
        "translate this into French",
        "who is the owner?",
        "what is the phone number of the owner",
        "according to ger.txt, who is the owner of the dog?",
        "rewrite this so that it is funny",
        "rewrite ger.txt in a formal tone",
        "summarise this in French",
        "summarise ger.txt in one sentence",
    ] {
        let (turn, run) = opened.ask(&conversation, request, &[&german]).await;
        assert_eq!(run.status, RunStatus::Done, "{request}: {}", turn["plan"]);
        let sent = last_sent(&server).await;
        assert!(sent.contains(GERMAN), "{request}: {sent}");
        let words = request.trim_end_matches('?');
        assert!(sent.contains(words), "{request}: {sent}");
    }
}

#[tokio::test]
async fn a_following_request_reaches_the_model_beside_the_result() {
    let (opened, server, conversation) = asked_of("Le chien s'appelle Rex.").await;
    let german = json!({"conversation": conversation, "text": GERMAN, "name": "ger.txt"});
    let german = opened.call("import_text", german).await;
    opened
        .ask(&conversation, "translate ger.txt into French", &[&german])
        .await;
    let next = "now rewrite it as a poem";
    opened.ask(&conversation, next, &[]).await;
    let sent = last_sent(&server).await;
    assert!(sent.contains("Le chien s'appelle Rex."), "{sent}");
    assert!(sent.contains("as a poem"), "{sent}");
}

#[tokio::test]
async fn words_without_a_file_are_sent_once() {
    let (opened, server, conversation) = asked_of("Bonjour.").await;
    opened
        .ask(&conversation, "translate into French: good morning", &[])
        .await;
    let sent = last_sent(&server).await;
    assert_eq!(sent.matches("good morning").count(), 1, "{sent}");
    assert!(sent.contains("French"), "{sent}");
}

#[tokio::test]
async fn what_a_model_thought_is_no_result() {
    let (opened, _server, conversation) =
        asked_of("<think>A dog, hm.</think>Rex walks with Mrs Petersen.").await;
    let german = json!({"conversation": conversation, "text": GERMAN, "name": "ger.txt"});
    let german = opened.call("import_text", german).await;
    let (_, run) = opened
        .ask(&conversation, "summarise ger.txt", &[&german])
        .await;
    let made = opened
        .artifact(&conversation, &run.steps[0].outputs[0])
        .await;
    let made = made.to_string();
    assert!(made.contains("Rex walks") && !made.contains("hm"), "{made}");
}

#[tokio::test]
async fn subtitles_of_an_older_program_become_others_with_their_letters() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    // Windows-1252: é, à, œ, €.
    let bytes = b"1\r\n00:00:01,200 --> 00:00:03,400\r\nO\xf9 \xe9tais-tu \xe0 No\xebl, ma s\x9cur ?\r\n\r\n\
        2\r\n00:00:04,000 --> 00:00:06,500\r\n\xc7a co\xfbte 20 \x80.\r\n";
    let path = opened.folder.file("film_fr.srt");
    std::fs::write(&path, bytes).unwrap();
    let given = opened.import(&conversation, &path).await;
    let (turn, run) = opened
        .ask(&conversation, "convert film_fr.srt to vtt", &[&given])
        .await;
    assert_eq!(run.status, RunStatus::Done, "{}", turn["plan"]);
    let made = opened
        .artifact(&conversation, &run.steps[0].outputs[0])
        .await;
    assert_eq!(made["mime"], json!("text/vtt"), "{made}");
    let told = made.to_string();
    assert!(told.contains("00:00:01.200 --> 00:00:03.400"), "{told}");
    for words in ["Où étais-tu à Noël, ma sœur ?", "Ça coûte 20 €."] {
        assert!(told.contains(words), "{told}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_subtitles_names_the_file_and_the_line() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let words = "1\n00:00:05,000 --> 00:00:02,000\nHello\n";
    let given = json!({"conversation": conversation, "text": words, "name": "film.srt"});
    let given = opened.call("import_text", given).await;
    let (_, run) = opened
        .ask(&conversation, "convert film.srt to vtt", &[&given])
        .await;
    assert_eq!(run.status, RunStatus::Failed, "{run:?}");
    assert!(run.answer.contains("“film.srt”, line 2"), "{}", run.answer);
}
