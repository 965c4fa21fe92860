use std::path::Path;

use patchbay_test_support::film::{clip, facts, frequency, index_is_first, make, number, picture, stream};

use super::{Workshop, text, video};

/// How many pixels are white, in the upper and in the lower half of a picture.
fn white(path: &Path, seconds: f64) -> (usize, usize) {
    let shown = picture(path, seconds);
    let half = shown.height() / 2;
    let is_white = |pixel: &image::Rgb<u8>| pixel.0.iter().all(|channel| *channel > 215);
    let lit = shown.enumerate_pixels().filter(|(.., pixel)| is_white(pixel));
    let below = lit.clone().filter(|(_, y, _)| *y >= half).count();
    (lit.count() - below, below)
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
    let srt =
        "1\n00:00:01,000 --> 00:00:02,000\nHello {world}\\N\n\n2\n00:00:03,000 --> 00:00:09,000\n<i>Two</i>\nlines\n";
    let to = workshop.file("subtitle_video", &[("video", video(&from)), ("text", text(srt))]);
    assert_eq!(to.file_name().unwrap(), "clip_subtitled.mp4");
    let facts = facts(&to);
    let (pictures, sound) = (stream(&facts, "video").unwrap(), stream(&facts, "audio").unwrap());
    assert_eq!((pictures["codec_name"].as_str(), sound["codec_name"].as_str()), (Some("h264"), Some("aac")));
    assert_eq!((pictures["width"].as_i64(), pictures["height"].as_i64()), (Some(640), Some(360)));
    assert!((number(pictures, "duration") - 4.0).abs() < 0.041 && (number(sound, "duration") - 4.0).abs() < 0.05);
    assert!((frequency(&to, 0.5, 3.5) - 440.0).abs() < 2.0 && index_is_first(&to));
    for (seconds, is_shown) in
        [(0.9, false), (1.05, true), (1.9, true), (2.05, false), (2.9, false), (3.1, true), (3.9, true)]
    {
        let (above, below) = white(&to, seconds);
        assert_eq!(above, 0, "at {seconds} s");
        assert_eq!(below > 250, is_shown, "at {seconds} s there are {below} white pixels");
    }
}

#[test]
fn a_title_is_shown_throughout_and_a_story_is_spread() {
    let workshop = Workshop::new();
    // Upright, without sound, with a varying and low rate.
    let from = make(
        workshop.path(),
        "slides.mkv",
        "-f lavfi -i color=0x104070:size=180x320:rate=5:duration=6,select=not(mod(n\\,3)) -vsync vfr -c:v ffv1",
    );
    let to = workshop.file("subtitle_video", &[("video", video(&from)), ("text", text("Summer at the lake"))]);
    for seconds in [0.1, 3.0, 5.5] {
        assert!(white(&to, seconds).1 > 100, "at {seconds} s");
    }
    assert!(stream(&facts(&to), "audio").is_none());
    let story = "The dog knew the way and ran ahead of us to the gate, where he waited until we came up the hill. \
                 Behind it the meadow opens towards the wood, and at this early hour nobody else is there at all.";
    let to = workshop.file("subtitle_video", &[("video", video(&from)), ("text", text(story))]);
    let shots: Vec<_> = [0.5, 2.0, 3.5, 5.0].iter().map(|seconds| picture(&to, *seconds)).collect();
    for (number, pair) in shots.windows(2).enumerate() {
        assert!(patchbay_test_support::film::difference(&pair[0], &pair[1]) > 0.5, "part {number} and the next differ");
    }
}

#[test]
fn what_cannot_be_shown_is_said() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 1.0, "64x64", 10);
    let said = |words: &str| {
        workshop.run("subtitle_video", &[("video", video(&from)), ("text", text(words))]).unwrap_err().to_string()
    };
    assert!(said("  ").contains("no words"));
    assert!(said("00:01:00,000 --> 00:01:02,000\nLate").contains("only 1 s long"));
    assert_eq!(workshop.left(), 0);
}
