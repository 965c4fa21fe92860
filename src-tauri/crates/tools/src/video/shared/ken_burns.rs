//! Brings images to life: a slow, eased pan and zoom over each, to what matters in it or from there
//! (named after the video maker Ken Burns), one crossfading into the next. Where it is known how
//! near things are, near ones move further ([`Relief`]).

use std::collections::BTreeMap;

use image::RgbImage;
use patchbay_domain::{LabelledImage, Resource};
use patchbay_media::MediaError;
use patchbay_media::image::{fit_within, read, resize};
use patchbay_media::video::{GeneratedFrames, VideoInput, VideoStream, write_video};
use patchbay_tool_api::watching::watched;
use patchbay_vision::ken_burns::camera::{Camera, cover};
use patchbay_vision::ken_burns::relief::Relief;
use patchbay_vision::on_white::opaque;
use patchbay_vision::planes::Plane;
use patchbay_vision::pointing::interest;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::still_image::LONGEST_SIDE;
use crate::{Context, Progress, ToolError};

/// Time for which each image is shown, in seconds.
const SECONDS: f64 = 5.0;
/// Time over which one crossfades into the next, in seconds.
const CROSSFADE: f64 = 1.0;
/// Frames per second.
const RATE: u32 = 30;
/// The longer side of a video of small images: they are enlarged to it.
const ENLARGED_SIDE: u32 = 640;

/// A video of the images. `nearness` says for each how near its places are, more being nearer, at
/// any size; or nothing of any. The video is as long as is wanted. What is done of the step before is
/// `begun` of it.
pub(crate) fn video(
    images: &[LabelledImage],
    nearness: &[Plane],
    seconds: Option<f64>,
    context: &Context,
    begun: f64,
) -> Result<Resource, ToolError> {
    let (width, height) = video_size(&images[0])?;
    let show = Show::new(images.len(), seconds);
    let mut random = ChaCha8Rng::seed_from_u64(context.seed);
    let mut photos = Photos {
        chances: images.iter().map(|_| random.random()).collect(),
        images,
        nearness,
        size: (width, height),
        loaded: BTreeMap::new(),
        progress: &context.progress,
    };
    let output = context.output("moving", Some(&images[0].file.name), "mp4");
    watched(context, (begun, 1.0), |watch| {
        let mut frames = GeneratedFrames::new(width, height, RATE, show.count(), |number| {
            show.draw(f64::from(number) / f64::from(RATE), &mut photos)
                .map(Some)
        })?;
        let input = VideoInput {
            video: VideoStream::Frames(&mut frames),
            audio_tracks: Vec::new(),
        };
        write_video(&output.path, &output.name, input, watch)
    })?;
    Ok(Resource::Video(output))
}

/// The video has the first image's shape, at most 1080p, its sides even.
fn video_size(first: &LabelledImage) -> Result<(u32, u32), ToolError> {
    let (width, height) = patchbay_media::image::probe(&first.file.path, &first.file.name)?;
    let longer = width.max(height).max(1);
    let enlarged = f64::from(ENLARGED_SIDE.max(longer)) / f64::from(longer);
    let grown = |side: u32| ((f64::from(side) * enlarged).round() as u32).max(1);
    let (width, height) = fit_within(grown(width), grown(height), LONGEST_SIDE);
    // No shape is narrower than 4 to 1: very long images are panned along.
    let shortest = width.max(height) / 4;
    let even = |side: u32| (side.max(shortest).max(2) + 1) & !1;
    Ok((even(width), even(height)))
}

/// Times at which images are shown.
#[derive(Debug, Clone, Copy)]
struct Show {
    images: usize,
    /// Seconds that each is seen, with the crossfades at both ends.
    each: f64,
    crossfade: f64,
}

impl Show {
    fn new(images: usize, wanted: Option<f64>) -> Self {
        let joints = (images - 1) as f64;
        let wanted = wanted.filter(|seconds| *seconds > 0.0);
        let crossfade = wanted.map_or(CROSSFADE, |wanted| {
            CROSSFADE.min(wanted / images as f64 / 3.0)
        });
        let each = wanted.map_or(SECONDS, |wanted| {
            (wanted + joints * crossfade) / images as f64
        });
        Self {
            images,
            each,
            crossfade,
        }
    }

    fn count(&self) -> u32 {
        let seconds = self.each * self.images as f64 - self.crossfade * (self.images - 1) as f64;
        ((seconds * f64::from(RATE)).round() as u32).max(1)
    }

    /// The video's frame at `seconds`.
    fn draw(&self, seconds: f64, photos: &mut Photos) -> Result<RgbImage, MediaError> {
        let step = self.each - self.crossfade;
        let newest = ((seconds / step) as usize).min(self.images - 1);
        let since = seconds - newest as f64 * step;
        let mut image = photos.seen(newest, since / self.each)?;
        if newest > 0 && since < self.crossfade {
            let before = photos.seen(newest - 1, (since + step) / self.each)?;
            let share = (smooth(since / self.crossfade) * 256.0) as u32;
            for (new, old) in image.iter_mut().zip(before.iter()) {
                *new = ((u32::from(*new) * share + u32::from(*old) * (256 - share)) >> 8) as u8;
            }
        }
        photos.forget_before(newest.saturating_sub(1));
        Ok(image)
    }
}

/// Eases in and out: 0 at 0, 1 at 1, level at both.
fn smooth(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// The images, of which only those on screen are held in memory.
struct Photos<'a> {
    images: &'a [LabelledImage],
    nearness: &'a [Plane],
    /// From 0 to 1 for each.
    chances: Vec<f64>,
    size: (u32, u32),
    loaded: BTreeMap<usize, Photo>,
    progress: &'a Progress,
}

/// An image as large as the video needs it, and how it is looked at.
struct Photo {
    shown: RgbImage,
    relief: Option<Relief>,
    camera: Camera,
}

impl Photos<'_> {
    /// An image as the camera sees it at `share` (0 to 1) of its time.
    fn seen(&mut self, index: usize, share: f64) -> Result<RgbImage, MediaError> {
        if !self.loaded.contains_key(&index) {
            let file = &self.images[index].file;
            let image = read(&file.path, &file.name)?;
            let (width, height) = cover((image.pixels.width(), image.pixels.height()), self.size);
            let shown = opaque(&resize(&image.pixels, width, height));
            let interest = interest::middle(&image.pixels, self.progress);
            let interest = interest.map_err(|_| MediaError::Cancelled)?;
            let camera = Camera::moving(index, interest, self.chances[index], &shown, self.size);
            let relief = self
                .nearness
                .get(index)
                .map(|nearness| Relief::new(nearness, shown.dimensions()));
            self.loaded.insert(
                index,
                Photo {
                    shown,
                    relief,
                    camera,
                },
            );
        }
        let Photo {
            shown,
            relief,
            camera,
        } = &self.loaded[&index];
        let share = smooth(share);
        Ok(match relief {
            Some(relief) => camera.view(&relief.seen(shown, camera.way(share)), share),
            None => camera.view(shown, share),
        })
    }

    fn forget_before(&mut self, index: usize) {
        self.loaded.retain(|loaded, _| *loaded >= index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_show_is_as_long_as_wanted() {
        assert_eq!(Show::new(1, None).count(), 150);
        assert_eq!(Show::new(3, None).count(), (3 * 5 - 2) * 30);
        for images in 1..20 {
            assert_eq!(
                Show::new(images, Some(7.0)).count(),
                210,
                "{images} pictures"
            );
        }
    }
}
