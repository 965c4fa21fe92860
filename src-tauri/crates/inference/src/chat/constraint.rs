//! Answers that satisfy a JSON Schema: tokens that could not go on so are never chosen
//! (llguidance).

use std::sync::Arc;

use candle_core::{Error, Result};
use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::{InferenceCapabilities, TokEnv, TokRxInfo, TokTrie, TokenizerEnv};
use llguidance::{Matcher, ParserFactory};
use serde_json::{Value, json};
use tokenizers::Tokenizer;

use super::vocabulary::Vocabulary;

/// Makes constraints for one vocabulary.
pub(super) struct Constraints(ParserFactory);

/// Constraint on an answer, with its progress.
pub(super) struct Constraint(Matcher);

impl Constraints {
    pub(super) fn new(vocabulary: &Vocabulary) -> Result<Self> {
        let bytes = llguidance::token_bytes_from_tokenizer_json(vocabulary.json());
        let bytes = bytes.map_err(message)?;
        let count = u32::try_from(bytes.len()).map_err(Error::wrap)?;
        let info = TokRxInfo::new(count, vocabulary.stops()[0]);
        let environment: TokEnv = Arc::new(Tokens {
            trie: TokTrie::from(&info, &bytes).with_eos_tokens(vocabulary.stops()),
            tokenizer: vocabulary.tokenizer().clone(),
            is_canonical: vocabulary.is_of_bytes(),
        });
        let abilities = InferenceCapabilities {
            ff_tokens: vocabulary.is_of_bytes(),
            ..InferenceCapabilities::default()
        };
        let slices = llguidance::earley::SlicedBiasComputer::general_slices();
        let mut factory = ParserFactory::new(&environment, abilities, &slices).map_err(message)?;
        factory.quiet();
        Ok(Self(factory))
    }

    /// A constraint to `schema`. An error where that is none, or has what cannot be constrained.
    pub(super) fn to(&self, schema: &Value) -> Result<Constraint> {
        let mut schema = schema.clone();
        // Else a model could put spaces between its parts for ever, and spell each letter in six.
        if let Some(object) = schema.as_object_mut() {
            let options = json!({
                "item_separator": ", ", "key_separator": ": ", "whitespace_flexible": false,
                "json_allowed_escapes": "nrbtf\"\\",
            });
            object.insert("x-guidance".to_owned(), options);
        }
        let grammar = TopLevelGrammar::from_json_schema(schema);
        let parser = self.0.create_parser(grammar).map_err(message)?;
        Ok(Constraint(Matcher::new(Ok(parser))))
    }
}

impl Constraint {
    /// Tokens that follow whatever the model says.
    pub(super) fn forced(&mut self) -> Vec<u32> {
        self.0.compute_ff_tokens()
    }

    /// Takes out of `logits` what cannot follow.
    pub(super) fn apply(&mut self, logits: &mut [f32]) -> Result<()> {
        let mask = self.0.compute_mask_or_eos().map_err(message)?;
        for (token, logit) in logits.iter_mut().enumerate() {
            let allowed = u32::try_from(token).is_ok_and(|token| mask.get(token as usize));
            if !allowed {
                *logit = f32::NEG_INFINITY;
            }
        }
        Ok(())
    }

    /// Goes on by what was chosen; true where the answer is whole.
    pub(super) fn take(&mut self, tokens: &[u32]) -> Result<bool> {
        self.0.consume_tokens(tokens).map_err(message)?;
        Ok(self.0.is_stopped())
    }
}

/// A vocabulary as llguidance asks for it.
struct Tokens {
    trie: TokTrie,
    tokenizer: Tokenizer,
    /// Whether a piece of a text has the tokens that it has in the whole text: those of
    /// `SentencePiece` begin with a space.
    is_canonical: bool,
}

impl TokenizerEnv for Tokens {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_is_canonical(&self) -> bool {
        self.is_canonical
    }

    fn tokenize_bytes(&self, bytes: &[u8]) -> Vec<u32> {
        if !self.is_canonical {
            return self.trie.greedy_tokenize(bytes);
        }
        self.trie.tokenize_with_greedy_fallback(bytes, |text| {
            let encoded = self.tokenizer.encode_fast(text, false);
            encoded.map_or_else(
                |_| self.trie.greedy_tokenize(text.as_bytes()),
                |encoded| encoded.get_ids().to_vec(),
            )
        })
    }
}

fn message(error: impl std::fmt::Display) -> Error {
    Error::Msg(format!("{error:#}"))
}
