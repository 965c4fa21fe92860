use std::path::Path;

use patchbay_test_support::video::{facts, frequency, make, number, samples, stream};

use super::*;
use crate::testing::context;

/// Two seconds with a microphone (440 Hz) and a game (1 kHz) on a track each.
fn recording(context: &Context) -> MediaFile {
    let arguments = "-f lavfi -i color=red:s=64x48:d=2:r=25 -f lavfi -i sine=frequency=440:duration=2 \
                     -f lavfi -i sine=frequency=1000:duration=2 -map 0 -map 1 -map 2 -c:v libx264 -pix_fmt yuv420p \
                     -c:a aac -metadata:s:a:0 title=Mic -metadata:s:a:1 title=Game";
    MediaFile {
        path: make(&context.folder, "rec.mkv", arguments),
        name: "rec.mkv".to_owned(),
    }
}

fn run(
    video: &MediaFile,
    set: &[(&str, &str)],
    context: &Context,
) -> Result<Vec<MediaFile>, String> {
    let given = [("video", Resource::Video(video.clone()))];
    let set = set
        .iter()
        .map(|(name, value)| (*name, Resource::Text((*value).to_owned())));
    let values = given.into_iter().chain(set);
    let inputs = Inputs::new(
        values
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    );
    assert!(VideoToAudio.losses(&inputs).is_empty(), "nothing is lost");
    match VideoToAudio.run(&inputs, context) {
        Ok(made) => Ok(made.files().into_iter().cloned().collect()),
        Err(error) => Err(error.to_string()),
    }
}

fn codec(path: &Path) -> String {
    let told = facts(path);
    stream(&told, "audio").unwrap()["codec_name"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn every_track_becomes_a_file() {
    let (context, _folder) = context();
    let video = recording(&context);
    for (format, wanted) in [("mp3", "mp3"), ("", "aac"), ("flac", "flac")] {
        let made = run(&video, &[("apart", "tracks"), ("format", format)], &context).unwrap();
        assert_eq!(made.len(), 2);
        assert!(
            made[0].name.starts_with("rec_track-1-Mic."),
            "{}",
            made[0].name
        );
        assert!(
            made[1].name.starts_with("rec_track-2-Game."),
            "{}",
            made[1].name
        );
        for (file, hertz) in made.iter().zip([440.0, 1_000.0]) {
            assert_eq!(codec(&file.path), wanted);
            assert!((frequency(&file.path, 0.5, 1.5) - hertz).abs() < 5.0);
            let length = number(&facts(&file.path)["format"], "duration");
            assert!((length - 2.0).abs() < 0.1, "{length}");
        }
    }
}

#[test]
fn every_channel_becomes_a_file() {
    let (context, _folder) = context();
    let arguments = "-f lavfi -i color=red:s=64x48:d=1:r=25 -filter_complex \
                     aevalsrc=0.3*sin(300*2*PI*t)|0.3*sin(500*2*PI*t)|0.3*sin(700*2*PI*t)|0.3*sin(900*2*PI*t):c=4.0:d=1[a] \
                     -map 0 -map [a] -c:v libx264 -pix_fmt yuv420p -c:a pcm_s24le";
    let video = MediaFile {
        path: make(&context.folder, "field.mov", arguments),
        name: "field.mov".to_owned(),
    };
    let made = run(&video, &[("apart", "channels")], &context).unwrap();
    assert_eq!(made.len(), 4);
    for (file, hertz) in made.iter().zip([300.0, 500.0, 700.0, 900.0]) {
        assert!(
            (frequency(&file.path, 0.2, 0.8) - hertz).abs() < 5.0,
            "{}",
            file.name
        );
        let told = facts(&file.path);
        assert_eq!(stream(&told, "audio").unwrap()["channels"], 1);
        assert_eq!(codec(&file.path), "pcm_s24le", "its depth stays");
    }
    let error = run(&video, &[("apart", "tracks")], &context).unwrap_err();
    assert!(error.contains("only one sound track"), "{error}");
}

#[test]
fn rate_depth_and_bit_rate_are_as_asked_for() {
    let (context, _folder) = context();
    let arguments = "-f lavfi -i color=red:s=64x48:d=2:r=25 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=2 \
                     -c:v libx264 -pix_fmt yuv420p -c:a pcm_f32le -ac 2";
    let video = MediaFile {
        path: make(&context.folder, "take.mkv", arguments),
        name: "take.mkv".to_owned(),
    };
    for (set, codec, rate, channels) in [
        (
            vec![("format", "wav"), ("sample_rate", "22050"), ("depth", "24")],
            "pcm_s24le",
            "22050",
            2_i32,
        ),
        (
            vec![("format", "aiff"), ("depth", "16")],
            "pcm_s16be",
            "48000",
            2,
        ),
        (
            vec![
                ("format", "mp3"),
                ("bitrate", "96 kbps"),
                ("sample_rate", "44100"),
            ],
            "mp3",
            "44100",
            2,
        ),
        (
            vec![
                ("format", "flac"),
                ("channel_layout", "mono"),
                ("sample_rate", "32000"),
            ],
            "flac",
            "32000",
            1,
        ),
    ] {
        let made = run(&video, &set, &context).unwrap().remove(0);
        let told = facts(&made.path);
        let sound = stream(&told, "audio").unwrap();
        assert_eq!(
            (
                &sound["codec_name"],
                &sound["sample_rate"],
                &sound["channels"]
            ),
            (&codec.into(), &rate.into(), &channels.into()),
            "{set:?}"
        );
        if codec == "mp3" {
            let bits = number(sound, "bit_rate");
            assert!((bits - 96_000.0).abs() < 4_000.0, "{bits}");
        }
        let length = number(&told["format"], "duration");
        assert!((length - 2.0).abs() < 0.1, "{set:?}: {length}");
        assert!((frequency(&made.path, 0.5, 1.5) - 440.0).abs() < 5.0);
    }
    let error = run(
        &video,
        &[("format", "wav"), ("bitrate", "96 kbps")],
        &context,
    )
    .unwrap_err();
    assert!(error.contains("no bit rate"), "{error}");
}

#[test]
fn dither_hides_that_bits_are_taken_away() {
    let (context, _folder) = context();
    // A tone of 0.41 steps of 16 bits: rounded it is silent.
    let arguments = "-f lavfi -i color=red:s=64x48:d=1:r=25 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=1 \
                     -af volume=-80dB -c:v libx264 -pix_fmt yuv420p -c:a pcm_f32le";
    let video = MediaFile {
        path: make(&context.folder, "faint.mkv", arguments),
        name: "faint.mkv".to_owned(),
    };
    let is_heard = |dither: &str| {
        let set = [("format", "wav"), ("depth", "16"), ("dither", dither)];
        let made = run(&video, &set, &context).unwrap().remove(0);
        let heard = samples(&made.path, 0.1, 0.9);
        assert!(heard.len() > 30_000, "{}", heard.len());
        heard.iter().any(|sample| sample.abs() > 0.0)
    };
    assert!(!is_heard("none"));
    assert!(is_heard("triangular") && is_heard("high-pass"));
}
