//! Draws cues on frames without libass.

use patchbay_media::MediaError;
use patchbay_media::video::{Frame, FrameFormat, FrameSource, Plane, Watch};
use patchbay_vision::lettering;

use crate::ToolError;
use crate::shared::subtitles::Cue;
use crate::video::shared::lettering::{Letters, Style};

/// Sentence that says how to install libass.
pub(super) const INSTALL: &str =
    "Install ffmpeg's libraries with libass (on Debian and Ubuntu: libavfilter-extra).";

/// A video's frames with cues on them.
pub(in crate::video) struct DrawnFrames<S> {
    source: S,
    cues: Vec<Cue>,
    style: Style,
    /// The cue that was drawn last, by its place.
    letters: Option<(usize, Letters)>,
}

impl<S: FrameSource> DrawnFrames<S> {
    /// [`ToolError::Missing`] where a script needs more than letters side by side.
    pub(in crate::video) fn new(
        source: S,
        cues: Vec<Cue>,
        style: Style,
    ) -> Result<Self, ToolError> {
        if style.background.is_some() || style.fade > 0.0 {
            return Err(ToolError::Missing(format!(
                "A box behind letters, and letters that fade, can only be drawn by libass. {INSTALL}"
            )));
        }
        if let Some(letter) = cues
            .iter()
            .find_map(|cue| lettering::undrawable(&cue.text()))
        {
            return Err(ToolError::Missing(format!(
                "The letter “{letter}” can only be drawn by libass. {INSTALL}"
            )));
        }
        Ok(Self {
            source,
            cues,
            style,
            letters: None,
        })
    }
}

impl<S: FrameSource> FrameSource for DrawnFrames<S> {
    fn format(&self) -> FrameFormat {
        self.source.format()
    }

    fn expected_seconds(&self) -> f64 {
        self.source.expected_seconds()
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let Some(frame) = self.source.next_frame(watch)? else {
            return Ok(None);
        };
        let format = self.format();
        let seconds = format.seconds(frame.time);
        // The newest of those that are shown now.
        let Some(place) = self
            .cues
            .iter()
            .rposition(|cue| (cue.start..cue.end).contains(&seconds))
        else {
            return Ok(Some(frame));
        };
        if self
            .letters
            .as_ref()
            .is_none_or(|(drawn, _)| *drawn != place)
        {
            let text = self.cues.get(place).map(Cue::text).unwrap_or_default();
            self.letters = Some((
                place,
                Letters::new(&text, format.width, format.height, self.style),
            ));
        }
        let Some((_, letters)) = &self.letters else {
            return Ok(Some(frame));
        };
        Ok(Some(frame.redrawn(
            |number, _: Plane<'_>, plane| match number {
                0 => letters.draw_brightness(plane),
                _ => letters.draw_color(plane, number),
            },
        )))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_media::video::GeneratedFrames;

    use super::*;
    use crate::video::shared::lettering::{Across, Down, Place};

    #[test]
    fn letters_are_white_with_a_dark_rim_and_only_while_they_are_due() {
        let red = image::RgbImage::from_pixel(320, 180, image::Rgb([200, 0, 0]));
        let plain = GeneratedFrames::new(320, 180, 10, 20, |number| {
            Ok((number == 0).then(|| red.clone()))
        })
        .unwrap();
        let cue = Cue::plain(0.5, 1.0, "Hello there".to_owned());
        let mut frames = DrawnFrames::new(plain, vec![cue], Style::default()).unwrap();
        for number in 0..20 {
            let frame = frames.next_frame(&Watch::nobody()).unwrap().unwrap();
            // A video has one colour for four pixels, but its brightness is as fine as the rim: red
            // has 67, black 16, what is half covered less than 42.
            let brightness = frame.plane(0);
            let rows = brightness
                .bytes
                .chunks(brightness.stride)
                .take(brightness.height);
            let black = rows
                .flat_map(|row| &row[..brightness.width])
                .filter(|value| **value < 42)
                .count();
            let shown = frame.to_rgb().unwrap();
            let count =
                |test: fn(&[u8; 3]) -> bool| shown.pixels().filter(|pixel| test(&pixel.0)).count();
            let white = count(|color| color.iter().all(|channel| *channel > 220));
            if (5..10).contains(&number) {
                assert!(
                    white > 150 && black > 150,
                    "{white} white and {black} black pixels"
                );
                let lowest = shown
                    .enumerate_pixels()
                    .filter(|(.., pixel)| pixel.0[1] > 200)
                    .map(|(_, y, _)| y)
                    .max();
                assert!(
                    lowest.is_some_and(|y| (150..175).contains(&y)),
                    "it stands at the bottom: {lowest:?}"
                );
            } else {
                assert_eq!((white, black), (0, 0), "picture {number}");
            }
        }
    }

    #[test]
    fn letters_have_their_colour_and_place() {
        let grey = image::RgbImage::from_pixel(320, 180, image::Rgb([90, 90, 90]));
        let plain = GeneratedFrames::new(320, 180, 10, 2, |number| {
            Ok((number == 0).then(|| grey.clone()))
        })
        .unwrap();
        let style = Style {
            place: Place {
                across: Across::Right,
                down: Down::Top,
            },
            scale: 2.0,
            color: [250, 220, 0],
            ..Style::default()
        };
        let cue = Cue::plain(0.0, 1.0, "Hello".to_owned());
        let mut frames = DrawnFrames::new(plain, vec![cue], style).unwrap();
        let shown = frames
            .next_frame(&Watch::nobody())
            .unwrap()
            .unwrap()
            .to_rgb()
            .unwrap();
        let yellow =
            |pixel: &image::Rgb<u8>| pixel.0[0] > 200 && pixel.0[1] > 170 && pixel.0[2] < 90;
        let found: Vec<(u32, u32)> = shown
            .enumerate_pixels()
            .filter(|(.., pixel)| yellow(pixel))
            .map(|(column, row, _)| (column, row))
            .collect();
        assert!(
            found.len() > 100 && found.iter().all(|(column, row)| *column > 160 && *row < 60),
            "{} yellow pixels",
            found.len()
        );
    }

    #[test]
    fn what_needs_shaping_is_refused() {
        let plain = GeneratedFrames::new(16, 16, 10, 1, |_| Ok(None)).unwrap();
        let cue = Cue::plain(0.0, 1.0, "שלום".to_owned());
        let said = DrawnFrames::new(plain, vec![cue], Style::default())
            .err()
            .map(|error| error.to_string());
        assert!(said.is_some_and(|said| said.contains("libass")));
    }
}
