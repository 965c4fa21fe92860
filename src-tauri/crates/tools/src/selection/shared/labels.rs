//! Whether a label is what a person means: word forms, and the everyday words for what detectors
//! call by other names.

use unicode_segmentation::UnicodeSegmentation;

/// Words for one thing. The first is the label that detectors of the COCO data set use (T.-Y. Lin
/// et al., 2014).
const SAME: [&[&str]; 24] = [
    &[
        "person",
        "people",
        "human",
        "man",
        "woman",
        "child",
        "kid",
        "boy",
        "girl",
        "baby",
        "guy",
        "lady",
        "somebody",
        "someone",
        "pedestrian",
        "player",
        "rider",
    ],
    &["car", "automobile", "auto", "taxi", "cab"],
    &["airplane", "plane", "aeroplane", "jet", "aircraft"],
    &["bicycle", "bike", "cycle"],
    &["motorcycle", "motorbike", "scooter"],
    &["boat", "ship", "sailboat", "yacht", "canoe"],
    &["truck", "lorry", "pickup"],
    &["bus", "coach"],
    &["tv", "television", "monitor", "screen", "telly"],
    &[
        "cell phone",
        "phone",
        "cellphone",
        "mobile",
        "smartphone",
        "telephone",
    ],
    &["couch", "sofa", "settee"],
    &["dining table", "table", "desk"],
    &["potted plant", "plant", "houseplant", "pot plant"],
    &["dog", "puppy", "doggy", "hound", "pup"],
    &["cat", "kitten", "kitty"],
    &["horse", "pony", "foal"],
    &["cow", "cattle", "bull", "calf", "ox"],
    &["sheep", "lamb"],
    &["handbag", "purse", "bag"],
    &["suitcase", "luggage", "case"],
    &["donut", "doughnut"],
    &["refrigerator", "fridge", "freezer"],
    &["sports ball", "ball", "football", "basketball"],
    &["laptop", "notebook", "computer"],
];

/// Words for many things, or for a part of one: who finds people has found their faces, but not the
/// other way round.
const KINDS: [(&str, &[&str]); 7] = [
    ("face", &["person"]),
    (
        "animal",
        &[
            "bird", "cat", "dog", "horse", "sheep", "cow", "elephant", "bear", "zebra", "giraffe",
        ],
    ),
    ("pet", &["cat", "dog", "bird"]),
    (
        "vehicle",
        &[
            "car",
            "truck",
            "bus",
            "motorcycle",
            "bicycle",
            "train",
            "boat",
            "airplane",
        ],
    ),
    ("fruit", &["banana", "apple", "orange"]),
    ("furniture", &["chair", "couch", "bed", "dining table"]),
    (
        "food",
        &[
            "banana", "apple", "sandwich", "orange", "broccoli", "carrot", "hot dog", "pizza",
            "donut", "cake",
        ],
    ),
];

/// Fit of a label to words: 2 where they name it (or its kind), 1 where they share a word, 0 where
/// they do not.
pub(crate) fn fit(label: &str, words: &[String]) -> u8 {
    // Classifiers give several names for one thing, such as "tabby, tabby cat".
    let names: Vec<Vec<String>> = label
        .split(',')
        .map(forms)
        .filter(|name| !name.is_empty())
        .collect();
    if names.iter().any(|name| names_it(name, words)) {
        2
    } else {
        u8::from(names.iter().flatten().any(|word| words.contains(word)))
    }
}

fn names_it(name: &[String], words: &[String]) -> bool {
    let holds = |phrase: &[String]| words.windows(phrase.len()).any(|window| window == phrase);
    if holds(name) {
        return true;
    }
    let same = SAME
        .iter()
        .find(|group| group.iter().any(|word| forms(word) == name));
    let other_word = same.is_some_and(|group| {
        // A man is a person, but a person need not be a man: from a general label any word leads to
        // it, from a special one only the general word.
        let is_general = forms(group[0]) == name;
        let reached = if is_general { group } else { &group[..1] };
        reached.iter().any(|word| holds(&forms(word)))
    });
    let general = same.map_or_else(|| name.to_vec(), |group| forms(group[0]));
    other_word
        || KINDS.iter().any(|(kind, members)| {
            holds(&forms(kind)) && members.iter().any(|member| forms(member) == general)
        })
}

/// Whether a word says no more than a label does: it is one of its own words, or the kind of thing
/// that it names.
pub(crate) fn says(label: &str, word: &str) -> bool {
    let names = label.split(',').map(forms);
    let is_kind = |name: &[String]| {
        let of = |(kind, members): &(&str, &[&str])| {
            *kind == word && members.iter().any(|member| forms(member) == name)
        };
        KINDS.iter().any(of)
    };
    names
        .into_iter()
        .any(|name| name.iter().any(|own| own == word) || is_kind(&name))
}

/// The words of a text, in lower case and singular.
pub(crate) fn forms(text: &str) -> Vec<String> {
    text.unicode_words()
        .map(|word| singular(&word.to_lowercase()))
        .collect()
}

/// The singular of an English noun, where it is a plural.
fn singular(word: &str) -> String {
    const IRREGULAR: [(&str, &str); 14] = [
        ("people", "person"),
        ("persons", "person"),
        ("men", "man"),
        ("women", "woman"),
        ("children", "child"),
        ("mice", "mouse"),
        ("geese", "goose"),
        ("feet", "foot"),
        ("teeth", "tooth"),
        ("oxen", "ox"),
        ("calves", "calf"),
        ("leaves", "leaf"),
        ("knives", "knife"),
        ("buses", "bus"),
    ];
    const NOT_PLURAL: [&str; 8] = [
        "this",
        "skis",
        "scissors",
        "lens",
        "christmas",
        "always",
        "across",
        "sometimes",
    ];
    if let Some((_, one)) = IRREGULAR.iter().find(|(many, _)| *many == word) {
        return (*one).to_owned();
    }
    if NOT_PLURAL.contains(&word) || word.len() < 4 || word.ends_with("ss") {
        return word.to_owned();
    }
    for (ending, instead) in [
        ("ies", "y"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("sses", "ss"),
        ("xes", "x"),
        ("s", ""),
    ] {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.len() > 1
        {
            return format!("{stem}{instead}");
        }
    }
    word.to_owned()
}

/// The plural of a label, for counting.
pub(crate) fn plural(label: &str) -> String {
    let (before, noun) = label
        .rsplit_once(' ')
        .map_or(("", label), |(before, noun)| (before, noun));
    let many = match noun {
        "person" => "people".to_owned(),
        "man" => "men".to_owned(),
        "woman" => "women".to_owned(),
        "child" => "children".to_owned(),
        "mouse" => "mice".to_owned(),
        "knife" => "knives".to_owned(),
        "sheep" | "skis" | "scissors" | "broccoli" => noun.to_owned(),
        _ if ["s", "x", "ch", "sh"]
            .iter()
            .any(|ending| noun.ends_with(ending)) =>
        {
            format!("{noun}es")
        }
        _ => match noun.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{noun}s"),
        },
    };
    if before.is_empty() {
        many
    } else {
        format!("{before} {many}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_fit_everyday_words() {
        let fits = |label: &str, words: &str| fit(label, &forms(words));
        for (label, words) in [
            ("dog", "dogs"),
            ("dog", "the big puppy"),
            ("person", "people"),
            ("person", "the woman on the left"),
            ("man", "people"),
            ("cell phone", "phones"),
            ("tv", "television"),
            ("potted plant", "the plants"),
            ("horse", "all animals"),
            ("bus", "every vehicle"),
            ("tabby, tabby cat", "tabby cat"),
            ("knife", "knives"),
            ("wine glass", "wine glasses"),
        ] {
            assert_eq!(fits(label, words), 2, "{label} for {words:?}");
        }
        assert_eq!(fits("teddy bear", "bear"), 1);
        for (label, words) in [
            ("cat", "dog"),
            ("woman", "the man"),
            ("car", "carpet"),
            ("bird", "vehicles"),
        ] {
            assert_eq!(fits(label, words), 0, "{label} for {words:?}");
        }
    }

    #[test]
    fn plurals_are_english() {
        let many = [
            "dog",
            "person",
            "bus",
            "cherry",
            "sheep",
            "wine glass",
            "knife",
            "toy",
            "bench",
        ]
        .map(plural);
        let expected = [
            "dogs",
            "people",
            "buses",
            "cherries",
            "sheep",
            "wine glasses",
            "knives",
            "toys",
            "benches",
        ];
        assert_eq!(many, expected);
    }
}
