//! Tests that what a video has beside frames and one audio track is in the result, or the step says
//! that it is not.

use patchbay_domain::Resource;
use patchbay_test_support::tracks::{bilingual, half_clear, spoken, track};
use patchbay_test_support::video::{clip, facts, frame_at, loudness, number, stream};

use super::{Workshop, audio, text, video};

/// A tool, what it takes beside the video, and how long its result is.
type Edit<'a> = (&'a str, Vec<(&'a str, Resource)>, f64);

#[test]
fn edits_keep_every_audio_track() {
    let workshop = Workshop::new();
    let source = bilingual(workshop.path(), "film.mkv", 4.0);
    let words = |words: &str| ("text", text(words));
    let subtitles = || words("1\n00:00:00,500 --> 00:00:02,000\nHello there\n");
    let edits: [Edit; 7] = [
        ("video_trimming", vec![words("from 0:01 to 0:03")], 2.0),
        ("video_trimming", vec![words("from 0:00.5 to 0:02")], 1.5),
        ("video_speed", vec![words("twice as fast")], 2.0),
        ("video_stabilization", vec![], 4.0),
        ("subtitle_video", vec![subtitles()], 4.0),
        ("soft_subtitle_video", vec![subtitles()], 4.0),
        ("video_concatenation", vec![("second", video(&source))], 8.0),
    ];
    for (tool, more, seconds) in edits {
        let inputs: Vec<_> = [("video", video(&source))]
            .into_iter()
            .chain(more)
            .collect();
        let to = workshop.file(tool, &inputs);
        let tracks = spoken(&to);
        let said: Vec<_> = tracks
            .iter()
            .map(|(language, _, is_heard)| (language.as_str(), *is_heard))
            .collect();
        // What is copied stays in its order; elsewhere the one that is heard comes first.
        let mut expected = [("deu", true), ("eng", false)];
        if ["soft_subtitle_video", "video_concatenation"].contains(&tool) {
            expected.reverse();
        }
        assert_eq!(said, expected, "{tool}");
        for number_of in [0, 1] {
            let heard = track(workshop.path(), &to, number_of);
            let lasts = number(&facts(&heard)["format"], "duration");
            assert!(
                (lasts - seconds).abs() < 0.1,
                "{tool}: track {number_of} lasts {lasts} s"
            );
            assert!(
                loudness(&heard, seconds - 0.5, seconds - 0.1) > -40.0,
                "{tool}: track {number_of} is heard"
            );
        }
        assert!(
            workshop.progress.said().is_empty(),
            "{tool}: {:?}",
            workshop.progress.said()
        );
        assert!(
            Workshop::losses(tool, &inputs).is_empty(),
            "{tool}: nothing is said to be lost before"
        );
    }
}

#[test]
fn a_joined_video_speaks_where_it_has_no_other_language() {
    let workshop = Workshop::new();
    let (two, one) = (
        bilingual(workshop.path(), "two.mp4", 2.0),
        clip(workshop.path(), "one.mp4", 2.0, "160x120", 25),
    );
    for (first, second) in [(&two, &one), (&one, &two)] {
        let to = workshop.file(
            "video_concatenation",
            &[("video", video(first)), ("second", video(second))],
        );
        assert_eq!(spoken(&to).len(), 2);
        for number_of in [0, 1] {
            let heard = track(workshop.path(), &to, number_of);
            assert!(
                loudness(&heard, 0.3, 1.7) > -40.0 && loudness(&heard, 2.3, 3.7) > -40.0,
                "track {number_of}"
            );
        }
    }
}

#[test]
fn a_track_that_is_not_kept_is_told_before_and_after() {
    let workshop = Workshop::new();
    let source = bilingual(workshop.path(), "film.mp4", 2.0);
    let told = "Of the 2 sound tracks of “film.mp4” the result has only 1 (deu).";
    assert_eq!(
        Workshop::losses("video_to_audio", &[("video", video(&source))]),
        [told]
    );
    workshop.file("video_to_audio", &[("video", video(&source))]);
    assert_eq!(workshop.progress.said(), [told]);
    let workshop = Workshop::new();
    let source = bilingual(workshop.path(), "film.mp4", 2.0);
    let voice = track(workshop.path(), &source, 0);
    let inputs = [("video", video(&source)), ("audio", audio(&voice))];
    let foreseen = Workshop::losses("dub_video", &inputs);
    workshop.file("dub_video", &inputs);
    let said = workshop.progress.said();
    assert_eq!(foreseen, said);
    assert!(
        said.len() == 1 && said[0].starts_with("Of the 2 sound tracks of “film.mp4”"),
        "{said:?}"
    );
}

#[test]
fn what_is_clear_becomes_white_and_is_told_and_stays_clear_in_key_frames() {
    let workshop = Workshop::new();
    let source = half_clear(
        workshop.path(),
        "title.mov",
        "-c:v prores_ks -profile:v 4444",
        "yuva444p10le",
        10,
    );
    let frames = workshop
        .run("video_to_image", &[("video", video(&source))])
        .unwrap();
    let frame = image::open(&frames.files()[0].path).unwrap().into_rgba8();
    assert!(frame.get_pixel(12, 24).0[3] < 4 && frame.get_pixel(52, 24).0[3] > 251);
    assert!(workshop.progress.said().is_empty());
    let part = [
        ("video", video(&source)),
        ("text", text("from 0:00.3 to 0:00.8")),
    ];
    assert!(Workshop::losses("video_trimming", &part).is_empty());
    let to = workshop.file("video_trimming", &part);
    let kept = facts(&to);
    let kept = stream(&kept, "video").unwrap();
    assert_eq!(
        (
            kept["codec_name"].as_str(),
            kept["nb_read_packets"].as_str()
        ),
        (Some("prores"), Some("5"))
    );
    assert!(
        kept["pix_fmt"]
            .as_str()
            .is_some_and(|form| form.starts_with("yuva444p")),
        "{kept}"
    );
    assert!(
        workshop.progress.said().is_empty() && to.extension().is_some_and(|ending| ending == "mov")
    );
    let half = [("video", video(&source)), ("text", text("half speed"))];
    let foreseen = Workshop::losses("video_speed", &half);
    let to = workshop.file("video_speed", &half);
    assert_eq!(stream(&facts(&to), "video").unwrap()["codec_name"], "h264");
    assert!(
        frame_at(&to, 0.5)
            .get_pixel(12, 24)
            .0
            .iter()
            .all(|part| *part > 250)
    );
    let told = "The result holds no alpha channel: where “title.mov” is clear, it is white.";
    assert_eq!(
        (foreseen, workshop.progress.said()),
        (vec![told.to_owned()], vec![told.to_owned()])
    );
}

#[test]
fn the_language_that_is_said_wins_over_that_of_the_words() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 2.0, "160x90", 25);
    for (said, code) in [("Dutch", "nld"), ("Norwegian", "nor"), ("Chinese", "zho")] {
        let to = workshop.file(
            "soft_subtitle_video",
            &[
                ("video", video(&from)),
                ("text", text("0:01 Das Wasser war weit draußen.")),
                ("language", text(said)),
            ],
        );
        let told = facts(&to);
        let track = stream(&told, "subtitle").unwrap();
        assert_eq!(track["tags"]["language"], code, "{said}");
    }
}
