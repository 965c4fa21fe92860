//! The loopback server as a browser meets it, and as those meet it who have no business with it.

mod refused;

use std::io::{Read, Write};
use std::net::TcpStream;

use patchbay_app::{App, AppOptions};
use patchbay_server::Listener;
use patchbay_test_support::{TestDir, png, video};
use serde_json::{Value, json};

struct Server {
    folder: TestDir,
    port: u16,
    token: String,
    /// Stops the server when it is dropped.
    _runtime: tokio::runtime::Runtime,
}

struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Reply {
    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .into_iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&self.body)))
    }
}

impl Server {
    fn start() -> Self {
        let folder = TestDir::new();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let listener = Listener::bind(0).unwrap();
        let (port, token) = (listener.port(), listener.token().to_owned());
        let app = App::open(&folder.file("data"), AppOptions::default()).unwrap();
        runtime.spawn(patchbay_server::serve(listener, app));
        Self {
            folder,
            port,
            token,
            _runtime: runtime,
        }
    }

    /// Sends a request word for word; the body's length and the end of the connection are added.
    fn send(&self, line: &str, headers: &str, body: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let length = body.len();
        let head = format!(
            "{line} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .expect("a whole head");
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut body = bytes.split_off(end + 4);
        if head.to_lowercase().contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        Reply { status, head, body }
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    fn get(&self, path: &str, headers: &str) -> Reply {
        self.send(
            &format!("GET {path}"),
            &format!("{}{headers}", self.host()),
            b"",
        )
    }

    fn call(&self, operation: &str, arguments: Value) -> Reply {
        let headers = format!(
            "{}Authorization: Bearer {}\r\nContent-Type: application/json\r\n",
            self.host(),
            self.token
        );
        self.send(
            &format!("POST /api/call/{operation}"),
            &headers,
            arguments.to_string().as_bytes(),
        )
    }

    fn conversation(&self) -> String {
        self.call("create_conversation", json!({})).json()["id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    fn upload(&self, conversation: &str, name: &str, bytes: &[u8]) -> Reply {
        let line = format!(
            "POST /api/upload?conversation={conversation}&name={name}&token={}",
            self.token
        );
        self.send(&line, &self.host(), bytes)
    }

    fn media(&self, artifact: &Value, more: &str) -> String {
        let asset = artifact["asset"].as_str().unwrap();
        format!(
            "/media/{asset}/{}?token={}{more}",
            artifact["name"].as_str().unwrap(),
            self.token
        )
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = body.windows(2).position(|two| two == b"\r\n").unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return whole;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + length]);
        body = &body[end + 4 + length..];
    }
}

#[test]
fn only_this_computer_with_the_token_gets_an_answer() {
    let server = Server::start();
    let call = |headers: String| server.send("POST /api/call/start", &headers, b"{}").status;
    let host = server.host();
    let bearer = format!(
        "Authorization: Bearer {}\r\nContent-Type: application/json\r\n",
        server.token
    );
    assert_eq!(call(format!("{host}{bearer}")), 200);
    assert_eq!(
        call(format!("{host}Content-Type: application/json\r\n")),
        401
    );
    assert_eq!(
        call(format!(
            "{host}Authorization: Bearer {}\r\n",
            "0".repeat(64)
        )),
        401
    );
    let rebound = format!("Host: evil.example:{}\r\n{bearer}", server.port);
    assert_eq!(
        call(rebound),
        421,
        "a name that was bound to this address is not ours"
    );
    assert_eq!(
        call(format!("{host}{bearer}Origin: https://evil.example\r\n")),
        403
    );
    assert_eq!(call(format!("{host}{bearer}Origin: null\r\n")), 403);
    let window = server.get("/", "Origin: tauri://localhost\r\n");
    assert_eq!(
        window.header("access-control-allow-origin"),
        Some("tauri://localhost")
    );
    assert_eq!(
        server.get("/", "").header("access-control-allow-origin"),
        None
    );
    let asked =
        format!("{host}Origin: tauri://localhost\r\nAccess-Control-Request-Method: POST\r\n");
    assert_eq!(server.send("OPTIONS /api/upload", &asked, b"").status, 204);
}

#[test]
fn a_video_is_sent_in_ranges() {
    let server = Server::start();
    let path = video::clip(server.folder.path(), "clip.mp4", 2.0, "160x120", 25);
    let bytes = std::fs::read(path).unwrap();
    let artifact = server
        .upload(&server.conversation(), "clip.mp4", &bytes)
        .json();
    assert_eq!(artifact["type"], "video");
    let whole = server.get(&server.media(&artifact, ""), "");
    assert_eq!(
        (whole.status, whole.header("content-type")),
        (200, Some("video/mp4"))
    );
    assert_eq!(whole.header("accept-ranges"), Some("bytes"));
    assert!(whole.body == bytes);
    let part = server.get(&server.media(&artifact, ""), "Range: bytes=100-199\r\n");
    assert_eq!(part.status, 206);
    assert_eq!(
        part.header("content-range"),
        Some(format!("bytes 100-199/{}", bytes.len()).as_str())
    );
    assert!(part.body == bytes[100..200]);
    let beyond = server.get(&server.media(&artifact, ""), "Range: bytes=999999999-\r\n");
    assert_eq!(beyond.status, 416);
    let small = server.get(&server.media(&artifact, "&thumbnail=120"), "");
    assert_eq!(
        (small.status, small.header("content-type")),
        (200, Some("image/jpeg"))
    );
    let saved = server.get(&server.media(&artifact, "&download=1"), "");
    assert_eq!(
        saved.header("content-disposition"),
        Some("attachment; filename*=UTF-8''clip%2Emp4")
    );
}

#[test]
fn uploads_get_harmless_names_and_bad_ones_leave_nothing() {
    let server = Server::start();
    let conversation = server.conversation();
    png(&server.folder.file("a.png"), 30, 20);
    let bytes = std::fs::read(server.folder.file("a.png")).unwrap();
    let artifact = server.upload(&conversation, "..%2F..%2Fa%0Ab.png", &bytes);
    assert_eq!(artifact.json()["name"], "a b.png");
    let refused = server.upload(&conversation, "fake.mp4", b"words");
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["code"], "unreadable_file");
    assert!(
        refused.json()["message"]
            .as_str()
            .unwrap()
            .contains("fake.mp4")
    );
    let left = std::fs::read_dir(server.folder.file("data/scratch"))
        .unwrap()
        .count();
    assert_eq!(left, 0, "nothing stays of what was refused");
}

#[test]
fn there_is_no_way_out_of_the_folder() {
    let server = Server::start();
    let token = &server.token;
    for path in [
        format!("/media/..%2F..%2Fpatchbay.db/x?token={token}"),
        format!("/media/../../patchbay.db?token={token}"),
        format!("/media/{}/x?token={token}", "0".repeat(64)),
        "/../../Cargo.toml".to_owned(),
        "/%2e%2e/%2e%2e/Cargo.toml".to_owned(),
    ] {
        let status = server.get(&path, "").status;
        assert!(matches!(status, 400 | 404), "{path}: {status}");
    }
}

#[test]
fn a_page_of_a_tool_can_do_nothing() {
    let server = Server::start();
    let page = b"<!doctype html><html><body><script>alert(1)</script></body></html>";
    let artifact = server
        .upload(&server.conversation(), "page.html", page)
        .json();
    let alone = server.get(&server.media(&artifact, ""), "");
    let policy = alone.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("sandbox; default-src 'none'"),
        "{policy}"
    );
    assert!(
        alone
            .header("content-disposition")
            .unwrap()
            .starts_with("attachment")
    );
    let framed = server.get(&server.media(&artifact, ""), "Sec-Fetch-Dest: iframe\r\n");
    assert_eq!(framed.header("content-disposition"), None);
    assert!(framed.header("content-security-policy").is_some());
}

#[test]
fn events_stream_while_things_happen() {
    let server = Server::start();
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    write!(
        stream,
        "GET /api/events?token={} HTTP/1.1\r\n{}\r\n",
        server.token,
        server.host()
    )
    .unwrap();
    let mut seen = String::new();
    let mut buffer = [0; 4096];
    let mut read_until = |wanted: &str, seen: &mut String| {
        while !seen.contains(wanted) {
            let length = stream.read(&mut buffer).unwrap();
            assert!(length > 0, "the stream ended: {seen}");
            seen.push_str(&String::from_utf8_lossy(&buffer[..length]));
        }
    };
    read_until("text/event-stream", &mut seen);
    let conversation = server.conversation();
    read_until(&conversation, &mut seen);
    assert!(seen.contains("\"type\":\"conversation\""), "{seen}");
}
