//! Videos cut, made and shown.

use image::DynamicImage;
use patchbay_test_support::video::{self, difference, frame_at, loudness, number, samples, stream};

use crate::{cli, plays_everywhere, reached, samples_in};

#[test]
fn subtitles_are_burnt_in_unless_a_track_is_asked_for() {
    let folder = samples_in(&["clip.mp4"]);
    std::fs::write(
        folder.file("subs.srt"),
        "1\n00:00:01,000 --> 00:00:02,500\nThe tide was out.\n",
    )
    .unwrap();
    let codec_of_subtitles = |words: &str| {
        let reply = cli().run(folder.path(), words, &["clip.mp4", "subs.srt"]);
        reached(&reply);
        let facts = plays_everywhere(&reply.result("video"));
        stream(&facts, "subtitle").map(|subtitles| subtitles["codec_name"].clone())
    };
    for words in [
        "add subs.srt to clip.mp4 as a subtitle track",
        "add subs.srt to clip.mp4 as soft subtitles",
    ] {
        assert_eq!(
            codec_of_subtitles(words),
            Some("mov_text".into()),
            "{words}"
        );
    }
    for words in [
        "burn subs.srt into clip.mp4",
        "add subs.srt to clip.mp4 as subtitles",
    ] {
        assert_eq!(codec_of_subtitles(words), None, "{words}");
    }
}

#[test]
fn a_photo_and_a_voice_become_a_video() {
    let folder = samples_in(&["photo.jpg", "voice.wav"]);
    let words = "turn photo.jpg into a 5 second video with voice.wav as its sound";
    let reply = cli().run(folder.path(), words, &["photo.jpg", "voice.wav"]);
    reached(&reply);
    let video = reply.results("video").pop().unwrap();
    let facts = plays_everywhere(&video);
    assert!(
        (number(stream(&facts, "video").unwrap(), "duration") - 5.0).abs() < 0.1,
        "{facts}"
    );
    // Its sound is the voice: the same samples but for what AAC loses.
    let (voice, heard) = (
        samples(&folder.file("voice.wav"), 0.5, 2.5),
        samples(&video, 0.5, 2.5),
    );
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum::<f64>();
    let likeness = dot(&voice, &heard) / (dot(&voice, &voice) * dot(&heard, &heard)).sqrt();
    assert!(
        likeness > 0.9,
        "the voice and the film's sound are {likeness} alike"
    );
    assert!(
        loudness(&video, 4.7, 5.0) < -60.0,
        "after the voice there is silence"
    );
    // Its picture is the photo.
    let (shown, photo) = (
        frame_at(&video, 2.0),
        image::open(folder.file("photo.jpg")).unwrap(),
    );
    let (wide, high) = shown.dimensions();
    assert!(
        wide >= 640 && (f64::from(wide) / f64::from(high) - 1280.0 / 853.0).abs() < 0.4,
        "{wide} x {high}"
    );
    let (shown, photo) = (DynamicImage::from(shown).to_rgb8(), photo.to_rgb8());
    let middle = |image: &image::RgbImage| *image.get_pixel(image.width() / 2, image.height() / 2);
    let apart = middle(&shown)
        .0
        .iter()
        .zip(middle(&photo).0)
        .map(|(a, b)| a.abs_diff(b))
        .max()
        .unwrap();
    assert!(apart < 90, "the middle of the picture differs by {apart}");
}

#[test]
fn a_cut_and_its_sound_as_a_file() {
    let folder = samples_in(&["clip.mp4"]);
    let words = "cut clip.mp4 from 0:02 to 0:05 and give me its sound as a file";
    let reply = cli().run(folder.path(), words, &["clip.mp4"]);
    reached(&reply);
    let (video, sound) = (reply.result("video"), reply.result("audio"));
    assert!((number(&video::facts(&video)["format"], "duration") - 3.0).abs() < 0.15);
    let facts = video::facts(&sound);
    assert!(stream(&facts, "video").is_none());
    assert!((number(&facts["format"], "duration") - 3.0).abs() < 0.15);
    let clip = folder.file("clip.mp4");
    assert!(
        difference(&frame_at(&clip, 3.0), &frame_at(&video, 1.0)) < 6.0,
        "second 1 of the cut is second 3 of the clip"
    );
    assert!((loudness(&clip, 2.0, 5.0) - loudness(&sound, 0.0, 3.0)).abs() < 1.0);
}

#[test]
fn a_web_page_presents_a_clip() {
    let folder = samples_in(&["clip.mp4"]);
    let reply = cli().run(
        folder.path(),
        "build a web page that presents clip.mp4",
        &["clip.mp4"],
    );
    reached(&reply);
    let page = std::fs::read_to_string(reply.result("html")).unwrap();
    assert!(
        page.trim_start()
            .to_lowercase()
            .starts_with("<!doctype html>")
    );
    assert!(
        page.contains("<title>") && page.contains("<video") && page.contains("lang="),
        "a page with its parts"
    );
    // Self-contained: whatever it names lies inside it.
    for reference in page
        .split(" src=\"")
        .skip(1)
        .chain(page.split(" href=\"").skip(1))
    {
        assert!(
            reference.starts_with("data:") || reference.starts_with('#'),
            "{}",
            &reference[..reference.len().min(60)]
        );
    }
    assert!(!page.contains("<script"));
    // A browser reads it and finds the film in it playable.
    let path = folder.write("page.html", &page);
    let address = format!("file://{}", path.display());
    let chromium = std::process::Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--dump-dom",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.file("browser").display()
        ))
        .arg(address)
        .output()
        .expect("chromium is installed");
    let seen = String::from_utf8_lossy(&chromium.stdout);
    assert!(
        seen.contains("<video") && seen.contains("data:video/"),
        "{}",
        String::from_utf8_lossy(&chromium.stderr)
    );
}
