use image::{DynamicImage, RgbImage};
use patchbay_domain::Resource;
use patchbay_media::video::probe;
use patchbay_phrases::adjustments::wishes;
use patchbay_test_support::video::{difference, frame_at, make};
use patchbay_values::adjustments::Tone;
use patchbay_values::sizes::{Length, Shape, Size};
use patchbay_vision::Report;
use patchbay_vision::editing::apply;

use super::chain::Piece;
use super::*;
use crate::testing;

fn video(context: &Context) -> MediaFile {
    let arguments = "-f lavfi -i testsrc2=s=320x180:d=2:r=10 -f lavfi -i sine=frequency=440:duration=2 -c:v libx264 \
                     -qp 4 -pix_fmt yuv420p -shortest";
    MediaFile {
        path: make(&context.folder, "trip.mp4", arguments),
        name: "trip.mp4".to_owned(),
    }
}

fn edit(
    context: &Context,
    video: &MediaFile,
    words: &str,
    values: &[(&str, &str)],
) -> Result<MediaFile, ToolError> {
    let values = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())))
        .chain([
            ("video".to_owned(), Resource::Video(video.clone())),
            ("text".to_owned(), Resource::Text(words.to_owned())),
        ]);
    let made = VideoEditing.run(&testing::read("video_editing", values.collect()), context)?;
    let file = made.files()[0].clone();
    let facts = probe(&file.path, &file.name)?;
    assert!(
        facts.audio.is_some() && (facts.seconds - 2.0).abs() < 0.06,
        "{words}"
    );
    Ok(file)
}

/// A frame of a video that was edited so, and the same frame edited as frames are.
fn both(context: &Context, video: &MediaFile, words: &str) -> (RgbImage, RgbImage) {
    let made = edit(context, video, words, &[]).unwrap_or_else(|error| panic!("{words}: {error}"));
    let report: &Report = &|_| Ok(());
    let frame = DynamicImage::ImageRgb8(frame_at(&video.path, 0.5));
    let adjusted = wishes(words)
        .unwrap()
        .adjustments
        .iter()
        .fold(frame, |frame, one| apply(one, frame, report).unwrap());
    (frame_at(&made.path, 0.5), adjusted.into_rgb8())
}

#[test]
fn videos_are_adjusted_as_images_are() {
    let (context, _folder) = testing::context();
    let video = video(&context);
    for (words, most) in [
        ("50 % brighter", 6.0),
        ("50 % darker", 4.0),
        ("exposure +1", 6.0),
        ("more contrast", 5.0),
        ("warmer", 5.0),
        ("saturation -50 %", 4.0),
        ("make it black and white", 4.0),
        ("sepia", 5.0),
        ("invert it", 6.0),
        ("posterise it to 3 levels", 12.0),
        ("blur it a lot", 5.0),
        ("pixelate it with blocks of 20 px", 9.0),
        ("sharpen it", 10.0),
        ("flip it vertically", 4.0),
        ("rotate it 90 degrees", 4.0),
        ("rotate it left", 4.0),
        ("mirror it", 4.0),
        ("make it half the size", 9.0),
        ("crop it to a square", 4.0),
        ("crop to 9:16", 14.0),
        ("crop it to 160x90 at 80,40", 4.0),
        ("keep only the lower right quarter of it", 4.0),
        ("add a white border of 10 px", 4.0),
    ] {
        let (frame, picture) = both(&context, &video, words);
        let near = |a: u32, b: u32| a.abs_diff(b) <= 1;
        assert!(
            near(frame.width(), picture.width()) && near(frame.height(), picture.height()),
            "{words}: {:?}",
            frame.dimensions()
        );
        let size = (
            frame.width().min(picture.width()),
            frame.height().min(picture.height()),
        );
        let part =
            |image: &RgbImage| image::imageops::crop_imm(image, 0, 0, size.0, size.1).to_image();
        let apart = difference(&part(&frame), &part(&picture));
        assert!(apart < most, "{words}: {apart}");
    }
    assert!(!context.folder.read_dir().unwrap().flatten().any(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|ending| ending == "cube")
    }));
}

#[test]
fn corners_are_darkened_and_a_slight_turn_keeps_the_size() {
    let (context, _folder) = testing::context();
    let arguments = "-f lavfi -i color=0xb0b0b0:s=320x180:d=2:r=10 -f lavfi -i sine=duration=2 -pix_fmt yuv420p";
    let video = MediaFile {
        path: make(&context.folder, "grey.mp4", arguments),
        name: "grey.mp4".to_owned(),
    };
    let frame = |words: &str| frame_at(&edit(&context, &video, words, &[]).unwrap().path, 0.5);
    let dark = frame("add a vignette");
    let (middle, corner) = (dark.get_pixel(160, 90).0[0], dark.get_pixel(1, 1).0[0]);
    assert!(
        middle > 168 && (45..90).contains(&corner),
        "{middle} {corner}"
    );
    let turned = frame("rotate it by 10 degrees");
    assert_eq!(turned.dimensions(), (320, 180));
    assert!(turned.get_pixel(1, 1).0[0] < 12 && turned.get_pixel(160, 90).0[0] > 168);
    let sketch = frame("turn it into a pencil sketch");
    assert!(
        sketch.get_pixel(160, 90).0[0] > 240,
        "nothing is drawn on one colour"
    );
}

#[test]
fn grain_lies_in_the_light_and_differs_from_frame_to_frame() {
    let (context, _folder) = testing::context();
    let arguments = "-f lavfi -i color=0x808080:s=320x180:d=2:r=10 -f lavfi -i sine=duration=2 -pix_fmt yuv420p";
    let video = MediaFile {
        path: make(&context.folder, "grey.mp4", arguments),
        name: "grey.mp4".to_owned(),
    };
    let made = edit(&context, &video, "add film grain", &[]).unwrap();
    let (first, later) = (frame_at(&made.path, 0.2), frame_at(&made.path, 0.7));
    let values = |frame: &RgbImage| -> Vec<f64> {
        frame.pixels().map(|pixel| f64::from(pixel.0[1])).collect()
    };
    let deviation = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let squares = values
            .iter()
            .map(|value| (value - mean).powi(2))
            .sum::<f64>();
        (squares / values.len() as f64).sqrt()
    };
    let (first, later) = (values(&first), values(&later));
    assert!(
        (3.0..16.0).contains(&deviation(&first)),
        "{}",
        deviation(&first)
    );
    let change: Vec<f64> = first.iter().zip(&later).map(|(a, b)| a - b).collect();
    assert!(deviation(&change) > 3.0, "{}", deviation(&change));
}

#[test]
fn only_the_part_that_is_set_is_changed() {
    let (context, _folder) = testing::context();
    let video = video(&context);
    for words in [
        "blur it a lot from 0:00.5 to 0:01",
        "make the video black and white between 0.5 and 1 s",
    ] {
        let made = edit(&context, &video, words, &[("within", "0:00.5 to 0:01")]).unwrap();
        let apart = |seconds| {
            difference(
                &frame_at(&made.path, seconds),
                &frame_at(&video.path, seconds),
            )
        };
        let (before, after) = (apart(0.3), apart(1.5));
        assert!(before < 2.0 && after < 2.0, "{words}: {before} {after}");
        assert!(apart(0.7) > 4.0, "{words}: {}", apart(0.7));
    }
    let refused = |words: &str, within| {
        edit(&context, &video, words, &[("within", within)])
            .unwrap_err()
            .to_string()
    };
    assert!(refused("crop it to a square", "0:00 to 0:01").contains("for a part of it"));
    assert!(refused("rotate it 90 degrees", "0:00 to 0:01").contains("for a part of it"));
    assert!(refused("blur it", "0:05 to 0:09").contains("2 s long"));
}

#[test]
fn values_take_the_place_of_the_sentences() {
    let (context, _folder) = testing::context();
    let video = video(&context);
    let made = edit(
        &context,
        &video,
        "resize it to 100 wide",
        &[("size", "200 wide")],
    )
    .unwrap();
    let facts = probe(&made.path, &made.name).unwrap();
    assert_eq!((facts.width, facts.height), (200, 112));
    let refused = |words: &str, values: &[(&str, &str)]| {
        edit(&context, &video, words, values)
            .unwrap_err()
            .to_string()
    };
    assert!(refused("blur it", &[("blur", "")]).contains("Nothing is left"));
    assert!(refused("blur the background", &[]).contains("blur the background"));
    assert!(refused("add the text 'Sale' at the top", &[]).contains("another tool"));
    assert!(refused("resize it to 20000 wide", &[]).contains("too large"));
}

#[test]
fn tones_that_stand_together_are_one_table() {
    let tone = |tone| Adjustment::Tone(tone);
    let asked = [
        tone(Tone::Brightness(0.2)),
        tone(Tone::Sepia),
        Adjustment::Rotate(90.0),
        Adjustment::Crop(Shape::Aspect(1.0)),
        Adjustment::Resize(Size::Width(101)),
        Adjustment::Border(Length::Pixels(3.0), [0; 3]),
        tone(Tone::Invert),
    ];
    let pieces = pieces(&asked, (320, 180), "bt601").unwrap();
    let filters = |text: &str| chain::Piece::Filters(text.to_owned());
    assert_eq!(
        pieces,
        [
            chain::Piece::Tones(vec![Tone::Brightness(0.2), Tone::Sepia]),
            filters("transpose=clock"),
            filters("crop=180:180"),
            filters("scale=102:102:flags=lanczos+accurate_rnd"),
            filters("pad=110:110:trunc((ow-iw)/4)*2:trunc((oh-ih)/4)*2:color=0x000000"),
            chain::Piece::Tones(vec![Tone::Invert]),
        ]
    );
}

#[test]
fn tones_come_behind_what_makes_frames_smaller() {
    let of = |words: &str| {
        let adjustments = wishes(words).unwrap().adjustments;
        pieces(&adjustments, (1280, 720), "bt601").unwrap()
    };
    let smaller = of("brighter, 640 wide");
    assert!(
        matches!(smaller[..], [Piece::Filters(_), Piece::Tones(_)]),
        "{smaller:?}"
    );
    let larger = of("brighter, 1920 wide");
    assert!(
        matches!(larger[..], [Piece::Tones(_), Piece::Filters(_)]),
        "{larger:?}"
    );
}

#[test]
fn frames_of_high_definition_become_grey_as_images_do() {
    let (context, _folder) = testing::context();
    let arguments = "-f lavfi -i testsrc2=s=1280x720:d=2:r=4 -f lavfi -i sine=frequency=440:duration=2 -vf \
                     scale=out_color_matrix=bt709 -colorspace bt709 -c:v libx264 -qp 4 -pix_fmt yuv420p -shortest";
    let video = MediaFile {
        path: make(&context.folder, "wide.mp4", arguments),
        name: "wide.mp4".to_owned(),
    };
    let (made, expected) = both(&context, &video, "make it black and white");
    let apart = difference(&made, &expected);
    assert!(apart < 4.0, "{apart}");
}
