//! Tools that change a video's frames and audio as they pass. Neighbouring ones of a run share one
//! reading, one decoding and one encode: the engine hands the [`VideoStreams`] of the first to the
//! next, and writes those of the last.
//!
//! A tool takes part by implementing [`VideoFilter`], answering it from
//! [`Implementation::filter`](crate::Implementation::filter), and running [`alone`] where it has no
//! neighbour:
//!
//! ```ignore
//! impl Implementation for VideoFading {
//!     fn filter(&self) -> Option<&dyn VideoFilter> { Some(self) }
//!     fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
//!         filtering::alone(self, inputs, context)
//!     }
//! }
//! ```

mod streams;

use patchbay_domain::Resource;
use patchbay_media::video::Watch;

pub use self::streams::VideoStreams;
use crate::watching::watching;
use crate::{Context, Inputs, ToolError};

/// The argument of a filter that is the video.
pub const VIDEO: &str = "video";

/// What a tool does to a video as it passes. The tool takes the video as its argument [`VIDEO`].
pub trait VideoFilter: Send + Sync {
    /// What was done, as names of results say it, such as `faded`.
    fn purpose(&self, inputs: &Inputs) -> String;

    /// The streams after it. `inputs`: all arguments but the video.
    ///
    /// # Errors
    /// What it cannot do with such a video or such inputs, in a sentence.
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
}

/// What is done to a video, as graphs of libav's filters (`patchbay_media::video::graph`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filters {
    /// What is done to its frames; none: nothing, and they are taken over as they are packed where
    /// that can be.
    pub video: Option<String>,
    /// What is done to each of its audio tracks; none: nothing.
    pub audio: Option<String>,
    /// Whether the result has no audio.
    pub is_silent: bool,
    /// Frames a second of the result, as a fraction; as the video has, where none is given.
    pub rate: Option<(i32, i32)>,
    /// How long the result is in seconds, where the filters change its length: then audio is cut,
    /// or filled up with silence, to the length of the frames.
    pub seconds: Option<f64>,
}

/// Runs a filter without neighbours: the video among the inputs becomes a file.
///
/// # Errors
/// What reading, filtering and writing say; nothing is left half-written.
pub fn alone(
    filter: &dyn VideoFilter,
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
