//! One frame of a video.

use std::path::Path;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::util::{color, frame};
use image::{DynamicImage, RgbImage, RgbaImage};

use super::frames::{Frame, FrameReader, FrameSource};
use super::{Watch, alpha, filters, library};
use crate::MediaError;

impl Frame {
    /// The frame in RGB; none where libav cannot convert it.
    pub fn to_rgb(&self) -> Option<RgbImage> {
        RgbImage::from_raw(
            self.image.width(),
            self.image.height(),
            self.converted("rgb24", 3)?,
        )
    }

    /// The frame in RGB, with its alpha channel where it still has one; none where libav cannot
    /// convert it.
    pub(super) fn to_image(&self) -> Option<DynamicImage> {
        if !alpha::is_in(self.image.format()) {
            return self.to_rgb().map(DynamicImage::from);
        }
        let rgba = self.converted("rgba", 4)?;
        RgbaImage::from_raw(self.image.width(), self.image.height(), rgba).map(DynamicImage::from)
    }

    /// Its bytes in another form of `parts` bytes a pixel.
    fn converted(&self, form: &str, parts: usize) -> Option<Vec<u8>> {
        let image = &self.image;
        let (width, height) = (image.width(), image.height());
        let matrix = match image.color_space() {
            color::Space::BT709 => "bt709",
            // What does not say is taken as players take it: by size.
            color::Space::Unspecified if height >= 720 => "bt709",
            _ => "bt601",
        };
        let pixels = image.format().descriptor()?.name();
        let arguments =
            format!("video_size={width}x{height}:pix_fmt={pixels}:time_base=1/1:pixel_aspect=1/1");
        let chain = format!(
            "scale=in_color_matrix={matrix}:in_range=tv:flags=bicubic+accurate_rnd+full_chroma_int,format={form}"
        );
        let mut converted = frame::Video::empty();
        let mut graph = filters::graph("buffer", &arguments, &chain).ok()?;
        // The graph takes the frame that it is given.
        filters::feed(&mut graph, &image.clone())
            .and_then(|()| filters::take(&mut graph, &mut converted))
            .ok()?;
        let lines = converted
            .data(0)
            .chunks(converted.stride(0))
            .take(height as usize);
        Some(
            lines
                .flat_map(|line| &line[..width as usize * parts])
                .copied()
                .collect(),
        )
    }

    /// The bytes of its brightness (16 to 235) and its two colour differences (16 to 240), each by
    /// rows; the latter have half as many rows and columns.
    pub fn planes(&self) -> [Vec<u8>; 3] {
        [0, 1, 2].map(|plane| {
            let (width, height) = (
                self.image.plane_width(plane) as usize,
                self.image.plane_height(plane) as usize,
            );
            let lines = self
                .image
                .data(plane)
                .chunks(self.image.stride(plane))
                .take(height);
            lines.flat_map(|line| &line[..width]).copied().collect()
        })
    }
}

/// The frame that a video shows at `seconds` from its start, upright, its sides even; the last one
/// where the video is shorter. Where it is clear, it is shown on white.
pub fn frame_at(path: &Path, name: &str, seconds: f64) -> Result<RgbImage, MediaError> {
    let frame = shown_at(FrameReader::open(path, name, u32::MAX)?, seconds)?;
    frame
        .and_then(|frame| frame.to_rgb())
        .ok_or_else(|| unconvertible(name))
}

/// As [`frame_at`], with the alpha channel where the video has one.
pub fn clear_frame_at(path: &Path, name: &str, seconds: f64) -> Result<DynamicImage, MediaError> {
    let frame = shown_at(
        FrameReader::open(path, name, u32::MAX)?.staying_clear(),
        seconds,
    )?;
    frame
        .and_then(|frame| frame.to_image())
        .ok_or_else(|| unconvertible(name))
}

fn shown_at(mut reader: FrameReader, seconds: f64) -> Result<Option<Frame>, MediaError> {
    let format = reader.format();
    let watch = Watch::nobody();
    if seconds > 0.0 {
        reader.seek(seconds.min(reader.expected_seconds()))?;
    }
    let mut last = None;
    while let Some(frame) = reader.next_frame(&watch)? {
        let ends = format.seconds(frame.time + frame.duration);
        last = Some(frame);
        if ends > seconds {
            break;
        }
    }
    Ok(last)
}

fn unconvertible(name: &str) -> MediaError {
    library::unreadable(ffmpeg::Error::InvalidData, name, "video")
}
