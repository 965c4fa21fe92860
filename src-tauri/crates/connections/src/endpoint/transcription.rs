//! Speech to text: `POST /audio/transcriptions`.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use patchbay_inference::Watch;
use serde::Deserialize;
use tokio_util::bytes::Bytes;

use super::body::{MOST_MEDIA, MOST_TEXT};
use super::media::{Form, sound_kind};
use super::{Client, EndpointError};

/// Speech that is to be written down.
#[derive(Debug, Clone, Copy)]
pub struct TranscriptionRequest<'a> {
    /// The file, at most 256 MB. Its name is not sent, only the ending.
    pub path: &'a Path,
    /// Language that is spoken (ISO 639-1, such as `de`); none: the server finds out.
    pub language: Option<&'a str>,
}

/// Transcript of speech.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Transcript {
    /// All of it.
    pub text: String,
    /// The language, as the server names it (`de` or `german`).
    #[serde(default)]
    pub language: Option<String>,
    /// When it was said; empty where the server does not tell.
    #[serde(default)]
    pub segments: Vec<Segment>,
}

/// Some words and when they were said.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Segment {
    /// Seconds from the beginning of the file, at least 0.
    pub start: f64,
    /// Seconds from the beginning of the file, at least `start`.
    pub end: f64,
    /// The words.
    pub text: String,
}

/// How the answer is asked for: with times first, then as any server can.
const FORMATS: [&str; 2] = ["verbose_json", "json"];

impl Client {
    /// Writes down what is said in a file. If the server cannot tell when, there are no segments;
    /// if nothing is said, the text is empty.
    pub fn transcribe(
        &self,
        request: &TranscriptionRequest<'_>,
        watch: Watch<'_>,
    ) -> Result<Transcript, EndpointError> {
        let bytes = read(request.path)?;
        let ending = ending(request.path);
        let mut form = Form::default().file(
            "file",
            format!("audio.{ending}"),
            sound_kind(&ending),
            bytes,
        );
        let model = &self.link.endpoint.model;
        if !model.is_empty() {
            form = form.text("model", model);
        }
        if let Some(language) = request.language {
            form = form.text("language", language);
        }
        let ask = |format: &str| {
            let form = form.clone().text("response_format", format);
            self.post_form(watch, MOST_TEXT, "audio/transcriptions", form)
        };
        let [with_times, simple] = FORMATS;
        let answer = match ask(with_times) {
            Err(EndpointError::Refused {
                status: 400 | 422 | 501,
                ..
            }) => ask(simple)?,
            answer => answer?,
        };
        self.transcript(&answer)
    }

    /// Reads a transcript out of an answer, as JSON or as plain text.
    fn transcript(&self, answer: &[u8]) -> Result<Transcript, EndpointError> {
        let begin = answer.trim_ascii_start().first();
        if begin == Some(&b'{') || begin == Some(&b'<') {
            let mut transcript: Transcript = self.json(answer)?;
            for segment in &mut transcript.segments {
                segment.start = segment.start.max(0.0);
                segment.end = segment.end.max(segment.start);
            }
            return Ok(transcript);
        }
        let text = std::str::from_utf8(answer).map_err(|_| self.link.bad("it is not text"))?;
        Ok(Transcript {
            text: text.trim().to_owned(),
            language: None,
            segments: Vec::new(),
        })
    }
}

/// A file that is not larger than what is sent.
fn read(path: &Path) -> Result<Bytes, EndpointError> {
    let wrong = |reason: String| EndpointError::File {
        path: path.to_owned(),
        reason,
    };
    let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
    let mut bytes = Vec::new();
    let read = file.take(MOST_MEDIA as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| wrong(error.to_string()))?;
    if bytes.is_empty() {
        return Err(wrong("it is empty".to_owned()));
    }
    if bytes.len() > MOST_MEDIA {
        return Err(wrong(format!("it is larger than {} MB", MOST_MEDIA >> 20)));
    }
    Ok(bytes.into())
}

/// The ending of a file's name, by which servers tell kinds apart; `wav` where it has none that one
/// could be.
fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    let fits = (1..=5).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric());
    if fits { ending } else { "wav".to_owned() }
}
