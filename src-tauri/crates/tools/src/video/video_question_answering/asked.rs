//! Questions about a video that its file answers: how long it is, how large its frames are, how
//! many there are in a second, whether it has audio. Understood is a question that asks for such a
//! thing and nothing else: "how long is the dog on screen" is for a model that looks.

use std::sync::LazyLock;

use patchbay_media::video::VideoFacts;
use regex::Regex;

use patchbay_values::times::clock;

#[derive(Clone, Copy)]
enum Topic {
    Length,
    FrameRate,
    Size,
    Audio,
}

/// Patterns that name each topic; an earlier pattern takes its words away from later ones.
static TOPICS: LazyLock<[(Regex, Topic); 4]> = LazyLock::new(|| {
    let whole_words =
        |words: &str| Regex::new(&format!(r"\b(?:{words})\b")).expect("the pattern is valid");
    [
        (
            whole_words(
                r"how long|(?:running )?length|duration|running time|how many (?:seconds|minutes|hours)|how much time",
            ),
            Topic::Length,
        ),
        (
            whole_words(
                r"frame ?rate|fps|how many (?:frames|pictures) (?:per|a|in a) second|frames per second",
            ),
            Topic::FrameRate,
        ),
        (
            whole_words(
                r"how (?:big|large|wide|high|tall)|resolution|dimensions?|size|width|height",
            ),
            Topic::Size,
        ),
        (
            whole_words(r"(?:any |an? )?(?:sound(?:track)?|audio(?: track)?)|silent|mute"),
            Topic::Audio,
        ),
    ]
});

/// Words that change nothing about what a question is about.
const AROUND: &str = "a and are can clip does film footage for given have has how i in is it its last long me movie my of on please \
    run tell that the there this to total video what what's whats which with you";

/// Answer from what the file says, in a sentence; none where the question is about anything else
/// too.
pub(crate) fn video_fact(question: &str, name: &str, facts: &VideoFacts) -> Option<String> {
    let mut rest = question.to_lowercase().replace(&name.to_lowercase(), " ");
    let mut sentences = Vec::new();
    for (pattern, topic) in TOPICS.iter() {
        if pattern.is_match(&rest) {
            rest = pattern.replace_all(&rest, " ").into_owned();
            let it = if sentences.is_empty() {
                format!("“{name}”")
            } else {
                "It".to_owned()
            };
            sentences.push(format!("{it} {}.", topic.of(facts)));
        }
    }
    let mut left = rest
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty());
    let understood = left.all(|word| AROUND.split_whitespace().any(|other| other == word));
    (understood && !sentences.is_empty()).then(|| sentences.join(" "))
}

impl Topic {
    fn of(self, facts: &VideoFacts) -> String {
        match self {
            Self::Length => format!("is {} long", clock(facts.seconds)),
            Self::FrameRate => {
                format!(
                    "shows {} pictures per second",
                    (facts.frames_per_second * 100.0).round() / 100.0
                )
            }
            Self::Size => format!("is {} x {} pixels", facts.width, facts.height),
            Self::Audio if facts.audio.is_some() => "has sound".to_owned(),
            Self::Audio => "has no sound".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use patchbay_media::video::VideoFacts;

    use super::video_fact;

    #[test]
    fn what_the_file_tells_is_told_and_nothing_else() {
        let facts = VideoFacts {
            seconds: 62.0,
            width: 320,
            height: 180,
            pixel_aspect: 1.0,
            frames_per_second: 25.0,
            video_codec: "h264".to_owned(),
            audio: None,
            audio_tracks: Vec::new(),

            audio_places: Vec::new(),
            has_alpha: false,
            timecode: None,
        };
        let fact = |question: &str| video_fact(question, "clip.mp4", &facts);
        assert_eq!(
            fact("How long is clip.mp4?").as_deref(),
            Some("“clip.mp4” is 1:02 long.")
        );
        assert_eq!(
            fact("what are the length and the resolution of this video").as_deref(),
            Some("“clip.mp4” is 1:02 long. It is 320 x 180 pixels.")
        );
        assert_eq!(
            fact("does it have sound?").as_deref(),
            Some("“clip.mp4” has no sound.")
        );
        assert_eq!(
            fact("what's the frame rate").as_deref(),
            Some("“clip.mp4” shows 25 pictures per second.")
        );
        for question in [
            "how long is the dog's tail",
            "how big is the red car",
            "what happens in clip.mp4",
            "",
        ] {
            assert_eq!(fact(question), None, "{question}");
        }
    }
}
