//! The words of a request that an answer can copy: whole spans of it, as they stand.

/// The most spans of one kind. What servers allow in a schema is bounded: `OpenAI`'s take 1,000
/// choices in all.
const MOST: usize = 240;
/// The most parts of a request between seams: of 21, there are 231 spans.
const MOST_PARTS: usize = 21;
/// What stands around a word and does not belong to it.
const AROUND: &[char] = &[
    ' ', '\t', '\n', '\r', ',', ';', '.', ':', '!', '?', '(', ')', '[', ']', '"', '\'', '“', '”',
    '„', '«', '»', '‘', '’', '—', '–',
];
/// What stands between two words where a request can be cut.
const SEAMS: &[char] = &[',', ';', '.', ':', '!', '?', '(', ')', '—', '–', '\n'];
/// Words at which a request can be cut.
const JOINTS: [&str; 5] = ["and", "then", "but", "also", "plus"];

/// Short spans: some words that follow each other, as many as keep their number bounded; each once.
pub fn short(text: &str) -> Vec<&str> {
    let words = words(text);
    let longest = (MOST / words.len().max(1)).clamp(1, 40);
    let starts = 0..words.len();
    let all = starts.flat_map(|start| (1..=longest).map(move |count| (start, start + count)));
    let spans = all
        .filter(|(_, end)| *end <= words.len())
        .map(|(start, end)| between(text, words[start], words[end - 1]));
    each_once(spans.take(MOST))
}

/// Long spans: what stands between two places at which a request can be cut, which are ends of
/// sentences and parts of sentences; each once, the whole first.
pub fn clauses(text: &str) -> Vec<&str> {
    let words = words(text);
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    for (place, (_, end)) in words.iter().enumerate() {
        let follows = words.get(place + 1).map(|(from, to)| &text[*from..*to]);
        let gap = words
            .get(place + 1)
            .map_or("", |(from, _)| &text[*end..*from]);
        let is_joint = |word: &str| JOINTS.contains(&word.to_lowercase().as_str());
        let is_seam = gap.contains(SEAMS) || follows.is_none_or(is_joint);
        if is_seam && parts.len() + 1 < MOST_PARTS || follows.is_none() {
            // A joint begins no clause, unless it is all there is.
            let joints =
                (start..place).take_while(|at| is_joint(&text[words[*at].0..words[*at].1]));
            parts.push((start + joints.count(), place));
            start = place + 1;
        }
    }
    let count = parts.len();
    let all = (0..count).flat_map(|from| (from..count).rev().map(move |to| (from, to)));
    let spans = all.map(|(from, to)| between(text, words[parts[from].0], words[parts[to].1]));
    each_once(spans.filter(|span| !span.is_empty()))
}

/// The bytes of each word, without what stands around it.
fn words(text: &str) -> Vec<(usize, usize)> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace()
        .map(|word| word.trim_matches(AROUND))
        .filter(|word| !word.is_empty())
        .map(|word| (place(word), place(word) + word.len()))
        .collect()
}

fn between(text: &str, first: (usize, usize), last: (usize, usize)) -> &str {
    &text[first.0..last.1]
}

fn each_once<'a>(spans: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = std::collections::HashSet::new();
    spans.filter(|span| seen.insert(*span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &str =
        "Blur the \"number plate\" in car.jpg, and make it brighter. Then show me";

    #[test]
    fn clauses_begin_and_end_where_a_request_can_be_cut() {
        assert_eq!(
            clauses(REQUEST),
            [
                "Blur the \"number plate\" in car.jpg, and make it brighter. Then show me",
                "Blur the \"number plate\" in car.jpg, and make it brighter",
                "Blur the \"number plate\" in car.jpg",
                "make it brighter. Then show me",
                "make it brighter",
                "show me",
            ]
        );
    }

    #[test]
    fn spans_are_bounded_and_never_cut_a_word() {
        let long = "a photograph of mountains, ".repeat(90);
        for text in [REQUEST, long.as_str(), "", "…", "über Öl"] {
            for span in short(text).into_iter().chain(clauses(text)) {
                assert!(text.contains(span), "{span}");
                let whole = span.split_whitespace().all(|word| {
                    let word = word.trim_matches(AROUND);
                    text.split_whitespace()
                        .any(|other| other.trim_matches(AROUND) == word)
                });
                assert!(whole, "{span}");
            }
            assert!(short(text).len() <= MOST && clauses(text).len() <= MOST);
        }
        assert!(short(REQUEST).contains(&"number plate"));
    }
}
