//! From a question to what it is about. Understood is a question that names such a thing and
//! nothing else: "what colour is the car" asks for what only a look at the image can tell.

use std::sync::LazyLock;

use patchbay_values::file_names::is_file_name;
use regex::Regex;

/// Topic of a question about an image as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::image) enum Topic {
    /// Bytes.
    FileSize,
    /// Pixels.
    Size,
    /// Width to height.
    Proportions,
    /// Landscape or portrait, and how the file stores it.
    Orientation,
    /// Black and white, one tint, or colours.
    Coloring,
    /// The colours that make up most of it.
    Colors,
    /// Lightness.
    Light,
    /// Distance between light and dark.
    Contrast,
    /// Sharpness.
    Sharpness,
    /// Share of it that is clear.
    Transparency,
    /// Number of faces on it.
    Faces,
    /// Date on which it was taken.
    Date,
    /// Camera with which it was taken.
    Camera,
    /// Lens, aperture, exposure, sensitivity, focal length.
    Settings,
    /// Whether the flash fired.
    Flash,
    /// Place where it was taken.
    Place,
    /// Author and owner.
    Author,
    /// Software with which it was edited.
    Software,
    /// JPEG, PNG and so on, and bits.
    Format,
}

impl Topic {
    /// Topics with which a question about the file as a whole is answered.
    pub(in crate::image) const MOST: [Self; 9] = [
        Self::Format,
        Self::FileSize,
        Self::Size,
        Self::Light,
        Self::Colors,
        Self::Sharpness,
        Self::Date,
        Self::Camera,
        Self::Settings,
    ];
}

/// Patterns that name each topic; an earlier pattern takes its words away from later ones.
static TOPICS: LazyLock<Vec<(Regex, &[Topic])>> = LazyLock::new(|| {
    let table: [(&str, &[Topic]); 21] = [
        (
            r"metadata|exif(?: data)?|technical \w+|properties|(?:file|image|picture|photo) info(?:rmation)?",
            &Topic::MOST,
        ),
        (
            r"file ?size|size of the file|(?:big|large|heavy) is the file|how many (?:bytes|kilobytes|megabytes|kb|mb)|how heavy",
            &[Topic::FileSize],
        ),
        (r"aspect ratio|ratio|proportions?", &[Topic::Proportions]),
        (
            r"how (?:big|large|wide|high|tall)|size|dimensions?|resolution|width|height|(?:how many )?(?:mega ?)?pixels?",
            &[Topic::Size],
        ),
        (
            r"(?:landscape|portrait|square|panoramic) or (?:landscape|portrait|square)(?: format| mode| orientation)?|(?:landscape|portrait) (?:format|mode|orientation|shaped?)|orientation|upright|vertical or horizontal|horizontal or vertical",
            &[Topic::Orientation],
        ),
        (
            r"black (?:and|&) white|monochrome|gr[ae]y ?scale|sepia|in colou?r|colou?rless|colou?r or|(?:a )?colou?r (?:photo|picture|image)(?:graph)?",
            &[Topic::Coloring],
        ),
        (
            r"(?:(?:main|dominant|most common|most frequent|primary|average|prevailing|key|strongest) )?colou?rs?(?: palette| scheme)?|palette|hex codes?",
            &[Topic::Colors],
        ),
        (
            r"how (?:bright|dark|light)|brightness|too (?:dark|bright|light)|(?:over|under)[- ]?exposed|well[- ]lit|bright|dark|light level",
            &[Topic::Light],
        ),
        (r"(?:how much )?contrasty?|flat", &[Topic::Contrast]),
        (
            r"sharp(?:ness)?|blurr?y|blurred|blurriness|(?:in|out of) focus|focused|well focus+ed|crisp|soft",
            &[Topic::Sharpness],
        ),
        (
            r"transparent|transparency|alpha(?: channel)?|see[- ]through",
            &[Topic::Transparency],
        ),
        (
            r"aperture|f[- ]?stop|f[- ]?number|shutter(?: speed)?|exposure(?: time)?|iso|sensitivity|focal length|(?:camera )?settings|(?:what|which) lens|lens",
            &[Topic::Settings],
        ),
        (
            r"(?:how many|number of|any|a|an|some) (?:human )?(?:faces?|people|persons?|humans?)|any(?:one|body)|some(?:one|body)|faces",
            &[Topic::Faces],
        ),
        (r"flash", &[Topic::Flash]),
        (
            r"when|date|(?:what|which) (?:day|year|month|time)|time",
            &[Topic::Date],
        ),
        (
            r"camera|(?:what|which) (?:phone|device)|smartphone|camera model",
            &[Topic::Camera],
        ),
        (r"where|gps|location|coordinates|place", &[Topic::Place]),
        (
            r"who (?:took|shot|made|photographed)|author|photographer|copyright|artist",
            &[Topic::Author],
        ),
        (
            r"software|edited with|(?:what|which) (?:program|app)|photoshopped",
            &[Topic::Software],
        ),
        (
            r"bit depth|how many bits|(?:8|16)[- ]bits?|bits?",
            &[Topic::Format],
        ),
        (
            r"format|file ?type|(?:type|kind) of (?:file|image file)|(?:an? )?(?:jpe?g|png|webp|gif|tiff|bmp)(?: file)?|encoded",
            &[Topic::Format],
        ),
    ];
    let whole_words =
        |words: &str| Regex::new(&format!(r"\b(?:{words})\b")).expect("the pattern is valid");
    table
        .into_iter()
        .map(|(words, topics)| (whole_words(words), topics))
        .collect()
});

/// Words that change nothing about what a question is about.
const AROUND: &str = "a about all am an and any are as at be been by can could did do does exactly find for from give given \
    good had has have here how i image images in info information into is it its kind know like list look looking looks main \
    many me mine much my of on or our out over overall photo photograph photographs photos picture pictures please question \
    rather say seem seems shot should show sort take taken tell that the their them there these they this those to too took total \
    type us used using very was we were what which whole will with would you your values value quite bit really";

/// Topics of a question; none where it is about anything else too.
pub(in crate::image) fn topics(question: &str) -> Option<Vec<Topic>> {
    let words: Vec<String> = question
        .to_lowercase()
        .split_whitespace()
        .map(|word| {
            word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&')
                .to_owned()
        })
        .map(|word| {
            ["'s", "’s"]
                .iter()
                .find_map(|ending| word.strip_suffix(ending))
                .unwrap_or(&word)
                .to_owned()
        })
        .filter(|word| !is_file_name(word))
        .collect();
    let mut rest = words.join(" ");
    let mut found: Vec<Topic> = Vec::new();
    for (pattern, topics) in TOPICS.iter() {
        if pattern.is_match(&rest) {
            rest = pattern.replace_all(&rest, " ").into_owned();
            found.extend(
                topics
                    .iter()
                    .filter(|topic| !found.contains(topic))
                    .copied()
                    .collect::<Vec<_>>(),
            );
        }
    }
    let understood = rest
        .split_whitespace()
        .all(|word| AROUND.split_whitespace().any(|other| other == word));
    (understood && !found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &str, expected: &[Topic]) {
        assert_eq!(topics(question).as_deref(), Some(expected), "{question}");
    }

    #[test]
    fn questions_about_the_whole_are_understood() {
        check("What is the resolution of photo.jpg?", &[Topic::Size]);
        check(
            "how big is it, and what are its main colours?",
            &[Topic::Size, Topic::Colors],
        );
        check(
            "given photo.jpg, what is the aspect ratio",
            &[Topic::Proportions],
        );
        check(
            "is the picture in landscape or portrait format?",
            &[Topic::Orientation],
        );
        check("Is photo.jpg black and white?", &[Topic::Coloring]);
        check("which colours are in the picture", &[Topic::Colors]);
        check("is it too dark", &[Topic::Light]);
        check("does photo.jpg look blurry?", &[Topic::Sharpness]);
        check("does it have any transparency?", &[Topic::Transparency]);
        check("how many people are in the picture", &[Topic::Faces]);
        check("is there anybody on photo.jpg?", &[Topic::Faces]);
    }

    #[test]
    fn questions_about_the_camera_are_understood() {
        check("When was this photo taken?", &[Topic::Date]);
        check("what camera was used for photo.jpg", &[Topic::Camera]);
        check("which lens, aperture and ISO", &[Topic::Settings]);
        check("where did I take this picture", &[Topic::Place]);
        check("who took this photo", &[Topic::Author]);
        check("is it a jpeg?", &[Topic::Format]);
        check("tell me the exif data", &Topic::MOST);
    }

    #[test]
    fn questions_about_what_it_shows_are_not() {
        for question in [
            "what colour is the car in photo.jpg",
            "what is happening in photo.jpg",
            "where is the cat",
            "how many people are in the boat",
            "is it dark outside",
            "who is in photo.jpg",
            "how big is the dog",
            "when does the train leave",
            "",
            "?",
        ] {
            assert_eq!(topics(question), None, "{question}");
        }
    }
}
