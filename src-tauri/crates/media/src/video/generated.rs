//! Frames that the program draws itself, as a video's source.

use ffmpeg_next as ffmpeg;
use ffmpeg_next::filter;
use ffmpeg_next::format::Pixel;
use ffmpeg_next::util::frame;
use image::RgbImage;

use super::frames::{ColorMatrix, Frame, FrameFormat, FrameSource};
use super::{Watch, filters, library};
use crate::MediaError;

/// Drawn frames at a steady rate.
pub struct GeneratedFrames<F> {
    format: FrameFormat,
    count: u32,
    drawn: u32,
    draw: F,
    graph: filter::Graph,
    newest: Option<frame::Video>,
}

impl<F: FnMut(u32) -> Result<Option<RgbImage>, MediaError>> GeneratedFrames<F> {
    /// `count` frames of `width` x `height` pixels (both even), `rate` a second; `draw` is asked
    /// for each by its number from 0 and answers it in exactly that size, or none where it is the
    /// same as the one before.
    pub fn new(
        width: u32,
        height: u32,
        rate: u32,
        count: u32,
        draw: F,
    ) -> Result<Self, MediaError> {
        library::start();
        let arguments = format!(
            "video_size={width}x{height}:pix_fmt=rgb24:time_base=1/{rate}:pixel_aspect=1/1"
        );
        let chain =
            "scale=out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd,format=yuv420p";
        let graph = filters::graph("buffer", &arguments, chain)
            .map_err(|error| library::unwritable(error, "film"))?;
        let rate = rate as i32;
        let color = ColorMatrix::Bt709;
        let format = FrameFormat {
            width,
            height,
            rate: (rate, 1),
            time_base: (1, rate),
            color,
        };
        Ok(Self {
            format,
            count,
            drawn: 0,
            draw,
            graph,
            newest: None,
        })
    }

    /// The same frames at so many a second, as a fraction.
    #[must_use]
    pub fn at_rate(mut self, (frames, seconds): (i32, i32)) -> Self {
        self.format.rate = (frames, seconds);
        self.format.time_base = (seconds, frames);
        self
    }

    fn converted(&mut self, rgb: &RgbImage) -> Result<frame::Video, ffmpeg::Error> {
        let (width, height) = (self.format.width, self.format.height);
        if rgb.dimensions() != (width, height) {
            return Err(ffmpeg::Error::InputChanged);
        }
        let mut image = frame::Video::new(Pixel::RGB24, width, height);
        let (stride, row) = (image.stride(0), width as usize * 3);
        for (line, drawn) in image.data_mut(0).chunks_mut(stride).zip(rgb.chunks(row)) {
            line[..row].copy_from_slice(drawn);
        }
        filters::feed(&mut self.graph, &image)?;
        let mut converted = frame::Video::empty();
        filters::take(&mut self.graph, &mut converted)?;
        Ok(converted)
    }
}

impl<F: FnMut(u32) -> Result<Option<RgbImage>, MediaError>> FrameSource for GeneratedFrames<F> {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.format.seconds(self.count.into())
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        if self.drawn >= self.count {
            return Ok(None);
        }
        watch.check()?;
        let failed = |error| library::unwritable(error, "film");
        if let Some(rgb) = (self.draw)(self.drawn)? {
            self.newest = Some(self.converted(&rgb).map_err(failed)?);
        }
        let image = self
            .newest
            .clone()
            .ok_or_else(|| failed(ffmpeg::Error::InvalidData))?;
        self.drawn += 1;
        Ok(Some(Frame {
            image,
            time: i64::from(self.drawn - 1),
            duration: 1,
        }))
    }
}
