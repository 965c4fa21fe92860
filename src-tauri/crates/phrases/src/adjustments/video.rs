//! What is asked for of a video, as it would be asked for of one of its frames.

use std::sync::LazyLock;

use regex::Regex;

use crate::times::without_limits;

/// A sentence about a video as one about each of its frames: without the parts of the time line
/// that it is limited to, without words for a video, and without a complaint before the wish: “it
/// is too dark, brighten it”.
pub fn normalize_video_wording(sentence: &str) -> String {
    static VIDEO: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(?:the|my|our|your|his|her|their|this|that|these|those|[\w-]+['’]s)\s+(?:[\w-]+\s+){0,2}?)?\b(?:videos?|clips?|films?|movies?|footage|recordings?)\b(?P<end>$|[^.\w]|\.(?:\s|$))")
            .expect("the pattern is valid")
    });
    static COMPLAINT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?is)^.{0,80}?\b(?:is|are|was|looks?|came\s+out)\s+(?:\w+\s+){0,2}?(?:too\s+\w+|upside\s+down|sideways)\s*[,;.]\s+(?:so\s+)?(?P<wish>.*\w.*)$")
            .expect("the pattern is valid")
    });
    // In which format it is written is no adjustment.
    static FORMAT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(?:[,;]\s*|\s+)(?:(?:and|then|please)\s+)*(?:(?:save|export|write|give|convert|turn|make)\s+(?:it\s+|that\s+|me\s+)*)?(?:as|to|in|into)\s+(?:an?\s+)?\.?(?:mp4|m4v|mov|mkv|webm|avi)(?:\s+(?:file|format|video))?\b")
            .expect("the pattern is valid")
    });
    let sentence = without_limits(sentence);
    let sentence = FORMAT.replace_all(&sentence, "");
    let sentence = COMPLAINT.replace(&sentence, "$wish");
    VIDEO.replace_all(&sentence, "it$end").into_owned()
}

#[cfg(test)]
mod tests {
    use patchbay_values::adjustments::{Adjustment, Tone};
    use patchbay_values::sizes::Length;

    use super::*;
    use crate::adjustments::wishes;

    #[test]
    fn a_video_is_adjusted_as_its_frames_are() {
        let asked = |sentence: &str| {
            wishes(&normalize_video_wording(sentence))
                .unwrap_or_else(|error| panic!("{sentence}: {error}"))
                .adjustments
        };
        let grey = [Adjustment::Tone(Tone::Monochrome)];
        assert_eq!(asked("make the video black and white"), grey);
        assert_eq!(asked("turn my clip video.mp4 into black and white"), grey);
        assert_eq!(
            asked("blur the film between 0:02 and 0:05"),
            [Adjustment::Blur(Length::Share(0.006))]
        );
        assert_eq!(
            asked("rotate this movie 90 degrees in the first two seconds"),
            [Adjustment::Rotate(90.0)]
        );
        assert_eq!(
            asked("trip.mp4 is way too dark, brighten it"),
            [Adjustment::Tone(Tone::Brightness(0.35))]
        );
        assert_eq!(
            asked("the clip is too bright"),
            [Adjustment::Tone(Tone::Brightness(-0.35))]
        );
        assert_eq!(
            asked("turn clip.mp4 upside down, as webm"),
            [Adjustment::Rotate(180.0)]
        );
        assert_eq!(
            asked("The video is upside down. Turn it around"),
            [Adjustment::Rotate(180.0)]
        );
        assert_eq!(
            asked("make the drone video warmer"),
            [Adjustment::Tone(Tone::Warmth(0.4))]
        );
        for more in ["give the video a film look", "blur the dog in the video"] {
            assert!(wishes(&normalize_video_wording(more)).is_err(), "{more}");
        }
    }
}
