//! One image as frames.

use ::image::RgbaImage;
use ffmpeg_next::format::Pixel;
use ffmpeg_next::util::frame;

use crate::MediaError;
use crate::video::Watch;
use crate::video::frames::{ColorMatrix, Frame, FrameFormat, FrameSource};

/// One image as a source of frames, with its alpha channel: for graphs that repeat their last frame
/// (`overlay` does) or loop it.
pub struct ImageFrames {
    image: RgbaImage,
    is_given: bool,
}

impl ImageFrames {
    /// The image as one frame.
    pub fn new(image: RgbaImage) -> Self {
        Self {
            image,
            is_given: false,
        }
    }
}

impl FrameSource for ImageFrames {
    fn format(&self) -> FrameFormat {
        FrameFormat {
            width: self.image.width(),
            height: self.image.height(),
            rate: (25, 1),
            time_base: (1, 25),
            color: ColorMatrix::Unknown,
        }
    }

    fn expected_seconds(&self) -> f64 {
        0.04
    }

    fn next_frame(&mut self, _: &Watch) -> Result<Option<Frame>, MediaError> {
        if std::mem::replace(&mut self.is_given, true) {
            return Ok(None);
        }
        let (width, height) = self.image.dimensions();
        let mut image = frame::Video::new(Pixel::RGBA, width, height);
        let (stride, row) = (image.stride(0), width as usize * 4);
        for (line, drawn) in image
            .data_mut(0)
            .chunks_mut(stride)
            .zip(self.image.chunks(row))
        {
            line[..row].copy_from_slice(drawn);
        }
        Ok(Some(Frame {
            image,
            time: 0,
            duration: 1,
        }))
    }
}
