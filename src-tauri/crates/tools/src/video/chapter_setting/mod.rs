//! Gives a video the chapters that a text lists, instead of those that it has. Frames, audio and all
//! else stay as they are packed.

mod lines;

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::video::{Change, NewChapter, Tags, chapters, probe};
use patchbay_phrases::times::clock;

use self::lines::listed;
use crate::shared::rewriting::rewritten;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// How many chapters a video can have.
const MOST: usize = 255;
/// A result whose chapters begin so much elsewhere is wrong, in seconds.
const NEAR: f64 = 0.05;

struct ChapterSetting;
inventory::submit!(Registered(&ChapterSetting));

impl Implementation for ChapterSetting {
    fn tool(&self) -> &'static str {
        "chapter_setting"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let length = probe(&video.path, &video.name)?.seconds;
        let wanted = checked(listed(&text), length)?;
        let change = Change {
            tags: Tags::default(),
            chapters: Some(wanted.clone()),
        };
        let made = rewritten(video, &change, "chapters", context)?.ok_or_else(|| {
            ToolError::Refused(format!(
                "“{}” cannot hold chapters. Convert it to MP4 or MKV first.",
                video.name
            ))
        })?;
        if is_so(&made, &wanted, length)? {
            Ok(Resource::Video(made))
        } else {
            Err(ToolError::Failed(format!(
                "The chapters could not be written into “{}” without damage.",
                video.name
            )))
        }
    }
}

/// The chapters where they are in order and within the video.
fn checked(chapters: Vec<NewChapter>, length: f64) -> Result<Vec<NewChapter>, ToolError> {
    let refused = |sentence: String| Err(ToolError::Refused(sentence));
    if chapters.is_empty() {
        return refused(
            "No chapters are listed. Write a time and a title in each line, such as “0:00 Intro”."
                .to_owned(),
        );
    }
    if chapters.len() > MOST {
        return refused(format!(
            "A video can have {MOST} chapters, and {} are listed.",
            chapters.len()
        ));
    }
    for pair in chapters.windows(2) {
        if pair[1].start <= pair[0].start {
            return refused(format!(
                "“{}” at {} is listed after “{}” at {}. List the chapters in the order of time.",
                pair[1].title,
                clock(pair[1].start),
                pair[0].title,
                clock(pair[0].start)
            ));
        }
    }
    match chapters.last() {
        Some(last) if last.start >= length => refused(format!(
            "“{}” would begin at {}, but the video is only {} long.",
            last.title,
            clock(last.start),
            clock(length)
        )),
        _ => Ok(chapters),
    }
}

/// Whether a video has those chapters and is as long as before.
fn is_so(made: &MediaFile, wanted: &[NewChapter], length: f64) -> Result<bool, ToolError> {
    let found = chapters(&made.path, &made.name)?;
    let is_near = found
        .iter()
        .zip(wanted)
        .all(|(found, wanted)| (found.start - wanted.start).abs() < NEAR);
    let after = probe(&made.path, &made.name)?.seconds;
    Ok(found.len() == wanted.len() && is_near && (after - length).abs() < 0.1)
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::{difference, frame_at, make};

    use super::*;
    use crate::testing::{context, inputs};

    fn set(video: &MediaFile, text: &str, context: &Context) -> Result<MediaFile, ToolError> {
        let given = inputs([
            ("video", Resource::Video(video.clone())),
            ("text", Resource::Text(text.to_owned())),
        ]);
        let made = ChapterSetting.run(&given, context)?;
        Ok(made.files()[0].clone())
    }

    fn titles(file: &MediaFile) -> Vec<(u32, String)> {
        let found = chapters(&file.path, &file.name).expect("a video");
        let of = |chapter: patchbay_media::video::Chapter| {
            (
                chapter.start.round() as u32,
                chapter.title.unwrap_or_default(),
            )
        };
        found.into_iter().map(of).collect()
    }

    #[test]
    fn chapters_are_set_and_replaced_and_all_else_stays() {
        let (context, folder) = context();
        for (name, more) in [
            ("film.mp4", ""),
            ("first.mp4", "-movflags +faststart"),
            ("film.mov", ""),
            ("film.mkv", ""),
        ] {
            let arguments = format!(
                "-f lavfi -i testsrc=duration=6:size=64x48:rate=25 -f lavfi -i sine=frequency=440:duration=6 \
                 -c:v libx264 -pix_fmt yuv420p -c:a aac -metadata title=Stays {more}"
            );
            let file = MediaFile {
                path: make(folder.path(), name, &arguments),
                name: name.to_owned(),
            };
            let once = set(&file, "0:00 Intro\n0:02 Größe\n0:04 End\n", &context).expect("a video");
            let expected = [(0, "Intro"), (2, "Größe"), (4, "End")];
            assert_eq!(
                titles(&once),
                expected.map(|(start, title)| (start, title.to_owned())),
                "{name}"
            );
            let twice = set(&once, "0:00 One 0:03 Two", &context).expect("a video");
            let expected = [(0, "One"), (3, "Two")];
            assert_eq!(
                titles(&twice),
                expected.map(|(start, title)| (start, title.to_owned())),
                "{name}"
            );
            let late = set(&twice, "0:01 Late", &context).expect("a video");
            assert_eq!(titles(&late), [(1, "Late".to_owned())], "{name}");
            for made in [&once, &twice, &late] {
                let gap = difference(&frame_at(&file.path, 5.0), &frame_at(&made.path, 5.0));
                assert!(gap < 1e-9, "{name}: {gap}");
            }
        }
    }

    #[test]
    fn wrong_lists_are_told() {
        let chapter = |start, title: &str| NewChapter {
            start,
            title: title.to_owned(),
        };
        let said = |list: Vec<NewChapter>| checked(list, 60.0).expect_err("a sentence").to_string();
        assert!(said(Vec::new()).contains("0:00 Intro"));
        let order = said(vec![chapter(10.0, "B"), chapter(5.0, "A")]);
        assert!(order.contains("order of time"), "{order}");
        let late = said(vec![chapter(0.0, "A"), chapter(90.0, "B")]);
        assert!(late.contains("only 1:00 long"), "{late}");
    }
}
