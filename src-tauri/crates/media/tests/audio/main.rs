//! Audio: files of other programs in, WAV out, and measurements against ffmpeg's.

use std::path::{Path, PathBuf};
use std::process::Command;

use patchbay_media::MediaError;
use patchbay_media::audio::{self, AudioBuffer, SampleFormat};

fn sine(frequency: f32, seconds: f32, sample_rate: u32, amplitude: f32) -> Vec<f32> {
    let step = std::f32::consts::TAU * frequency / sample_rate as f32;
    (0..(seconds * sample_rate as f32) as usize)
        .map(|i| (i as f32 * step).sin() * amplitude)
        .collect()
}

fn stereo() -> AudioBuffer {
    AudioBuffer {
        sample_rate: 44_100,
        channels: vec![
            sine(440.0, 3.0, 44_100, 0.5),
            sine(660.0, 3.0, 44_100, 0.25),
        ],
    }
}

fn ffmpeg(arguments: &[&str]) -> String {
    let output = Command::new("ffmpeg")
        .args(["-hide_banner", "-y"])
        .args(arguments)
        .output()
        .expect("ffmpeg runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of the test is UTF-8")
}

/// The test audio as another program writes it.
fn made(folder: &Path, ending: &str, codec: &[&str]) -> PathBuf {
    let source = folder.join("source.wav");
    audio::write_wav_as(&stereo(), &source, "source.wav", SampleFormat::Pcm24).expect("written");
    let target = folder.join(format!("sound.{ending}"));
    let mut arguments = vec!["-i", text(&source)];
    arguments.extend(codec);
    arguments.push(text(&target));
    ffmpeg(&arguments);
    target
}

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
        let sound = audio::read(&path, "sound").unwrap_or_else(|error| panic!("{ending}: {error}"));
        assert!(
            (sound.seconds() - 3.0).abs() <= tolerance,
            "{ending}: {} s decoded",
            sound.seconds()
        );
        let middle = &sound.channels[0][sound.frames() / 4..sound.frames() * 3 / 4];
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
        let sound = audio::read(&path, "song.mp3").expect("readable");
        assert!(
            (facts.seconds - seconds).abs() < 0.3,
            "{}: {} s announced",
            path.display(),
            facts.seconds
        );
        assert!(
            (sound.seconds() - seconds).abs() < 0.3,
            "{}: {} s decoded",
            path.display(),
            sound.seconds()
        );
        let end = &sound.channels[0][sound.frames() - 44_100..sound.frames() - 22_050];
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
        let sound = audio::read(&path, "sound").unwrap_or_else(|error| panic!("{ending}: {error}"));
        assert!(
            (facts.seconds - 3.0).abs() < 0.1 && (sound.seconds() - 3.0).abs() < 0.1,
            "{ending}"
        );
        let middle = &sound.channels[0][sound.frames() / 4..sound.frames() * 3 / 4];
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

#[test]
fn bad_files_are_named_with_what_is_wrong() {
    let folder = tempfile::tempdir().expect("folder");
    let refused = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        let error = audio::read(&path, name)
            .map(|sound| sound.seconds())
            .expect_err(name);
        assert!(error.to_string().contains(name), "{error}");
        assert!(
            audio::probe(&path, name).is_err() || name.starts_with("cut"),
            "{name} is probed as sound"
        );
        error
    };
    assert!(matches!(
        refused("empty.wav", b""),
        MediaError::Empty { .. }
    ));
    let words = "Dear diary, today I renamed a text to .wav. ID3 RIFF OggS fLaC\n".repeat(400);
    assert!(
        refused("words.wav", words.as_bytes())
            .to_string()
            .contains("it holds text")
    );
    assert!(matches!(
        refused("picture.mp3", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        MediaError::Malformed { .. }
    ));
    assert!(matches!(
        refused("zeros.wav", &[0; 5000]),
        MediaError::Malformed { .. }
    ));

    let whole = std::fs::read(made(folder.path(), "wav", &["-c:a", "pcm_s16le"])).expect("read");
    assert!(matches!(
        refused("header.wav", &whole[..78]),
        MediaError::Malformed { .. }
    ));
    let error = refused("cut.wav", &whole[..whole.len() / 2]);
    assert!(
        error
            .to_string()
            .contains("it should be 3.0 s long, but ends after 1.5 s"),
        "{error}"
    );
    let whole = std::fs::read(made(folder.path(), "flac", &[])).expect("read");
    assert!(
        refused("cut.flac", &whole[..whole.len() / 2])
            .to_string()
            .contains("cut off")
    );
    let whole = std::fs::read(made(folder.path(), "m4a", &["-c:a", "aac"])).expect("read");
    assert!(matches!(
        refused("half.m4a", &whole[..whole.len() / 2]),
        MediaError::Malformed { .. }
    ));

    let gone =
        audio::read(Path::new("/nowhere/gone.wav"), "gone.wav").expect_err("there is no file");
    assert!(matches!(gone, MediaError::Unreadable { .. }));
}

#[test]
fn a_film_without_sound_says_so_and_reading_can_be_stopped() {
    let folder = tempfile::tempdir().expect("folder");
    let film = folder.path().join("silent.mp4");
    ffmpeg(&[
        "-f",
        "lavfi",
        "-i",
        "testsrc=d=1:s=64x64:r=10",
        "-pix_fmt",
        "yuv420p",
        text(&film),
    ]);
    let error = audio::read(&film, "silent.mp4").expect_err("no sound");
    assert!(
        matches!(error, MediaError::NoStream { what: "sound", .. }),
        "{error}"
    );
    let sound = made(folder.path(), "flac", &[]);
    assert_eq!(
        audio::read_with(&sound, "sound", &mut |_| false),
        Err(MediaError::Cancelled)
    );
}

#[test]
fn what_is_written_is_what_was_there() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("out.wav");
    let mut sound = stereo();
    sound.channels[0][100] = 7.0;
    sound.channels[1][100] = f32::NAN;
    for (format, step) in [
        (SampleFormat::Pcm16, 1.0 / 32768.0),
        (SampleFormat::Pcm24, 1.0 / 8_388_608.0),
    ] {
        audio::write_wav_as(&sound, &path, "out.wav", format).expect("written");
        let read = audio::read(&path, "out.wav").expect("read");
        assert_eq!((read.frames(), read.channels.len()), (sound.frames(), 2));
        assert!((read.channels[0][100] - 1.0).abs() < 1e-4 && read.channels[1][100] == 0.0);
        for (before, after) in sound.channels[0][200..]
            .iter()
            .zip(&read.channels[0][200..])
        {
            assert!((before - after).abs() <= 2.5 * step, "{before} {after}");
        }
    }
    let nowhere = audio::write_wav(&sound, &folder.path().join("no/folder/out.wav"), "out.wav")
        .expect_err("no folder");
    assert!(matches!(nowhere, MediaError::Unwritable { .. }) && !nowhere.is_input());
}

#[test]
fn resampling_keeps_length_and_tone() {
    for rate in [8_000, 22_050, 48_000, 96_000] {
        let resampled = audio::resample(&stereo(), rate);
        assert!(
            (resampled.seconds() - 3.0).abs() < 1.0 / 8_000.0,
            "{rate}: {} s",
            resampled.seconds()
        );
        let expected = sine(440.0, 3.0, rate, 0.5);
        let inner = rate as usize / 10..resampled.frames() - rate as usize / 10;
        let worst = inner
            .map(|i| (resampled.channels[0][i] - expected[i]).abs())
            .fold(0.0, f32::max);
        // The delay of the filter is rounded to whole samples: one of the lower rate is allowed
        // for.
        let allowed = 0.5 * std::f32::consts::TAU * 440.0 / rate.min(44_100) as f32 + 0.005;
        assert!(worst < allowed, "{rate}: off by {worst}");
    }
}

#[test]
fn a_stream_is_resampled_as_the_whole_whatever_its_blocks_are() {
    let sound = stereo();
    for rate in [16_000, 48_000, sound.sample_rate] {
        let whole = audio::resample(&sound, rate);
        for size in [1_000, 4_096, 7_777, sound.frames()] {
            let mut stream = audio::StreamResampler::new((sound.sample_rate, rate), 2);
            let mut channels = vec![Vec::new(); 2];
            let mut take = |block: Vec<Vec<f32>>| {
                channels
                    .iter_mut()
                    .zip(block)
                    .for_each(|(all, more)| all.extend(more));
            };
            for from in (0..sound.frames()).step_by(size) {
                let part =
                    |channel: &Vec<f32>| channel[from..(from + size).min(channel.len())].to_vec();
                take(stream.add(sound.channels.iter().map(part).collect()));
            }
            take(stream.finish());
            assert!(channels == whole.channels, "{rate} in blocks of {size}");
        }
    }
    assert!(audio::StreamResampler::new((44_100, 16_000), 1).finish()[0].is_empty());
}

#[test]
fn loudness_is_what_ffmpeg_measures() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("loud.wav");
    audio::write_wav(&stereo(), &path, "loud.wav").expect("written");
    let said = ffmpeg(&[
        "-i",
        text(&path),
        "-af",
        "ebur128=peak=true",
        "-f",
        "null",
        "-",
    ]);
    let summary = said.rsplit_once("Summary:").expect("a summary").1;
    let number = |label: &str| -> f64 {
        let rest = summary.split_once(label).expect("the figure").1;
        rest.split_whitespace()
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a number")
    };
    let measured = audio::loudness(&audio::read(&path, "loud.wav").expect("read"));
    assert!(
        (measured.integrated - number("I:")).abs() < 0.15,
        "{measured:?} {summary}"
    );
    assert!(
        (measured.true_peak - number("Peak:")).abs() < 0.2,
        "{measured:?} {summary}"
    );
    assert!(
        audio::loudness(&AudioBuffer::silence(44_100, 2, 44_100))
            .integrated
            .is_infinite()
    );
}

#[test]
fn surround_is_mixed_to_two_channels() {
    let mut sound = AudioBuffer::silence(48_000, 6, 10);
    sound.channels[2] = vec![1.0; 10];
    sound.channels[3] = vec![1.0; 10];
    sound.channels[4] = vec![0.5; 10];
    let mixed = sound.to_stereo();
    assert_eq!(mixed.channels.len(), 2);
    assert!(
        mixed.channels[0][0] > mixed.channels[1][0],
        "the left surround is on the left"
    );
    assert!(mixed.peak() <= 1.0);
}
