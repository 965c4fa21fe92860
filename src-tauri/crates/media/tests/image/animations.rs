//! Images that move.

use std::fs;

use image::{DynamicImage, Rgba, RgbaImage};
use patchbay_media::MediaError;
use patchbay_media::image::{Animation, probe};

#[test]
fn an_animation_keeps_its_frames_and_times() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, arguments: &str| {
        let path = folder.path().join(name);
        let words = format!("-delay 12 -size 40x30 {arguments} -loop 0");
        let done = std::process::Command::new("convert")
            .args(words.split_whitespace())
            .arg(&path)
            .status();
        assert!(
            done.expect("the tests need ImageMagick's convert")
                .success()
        );
        path
    };
    for name in ["moving.gif", "moving.webp"] {
        let path = make(name, "xc:red xc:lime xc:blue");
        let animation = Animation::open(&path, name).unwrap().expect("it moves");
        assert_eq!(animation.frame_count, 3, "{name}");
        let turned = folder.path().join("turned.gif");
        let change = |number: usize, frame: DynamicImage| {
            assert_eq!(
                frame.to_rgb8().get_pixel(5, 5).0[number],
                255,
                "{name}: frame {number}"
            );
            Ok::<_, MediaError>(frame.rotate90())
        };
        animation
            .write_changed((&turned, "turned.gif"), &|| false, change)
            .unwrap();
        let again = Animation::open(&turned, "turned.gif")
            .unwrap()
            .expect("it still moves");
        assert_eq!(
            (again.frame_count, probe(&turned, "turned.gif").unwrap()),
            (3, (30, 40)),
            "{name}"
        );
        let identified = std::process::Command::new("identify")
            .args(["-format", "%T %wx%h\n"])
            .arg(&turned)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(identified.stdout).unwrap(),
            "12 30x40\n".repeat(3),
            "{name}"
        );
    }
    let still = make("still.gif", "xc:red");
    assert!(Animation::open(&still, "still.gif").unwrap().is_none());
}

#[test]
fn an_animated_png_stays_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moving.png");
    let source = "testsrc=size=40x30:rate=8:duration=1,format=rgba";
    let made = std::process::Command::new("ffmpeg")
        .args([
            "-v", "error", "-f", "lavfi", "-i", source, "-f", "apng", "-plays", "0",
        ])
        .arg(&path)
        .status();
    assert!(made.expect("the tests need ffmpeg").success());
    let animation = Animation::open(&path, "moving.png")
        .unwrap()
        .expect("it moves");
    assert_eq!((animation.frame_count, animation.extension()), (8, "png"));
    let smaller = folder.path().join("smaller.png");
    let half = |_, frame: DynamicImage| Ok::<_, MediaError>(frame.thumbnail(20, 15));
    animation
        .write_changed((&smaller, "smaller.png"), &|| false, half)
        .unwrap();
    let probed = std::process::Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-count_frames",
            "-show_entries",
            "stream=codec_name,width,height,nb_read_frames",
        ])
        .args(["-show_entries", "format=duration", "-of", "csv=p=0"])
        .arg(&smaller)
        .output()
        .unwrap();
    let told = String::from_utf8(probed.stdout).unwrap();
    assert!(told.starts_with("apng,20,15,8"), "{told}");
    let again = Animation::open(&smaller, "smaller.png")
        .unwrap()
        .expect("it still moves");
    assert_eq!(again.frame_count, 8);
    let still = folder.path().join("still.png");
    image::RgbImage::new(8, 8).save(&still).unwrap();
    assert!(Animation::open(&still, "still.png").unwrap().is_none());
}

#[test]
fn an_animation_with_a_profile_is_changed_into_srgb() {
    let folder = tempfile::tempdir().unwrap();
    let mut gif = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut gif);
    for blue in [30, 61] {
        // An orange of Display P3: 230, 120, 40 in sRGB where blue is 61.
        let frame = RgbaImage::from_pixel(12, 8, Rgba([216, 126, blue, 255]));
        encoder.encode_frame(image::Frame::new(frame)).unwrap();
    }
    drop(encoder);
    // The profile stands in an application extension before the first frame.
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let mut extension = b"\x21\xFF\x0BICCRGBG1012".to_vec();
    for part in profile.chunks(255) {
        extension.push(part.len() as u8);
        extension.extend(part);
    }
    extension.push(0);
    let table = if gif[10] & 0x80 == 0 {
        0
    } else {
        3 << ((gif[10] & 7) + 1)
    };
    gif.splice(13 + table..13 + table, extension);
    let path = folder.path().join("wide.gif");
    fs::write(&path, gif).unwrap();
    let animation = Animation::open(&path, "wide.gif")
        .unwrap()
        .expect("it moves");
    let changed = folder.path().join("narrow.gif");
    animation
        .write_changed((&changed, "narrow.gif"), &|| false, |_, frame| {
            Ok::<_, MediaError>(frame)
        })
        .unwrap();
    let animation = Animation::open(&changed, "narrow.gif")
        .unwrap()
        .expect("it still moves");
    let mut seen = Vec::new();
    let look = |_, frame: DynamicImage| {
        seen.push(frame.to_rgb8().get_pixel(5, 5).0);
        Ok::<_, MediaError>(frame)
    };
    animation
        .write_changed((&path, "again.gif"), &|| false, look)
        .unwrap();
    assert!(
        seen.len() == 2
            && seen[1]
                .iter()
                .zip([230, 120, 40])
                .all(|(a, b)| a.abs_diff(b) < 5),
        "{seen:?}"
    );
}
