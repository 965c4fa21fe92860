//! Times are those that players show, whatever timestamps a file has.

use std::path::{Path, PathBuf};

use patchbay_test_support::video::{facts, frame_at, frequency, make, number, packets, stream};

use super::{Workshop, text, video};

/// Colours of the seconds of a video.
const COLORS: [(&str, [u8; 3]); 10] = [
    ("0xdc1e1e", [220, 30, 30]),
    ("0x1eb41e", [30, 180, 30]),
    ("0x1e3cdc", [30, 60, 220]),
    ("0xe6dc1e", [230, 220, 30]),
    ("0xd228d2", [210, 40, 210]),
    ("0x28d2d2", [40, 210, 210]),
    ("0xf08c14", [240, 140, 20]),
    ("0x783c14", [120, 60, 20]),
    ("0x828282", [130, 130, 130]),
    ("0xfafafa", [250, 250, 250]),
];

/// Seconds `from` to `to`: each has its colour, and its tone of 300 Hz and 100 Hz more a second.
fn seconds(folder: &Path, name: &str, (from, to): (usize, usize), more: &str) -> PathBuf {
    let mut inputs = String::new();
    let mut joined = String::new();
    for (place, second) in (from..to).enumerate() {
        let color = COLORS[second].0;
        let tone = 300 + 100 * second;
        inputs = format!(
            "{inputs} -f lavfi -i color=c={color}:s=160x120:r=25:d=1 \
             -f lavfi -i sine=frequency={tone}:r=48000:d=1"
        );
        joined = format!("{joined}[{}:v][{}:a]", 2 * place, 2 * place + 1);
    }
    let graph = format!("{joined}concat=n={}:v=1:a=1[v][a]", to - from);
    let maps = "-map [v] -map [a] -c:v libx264 -g 25 -bf 2 -pix_fmt yuv420p -c:a aac";
    make(
        folder,
        name,
        &format!("{inputs} -filter_complex {graph} {maps} {more}"),
    )
}

/// The second that a video shows at a time, by its colour, and the one that it sounds then.
fn at(path: &Path, time: f64) -> (usize, usize) {
    let frame = frame_at(path, time);
    let pixel = frame.get_pixel(frame.width() / 2, frame.height() / 2).0;
    let far = |color: [u8; 3]| -> i32 {
        let apart = pixel
            .iter()
            .zip(color)
            .map(|(a, b)| (i32::from(*a) - i32::from(b)).abs());
        apart.sum()
    };
    let shown = (0..COLORS.len()).min_by_key(|second| far(COLORS[*second].1));
    let hertz = frequency(path, time - 0.3, time + 0.3);
    (shown.unwrap(), ((hertz - 300.0) / 100.0).round() as usize)
}

/// That a cut from 4 to 7 is three seconds of these seconds.
fn is_cut(workshop: &Workshop, source: &Path, expected: [usize; 3]) {
    for range in ["from 0:04 to 0:07", "from 0:03.98 to 0:07"] {
        let inputs = [("video", video(source)), ("text", text(range))];
        let made = workshop.file("video_trimming", &inputs);
        let name = source.display();
        let probed = facts(&made);
        let lasts = number(&probed["format"], "duration");
        assert!((lasts - 3.0).abs() < 0.15, "{name}, {range}: {lasts} s");
        let start = |kind| number(stream(&probed, kind).unwrap(), "start_time");
        assert!(
            (start("video") - start("audio")).abs() < 0.1,
            "{name}, {range}"
        );
        for (place, second) in expected.into_iter().enumerate() {
            let time = place as f64 + 0.5;
            assert_eq!(
                at(&made, time),
                (second, second),
                "{name}, {range} at {time}"
            );
        }
    }
}

#[test]
fn timestamps_that_begin_anew_go_on() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    let first = std::fs::read(seconds(folder, "a.ts", (0, 5), "")).unwrap();
    let second = std::fs::read(seconds(folder, "b.ts", (5, 10), "")).unwrap();
    let later = std::fs::read(seconds(folder, "c.ts", (0, 5), "-output_ts_offset 100")).unwrap();
    for (name, parts) in [
        ("again.ts", [&first, &second]),
        ("back.ts", [&later, &second]),
    ] {
        let source = folder.join(name);
        std::fs::write(&source, parts.map(Vec::as_slice).concat()).unwrap();
        let length = patchbay_media::video::probe(&source, name).unwrap().seconds;
        assert!((length - 10.0).abs() < 0.2, "{name}: {length}");
        is_cut(&workshop, &source, [4, 5, 6]);
        let inputs = [("video", video(&source)), ("gain", text("-3"))];
        let quieter = workshop.file("video_volume", &inputs);
        assert_eq!(packets(&quieter, "v"), packets(&source, "v"), "{name}");
        for time in [0.5, 4.5, 5.5, 9.5] {
            let second = time as usize;
            assert_eq!(at(&quieter, time), (second, second), "{name} at {time}");
        }
    }
}

#[test]
fn a_clock_that_does_not_begin_at_0_counts_from_its_start() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    for (name, more) in [
        ("late.mkv", "-output_ts_offset 30"),
        ("late.ts", "-output_ts_offset 30"),
        ("late.mp4", "-output_ts_offset 3"),
    ] {
        let source = seconds(folder, name, (0, 10), more);
        is_cut(&workshop, &source, [4, 5, 6]);
    }
}

#[test]
fn streams_that_begin_later_stay_where_they_are() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    let whole = seconds(folder, "whole.mkv", (0, 10), "");
    let whole = whole.display();
    for ending in ["mkv", "mp4", "ts"] {
        // Frames begin 1 s after audio: players show second 3 at 4 and sound second 4.
        let name = format!("frames-late.{ending}");
        let shift = format!("-itsoffset 1 -i {whole} -i {whole} -map 0:v -map 1:a -c copy");
        let source = make(folder, &name, &shift);
        let inputs = [
            ("video", video(&source)),
            ("text", text("from 0:04 to 0:07")),
        ];
        let made = workshop.file("video_trimming", &inputs);
        for (time, expected) in [(0.5, (3, 4)), (1.5, (4, 5)), (2.5, (5, 6))] {
            assert_eq!(at(&made, time), expected, "{name} at {time}");
        }
        let name = format!("audio-late.{ending}");
        let shift = format!("-itsoffset 1 -i {whole} -i {whole} -map 1:v -map 0:a -c copy");
        let source = make(folder, &name, &shift);
        let inputs = [
            ("video", video(&source)),
            ("text", text("from 0:04 to 0:07")),
        ];
        let made = workshop.file("video_trimming", &inputs);
        for (time, expected) in [(0.5, (4, 3)), (1.5, (5, 4)), (2.5, (6, 5))] {
            assert_eq!(at(&made, time), expected, "{name} at {time}");
        }
        let inputs = [("video", video(&source)), ("gain", text("-3"))];
        let quieter = workshop.file("video_volume", &inputs);
        for time in [2.5, 8.5] {
            let second = time as usize;
            assert_eq!(at(&quieter, time), (second, second - 1), "{name} at {time}");
        }
    }
}

#[test]
fn what_an_edit_list_hides_is_not_there() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    let whole = seconds(folder, "whole.mp4", (0, 10), "");
    // Cut without encoding between two key frames: an edit list hides what lies before.
    let cut = format!("-ss 0.48 -i {} -c copy", whole.display());
    let source = make(folder, "hidden.mp4", &cut);
    for (time, second) in [(0.2, 0), (1.02, 1), (4.02, 4)] {
        assert_eq!(at(&source, time).0, second, "as ffmpeg shows it");
    }
    let inputs = [
        ("video", video(&source)),
        ("text", text("from 0:04.02 to 0:07.02")),
    ];
    let made = workshop.file("video_trimming", &inputs);
    for (time, second) in [(0.3, 4), (1.0, 5), (2.0, 6)] {
        assert_eq!(at(&made, time), (second, second), "at {time}");
    }
}

#[test]
fn frames_of_a_varying_rate_keep_their_times() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    let steady = seconds(folder, "steady.mkv", (0, 10), "");
    let varying = format!(
        "-i {} -vf select='lt(mod(n\\,50)\\,25)+not(mod(n\\,5))' -vsync vfr -c:v libx264 -g 25 -bf 2 -c:a copy",
        steady.display()
    );
    for name in ["varying.mkv", "varying.mp4"] {
        let source = make(folder, name, &varying);
        is_cut(&workshop, &source, [4, 5, 6]);
    }
}
