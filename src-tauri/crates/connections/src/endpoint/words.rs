//! Words of servers' errors, fit to be shown.

use serde_json::Value;

use crate::keys::Key;

/// The most characters that are shown.
const LONGEST: usize = 300;

/// The words in the body of an error: those of the usual JSON forms, or the text. Nothing of a page
/// of HTML. See [`shown`] for what is taken out.
pub(super) fn of_body(body: &[u8], key: Option<&Key>) -> String {
    let text = String::from_utf8_lossy(body);
    match serde_json::from_str::<Value>(&text) {
        Ok(json) => of_json(&json, key),
        Err(_) if text.trim_start().starts_with('<') => String::new(),
        Err(_) => shown(&text, key),
    }
}

/// The words in an error as JSON: `error.message` (OpenAI, llama.cpp), `error` (Ollama), `detail`
/// (`FastAPI`), `message` (vLLM).
pub(super) fn of_json(json: &Value, key: Option<&Key>) -> String {
    let words = ["/error/message", "/error", "/detail", "/message"]
        .iter()
        .find_map(|place| json.pointer(place).filter(|found| !found.is_null()));
    match words.unwrap_or(json) {
        Value::String(words) => shown(words, key),
        other => shown(&other.to_string(), key),
    }
}

/// A text of a server without the key, control characters, characters that turn or hide text, and
/// repeated white space, cut at 300 characters.
pub(super) fn shown(text: &str, key: Option<&Key>) -> String {
    let text = match key {
        Some(key) => text.replace(key.reveal(), "(key)"),
        None => text.to_owned(),
    };
    let spaced: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| !is_hidden(*c))
        .collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let line = words.join(" ");
    // Characters between those of a key may just have been taken out.
    let line = match key {
        Some(key) => line.replace(key.reveal(), "(key)"),
        None => line,
    };
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Zero-width characters and those that change the direction of text.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::{of_body, shown};
    use crate::keys::Key;

    #[test]
    fn words_are_found_in_every_usual_form() {
        for body in [
            r#"{"error":{"message":"no such thing","code":400}}"#,
            r#"{"error":"no such thing"}"#,
            r#"{"detail":"no such thing"}"#,
            r#"{"object":"error","message":"no such thing"}"#,
            "no  such\nthing\n",
        ] {
            assert_eq!(of_body(body.as_bytes(), None), "no such thing", "{body}");
        }
        assert_eq!(of_body(b"<html><h1>Bad Gateway</h1>", None), "");
        assert_eq!(of_body(b"", None), "");
        let list = of_body(br#"{"detail":[{"msg":"field required"}]}"#, None);
        assert!(list.contains("field required"), "{list}");
    }

    #[test]
    fn nothing_hidden_and_no_key_is_shown() {
        let key = Key::new("sk-secret").unwrap();
        let text = "a\u{1b}[31mred\u{7}\r\n\u{202e}b\u{200b} sk-secret sk-\u{200b}secret";
        assert_eq!(shown(text, Some(&key)), "a [31mred b (key) (key)");
        let long = shown(&"ä".repeat(1000), None);
        assert_eq!(long.chars().count(), 301);
        // A key at the cut is not left in part.
        let cut = shown(&format!("{}sk-secret", "x".repeat(295)), Some(&key));
        assert!(!cut.contains("sk-"), "{cut}");
    }
}
