//! Questions to a language model about a text: the request's own words and the values that are set,
//! each apart from the text itself.

use crate::{Inputs, ToolError};

/// The parameters that hold words of the request.
const WORDS: [&str; 2] = ["question", "instruction"];

/// Sentence that says what a way without a model lacks for the language that is set; none where
/// none is.
pub(crate) fn lacks_language(inputs: &Inputs) -> Option<String> {
    let language = inputs.value("language")?;
    Some(format!(
        "A language model is needed to write it in {language}. Get one, choose a server for texts, or take the language away."
    ))
}

/// The number that a parameter is set to, as a count of at least one.
///
/// # Errors
/// The value is no number.
pub(crate) fn count(inputs: &Inputs, name: &str) -> Result<Option<usize>, ToolError> {
    let number = inputs.number(name)?;
    Ok(number.map(|number| number.round().max(1.0) as usize))
}

/// A text with the wishes about it.
pub(super) struct Asked {
    pub(super) text: String,
    /// Wishes, one sentence a line; empty where the text itself says them.
    pub(super) wishes: String,
}

impl Asked {
    /// Reads the inputs of a tool on a text.
    ///
    /// # Errors
    /// There is no text, or no word in it, or a value is no number.
    pub(super) fn of(inputs: &Inputs) -> Result<Self, ToolError> {
        let text = inputs.text("text")?.trim().to_owned();
        if text.is_empty() {
            return Err(ToolError::Input(
                "There are no words in this text.".to_owned(),
            ));
        }
        let said = WORDS.iter().filter_map(|name| inputs.value(name));
        // A text out of the request stands in its words too; a single word may stand in any.
        let is_sentence = text.split_whitespace().count() > 1;
        let said = said.map(|words| {
            let rest = is_sentence.then(|| words.replace(&text, ""));
            rest.unwrap_or(words).trim().to_owned()
        });
        let set = [
            ("language", "Write it in this language: "),
            ("kind", "The only kind: "),
        ];
        let set = set.iter().filter_map(|(name, sentence)| {
            let value = inputs.value(name)?;
            Some(format!("{sentence}{value}"))
        });
        let mut wishes: Vec<String> = said.chain(set).filter(|wish| !wish.is_empty()).collect();
        let most = [
            ("sentences", "The most sentences: "),
            ("tags", "The most tags: "),
        ];
        for (name, sentence) in most {
            let most = count(inputs, name)?;
            wishes.extend(most.map(|most| format!("{sentence}{most}")));
        }
        Ok(Self {
            text,
            wishes: wishes.join("\n"),
        })
    }

    /// The message to a language model. The text comes first, so that it is read once for several
    /// questions about it.
    pub(super) fn message(&self) -> String {
        let Self { text, wishes } = self;
        if wishes.is_empty() {
            text.clone()
        } else {
            format!("The text:\n\n{text}\n\n(The text ends here.)\n\nThe request:\n\n{wishes}")
        }
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::Resource;

    use super::*;
    use crate::testing::inputs;

    fn message(values: [(&str, &str); 2]) -> String {
        let given = inputs(values.map(|(name, value)| (name, Resource::Text(value.to_owned()))));
        Asked::of(&given).expect("a text").message()
    }

    #[test]
    fn a_request_stands_beside_its_text_and_never_twice() {
        let asked = message([
            ("text", "Rex is Ada's dog."),
            ("question", "who is the owner?"),
        ]);
        assert!(asked.contains("Rex is Ada's dog.") && asked.ends_with("who is the owner?"));
        let alone = "translate into French: good day";
        assert_eq!(message([("text", alone), ("language", "")]), alone);
        let within = message([
            ("text", "good day"),
            ("instruction", "translate into French: good day"),
        ]);
        assert!(within.ends_with("translate into French:"), "{within}");
        let set = message([("text", "good day"), ("language", "Swahili")]);
        assert!(set.ends_with("Write it in this language: Swahili"), "{set}");
    }
}
