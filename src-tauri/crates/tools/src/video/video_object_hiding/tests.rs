use patchbay_domain::MediaFile;
use patchbay_test_support::portrait;
use patchbay_test_support::video::{difference, frame_at, make};

use super::*;
use crate::testing::{context, inputs};

/// A portrait of 128 pixels that goes to the right over a patterned wall, 100 pixels in two
/// seconds: the face is 50 pixels wide, its middle 63 to the right and 59 down of it.
fn film(context: &Context) -> MediaFile {
    let face = context.folder.join("face.png");
    portrait().save(&face).unwrap();
    let arguments = format!(
        "-f lavfi -i nullsrc=s=320x240:d=2:r=12,format=gray,geq=lum='120+40*sin(X/7+Y/23)*cos(Y/9)' \
         -loop 1 -framerate 12 -t 2 -i {} -f lavfi -i sine=d=2 \
         -filter_complex [1]scale=128:128[f];[0][f]overlay=x='30+50*t':y=60,format=yuv420p \
         -c:v libx264 -crf 18 -c:a aac",
        face.display()
    );
    MediaFile {
        path: make(&context.folder, "film.mp4", &arguments),
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
    VideoObjectHiding.run(&Inputs::new(values.collect()), context)
}

#[test]
fn a_face_is_hidden_in_every_frame_wherever_it_is() {
    let (context, _folder) = context();
    let video = film(&context);
    let values = [("text", "faces"), ("color", "#dc1414")];
    let made = hide(&context, &video, &values).unwrap();
    let path = &made.files()[0].path;
    for number in 0..24 {
        let seconds = (f64::from(number) / 12.0 - 0.01).max(0.0);
        let left = 30 + 50 * number / 12;
        let frame = frame_at(path, seconds);
        let [red, green, _] = frame.get_pixel(left + 63, 60 + 59).0;
        assert!(red > 150 && green < 90, "frame {number}: {red}, {green}");
        let corner = frame.get_pixel(310, 230).0;
        assert!(corner[0].abs_diff(corner[1]) < 12, "{corner:?}");
    }
    assert!(probe(path, "made").unwrap().audio.is_some());
    let told = context.progress.said().join(" ");
    assert!(told.contains("turned away"), "{told}");
}

#[test]
fn it_is_hidden_only_in_the_part_that_is_said() {
    let (context, _folder) = context();
    let video = film(&context);
    let values = [
        ("text", "everyone"),
        ("how", "covered"),
        ("within", "0:01 to 0:02"),
    ];
    let made = hide(&context, &video, &values).unwrap();
    let path = &made.files()[0].path;
    assert!(difference(&frame_at(path, 0.5), &frame_at(&video.path, 0.5)) < 2.0);
    assert!(frame_at(path, 1.5).get_pixel(30 + 75 + 63, 119).0[0] < 30);
    assert!(
        context
            .progress
            .said()
            .join(" ")
            .contains("not the whole people")
    );
}

#[test]
fn what_cannot_be_found_is_told() {
    let (context, _folder) = context();
    let video = MediaFile {
        path: make(
            &context.folder,
            "wall.mp4",
            "-f lavfi -i testsrc2=s=160x120:d=0.6:r=10 -pix_fmt yuv420p",
        ),
        name: "wall.mp4".to_owned(),
    };
    let error = hide(&context, &video, &[("text", "the license plate")]).unwrap_err();
    assert!(
        matches!(&error, ToolError::Missing(_)) && error.to_string().contains("license plate"),
        "{error}"
    );
    let given = inputs([("text", Resource::Text("the car".to_owned()))]);
    let lacks = VideoObjectHiding.lacks_for(&given, &[], &Models::none());
    assert!(lacks.is_some_and(|told| told.contains("follow it")));
    let error = hide(&context, &video, &[("text", "faces")]).unwrap_err();
    assert!(error.to_string().contains("No face"), "{error}");
}
