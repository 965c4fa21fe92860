mod levels;

use std::path::Path;

use patchbay_test_support::sample;
use patchbay_test_support::video::{
    clip, difference, facts, frame_at, frequency, index_is_first, loudness, make, number, samples,
    stream,
};

use super::{Workshop, audio, video};

#[test]
fn a_video_is_dubbed_to_its_length_and_fades_out() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 8.0, "320x180", 30);
    for (seconds, name) in [(3, "short.wav"), (20, "long.ogg")] {
        let music = make(
            workshop.path(),
            name,
            &format!("-f lavfi -i sine=frequency=880:duration={seconds} -ar 22050"),
        );
        let to = workshop.file(
            "dub_video",
            &[("video", video(&from)), ("audio", audio(&music))],
        );
        assert_eq!(to.file_name().unwrap(), "clip_dubbed.mp4");
        let facts = facts(&to);
        let (video_stream, audio_stream) = (
            stream(&facts, "video").unwrap(),
            stream(&facts, "audio").unwrap(),
        );
        assert_eq!(facts["streams"].as_array().unwrap().len(), 2);
        assert_eq!(
            (
                video_stream["codec_name"].as_str(),
                audio_stream["codec_name"].as_str()
            ),
            (Some("h264"), Some("aac"))
        );
        assert!((number(video_stream, "duration") - 8.0).abs() < 0.034);
        assert!((number(audio_stream, "duration") - 8.0).abs() < 0.03);
        assert!(
            (frequency(&to, 0.1, 1.9) - 880.0).abs() < 3.0,
            "the film's own sound is gone"
        );
        if name == "short.wav" {
            // It is heard once, and does not break off.
            let (full, ending) = (loudness(&to, 1.0, 2.0), loudness(&to, 2.9, 3.0));
            assert!(
                full > -23.5 && ending < full - 12.0,
                "{full} dB, at its end {ending} dB"
            );
            assert!(loudness(&to, 3.05, 8.0) < -80.0, "then there is silence");
        } else {
            let (full, end) = (loudness(&to, 3.0, 5.8), loudness(&to, 7.9, 8.0));
            assert!(
                full > -23.5 && end < full - 25.0,
                "{full} dB, at the end {end} dB"
            );
        }
        assert!(
            difference(&frame_at(&from, 4.0), &frame_at(&to, 4.0)) < 0.5,
            "the pictures are the same"
        );
        assert!(index_is_first(&to));
    }
}

#[test]
fn a_short_audio_is_repeated_where_that_is_wanted() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 8.0, "320x180", 30);
    let music = make(
        workshop.path(),
        "short.wav",
        "-f lavfi -i anoisesrc=d=3:r=22050:a=0.3:seed=1",
    );
    let to = workshop.file(
        "dub_video",
        &[
            ("video", video(&from)),
            ("audio", audio(&music)),
            ("own_sound", super::text("replaced")),
            ("repeat", super::text("repeated")),
        ],
    );
    let full = loudness(&to, 0.5, 1.5);
    for at in [2.0, 3.4, 4.6, 5.4] {
        let level = loudness(&to, at, at + 0.4);
        assert!(
            (level - full).abs() < 4.0,
            "{level} dB at {at} s, {full} dB before"
        );
    }
    assert!(loudness(&to, 7.9, 8.0) < full - 20.0, "it fades at the end");
    assert!((number(stream(&facts(&to), "audio").unwrap(), "duration") - 8.0).abs() < 0.03);
}

/// Level of a tone between two times, in dB of full scale.
fn tone(path: &Path, hertz: f64, from: f64, to: f64) -> f64 {
    let samples = samples(path, from, to);
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate() {
        let window = 1.0 - (std::f64::consts::TAU * index as f64 / samples.len() as f64).cos();
        let (sine, cosine) = (std::f64::consts::TAU * hertz * index as f64 / 48_000.0).sin_cos();
        real += f64::from(*sample) * window * cosine;
        imaginary += f64::from(*sample) * window * sine;
    }
    20.0 * (2.0 * f64::hypot(real, imaginary) / samples.len() as f64).log10()
}

#[test]
fn a_video_keeps_its_own_audio_where_that_is_wanted() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 4.0, "320x180", 30);
    let music = make(
        workshop.path(),
        "music.wav",
        "-f lavfi -i sine=frequency=880:duration=6",
    );
    for (wanted, is_kept) in [("kept", true), ("replaced", false)] {
        let to = workshop.file(
            "dub_video",
            &[
                ("video", video(&from)),
                ("audio", audio(&music)),
                ("own_sound", super::text(wanted)),
            ],
        );
        let (own, new) = (tone(&to, 440.0, 0.5, 2.5), tone(&to, 880.0, 0.5, 2.5));
        assert_eq!(
            own > -40.0,
            is_kept,
            "{wanted}: the film's own tone at {own} dB"
        );
        assert!(new > -50.0, "{wanted}: the new one at {new} dB");
    }
}

#[test]
fn music_goes_under_what_is_spoken_in_a_video() {
    let workshop = Workshop::new();
    // Somebody speaks from the fourth to the eighth second.
    let from = make(
        workshop.path(),
        "talk.mp4",
        &format!(
            "-f lavfi -i testsrc=duration=14:size=64x64:rate=10 -i {} -filter_complex \
             [1]adelay=4000:all=1,apad[a] -map 0:v -map [a] -t 14 -c:v libx264 -pix_fmt yuv420p -c:a aac",
            sample("voice.wav").display()
        ),
    );
    let music = make(
        workshop.path(),
        "music.wav",
        "-f lavfi -i aevalsrc=0.2*sin(2*PI*3520*t)+0.1*sin(2*PI*4434.92*t):duration=30:sample_rate=48000 -ac 2",
    );
    let to = workshop.file(
        "dub_video",
        &[("video", video(&from)), ("audio", audio(&music))],
    );
    let level = |from, to_| tone(&to, 3520.0, from, to_);
    let (before, during, after) = (level(1.0, 3.0), level(4.6, 6.6), level(10.5, 11.8));
    assert!(
        during < before - 7.0,
        "before {before} dB, during the speech {during} dB"
    );
    assert!(
        (after - before).abs() < 1.0,
        "before {before} dB, after it {after} dB"
    );
    assert!(level(13.9, 14.0) < before - 20.0, "it fades at the end");
    let spoken = loudness(&to, 4.5, 6.5) - loudness(&from, 4.5, 6.5);
    assert!(
        spoken.abs() < 1.0,
        "what is spoken stays as loud as it was: {spoken} dB"
    );
    assert!((number(stream(&facts(&to), "audio").unwrap(), "duration") - 14.0).abs() < 0.03);
}

#[test]
fn a_voice_goes_over_what_is_heard_in_a_video() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "sea.mp4", 10.0, "64x64", 10);
    let voice = sample("voice.wav");
    let to = workshop.file(
        "dub_video",
        &[("video", video(&from)), ("audio", audio(&voice))],
    );
    let (own, during, after) = (
        tone(&from, 440.0, 8.0, 9.5),
        tone(&to, 440.0, 1.0, 2.5),
        tone(&to, 440.0, 8.0, 9.5),
    );
    assert!(during < own - 7.0, "{own} dB, under the voice {during} dB");
    assert!(
        (after - own).abs() < 1.0,
        "{own} dB, after the voice {after} dB"
    );
    // One voice takes the place of another.
    let spoken = make(
        workshop.path(),
        "spoken.mp4",
        &format!(
            "-f lavfi -i testsrc=duration=8:size=64x64:rate=10 -i {} -filter_complex [1]adelay=3500:all=1,apad[a] \
             -map 0:v -map [a] -t 8 -c:v libx264 -pix_fmt yuv420p -c:a aac",
            voice.display()
        ),
    );
    let to = workshop.file(
        "dub_video",
        &[("video", video(&spoken)), ("audio", audio(&voice))],
    );
    assert!(loudness(&to, 0.5, 2.5) > -30.0 && loudness(&to, 5.0, 7.0) < -60.0);
}

#[test]
fn other_videos_are_encoded_for_every_player() {
    let mut workshop = Workshop::new();
    let from = make(
        workshop.path(),
        "clip.webm",
        "-f lavfi -i testsrc=duration=3:size=161x91:rate=24 -c:v libvpx-vp9 -deadline realtime -cpu-used 8",
    );
    let music = make(workshop.path(), "music.flac", "-f lavfi -i sine=duration=5");
    workshop.target_seconds = Some(2.0);
    let to = workshop.file(
        "dub_video",
        &[("video", video(&from)), ("audio", audio(&music))],
    );
    let facts = facts(&to);
    let video_stream = stream(&facts, "video").unwrap();
    assert_eq!(video_stream["codec_name"], "h264");
    assert_eq!(
        (
            video_stream["width"].as_i64(),
            video_stream["height"].as_i64()
        ),
        (Some(160), Some(90))
    );
    assert!(
        (number(video_stream, "duration") - 2.0).abs() < 0.05,
        "the wanted length is kept"
    );
    assert!((number(stream(&facts, "audio").unwrap(), "duration") - 2.0).abs() < 0.03);
}

/// Videos whose own audio is longer or shorter than their frames, or begins later, in containers
/// that say less: their names, inputs, and encoders of video and audio.
const UNEVEN_VIDEOS: [(&str, &str, &str, &str); 6] = [
    (
        "longer.mp4",
        "-f lavfi -i testsrc=duration=4:size=64x64:rate=25 -f lavfi -i sine=duration=5.2",
        "libx264",
        "aac",
    ),
    (
        "longer.mkv",
        "-f lavfi -i testsrc=duration=4:size=64x64:rate=25 -f lavfi -i sine=duration=5.2",
        "libx264",
        "flac",
    ),
    (
        "shorter.mov",
        "-f lavfi -i testsrc=duration=4:size=64x64:rate=25 -f lavfi -i sine=duration=2",
        "mpeg4",
        "aac",
    ),
    (
        "later.mp4",
        "-f lavfi -i testsrc=duration=4:size=64x64:rate=25 -itsoffset 0.7 -f lavfi -i sine=duration=2",
        "libx264",
        "aac",
    ),
    (
        "longer.webm",
        "-f lavfi -i testsrc=duration=4:size=64x64:rate=25 -f lavfi -i sine=duration=5.2",
        "libvpx",
        "libvorbis",
    ),
    (
        "silent.mp4",
        "-f lavfi -i testsrc=duration=4:size=64x64:rate=25",
        "libx264",
        "aac",
    ),
];
