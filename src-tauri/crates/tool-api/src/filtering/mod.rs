//! Tools that change a video's frames and audio as they pass. Neighbouring ones of a run share one
//! reading, one decoding and one encode: the engine hands the [`VideoStreams`] of the first to the
//! next, and writes those of the last.
//!
//! A tool takes part by implementing [`VideoFilter`]. That alone makes it an
//! [`Implementation`](crate::Implementation), which it hands in as any other:
//!
//! ```ignore
//! struct VideoFading;
//! impl VideoFilter for VideoFading {
//!     fn tool(&self) -> &'static str { "video_fading" }
//!     fn purpose(&self, _: &Inputs) -> String { "faded".to_owned() }
//!     fn apply(
//!         &self,
//!         video: VideoStreams,
//!         inputs: &Inputs,
//!         context: &Context,
//!         watch: &Watch,
//!     ) -> Result<VideoStreams, ToolError> { … }
//! }
//! inventory::submit!(Registered(&VideoFading));
//! ```

mod streams;

use patchbay_domain::Resource;
use patchbay_media::video::Watch;

pub use self::streams::VideoStreams;
use crate::losses::{Held, foreseen};
use crate::watching::watching;
use crate::{Context, Inputs, ToolError};

/// The argument of a filter that is the video.
pub const VIDEO: &str = "video";

/// A tool's change to a video as it passes. The tool takes the video as its argument [`VIDEO`].
pub trait VideoFilter: Send + Sync {
    /// The tool's name in the toolbox.
    fn tool(&self) -> &'static str;

    /// Word for what was done, as names of results say it, such as `faded`.
    fn purpose(&self, inputs: &Inputs) -> String;

    /// The streams after it. `inputs`: all arguments but the video.
    ///
    /// # Errors
    /// Returns a sentence that says what it cannot do with such a video or such inputs.
    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        context: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError>;

    /// Whether it changes frames. A tool that does not takes them over as they are packed, so that
    /// nothing is won where it shares an encode.
    fn changes_frames(&self) -> bool {
        true
    }

    /// Whether it measures the video before it changes it, so that it has to be the first of those
    /// that share an encode.
    fn measures(&self, _inputs: &Inputs) -> bool {
        false
    }

    /// Whether it can do what is asked for as the video passes; where it cannot, its input and its
    /// result have to be files.
    fn suits(&self, _inputs: &Inputs) -> bool {
        true
    }

    /// Sentences about the parts of its inputs that the result cannot keep, as far as headers of
    /// files tell before it runs. Unless said otherwise, an alpha channel.
    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        foreseen(inputs, Held::AllAudio)
    }

    /// Whether more changes the sides of the frames that it makes than the values `size` and
    /// `aspect` say, so that these do not tell them.
    fn changes_sides(&self, _inputs: &Inputs) -> bool {
        false
    }

    /// Runs the filter without neighbours; unless said otherwise, as [`alone`] does.
    ///
    /// # Errors
    /// Why there is no result, in a sentence; nothing is left half-written.
    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        alone(self, inputs, context)
    }
}

/// Changes to a video, as graphs of libav's filters (`patchbay_media::video::graph`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filters {
    /// Graph for its frames; none: they stay, and are taken over as they are packed where that can
    /// be.
    pub video: Option<String>,
    /// Graph for each of its audio tracks; none: they stay.
    pub audio: Option<String>,
    /// Whether the result has no audio.
    pub is_silent: bool,
    /// Frames a second of the result, as a fraction; as the video has, where none is given.
    pub rate: Option<(i32, i32)>,
    /// Length of the result in seconds, where the filters change it: then audio is cut, or filled
    /// up with silence, to the length of the frames.
    pub seconds: Option<f64>,
}

impl Filters {
    /// Filters that change frames by a graph, and nothing else.
    pub fn of_frames(graph: String) -> Self {
        Self {
            video: Some(graph),
            ..Self::default()
        }
    }
}

/// Runs a filter without neighbours: the video among the inputs becomes a file.
///
/// # Errors
/// Returns an error if reading, filtering or writing fails; nothing is left half-written.
pub fn alone(
    filter: &(impl VideoFilter + ?Sized),
    inputs: &Inputs,
    context: &Context,
) -> Result<Resource, ToolError> {
    let video = VideoStreams::open(inputs.video(VIDEO)?)?;
    let made = watching(context, (0.0, 1.0), |watch| {
        filter.apply(video, inputs, context, watch)
    })?;
    made.write(
        &[filter.purpose(inputs)],
        inputs.value("format").as_deref(),
        context,
    )
}
