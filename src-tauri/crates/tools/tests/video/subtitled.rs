use std::path::Path;

use patchbay_test_support::video::{
    clip, facts, frame_at, frequency, index_is_first, make, number, stream, turned,
};

use super::{Workshop, text, video};

/// Number of white pixels in the upper and in the lower half of a frame.
fn white(path: &Path, seconds: f64) -> (usize, usize) {
    let shown = frame_at(path, seconds);
    let half = shown.height() / 2;
    let is_white = |pixel: &image::Rgb<u8>| pixel.0.iter().all(|channel| *channel > 215);
    let lit = shown
        .enumerate_pixels()
        .filter(|(.., pixel)| is_white(pixel));
    let below = lit.clone().filter(|(_, y, _)| *y >= half).count();
    (lit.count() - below, below)
}

#[test]
fn words_have_the_place_and_colour_that_were_chosen() {
    let workshop = Workshop::new();
    let from = make(
        workshop.path(),
        "grey.mp4",
        "-f lavfi -i color=gray:s=320x180:d=2:r=10 -pix_fmt yuv420p",
    );
    let chosen = [
        ("place", text("top")),
        ("color", text("#ffe000")),
        ("letters", text("large")),
    ];
    let inputs = [
        ("video", video(&from)),
        ("text", text("Summer at the lake")),
    ]
    .into_iter()
    .chain(chosen);
    let to = workshop.file("subtitle_video", &inputs.collect::<Vec<_>>());
    let shown = frame_at(&to, 1.0);
    let is_yellow = |color: &[u8; 3]| color[0] > 190 && color[1] > 160 && color[2] < 110;
    let rows: Vec<u32> = shown
        .enumerate_pixels()
        .filter(|(.., pixel)| is_yellow(&pixel.0))
        .map(|(_, row, _)| row)
        .collect();
    assert!(
        rows.len() > 100 && rows.iter().all(|row| *row < 90),
        "{} yellow pixels",
        rows.len()
    );
}

#[test]
fn subtitles_appear_at_their_times() {
    let workshop = Workshop::new();
    let from = make(
        workshop.path(),
        "clip.mov",
        "-f lavfi -i color=0x803020:size=641x361:rate=25:duration=4 -f lavfi -i sine=frequency=440:duration=4 \
         -filter_complex [1]pan=5.1|FC=c0[a] -map 0:v -map [a] -c:v mpeg4 -q:v 2 -c:a aac",
    );
    let srt = "1\n00:00:01,000 --> 00:00:02,000\nHello {world}\\N\n\n2\n00:00:03,000 --> 00:00:09,000\n<i>Two</i>\nlines\n";
    let to = workshop.file(
        "subtitle_video",
        &[("video", video(&from)), ("text", text(srt))],
    );
    assert_eq!(to.file_name().unwrap(), "clip_subtitled.mov");
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
        (Some(640), Some(360))
    );
    assert!(
        (number(video_stream, "duration") - 4.0).abs() < 0.041
            && (number(audio_stream, "duration") - 4.0).abs() < 0.05
    );
    assert!(packets(&to, "a") == packets(&from, "a") && index_is_first(&to));
    for (seconds, is_shown) in [
        (0.9, false),
        (1.05, true),
        (1.9, true),
        (2.05, false),
        (2.9, false),
        (3.1, true),
        (3.9, true),
    ] {
        let (above, below) = white(&to, seconds);
        assert_eq!(above, 0, "at {seconds} s");
        assert_eq!(
            below > 250,
            is_shown,
            "at {seconds} s there are {below} white pixels"
        );
    }
}

#[test]
fn a_title_is_shown_throughout_and_a_story_is_spread() {
    let workshop = Workshop::new();
    // Upright, without audio, with a varying and low rate.
    let from = make(
        workshop.path(),
        "slides.mkv",
        "-f lavfi -i color=0x104070:size=180x320:rate=5:duration=6,select=not(mod(n\\,3)) -vsync vfr -c:v ffv1",
    );
    let to = workshop.file(
        "subtitle_video",
        &[
            ("video", video(&from)),
            ("text", text("Summer at the lake")),
        ],
    );
    for seconds in [0.1, 3.0, 5.5] {
        assert!(white(&to, seconds).1 > 100, "at {seconds} s");
    }
    assert!(stream(&facts(&to), "audio").is_none());
    let story = "The dog knew the way and ran ahead of us to the gate, where he waited until we came up the hill. \
                 Behind it the meadow opens towards the wood, and at this early hour nobody else is there at all.";
    let to = workshop.file(
        "subtitle_video",
        &[("video", video(&from)), ("text", text(story))],
    );
    let shots: Vec<_> = [0.5, 2.0, 3.5, 5.0]
        .iter()
        .map(|seconds| frame_at(&to, *seconds))
        .collect();
    for (number, pair) in shots.windows(2).enumerate() {
        assert!(
            patchbay_test_support::video::difference(&pair[0], &pair[1]) > 0.5,
            "part {number} and the next differ"
        );
    }
}

#[test]
fn what_cannot_be_shown_is_said() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 1.0, "64x64", 10);
    for tool in ["subtitle_video", "soft_subtitle_video"] {
        let said = |words: &str| {
            workshop
                .run(tool, &[("video", video(&from)), ("text", text(words))])
                .unwrap_err()
                .to_string()
        };
        assert!(said("  ").contains("no words"));
        assert!(said("00:01:00,000 --> 00:01:02,000\nLate").contains("only 1 s long"));
        assert_eq!(workshop.left(), 0);
    }
    let long = format!("00:00:00,100 --> 00:00:00,900\n{}", "word ".repeat(14_000));
    let error = workshop
        .run(
            "soft_subtitle_video",
            &[("video", video(&from)), ("text", text(&long))],
        )
        .unwrap_err();
    assert!(error.to_string().contains("at 0.1 s"), "{error}");
    assert_eq!(workshop.left(), 0);
}

/// The MD5 sums of a stream's packets, in their order.
fn packets(path: &Path, stream: &str) -> Vec<String> {
    let output = std::process::Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-select_streams",
            stream,
            "-show_packets",
            "-show_data_hash",
            "md5",
        ])
        .args(["-show_entries", "packet=data_hash", "-of", "csv=p=0"])
        .arg(path)
        .output()
        .expect("the tests need the ffprobe program");
    assert!(
        output.status.success(),
        "ffprobe: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// A video's first subtitle track, as the ffmpeg program reads it.
fn as_subrip(path: &Path) -> String {
    let to = make(
        path.parent().unwrap(),
        "read.srt",
        &format!("-i {} -map 0:s:0 -c:s subrip", path.display()),
    );
    let text = std::fs::read_to_string(&to).unwrap();
    std::fs::remove_file(to).unwrap();
    text.replace("\r\n", "\n")
}

const SRT: &str = "1\n00:00:01,000 --> 00:00:02,000\nThe tide was out, and nobody else was there\nat this <i>early</i> hour.\n\n\
                   2\n00:00:02,500 --> 00:00:09,000\nThe boats lay on the sand – grüßt.\n";

#[test]
fn a_track_of_subtitles_leaves_the_video_as_it_is() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 4.0, "320x180", 25);
    let tagged = make(
        workshop.path(),
        "tagged.mp4",
        &format!(
            "-i {} -c copy -metadata title=Tide -metadata:s:a language=deu",
            from.display()
        ),
    );
    let to = workshop.file(
        "soft_subtitle_video",
        &[("video", video(&tagged)), ("text", text(SRT))],
    );
    assert_eq!(to.file_name().unwrap(), "tagged_subtitled.mp4");
    let told = facts(&to);
    let subtitles = stream(&told, "subtitle").unwrap();
    assert_eq!(subtitles["codec_name"], "mov_text");
    assert_eq!(
        (
            subtitles["tags"]["language"].as_str(),
            subtitles["disposition"]["default"].as_i64()
        ),
        (Some("eng"), Some(1))
    );
    assert_eq!(stream(&told, "audio").unwrap()["tags"]["language"], "deu");
    assert_eq!(told["format"]["tags"]["title"], "Tide");
    assert!(
        (number(stream(&told, "video").unwrap(), "duration") - 4.0).abs() < 0.05
            && index_is_first(&to)
    );
    for kind in ["v:0", "a:0"] {
        assert_eq!(packets(&to, kind), packets(&tagged, kind), "{kind}");
    }
    let expected = "1\n00:00:01,000 --> 00:00:02,000\nThe tide was out, and nobody else was there\nat this <i>early</i> \
                    hour.\n\n2\n00:00:02,500 --> 00:00:04,000\nThe boats lay on the sand – grüßt.\n\n";
    assert_eq!(as_subrip(&to), expected);
    // A second language stands beside the first.
    let german = "0:01 Das Wasser war weit draußen, und niemand sonst war da.\n0:03 Die Boote lagen auf dem Sand.";
    let first = workshop.path().join("first.mp4");
    std::fs::copy(&to, &first).unwrap();
    let to = workshop.file(
        "soft_subtitle_video",
        &[("video", video(&first)), ("text", text(german))],
    );
    let told = facts(&to);
    let tracks = told["streams"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|stream| stream["codec_type"] == "subtitle");
    let languages: Vec<_> = tracks
        .map(|stream| stream["tags"]["language"].as_str().unwrap())
        .collect();
    assert_eq!(languages, ["eng", "deu"]);
    assert_eq!(as_subrip(&to), expected);
    assert_eq!(packets(&to, "v:0"), packets(&from, "v:0"));
}

#[test]
fn videos_that_an_mp4_cannot_hold_are_packed_anew_for_a_track() {
    let workshop = Workshop::new();
    let inputs = "-f lavfi -i testsrc=duration=3:size=160x90:rate=25 -f lavfi -i sine=frequency=440:duration=3";
    let sources = [
        make(
            workshop.path(),
            "old.avi",
            &format!("{inputs} -c:v mpeg4 -c:a mp3"),
        ),
        make(
            workshop.path(),
            "camera.mov",
            &format!("{inputs} -c:v libx264 -pix_fmt yuv420p -c:a pcm_s16le"),
        ),
        make(
            workshop.path(),
            "stream.mkv",
            &format!("{inputs} -c:v libx264 -pix_fmt yuv420p -c:a aac"),
        ),
        turned(
            workshop.path(),
            "upright.mp4",
            &clip(workshop.path(), "clip.mp4", 3.0, "160x90", 25),
        ),
    ];
    for from in sources {
        let to = workshop.file(
            "soft_subtitle_video",
            &[("video", video(&from)), ("text", text(SRT))],
        );
        let told = facts(&to);
        let (video_stream, audio_stream) = (
            stream(&told, "video").unwrap(),
            stream(&told, "audio").unwrap(),
        );
        assert_eq!(
            (
                video_stream["codec_name"].as_str(),
                audio_stream["codec_name"].as_str()
            ),
            (Some("h264"), Some("aac"))
        );
        let words = as_subrip(&to);
        let is_there = words.starts_with("1\n00:00:01,0") && words.contains("\nThe tide");
        assert!(is_there, "{}: {words}", from.display());
        assert!((frequency(&to, 0.5, 2.5) - 440.0).abs() < 2.0);
        let (before, after) = (frame_at(&from, 1.0), frame_at(&to, 1.0));
        assert_eq!(
            before.dimensions(),
            after.dimensions(),
            "{}",
            from.display()
        );
        assert!(
            patchbay_test_support::video::difference(&before, &after) < 6.0,
            "{}",
            from.display()
        );
        let is_kept = packets(&to, "v:0") == packets(&from, "v:0");
        let is_old = from.ends_with("old.avi");
        assert_eq!(is_kept, !is_old, "{}", from.display());
    }
}
