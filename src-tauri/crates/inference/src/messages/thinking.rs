//! Answers without the parts in which a model thinks aloud.

/// The tags between which models think.
const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// A text without what a model thought aloud, wherever it stands: between its tags, up to a closing
/// tag whose opening one stood in the prompt, and from an opening one that is never closed.
pub fn without_thinking(text: &str) -> String {
    TAGS.iter()
        .fold(text.to_owned(), |text, tags| without(&text, *tags))
}

fn without(text: &str, (open, close): (&str, &str)) -> String {
    let mut said = String::new();
    let mut rest = text;
    loop {
        let (opened, closed) = (rest.find(open), rest.find(close));
        match (opened, closed) {
            (None, None) => {
                said.push_str(rest);
                return said;
            }
            // What stands before a lone closing tag was thought.
            (opened, Some(closed)) if opened.is_none_or(|opened| closed < opened) => {
                said.clear();
                rest = &rest[closed + close.len()..];
            }
            (Some(opened), closed) => {
                said.push_str(&rest[..opened]);
                match closed {
                    Some(_) => rest = after(&rest[opened + open.len()..], (open, close)),
                    None => return said,
                }
            }
            (None, Some(_)) => unreachable!("a lone closing tag is met above"),
        }
    }
}

/// Returns what follows the closing tag of thoughts, which may hold others; empty if it is missing.
fn after<'a>(thoughts: &'a str, (open, close): (&str, &str)) -> &'a str {
    let mut depth = 1_usize;
    let mut rest = thoughts;
    while depth > 0 {
        let Some(closed) = rest.find(close) else {
            return "";
        };
        depth = depth + rest[..closed].matches(open).count() - 1;
        rest = &rest[closed + close.len()..];
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::without_thinking;

    #[test]
    fn thoughts_are_no_answer_wherever_they_stand() {
        for (text, said) in [
            ("<think>Hm.</think>A dog.", "A dog."),
            ("A dog<think>, or a cat?</think> barks.", "A dog barks."),
            ("<think>a</think>One <think>b</think>two", "One two"),
            ("<think>a <think>b</think> c</think>One", "One"),
            ("Hm, a dog.</think>\nA dog.", "\nA dog."),
            ("<think>Hm, it never ends", ""),
            ("A dog. <think>Or", "A dog. "),
            ("<thinking>Hm.</thinking>A dog.", "A dog."),
            ("a < b, I think", "a < b, I think"),
        ] {
            assert_eq!(without_thinking(text), said, "{text}");
        }
    }
}
