use image::Rgb;
use patchbay_domain::{MediaFile, Resource};
use patchbay_media::video::probe;
use patchbay_test_support::video::{frame_at, make};

use super::*;
use crate::testing;

/// Red at the left and blue at the right, with a white square in the middle; with audio.
fn video(context: &Context) -> MediaFile {
    let arguments = "-f lavfi -i color=0x303080:s=320x180:d=1:r=10 -f lavfi -i sine=frequency=440:duration=1 -vf \
                     drawbox=x=0:w=80:c=0xa02020:t=fill,drawbox=x=140:y=70:w=40:h=40:c=white:t=fill -c:v libx264 \
                     -qp 4 -pix_fmt yuv420p -shortest";
    MediaFile {
        path: make(&context.folder, "trip.mp4", arguments),
        name: "trip.mp4".to_owned(),
    }
}

fn fit(
    context: &Context,
    video: &MediaFile,
    values: &[(&str, &str)],
) -> Result<(u32, u32, image::RgbImage), ToolError> {
    let values = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())))
        .chain([("video".to_owned(), Resource::Video(video.clone()))]);
    let made = VideoReframing.run(&Inputs::new(values.collect()), context)?;
    let path = &made.files()[0].path;
    let facts = probe(path, "made")?;
    assert!(facts.audio.is_some() && (facts.seconds - 1.0).abs() < 0.06);
    Ok((facts.width, facts.height, frame_at(path, 0.5)))
}

fn is_near(pixel: Rgb<u8>, wanted: [u8; 3]) -> bool {
    pixel
        .0
        .iter()
        .zip(wanted)
        .all(|(is, wanted)| is.abs_diff(wanted) < 14)
}

#[test]
fn vertical_is_cropped_around_the_middle_without_bars() {
    let (context, _folder) = testing::context();
    let video = video(&context);
    let (width, height, frame) = fit(&context, &video, &[("shape", "vertical")]).unwrap();
    assert_eq!((width, height), (1080, 1920));
    assert!(is_near(*frame.get_pixel(540, 960), [255; 3]));
    for (x, y) in [(20, 20), (1060, 1900)] {
        assert!(
            is_near(*frame.get_pixel(x, y), [0x30, 0x30, 0x80]),
            "no bars, no red"
        );
    }
}

#[test]
fn the_whole_video_stands_before_a_blurred_copy_or_bars() {
    let (context, _folder) = testing::context();
    let video = video(&context);
    let vertical = |fill| fit(&context, &video, &[("shape", "vertical"), ("fill", fill)]).unwrap();
    let (width, height, blurred) = vertical("blurred copy");
    assert_eq!((width, height), (1080, 1920));
    assert!(
        is_near(*blurred.get_pixel(100, 960), [0xa0, 0x20, 0x20]),
        "its left end is seen"
    );
    assert!(
        is_near(*blurred.get_pixel(540, 60), [0x30, 0x30, 0x80]),
        "itself above"
    );
    for (fill, level) in [("black", 0), ("white", 255)] {
        let (_, _, bars) = vertical(fill);
        assert!(is_near(*bars.get_pixel(540, 60), [level; 3]));
        assert!(is_near(*bars.get_pixel(540, 960), [255; 3]));
    }
}

#[test]
fn ratios_keep_the_fineness_and_sizes_are_exact() {
    let (context, _folder) = testing::context();
    let video = video(&context);
    let size = |values: &[(&str, &str)]| {
        let (width, height, _) = fit(&context, &video, values).unwrap();
        (width, height)
    };
    assert_eq!(size(&[("ratio", "4:5")]), (144, 180));
    assert_eq!(size(&[("ratio", "1:1"), ("fill", "white")]), (320, 320));
    assert_eq!(
        size(&[("ratio", "9:16"), ("shape", "vertical")]),
        (1080, 1920)
    );
    assert_eq!(size(&[("ratio", "4:5"), ("shape", "vertical")]), (144, 180));
    assert_eq!(size(&[("resolution", "400x300")]), (400, 300));
    assert_eq!(
        size(&[("resolution", "640x360"), ("shape", "vertical")]),
        (360, 640)
    );
    let refused = |values: &[(&str, &str)]| fit(&context, &video, values).unwrap_err().to_string();
    assert!(refused(&[]).contains("into which format"));
    assert!(refused(&[("resolution", "50%")]).contains("both sides"));
}
