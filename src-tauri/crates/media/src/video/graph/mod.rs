//! Frames and audio of one or more sources through a graph of libav's filters, which may change
//! size, rate, length and order.
//!
//! A graph is written as libavfilter's manual says (“Filtergraph syntax”). Its sources are `[in]`,
//! `[in1]`, `[in2]` and so on; where there is one, no label is needed. Its last filter has one
//! output, which stays without a label.

mod audio;
mod frames;
mod image;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::Rational;
use ffmpeg_next::filter;

pub use self::audio::GraphAudio;
pub use self::frames::GraphFrames;
pub use self::image::ImageFrames;
use super::{filters, library};
use crate::MediaError;

fn failed(error: ffmpeg::Error) -> MediaError {
    library::unwritable(error, "video")
}

/// How often the graph asked a way in for more and got nothing.
fn requests(graph: &mut filter::Graph, number: usize) -> Result<usize, MediaError> {
    let mut context = way_in(graph, number)?;
    Ok(context.source().failed_requests())
}

fn add(graph: &mut filter::Graph, number: usize, frame: &ffmpeg::Frame) -> Result<(), MediaError> {
    match way_in(graph, number)?.source().add(frame) {
        // The graph has all that it wants of it, as where `trim` is at its end.
        Err(ffmpeg::Error::Eof) => Ok(()),
        other => other.map_err(failed),
    }
}

fn end(graph: &mut filter::Graph, number: usize) -> Result<(), MediaError> {
    way_in(graph, number)?.source().flush().map_err(failed)
}

fn way_in(graph: &mut filter::Graph, number: usize) -> Result<filter::Context, MediaError> {
    graph
        .get(&filters::way_in(number))
        .ok_or_else(|| failed(ffmpeg::Error::Bug))
}

fn sink_base(graph: &mut filter::Graph) -> Result<Rational, MediaError> {
    let mut context = graph.get("out").ok_or_else(|| failed(ffmpeg::Error::Bug))?;
    Ok(context.sink().time_base())
}
