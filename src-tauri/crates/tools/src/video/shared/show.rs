//! Images shown one after the other, each still and whole, in one frame.

use image::RgbImage;
use patchbay_domain::{LabelledImage, MediaFile};
use patchbay_media::MediaError;
use patchbay_media::image::probe;
use patchbay_media::video::{
    AudioSource, AudioTrack, GeneratedFrames, VideoInput, VideoStream, write_video,
};
use patchbay_tool_api::watching::watched;

use super::stills::{Beside, still};
use crate::{Context, Inputs, ToolError};

/// Time over which one crossfades into the next, in seconds; no more than a third of its time.
const CROSSFADE: f64 = 0.8;
/// Frames a second.
const RATE: u32 = 30;
/// The shortest that an image is seen, in seconds, and the longest that all take: a day.
const SHORTEST: f64 = 0.04;
const LONGEST: f64 = 86_400.0;

/// Time for which each of `count` images is seen, in seconds, as the values `seconds` and `counted`
/// say; none where they do not.
///
/// # Errors
/// The value is no length of time.
pub(crate) fn said_seconds(inputs: &Inputs, count: usize) -> Result<Option<f64>, ToolError> {
    let said = inputs.seconds("seconds")?;
    Ok(match inputs.value("counted").as_deref() {
        Some("for all") => said.map(|said| said / count as f64),
        _ => said,
    })
}

/// Images one after the other. Only those on screen are held in memory.
pub(crate) struct Show<'a> {
    images: &'a [LabelledImage],
    size: (u32, u32),
    beside: Beside,
    /// Seconds that each is seen, with the crossfade into it.
    each: f64,
    crossfade: f64,
    /// The newest frames by their numbers, two at most.
    loaded: Vec<(usize, RgbImage)>,
    /// The number of the frame that is on screen alone; none while two are.
    shown: Option<usize>,
}

impl<'a> Show<'a> {
    /// Shows each image for `each` seconds, as the values `transition`, `beside` and `shape` say.
    ///
    /// # Errors
    /// It would be too short or too long, or an image cannot be read.
    pub(crate) fn new(
        inputs: &Inputs,
        images: &'a [LabelledImage],
        each: f64,
    ) -> Result<Self, ToolError> {
        if each < SHORTEST || each * images.len() as f64 > LONGEST {
            return Err(ToolError::Refused(format!(
                "{} pictures cannot be seen for {each:.2} s each. Choose another time.",
                images.len()
            )));
        }
        let crossfade = match inputs.value("transition").as_deref() {
            Some("cut") => 0.0,
            _ => CROSSFADE.min(each / 3.0),
        };
        let beside = match inputs.value("beside").as_deref() {
            Some("black") => Beside::Black,
            Some("white") => Beside::White,
            _ => Beside::Blurred,
        };
        Ok(Self {
            images,
            size: size(inputs, images)?,
            beside,
            each,
            crossfade,
            loaded: Vec::new(),
            shown: None,
        })
    }

    /// Writes it as a video, with audio where some is given.
    ///
    /// # Errors
    /// An image cannot be read, the video cannot be written, or it was stopped.
    pub(crate) fn write(
        mut self,
        output: &MediaFile,
        audio: Option<&mut dyn AudioSource>,
        context: &Context,
    ) -> Result<(), ToolError> {
        let (width, height) = self.size;
        let seconds = self.each * self.images.len() as f64;
        let count = ((seconds * f64::from(RATE)).round() as u32).max(1);
        watched(context, (0.0, 1.0), |watch| {
            let mut frames =
                GeneratedFrames::new(width, height, RATE, count, |number| self.draw(number))?;
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks: audio.map(AudioTrack::plain).into_iter().collect(),
            };
            write_video(&output.path, &output.name, input, watch)
        })?;
        Ok(())
    }

    /// The frame of that number; none where it is the same as the one before.
    fn draw(&mut self, number: u32) -> Result<Option<RgbImage>, MediaError> {
        let time = f64::from(number) / f64::from(RATE);
        let newest = ((time / self.each + 1e-9) as usize).min(self.images.len() - 1);
        let since = time - newest as f64 * self.each;
        if newest > 0 && since < self.crossfade {
            self.shown = None;
            self.load(newest - 1)?;
            self.load(newest)?;
            let share = (smooth(since / self.crossfade) * 256.0) as u32;
            let (before, mut frame) = (self.still(newest - 1), self.still(newest).clone());
            for (new, old) in frame.iter_mut().zip(before.iter()) {
                *new = ((u32::from(*new) * share + u32::from(*old) * (256 - share)) >> 8) as u8;
            }
            return Ok(Some(frame));
        }
        if self.shown == Some(newest) {
            return Ok(None);
        }
        self.shown = Some(newest);
        self.load(newest)?;
        Ok(Some(self.still(newest).clone()))
    }

    fn load(&mut self, number: usize) -> Result<(), MediaError> {
        if self.loaded.iter().all(|(loaded, _)| *loaded != number) {
            let still = still(&self.images[number].file, self.size, self.beside)?;
            self.loaded.retain(|(loaded, _)| loaded + 1 == number);
            self.loaded.push((number, still));
        }
        Ok(())
    }

    /// A frame that is loaded.
    fn still(&self, number: usize) -> &RgbImage {
        let found = self.loaded.iter().find(|(loaded, _)| *loaded == number);
        &found.unwrap_or(&self.loaded[0]).1
    }
}

/// Eases in and out: 0 at 0, 1 at 1, level at both.
fn smooth(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// The frames' size as the value says; as most of the frames lie, where none is set.
fn size(inputs: &Inputs, images: &[LabelledImage]) -> Result<(u32, u32), ToolError> {
    let (wide, tall) = ((1920, 1080), (1080, 1920));
    Ok(match inputs.value("shape").as_deref() {
        Some("wide") => wide,
        Some("tall") => tall,
        Some("square") => (1080, 1080),
        _ => {
            let mut upright = 0;
            for image in images {
                let (width, height) = probe(&image.file.path, &image.file.name)?;
                upright += usize::from(height > width);
            }
            if upright * 2 > images.len() {
                tall
            } else {
                wide
            }
        }
    })
}
