use patchbay_domain::MediaFile;
use patchbay_media::audio;
use patchbay_test_support::video::{facts, make, number, samples, stream};

use super::*;
use crate::testing::{context, inputs};

#[test]
fn audio_is_written_as_what_is_asked_for() {
    let (context, folder) = context();
    let file = MediaFile {
        path: folder.path().join("voice.wav"),
        name: "voice.wav".to_owned(),
    };
    let tone: Vec<f32> = (0..96_000).map(|n| (n as f32 * 0.06).sin() * 0.5).collect();
    let audio = audio::AudioBuffer {
        sample_rate: 48_000,
        channels: vec![tone.clone(), tone],
    };
    audio::write_wav(&audio, &file.path, "voice.wav").unwrap();
    for format in [
        "mp3", "m4a", "wav", "flac", "ogg", "opus", "aiff", "caf", "m4b", "m4r",
    ] {
        let values = [
            ("audio", Resource::Audio(file.clone())),
            ("format", Resource::Text(format.to_owned())),
        ];
        let made = AudioConversion.run(&inputs(values), &context).unwrap();
        assert_eq!(made.files()[0].name, format!("voice_converted.{format}"));
        let read = audio::read(&made.files()[0].path, format).unwrap();
        assert!(
            (read.seconds() - 2.0).abs() < 0.06,
            "{format}: {}",
            read.seconds()
        );
    }
    let error = AudioConversion
        .run(&inputs([("audio", Resource::Audio(file))]), &context)
        .unwrap_err();
    assert!(matches!(error, ToolError::Refused(said) if said.contains("mp3, m4a, wav")));
}

fn run(audio: &MediaFile, set: &[(&str, &str)], context: &Context) -> Result<MediaFile, String> {
    let given = [("audio", Resource::Audio(audio.clone()))];
    let set = set
        .iter()
        .map(|(name, value)| (*name, Resource::Text((*value).to_owned())));
    let values = given
        .into_iter()
        .chain(set)
        .map(|(name, value)| (name.to_owned(), value));
    match AudioConversion.run(&Inputs::new(values.collect()), context) {
        Ok(made) => Ok(made.files()[0].clone()),
        Err(error) => Err(error.to_string()),
    }
}

fn track(path: &std::path::Path) -> serde_json::Value {
    stream(&facts(path), "audio").unwrap().clone()
}

#[test]
fn what_is_not_asked_for_stays() {
    let (context, _folder) = context();
    let deep = "-f lavfi -i sine=frequency=440:sample_rate=44100:d=1 -ac 1 -c:a pcm_s24le";
    let audio = MediaFile {
        path: make(&context.folder, "deep.wav", deep),
        name: "deep.wav".to_owned(),
    };
    let made = run(&audio, &[("format", "flac")], &context).unwrap();
    let told = track(&made.path);
    assert_eq!(
        (&told["sample_rate"], &told["channels"]),
        (&"44100".into(), &1.into())
    );
    assert_eq!(told["bits_per_raw_sample"], "24");
    assert_eq!(
        samples(&made.path, 0.0, 1.0),
        samples(&audio.path, 0.0, 1.0)
    );
    let made = run(&audio, &[("format", "mp3")], &context).unwrap();
    let told = track(&made.path);
    assert_eq!(
        (&told["sample_rate"], &told["channels"]),
        (&"44100".into(), &1.into())
    );
}

#[test]
fn a_bit_rate_a_sample_rate_and_channels_are_as_asked_for() {
    let (context, _folder) = context();
    let tone = "-f lavfi -i anoisesrc=d=4:r=48000 -ac 2";
    let audio = MediaFile {
        path: make(&context.folder, "noise.wav", tone),
        name: "noise.wav".to_owned(),
    };
    let set = [("format", "mp3"), ("bitrate", "64 kbps")];
    let made = run(&audio, &set, &context).unwrap();
    let rate = number(&track(&made.path), "bit_rate");
    assert!((rate - 64_000.0).abs() < 4000.0, "{rate}");
    let set = [("sample_rate", "16000"), ("channel_layout", "mono")];
    let made = run(&audio, &set, &context).unwrap();
    let told = track(&made.path);
    assert_eq!(made.path.extension().unwrap(), "wav", "{}", made.name);
    assert_eq!(
        (&told["sample_rate"], &told["channels"]),
        (&"16000".into(), &1.into())
    );
    let set = [("format", "flac"), ("bitrate", "64 kbps")];
    let error = run(&audio, &set, &context).unwrap_err();
    assert!(error.contains("no bit rate"), "{error}");
}

#[test]
fn what_is_to_be_copied_is_copied_or_refused() {
    let (context, _folder) = context();
    let tone = "-f lavfi -i sine=d=1 -c:a libvorbis";
    let audio = MediaFile {
        path: make(&context.folder, "tone.ogg", tone),
        name: "tone.ogg".to_owned(),
    };
    let copied = ("method", "copied");
    let made = run(&audio, &[("format", "ogg"), copied], &context).unwrap();
    assert_eq!(
        samples(&made.path, 0.0, 1.0),
        samples(&audio.path, 0.0, 1.0)
    );
    let error = run(&audio, &[("format", "mp3"), copied], &context).unwrap_err();
    assert!(error.contains("without re-encoding"), "{error}");
}

#[test]
fn the_depth_is_as_asked_for_and_else_stays() {
    let (context, _folder) = context();
    let deep =
        "-f lavfi -i sine=frequency=440:sample_rate=48000:d=1 -af volume=-60dB -c:a pcm_f32le";
    let audio = MediaFile {
        path: make(&context.folder, "deep.wav", deep),
        name: "deep.wav".to_owned(),
    };
    for (set, codec) in [
        (vec![("depth", "16")], "pcm_s16le"),
        (vec![("depth", "24")], "pcm_s24le"),
        (vec![("depth", "32")], "pcm_s32le"),
        (
            vec![("format", "wav"), ("sample_rate", "44100")],
            "pcm_f32le",
        ),
        (vec![("format", "aiff"), ("depth", "24")], "pcm_s24be"),
        (vec![("format", "caf"), ("depth", "float")], "pcm_f32le"),
        (vec![("format", "aiff")], "pcm_f32be"),
        (vec![("format", "flac"), ("depth", "16")], "flac"),
    ] {
        let made = run(&audio, &set, &context).unwrap();
        assert_eq!(track(&made.path)["codec_name"], codec, "{set:?}");
    }
    for (format, depth, told) in [
        ("flac", "float", "only 16 or 24 bits"),
        ("mp3", "24", "no bit depth"),
    ] {
        let error = run(&audio, &[("format", format), ("depth", depth)], &context).unwrap_err();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn dither_hides_that_bits_are_taken_away() {
    let (context, _folder) = context();
    // A tone of 0.41 steps of 16 bits: rounded it is silent, with dither it is still there.
    let faint =
        "-f lavfi -i sine=frequency=1000:sample_rate=48000:d=2 -af volume=-80dB -c:a pcm_f32le";
    let audio = MediaFile {
        path: make(&context.folder, "faint.wav", faint),
        name: "faint.wav".to_owned(),
    };
    let heard = |dither: &str| {
        let made = run(&audio, &[("depth", "16"), ("dither", dither)], &context).unwrap();
        let samples = audio::read(&made.path, "made").unwrap().channels.remove(0);
        let turn = std::f64::consts::TAU * 1000.0 / 48_000.0;
        let parts = samples.iter().enumerate().map(|(at, sample)| {
            let (sin, cos) = (at as f64 * turn).sin_cos();
            (f64::from(*sample) * sin, f64::from(*sample) * cos)
        });
        let (sin, cos) = parts.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        2.0 * sin.hypot(cos) / samples.len() as f64 * 32_768.0
    };
    assert!(heard("none") < 0.01, "{}", heard("none"));
    for dither in ["", "triangular", "high-pass"] {
        let steps = heard(dither);
        assert!((0.3..0.55).contains(&steps), "{dither}: {steps}");
    }
}

#[test]
fn opposite_sides_do_not_cancel_out_in_one_channel() {
    let (context, _folder) = context();
    let wrong = "-f lavfi -i sine=frequency=440:d=1 -af pan=stereo|c0=c0|c1=-1*c0";
    let audio = MediaFile {
        path: make(&context.folder, "wrong.wav", wrong),
        name: "wrong.wav".to_owned(),
    };
    let made = run(&audio, &[("channel_layout", "mono")], &context).unwrap();
    let (before, after) = (
        samples(&audio.path, 0.0, 1.0),
        samples(&made.path, 0.0, 1.0),
    );
    let level = |samples: &[f32]| {
        samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32
    };
    assert!(
        level(&after) > 0.5 * level(&before),
        "{} of {}",
        level(&after),
        level(&before)
    );
    let said = context.progress.said();
    assert!(
        said.iter().any(|told| told.contains("opposite polarity")),
        "{said:?}"
    );
}

#[test]
fn large_and_old_headers_are_read_and_a_long_ringtone_is_told() {
    let (context, _folder) = context();
    let tone = "-f lavfi -i sine=frequency=440:d=1";
    for (name, arguments) in [
        ("large.wav", "-c:a pcm_s24le -rf64 always"),
        ("large.w64", ""),
        ("old.aif", "-f aiff"),
        ("apple.caf", ""),
    ] {
        let file = MediaFile {
            path: make(&context.folder, name, &format!("{tone} {arguments}")),
            name: name.to_owned(),
        };
        assert!(
            (audio::probe(&file.path, name).unwrap().seconds - 1.0).abs() < 0.01,
            "{name}"
        );
        let made = run(&file, &[("format", "flac")], &context).unwrap();
        assert_eq!(
            samples(&made.path, 0.0, 1.0),
            samples(&file.path, 0.0, 1.0),
            "{name}"
        );
    }
    let long = MediaFile {
        path: make(
            &context.folder,
            "long.wav",
            "-f lavfi -i sine=frequency=440:sample_rate=8000:d=50",
        ),
        name: "long.wav".to_owned(),
    };
    let made = run(&long, &[("format", "m4r")], &context).unwrap();
    assert_eq!(track(&made.path)["codec_name"], "aac");
    let said = context.progress.said();
    assert!(
        said.iter().any(|told| told.contains("up to 40 s")),
        "{said:?}"
    );
}

#[test]
fn sound_beyond_four_gigabytes_is_read() {
    let (context, _folder) = context();
    let rate = 192_000_u32;
    let (channels, bytes) = (8_u64, 4_400_000_000_u64);
    let path = context.folder.join("huge.wav");
    // A header as RF64 has it; the samples are a hole in the file, which takes no room on the disk.
    let mut header = b"RF64\xff\xff\xff\xffWAVEds64".to_vec();
    header.extend_from_slice(&28_u32.to_le_bytes());
    for number in [bytes + 72, bytes, bytes / (channels * 4)] {
        header.extend_from_slice(&number.to_le_bytes());
    }
    header.extend_from_slice(&0_u32.to_le_bytes());
    header.extend_from_slice(b"fmt \x10\x00\x00\x00\x03\x00\x08\x00");
    for number in [rate, rate * channels as u32 * 4] {
        header.extend_from_slice(&number.to_le_bytes());
    }
    header.extend_from_slice(b"\x20\x00\x20\x00data\xff\xff\xff\xff");
    std::fs::write(&path, &header).unwrap();
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    file.set_len(header.len() as u64 + bytes).unwrap();
    let facts = audio::probe(&path, "huge.wav").unwrap();
    let seconds = bytes as f64 / f64::from(rate) / (channels * 4) as f64;
    assert_eq!((facts.sample_rate, facts.channels), (rate, 8));
    assert!(
        (facts.seconds - seconds).abs() < 1.0,
        "{} and not {seconds}",
        facts.seconds
    );
}

#[test]
fn tags_and_the_cover_go_into_every_format_and_back() {
    let (context, folder) = context();
    let folder = folder.path();
    make(
        folder,
        "c.jpg",
        "-f lavfi -i color=c=blue:s=32x32 -frames:v 1",
    );
    let song = format!(
        "-f lavfi -i sine=d=2 -i {} -map 0:a -map 1:v -c:a flac -c:v copy -disposition:v attached_pic \
         -metadata title=Boats -metadata artist=Ada -metadata track=4",
        folder.join("c.jpg").display()
    );
    let file = |path: std::path::PathBuf, name: &str| MediaFile {
        path,
        name: name.to_owned(),
    };
    let mut song = file(make(folder, "song.flac", &song), "song.flac");
    for format in [
        "mp3", "m4a", "ogg", "opus", "flac", "ogg", "mp3", "flac", "m4a",
    ] {
        song = run(&song, &[("format", format)], &context).unwrap();
        let told = facts(&song.path);
        let all = told["streams"].as_array().unwrap();
        assert!(
            all.iter()
                .any(|stream| stream["disposition"]["attached_pic"] == 1),
            "{format}"
        );
        let said = told.to_string();
        assert!(said.contains("Boats") && said.contains("Ada"), "{format}");
    }
}
