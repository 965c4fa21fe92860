//! Chats: `POST /chat/completions`.
//!
//! - `request`: what is posted, and what is left out of it where a server refuses it
//! - `stream`: reads an answer's body as it comes
//! - `reply`: what was answered, out of a stream or out of one piece of JSON
//! - `structured`: answers that satisfy a schema
//! - `json_text`: the JSON in what a model answered

mod json_text;
mod reply;
mod request;
mod stream;
mod structured;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use patchbay_inference::Watch;
use patchbay_inference::chat::{Answer, ChatRequest, Message};
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;

use self::reply::Unusable;
use self::request::Shape;
use self::stream::{Ended, Reading};
use super::client::with_json;
use super::follow::{Parts, follow};
use super::link::{Link, reasons};
use super::retry::{Failure, with_retries};
use super::{Client, EndpointError, words};

const PATH: &str = "chat/completions";
/// Fractions of progress pass through whole numbers.
const SCALE: f64 = 1e6;

impl Client {
    /// Answers the last message. `said` hears the answer part by part as it comes; what it hears is
    /// `text` of the answer, to the letter. Where the answer has to satisfy a schema it hears it in
    /// one piece, once it does: see [`crate::endpoint`].
    ///
    /// A request is tried again only as long as `said` has heard nothing. An answer that breaks off
    /// is an error, never a short answer. Counts of tokens are the server's; where it tells none, the
    /// parts are counted.
    pub fn chat(
        &self,
        request: &ChatRequest<'_>,
        said: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, EndpointError> {
        // Each request of several begins anew; what is reported never falls.
        let most = Cell::new(0.0_f64);
        let report = |fraction: f64| {
            most.set(most.get().max(fraction));
            match watch.at((most.get() * SCALE) as usize, SCALE as usize) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let rising = Watch::new(&report);
        match request.schema {
            Some(schema) => structured::answer(self, request, schema, said, rising),
            None => self.ask(&mut Shape::new(), request, request.messages, said, rising),
        }
    }

    /// Asks for one answer to `messages`, in simpler and simpler ways where the server refuses, and
    /// leaves in `shape` what it accepted. With a schema nothing that `said` hears is kept, so that
    /// a request may be tried again whatever was heard.
    fn ask(
        &self,
        shape: &mut Shape,
        request: &ChatRequest<'_>,
        messages: &[Message],
        said: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, EndpointError> {
        let kept = request.schema.is_none();
        loop {
            let body = shape
                .body(&self.link.endpoint, request, messages)
                .to_string();
            let (link, address) = (Arc::clone(&self.link), self.link.address(PATH));
            let longest = request.longest.max(1);
            let answer = follow(
                &self.link.name(),
                watch,
                longest,
                said,
                |parts| async move {
                    let (link, address, body, parts) = (&*link, &address, &body, &parts);
                    let attempt = || async move {
                        let sent = link.send(with_json(link, address, body.clone())).await?;
                        read(link, sent, parts, kept).await
                    };
                    with_retries(&link.endpoint, attempt).await
                },
            );
            match answer {
                Err(error) if shape.simplify(&error, !kept) => {}
                answer => return answer,
            }
        }
    }
}

/// Reads an answer and tells its parts. Where `kept`, another attempt would tell them twice, so that
/// a failure after the first is final.
async fn read(
    link: &Link,
    mut response: Response,
    parts: &Parts,
    kept: bool,
) -> Result<Answer, Failure> {
    let kind = response.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let mut reading = Reading::new(kind.contains("event-stream"));
    let mut told = false;
    let mut tell = |text: String| {
        if !text.is_empty() {
            told = true;
            parts(text);
        }
    };
    let mut broken = "it ended early".to_owned();
    while !reading.is_done() {
        match response.chunk().await {
            Ok(Some(bytes)) => tell(reading.push(&bytes).map_err(|why| unusable(link, why))?),
            Ok(None) => break,
            Err(error) => {
                broken = reasons(&error.without_url());
                reading.break_off();
                break;
            }
        }
    }
    match reading.finish().map_err(|why| unusable(link, why))? {
        Ended::Whole(reply, late) => {
            tell(late.unwrap_or_default());
            Ok(reply.finish().map_err(|why| unusable(link, why))?)
        }
        Ended::BrokenOff if told && kept => Err(link.broken(&broken).into()),
        Ended::BrokenOff => Err(Failure::Passing(link.broken(&broken), None)),
    }
}

fn unusable(link: &Link, why: Unusable) -> EndpointError {
    let words = match why {
        Unusable::Form(reason) => return link.bad(&reason),
        Unusable::Error(error) => {
            words::of_json(&serde_json::json!({ "error": error }), link.key.as_ref())
        }
        Unusable::Refusal(words) => words::shown(&words, link.key.as_ref()),
    };
    EndpointError::Refused {
        name: link.name(),
        status: 200,
        words,
    }
}
