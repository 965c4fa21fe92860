//! A language model that answers messages.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use candle_core::quantized::gguf_file::{Content, Value as GgufValue};
use candle_core::{Device, Tensor};

use super::Session;
use super::constraint::{Constraint, Constraints};
use super::template::ChatTemplate;
use super::vocabulary::Vocabulary;
use crate::error::first_line;
use crate::messages::{Answer, ChatRequest, End, Message, Role};
use crate::models::gguf;
use crate::networks::decoder::{Decoder, DecoderConfig};
use crate::{InferenceError, Watch};

/// A language model from a GGUF file.
pub struct ChatModel {
    path: PathBuf,
    network: Decoder,
    vocabulary: Vocabulary,
    template: ChatTemplate,
    constraints: OnceLock<Constraints>,
    device: Device,
    /// Session that was read last, for [`ChatModel::answer_on`].
    kept: Mutex<Option<Session>>,
}

/// For `map_err`: a file that cannot be used.
fn unusable(path: &Path) -> impl Fn(String) -> InferenceError {
    |reason| InferenceError::File {
        path: path.to_owned(),
        reason,
    }
}

/// A file's header, and what it says of tokens and chats.
fn read(path: &Path) -> Result<(Content, Vocabulary, ChatTemplate), InferenceError> {
    let unusable = unusable(path);
    let header = gguf::header(path).map_err(&unusable)?;
    let Some(GgufValue::String(source)) = header.metadata.get("tokenizer.chat_template") else {
        return Err(unusable(
            "it has no chat template (tokenizer.chat_template), so it is no model to talk with"
                .into(),
        ));
    };
    let vocabulary = Vocabulary::read(&header).map_err(|error| unusable(first_line(&error)))?;
    let (begin, end) = (vocabulary.begin().to_owned(), vocabulary.end().to_owned());
    let template = ChatTemplate::new(source.clone(), begin, end)
        .map_err(|error| unusable(format!("its chat template cannot be read: {error}")))?;
    Ok((header, vocabulary, template))
}

/// Share of reading the prompt in the progress.
const READING: f64 = 0.3;

impl ChatModel {
    /// Reads the file at `path`. The error names it and says what is wrong with it.
    pub fn open(path: &Path, device: &Device) -> Result<Self, InferenceError> {
        let unusable = unusable(path);
        let (header, vocabulary, template) = read(path)?;
        let file = File::open(path).map_err(|error| unusable(error.to_string()))?;
        let network = Decoder::new(&header, &mut BufReader::new(file), device);
        Ok(Self {
            network: network.map_err(|error| unusable(first_line(&error)))?,
            path: path.to_owned(),
            vocabulary,
            template,
            constraints: OnceLock::new(),
            device: device.clone(),
            kept: Mutex::default(),
        })
    }

    /// The header of a file that can be opened, as far as is told without its weights. The error names it and says what is wrong.
    pub(crate) fn header(path: &Path) -> Result<Content, InferenceError> {
        let (header, ..) = read(path)?;
        let config = DecoderConfig::read(&header);
        config.map_err(|error| unusable(path)(first_line(&error)))?;
        Ok(header)
    }

    /// Returns the number of tokens that can be read together, the answer's among them.
    pub fn context(&self) -> usize {
        self.network.config().context
    }

    /// A session in which nothing was read.
    pub fn session(&self) -> Session {
        Session::new(&self.network)
    }

    /// Loads a session that [`Session::save`] wrote. An error if it is of another model.
    pub fn load(&self, path: &Path) -> Result<Session, InferenceError> {
        Session::load(&self.network, path, &self.device)
    }

    /// Answers the last message. `said` hears the answer piece by piece; `watch` is asked often
    /// whether to go on. Where the messages do not fit, the oldest ones that are not the system's
    /// are left out.
    pub fn answer(
        &self,
        session: &mut Session,
        request: &ChatRequest<'_>,
        said: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, InferenceError> {
        let reserved = request.longest.min(self.context() / 2);
        let prompt = self.prompt_tokens(request.messages, reserved)?;
        let mut constraint = match request.schema {
            Some(schema) => Some(self.constraints()?.to(schema)?),
            None => None,
        };
        let kept = session.keep_common(&prompt);
        let mut sampler = request.sampling.processor();
        let mut stream = self.vocabulary.tokenizer().decode_stream(true);
        let longest = request.longest.min(self.context() - prompt.len());
        let (mut text, mut count, mut end) = (String::new(), 0, End::Length);
        let mut unread = prompt[kept..].to_vec();
        while count < longest {
            let reached = |count| READING + (1.0 - READING) * count as f64 / longest as f64;
            let part = if count == 0 {
                watch.part(0.0, READING)
            } else {
                watch.part(reached(count - 1), reached(count))
            };
            let logits = session.read(&self.network, &unread, part)?;
            let next = match choose(logits, constraint.as_mut(), &mut sampler)? {
                next if self.vocabulary.stops().contains(&next) => {
                    end = End::Whole;
                    break;
                }
                next => next,
            };
            unread = vec![next];
            let mut whole = false;
            if let Some(constraint) = &mut constraint {
                whole = constraint.take(&[next])?;
                let forced = constraint.forced();
                if !whole && !forced.is_empty() {
                    whole = constraint.take(&forced)?;
                    unread.extend(forced);
                }
            }
            for token in &unread {
                let piece = stream.step(*token).map_err(candle_core::Error::wrap)?;
                if let Some(piece) = piece {
                    said(&piece);
                    text.push_str(&piece);
                }
            }
            count += unread.len();
            if whole {
                end = End::Whole;
                break;
            }
        }
        Ok(Answer {
            text,
            end,
            prompt_tokens: prompt.len(),
            kept_tokens: kept,
            tokens: count,
        })
    }

    /// Answers the last message as [`ChatModel::answer`] does, and goes on from what was read for
    /// the answer before: of prompts that begin alike, the beginning is read once.
    pub fn answer_on(
        &self,
        request: &ChatRequest<'_>,
        said: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, InferenceError> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let before = kept().take();
        let mut session = before.unwrap_or_else(|| self.session());
        // What was read in part is not kept.
        let answer = self.answer(&mut session, request, said, watch)?;
        *kept() = Some(session);
        Ok(answer)
    }

    /// The tokens of the messages that fit beside `reserved` more.
    pub(super) fn prompt_tokens(
        &self,
        messages: &[Message],
        reserved: usize,
    ) -> Result<Vec<u32>, InferenceError> {
        let plain = |message: &Message| Message {
            content: self.vocabulary.plain(&message.content),
            ..*message
        };
        let mut messages: Vec<Message> = messages.iter().map(plain).collect();
        loop {
            let text = self
                .template
                .render(&messages)
                .map_err(|error| InferenceError::File {
                    path: self.path.clone(),
                    reason: format!("its chat template does not take these messages: {error}"),
                })?;
            let tokens = self.vocabulary.encode(&text)?;
            if tokens.len() + reserved <= self.context() {
                return Ok(tokens);
            }
            let oldest = messages
                .iter()
                .position(|message| message.role != Role::System);
            match oldest {
                Some(oldest) if oldest + 1 < messages.len() => {
                    messages.remove(oldest);
                }
                _ => {
                    return Err(InferenceError::TextTooLong {
                        tokens: tokens.len(),
                        fits: self.context() - reserved,
                    });
                }
            }
        }
    }

    /// The tokens of a text.
    #[cfg(test)]
    pub(super) fn tokens(&self, text: &str) -> Result<Vec<u32>, InferenceError> {
        Ok(self.vocabulary.encode(text)?)
    }

    fn constraints(&self) -> Result<&Constraints, InferenceError> {
        if let Some(constraints) = self.constraints.get() {
            return Ok(constraints);
        }
        let constraints = Constraints::new(&self.vocabulary)?;
        Ok(self.constraints.get_or_init(|| constraints))
    }
}

fn choose(
    logits: Tensor,
    constraint: Option<&mut Constraint>,
    sampler: &mut candle_transformers::generation::LogitsProcessor,
) -> Result<u32, InferenceError> {
    let logits = match constraint {
        Some(constraint) => {
            let mut values: Vec<f32> = logits.to_vec1()?;
            constraint.apply(&mut values)?;
            let count = values.len();
            Tensor::from_vec(values, count, &Device::Cpu)?
        }
        None => logits,
    };
    Ok(sampler.sample(&logits)?)
}
