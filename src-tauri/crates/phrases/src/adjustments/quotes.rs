//! Words that are to be written on an image. They may say anything, so they are taken out of a
//! sentence before it is read.

use std::sync::LazyLock;

use regex::Regex;

/// What stands in a sentence for the words that were taken out: `quote0q` for the first, with a
/// letter in it that nobody types.
fn mark(number: usize) -> String {
    format!("quote\u{e000}{number}q")
}

/// In quotation marks of any kind; an apostrophe opens none inside a word and closes none before a
/// letter.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        "(?x)
        \"([^\"]+)\" | “([^”“]+)[”“] | „([^“”]+)[“”] | «([^»]+)» | `([^`]+)`
        | (?:^|[\\s:(])['‘‚]([^\\s'’‘](?:[^'’‘]|['’]\\w)*)['’‘](?:$|[\\s.,;:!?)])",
    )
    .expect("the pattern is valid")
});

/// After “the words” and the like, up to where a place, a look or another wish begins.
static UNQUOTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        \b(?:add|put|place|insert|overlay|write|print|type)\b [^,.;]*?
        \b(?:text|texts|words?|caption|title|headline|lettering|slogan)\b (?:\ (?:saying|reading|that\ (?:says|reads)))? [:\ ]+ (.+?)
        (?:$ | [,;.!]\ | [,;.!]$
         | \s(?:at|in|on|onto|to|across|over|near|along|into|above|below|under|with|as|and)\ 
           (?:the|a|an|it|my|this|that|its|top|bottom|left|right|upper|lower|middle|cent(?:er|re)|big|large|small|huge|tiny
             |red|green|blue|yellow|orange|purple|pink|brown|white|black|gr[ae]y|\S+\.\w{2,4}|\w+\ it)\b)
        | \b(?:text|texts|words?|caption|title|headline|lettering|slogan)\b [^.;]*? \b(?:saying|that\ (?:says|reads)|which\ (?:says|reads))[:\ ]+(.+?)[.!]?\s*$
        | \b(?:write|print)\ (.+?)\s(?:at|in|on|onto|across|over|along)\ (?:the|it|my|this|that|top|bottom|big|large|small|huge|tiny|red|green|blue|yellow|orange|purple|pink|brown|white|black|gr[ae]y|\S+\.\w{2,4})\b",
    )
    .expect("the pattern is valid")
});

/// Before one of several lines: “top text GOOD MORNING, bottom text NOT”.
static LINES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:\b(?:and|with|the|a)\s+|[,;]\s*)*\b(top|bottom|upper|lower)\s+(?:text|line|caption)(?:\s+(?:is|says|saying|reads))?\s*[:=]?\s+",
    )
    .expect("the pattern is valid")
});

/// Words that begin a place and not what is written.
const PLACES: [&str; 12] = [
    "at", "in", "on", "onto", "to", "across", "over", "near", "along", "above", "below", "under",
];

/// The sentence with a mark for each text that is to be written, and those texts.
pub(super) fn taken_out(sentence: &str) -> (String, Vec<String>) {
    let mut quotes = Vec::new();
    let mut marked = String::new();
    let mut rest = sentence;
    while let Some(found) = QUOTED
        .captures(rest)
        .and_then(|found| found.iter().skip(1).flatten().next())
    {
        let before =
            rest[..found.start()].trim_end_matches(['"', '“', '„', '«', '`', '\'', '‘', '‚']);
        marked.push_str(before);
        marked.extend([" ", &mark(quotes.len()), " "]);
        quotes.push(found.as_str().trim().to_owned());
        rest = rest[found.end()..].trim_start_matches(['"', '”', '“', '»', '`', '\'', '’', '‘']);
    }
    marked.push_str(rest);
    if let Some((lines, texts)) = lines(sentence).filter(|_| quotes.is_empty()) {
        (marked, quotes) = (lines, texts);
    }
    if quotes.is_empty()
        && let Some(found) = UNQUOTED
            .captures(sentence)
            .and_then(|found| found.iter().skip(1).flatten().next())
        && !found
            .as_str()
            .split(' ')
            .next()
            .is_some_and(|word| PLACES.contains(&word.to_lowercase().as_str()))
    {
        let words = found.as_str().trim_end_matches(['.', '!', ',', ';']).trim();
        marked = format!(
            "{} {} {}",
            &sentence[..found.start()],
            mark(0),
            &sentence[found.end()..]
        );
        quotes.push(words.to_owned());
    }
    for quote in &mut quotes {
        *quote = quote.replace("\\n", "\n");
    }
    (marked, quotes)
}

/// Several lines that are each said by their place, as [`taken_out`]; none where there are fewer than two.
fn lines(sentence: &str) -> Option<(String, Vec<String>)> {
    let starts: Vec<_> = LINES.captures_iter(sentence).collect();
    let spans: Vec<(usize, usize)> = starts
        .iter()
        .filter_map(|start| Some((start.get(0)?.start(), start.get(0)?.end())))
        .collect();
    let (first, more) = spans.split_first()?;
    if more.is_empty() {
        return None;
    }
    let ends = more.iter().map(|(start, _)| *start).chain([sentence.len()]);
    let said = spans.iter().zip(ends).map(|((_, start), end)| {
        sentence[*start..end]
            .trim()
            .trim_end_matches(['.', ',', ';'])
            .to_owned()
    });
    let texts: Vec<String> = said.collect();
    let mut marked = sentence[..first.0].to_owned();
    for (number, start) in starts.iter().enumerate() {
        marked.extend([", ", &start[1], " ", &mark(number), " "]);
    }
    texts
        .iter()
        .all(|text| !text.is_empty())
        .then_some((marked, texts))
}

/// The text that a word of a marked sentence stands for.
pub(super) fn behind<'a>(word: &str, quotes: &'a [String]) -> Option<&'a str> {
    let found = quotes
        .iter()
        .enumerate()
        .find(|(number, _)| mark(*number) == word);
    found
        .map(|(_, quote)| quote.as_str())
        .filter(|quote| !quote.is_empty())
}

/// A marked text as it was written.
pub(super) fn put_back(marked: &str, quotes: &[String]) -> String {
    let written = quotes
        .iter()
        .enumerate()
        .rev()
        .fold(marked.to_owned(), |text, (number, quote)| {
            text.replace(&mark(number), &format!("‘{quote}’"))
        });
    written.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: &[&str]) {
        assert_eq!(taken_out(sentence).1, expected, "{sentence}");
    }

    #[test]
    fn what_is_to_be_written_is_found() {
        check("add text 'Sale' at the top", &["Sale"]);
        check(
            "write “Rock 'n' Roll, and more” on it",
            &["Rock 'n' Roll, and more"],
        );
        check(
            "add 'don't panic' and \"50 % off\"",
            &["don't panic", "50 % off"],
        );
        check(
            "add the words Happy Birthday to photo.jpg",
            &["Happy Birthday"],
        );
        check(
            "put the text Sale ends Monday at the bottom in red",
            &["Sale ends Monday"],
        );
        check("write Hello World on the picture", &["Hello World"]);
        check("add the title: Summer in Rome", &["Summer in Rome"]);
        check(
            "add the caption Our House and make it sepia",
            &["Our House"],
        );
        check("put the word SALE on it", &["SALE"]);
        check(
            "make a meme: top text WHEN IT RAINS bottom text STAY IN",
            &["WHEN IT RAINS", "STAY IN"],
        );
        check(
            "white text with black outline at the bottom saying IT SMELLS FEAR",
            &["IT SMELLS FEAR"],
        );
    }

    #[test]
    fn what_is_not_to_be_written_stays() {
        for sentence in [
            "make it brighter",
            "it's the dog's photo",
            "add a caption at the bottom",
            "rotate it 5' left",
        ] {
            check(sentence, &[]);
        }
        let (marked, quotes) = taken_out("add 'A' at the top, then 'B'");
        assert_eq!(put_back(&marked, &quotes), "add ‘A’ at the top, then ‘B’");
    }
}
