//! Sources of a call, as they are written: `a.mp4`, `ALL image`, `NOT b.png`, `c0`, `t1.c2`,
//! `{"words": "a dog"}`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::resource_type::ResourceType;

/// A call of this request (`c0`) or of an earlier turn (`t1.c0`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallReference {
    /// The turn, from 0; none for this request.
    pub turn: Option<usize>,
    /// The call's number, from 0.
    pub call: usize,
}

/// A text that refers to no call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” refers to no call: it has to be as c0 or t1.c0")]
pub struct SourceError(String);

impl FromStr for CallReference {
    type Err = SourceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str, letter: char| text.strip_prefix(letter)?.parse().ok();
        let reference = match text.split_once('.') {
            Some((turn, call)) => number(turn, 't')
                .zip(number(call, 'c'))
                .map(|(turn, call)| Self {
                    turn: Some(turn),
                    call,
                }),
            None => number(text, 'c').map(|call| Self { turn: None, call }),
        };
        reference.ok_or_else(|| SourceError(text.to_owned()))
    }
}

impl fmt::Display for CallReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turn) = self.turn {
            write!(f, "t{turn}.")?;
        }
        write!(f, "c{}", self.call)
    }
}

impl Serialize for CallReference {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'a> Deserialize<'a> for CallReference {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// Something that a call works on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A file by its name.
    File(String),
    /// All files of a type.
    All(ResourceType),
    /// Not that file, of all.
    Not(String),
    /// Result of a call.
    Call(CallReference),
    /// Words that a tool takes as they are.
    Words(String),
}

/// Written form of sources: a text, or words with their name.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Words { words: String },
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let written = match self {
            Self::File(name) => Written::Text(name.clone()),
            Self::All(resource_type) => Written::Text(format!("ALL {resource_type}")),
            Self::Not(name) => Written::Text(format!("NOT {name}")),
            Self::Call(reference) => Written::Text(reference.to_string()),
            Self::Words(words) => Written::Words {
                words: words.clone(),
            },
        };
        written.serialize(to)
    }
}

impl<'a> Deserialize<'a> for Source {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        Ok(match Written::deserialize(from)? {
            Written::Words { words } => Self::Words(words),
            Written::Text(text) => {
                if let Some(resource_type) = text.strip_prefix("ALL ") {
                    Self::All(ResourceType::new(resource_type))
                } else if let Some(name) = text.strip_prefix("NOT ") {
                    Self::Not(name.to_owned())
                } else if let Ok(reference) = text.parse() {
                    Self::Call(reference)
                } else {
                    Self::File(text)
                }
            }
        })
    }
}

/// Reads a text, or a number as a text.
pub(super) fn text_or_number<'a, D: Deserializer<'a>>(from: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value {
        Text(String),
        Number(serde_json::Number),
    }
    Ok(match Value::deserialize(from)? {
        Value::Text(text) => text,
        Value::Number(number) => number.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_back_as_they_are_written() {
        for text in ["c0", "t2.c13"] {
            let reference: CallReference = text.parse().expect("a reference");
            assert_eq!(reference.to_string(), text);
        }
        for text in ["", "c", "t1", "c0.t1", "clip.mp4", "t.c1"] {
            assert!(text.parse::<CallReference>().is_err(), "{text}");
        }
    }
}
