//! Messages as the text that a model was trained on: its own chat template (Jinja), run by
//! minijinja.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error, ErrorKind, context};
use minijinja_contrib::pycompat::unknown_method_callback;

use crate::messages::{Message, Role};

const NAME: &str = "chat";

/// A chat template.
#[derive(Debug)]
pub(super) struct ChatTemplate {
    environment: Environment<'static>,
    begin: String,
    end: String,
}

impl ChatTemplate {
    /// `source` as the file has it; `begin` and `end`: the texts of the tokens that begin and end a
    /// text.
    pub(super) fn new(source: String, begin: String, end: String) -> Result<Self, Error> {
        let mut environment = Environment::new();
        // As transformers, whose templates these are.
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()?;
        environment.set_syntax(syntax);
        environment.set_unknown_method_callback(unknown_method_callback);
        environment.add_function("raise_exception", refused);
        environment.add_template_owned(NAME, source)?;
        Ok(Self {
            environment,
            begin,
            end,
        })
    }

    /// The prompt that asks for the assistant's next message. Where a template takes no system
    /// message (Gemma's first ones), it stands before what the person says first.
    pub(super) fn render(&self, messages: &[Message]) -> Result<String, Error> {
        match self.rendered(messages) {
            Err(error) => match without_system(messages) {
                Some(messages) => self.rendered(&messages).map_err(|_| error),
                None => Err(error),
            },
            prompt => prompt,
        }
    }

    fn rendered(&self, messages: &[Message]) -> Result<String, Error> {
        self.environment.get_template(NAME)?.render(context! {
            messages => Serde(messages),
            add_generation_prompt => true,
            // Qwen3 and SmolLM3 think first unless they are told not to.
            enable_thinking => false,
            bos_token => self.begin.as_str(),
            eos_token => self.end.as_str(),
        })
    }
}

/// Function that templates call if messages are not as they want them.
fn refused(why: String) -> Result<String, Error> {
    Err(Error::new(ErrorKind::InvalidOperation, why))
}

fn without_system(messages: &[Message]) -> Option<Vec<Message>> {
    let (first, rest) = messages.split_first()?;
    let (second, rest) = rest.split_first()?;
    if first.role != Role::System || second.role != Role::User {
        return None;
    }
    let content = format!("{}\n\n{}", first.content, second.content);
    let joined = Message::new(Role::User, content);
    Some(
        std::iter::once(joined)
            .chain(rest.iter().cloned())
            .collect(),
    )
}
