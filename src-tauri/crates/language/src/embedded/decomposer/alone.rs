//! Requests in a dialogue that stand alone: they bring what they work on, or quote it, and speak of
//! nothing that was there before. What was said before them is then no concern of theirs.

use patchbay_domain::{Request, ResourceType, Toolbox, Turn};

use super::EmbeddedDecomposer;
use crate::references::DiscourseContext;
use crate::words::index::FileIndex;
use crate::words::tokens::{Kind, Token, tokenize};

/// Words by which people go back to what was there before.
const BACK: [&str; 17] = [
    "again", "also", "another", "back", "before", "earlier", "former", "instead", "last", "latter",
    "other", "others", "previous", "redo", "same", "too", "undo",
];
/// Words for what is just given.
const HERE: [&str; 4] = ["this", "these", "here", "attached"];
/// Words between two things of which one is done something to the other.
const BETWEEN: [&str; 15] = [
    "on", "onto", "in", "into", "to", "with", "under", "over", "by", "from", "behind", "beside",
    "at", "before", "after",
];
/// Words for one thing that was spoken of.
const THERE: [&str; 12] = [
    "it", "its", "that", "them", "they", "their", "those", "he", "she", "his", "her", "him",
];

impl EmbeddedDecomposer {
    /// A request without what came before it, where its words speak of nothing of that and do not
    /// answer what was asked.
    pub(super) fn without_history(&self, request: &Request, toolbox: &Toolbox) -> Option<Request> {
        let last = request.history.last()?;
        let is_answer =
            Turn::is_open(last) && !self.wishes(&request.instruction, &request.resources);
        let known = DiscourseContext::new(request, &request.instruction, toolbox, false);
        let tokens = tokenize(&request.instruction, &known.resources);
        let points_back = request
            .points
            .keys()
            .any(|name| request.resources.iter().all(|given| given.name != *name));
        let goes_back = is_answer || points_back || goes_back(request, &known, &tokens);
        let brings = !request.resources.is_empty() || quotes(request, &tokens);
        (!goes_back && brings).then(|| Request {
            history: Vec::new(),
            ..request.clone()
        })
    }
}

/// Whether a request quotes what it is about: in quotation marks, or behind a colon.
fn quotes(request: &Request, tokens: &[Token]) -> bool {
    let is_quote = |token: &Token| matches!(token.kind, Kind::Quote);
    let behind = request.instruction.split_once(": ");
    tokens.iter().any(is_quote) || behind.is_some_and(|(_, said)| said.contains(' '))
}

/// Whether words go back to what was there before.
fn goes_back(request: &Request, known: &DiscourseContext, tokens: &[Token]) -> bool {
    // What is quoted behind a colon speaks of its own matters.
    let quoted_from = if request.resources.is_empty() {
        request.instruction.find(": ")
    } else {
        None
    };
    let ends = quoted_from.unwrap_or(request.instruction.len());
    let mut tokens = tokens.iter().filter(|token| token.start < ends).peekable();
    let (mut here, mut there, mut between) = (false, false, false);
    while let Some(token) = tokens.next() {
        let text = request.instruction[token.start..token.end].to_lowercase();
        let of = match &token.kind {
            Kind::Files(files) if files.iter().any(|file| !is_given(*file, known)) => return true,
            Kind::Break => {
                (here, there, between) = (false, false, false);
                continue;
            }
            Kind::Files(_) | Kind::Quote => continue,
            Kind::Word(_) => None,
            Kind::Reference { of, .. } => *of,
        };
        let mut words = text.split(|letter: char| !letter.is_alphanumeric());
        let is = |list: &[&str]| words.clone().any(|word| list.contains(&word));
        let (is_here, is_there) = (is(&HERE), is(&THERE));
        // “Put this on it” speaks of two things, one of which may have been there before.
        if between && (is_here && there || is_there && here) {
            return true;
        }
        (here, there, between) = (here || is_here, there || is_there, is(&BETWEEN));
        // “The last 10 seconds” are no earlier ones.
        let counts = tokens.peek().is_some_and(|next| {
            let next = &request.instruction[next.start..next.end];
            next.starts_with(|letter: char| letter.is_ascii_digit())
                || [
                    "few", "two", "three", "second", "seconds", "minute", "part", "frame",
                ]
                .contains(&next)
        });
        // “Too loud” is none of two things.
        let ends = tokens
            .peek()
            .is_none_or(|next| matches!(next.kind, Kind::Break));
        let is_degree = text == "too" && !ends;
        if words.any(|word| BACK.contains(&word)) && !(text == "last" && counts) && !is_degree {
            return true;
        }
        let is_reference = matches!(token.kind, Kind::Reference { .. });
        if is_reference && (known.given == 0 || of.is_some_and(|of| !is_of_given(of, request))) {
            return true;
        }
    }
    false
}

fn is_given(file: FileIndex, known: &DiscourseContext) -> bool {
    file.0 < known.given
}

/// Whether something of a medium came with a request.
fn is_of_given(medium: &str, request: &Request) -> bool {
    let medium = ResourceType::new(medium);
    request
        .resources
        .iter()
        .any(|given| given.resource_type == medium)
}
