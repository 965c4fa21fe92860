use std::fs;
use std::process::Command;

use image::{DynamicImage, Rgb, RgbImage, RgbaImage};
use tempfile::tempdir;

use super::*;
use crate::audio::{self, Sound};
use crate::image::{self as pictures, Encoding};

const TEXT: &str = r#"{"words": "a <b> & \"c\" – ünïcode", "n": [1, 2]}"#;

/// Writes the text, reads it back, and answers the bytes from before.
fn round(path: &Path) -> Vec<u8> {
    let before = fs::read(path).unwrap();
    assert_eq!(read_text(path, "x").unwrap(), None);
    assert!(write_text(path, "x", TEXT).unwrap());
    assert_eq!(read_text(path, "x").unwrap().as_deref(), Some(TEXT));
    before
}

fn picture() -> DynamicImage {
    RgbImage::from_fn(31, 17, |x, y| Rgb([x as u8 * 8, y as u8 * 15, 90])).into()
}

#[test]
fn pictures_keep_their_pixels_and_metadata() {
    let folder = tempdir().unwrap();
    for encoding in [Encoding::Png, Encoding::Jpeg, Encoding::WebP] {
        for pixels in [picture(), RgbaImage::from_fn(8, 5, |x, _| image::Rgba([x as u8, 2, 3, 100])).into()] {
            let path = folder.path().join(format!("a.{}", encoding.extension()));
            pictures::write_png(&folder.path().join("o.png"), &pixels, "o.png").unwrap();
            let mut original = pictures::read(&folder.path().join("o.png"), "o.png").unwrap();
            original.metadata.exif = Some(b"II*\0\x08\0\0\0\0\0\0\0\0\0".to_vec());
            pictures::write_like(&original, &path, &pixels, encoding, "a").unwrap();
            let before = pictures::read(&path, "a").unwrap();
            round(&path);
            let after = pictures::read(&path, "a").unwrap();
            assert_eq!(after.pixels, before.pixels);
            assert_eq!(after.metadata, before.metadata);
        }
    }
}

#[test]
fn another_program_reads_the_pictures() {
    let folder = tempdir().unwrap();
    for ending in ["png", "jpg", "webp"] {
        let path = folder.path().join(format!("plain.{ending}"));
        picture().save(&path).unwrap();
        round(&path);
        let told = Command::new("identify").args(["-format", "%wx%h %[xmp:*]"]).arg(&path).output().unwrap();
        assert!(told.status.success(), "{ending}: {}", String::from_utf8_lossy(&told.stderr));
        assert!(String::from_utf8_lossy(&told.stdout).starts_with("31x17"), "{ending}");
        // ImageMagick 6 warns of the packet in a WebP, though the same bytes pass in PNG and JPEG.
        let silent = told.stderr.is_empty() || ending == "webp";
        assert!(silent, "{ending}: {}", String::from_utf8_lossy(&told.stderr));
    }
}

#[test]
fn sound_and_film_play_as_before() {
    let folder = tempdir().unwrap();
    let wave = folder.path().join("a.wav");
    let sound = Sound { sample_rate: 44_100, channels: vec![(0..4411).map(|i| (i as f32 * 0.1).sin()).collect()] };
    audio::write_wav(&sound, &wave, "a.wav").unwrap();
    let before = audio::read(&wave, "a.wav").unwrap();
    round(&wave);
    assert_eq!(audio::read(&wave, "a.wav").unwrap().channels, before.channels);
    for name in ["a.mp4", "a.m4a"] {
        let path = folder.path().join(name);
        let mut ffmpeg = Command::new("ffmpeg");
        ffmpeg.args(["-v", "error", "-i"]).arg(&wave);
        if name == "a.mp4" {
            ffmpeg.args(["-f", "lavfi", "-i", "testsrc=d=0.5:s=64x48", "-c:v", "libx264", "-pix_fmt", "yuv420p"]);
        }
        assert!(ffmpeg.arg(&path).status().unwrap().success());
        let before = round(&path);
        assert!(fs::read(&path).unwrap().starts_with(&before));
        let played =
            Command::new("ffmpeg").args(["-v", "error", "-i"]).arg(&path).args(["-f", "null", "-"]).output().unwrap();
        assert!(played.status.success() && played.stderr.is_empty(), "{}", String::from_utf8_lossy(&played.stderr));
    }
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
    picture().save(&path).unwrap();
    assert!(!write_text(&path, "a.jpg", &"x".repeat(70_000)).unwrap());
}

#[test]
fn files_that_are_cut_off_or_wild_are_no_reason_to_panic() {
    let folder = tempdir().unwrap();
    for ending in ["png", "jpg", "webp"] {
        let path = folder.path().join(format!("a.{ending}"));
        picture().save(&path).unwrap();
        write_text(&path, "a", TEXT).unwrap();
        let whole = fs::read(&path).unwrap();
        for length in (0..whole.len()).step_by(7) {
            fs::write(&path, &whole[..length]).unwrap();
            let _ = read_text(&path, "a");
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
