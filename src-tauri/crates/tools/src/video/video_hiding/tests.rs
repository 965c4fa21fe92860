use image::RgbImage;
use patchbay_domain::MediaFile;
use patchbay_test_support::video::{difference, frame_at, make};

use super::*;
use crate::testing;

fn noise(context: &Context) -> MediaFile {
    let arguments = "-f lavfi -i testsrc2=s=320x240:d=2:r=10 -c:v libx264 -qp 4 -pix_fmt yuv420p";
    MediaFile {
        path: make(&context.folder, "film.mp4", arguments),
        name: "film.mp4".to_owned(),
    }
}

fn hide(
    context: &Context,
    video: &MediaFile,
    values: &[(&str, &str)],
) -> Result<Resource, ToolError> {
    let values = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())))
        .chain([("video".to_owned(), Resource::Video(video.clone()))]);
    VideoHiding.run(&Inputs::new(values.collect()), context)
}

fn piece(frame: &RgbImage, (x, y, width, height): (u32, u32, u32, u32)) -> RgbImage {
    image::imageops::crop_imm(frame, x, y, width, height).to_image()
}

#[test]
fn a_box_is_covered_between_two_times_and_all_else_stays() {
    let (context, _folder) = testing::context();
    let video = noise(&context);
    let values = [
        ("region", "80x40 at 100,60"),
        ("color", "#c81e1e"),
        ("within", "0:00.5 to 0:01"),
    ];
    let made = hide(&context, &video, &values).unwrap();
    let path = &made.files()[0].path;
    let (before, covered) = (frame_at(path, 0.2), frame_at(path, 0.7));
    let [red, green, blue] = covered.get_pixel(140, 80).0;
    assert!(
        red.abs_diff(200) < 8 && green.abs_diff(30) < 8 && blue.abs_diff(30) < 8,
        "{red} {green} {blue}"
    );
    assert!(difference(&before, &frame_at(&video.path, 0.2)) < 2.0);
    assert!(difference(&frame_at(path, 1.4), &frame_at(&video.path, 1.4)) < 2.0);
    let beside = (200, 60, 100, 100);
    let original = frame_at(&video.path, 0.7);
    assert!(difference(&piece(&covered, beside), &piece(&original, beside)) < 2.0);
}

#[test]
fn a_box_is_blurred_or_pixelated() {
    let (context, _folder) = testing::context();
    let video = noise(&context);
    let original = frame_at(&video.path, 0.5);
    for how in ["blurred", "pixelated"] {
        let values = [("region", "81x41 at 101,61"), ("how", how)];
        let made = hide(&context, &video, &values).unwrap();
        let hidden = frame_at(&made.files()[0].path, 0.5);
        let place = (102, 62, 78, 38);
        let steps = |frame: &RgbImage| {
            let piece = piece(frame, place);
            let across = piece.rows().map(|row| {
                let row: Vec<u8> = row.map(|pixel| pixel.0[1]).collect();
                row.windows(2)
                    .filter(|pair| pair[0].abs_diff(pair[1]) > 24)
                    .count()
            });
            across.sum::<usize>()
        };
        assert!(
            difference(&piece(&hidden, place), &piece(&original, place)) > 8.0,
            "{how}"
        );
        if how == "blurred" {
            assert!(
                steps(&hidden) * 8 < steps(&original).max(8),
                "{}",
                steps(&hidden)
            );
        }
        let beside = (0, 120, 320, 120);
        assert!(difference(&piece(&hidden, beside), &piece(&original, beside)) < 2.0);
    }
}

#[test]
fn a_box_outside_of_the_frame_is_refused_and_one_at_its_edge_is_cut() {
    let (context, _folder) = testing::context();
    let video = noise(&context);
    let error = hide(&context, &video, &[("region", "50x50 at 400,10")]).unwrap_err();
    assert!(error.to_string().contains("320 x 240"), "{error}");
    let error = hide(&context, &video, &[]).unwrap_err();
    assert!(error.to_string().contains("which place"), "{error}");
    let values = [("region", "bottom half"), ("how", "covered")];
    let made = hide(&context, &video, &values).unwrap();
    let frame = frame_at(&made.files()[0].path, 0.5);
    assert!(frame.get_pixel(160, 130).0[1] < 12);
    let above = frame.rows().nth(10);
    assert!(above.is_some_and(|mut row| row.any(|pixel| pixel.0[1] > 60)));
    let values = [("region", "500x500 at 301,231"), ("how", "covered")];
    let made = hide(&context, &video, &values).unwrap();
    assert!(frame_at(&made.files()[0].path, 0.5).get_pixel(318, 238).0[1] < 12);
}

/// A patterned thing, 60 pixels wide and 44 high, that goes to the right over a patterned wall from
/// 20,100 on, by so many pixels a second.
fn passing(context: &Context, speed: u32) -> MediaFile {
    let arguments = format!(
        "-f lavfi -i nullsrc=s=320x240:d=3:r=25,format=gray,geq=lum='120+50*sin(X/7+Y/23)*cos(Y/9)' \
         -f lavfi -i nullsrc=s=60x44:d=3:r=25,format=gray,geq=lum='128+100*sin(X*X/90+Y/3)*cos(Y*Y/70)' \
         -f lavfi -i sine=d=3 -filter_complex [0][1]overlay=x='20+{speed}*t':y=100,format=yuv420p \
         -c:v libx264 -crf 20 -c:a aac"
    );
    MediaFile {
        path: make(&context.folder, "passing.mp4", &arguments),
        name: "passing.mp4".to_owned(),
    }
}

fn is_red(frame: &RgbImage, (x, y): (u32, u32)) -> bool {
    let [red, green, _] = frame.get_pixel(x, y).0;
    red > 150 && green < 90
}

#[test]
fn a_box_follows_what_lies_in_it() {
    let (context, _folder) = testing::context();
    let video = passing(&context, 60);
    let values = [
        ("region", "60x44 at 20,100"),
        ("color", "#dc1414"),
        ("follows", "following"),
    ];
    let made = hide(&context, &video, &values).unwrap();
    let path = &made.files()[0].path;
    for seconds in [0.1, 1.0, 2.0, 2.8] {
        let frame = frame_at(path, seconds);
        let left = 20 + (60.0 * seconds) as u32;
        for place in [(left + 6, 106), (left + 30, 122), (left + 54, 138)] {
            assert!(is_red(&frame, place), "{place:?} at {seconds}");
        }
        let beside = [
            (left + 30, 88),
            (left + 30, 158),
            (left.saturating_sub(14), 122),
        ];
        for place in beside {
            assert!(!is_red(&frame, place), "{place:?} at {seconds}");
        }
    }
    assert!(
        patchbay_media::video::probe(path, "made")
            .unwrap()
            .audio
            .is_some()
    );
}

#[test]
fn a_box_ends_where_what_lies_in_it_leaves_the_frame() {
    let (context, _folder) = testing::context();
    let video = passing(&context, 180);
    let values = [
        ("region", "60x44 at 20,100"),
        ("how", "covered"),
        ("color", "#dc1414"),
        ("follows", "following"),
    ];
    let made = hide(&context, &video, &values).unwrap();
    let path = &made.files()[0].path;
    assert!(is_red(&frame_at(path, 1.4), (300, 122)));
    let after = frame_at(path, 2.6);
    assert!(difference(&after, &frame_at(&video.path, 2.6)) < 3.0);
    let told = context.progress.said().join(" ");
    assert!(told.contains("left the picture at"), "{told}");
}

#[test]
fn a_box_follows_from_where_its_part_begins_to_where_it_ends() {
    let (context, _folder) = testing::context();
    let video = passing(&context, 60);
    let values = [
        ("region", "60x44 at 80,100"),
        ("color", "#dc1414"),
        ("follows", "following"),
        ("within", "0:01 to 0:02"),
    ];
    let made = hide(&context, &video, &values).unwrap();
    let path = &made.files()[0].path;
    assert!(is_red(&frame_at(path, 1.8), (158, 122)));
    for seconds in [0.5, 2.5] {
        let (left, frame) = (50 + (60.0 * seconds) as u32, frame_at(path, seconds));
        assert!(!is_red(&frame, (left, 122)), "{seconds}");
    }
}

#[test]
fn an_even_box_cannot_be_followed() {
    let (context, _folder) = testing::context();
    let even = "-f lavfi -i color=gray:s=160x120:d=1:r=10 -pix_fmt yuv420p";
    let video = MediaFile {
        path: make(&context.folder, "even.mp4", even),
        name: "even.mp4".to_owned(),
    };
    let values = [("region", "40x40 at 20,20"), ("follows", "following")];
    let error = hide(&context, &video, &values).unwrap_err().to_string();
    assert!(error.contains("could be followed"), "{error}");
}
