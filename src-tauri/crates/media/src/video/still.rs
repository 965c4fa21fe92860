//! One picture of a film.

use std::path::Path;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::util::{color, frame};
use image::RgbImage;

use super::frames::{Frame, FrameReader, FrameSource};
use super::{Watch, filters, library};
use crate::MediaError;

impl Frame {
    /// The picture in RGB; none where libav cannot convert it.
    pub fn to_rgb(&self) -> Option<RgbImage> {
        let picture = &self.picture;
        let (width, height) = (picture.width(), picture.height());
        let matrix = match picture.color_space() {
            color::Space::BT709 => "bt709",
            // What does not say is taken as players take it: by size.
            color::Space::Unspecified if height >= 720 => "bt709",
            _ => "bt601",
        };
        let arguments = format!("video_size={width}x{height}:pix_fmt=yuv420p:time_base=1/1:pixel_aspect=1/1");
        let chain = format!(
            "scale=in_color_matrix={matrix}:in_range=tv:flags=bicubic+accurate_rnd+full_chroma_int,format=rgb24"
        );
        let mut rgb = frame::Video::empty();
        let mut graph = filters::graph("buffer", &arguments, &chain).ok()?;
        // The graph takes the frame that it is given.
        filters::feed(&mut graph, &picture.clone()).and_then(|()| filters::take(&mut graph, &mut rgb)).ok()?;
        let row = width as usize * 3;
        let packed: Vec<u8> =
            rgb.data(0).chunks(rgb.stride(0)).take(height as usize).flat_map(|line| &line[..row]).copied().collect();
        RgbImage::from_raw(width, height, packed)
    }

    /// The bytes of its brightness (16 to 235) and its two colour differences (16 to 240), each by rows; the latter have
    /// half as many rows and columns.
    pub fn planes(&self) -> [Vec<u8>; 3] {
        [0, 1, 2].map(|plane| {
            let (width, height) = (self.picture.plane_width(plane) as usize, self.picture.plane_height(plane) as usize);
            let lines = self.picture.data(plane).chunks(self.picture.stride(plane)).take(height);
            lines.flat_map(|line| &line[..width]).copied().collect()
        })
    }
}

/// The picture that a film shows at `seconds` from its start, upright, its sides even; the last one where the film is
/// shorter.
pub fn frame_at(path: &Path, name: &str, seconds: f64) -> Result<RgbImage, MediaError> {
    let mut reader = FrameReader::open(path, name, u32::MAX)?;
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
    let failed = || library::unreadable(ffmpeg::Error::InvalidData, name, "video");
    last.and_then(|frame| frame.to_rgb()).ok_or_else(failed)
}
