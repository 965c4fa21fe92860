//! Rust source as tokens, without comments, strings and characters.

/// A token, as far as imports need one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A keyword or name; a raw name (`r#type`) without its mark.
    Word(&'a str),
    /// `::`
    Colons,
    /// Any other character that is not white space.
    Mark(char),
}

/// The tokens of a source file in their order.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if let Some(length) = skipped(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let start = if rest.starts_with("r#") { 2 } else { 0 };
            let end = rest[start..]
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .map_or(rest.len(), |end| start + end);
            tokens.push(Token::Word(&rest[start..end]));
            end
        } else if rest.starts_with("::") {
            tokens.push(Token::Colons);
            2
        } else {
            tokens.push(Token::Mark(first));
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length in bytes of the comment, string or character that `source` begins with.
fn skipped(source: &str) -> Option<usize> {
    if source.starts_with("//") {
        return Some(source.find('\n').unwrap_or(source.len()));
    }
    if source.starts_with("/*") {
        return Some(block_comment(source));
    }
    let prefix = ["br", "cr", "b", "c", "r"]
        .into_iter()
        .find(|prefix| source.starts_with(prefix))
        .unwrap_or_default();
    let body = &source[prefix.len()..];
    let hashes = body.len() - body.trim_start_matches('#').len();
    if prefix.ends_with('r') && body[hashes..].starts_with('"') {
        let end = format!("\"{}", "#".repeat(hashes));
        let start = prefix.len() + hashes + 1;
        return Some(
            source[start..]
                .find(&end)
                .map_or(source.len(), |at| start + at + end.len()),
        );
    }
    let quote = body
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\''))?;
    quoted(body, quote).map(|length| prefix.len() + length)
}

/// The length of a comment that can hold others.
fn block_comment(source: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < source.len() {
        let rest = &source.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    source.len()
}

/// The length of a string or character with its quotes; none where the quote begins a lifetime.
fn quoted(source: &str, quote: char) -> Option<usize> {
    let mut characters = source.char_indices().skip(1);
    let (_, first) = characters.next()?;
    if quote == '\'' && first != '\\' {
        return characters
            .next()
            .filter(|(_, second)| *second == quote)
            .map(|(at, _)| at + 1);
    }
    let mut characters = source.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        if character == quote {
            return Some(at + 1);
        }
        if character == '\\' {
            characters.next();
        }
    }
    Some(source.len())
}
