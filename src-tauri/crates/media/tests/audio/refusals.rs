//! Files that hold no audio, and stopping.

use std::path::Path;

use patchbay_media::{MediaError, audio};

use crate::{ffmpeg, made, text};

#[test]
fn bad_files_are_named_with_what_is_wrong() {
    let folder = tempfile::tempdir().expect("folder");
    let refused = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        let error = audio::read(&path, name)
            .map(|audio| audio.seconds())
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
fn a_video_without_audio_says_so_and_reading_can_be_stopped() {
    let folder = tempfile::tempdir().expect("folder");
    let video = folder.path().join("silent.mp4");
    ffmpeg(&[
        "-f",
        "lavfi",
        "-i",
        "testsrc=d=1:s=64x64:r=10",
        "-pix_fmt",
        "yuv420p",
        text(&video),
    ]);
    let error = audio::read(&video, "silent.mp4").expect_err("no sound");
    assert!(
        matches!(error, MediaError::NoStream { what: "sound", .. }),
        "{error}"
    );
    let audio = made(folder.path(), "flac", &[]);
    assert_eq!(
        audio::read_with(&audio, "sound", &mut |_| false),
        Err(MediaError::Cancelled)
    );
}
