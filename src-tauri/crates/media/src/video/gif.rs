//! Writes a video as an animated GIF in two rounds: the first collects the colours that it has, the
//! second draws it with the 256 that stand for them best. No more than a few frames are in memory.

use std::path::Path;

use ::image::RgbaImage;

use super::frames::{Frame, FrameFormat, FrameSource};
use super::graph::{GraphFrames, ImageFrames};
use super::output_format::{Container, OutputFormat};
use super::video_file::{VideoInput, VideoStream, write_video_as};
use super::{Retimed, Watch};
use crate::MediaError;

/// Collects colours; one of the 256 stands for what is clear.
const COLLECTED: &str = "palettegen=reserve_transparent=1,format=rgba";
/// Draws with them, with the errors spread over neighbouring pixels where something changed, so that
/// what stands still does not flicker.
const DRAWN: &str = "paletteuse=dither=sierra2_4a:diff_mode=rectangle,format=pal8";
/// Share of the first round in the work.
const FIRST_ROUND: f64 = 0.4;

/// How a GIF is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GifForm {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Frames a second, as a fraction.
    pub rate: (i32, i32),
}

impl GifForm {
    /// The filters that bring frames of a format to it.
    fn scaled(self, from: &FrameFormat) -> String {
        let Self { width, height, .. } = self;
        let matrix = from.matrix();
        format!(
            "scale={width}:{height}:flags=lanczos:in_color_matrix={matrix}:in_range=tv,\
             format=bgra,setsar=1"
        )
    }
}

/// Writes a video as a GIF that repeats for ever. `open` opens its frames, once for each round. A
/// failed or cancelled run leaves no file.
///
/// # Errors
/// An error of `open`, or the result cannot be written.
pub fn write_gif<S: FrameSource>(
    open: impl Fn() -> Result<S, MediaError>,
    (path, name): (&Path, &str),
    form: GifForm,
    watch: &Watch,
) -> Result<(), MediaError> {
    let source = Retimed::new(open()?, 1.0, form.rate);
    let palette = watch.part((0.0, FIRST_ROUND), |watch| palette(source, form, watch))?;
    let source = Retimed::new(open()?, 1.0, form.rate);
    watch.part((FIRST_ROUND, 1.0), |watch| {
        let seconds = source.expected_seconds();
        let graph = format!("[in]{}[v];[v][in1]{DRAWN}", form.scaled(&source.format()));
        let sources: Vec<Box<dyn FrameSource + '_>> =
            vec![Box::new(source), Box::new(ImageFrames::new(palette))];
        let mut frames =
            GraphFrames::open_as_made(sources, &graph, Some(form.rate), seconds, watch)?;
        let input = VideoInput {
            video: VideoStream::Frames(&mut frames),
            audio_tracks: Vec::new(),
        };
        let output = OutputFormat::of(Container::Gif);
        write_video_as((path, name), input, &output, None, watch).map(drop)
    })
}

/// The colours of a video, as an image of 16 × 16 pixels.
fn palette(
    source: impl FrameSource,
    form: GifForm,
    watch: &Watch,
) -> Result<RgbaImage, MediaError> {
    let seconds = source.expected_seconds();
    let graph = format!("{},{COLLECTED}", form.scaled(&source.format()));
    let sources: Vec<Box<dyn FrameSource + '_>> = vec![Box::new(Followed(source))];
    let mut frames = GraphFrames::open_as_made(sources, &graph, None, seconds, watch)?;
    let Some(Frame { image, .. }) = frames.next_frame(watch)? else {
        return Ok(RgbaImage::new(16, 16));
    };
    let (width, height) = (image.width(), image.height());
    let mut colors = RgbaImage::new(width, height);
    let rows = image.data(0).chunks(image.stride(0));
    for (drawn, row) in colors.chunks_mut(width as usize * 4).zip(rows) {
        drawn.copy_from_slice(&row[..width as usize * 4]);
    }
    Ok(colors)
}

/// Frames that tell how far they are.
struct Followed<S>(S);

impl<S: FrameSource> FrameSource for Followed<S> {
    fn format(&self) -> FrameFormat {
        self.0.format()
    }

    fn expected_seconds(&self) -> f64 {
        self.0.expected_seconds()
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let frame = self.0.next_frame(watch)?;
        if let Some(frame) = &frame {
            let ends = self.0.format().seconds(frame.time + frame.duration);
            watch.at((ends / self.0.expected_seconds().max(0.001)).min(0.99))?;
        }
        Ok(frame)
    }
}
