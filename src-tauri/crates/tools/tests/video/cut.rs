use patchbay_test_support::video::{
    clip, difference, facts, frame_at, index_is_first, loudness, make, number, stream,
};

use super::{Workshop, text, video};

#[test]
fn a_video_is_cut_to_the_times_of_the_sentence() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 6.0, "320x180", 30);
    let cases = [
        (
            "cut clip.mp4 from 0:02 to 0:05 and give me its sound as a file",
            3.0,
            2.0,
        ),
        ("the first two seconds", 2.0, 0.0),
        ("cut out the first 4 seconds", 2.0, 4.0),
        ("only the last 1.5 s", 1.5, 4.5),
    ];
    for (words, seconds, begins) in cases {
        let to = workshop.file(
            "video_trimming",
            &[("video", video(&from)), ("text", text(words))],
        );
        assert_eq!(to.file_name().unwrap(), "clip_trimmed.mp4");
        let facts = facts(&to);
        let (video_stream, audio_stream) = (
            stream(&facts, "video").unwrap(),
            stream(&facts, "audio").unwrap(),
        );
        assert!(
            (number(video_stream, "duration") - seconds).abs() < 0.034,
            "{words}: {video_stream}"
        );
        assert!(
            (number(audio_stream, "duration") - seconds).abs() < 0.05,
            "{words}: {audio_stream}"
        );
        assert_eq!(
            (
                video_stream["codec_name"].as_str(),
                audio_stream["codec_name"].as_str()
            ),
            (Some("h264"), Some("aac"))
        );
        assert!(index_is_first(&to));
        // The test image holds a running clock: each moment looks like the right one of the
        // original.
        for moment in [0.0, seconds / 2.0, seconds - 0.1] {
            let gap = difference(
                &frame_at(&from, begins + moment - 0.001),
                &frame_at(&to, moment - 0.001),
            );
            assert!(gap < 3.0, "{words}: at {moment} s the difference is {gap}");
        }
    }
}

#[test]
fn frames_and_audio_stay_in_step_far_into_a_video() {
    let workshop = Workshop::new();
    // Every second begins with a white flash and a beep.
    let from = make(
        workshop.path(),
        "beats.mkv",
        "-f lavfi -i color=black:size=128x96:rate=25:duration=12,drawbox=color=white:t=fill:enable=lt(mod(t\\,1)\\,0.2) \
         -f lavfi -i sine=frequency=1000:duration=12,volume=enable=gte(mod(t\\,1)\\,0.2):volume=0 \
         -c:v libx264 -g 75 -pix_fmt yuv420p -c:a libopus -b:a 96k",
    );
    let to = workshop.file(
        "video_trimming",
        &[
            ("video", video(&from)),
            ("text", text("keep 0:05.48 to 0:07 and 0:10 to 0:11")),
        ],
    );
    let facts = facts(&to);
    let video_stream = stream(&facts, "video").unwrap();
    // Two frames of 25 a second may be at the ends.
    let frames = number(video_stream, "nb_read_packets");
    assert!((frames - 63.0).abs() <= 1.0, "{video_stream}");
    // The beats at 6, 10 s are now at 0.52 and 1.52 s after both begin.
    let late = number(video_stream, "start_time");
    for (seconds, beat) in [
        (0.46, false),
        (0.52, true),
        (0.75, false),
        (1.46, false),
        (1.52, true),
        (1.75, false),
    ] {
        let seconds = seconds + late;
        let white = frame_at(&to, seconds - 0.001).get_pixel(64, 48).0[0] > 128;
        assert_eq!(white, beat, "the picture at {seconds} s");
        let level = loudness(&to, seconds + 0.005, seconds + 0.035);
        assert_eq!(level > -40.0, beat, "the sound at {seconds} s: {level} dB");
    }
}

#[test]
fn frames_are_taken_over_where_cuts_allow_it() {
    let workshop = Workshop::new();
    let arguments = "-f lavfi -i testsrc2=size=160x120:rate=25:duration=9 -f lavfi -i sine=frequency=440:duration=9 \
                     -c:v libx264 -bf 2 -g 50 -keyint_min 50 -sc_threshold 0 -pix_fmt yuv420p -c:a aac";
    let from = make(workshop.path(), "clip.mp4", arguments);
    let hashes = |source: &std::path::Path| -> Vec<String> {
        let arguments = [
            "-v",
            "error",
            "-i",
            source.to_str().unwrap(),
            "-map",
            "0:v",
            "-f",
            "framemd5",
            "-",
        ];
        let output = std::process::Command::new("ffmpeg")
            .args(arguments)
            .output()
            .unwrap();
        assert!(
            output.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let lines = String::from_utf8(output.stdout).unwrap();
        lines
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line[line.len() - 32..].to_owned())
            .collect()
    };
    let before = hashes(&from);
    for (words, kept) in [
        ("from 0:02 to 0:06", &[(50, 150)][..]),
        ("cut off the first 4 seconds", &[(100, 225)]),
        ("keep 0:00 to 0:02 and 0:06 to 0:08", &[(0, 50), (150, 200)]),
    ] {
        let to = workshop.file(
            "video_trimming",
            &[("video", video(&from)), ("text", text(words))],
        );
        let wanted: Vec<String> = kept
            .iter()
            .flat_map(|(from, to)| before[*from..*to].to_vec())
            .collect();
        assert_eq!(
            hashes(&to),
            wanted,
            "{words}: the same pictures to the last bit"
        );
        let facts = facts(&to);
        let (video_stream, audio_stream) = (
            stream(&facts, "video").unwrap(),
            stream(&facts, "audio").unwrap(),
        );
        let length = wanted.len() as f64 / 25.0;
        assert!(
            (number(video_stream, "duration") - length).abs() < 0.001,
            "{words}: {video_stream}"
        );
        assert!(
            (number(audio_stream, "duration") - length).abs() < 0.04,
            "{words}: {audio_stream}"
        );
        assert!(
            (number(video_stream, "start_time")).abs() < 0.001,
            "{words}: {video_stream}"
        );
    }
    // Between such frames, only those up to the next one are encoded anew, to the frame as well.
    let to = workshop.file(
        "video_trimming",
        &[("video", video(&from)), ("text", text("from 0:03 to 0:06"))],
    );
    let anew = hashes(&to);
    assert!(anew.len() == 75 && anew[..25].iter().all(|hash| !before.contains(hash)));
    assert_eq!(anew[25..], before[100..150]);
}

#[test]
fn times_outside_name_the_length() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 2.0, "64x64", 10);
    let refused = workshop.run(
        "video_trimming",
        &[("video", video(&from)), ("text", text("from 0:05 to 0:09"))],
    );
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .starts_with("The video is 2 s long, so 5 s lies after its end.")
    );
    assert_eq!(workshop.left(), 0);
}

#[test]
fn key_frames_show_each_shot() {
    let workshop = Workshop::new();
    let from = make(
        workshop.path(),
        "shots.mp4",
        "-f lavfi -i color=red:size=160x90:rate=25:duration=1 -f lavfi -i color=green:size=160x90:rate=25:duration=2 \
         -f lavfi -i color=blue:size=160x90:rate=25:duration=1 -filter_complex [0][1][2]concat=n=3 -pix_fmt yuv420p",
    );
    let result = workshop
        .run("video_to_image", &[("video", video(&from))])
        .unwrap();
    let patchbay_domain::Resource::Images { items, .. } = result else {
        panic!("pictures")
    };
    let labels: Vec<_> = items
        .iter()
        .map(|item| item.label.as_ref().unwrap().name.as_str())
        .collect();
    assert_eq!(labels, ["0.5 s", "2 s", "3.5 s"]);
    for (item, strongest) in items.iter().zip(0..3) {
        let shown = image::open(&item.file.path).unwrap().to_rgb8();
        assert_eq!(shown.dimensions(), (160, 90));
        let pixel = shown.get_pixel(80, 45).0;
        assert_eq!(
            (0..3).max_by_key(|channel| pixel[*channel]),
            Some(strongest),
            "{pixel:?}"
        );
    }
}
