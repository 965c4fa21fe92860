//! Words that say of themselves nothing of what is made.

use patchbay_domain::ResourceType;

/// Media, with the words that name each; `_` stands between two words.
pub(super) const MEDIA: [(ResourceType, &str); 3] = [
    (
        ResourceType::IMAGE,
        "image picture photo photograph pic still frame screenshot poster shot cover snapshot thumbnail spectrogram waveform drawing",
    ),
    (
        ResourceType::VIDEO,
        "video film clip movie slideshow animation animate~ animated reel footage timelapse time-lapse time_lapse stop-motion stop_motion",
    ),
    (
        ResourceType::AUDIO,
        "sound audio music voice speech soundtrack song narration podcast track recording voiceover",
    ),
];
/// Words that say of themselves nothing of what is made.
const GENERAL: [&str; 22] = [
    "make", "turn", "convert", "change", "get", "give", "take", "put", "remove", "create", "do",
    "use", "keep", "save", "want", "need", "cut", "add", "set", "whole", "file", "new",
];

/// Whether a word is a general verb, which says of itself nothing of what is made.
pub(super) fn is_verb(stem: &str) -> bool {
    GENERAL.contains(&stem)
}

/// Whether a word says of itself nothing of what is made: it names a medium, or is a general verb.
pub(super) fn is_general(stem: &str) -> bool {
    is_verb(stem)
        || MEDIA
            .iter()
            .any(|(_, words)| words.split(' ').any(|word| word == stem))
}
