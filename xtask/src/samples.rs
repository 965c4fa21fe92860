//! The requests that Patchbay is shown and measured with, on `assets/samples`.

/// A request with the files that are given for it.
pub(crate) struct Sample {
    /// Words of the request.
    pub(crate) words: &'static str,
    /// Files of `assets/samples`.
    pub(crate) given: &'static [&'static str],
    /// A file, and the pixel of it that is pointed at.
    pub(crate) point: Option<(&'static str, u32, u32)>,
    /// Whether it makes nothing without a local model.
    pub(crate) needs_model: bool,
}

const fn sample(words: &'static str, given: &'static [&'static str]) -> Sample {
    Sample {
        words,
        given,
        point: None,
        needs_model: false,
    }
}

/// The ball in the photo.
const BALL: Option<(&str, u32, u32)> = Some(("photo.jpg", 296, 714));

/// Samples in the order in which they are shown.
pub(crate) const SAMPLES: &[Sample] = &[
    sample("put calm piano music under clip.mp4", &["clip.mp4"]),
    sample(
        "make photo.jpg black and white and rotate it 90 degrees",
        &["photo.jpg"],
    ),
    sample(
        "turn photo.jpg into a 5 second video with voice.wav as its sound",
        &["photo.jpg", "voice.wav"],
    ),
    sample(
        "cut clip.mp4 from 0:02 to 0:05 and give me its sound as a file",
        &["clip.mp4"],
    ),
    sample(
        "show me the edges of photo.jpg, and count how many photos I gave you",
        &["photo.jpg"],
    ),
    Sample {
        words: "cut this out",
        given: &["photo.jpg"],
        point: BALL,
        needs_model: false,
    },
    Sample {
        words: "remove this",
        given: &["photo.jpg"],
        point: BALL,
        needs_model: false,
    },
    sample("build a web page that presents clip.mp4", &["clip.mp4"]),
    Sample {
        words: "remove the dog from photo.jpg",
        given: &["photo.jpg"],
        point: None,
        needs_model: true,
    },
];
