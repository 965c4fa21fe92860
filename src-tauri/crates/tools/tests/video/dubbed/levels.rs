//! How loud what is dubbed is.

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
            let facts = facts(&to);
            let (video_stream, audio_stream) = (
                stream(&facts, "video").unwrap(),
                stream(&facts, "audio").unwrap(),
            );
            let ends = |stream| number(stream, "start_time") + number(stream, "duration");
            let what = format!("{name} with {}", added.display());
            assert!(
                number(video_stream, "start_time").abs() < 1e-3
                    && number(audio_stream, "start_time").abs() < 1e-3,
                "{what}"
            );
            assert!(
                (ends(video_stream) - 4.0).abs() < 0.001,
                "{what}: the pictures end at {} s",
                ends(video_stream)
            );
            assert!(
                (ends(audio_stream) - ends(video_stream)).abs() < 0.04,
                "{what}: the sound ends at {} s",
                ends(audio_stream)
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
