//! Videos and images laid together by one graph of libav's filters, and what is heard of them.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, FrameSource, GraphAudio, GraphFrames, MIX_CEILING, TrackLabel,
    VideoInput, VideoStream, Watch, limiter, write_joined, write_video,
};
use patchbay_tool_api::watching::watched;
use patchbay_values::times::Part;

use crate::{Context, Inputs, ToolError};

/// Sources of frames in one graph.
pub(crate) struct Composed {
    /// The first one gives the result its colours.
    pub(crate) sources: Vec<Box<dyn FrameSource>>,
    pub(crate) graph: String,
    /// Frames a second; as the first source has, where none is given.
    pub(crate) rate: Option<(i32, i32)>,
    /// About how long the result is, in seconds.
    pub(crate) seconds: f64,
    pub(crate) audio_tracks: Vec<AudioTrack<'static>>,
    /// Whether audio ends with the frames; otherwise what goes on after them is kept.
    pub(crate) is_cut: bool,
}

/// Writes what `compose` makes to `output`.
///
/// # Errors
/// Returns an error if reading, filtering or writing fails; nothing is left half-written.
pub(crate) fn write(
    output: MediaFile,
    context: &Context,
    compose: impl FnOnce(&Watch) -> Result<Composed, MediaError>,
) -> Result<Resource, ToolError> {
    watched(context, (0.0, 1.0), |watch| {
        let Composed {
            sources,
            graph,
            rate,
            seconds,
            audio_tracks,
            is_cut,
        } = compose(watch)?;
        let mut frames = GraphFrames::open(sources, &graph, rate, seconds, watch)?;
        let input = VideoInput {
            video: VideoStream::Frames(&mut frames),
            audio_tracks,
        };
        if is_cut {
            write_joined(&output.path, &output.name, vec![input], watch)
        } else {
            write_video(&output.path, &output.name, input, watch)
        }
    })?;
    Ok(Resource::Video(output))
}

/// Audio that is heard of two videos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heard {
    /// The first, with all its audio tracks.
    First,
    /// The second, with all its audio tracks.
    Second,
    /// The first audio tracks of both at once.
    Both,
    /// Nothing.
    Neither,
}

/// The audio tracks of two videos; `second_filters` is done to the second. Where both are to be
/// heard and one has no audio, the other is.
pub(crate) fn heard(
    [first, second]: [&MediaFile; 2],
    heard: Heard,
    second_filters: Option<&str>,
) -> Result<Vec<AudioTrack<'static>>, MediaError> {
    let open = |file: &MediaFile| AudioReader::open_all(&file.path, &file.name);
    let filtered = |(label, reader): (TrackLabel, AudioReader)| {
        Ok(match second_filters {
            Some(graph) => AudioTrack::new(label, GraphAudio::open(vec![Box::new(reader)], graph)?),
            None => AudioTrack::new(label, reader),
        })
    };
    if heard == Heard::Neither {
        return Ok(Vec::new());
    }
    if heard == Heard::First {
        return AudioTrack::all_of(&first.path, &first.name);
    }
    let seconds: Vec<_> = open(second)?;
    if heard == Heard::Second {
        return seconds.into_iter().map(filtered).collect();
    }
    let (mut firsts, mut seconds) = (open(first)?.into_iter(), seconds.into_iter());
    match (firsts.next(), seconds.next()) {
        (Some((label, own)), Some((_, other))) => {
            let filters = second_filters.unwrap_or("anull");
            let graph = format!(
                "[in1]{filters}[other];[in][other]amix=inputs=2:duration=longest:normalize=0,\
                 {}",
                limiter(MIX_CEILING)
            );
            let mixed = GraphAudio::open(vec![Box::new(own), Box::new(other)], &graph)?;
            Ok(vec![AudioTrack::new(label, mixed)])
        }
        (Some((label, own)), None) => Ok(vec![AudioTrack::new(label, own)]),
        (None, Some(other)) => Ok(vec![filtered(other)?]),
        (None, None) => Ok(Vec::new()),
    }
}

/// The parts of a video of so many seconds in which something is seen, as the value of `within`
/// says; none: all of it.
///
/// # Errors
/// The value names no parts, or a time lies outside the video.
pub(crate) fn parts(inputs: &Inputs, seconds: f64) -> Result<Option<Vec<Part>>, ToolError> {
    let ranges = inputs.time_ranges("within")?;
    let kept = ranges.map(|ranges| ranges.kept(seconds, "video"));
    kept.transpose()
        .map_err(|error| ToolError::Input(error.to_string()))
}

/// Expression of libav's for whether a filter's time lies in one of the parts.
pub(crate) fn is_within(parts: &[Part]) -> String {
    let within = |part: &Part| format!("gte(t,{:.6})*lt(t,{:.6})", part.start - 5e-4, part.end);
    parts.iter().map(within).collect::<Vec<_>>().join("+")
}
