//! Text to speech: `POST /audio/speech`.

use patchbay_inference::Watch;
use serde_json::json;

use super::body::MOST_MEDIA;
use super::{Client, EndpointError};

/// A text that is to be spoken.
#[derive(Debug, Clone, Copy)]
pub struct SpeechRequest<'a> {
    /// The text.
    pub text: &'a str,
    /// The voice's name there, such as `alloy`.
    pub voice: &'a str,
    /// How fast, 0.25 to 4; 1 is the voice's own speed.
    pub speed: f64,
}

impl Client {
    /// Speaks a text: the bytes of a WAV file, at most 256 MB. Its header may leave the length open
    /// (`ff ff ff ff`), where a server streams it.
    pub fn speak(
        &self,
        request: &SpeechRequest<'_>,
        watch: Watch<'_>,
    ) -> Result<Vec<u8>, EndpointError> {
        let mut body = json!({
            "input": request.text,
            "voice": request.voice,
            "response_format": "wav",
        });
        let model = &self.link.endpoint.model;
        if !model.is_empty() {
            body["model"] = json!(model);
        }
        // Some servers refuse the field.
        if (request.speed - 1.0).abs() > f64::EPSILON {
            body["speed"] = json!(request.speed);
        }
        let sound = self.post(watch, MOST_MEDIA, "audio/speech", &body)?;
        match sound.as_slice() {
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'A',
                b'V',
                b'E',
                ..,
            ] => Ok(sound),
            [] => Err(self.link.bad("it is empty")),
            _ => Err(self.link.bad("it is no WAV file")),
        }
    }
}
