//! What a request only tells: how things are, why something is wished for, what is to stay as it is. No step is for that,
//! but a value in it may be one of the wish: “the sound comes 400 ms too early. Delay it so that they match”.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::words::lexicon;

/// Where the parts of a text stand that only tell. `openers`: the words with which wishes begin.
pub(crate) fn told(text: &str, openers: &HashSet<String>) -> Vec<Range<usize>> {
    static PARTS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"[.!?;:]+(?:\s|$)|\n|\s[-–—]\s|,\s|\s(?:and|but|so)\s")
            .expect("a valid expression")
    });
    // What stands behind a colon is worked on: “read this aloud: …”.
    let whole = text.find(": ").unwrap_or(text.len());
    let mut parts: Vec<(Range<usize>, &str)> = Vec::new();
    let mut start = 0;
    for end in PARTS.find_iter(text) {
        parts.push((start..end.start(), end.as_str()));
        start = end.end();
    }
    parts.push((start..text.len(), ""));
    let is_told = |(bytes, end): &&(Range<usize>, &str)| {
        // “It's a poster, isn't it?” asks.
        let behind = &text[bytes.end..];
        let ending = behind.find(['.', '!', '?', ';', '\n']);
        let is_asked = end.contains('?') || ending.is_some_and(|at| behind[at..].starts_with('?'));
        bytes.end <= whole && !is_asked && only_tells(&text[bytes.clone()], openers)
    };
    let told = parts.iter().filter(is_told);
    let told = told.map(|(bytes, _)| bytes.clone());
    // “Title, artist and the cover should still be there”: it takes the whole sentence, where that wishes nothing.
    let staying = parts
        .split_inclusive(|(_, end)| end.contains(['.', '!', '?', ';', '\n']))
        .filter_map(|sentence| {
            let bytes = sentence.first()?.0.start..sentence.last()?.0.end;
            let wishes =
                |(part, _): &(Range<usize>, &str)| begins_a_wish(&text[part.clone()], openers);
            let is_told =
                bytes.end <= whole && stays(&text[bytes.clone()]) && !sentence.iter().any(wishes);
            is_told.then_some(bytes)
        });
    // “Before and after stay normal”: the two go together.
    let joined = parts.windows(2).filter_map(|pair| {
        let [(first, joint), (second, _)] = pair else {
            return None;
        };
        let bytes = first.start..second.end;
        let is_told = joint.contains(" and ")
            && bytes.end <= whole
            && stays(&text[bytes.clone()])
            && !begins_a_wish(&text[first.clone()], openers);
        is_told.then_some(bytes)
    });
    told.chain(staying).chain(joined).collect()
}

/// Words that something is wished with or asked.
const WISHES: [&str; 33] = [
    "want", "wants", "need", "needs", "like", "love", "please", "pls", "let", "lets", "wish",
    "would", "could", "can", "cant", "should", "must", "will", "how", "what", "which", "who",
    "where", "when", "why", "does", "do", "did", "give", "make", "put", "i'd", "id",
];
/// Words that say how something is or was.
const IS: [&str; 38] = [
    "recorded", "exported", "sent", "gave", "filmed", "hates", "refuses", "is", "are", "was",
    "were", "am", "isn't", "aren't", "isnt", "its", "it's", "theres", "there's", "has", "had",
    "came", "comes", "come", "got", "takes", "sits", "says", "shows", "swears", "hear", "heard",
    "sounds", "looks", "shot", "took", "talk", "reads",
];

/// Whether words say that something is to stay as it is: it is not touched anyway.
pub(crate) fn stays(words: &str) -> bool {
    static STAYS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?ix)
            # “The sound should still be there”, “everything before and after stays at normal speed”
            ^\W*(?:[\w'’]+,?\s+){1,10}?(?:(?:should|must|can|has\ to|have\ to|needs?\ to)\s+(?:still\s+|all\s+|also\s+)*
                (?:be\ there|stay|remain|be\ kept|not\ change)|(?:stays?|remains?)(?:\s+(?:at|in|as|the|where|how|there|like|intact|sync\w*|normal|unchanged|untouched)\b|\s*$))
            # “leave the audio untouched”, “keep everything else as it is”
            | ^\W*(?:but\s+|and\s+|please\s+)*(?:leave|keep)\ .{1,40}\b(?:alone|as\ (?:it\ is|it\ was|is|they\ are|they\ were)|untouched|unchanged|intact)\b
            # “don't touch the picture”, “without changing the rest”
            | ^\W*(?:but\s+|and\s+|please\s+)*(?:do\ not|don['’]?t|never|without)\ (?:touch|chang|alter|affect)\w*\b
            # “then it goes on normally”, “and let the video continue from there”
            | ^\W*(?:(?:(?:and|then|let|after\ that|afterwards|from\ there)\W+)*(?:it|this|(?:the|my)\ \w+)\ |(?:and\ )?then\ )(?:(?:should|can|must|may|simply|just|then)\ )*(?:goes|go|continues?|plays?|runs?|carr(?:y|ies))(?:\ on)?(?:\ (?:normally|normal|as\ (?:before|usual|normal)|from\ there|again|straight|on))*\W*$
            # “the music has to end with the video”, “stop it when the pictures are over”: it does
            | ^\W*(?:and\s+|then\s+)*(?:(?:the\ )?(?:music|song|sound|audio|it)\ (?:(?:has\ to|should|must|may|can|is\ to)\ )?(?:ends?|stops?|finish(?:es)?)|(?:stop|end|cut)\ (?:the\ )?(?:music|song|sound|audio|it)(?:\ off)?)\ (?:when|once|as\ soon\ as|(?:together\ )?with|at\ the\ end|where)\b
            # “close the gap so it plays straight on”
            | ^\W*(?:and\s+|then\s+)*(?:close|join)\ (?:up\ )?(?:the\ |any\ |all\ )?(?:gaps?|holes?)\b
            # “no cropping”, “without re-encoding it”, “no quality loss”
            | ^\W*(?:and\s+|but\s+|with\s+|please\s+)*(?:no|without|not)\ (?:any\ )?(?:(?:cropp|stretch|squash|squeez|distort|re-?encod|re-?compress|cutt|resiz|scal|chang|los)ing|quality\ loss|loss(?:\ of\ quality)?)(?:\ (?:it|them|off|anything|please|quality))*\W*$
            # “the voice shouldn’t turn into a chipmunk”, “it should still look like me”
            | ^\W*(?:but\s+|and\s+|so\s+)*(?:it|they|(?:the|my|our|his|her|their)\ [\w'’]+(?:\ [\w'’]+)?)\ (?:should\ ?n['’]?o?t|must\ ?n['’]?o?t)\ (?:turn|become|change|get|end|sound|look|move|shift)\b
            | ^\W*(?:but\s+|and\s+|so\s+)*(?:it|they|(?:the|my)\ \w+)\ (?:should|must|has\ to|have\ to)\ still\ (?:look|sound|play|work|fit|be\ (?:readable|sharp|visible))\b
            # “before and after that normal speed”
            | ^\W*(?:and\s+|but\s+)*(?:the\ rest|everything\ else|before(?:\ and\ after)?|after(?:wards)?|around)(?:\ (?:that|it|this))?,?\ (?:(?:at|in|is|plays?|stays?|with)\ )*(?:the\ )?(?:normal|regular|usual|unchanged|untouched)\w*(?:\ speed)?\W*$
            # “both parts together in one file”, “picture included”
            | ^\W*(?:and\s+|then\s+)*(?:(?:put|join|leave|keep|have)\ (?:(?:the\ )?(?:two|three|both)(?:\ (?:parts|pieces|bits))?|the\ rest)\ )?(?:together\ )?(?:in|into|as)\ (?:one|a\ single)\ (?:file|clip|video|piece)\W*$
            | ^\W*(?:the\ )?(?:picture|image|video|sound|audio)\ included(?:\ (?:of\ course|too|please))?\W*$
            # “nothing cut off”
            | ^\W*nothing\ (?:else\b|(?:is\ |be\ |gets\ )?(?:cut\ off|lost|missing|dropped|changed|removed|cropped|duplicated)\b)",
        )
        .expect("a valid expression")
    });
    STAYS.is_match(words)
}

/// Whether words say what somebody else takes: “our website only takes webp pictures”, “my mail only lets me attach 2 MB”.
pub(crate) fn requires(words: &str) -> bool {
    static REQUIRES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)^\W*(?:(?:the|my|our|their|his|her|your|this)\s+)?[\w'’-]+(?:\s+[\w'’-]+){0,4}?\s+(?:only\s+)?(?:lets|allows|accepts|takes|wants|needs|requires|supports|plays|permits|reads)\b",
        )
        .expect("a valid expression")
    });
    static OF_SOMEBODY: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\W*(?:i|we|you|it|please|can|could)\b").expect("a valid expression")
    });
    REQUIRES.is_match(words) && !OF_SOMEBODY.is_match(words)
}

/// Whether words only say what may be: “no sound in between is fine”.
fn permits(words: &str) -> bool {
    static PERMITS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)^\W*(?:[\w'’-]+\s+){1,8}(?:is|are|would be|can be)\s+(?:(?:just|totally|perfectly|quite|also)\s+)?(?:fine|ok|okay|alright|all right|no problem|not important|not needed)\b",
        )
        .expect("a valid expression")
    });
    PERMITS.is_match(words)
}

/// Whether words only tell something.
fn only_tells(words: &str, openers: &HashSet<String>) -> bool {
    if stays(words) || permits(words) || (requires(words) && words.contains("only")) {
        return true;
    }
    let said: Vec<String> = words_of(words).collect();
    let Some(first) = said.first() else {
        return false;
    };
    let is_participle = |word: &str| word.len() > 5 && word.ends_with("ed");
    let says_how = said.iter().any(|word| IS.contains(&word.as_str()))
        || (is_participle(first)
            && said.get(1).is_some_and(|next| {
                ["with", "by", "in", "on", "at", "from", "side"].contains(&next.as_str())
            }));
    // “It has to be a webp”.
    let has_to =
        |pair: &[String]| ["has", "have", "had"].contains(&pair[0].as_str()) && pair[1] == "to";
    says_how
        && said.len() > 2
        && !said.windows(2).any(has_to)
        && !begins_a_wish(words, openers)
        && !said.iter().any(|word| WISHES.contains(&word.as_str()))
}

/// The words of a text in lower case; a point may stand within one.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| {
        !letter.is_alphanumeric() && letter != '\'' && letter != '’' && letter != '.'
    })
    .map(|word| word.trim_matches(['.', '\'', '’']).to_lowercase())
    .filter(|word| !word.is_empty())
}

/// Whether words begin as wishes do, behind what joins them to others.
pub(crate) fn begins_a_wish(words: &str, openers: &HashSet<String>) -> bool {
    const JOINTS: [&str; 4] = ["and", "then", "also", "please"];
    let first = words_of(words).find(|word| !JOINTS.contains(&word.as_str()));
    first.is_some_and(|word| {
        !lexicon::is_light(&word) && openers.contains(&lexicon::canonical(&word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told_of(text: &str) -> Vec<&str> {
        let openers = [
            "delay", "cut", "make", "split", "crop", "show", "turn", "remove",
        ];
        let openers = openers.map(str::to_owned).into_iter().collect();
        let parts = told(text, &openers);
        parts.into_iter().map(|bytes| &text[bytes]).collect()
    }

    #[test]
    fn how_things_are_is_told_and_what_is_wished_is_not() {
        assert_eq!(
            told_of(
                "In this clip the sound comes about 400 ms too early. Can you delay the audio?"
            ),
            ["In this clip the sound comes about 400 ms too early"]
        );
        assert_eq!(
            told_of("recorded with one mic and now i want it on both sides"),
            ["recorded with one mic"]
        );
        for (text, stays) in [
            (
                "Blur the plate. The other sign should stay readable.",
                "The other sign should stay readable",
            ),
            (
                "make it mkv, leave audio untouched",
                "leave audio untouched",
            ),
            ("crop it. Don't touch the sound", "Don't touch the sound"),
            ("shrink it, nothing cut off", "nothing cut off"),
            (
                "freeze it at 2 s, then it goes on normally",
                "then it goes on normally",
            ),
            (
                "make 2 to 4 s slow, everything before and after stays at normal speed",
                "after stays at normal speed",
            ),
            (
                "slow down 3 s to 5 s, before and after stay normal",
                "before and after stay normal",
            ),
            (
                "cut it at 3 s. No sound in between is fine",
                "No sound in between is fine",
            ),
        ] {
            assert!(
                told_of(text).contains(&stays),
                "{text}: {:?}",
                told_of(text)
            );
        }
        assert!(
            told_of("Make it an mp3. Title, artist and the cover should still be there.")
                .contains(&"Title, artist and the cover should still be there")
        );
        let kept = told_of("Crop it. Remove the music, the voice should stay.");
        assert!(kept.iter().all(|told| !told.contains("Remove")), "{kept:?}");
        for wish in [
            "cut the part where he is late",
            "how long is it?",
            "what is this",
            "I want it black and white",
            "the sound should be louder",
            "the whale has to be a .webp",
        ] {
            assert!(told_of(wish).is_empty(), "{wish}: {:?}", told_of(wish));
        }
    }
}
