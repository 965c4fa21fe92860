use std::fs;
use std::process::Command;

use image::{DynamicImage, Rgb, RgbImage, RgbaImage};
use tempfile::tempdir;

use super::*;
use crate::audio::{self, AudioBuffer};
use crate::image::{self as media_image, Encoding};

const TEXT: &str = r#"{"words": "a <b> & \"c\" – ünïcode", "n": [1, 2]}"#;

/// Writes the text, reads it back, and answers the bytes from before.
fn round(path: &Path) -> Vec<u8> {
    let before = fs::read(path).unwrap();
    assert_eq!(read_text(path, "x").unwrap(), None);
    assert!(!remove_text(path, "x").unwrap());
    assert!(write_text(path, "x", TEXT).unwrap());
    assert_eq!(read_text(path, "x").unwrap().as_deref(), Some(TEXT));
    before
}

/// Takes the text out again: no trace of it is left.
fn strip(path: &Path) {
    assert!(remove_text(path, "x").unwrap());
    assert_eq!(read_text(path, "x").unwrap(), None);
    let bytes = fs::read(path).unwrap();
    assert!(
        !bytes.windows(7).any(|part| part == "ünïco".as_bytes()),
        "{}",
        path.display()
    );
    assert!(
        !bytes.windows(8).any(|part| part == b"patchbay"),
        "{}",
        path.display()
    );
}

fn image() -> DynamicImage {
    RgbImage::from_fn(31, 17, |x, y| Rgb([x as u8 * 8, y as u8 * 15, 90])).into()
}

#[test]
fn images_keep_their_pixels_and_metadata() {
    let folder = tempdir().unwrap();
    for encoding in [Encoding::Png, Encoding::Jpeg, Encoding::WebP] {
        for pixels in [
            image(),
            RgbaImage::from_fn(8, 5, |x, _| image::Rgba([x as u8, 2, 3, 100])).into(),
        ] {
            let path = folder.path().join(format!("a.{}", encoding.extension()));
            media_image::write_png(&folder.path().join("o.png"), &pixels, "o.png").unwrap();
            let mut original = media_image::read(&folder.path().join("o.png"), "o.png").unwrap();
            original.metadata.exif = Some(b"II*\0\x08\0\0\0\0\0\0\0\0\0".to_vec());
            media_image::write_like(&original, &path, &pixels, encoding, "a").unwrap();
            let before = media_image::read(&path, "a").unwrap();
            round(&path);
            let after = media_image::read(&path, "a").unwrap();
            assert_eq!(after.pixels, before.pixels);
            assert_eq!(after.metadata, before.metadata);
            strip(&path);
            let stripped = media_image::read(&path, "a").unwrap();
            assert_eq!(stripped.pixels, before.pixels);
            assert_eq!(stripped.metadata, before.metadata);
        }
    }
}

#[test]
fn another_program_reads_the_images() {
    let folder = tempdir().unwrap();
    for ending in ["png", "jpg", "webp"] {
        let path = folder.path().join(format!("plain.{ending}"));
        image().save(&path).unwrap();
        let before = round(&path);
        let stripped = folder.path().join(format!("stripped.{ending}"));
        fs::copy(&path, &stripped).unwrap();
        strip(&stripped);
        // A WebP keeps its longer header.
        assert!(
            ending == "webp" || fs::read(&stripped).unwrap() == before,
            "{ending}"
        );
        let told = Command::new("identify")
            .args(["-format", "%wx%h %[xmp:*]"])
            .arg(&path)
            .output()
            .unwrap();
        assert!(
            told.status.success(),
            "{ending}: {}",
            String::from_utf8_lossy(&told.stderr)
        );
        assert!(
            String::from_utf8_lossy(&told.stdout).starts_with("31x17"),
            "{ending}"
        );
        // ImageMagick 6 warns of the packet in a WebP, though the same bytes pass in PNG and JPEG.
        let silent = told.stderr.is_empty() || ending == "webp";
        assert!(
            silent,
            "{ending}: {}",
            String::from_utf8_lossy(&told.stderr)
        );
    }
}

#[test]
fn audio_and_video_play_as_before() {
    let folder = tempdir().unwrap();
    let wave = folder.path().join("a.wav");
    let audio = AudioBuffer {
        sample_rate: 44_100,
        channels: vec![(0..4411).map(|i| (i as f32 * 0.1).sin()).collect()],
    };
    audio::write_wav(&audio, &wave, "a.wav").unwrap();
    let before = audio::read(&wave, "a.wav").unwrap();
    let plain = folder.path().join("plain.wav");
    fs::copy(&wave, &plain).unwrap();
    round(&wave);
    assert_eq!(
        audio::read(&wave, "a.wav").unwrap().channels,
        before.channels
    );
    for name in ["a.mp4", "a.m4a", "a.mp3", "tagged.mp3"] {
        let path = folder.path().join(name);
        let mut ffmpeg = Command::new("ffmpeg");
        ffmpeg.args(["-v", "error", "-i"]).arg(&plain);
        match name {
            "a.mp4" => ffmpeg.args([
                "-f",
                "lavfi",
                "-i",
                "testsrc=d=0.5:s=64x48",
                "-c:v",
                "libx264",
                "-pix_fmt",
                "yuv420p",
            ]),
            "a.mp3" => ffmpeg.args(["-write_xing", "0", "-id3v2_version", "0"]),
            _ => ffmpeg.args(["-metadata", "title=Ebb und Flut – 潮"]),
        };
        assert!(ffmpeg.arg(&path).status().unwrap().success());
        let before = round(&path);
        let bytes = fs::read(&path).unwrap();
        let [from, to] = if name.ends_with("mp3") {
            [bytes.len() - 500, 500]
        } else {
            [0, before.len()]
        };
        assert_eq!(bytes[from..][..to], before[before.len() - to..], "{name}");
        let played = Command::new("ffmpeg")
            .args(["-v", "error", "-i"])
            .arg(&path)
            .args(["-f", "null", "-"])
            .output()
            .unwrap();
        assert!(
            played.status.success() && played.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&played.stderr)
        );
        assert!(name != "tagged.mp3" || title(&path) == "Ebb und Flut – 潮");
        strip(&path);
        if name == "tagged.mp3" {
            assert_eq!(title(&path), "Ebb und Flut – 潮");
            let stripped = fs::read(&path).unwrap();
            assert_eq!(
                stripped[stripped.len() - 500..],
                before[before.len() - 500..]
            );
        } else {
            assert!(fs::read(&path).unwrap() == before, "{name}");
        }
    }
    strip(&wave);
    assert_eq!(
        audio::read(&wave, "a.wav").unwrap().channels,
        before.channels
    );
}

fn title(path: &Path) -> String {
    let mut ffprobe = Command::new("ffprobe");
    ffprobe.args([
        "-v",
        "error",
        "-show_entries",
        "format_tags=title",
        "-of",
        "csv=p=0",
    ]);
    String::from_utf8(ffprobe.arg(path).output().unwrap().stdout)
        .unwrap()
        .trim()
        .to_owned()
}

#[test]
fn what_other_programs_wrote_beside_it_stays() {
    let folder = tempdir().unwrap();
    let other = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><dc:rights>Ann</dc:rights><patchbay:recipe>secret</patchbay:recipe>\
                 </x:xmpmeta>";
    for ending in ["png", "jpg", "webp"] {
        let path = folder.path().join(format!("a.{ending}"));
        image().save(&path).unwrap();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&path)
            .unwrap();
        let written = match ending {
            "png" => png::write(&mut file, other.as_bytes()),
            "jpg" => jpeg::write(&mut file, other.as_bytes()),
            _ => riff::write_webp(&mut file, other.as_bytes()),
        };
        assert!(written.unwrap());
        let pixels = image::open(&path).unwrap();
        assert_eq!(read_text(&path, "a").unwrap().as_deref(), Some("secret"));
        assert!(remove_text(&path, "a").unwrap());
        assert_eq!(read_text(&path, "a").unwrap(), None);
        let bytes = fs::read(&path).unwrap();
        assert!(
            bytes
                .windows(24)
                .any(|part| part == b"<dc:rights>Ann</dc:right"),
            "{ending}"
        );
        assert!(!bytes.windows(6).any(|part| part == b"secret"), "{ending}");
        assert_eq!(image::open(&path).unwrap(), pixels);
    }
}

#[test]
fn a_video_that_goes_on_behind_it_keeps_its_places() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.m4a");
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args([
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        "sine=duration=1",
        "-c:a",
        "aac",
    ]);
    assert!(ffmpeg.arg(&path).status().unwrap().success());
    let before = round(&path);
    let after = [fs::read(&path).unwrap(), b"\0\0\0\x0cskip1234".to_vec()].concat();
    fs::write(&path, &after).unwrap();
    strip(&path);
    let bytes = fs::read(&path).unwrap();
    assert!(
        bytes.len() == after.len() && bytes.starts_with(&before) && bytes.ends_with(b"skip1234")
    );
}

#[test]
fn what_has_no_place_for_it_is_left_alone() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, "words").unwrap();
    assert!(!write_text(&path, "a.txt", TEXT).unwrap());
    assert_eq!(fs::read(&path).unwrap(), b"words");
    assert_eq!(read_text(&path, "a.txt").unwrap(), None);
    let path = folder.path().join("a.jpg");
    image().save(&path).unwrap();
    assert!(!write_text(&path, "a.jpg", &"x".repeat(70_000)).unwrap());
}

#[test]
fn files_that_are_cut_off_or_wild_are_no_reason_to_panic() {
    let folder = tempdir().unwrap();
    for ending in ["png", "jpg", "webp", "mp3"] {
        let path = folder.path().join(format!("a.{ending}"));
        match ending {
            "mp3" => fs::write(
                &path,
                [[0xFF, 0xFB, 0x90, 0].as_slice(), &[0; 413]].concat(),
            )
            .unwrap(),
            _ => image().save(&path).unwrap(),
        }
        write_text(&path, "a", TEXT).unwrap();
        let whole = fs::read(&path).unwrap();
        for length in (0..whole.len()).step_by(7) {
            fs::write(&path, &whole[..length]).unwrap();
            let _ = read_text(&path, "a");
            let _ = remove_text(&path, "a");
            let _ = write_text(&path, "a", TEXT);
        }
        let mut wild = whole.clone();
        for at in (12..wild.len()).step_by(5) {
            wild[at] ^= 0xFF;
        }
        fs::write(&path, &wild).unwrap();
        let _ = read_text(&path, "a");
        let _ = write_text(&path, "a", TEXT);
    }
}
