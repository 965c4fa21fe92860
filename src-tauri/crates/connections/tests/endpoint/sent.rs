//! Previews tell what would be sent before it is.

use patchbay_connections::endpoint::{ImageEdit, Kind, Sent, SpeechRequest, TranscriptionRequest};
use patchbay_inference::chat::{ChatRequest, Message, Role, Sampling};
use serde_json::json;

use crate::support::endpoint;

fn pieces(sent: &Sent) -> Vec<(Kind, u64)> {
    sent.what
        .iter()
        .map(|piece| (piece.kind, piece.bytes))
        .collect()
}

#[test]
fn a_chat_is_told_by_who_said_what() {
    let messages = [
        Message::new(Role::System, "Be brief."),
        Message::new(Role::User, "Grüße"),
        Message::new(Role::Assistant, "Hi"),
        Message::new(Role::User, "More"),
    ];
    let schema = json!({"type": "null"});
    let request = ChatRequest {
        messages: &messages,
        sampling: Sampling::GREEDY,
        longest: 10,
        schema: Some(&schema),
    };
    let sent = Sent::by_chat(&endpoint("https://models.example:8443/v1"), &request);
    let expected = [
        (Kind::Instructions, 9),
        (Kind::Words, 11),
        (Kind::Answers, 2),
        (Kind::Schema, 15),
    ];
    assert_eq!(pieces(&sent), expected);
    assert_eq!(sent.bytes, 37);
    assert_eq!(
        (sent.to.as_str(), sent.encrypted, sent.here),
        ("models.example:8443", true, false)
    );
    let value = serde_json::to_value(&sent).unwrap();
    assert_eq!(
        value["what"][0],
        json!({"kind": "instructions", "bytes": 9})
    );
}

#[test]
fn pictures_and_sound_are_told_with_their_sizes() {
    let here = endpoint("http://localhost:8080/v1");
    let edit = ImageEdit {
        prompt: "night",
        image: &[0; 1000],
        mask: None,
        size: None,
    };
    let sent = Sent::by_edit(&here, &edit);
    assert_eq!(pieces(&sent), [(Kind::Prompt, 5), (Kind::Picture, 1000)]);
    assert_eq!((sent.encrypted, sent.here), (false, true));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), [0; 77]).unwrap();
    let request = TranscriptionRequest {
        path: file.path(),
        language: None,
    };
    let sent = Sent::by_transcription(&here, &request).unwrap();
    assert_eq!((pieces(&sent), sent.bytes), (vec![(Kind::Sound, 77)], 77));
    let speech = SpeechRequest {
        text: "Hello",
        voice: "alloy",
        speed: 1.0,
    };
    assert_eq!(pieces(&Sent::by_speech(&here, &speech)), [(Kind::Text, 5)]);
}
