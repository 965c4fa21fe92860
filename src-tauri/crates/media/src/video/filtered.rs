//! Frames that pass through libav's own filters on their way.

use std::path::Path;

use ffmpeg_next::filter;
use ffmpeg_next::util::frame;

use super::frames::{Frame, FrameFormat, FrameSource};
use super::{Watch, filters, library};
use crate::MediaError;

/// An image that fills its frame to within so many pixels is stretched by them: a line of black
/// would catch the eye more.
const UNSEEN: u32 = 2;

/// A video's frames after filters that answer each with one at the same time.
pub struct FilteredFrames<S> {
    source: S,
    format: FrameFormat,
    graph: filter::Graph,
}

impl<S: FrameSource> FilteredFrames<S> {
    fn new(source: S, format: FrameFormat, chain: &str) -> Result<Self, MediaError> {
        library::start();
        let FrameFormat {
            width,
            height,
            time_base: (numerator, denominator),
            ..
        } = source.format();
        let arguments = format!(
            "video_size={width}x{height}:pix_fmt=yuv420p:time_base={numerator}/{denominator}:pixel_aspect=1/1"
        );
        let graph = filters::graph("buffer", &arguments, chain)
            .map_err(|error| library::unwritable(error, "film"))?;
        Ok(Self {
            source,
            format,
            graph,
        })
    }

    /// Every image in the middle of a frame of the size and colours of `like`: scaled until it
    /// fills one direction, its shape kept, with black beside it.
    pub fn framed(source: S, like: &FrameFormat) -> Result<Self, MediaError> {
        let own = source.format();
        let (width, height) = (like.width, like.height);
        let scale = (f64::from(width) / f64::from(own.width))
            .min(f64::from(height) / f64::from(own.height));
        let fitted = |side: u32, whole: u32| {
            let fitted = ((f64::from(side) * scale / 2.0).round() as u32 * 2).clamp(2, whole);
            if whole - fitted <= UNSEEN {
                whole
            } else {
                fitted
            }
        };
        let (across, down) = (fitted(own.width, width), fitted(own.height, height));
        let (from, to) = (own.matrix(), like.matrix());
        let mut chain = Vec::new();
        if (across, down) != (own.width, own.height) || from != to {
            chain.push(format!(
                "scale={across}:{down}:flags=bicubic+accurate_rnd:in_color_matrix={from}:out_color_matrix={to}:in_range=tv:out_range=tv"
            ));
        }
        if (across, down) != (width, height) {
            // Even places, so that colours stay where they belong.
            let (left, top) = ((width - across) / 4 * 2, (height - down) / 4 * 2);
            chain.push(format!("pad={width}:{height}:{left}:{top}:black"));
        }
        chain.push("setsar=1,format=yuv420p".to_owned());
        Self::new(
            source,
            FrameFormat {
                width,
                height,
                color: like.color,
                ..own
            },
            &chain.join(","),
        )
    }

    /// Every frame with the subtitles of a file in the format of Advanced `SubStation` Alpha drawn
    /// on it, with the fonts of this computer and those in the folder `fonts`. [`draws_subtitles`]
    /// says whether that can be.
    pub fn subtitled(source: S, subtitles: &Path, fonts: &Path) -> Result<Self, MediaError> {
        let (subtitles, fonts) = (
            library::text(subtitles, "film")?,
            library::text(fonts, "film")?,
        );
        let (subtitles, fonts) = (filters::escaped(subtitles), filters::escaped(fonts));
        let format = source.format();
        Self::new(
            source,
            format,
            &format!("ass=filename={subtitles}:fontsdir={fonts},format=yuv420p"),
        )
    }
}

/// Whether libav came with libass, which draws subtitles in every script.
pub fn draws_subtitles() -> bool {
    library::start();
    filter::find("ass").is_some()
}

impl<S: FrameSource> FrameSource for FilteredFrames<S> {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.source.expected_seconds()
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let Some(Frame {
            mut image,
            time,
            duration,
        }) = self.source.next_frame(watch)?
        else {
            return Ok(None);
        };
        image.set_pts(Some(time));
        let mut filtered = frame::Video::empty();
        filters::feed(&mut self.graph, &image)
            .and_then(|()| filters::take(&mut self.graph, &mut filtered))
            .map_err(|error| library::unwritable(error, "film"))?;
        Ok(Some(Frame {
            image: filtered,
            time,
            duration,
        }))
    }
}
