//! Audio clips as other programs write them.

use std::process::Command;

use patchbay_media::audio;

use crate::{made, text};

#[test]
fn the_usual_formats_are_read() {
    let folder = tempfile::tempdir().expect("folder");
    let formats: [(&str, &[&str], f64); 8] = [
        ("wav", &["-c:a", "pcm_s16le"], 0.001),
        ("flac", &[], 0.001),
        ("aiff", &[], 0.001),
        ("mp3", &["-b:a", "192k"], 0.06),
        ("ogg", &["-c:a", "libvorbis"], 0.03),
        ("m4a", &["-c:a", "aac"], 0.06),
        ("aac", &["-c:a", "aac"], 0.08),
        ("mka", &["-c:a", "flac"], 0.01),
    ];
    for (ending, codec, tolerance) in formats {
        let path = made(folder.path(), ending, codec);
        let facts =
            audio::probe(&path, "sound").unwrap_or_else(|error| panic!("{ending}: {error}"));
        assert_eq!((facts.sample_rate, facts.channels), (44_100, 2), "{ending}");
        assert!(
            (facts.seconds - 3.0).abs() < tolerance.max(0.1),
            "{ending}: {} s announced",
            facts.seconds
        );
        let audio = audio::read(&path, "sound").unwrap_or_else(|error| panic!("{ending}: {error}"));
        assert!(
            (audio.seconds() - 3.0).abs() <= tolerance,
            "{ending}: {} s decoded",
            audio.seconds()
        );
        let middle = &audio.channels[0][audio.frames() / 4..audio.frames() * 3 / 4];
        let level = (middle.iter().map(|s| s * s).sum::<f32>() / middle.len() as f32).sqrt();
        assert!(
            (level - 0.5 / 2.0_f32.sqrt()).abs() < 0.02,
            "{ending}: level {level}"
        );
        let outline = audio::waveform(&path, "sound", 10).expect("outline");
        assert!(
            outline[2..8]
                .iter()
                .all(|(low, high)| (low + 0.5).abs() < 0.05 && (high - 0.5).abs() < 0.05)
        );
    }
}

#[test]
fn an_mp3_is_as_long_as_its_packets_whatever_its_header_counts() {
    let folder = tempfile::tempdir().expect("folder");
    let part = std::fs::read(made(folder.path(), "mp3", &["-b:a", "192k"])).expect("made");
    // Parts put together, each with a header of its own, as advertisements are put into podcasts.
    let glued = folder.path().join("glued.mp3");
    std::fs::write(&glued, part.repeat(3)).expect("written");
    // A Xing header that counts a third of the frames that follow.
    let mut counted = part.clone();
    let tag = counted
        .windows(4)
        .position(|four| four == b"Xing" || four == b"Info")
        .expect("LAME writes a header");
    let frames = u32::from_be_bytes(counted[tag + 8..tag + 12].try_into().expect("four bytes"));
    counted[tag + 8..tag + 12].copy_from_slice(&(frames / 3).to_be_bytes());
    let short = folder.path().join("short.mp3");
    std::fs::write(&short, counted).expect("written");
    for (path, seconds) in [(glued, 9.0), (short, 3.0)] {
        let facts = audio::probe(&path, "song.mp3").expect("readable");
        let audio = audio::read(&path, "song.mp3").expect("readable");
        assert!(
            (facts.seconds - seconds).abs() < 0.3,
            "{}: {} s announced",
            path.display(),
            facts.seconds
        );
        assert!(
            (audio.seconds() - seconds).abs() < 0.3,
            "{}: {} s decoded",
            path.display(),
            audio.seconds()
        );
        let end = &audio.channels[0][audio.frames() - 44_100..audio.frames() - 22_050];
        let level = (end.iter().map(|s| s * s).sum::<f32>() / end.len() as f32).sqrt();
        assert!(
            (level - 0.5 / 2.0_f32.sqrt()).abs() < 0.02,
            "{}: level {level} near the end",
            path.display()
        );
    }
}

#[test]
fn what_only_libav_knows_is_read() {
    let folder = tempfile::tempdir().expect("folder");
    for (ending, codec) in [("opus", "libopus"), ("wma", "wmav2")] {
        let path = made(folder.path(), ending, &["-c:a", codec]);
        let facts =
            audio::probe(&path, "sound").unwrap_or_else(|error| panic!("{ending}: {error}"));
        let audio = audio::read(&path, "sound").unwrap_or_else(|error| panic!("{ending}: {error}"));
        assert!(
            (facts.seconds - 3.0).abs() < 0.1 && (audio.seconds() - 3.0).abs() < 0.1,
            "{ending}"
        );
        let middle = &audio.channels[0][audio.frames() / 4..audio.frames() * 3 / 4];
        let level = (middle.iter().map(|s| s * s).sum::<f32>() / middle.len() as f32).sqrt();
        assert!(
            (level - 0.5 / 2.0_f32.sqrt()).abs() < 0.03,
            "{ending}: level {level}"
        );
    }
}

#[test]
fn a_piped_wav_without_a_length_is_read() {
    let folder = tempfile::tempdir().expect("folder");
    let source = made(folder.path(), "flac", &[]);
    let path = folder.path().join("piped.wav");
    let output = Command::new("ffmpeg")
        .args(["-i", text(&source), "-f", "wav", "-"])
        .output()
        .expect("ffmpeg runs");
    std::fs::write(&path, output.stdout).expect("written");
    assert!((audio::read(&path, "piped.wav").expect("read").seconds() - 3.0).abs() < 0.03);
    assert!((audio::probe(&path, "piped.wav").expect("probed").seconds - 3.0).abs() < 0.03);
}
