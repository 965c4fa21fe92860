//! Words that are looked for in what is said.

/// Words that people put before those that they look for.
const BEFORE: [&str; 9] = [
    "the word",
    "the words",
    "the phrase",
    "the sentence",
    "the name",
    "the term",
    "word",
    "words",
    "phrase",
];
/// Endings that a word may have besides.
const ENDINGS: [&str; 3] = ["s", "es", "'s"];
/// From here on letters are of scripts that put no space between words.
const WITHOUT_SPACES: char = '\u{0E00}';

/// Words that are looked for, in the order in which they are to be said.
pub(crate) struct Wanted(Vec<String>);

impl Wanted {
    /// The words of a text, without quotes and what stands before them; none where it has none.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let said = words(text);
        let is_before = |before: &&&str| {
            let before: Vec<&str> = before.split(' ').collect();
            said.len() > before.len() && said.iter().zip(&before).all(|(a, b)| a == b)
        };
        let before = BEFORE
            .iter()
            .filter(is_before)
            .map(|before| before.split(' ').count());
        let skipped = before.max().unwrap_or(0);
        let wanted = said[skipped..].to_vec();
        (!wanted.is_empty()).then_some(Self(wanted))
    }

    /// They as they are looked for.
    pub(crate) fn words(&self) -> String {
        self.0.join(" ")
    }

    /// From which to which of some texts, which follow each other, they reach wherever they are said.
    pub(crate) fn places<'a>(
        &self,
        texts: impl Iterator<Item = &'a str> + Clone,
    ) -> Vec<(usize, usize)> {
        let all: Vec<(usize, String)> = texts
            .clone()
            .enumerate()
            .flat_map(|(place, text)| words(text).into_iter().map(move |word| (place, word)))
            .collect();
        let count = self.0.len();
        let mut places: Vec<(usize, usize)> = (0..all.len())
            .filter(|from| self.begins(&all[*from..]))
            .map(|from| (all[from].0, all[from + count - 1].0))
            .collect();
        let is_spaceless = |word: &String| word.contains(|letter| letter >= WITHOUT_SPACES);
        if self.0.iter().any(is_spaceless) {
            places = spelled(&self.0.concat(), texts);
        }
        places.dedup();
        places
    }

    /// Whether words that are said begin with them.
    fn begins(&self, said: &[(usize, String)]) -> bool {
        let is_word = |((_, said), wanted): (&(usize, String), &String)| {
            said.strip_prefix(wanted.as_str())
                .is_some_and(|rest| rest.is_empty() || ENDINGS.contains(&rest))
        };
        said.len() >= self.0.len() && said.iter().zip(&self.0).all(is_word)
    }
}

/// From which to which of some texts letters reach, which may begin inside of one.
fn spelled<'a>(wanted: &str, texts: impl Iterator<Item = &'a str>) -> Vec<(usize, usize)> {
    let (mut all, mut owner) = (String::new(), Vec::new());
    for (place, text) in texts.enumerate() {
        let letters = words(text).concat();
        owner.extend(std::iter::repeat_n(place, letters.len()));
        all.push_str(&letters);
    }
    all.match_indices(wanted)
        .map(|(at, found)| (owner[at], owner[at + found.len() - 1]))
        .collect()
}

/// The words of a text in lower case, without marks.
pub(crate) fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace('’', "'");
    lower
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .map(|word| word.trim_matches('\'').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}
