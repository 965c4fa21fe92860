//! Files are known by their content.

use patchbay_media::{MediaError, MediaKind, probe};
use patchbay_test_support::video::{clip, make};

#[test]
fn kinds_are_told_by_content_not_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let video = clip(folder.path(), "film.mp4", 1.0, "160x120", 25);
    let facts = probe(&video, "holiday.txt").unwrap();
    assert_eq!(
        (facts.kind, facts.width, facts.height, facts.has_audio),
        (MediaKind::Video, Some(160), Some(120), true)
    );
    assert!((facts.seconds.unwrap() - 1.0).abs() < 0.01);
    assert_eq!(facts.bytes, std::fs::metadata(&video).unwrap().len());

    let silent = make(
        folder.path(),
        "silent.webm",
        "-f lavfi -i testsrc=duration=1:size=64x64:rate=10 -c:v libvpx",
    );
    assert!(!probe(&silent, "silent.webm").unwrap().has_audio);

    let audio = make(
        folder.path(),
        "sound.mp4",
        "-f lavfi -i sine=duration=2 -c:a aac",
    );
    let facts = probe(&audio, "sound.mp4").unwrap();
    assert_eq!(
        (facts.kind, facts.width, facts.has_audio),
        (MediaKind::Audio, None, true)
    );
    assert!((facts.seconds.unwrap() - 2.0).abs() < 0.05);

    let image = folder.path().join("photo.mp4");
    image::RgbImage::new(30, 20)
        .save_with_format(&image, image::ImageFormat::Png)
        .unwrap();
    let facts = probe(&image, "photo.mp4").unwrap();
    assert_eq!(
        (facts.kind, facts.width, facts.height),
        (MediaKind::Image, Some(30), Some(20))
    );

    let words = folder.path().join("notes");
    std::fs::write(&words, "Grüße ".repeat(30_000)).unwrap();
    assert_eq!(probe(&words, "notes").unwrap().kind, MediaKind::Text);
}

#[test]
fn a_song_with_a_cover_is_audio() {
    let folder = tempfile::tempdir().unwrap();
    let cover = folder.path().join("cover.png");
    image::RgbImage::new(64, 64).save(&cover).unwrap();
    let inputs = format!(
        "-f lavfi -i sine=duration=1 -i {} -map 0 -map 1",
        cover.display()
    );
    for name in ["song.mp3", "song.m4a"] {
        let song = make(
            folder.path(),
            name,
            &format!("{inputs} -c:v copy -disposition:v attached_pic"),
        );
        assert_eq!(probe(&song, name).unwrap().kind, MediaKind::Audio, "{name}");
    }
}

#[test]
fn bad_files_get_one_clear_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join("it"), bytes).unwrap();
        probe(&folder.path().join("it"), name)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(write("voice.wav", b""), "“voice.wav” is empty (0 bytes).");
    let words = write("clip.mp4", b"not a film\n");
    assert!(
        words.starts_with("“clip.mp4” is not a readable video: it holds only words"),
        "{words}"
    );
    let noise: Vec<u8> = (0..4000_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let unknown = write("noise.bin", &noise);
    assert!(
        unknown.starts_with("“noise.bin” is not a readable picture, sound, video or text"),
        "{unknown}"
    );
    let heic = write("photo.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic");
    assert!(heic.contains("save it as JPEG or PNG"), "{heic}");
    let gone = probe(&folder.path().join("gone"), "gone \"a\"\n.png").unwrap_err();
    assert!(matches!(gone, MediaError::Unreadable { .. }));
    assert!(matches!(
        probe(folder.path(), "folder"),
        Err(MediaError::Malformed { .. })
    ));
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_refused_before_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.jpg");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("the tests need mkfifo").success());
    let socket = folder.path().join("socket.mp4");
    let _listening = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let link = folder.path().join("link.wav");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    // Whatever opened the pipe would wait for ever.
    for path in [&pipe, &socket, &link] {
        let name = path.file_name().unwrap().to_string_lossy();
        let mut refusals = vec![
            probe(path, &name).unwrap_err(),
            patchbay_media::image::read(path, &name).unwrap_err(),
            patchbay_media::video::probe(path, &name).unwrap_err(),
            patchbay_media::audio::probe(path, &name).unwrap_err(),
            patchbay_media::read_text(path, &name).unwrap_err(),
            patchbay_media::xmp::read_text(path, &name).unwrap_err(),
        ];
        refusals.dedup();
        for error in refusals {
            let said = error.to_string();
            assert!(said.contains(&*name) && said.contains("a pipe"), "{said}");
        }
    }
}
