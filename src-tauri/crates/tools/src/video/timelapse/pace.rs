//! Choice of the image of a sequence that each frame of a video shows.

use std::fmt;

use crate::video::shared::rates::fraction;

/// Default number of images that are seen in a second.
const USUAL: f64 = 25.0;
/// Frames a second of the video: fewer are not played well everywhere, so that slow images are
/// several frames each, and more are not seen where only a length is asked for.
const FEWEST: f64 = 10.0;
const MOST: f64 = 60.0;
/// The longest video, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// Pace that tells which image each frame shows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pace {
    /// Frames a second of the video, as a fraction.
    pub(super) rate: (i32, i32),
    /// Number of frames of the video.
    pub(super) frames: u32,
    images: usize,
}

/// A pace that cannot be: so many images in so many seconds.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Impossible(usize, f64);

impl fmt::Display for Impossible {
    fn fmt(&self, form: &mut fmt::Formatter) -> fmt::Result {
        let Self(images, seconds) = self;
        write!(
            form,
            "A timelapse of {images} pictures cannot last {seconds:.2} s. Choose another length or frame rate."
        )
    }
}

impl Pace {
    /// Pace of so many images at `rate` a second, or in `length` seconds.
    pub(super) fn new(
        images: usize,
        rate: Option<f64>,
        length: Option<f64>,
    ) -> Result<Self, Impossible> {
        let count = images as f64;
        let of_length = length.filter(|_| rate.is_none());
        let each = rate
            .or(of_length.map(|length| count / length))
            .unwrap_or(USUAL);
        let seconds = count / each;
        if !(seconds.is_finite() && seconds > 0.0 && seconds <= LONGEST) {
            return Err(Impossible(images, seconds));
        }
        let asked = if each < FEWEST {
            each * (FEWEST / each).ceil()
        } else if of_length.is_some() {
            each.min(MOST)
        } else {
            each
        };
        let rate = fraction(asked);
        let frames = (seconds * f64::from(rate.0) / f64::from(rate.1)).round();
        Ok(Self {
            rate,
            frames: frames.max(1.0) as u32,
            images,
        })
    }

    /// The number of the image that a frame shows.
    pub(super) fn image(&self, frame: u32) -> usize {
        let place = u64::from(frame) * self.images as u64 / u64::from(self.frames);
        (place as usize).min(self.images - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pace: &Pace) -> Vec<usize> {
        (0..pace.frames).map(|frame| pace.image(frame)).collect()
    }

    #[test]
    fn every_image_is_one_frame_and_slow_ones_are_several() {
        let usual = Pace::new(40, None, None).unwrap();
        assert_eq!((usual.rate, usual.frames), ((25, 1), 40));
        assert_eq!(shown(&usual), (0..40).collect::<Vec<_>>());
        let film = Pace::new(48, Some(23.976), None).unwrap();
        assert_eq!((film.rate, film.frames), ((24_000, 1001), 48));
        let slow = Pace::new(3, Some(4.0), None).unwrap();
        assert_eq!(slow.rate, (12, 1));
        assert_eq!(shown(&slow), [0, 0, 0, 1, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn a_length_is_met_with_images_left_out_where_they_are_too_many() {
        let long = Pace::new(400, None, Some(20.0)).unwrap();
        assert_eq!((long.rate, long.frames), ((20, 1), 400));
        let crowded = Pace::new(1200, None, Some(5.0)).unwrap();
        assert_eq!((crowded.rate, crowded.frames), ((60, 1), 300));
        assert_eq!(shown(&crowded)[..3], [0, 4, 8]);
        let fast = Pace::new(1200, Some(120.0), None).unwrap();
        assert_eq!((fast.rate, fast.frames), ((120, 1), 1200));
        assert!(Pace::new(9, None, Some(1e6)).is_err());
        assert!(Pace::new(9, Some(0.0), None).is_err());
    }
}
