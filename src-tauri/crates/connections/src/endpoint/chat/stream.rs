//! Reads the body of a chat's answer as it comes: server-sent events (WHATWG HTML, section 9.2) or
//! one piece of JSON, whatever was asked for.

use serde_json::Value;

use super::reply::{Reply, Unusable};
use crate::endpoint::body::{MOST_STREAM, MOST_TEXT, too_large};

/// Data of the event that ends a stream.
const DONE: &str = "[DONE]";
/// The most bytes of what is no JSON that an error quotes.
const MOST_QUOTED: usize = 100;

/// A body on its way.
#[derive(Debug)]
pub(super) struct Reading {
    reply: Reply,
    /// Whether it is known to be a stream.
    streamed: bool,
    /// Bytes that make no whole line yet; of one piece of JSON, all.
    rest: Vec<u8>,
    bytes: usize,
    done: bool,
    /// Whether the connection ended before the server ended the body.
    broken: bool,
}

/// How far a body was when it ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// It is whole. The text has not been told yet where it came in one piece.
    Whole(Reply, Option<String>),
    /// It broke off.
    BrokenOff,
}

impl Reading {
    /// `streamed`: whether the server says that it sends events.
    pub(super) fn new(streamed: bool) -> Self {
        Self {
            reply: Reply::default(),
            streamed,
            rest: Vec::new(),
            bytes: 0,
            done: false,
            broken: false,
        }
    }

    /// Takes in bytes, cut anywhere. Returns the text that is new in them.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<String, Unusable> {
        self.bytes += bytes.len();
        self.rest.extend_from_slice(bytes);
        let most = if self.streamed {
            MOST_STREAM
        } else {
            MOST_TEXT
        };
        if self.bytes > most || self.rest.len() > MOST_TEXT || self.reply.len() > MOST_TEXT {
            return Err(Unusable::Form(too_large(MOST_TEXT)));
        }
        if self.streamed {
            self.take_lines()
        } else {
            Ok(String::new())
        }
    }

    /// Whether nothing more needs to be read.
    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// Says that the connection ended before the server ended the body.
    pub(super) fn break_off(&mut self) {
        self.broken = true;
    }

    /// Whether the text is whole, though figures about it may still come.
    fn is_whole(&self) -> bool {
        self.done || self.reply.has_ended()
    }

    /// Returns what came, once the body has ended.
    pub(super) fn finish(mut self) -> Result<Ended, Unusable> {
        if self.broken && !self.streamed {
            return Ok(Ended::BrokenOff);
        }
        if self.bytes == 0 && !self.broken {
            return Err(Unusable::Form("it is empty".to_owned()));
        }
        let mut told_late = None;
        if !self.streamed && begins_as_events(&self.rest) {
            self.streamed = true;
            told_late = Some(self.take_lines()?);
        }
        if !self.streamed {
            let json: Value =
                serde_json::from_slice(&self.rest).map_err(|_| not_json(&self.rest))?;
            if json.pointer("/choices/0").is_none() && json.get("error").is_none() {
                return Err(Unusable::Form(
                    "it is JSON, but no answer of a chat".to_owned(),
                ));
            }
            let text = self.reply.take(&json)?;
            return Ok(Ended::Whole(self.reply, Some(text)));
        }
        // A last line may lack its end, or the rest of it.
        self.rest.push(b'\n');
        let last = match self.take_lines() {
            Err(Unusable::Form(_)) => String::new(),
            last => last?,
        };
        if !last.is_empty() {
            told_late.get_or_insert_default().push_str(&last);
        }
        if self.is_whole() {
            Ok(Ended::Whole(self.reply, told_late))
        } else {
            Ok(Ended::BrokenOff)
        }
    }

    fn take_lines(&mut self) -> Result<String, Unusable> {
        let Some(end) = self.rest.iter().rposition(|byte| *byte == b'\n') else {
            return Ok(String::new());
        };
        let lines: Vec<u8> = self.rest.drain(..=end).collect();
        let mut text = String::new();
        for line in lines.split(|byte| *byte == b'\n') {
            // Comments keep the connection open; names and numbers of events are of no use here.
            // Every such server sends an event's JSON on one line.
            let Some(data) = line.strip_prefix(b"data:") else {
                if line.trim_ascii_start().starts_with(b"{") {
                    // Ollama and llama.cpp may end a stream with a bare error.
                    text.push_str(&self.take_data(line)?);
                }
                continue;
            };
            text.push_str(&self.take_data(data)?);
        }
        Ok(text)
    }

    fn take_data(&mut self, data: &[u8]) -> Result<String, Unusable> {
        let data = data.trim_ascii();
        if data == DONE.as_bytes() {
            self.done = true;
        }
        if self.done || data.is_empty() {
            return Ok(String::new());
        }
        let json: Value = serde_json::from_slice(data).map_err(|_| not_json(data))?;
        self.reply.take(&json)
    }
}

fn begins_as_events(body: &[u8]) -> bool {
    let body = body.trim_ascii_start();
    [b"data:".as_slice(), b"event:", b":"]
        .iter()
        .any(|beginning| body.starts_with(beginning))
}

fn not_json(body: &[u8]) -> Unusable {
    let text = String::from_utf8_lossy(body);
    let text = text.trim();
    // A cut quotation could show half a key, which is then not recognised as one.
    Unusable::Form(if text.starts_with('<') {
        "it is a web page, not JSON".to_owned()
    } else if text.is_empty() {
        "it is empty".to_owned()
    } else if text.len() <= MOST_QUOTED {
        format!("it is not JSON but “{text}”")
    } else {
        "it is not JSON".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::{Ended, Reading};

    const STREAM: &str = concat!(
        ": a comment\r\n\r\n",
        "event: message\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"Grüße, \"}}]}\r\n\r\n",
        "data:{\"choices\":[{\"delta\":{\"content\":\"世界 🎬\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
        "data: [DONE]\n\n",
    );

    fn read(body: &[u8], size: usize, streamed: bool) -> Option<(String, String)> {
        let mut reading = Reading::new(streamed);
        let mut told = String::new();
        for bytes in body.chunks(size) {
            told.push_str(&reading.push(bytes).unwrap());
        }
        match reading.finish().unwrap() {
            Ended::Whole(reply, late) => {
                told.push_str(&late.unwrap_or_default());
                Some((told, reply.finish().unwrap().text))
            }
            Ended::BrokenOff => None,
        }
    }

    #[test]
    fn where_the_bytes_are_cut_changes_nothing() {
        for size in 1..STREAM.len() {
            let (told, text) = read(STREAM.as_bytes(), size, true).unwrap();
            assert_eq!(
                (told.as_str(), text.as_str()),
                ("Grüße, 世界 🎬", "Grüße, 世界 🎬")
            );
        }
        // A server that does not say that it sends events.
        let unsaid = read(STREAM.as_bytes(), 7, false).unwrap();
        assert_eq!(unsaid.0, "Grüße, 世界 🎬");
    }

    #[test]
    fn a_stream_is_whole_only_where_its_end_was_said() {
        let said = STREAM.find("data: {\"choices\":[{\"delta\":{},").unwrap();
        let whole = STREAM.find("data: [DONE]").unwrap() - 2;
        for end in 1..STREAM.len() {
            let body = read(&STREAM.as_bytes()[..end], 50, true);
            assert!(end > said || body.is_none(), "{end}");
            assert!(end < whole || body.is_some(), "{end}");
        }
    }

    #[test]
    fn what_is_no_answer_is_said_to_be_none() {
        for (body, reason) in [
            ("<html>", "web page"),
            ("Hello", "not JSON but “Hello”"),
            ("{\"models\":[]}", "no answer of a chat"),
            ("  ", "empty"),
        ] {
            let mut reading = Reading::new(false);
            reading.push(body.as_bytes()).unwrap();
            let error = format!("{:?}", reading.finish().unwrap_err());
            assert!(error.contains(reason), "{error}");
        }
        let mut endless = Reading::new(false);
        let megabyte = vec![b' '; 1 << 20];
        let refused = (0..5).find(|_| endless.push(&megabyte).is_err());
        assert_eq!(refused, Some(4));
    }
}
