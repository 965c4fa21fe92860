//! Shows words on a video: subtitles at their times, or a text spread over it, burnt in legibly.

mod drawn;
mod script;

use std::path::Path;

use patchbay_media::video::{FilteredFrames, FrameSource, Watch, draws_subtitles};
use patchbay_vision::font_files::{FontFile, installed, lacking};

use super::shared::graphs::parts_within;
use super::shared::lettering::{Place, Style};
use crate::shared::subtitles::{Cue, cues_within};
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};
use drawn::{DrawnFrames, INSTALL};
use script::script;

/// Fewer frames a second than this would show words too late.
const SMOOTH: i32 = 12;

struct SubtitleVideo;
inventory::submit!(Registered(&SubtitleVideo));

impl VideoFilter for SubtitleVideo {
    fn tool(&self) -> &'static str {
        "subtitle_video"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "subtitled".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        context: &Context,
        _: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let parts = parts_within(inputs, &video)?;
        let cues = cues_within(&inputs.text("text")?, video.seconds(), parts.as_deref())?;
        let looks = (style(inputs)?, font(inputs, &cues)?);
        let (mut rate, per) = video.constant_rate()?;
        while rate < SMOOTH * per {
            rate *= 2;
        }
        video
            .at_rate((rate, per))?
            .with_frames(|frames| burnt_in(frames, cues, looks, &context.folder))
    }
}

/// Style of the words by the values that were given.
fn style(inputs: &Inputs) -> Result<Style, ToolError> {
    let usual = Style::default();
    let place = inputs
        .value("place")
        .map_or(usual.place, |name| Place::named(&name));
    let scale = match inputs.value("letters").as_deref() {
        Some("small") => 0.7,
        Some("large") => 1.6,
        Some("huge") => 2.4,
        _ => usual.scale,
    };
    Ok(Style {
        place,
        scale,
        share: inputs.number("text_size")?.map(|percent| percent / 100.0),
        color: inputs.color("color")?.unwrap_or(usual.color),
        background: inputs.color("box")?,
        fade: inputs.seconds("fade")?.unwrap_or(usual.fade),
    })
}

/// The font that is asked for; none where none is.
///
/// # Errors
/// It is not on this computer, or lacks a letter of the words.
fn font(inputs: &Inputs, cues: &[Cue]) -> Result<Option<FontFile>, ToolError> {
    let Some(name) = inputs.value("font") else {
        return Ok(None);
    };
    if !draws_subtitles() {
        return Err(ToolError::Missing(format!(
            "Other fonts than the one that is built in can only be drawn by libass. {INSTALL}"
        )));
    }
    let font = installed(&name).ok_or_else(|| {
        ToolError::Refused(format!(
            "The font “{name}” is not on this computer. Install it, or name another one."
        ))
    })?;
    let words: String = cues.iter().map(Cue::text).collect();
    let missing = lacking(&font, &words).map_err(|error| {
        ToolError::Failed(format!("The font “{name}” cannot be read: {error}."))
    })?;
    match missing {
        Some(letter) => Err(ToolError::Refused(format!(
            "The font “{name}” has no “{letter}”. Name another font."
        ))),
        None => Ok(Some(font)),
    }
}

/// Frames with the cues on them: by libass where it is there, which knows every script and all
/// fonts of this computer.
fn burnt_in<S: FrameSource + 'static>(
    frames: S,
    cues: Vec<Cue>,
    (style, font): (Style, Option<FontFile>),
    folder: &Path,
) -> Result<Box<dyn FrameSource>, ToolError> {
    if !draws_subtitles() {
        return Ok(Box::new(DrawnFrames::new(frames, cues, style)?));
    }
    let format = frames.format();
    let written = || -> std::io::Result<_> {
        let scratch = tempfile::tempdir_in(folder)?;
        let subtitles = scratch.path().join("subtitles.ass");
        let name = font.as_ref().map(|font| font.family.as_str());
        let size = (format.width, format.height);
        std::fs::write(&subtitles, script(&cues, size, &style, name))?;
        std::fs::write(scratch.path().join("font.ttf"), dejavu::sans::bold())?;
        if let Some(FontFile { path, .. }) = &font {
            let ending = path.extension().unwrap_or_default();
            std::fs::copy(path, scratch.path().join("named").with_extension(ending))?;
        }
        Ok((scratch, subtitles))
    };
    let (scratch, subtitles) = written().map_err(|error| {
        ToolError::Failed(format!("The subtitles could not be written: {error}."))
    })?;
    // The filter has read both files when it is made.
    Ok(Box::new(FilteredFrames::subtitled(
        frames,
        &subtitles,
        scratch.path(),
    )?))
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{MediaFile, Resource};
    use patchbay_test_support::video::{frame_at, make};

    use super::*;
    use crate::testing;

    fn titled(values: &[(&str, &str)], context: &Context) -> Result<Resource, ToolError> {
        let arguments = "-f lavfi -i color=gray:s=320x180:d=4:r=10 -pix_fmt yuv420p";
        let video = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let set = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let given = [("video".to_owned(), Resource::Video(video))];
        SubtitleVideo.run(
            &Inputs::new(given.into_iter().chain(set).collect()),
            context,
        )
    }

    #[test]
    fn a_title_stands_on_its_box_in_its_part_alone() {
        let (context, _folder) = testing::context();
        let values = [
            ("text", "Jane Doe"),
            ("place", "lower third"),
            ("box", "#c81e1e"),
            ("within", "0:01 to 0:03"),
            ("fade", "0.5"),
        ];
        let made = titled(&values, &context).expect("a video");
        let path = &made.files()[0].path;
        let red = |seconds| -> Vec<(u32, u32)> {
            let shown = frame_at(path, seconds);
            let is_red = |pixel: &image::Rgb<u8>| pixel.0[0] > 150 && pixel.0[1] < 90;
            let found = shown.enumerate_pixels();
            found
                .filter(|(.., pixel)| is_red(pixel))
                .map(|(column, row, _)| (column, row))
                .collect()
        };
        let whole = red(2.0);
        assert!(whole.len() > 600, "{} red pixels", whole.len());
        let is_there = |(column, row): &(u32, u32)| *column < 200 && (100..165).contains(row);
        assert!(whole.iter().all(is_there), "it stands at the lower left");
        assert!(red(1.1).len() < whole.len() / 4, "it comes slowly");
        assert!(red(0.5).is_empty() && red(3.5).is_empty());
    }

    #[test]
    fn a_font_that_is_not_there_is_told() {
        let (context, _folder) = testing::context();
        let values = [("text", "Jane Doe"), ("font", "No Such Font At All")];
        let error = titled(&values, &context)
            .expect_err("a sentence")
            .to_string();
        assert!(error.contains("No Such Font At All"), "{error}");
    }
}
