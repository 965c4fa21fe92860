use std::path::Path;

use patchbay_test_support::video::{
    clip, difference, facts, frame_at, frequency, index_is_first, loudness, make, number, stream,
    turned,
};

use super::{Workshop, text, video};

fn joined(workshop: &Workshop, first: &Path, second: &Path) -> std::path::PathBuf {
    workshop.file(
        "video_concatenation",
        &[("video", video(first)), ("second", video(second))],
    )
}

#[test]
fn videos_of_one_kind_follow_each_other_untouched() {
    let workshop = Workshop::new();
    let make = |name, hertz| {
        make(
            workshop.path(),
            name,
            &format!(
                "-f lavfi -i testsrc=duration=2:size=160x90:rate=25 -f lavfi -i sine=frequency={hertz}:duration=2.3 \
                 -c:v libx264 -bf 2 -pix_fmt yuv420p -c:a aac"
            ),
        )
    };
    let (first, second) = (make("first.mp4", 440), make("second.mp4", 880));
    let to = joined(&workshop, &first, &second);
    assert_eq!(to.file_name().unwrap(), "first_joined.mp4");
    let facts = facts(&to);
    let (video_stream, audio_stream) = (
        stream(&facts, "video").unwrap(),
        stream(&facts, "audio").unwrap(),
    );
    assert_eq!(video_stream["nb_read_packets"], "100");
    assert!(
        (number(video_stream, "duration") - 4.0).abs() < 0.001,
        "{video_stream}"
    );
    assert!(
        (number(audio_stream, "duration") - 4.0).abs() < 0.03,
        "{audio_stream}"
    );
    assert!(index_is_first(&to));
    for (from, seconds, after) in [
        (&first, 1.96, 0.0),
        (&second, 0.0, 2.0),
        (&second, 1.2, 2.0),
        (&second, 1.96, 2.0),
    ] {
        let gap = difference(
            &frame_at(from, seconds - 0.001),
            &frame_at(&to, seconds + after - 0.001),
        );
        assert!(
            gap < 1e-9,
            "the very same picture at {seconds} s of {}: {gap}",
            from.display()
        );
    }
    assert!(
        (frequency(&to, 0.5, 1.9) - 440.0).abs() < 3.0
            && (frequency(&to, 2.1, 3.9) - 880.0).abs() < 3.0
    );
    assert!(loudness(&to, 1.97, 2.03) > -30.0, "there is no gap");
}

#[test]
fn another_video_takes_the_shape_of_the_first() {
    let workshop = Workshop::new();
    let first = make(
        workshop.path(),
        "wide.mov",
        "-f lavfi -i color=red:size=321x180:rate=25:duration=1 -c:v mpeg4 -q:v 2",
    );
    // Upright, with more frames a second, colours of high definition and surround audio.
    let second = make(
        workshop.path(),
        "tall.mkv",
        "-f lavfi -i color=0x20a040:size=200x400:rate=50:duration=1.5 -f lavfi -i sine=frequency=660:duration=2 \
         -filter_complex [1]pan=5.1|FC=c0[a];[0]scale=out_color_matrix=bt709[v] -map [v] -map [a] -c:v libx265 \
         -x265-params log-level=none -pix_fmt yuv420p10le -colorspace bt709 -c:a ac3",
    );
    let to = joined(&workshop, &first, &second);
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
        (Some(320), Some(180))
    );
    assert_eq!(
        (
            video_stream["avg_frame_rate"].as_str(),
            video_stream["pix_fmt"].as_str()
        ),
        (Some("50/1"), Some("yuv420p"))
    );
    assert!(
        (number(video_stream, "duration") - 2.5).abs() < 0.021,
        "{video_stream}"
    );
    assert!(
        (number(audio_stream, "duration") - 2.5).abs() < 0.03,
        "{audio_stream}"
    );
    assert!(
        loudness(&to, 0.1, 0.95) < -80.0 && loudness(&to, 1.1, 2.4) > -30.0,
        "silence, then the sound"
    );
    let (before, after) = (frame_at(&to, 0.9), frame_at(&to, 1.2));
    assert!(before.get_pixel(10, 90).0[0] > 220, "red fills the frame");
    let near =
        |pixel: [u8; 3], wanted: [u8; 3]| pixel.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) < 12);
    assert!(
        near(after.get_pixel(160, 90).0, [0x20, 0xa0, 0x40]),
        "{:?}",
        after.get_pixel(160, 90)
    );
    assert!(
        near(after.get_pixel(10, 90).0, [0; 3]) && near(after.get_pixel(310, 90).0, [0; 3]),
        "black beside it"
    );
}

#[test]
fn a_turned_video_is_joined_upright() {
    let workshop = Workshop::new();
    let plain = clip(workshop.path(), "plain.mp4", 1.0, "160x120", 25);
    let turned = turned(workshop.path(), "phone.mp4", &plain);
    let to = joined(&workshop, &turned, &plain);
    let facts = facts(&to);
    let video_stream = stream(&facts, "video").unwrap();
    assert_eq!(
        (
            video_stream["width"].as_i64(),
            video_stream["height"].as_i64()
        ),
        (Some(120), Some(160))
    );
    assert!(difference(&frame_at(&turned, 0.5), &frame_at(&to, 0.5)) < 4.0);
    assert!(
        (number(video_stream, "duration") - 2.0).abs() < 0.041,
        "{video_stream}"
    );
}

#[test]
fn the_other_video_comes_first_where_that_is_asked_for() {
    let workshop = Workshop::new();
    let make = |name, hertz, seconds| {
        make(
            workshop.path(),
            name,
            &format!(
                "-f lavfi -i testsrc=duration={seconds}:size=160x90:rate=25 -f lavfi -i sine=frequency={hertz}:duration={seconds} \
                 -pix_fmt yuv420p -c:v libx264 -c:a aac"
            ),
        )
    };
    let (outro, source) = (make("outro.mp4", 880, 1), make("film.mp4", 440, 2));
    let inputs = [
        ("video", video(&outro)),
        ("second", video(&source)),
        ("order", text("the other way round")),
    ];
    let to = workshop.file("video_concatenation", &inputs);
    assert_eq!(to.file_name().unwrap(), "film_joined.mp4");
    let (before, behind) = (frequency(&to, 0.5, 1.5), frequency(&to, 2.2, 2.8));
    assert!(
        (before - 440.0).abs() < 2.0 && (behind - 880.0).abs() < 2.0,
        "{before}, {behind}"
    );
}
