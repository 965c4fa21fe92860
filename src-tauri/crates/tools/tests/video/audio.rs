use patchbay_domain::Resource;
use patchbay_test_support::tracks::bilingual;
use patchbay_test_support::video::{clip, facts, frequency, make, number, samples, stream};

use super::{Workshop, text, video};

#[test]
fn a_videos_audio_is_taken_out() {
    let workshop = Workshop::new();
    let mp4 = clip(workshop.path(), "clip.mp4", 3.0, "64x64", 10);
    let mkv = make(
        workshop.path(),
        "clip.mkv",
        "-f lavfi -i testsrc=duration=3:size=64x64:rate=10 -f lavfi -i sine=frequency=440:duration=3 -c:a flac",
    );
    for from in [mp4, mkv] {
        let to = workshop.file("video_to_audio", &[("video", video(&from))]);
        assert_eq!(to.file_name().unwrap(), "clip_sound.m4a");
        let facts = facts(&to);
        assert_eq!(facts["streams"].as_array().unwrap().len(), 1);
        let audio_stream = stream(&facts, "audio").unwrap();
        assert_eq!(audio_stream["codec_name"], "aac");
        assert!(
            (number(audio_stream, "duration") - 3.0).abs() < 0.05,
            "{audio_stream}"
        );
        assert!((frequency(&to, 0.5, 2.5) - 440.0).abs() < 2.0);
    }
}

/// English at 440 Hz is the first track of the file, German at 880 Hz the one that players play.
#[test]
fn the_audio_track_that_is_asked_for_is_taken() {
    let workshop = Workshop::new();
    let source = bilingual(workshop.path(), "talk.mkv", 2.0);
    let inputs = |track: &str, format: &str| -> Vec<(&str, Resource)> {
        let values = [("video", video(&source)), ("format", text(format))];
        let track = (!track.is_empty()).then(|| ("track", text(track)));
        values.into_iter().chain(track).collect()
    };
    for (track, tone) in [
        ("", 880.0),
        ("1", 440.0),
        ("2", 880.0),
        ("English", 440.0),
        ("German", 880.0),
    ] {
        for format in ["m4a", "mp3", "wav"] {
            let inputs = inputs(track, format);
            let to = workshop.file("video_to_audio", &inputs);
            let heard = frequency(&to, 0.5, 1.5);
            assert!(
                (heard - tone).abs() < 2.0,
                "{track} as {format}: {heard} Hz"
            );
            let lost = Workshop::losses("video_to_audio", &inputs);
            assert_eq!(
                lost.len(),
                usize::from(track.is_empty()),
                "{track}: {lost:?}"
            );
        }
    }
    for wanted in ["3", "French"] {
        let error = workshop
            .run("video_to_audio", &inputs(wanted, "wav"))
            .expect_err("there is none")
            .to_string();
        let tells = format!("“talk.mkv” has no sound track “{wanted}”. It has 1 (eng), 2 (deu).");
        assert_eq!(error, tells);
    }
}

#[test]
fn a_films_sound_is_copied_or_refused() {
    let workshop = Workshop::new();
    let film = clip(workshop.path(), "clip.mp4", 2.0, "64x64", 10);
    let copied = |format: &str| {
        let values = [("video", video(&film)), ("method", text("copied"))];
        let format = (!format.is_empty()).then(|| ("format", text(format)));
        values.into_iter().chain(format).collect::<Vec<_>>()
    };
    for format in ["", "m4a"] {
        let to = workshop.file("video_to_audio", &copied(format));
        assert_eq!(to.extension().unwrap(), "m4a");
        assert_eq!(
            samples(&to, 0.2, 1.8),
            samples(&film, 0.2, 1.8),
            "to the bit"
        );
    }
    let error = workshop
        .run("video_to_audio", &copied("mp3"))
        .expect_err("it is AAC")
        .to_string();
    assert!(
        error.contains("packed as aac") && error.contains("MP3"),
        "{error}"
    );
    for format in ["flac", "ogg", "opus"] {
        let inputs = [("video", video(&film)), ("format", text(format))];
        let to = workshop.file("video_to_audio", &inputs);
        assert!((frequency(&to, 0.5, 1.5) - 440.0).abs() < 2.0, "{format}");
    }
}
