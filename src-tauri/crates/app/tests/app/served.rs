//! Patchbay's own tools carried out by a server that speaks as OpenAI's do: only by one that was
//! chosen, said before, and what it makes is a file like any other.

use patchbay_app::api::RunStatus;
use patchbay_test_support::{png, sine};
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{Opened, text};

/// A server that answers one path.
async fn server(at: &str, reply: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    let mock = Mock::given(method("POST")).and(path(at));
    mock.respond_with(reply).mount(&server).await;
    server
}

async fn choose(opened: &Opened, server: &MockServer, part: &str) {
    let saved = json!({
        "name": "Studio", "address": format!("{}/v1", server.uri()), "model": "large", "needs_key": false,
    });
    let id = text(&opened.call("save_server", saved).await["id"]);
    let mut settings = opened.call("get_settings", json!({})).await;
    settings[part] = json!(id);
    opened.call("set_settings", settings).await;
}

fn picture(opened: &Opened) -> Value {
    use base64::Engine;
    let path = opened.folder.file("made.png");
    png(&path, 48, 32);
    let bytes = std::fs::read(path).unwrap();
    let base64 = base64::engine::general_purpose::STANDARD.encode(bytes);
    json!({"data": [{"b64_json": base64}]})
}

#[tokio::test]
async fn an_image_is_made_by_the_chosen_server() {
    let opened = Opened::new();
    let reply = ResponseTemplate::new(200).set_body_json(picture(&opened));
    let server = server("/v1/images/generations", reply).await;
    choose(&opened, &server, "images_by").await;
    let conversation = opened.conversation().await;
    let words = "generate an image of a lighthouse at night";
    let (_, run) = opened.ask(&conversation, words, &[]).await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let step = run.steps.last().unwrap();
    assert_eq!(
        (&*step.tool, &*step.implementation),
        ("text_to_image", "server")
    );
    assert!(
        step.notes
            .iter()
            .any(|note| note.contains("large on Studio")),
        "{step:?}"
    );
    let requests = server.received_requests().await.unwrap();
    let sent: Value = serde_json::from_slice(&requests[0].body).unwrap();
    assert_eq!(sent["model"], "large");
    assert!(text(&sent["prompt"]).contains("lighthouse"), "{sent}");
    let made = opened.artifact(&conversation, &step.outputs[0]).await;
    assert_eq!(
        (&made["mime"], &made["width"]),
        (&json!("image/png"), &json!(48)),
        "{made}"
    );
}

#[tokio::test]
async fn what_parameters_say_is_done_here_although_a_server_is_chosen() {
    let opened = Opened::new();
    let reply = ResponseTemplate::new(200).set_body_json(picture(&opened));
    let server = server("/v1/images/edits", reply).await;
    choose(&opened, &server, "images_by").await;
    let conversation = opened.conversation().await;
    let path = opened.folder.file("house.png");
    png(&path, 64, 48);
    let house = opened.import(&conversation, &path).await;
    let (_, run) = opened
        .ask(&conversation, "make house.png 20% brighter", &[&house])
        .await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    assert!(server.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn speech_is_written_down_with_times_by_the_chosen_server() {
    let opened = Opened::new();
    let segments = json!([
        {"start": 0.0, "end": 0.9, "text": " Hello there."}, {"start": 1.0, "end": 9.0, "text": " Goodbye."},
    ]);
    let said = json!({"text": "Hello there. Goodbye.", "segments": segments});
    let reply = ResponseTemplate::new(200).set_body_json(said);
    let server = server("/v1/audio/transcriptions", reply).await;
    choose(&opened, &server, "transcription_by").await;
    let conversation = opened.conversation().await;
    let path = opened.folder.file("talk.wav");
    sine(&path, 2.0, 16_000, 440.0);
    let talk = opened.import(&conversation, &path).await;
    let (turn, run) = opened
        .ask(
            &conversation,
            "write down what is said in talk.wav",
            &[&talk],
        )
        .await;
    assert_eq!(run.status, RunStatus::Done, "{} {run:?}", turn["plan"]);
    let made = &run.steps[0].outputs[0];
    let made = opened.artifact(&conversation, made).await.to_string();
    let times = "00:00:01,000 --> 00:00:02,000";
    assert!(
        made.contains("Hello there.") && made.contains(times),
        "{made}"
    );
    let sent = &server.received_requests().await.unwrap()[0].body;
    let is_mp3 = sent.windows(10).any(|window| window == b"audio.mp3\"");
    assert!(is_mp3, "a small file is sent");
}

#[tokio::test]
async fn a_server_that_cannot_do_it_is_said_and_this_computer_does_it() {
    let opened = Opened::new();
    let error = json!({"error": {"message": "no such voice"}});
    let reply = ResponseTemplate::new(400).set_body_json(error);
    let server = server("/v1/audio/speech", reply).await;
    choose(&opened, &server, "speech_by").await;
    let conversation = opened.conversation().await;
    let words = json!({"conversation": conversation, "text": "Good morning.", "name": "words.txt"});
    let words = opened.call("import_text", words).await;
    let (_, run) = opened
        .ask(&conversation, "read words.txt aloud", &[&words])
        .await;
    assert_eq!(server.received_requests().await.unwrap().len(), 1);
    let step = run.steps.last().unwrap();
    let told = format!("{:?} {:?}", step.notes, step.error);
    assert!(told.contains("no such voice"), "{told}");
    // espeak-ng may not be there; then the failure is said and nothing is made up.
    assert!(run.status == RunStatus::Done || step.outputs.is_empty());
}
