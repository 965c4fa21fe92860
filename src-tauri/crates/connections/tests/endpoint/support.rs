//! Servers that follow a script, and what is asked of them.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use patchbay_connections::endpoint::{Client, Endpoint, EndpointError, Limits};
use patchbay_connections::keys::Key;
use patchbay_inference::Watch;
use patchbay_inference::chat::{Answer, ChatRequest, Message, Role, Sampling};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

pub(crate) const KEY: &str = "sk-secret-0123456789";

/// An endpoint at `address` that is tried again twice, at once.
pub(crate) fn endpoint(address: &str) -> Endpoint {
    Endpoint {
        id: "test".into(),
        name: "Test server".into(),
        address: address.into(),
        model: "small".into(),
        needs_key: true,
        limits: Limits {
            connect_ms: 2_000,
            answer_ms: 10_000,
            retries: 2,
            first_wait_ms: 1,
        },
    }
}

pub(crate) fn client_of(endpoint: Endpoint) -> Client {
    Client::new(endpoint, Some(Key::new(KEY).unwrap())).unwrap()
}

pub(crate) fn client(address: &str) -> Client {
    client_of(endpoint(address))
}

/// Says “Hello” to a server. The answer, and what was heard of it.
pub(crate) fn ask(
    client: &Client,
    schema: Option<&Value>,
    watch: Watch<'_>,
) -> (Result<Answer, EndpointError>, Vec<String>) {
    let messages = [
        Message::new(Role::System, "Be brief."),
        Message::new(Role::User, "Hello"),
    ];
    let request = ChatRequest {
        messages: &messages,
        sampling: Sampling::GREEDY,
        longest: 50,
        schema,
    };
    let mut heard = Vec::new();
    let answer = client.chat(&request, &mut |part| heard.push(part.to_owned()), watch);
    (answer, heard)
}

/// Asks a server at `address` with “Hello” and returns its answer.
pub(crate) fn hello(address: &str) -> Result<Answer, EndpointError> {
    ask(&client(address), None, Watch::nobody()).0
}

/// A server whose answers are scripted: the first request gets the first, the last one repeats.
pub(crate) struct Scripted {
    runtime: Runtime,
    server: MockServer,
}

struct InTurn {
    replies: Vec<ResponseTemplate>,
    next: AtomicUsize,
}

impl Respond for InTurn {
    fn respond(&self, _: &Request) -> ResponseTemplate {
        let next = self.next.fetch_add(1, Ordering::SeqCst);
        self.replies[next.min(self.replies.len() - 1)].clone()
    }
}

impl Scripted {
    /// Answers at `/v1/` and `route`.
    pub(crate) fn new(route: &str, replies: impl IntoIterator<Item = ResponseTemplate>) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let server = runtime.block_on(MockServer::start());
        let server = Self { runtime, server };
        server.also(route, replies);
        server
    }

    pub(crate) fn chat(replies: impl IntoIterator<Item = ResponseTemplate>) -> Self {
        Self::new("chat/completions", replies)
    }

    pub(crate) fn also(&self, route: &str, replies: impl IntoIterator<Item = ResponseTemplate>) {
        let replies = InTurn {
            replies: replies.into_iter().collect(),
            next: AtomicUsize::new(0),
        };
        let mock = Mock::given(path(format!("/v1/{route}"))).respond_with(replies);
        self.runtime.block_on(mock.mount(&self.server));
    }

    pub(crate) fn address(&self) -> String {
        format!("{}/v1", self.server.uri())
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        let requests = self.server.received_requests();
        self.runtime.block_on(requests).unwrap()
    }

    /// The bodies of all requests, which are JSON.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        let requests = self.requests();
        let bodies = requests.iter().map(|request| request.body_json().unwrap());
        bodies.collect()
    }
}

/// An answer that comes as a stream of these parts, with its usage.
pub(crate) fn streamed(parts: &[&str]) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw(events(parts) + &end(), "text/event-stream")
}

/// An answer in one piece of JSON.
pub(crate) fn whole(text: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
    }))
}

/// An error as OpenAI writes them.
pub(crate) fn error(status: u16, words: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({"error": {"message": words}}))
}

pub(crate) fn events(parts: &[&str]) -> String {
    let event = |part| json!({"choices": [{"delta": {"content": part}}]});
    let events = parts
        .iter()
        .map(|part| format!("data: {}\n\n", event(part)));
    events.collect::<Vec<_>>().concat()
}

pub(crate) fn end() -> String {
    let stop = json!({"choices": [{"delta": {}, "finish_reason": "stop"}]});
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": 7}});
    format!("data: {stop}\n\ndata: {usage}\n\ndata: [DONE]\n\n")
}

/// Step of a raw server after it has read a request.
#[derive(Clone)]
pub(crate) enum Step {
    Send(Vec<u8>),
    Wait(u64),
    /// Waits until the other side has closed the connection.
    UntilClosed,
}

/// A server that sends bytes as they are scripted, and then closes the connection.
pub(crate) struct Raw {
    pub(crate) address: String,
    /// Requests, as far as each was read.
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
    /// Whether a client was seen to close its connection.
    pub(crate) closed: Arc<AtomicBool>,
}

impl Raw {
    /// The first connection gets the first script, the last one repeats.
    pub(crate) fn new(scripts: Vec<Vec<Step>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let raw = Self {
            address: format!("http://{}/v1", listener.local_addr().unwrap()),
            requests: Arc::default(),
            closed: Arc::default(),
        };
        let (requests, closed) = (Arc::clone(&raw.requests), Arc::clone(&raw.closed));
        std::thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let script = scripts[number.min(scripts.len() - 1)].clone();
                let (requests, closed) = (Arc::clone(&requests), Arc::clone(&closed));
                std::thread::spawn(move || serve(stream.unwrap(), script, &requests, &closed));
            }
        });
        raw
    }

    pub(crate) fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

/// A client that goes away ends the script.
fn serve(
    mut stream: TcpStream,
    script: Vec<Step>,
    requests: &Mutex<Vec<String>>,
    closed: &AtomicBool,
) -> Option<()> {
    let request = read_request(&mut stream)?;
    requests.lock().unwrap().push(request);
    for step in script {
        match step {
            Step::Send(bytes) => stream
                .write_all(&bytes)
                .and_then(|()| stream.flush())
                .ok()?,
            Step::Wait(ms) => std::thread::sleep(Duration::from_millis(ms)),
            Step::UntilClosed => {
                let _ = stream.read(&mut [0; 16]);
                closed.store(true, Ordering::SeqCst);
            }
        }
    }
    stream.shutdown(Shutdown::Both).ok()
}

fn read_request(stream: &mut TcpStream) -> Option<String> {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let head = head.to_ascii_lowercase();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.and_then(|length| length.parse().ok()).unwrap_or(0);
        if body.len() >= length {
            return Some(text);
        }
    }
}

/// The head of an answer that comes in chunks.
pub(crate) fn head(kind: &str) -> Step {
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n");
    Step::Send(head.into_bytes())
}

pub(crate) fn chunk(bytes: &[u8]) -> Step {
    let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
    chunk.extend_from_slice(bytes);
    chunk.extend_from_slice(b"\r\n");
    Step::Send(chunk)
}

/// The end of an answer that came in chunks.
pub(crate) fn last_chunk() -> Step {
    Step::Send(b"0\r\n\r\n".to_vec())
}
