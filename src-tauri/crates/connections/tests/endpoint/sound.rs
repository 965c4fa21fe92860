//! Speech that is written down, and text that is spoken.

use std::path::PathBuf;

use patchbay_connections::endpoint::{EndpointError, Segment, SpeechRequest, TranscriptionRequest};
use patchbay_inference::Watch;
use serde_json::json;
use tempfile::TempDir;
use wiremock::ResponseTemplate;

use crate::support::{Scripted, client, error};

const ROUTE: &str = "audio/transcriptions";

/// A file with sound, in a folder that goes with it.
fn recording() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my private talk.MP3");
    std::fs::write(&path, b"ID3 some sound").unwrap();
    (folder, path)
}

#[test]
fn speech_is_written_down_with_its_times() {
    let answer = json!({
        "task": "transcribe", "language": "german", "duration": 2.5, "text": "Guten Tag. Ja?",
        "segments": [
            {"id": 0, "start": -0.1, "end": 1.0, "text": " Guten Tag.", "tokens": [1]},
            {"id": 1, "start": 1.5, "end": 1.25, "text": " Ja?"},
        ],
    });
    let server = Scripted::new(ROUTE, [ResponseTemplate::new(200).set_body_json(answer)]);
    let (_folder, path) = recording();
    let request = TranscriptionRequest {
        path: &path,
        language: Some("de"),
    };
    let transcript = client(&server.address())
        .transcribe(&request, Watch::nobody())
        .unwrap();
    assert_eq!(transcript.text, "Guten Tag. Ja?");
    assert_eq!(transcript.language.as_deref(), Some("german"));
    let segment = |start, end, text: &str| Segment {
        start,
        end,
        text: text.into(),
    };
    let expected = [segment(0.0, 1.0, " Guten Tag."), segment(1.5, 1.5, " Ja?")];
    assert_eq!(transcript.segments, expected);
    let requests = server.requests();
    let body = String::from_utf8_lossy(&requests[0].body);
    for part in [
        "name=\"file\"; filename=\"audio.mp3\"\r\nContent-Type: audio/mpeg\r\n\r\nID3 some sound\r\n",
        "name=\"model\"\r\n\r\nsmall\r\n",
        "name=\"language\"\r\n\r\nde\r\n",
        "name=\"response_format\"\r\n\r\nverbose_json\r\n",
    ] {
        assert!(body.contains(part), "{part}\n{body}");
    }
    assert!(!body.contains("private"), "the file's name was sent");
}

#[test]
fn a_server_without_times_gives_the_text() {
    let json = ResponseTemplate::new(200).set_body_json(json!({"text": "Good day"}));
    let text = ResponseTemplate::new(200).set_body_raw("Good day\n", "text/plain");
    let (_folder, path) = recording();
    let request = TranscriptionRequest {
        path: &path,
        language: None,
    };
    for reply in [json, text] {
        let refused = error(400, "response_format 'verbose_json' is not compatible");
        let server = Scripted::new(ROUTE, [refused, reply]);
        let transcript = client(&server.address())
            .transcribe(&request, Watch::nobody())
            .unwrap();
        assert_eq!(transcript.text, "Good day");
        assert!(transcript.segments.is_empty());
        let requests = server.requests();
        let last = String::from_utf8_lossy(&requests[1].body);
        assert!(
            last.contains("name=\"response_format\"\r\n\r\njson\r\n"),
            "{last}"
        );
        assert!(!last.contains("name=\"language\""));
    }
}

#[test]
fn what_is_no_transcript_is_refused_and_what_is_no_file_is_not_sent() {
    let (folder, path) = recording();
    for body in ["<html>", "{\"words\":1}", "{\"text\":"] {
        let server = Scripted::new(ROUTE, [ResponseTemplate::new(200).set_body_string(body)]);
        let request = TranscriptionRequest {
            path: &path,
            language: None,
        };
        let result = client(&server.address()).transcribe(&request, Watch::nobody());
        assert!(
            matches!(result, Err(EndpointError::BadAnswer { .. })),
            "{body}: {result:?}"
        );
    }
    let server = Scripted::new(ROUTE, [ResponseTemplate::new(200)]);
    let empty = folder.path().join("empty.wav");
    std::fs::write(&empty, b"").unwrap();
    for path in [
        empty,
        folder.path().join("none.wav"),
        folder.path().to_owned(),
    ] {
        let request = TranscriptionRequest {
            path: &path,
            language: None,
        };
        let error = client(&server.address())
            .transcribe(&request, Watch::nobody())
            .unwrap_err();
        assert!(matches!(error, EndpointError::File { .. }), "{error:?}");
        assert!(
            error.to_string().contains(&path.display().to_string()),
            "{error}"
        );
    }
    assert!(server.requests().is_empty());
}

#[test]
fn a_text_is_spoken_as_a_wav_file() {
    const WAV: &[u8] = b"RIFF\xff\xff\xff\xffWAVEfmt some sound";
    let replies = [
        ResponseTemplate::new(200).set_body_raw(WAV, "audio/wav"),
        ResponseTemplate::new(200).set_body_raw("ID3 some sound", "audio/mpeg"),
        ResponseTemplate::new(200),
    ];
    let server = Scripted::new("audio/speech", replies);
    let client = client(&server.address());
    let request = SpeechRequest {
        text: "Good day",
        voice: "alloy",
        speed: 1.5,
    };
    assert_eq!(client.speak(&request, Watch::nobody()).unwrap(), WAV);
    let expected = json!({"input": "Good day", "voice": "alloy", "response_format": "wav",
        "model": "small", "speed": 1.5});
    assert_eq!(server.bodies(), [expected]);
    for reason in ["no WAV file", "empty"] {
        let error = client.speak(&request, Watch::nobody()).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
}
