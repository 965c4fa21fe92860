use patchbay_domain::MediaFile;
use patchbay_test_support::video::{facts, frame_at, frequency, make, stream, thirds};

use super::*;
use crate::testing;

#[test]
fn a_part_plays_faster_and_the_rest_as_it_was() {
    let (context, _folder) = testing::context();
    let film = MediaFile {
        path: thirds(&context.folder, "film.mp4"),
        name: "film.mp4".to_owned(),
    };
    let before = |seconds| i32::from(frame_at(&film.path, seconds).get_pixel(30, 20).0[1]);
    for (words, within) in [("twice as fast", "0:02 to 0:04"), ("0:02-0:04 at 2x", "")] {
        let text = |value: &str| Resource::Text(value.to_owned());
        let mut values = vec![
            ("video", Resource::Video(film.clone())),
            ("text", text(words)),
        ];
        if !within.is_empty() {
            values.push(("within", text(within)));
        }
        let values = values.into_iter().map(|(name, of)| (name.to_owned(), of));
        let made = VideoSpeed.run(&testing::read("video_speed", values.collect()), &context);
        let path = &made.unwrap().files()[0].path.clone();
        assert!((probe(path, "made").unwrap().seconds - 5.0).abs() < 0.11);
        let grey = |seconds| i32::from(frame_at(path, seconds).get_pixel(30, 20).0[1]);
        for (at, was) in [(0.5, 0.5), (1.5, 1.5), (2.5, 3.0), (3.5, 4.5), (4.5, 5.5)] {
            assert!((grey(at) - before(was)).abs() < 10, "{words} at {at}");
        }
        for (from, to, hertz) in [(0.2, 1.8, 300.0), (2.2, 2.8, 600.0), (3.2, 4.8, 900.0)] {
            let found = frequency(path, from, to);
            assert!((found - hertz).abs() < 20.0, "{words} from {from}: {found}");
        }
        let facts = facts(path);
        assert_eq!(stream(&facts, "video").unwrap()["avg_frame_rate"], "10/1");
    }
}

#[test]
fn a_part_plays_slower_and_the_rest_as_it_was() {
    let (context, _folder) = testing::context();
    let film = MediaFile {
        path: thirds(&context.folder, "film.mp4"),
        name: "film.mp4".to_owned(),
    };
    let before = |seconds| i32::from(frame_at(&film.path, seconds).get_pixel(30, 20).0[1]);
    for (words, speed) in [("half speed", ""), ("", "0.5")] {
        let text = |value: &str| Resource::Text(value.to_owned());
        let values = [
            ("video", Resource::Video(film.clone())),
            ("text", text(words)),
            ("speed", text(speed)),
            ("within", text("0:02 to 0:04")),
        ];
        let values = values.map(|(name, of)| (name.to_owned(), of));
        let read = testing::read("video_speed", values.into_iter().collect());
        let made = VideoSpeed.run(&read, &context);
        let file = made.unwrap().files()[0].clone();
        assert_eq!(file.name, "film_slower.mp4");
        let path = &file.path;
        // Two of its seconds last four.
        let seconds = probe(path, "made").unwrap().seconds;
        assert!((seconds - 8.0).abs() < 0.11, "{seconds}");
        let grey = |seconds| i32::from(frame_at(path, seconds).get_pixel(30, 20).0[1]);
        for (at, was) in [(0.5, 0.5), (1.5, 1.5), (3.0, 2.5), (5.0, 3.5), (7.0, 5.0)] {
            let gap = grey(at) - before(was);
            assert!(gap.abs() < 10, "“{words}” at {at}: {gap}");
        }
        for (from, to, hertz) in [(0.2, 1.8, 300.0), (2.3, 5.7, 600.0), (6.3, 7.8, 900.0)] {
            let found = frequency(path, from, to);
            assert!(
                (found - hertz).abs() < 20.0,
                "“{words}” from {from}: {found}"
            );
        }
        let facts = facts(path);
        assert_eq!(stream(&facts, "video").unwrap()["avg_frame_rate"], "10/1");
    }
}

/// A white bar of 16 pixels that goes to the right by 8 pixels with every frame.
fn bar(context: &Context) -> MediaFile {
    let arguments = "-f lavfi -i color=black:s=320x48:d=1.6:r=30 -f lavfi -i color=white:s=16x48:d=1.6:r=30 \
                     -f lavfi -i sine=d=1.6 -filter_complex [0][1]overlay=x='n*8':y=0 -pix_fmt yuv420p";
    MediaFile {
        path: make(&context.folder, "bar.mp4", arguments),
        name: "bar.mp4".to_owned(),
    }
}

#[test]
fn blended_frames_show_all_that_passes() {
    let (context, _folder) = testing::context();
    let video = bar(&context);
    let text = |value: &str| Resource::Text(value.to_owned());
    // How many columns of a frame are lit, and how much the brightest is.
    let lit = |words: &str, values: &[(&str, &str)]| {
        let values = values
            .iter()
            .map(|(name, value)| (*name, text(value)))
            .chain([
                ("video", Resource::Video(video.clone())),
                ("text", text(words)),
            ])
            .map(|(name, value)| (name.to_owned(), value));
        let made = VideoSpeed
            .run(&testing::read("video_speed", values.collect()), &context)
            .unwrap();
        let path = made.files()[0].path.clone();
        let frame = frame_at(&path, 0.11);
        let levels: Vec<u8> = (0..320).map(|x| frame.get_pixel(x, 24).0[1]).collect();
        let count = levels.iter().filter(|level| **level > 24).count();
        let most = levels.into_iter().max().unwrap_or(0);
        (count, most, probe(&path, "made").unwrap())
    };
    let (count, most, facts) = lit("four times as fast", &[]);
    assert!(count <= 20 && most > 220, "{count}, {most}");
    let blended = [("blending", "blended")];
    let (count, most, same) = lit("four times as fast", &blended);
    // Four places of the bar, 8 pixels apart: most columns are lit half of the time.
    assert!(
        (36..=44).contains(&count) && (110..150).contains(&most),
        "{count}, {most}"
    );
    assert!(
        (same.seconds - facts.seconds).abs() < 0.06,
        "{}",
        same.seconds
    );
    assert!((same.frames_per_second - facts.frames_per_second).abs() < 0.01);
    assert!(same.audio.is_some());
    let (_, most, slow) = lit("half speed", &blended);
    assert!(most > 200, "{most}");
    assert!((slow.seconds - 3.2).abs() < 0.1, "{}", slow.seconds);
}

#[test]
fn a_ramp_changes_speed_evenly_with_its_audio_in_step() {
    let (context, _folder) = testing::context();
    // Ten seconds ever lighter, the last two of them at 900 Hz and those before at 300 Hz.
    let arguments = "-f lavfi -i color=black:s=64x48:d=10:r=20,geq=lum=N+20:cb=128:cr=128 \
                     -f lavfi -i aevalsrc=0.5*sin(2*PI*t*if(lt(t\\,8)\\,300\\,900)):d=10 -pix_fmt yuv420p";
    let film = MediaFile {
        path: make(&context.folder, "film.mp4", arguments),
        name: "film.mp4".to_owned(),
    };
    let light =
        |of: &std::path::Path, seconds| f64::from(frame_at(of, seconds).get_pixel(30, 20).0[1]);
    // From 2 s on, and so for four seconds of it: the eight seconds last 4 · ln 3 = 4.394 s.
    for (words, values) in [
        ("ramp from 1x to 3x from 0:02 to the end", &[][..]),
        ("", &[("ramp", "3"), ("within", "0:02 to 0:10")]),
    ] {
        let text = |value: &str| Resource::Text(value.to_owned());
        let values = values.iter().map(|(name, value)| (*name, text(value)));
        let values = values.chain([
            ("video", Resource::Video(film.clone())),
            ("text", text(words)),
        ]);
        let values = values.map(|(name, of)| (name.to_owned(), of));
        let made = VideoSpeed.run(&testing::read("video_speed", values.collect()), &context);
        let file = made.unwrap().files()[0].clone();
        assert_eq!(file.name, "film_ramped.mp4");
        let seconds = probe(&file.path, "made").unwrap().seconds;
        assert!((seconds - 6.394).abs() < 0.08, "{seconds}");
        // The moment 6 s, the middle of the ramp, is there after 2 + 4 · ln 2 = 4.773 s.
        for (at, moment) in [(1.0, 1.0), (4.773, 6.0), (6.2, 9.42)] {
            let gap = light(&file.path, at) - light(&film.path, moment);
            assert!(gap.abs() < 6.0, "{at}: {gap}");
        }
        // The moment 8 s is there after 2 + 4 · ln 2.5 = 5.665 s.
        assert!((frequency(&file.path, 4.5, 5.6) - 300.0).abs() < 15.0);
        assert!((frequency(&file.path, 5.75, 6.3) - 900.0).abs() < 30.0);
    }
}

#[test]
fn a_ramp_has_no_length_of_its_own() {
    let (context, _folder) = testing::context();
    let film = MediaFile {
        path: make(
            &context.folder,
            "film.mp4",
            "-f lavfi -i testsrc2=s=64x48:d=1:r=10 -pix_fmt yuv420p",
        ),
        name: "film.mp4".to_owned(),
    };
    let text = |value: &str| Resource::Text(value.to_owned());
    let values = [
        ("video", Resource::Video(film)),
        ("text", text("")),
        ("ramp", text("2")),
        ("length", text("3")),
    ];
    let refused = VideoSpeed.run(&testing::inputs(values), &context);
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("Leave the length out")
    );
}
