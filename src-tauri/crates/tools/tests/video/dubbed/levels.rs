//! Loudness of what is dubbed.

use patchbay_test_support::video::span;

use super::*;

#[test]
fn video_and_audio_begin_and_end_together() {
    let workshop = Workshop::new();
    let clips = [
        make(
            workshop.path(),
            "short.wav",
            "-f lavfi -i sine=frequency=880:duration=1.5",
        ),
        make(
            workshop.path(),
            "long.mp3",
            "-f lavfi -i sine=frequency=880:duration=9",
        ),
        sample("voice.wav"),
    ];
    for (name, inputs, video_codec, audio_codec) in UNEVEN_VIDEOS {
        let from = make(
            workshop.path(),
            name,
            &format!("{inputs} -c:v {video_codec} -pix_fmt yuv420p -c:a {audio_codec}"),
        );
        for added in &clips {
            let to = workshop.file(
                "dub_video",
                &[("video", video(&from)), ("audio", audio(added))],
            );
            let (frames, sound) = (span(&to, "video"), span(&to, "audio"));
            let what = format!("{name} with {}", added.display());
            // A Matroska file begins with the silence that is put before audio.
            let is_matroska = to.extension().is_some_and(|ending| ending != "mp4");
            let early = if is_matroska { 0.03 } else { 1e-3 };
            assert!(
                frames.0.abs() < early && sound.0.abs() < early,
                "{what}: {frames:?} {sound:?}"
            );
            assert!(
                (frames.1 - frames.0 - 4.0).abs() < 0.001,
                "{what}: {frames:?}"
            );
            assert!(
                (sound.1 - frames.1).abs() < 0.04,
                "{what}: the sound ends at {} s",
                sound.1
            );
            assert!(
                loudness(&to, 0.2, 1.2) > -50.0,
                "{what}: something is heard"
            );
        }
    }
}

#[test]
fn a_silent_video_gets_the_audio_alone() {
    let workshop = Workshop::new();
    let music = make(
        workshop.path(),
        "music.wav",
        "-f lavfi -i sine=frequency=880:duration=20",
    );
    for (name, silence) in [
        ("none.mp4", ""),
        (
            "quiet.mp4",
            "-f lavfi -i anullsrc=sample_rate=44100 -shortest",
        ),
    ] {
        let inputs = format!("-f lavfi -i testsrc=duration=4:size=64x64:rate=25 {silence}");
        let from = make(
            workshop.path(),
            name,
            &format!("{inputs} -c:v libx264 -pix_fmt yuv420p"),
        );
        let to = workshop.file(
            "dub_video",
            &[("video", video(&from)), ("audio", audio(&music))],
        );
        let gain = loudness(&to, 0.5, 1.5) - loudness(&music, 0.5, 1.5);
        assert!(gain.abs() < 0.3, "{name}: {gain} dB");
    }
}
