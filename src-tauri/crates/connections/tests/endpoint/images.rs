//! Pictures that are made and changed.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use patchbay_connections::endpoint::{EndpointError, ImageEdit, ImageRequest};
use patchbay_inference::Watch;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::{Raw, Scripted, Step, client, error};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nsome picture \xff\x00";
const JPEG: &[u8] = b"\xff\xd8\xff\xe0some picture";

const REQUEST: ImageRequest<'_> = ImageRequest {
    prompt: "a lighthouse",
    size: Some((512, 256)),
};

fn data(picture: Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({"created": 1, "data": [picture]}))
}

fn encoded(bytes: &[u8]) -> ResponseTemplate {
    data(json!({"b64_json": STANDARD.encode(bytes)}))
}

#[test]
fn a_picture_is_asked_for_and_decoded() {
    let server = Scripted::new("images/generations", [encoded(PNG)]);
    let picture = client(&server.address()).image(&REQUEST, Watch::nobody());
    assert_eq!(picture.unwrap(), PNG);
    let expected = json!({"prompt": "a lighthouse", "n": 1, "response_format": "b64_json",
        "model": "small", "size": "512x256"});
    assert_eq!(server.bodies(), [expected]);
}

#[test]
fn a_model_that_knows_one_format_is_not_asked_for_another() {
    let unknown = error(400, "Unknown parameter: 'response_format'.");
    let server = Scripted::new("images/generations", [unknown, encoded(JPEG)]);
    let picture = client(&server.address()).image(&REQUEST, Watch::nobody());
    assert_eq!(picture.unwrap(), JPEG);
    let bodies = server.bodies();
    assert_eq!(bodies.len(), 2);
    assert!(bodies[1].get("response_format").is_none());
}

#[test]
fn a_picture_is_fetched_from_the_server_itself_and_from_no_other() {
    let other = Scripted::new("a.png", [ResponseTemplate::new(200).set_body_bytes(PNG)]);
    let server = Scripted::new(
        "files/a.png",
        [ResponseTemplate::new(200).set_body_bytes(PNG)],
    );
    let own = format!("{}/files/a.png", server.address());
    let elsewhere = format!("{}/a.png", other.address());
    let file = data(json!({"url": "file:///etc/passwd"}));
    let replies = [
        data(json!({"url": own})),
        data(json!({"url": elsewhere})),
        file,
    ];
    server.also("images/generations", replies);
    let client = client(&server.address());
    assert_eq!(client.image(&REQUEST, Watch::nobody()).unwrap(), PNG);
    for _ in 0..2 {
        let error = client.image(&REQUEST, Watch::nobody()).unwrap_err();
        assert!(error.to_string().contains("another server"), "{error}");
    }
    assert!(other.requests().is_empty());
}

#[test]
fn what_is_no_picture_is_refused() {
    for (reply, reason) in [
        (data(json!({"b64_json": "!!!"})), "not base64"),
        (encoded(b"<html>"), "no PNG, JPEG or WebP"),
        (data(json!({})), "no picture"),
        (
            ResponseTemplate::new(200).set_body_json(json!({"data": []})),
            "no picture",
        ),
        (
            ResponseTemplate::new(200).set_body_string("<html>"),
            "not JSON",
        ),
    ] {
        let server = Scripted::new("images/generations", [reply]);
        let error = client(&server.address())
            .image(&REQUEST, Watch::nobody())
            .unwrap_err();
        assert!(
            matches!(error, EndpointError::BadAnswer { .. }),
            "{error:?}"
        );
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn a_change_sends_picture_mask_and_words() {
    let server = Scripted::new("images/edits", [encoded(PNG)]);
    let edit = ImageEdit {
        prompt: "at night",
        image: JPEG,
        mask: Some(PNG),
        size: None,
    };
    let changed = client(&server.address()).edit_image(&edit, Watch::nobody());
    assert_eq!(changed.unwrap(), PNG);
    let request = &server.requests()[0];
    let kind = request.headers["content-type"].to_str().unwrap();
    assert!(kind.starts_with("multipart/form-data; boundary="), "{kind}");
    let length = request.headers["content-length"].to_str().unwrap();
    assert_eq!(
        length,
        request.body.len().to_string(),
        "servers want the length"
    );
    let body = String::from_utf8_lossy(&request.body);
    for part in [
        "name=\"prompt\"\r\n\r\nat night\r\n",
        "name=\"model\"\r\n\r\nsmall\r\n",
        "name=\"image\"; filename=\"image.jpg\"\r\nContent-Type: image/jpeg\r\n",
        "name=\"mask\"; filename=\"mask.png\"\r\nContent-Type: image/png\r\n",
        "name=\"response_format\"\r\n\r\nb64_json\r\n",
    ] {
        assert!(body.contains(part), "{part}\n{body}");
    }
    let contains = |bytes: &[u8]| request.body.windows(bytes.len()).any(|part| part == bytes);
    assert!(contains(JPEG) && contains(PNG));
}

#[test]
fn what_is_no_picture_is_not_sent() {
    let server = Scripted::new("images/edits", [encoded(PNG)]);
    let edit = ImageEdit {
        prompt: "at night",
        image: b"GIF89a",
        mask: None,
        size: None,
    };
    let error = client(&server.address())
        .edit_image(&edit, Watch::nobody())
        .unwrap_err();
    assert!(matches!(error, EndpointError::File { .. }), "{error:?}");
    assert!(server.requests().is_empty());
}

#[test]
fn an_answer_that_says_it_is_enormous_is_not_read() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 300000000\r\n\r\n{".to_vec();
    let server = Raw::new(vec![vec![Step::Send(head), Step::UntilClosed]]);
    let error = client(&server.address)
        .image(&REQUEST, Watch::nobody())
        .unwrap_err();
    assert!(error.to_string().contains("larger than 256 MB"), "{error}");
    assert_eq!(server.count(), 1);
}
