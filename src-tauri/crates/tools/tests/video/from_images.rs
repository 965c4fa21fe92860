use image::{Rgb, RgbImage, Rgba, RgbaImage};
use patchbay_domain::{LabelledImage, Resource, ResourceType};
use patchbay_test_support::video::{
    difference, facts, frame_at, index_is_first, loudness, make, number, stream,
};

use super::{Workshop, audio, file};

fn photo(workshop: &Workshop, name: &str, width: u32, height: u32, blue: u8) -> Resource {
    let path = workshop.path().join(name);
    let pixels = RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x * 255 / width) as u8, (y * 255 / height) as u8, blue])
    });
    pixels.save(&path).unwrap();
    Resource::image(file(&path))
}

#[test]
fn a_photo_and_a_voice_become_a_video() {
    let mut workshop = Workshop::new();
    let photo = photo(&workshop, "photo.jpg", 401, 301, 90);
    let voice = make(
        workshop.path(),
        "voice.wav",
        "-f lavfi -i sine=frequency=300:duration=3 -ac 1 -ar 16000",
    );
    for (wanted, seconds) in [(None, 3.0), (Some(5.0), 5.0), (Some(2.0), 2.0)] {
        workshop.target_seconds = wanted;
        let to = workshop.file(
            "image_audio_to_video",
            &[("image", photo.clone()), ("audio", audio(&voice))],
        );
        let facts = facts(&to);
        let (video_stream, audio_stream) = (
            stream(&facts, "video").unwrap(),
            stream(&facts, "audio").unwrap(),
        );
        assert_eq!(
            (
                video_stream["codec_name"].as_str(),
                audio_stream["codec_name"].as_str()
            ),
            (Some("h264"), Some("aac"))
        );
        assert_eq!(
            (
                video_stream["width"].as_i64(),
                video_stream["height"].as_i64()
            ),
            (Some(400), Some(300))
        );
        assert_eq!(video_stream["pix_fmt"], "yuv420p");
        assert!(
            (number(video_stream, "duration") - seconds).abs() < 0.041,
            "{video_stream}"
        );
        assert!(
            (number(audio_stream, "duration") - seconds).abs() < 0.03,
            "{audio_stream}"
        );
        assert!(index_is_first(&to));
        if seconds > 3.0 {
            assert!(
                loudness(&to, 0.5, 2.5) > -25.0 && loudness(&to, 3.5, 4.5) < -80.0,
                "then there is silence"
            );
        }
        let shown = frame_at(&to, seconds / 2.0);
        let expected = image::open(workshop.path().join("photo.jpg"))
            .unwrap()
            .crop_imm(0, 0, 400, 300)
            .to_rgb8();
        assert!(difference(&shown, &expected) < 3.0, "the colours are right");
    }
}

#[test]
fn several_photos_are_shown_for_the_length_of_the_audio() {
    let workshop = Workshop::new();
    let mut items = Vec::new();
    for (index, color) in [[250, 0, 0], [0, 0, 250]].into_iter().enumerate() {
        let path = workshop.path().join(format!("{index}.png"));
        RgbImage::from_pixel(640, 360, Rgb(color))
            .save(&path)
            .unwrap();
        items.push(LabelledImage {
            file: file(&path),
            label: None,
        });
    }
    let photos = Resource::Images {
        kind: ResourceType::IMAGE,
        items,
    };
    let voice = make(
        workshop.path(),
        "voice.wav",
        "-f lavfi -i sine=frequency=300:duration=6",
    );
    let to = workshop.file(
        "image_audio_to_video",
        &[("image", photos), ("audio", audio(&voice))],
    );
    let facts = facts(&to);
    let [shown, heard] =
        ["video", "audio"].map(|kind| number(stream(&facts, kind).unwrap(), "duration"));
    assert!(
        (shown - 6.0).abs() < 0.041 && (heard - 6.0).abs() < 0.03,
        "{shown} {heard}"
    );
    let [red, blue] = [1.0, 5.0].map(|seconds| frame_at(&to, seconds).get_pixel(300, 150).0);
    assert!(
        red[0] > 200 && red[2] < 60 && blue[2] > 200 && blue[0] < 60,
        "{red:?} {blue:?}"
    );
    assert!(loudness(&to, 4.0, 5.0) > -25.0);
}

#[test]
fn several_images_keep_their_time_and_full_size_under_a_sound() {
    let workshop = Workshop::new();
    let items = [[250, 0, 0], [0, 250, 0], [0, 0, 250]]
        .into_iter()
        .enumerate();
    let items = items.map(|(index, color)| {
        let path = workshop.path().join(format!("{index}.png"));
        RgbImage::from_pixel(640, 480, Rgb(color))
            .save(&path)
            .unwrap();
        LabelledImage {
            file: file(&path),
            label: None,
        }
    });
    let photos = Resource::Images {
        kind: ResourceType::IMAGE,
        items: items.collect(),
    };
    let song = make(
        workshop.path(),
        "song.wav",
        "-f lavfi -i sine=frequency=300:duration=20",
    );
    let text = |value: &str| Resource::Text(value.to_owned());
    for (values, seconds) in [
        (vec![("seconds", text("1.5"))], 4.5),
        (
            vec![("seconds", text("1.5")), ("counted", text("for all"))],
            1.5,
        ),
    ] {
        let inputs = [("image", photos.clone()), ("audio", audio(&song))];
        let inputs: Vec<_> = inputs.into_iter().chain(values).collect();
        let to = workshop.file("image_audio_to_video", &inputs);
        let facts = facts(&to);
        let shown = stream(&facts, "video").unwrap();
        let sides = ["width", "height"].map(|side| shown[side].as_i64());
        assert_eq!(sides, [Some(1920), Some(1080)]);
        for kind in ["video", "audio"] {
            let length = number(stream(&facts, kind).unwrap(), "duration");
            assert!((length - seconds).abs() < 0.05, "{kind}: {length}");
        }
        for (index, share) in [0.25, 0.6, 0.95].into_iter().enumerate() {
            let pixel = frame_at(&to, seconds * share).get_pixel(960, 540).0;
            assert!(pixel[index] > 200, "{seconds} {share}: {pixel:?}");
        }
        assert!(loudness(&to, 0.2, 1.0) > -25.0);
    }
}

#[test]
fn tiny_and_transparent_images_work_too() {
    let workshop = Workshop::new();
    let path = workshop.path().join("dot.png");
    RgbaImage::from_pixel(3, 1, Rgba([255, 0, 0, 0]))
        .save(&path)
        .unwrap();
    let voice = make(
        workshop.path(),
        "voice.wav",
        "-f lavfi -i sine=duration=0.5",
    );
    let to = workshop.file(
        "image_audio_to_video",
        &[
            ("image", Resource::image(file(&path))),
            ("audio", audio(&voice)),
        ],
    );
    let shown = frame_at(&to, 0.2);
    assert_eq!(shown.dimensions(), (64, 64));
    assert!(shown.get_pixel(5, 5).0[0] < 20, "framed in black");
}

#[test]
fn a_photo_comes_to_life() {
    let mut workshop = Workshop::new();
    let photo = photo(&workshop, "photo.png", 320, 241, 200);
    workshop.target_seconds = Some(2.0);
    let to = workshop.file("image_to_video", &[("image", photo)]);
    assert_eq!(to.file_name().unwrap(), "photo_moving.mp4");
    let facts = facts(&to);
    let video_stream = stream(&facts, "video").unwrap();
    assert_eq!(video_stream["nb_read_packets"], "60");
    assert_eq!(
        (
            video_stream["width"].as_i64(),
            video_stream["height"].as_i64()
        ),
        (Some(640), Some(482))
    );
    let moved = difference(&frame_at(&to, 0.0), &frame_at(&to, 1.9));
    assert!(moved > 3.0, "it moves: {moved}");
    assert!(
        difference(&frame_at(&to, 0.9), &frame_at(&to, 0.93)) < 2.5,
        "but slowly"
    );
}

#[test]
fn photos_crossfade_into_each_other() {
    let mut workshop = Workshop::new();
    let mut items = Vec::new();
    for (index, color) in [[250, 0, 0], [0, 0, 250]].into_iter().enumerate() {
        let path = workshop.path().join(format!("{index}.png"));
        RgbImage::from_pixel(640, 360 + index as u32 * 300, Rgb(color))
            .save(&path)
            .unwrap();
        items.push(LabelledImage {
            file: file(&path),
            label: None,
        });
    }
    workshop.target_seconds = Some(3.0);
    let to = workshop.file(
        "image_to_video",
        &[(
            "image",
            Resource::Images {
                kind: ResourceType::IMAGE,
                items,
            },
        )],
    );
    let pixel = |seconds| frame_at(&to, seconds).get_pixel(320, 180).0;
    let (first, middle, last) = (pixel(0.2), pixel(1.5), pixel(2.8));
    assert!(first[0] > 230 && first[2] < 25, "{first:?}");
    assert!(
        (90..165).contains(&middle[0]) && (90..165).contains(&middle[2]),
        "{middle:?}"
    );
    assert!(last[2] > 230 && last[0] < 25, "{last:?}");
}
