//! A server on this computer whose every answer the test writes: right, wrong, or broken off.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// A request that came, the last one for which the connection is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The path and what follows it.
    pub path: String,
    /// Number of earlier requests for the same path.
    pub before: usize,
    headers: Vec<(String, String)>,
}

impl Asked {
    /// A header's value, by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str())
    }

    /// The first byte that is asked for.
    pub fn from(&self) -> usize {
        let range = self
            .header("range")
            .and_then(|range| range.strip_prefix("bytes="));
        range
            .and_then(|range| range.trim_end_matches('-').parse().ok())
            .unwrap_or(0)
    }
}

/// The way back to who asked.
pub struct Answering(TcpStream);

impl Answering {
    /// Sends a status line and headers. What is sent after them is the test's own affair.
    pub fn head(&mut self, status: u16, headers: &[(&str, &str)]) -> io::Result<()> {
        let mut lines = format!("HTTP/1.1 {status} Said\r\nConnection: close\r\n");
        for (name, value) in headers {
            lines.extend([name, ": ", value, "\r\n"]);
        }
        lines.push_str("\r\n");
        self.body(lines.as_bytes())
    }

    /// Sends bytes of the body.
    pub fn body(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// Sends nothing more until the other side gives up.
    pub fn stall(&mut self) -> io::Result<()> {
        io::copy(&mut self.0, &mut io::sink()).map(drop)
    }

    /// An answer without a body.
    pub fn say(&mut self, status: u16, headers: &[(&str, &str)]) -> io::Result<()> {
        self.head(status, &[headers, &[("Content-Length", "0")]].concat())
    }

    /// Gives bytes as a good server does: with a length, a tag, and from where it was asked.
    pub fn serve(&mut self, asked: &Asked, bytes: &[u8], tag: &str) -> io::Result<()> {
        let from = self.serve_head(asked, bytes, tag, &[])?;
        self.body(&bytes[from..])
    }

    /// The head of such an answer, with more headers. Answers where the body has to begin.
    pub fn serve_head(
        &mut self,
        asked: &Asked,
        bytes: &[u8],
        tag: &str,
        more: &[(&str, &str)],
    ) -> io::Result<usize> {
        let same = asked.header("if-range").is_none_or(|asked| asked == tag);
        let from = if same { asked.from() } else { 0 };
        if from > 0 && from >= bytes.len() {
            self.say(
                416,
                &[("Content-Range", &format!("bytes */{}", bytes.len()))],
            )?;
            return Ok(bytes.len());
        }
        let length = (bytes.len() - from).to_string();
        let mut headers = vec![("Content-Length", length.as_str()), ("ETag", tag)];
        headers.extend(more);
        let range = format!(
            "bytes {from}-{}/{}",
            bytes.len().saturating_sub(1),
            bytes.len()
        );
        if from > 0 {
            headers.push(("Content-Range", &range));
        }
        self.head(if from > 0 { 206 } else { 200 }, &headers)?;
        Ok(from)
    }
}

type Answer = dyn Fn(&Asked, &mut Answering) -> io::Result<()> + Send + Sync;

/// A server that lives as long as this does.
pub struct WebServer {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    ends: Arc<AtomicBool>,
    accepting: Option<JoinHandle<()>>,
}

impl WebServer {
    /// Answers every request by `answer`, each on a thread of its own. What cannot be sent was not
    /// wanted any more.
    pub fn start(
        answer: impl Fn(&Asked, &mut Answering) -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on this computer is free");
        let address = listener.local_addr().expect("it is bound");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let ends = Arc::new(AtomicBool::new(false));
        let answer: Arc<Answer> = Arc::new(answer);
        let (all, end) = (asked.clone(), ends.clone());
        let accepting = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if end.load(Ordering::SeqCst) {
                    return;
                }
                let (all, answer) = (all.clone(), answer.clone());
                std::thread::spawn(move || {
                    let _ = converse(stream, &all, &*answer);
                });
            }
        });
        Self {
            address,
            asked,
            ends,
            accepting: Some(accepting),
        }
    }

    /// Its address, as `http://127.0.0.1:1234`.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Everything that was asked until now.
    pub fn asked(&self) -> Vec<Asked> {
        held(&self.asked).clone()
    }
}

impl Drop for WebServer {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::SeqCst);
        let woken = TcpStream::connect(self.address).is_ok();
        if let Some(accepting) = self.accepting.take().filter(|_| woken) {
            let _ = accepting.join();
        }
    }
}

fn held(asked: &Mutex<Vec<Asked>>) -> MutexGuard<'_, Vec<Asked>> {
    asked.lock().unwrap_or_else(PoisonError::into_inner)
}

fn converse(stream: TcpStream, all: &Mutex<Vec<Asked>>, answer: &Answer) -> io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    if !line.ends_with('\n') {
        // Who connected was gone before it asked.
        return Ok(());
    }
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim().split_once(": ") else {
            break;
        };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let asked = {
        let mut all = held(all);
        let before = all.iter().filter(|asked| asked.path == path).count();
        let asked = Asked {
            path,
            before,
            headers,
        };
        all.push(asked.clone());
        asked
    };
    let mut answering = Answering(stream);
    let answered = answer(&asked, &mut answering);
    // Closing at once could take what was sent out of the other side's hands: it reads to the end
    // first.
    answering.0.shutdown(Shutdown::Write)?;
    let _ = reader.read_to_end(&mut Vec::new());
    answered
}

/// A small model file in the safetensors form, with `length` bytes that `seed` decides.
pub fn safetensors(length: usize, seed: u64) -> Vec<u8> {
    let mut header =
        format!(r#"{{"weight":{{"dtype":"U8","shape":[{length}],"data_offsets":[0,{length}]}}}}"#);
    header.push_str(&" ".repeat(header.len().next_multiple_of(8) - header.len()));
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.bytes());
    // Knuth's generator (The Art of Computer Programming, volume 2): bytes that do not repeat
    // within a file.
    let mut state = seed;
    bytes.extend((0..length).map(|_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    }));
    bytes
}
