//! The requests that Patchbay has to be good for, from outside: the headless program on the samples
//! and on media of other programs, and other programs' word on what it made.

use std::path::Path;

use image::{DynamicImage, GenericImageView, Rgba};
use patchbay_test_support::video::{self, difference, frame_at, loudness, number, samples, stream};
use patchbay_test_support::{Cli, Reply, TestDir, jpeg};

/// The ball in photo.jpg: its middle, and a radius that lies well inside it, in pixels.
const BALL: (u32, u32) = (296, 714);
const WITHIN: u32 = 50;

fn cli() -> Cli {
    Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"))
}

fn samples_in(names: &[&str]) -> TestDir {
    let folder = TestDir::new();
    for name in names {
        folder.sample(name);
    }
    folder
}

#[track_caller]
fn reached(reply: &Reply) {
    assert_eq!(reply.status, 0, "{}\n{}", reply.output, reply.messages);
    assert!(reply.errors().is_empty(), "{:?}", reply.errors());
}

/// An MP4 that plays everywhere: H.264 of 8-bit 4:2:0 and AAC, its index in front.
#[track_caller]
fn plays_everywhere(path: &Path) -> serde_json::Value {
    let facts = video::facts(path);
    let pictures = stream(&facts, "video").expect("it has pictures");
    let sound = stream(&facts, "audio").expect("it has sound");
    assert_eq!(
        (&pictures["codec_name"], &pictures["pix_fmt"]),
        (&"h264".into(), &"yuv420p".into())
    );
    assert_eq!(sound["codec_name"], "aac");
    assert!(
        video::index_is_first(path),
        "a browser would have to load all of it first"
    );
    facts
}

/// How far the channels of a picture lie apart at most: 0 where it is grey.
fn colour(picture: &DynamicImage) -> u8 {
    let apart =
        |pixel: &image::Rgb<u8>| pixel.0.iter().max().unwrap() - pixel.0.iter().min().unwrap();
    picture.to_rgb8().pixels().map(apart).max().unwrap()
}

#[test]
fn music_is_put_under_a_clip() {
    let folder = samples_in(&["clip.mp4"]);
    let reply = cli().run(
        folder.path(),
        "put calm piano music under clip.mp4",
        &["clip.mp4"],
    );
    reached(&reply);
    assert!(
        reply.ways(0) >= 2,
        "two or more ways are offered: {}",
        reply.output
    );
    let (before, after) = (folder.file("clip.mp4"), reply.result("video"));
    let facts = plays_everywhere(&after);
    let (pictures, sound) = (
        stream(&facts, "video").unwrap(),
        stream(&facts, "audio").unwrap(),
    );
    let length = number(stream(&video::facts(&before), "video").unwrap(), "duration");
    assert!((number(pictures, "duration") - length).abs() < 0.1);
    assert!(
        (number(sound, "duration") - length).abs() < 0.15,
        "as long as the clip: {sound}"
    );
    // Faded out: the last moment is far below the middle.
    let (middle, end) = (
        loudness(&after, length / 2.0 - 1.0, length / 2.0 + 1.0),
        loudness(&after, length - 0.15, length),
    );
    assert!(
        middle > -45.0 && end < middle - 12.0,
        "{middle} dB in the middle, {end} dB at the end"
    );
    assert!(
        difference(&frame_at(&before, 3.0), &frame_at(&after, 3.0)) < 6.0,
        "the pictures are those of the clip"
    );
}

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
fn every_other_way_to_music_runs_too() {
    let folder = samples_in(&["clip.mp4"]);
    let words = "put calm piano music under clip.mp4";
    let reply = cli().run_with(folder.path(), words, &["clip.mp4"], &["--way", "2"]);
    let json = reply.json();
    let way = json["plan"]["subtasks"][0]["solutions"][1]["actions"]
        .as_array()
        .expect("there is a second way")
        .clone();
    let planned: Vec<_> = way.iter().map(|action| &action["tool"]).collect();
    let ran: Vec<_> = json["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| &step["tool"])
        .collect();
    assert!(
        planned.iter().all(|tool| ran.contains(tool)),
        "{planned:?} was chosen, {ran:?} ran"
    );
    // A way that cannot run here says what it lacks.
    assert!(
        reply.status == 0 || !json["missing"].as_array().unwrap().is_empty(),
        "{}",
        reply.output
    );
}

#[test]
fn a_film_of_another_program_gets_music_too() {
    let folder = TestDir::new();
    video::make(
        folder.path(),
        "phone.mov",
        "-f lavfi -i testsrc2=duration=3:size=360x640:rate=30 -c:v mpeg4 -metadata:s:v rotate=90",
    );
    let reply = cli().run(
        folder.path(),
        "put happy music under phone.mov",
        &["phone.mov"],
    );
    reached(&reply);
    let facts = plays_everywhere(&reply.result("video"));
    assert!((number(stream(&facts, "audio").unwrap(), "duration") - 3.0).abs() < 0.15);
}

#[test]
fn a_photo_turns_black_and_white_and_by_a_quarter() {
    let folder = samples_in(&["photo.jpg"]);
    let words = "make photo.jpg black and white and rotate it 90 degrees";
    let reply = cli().run(folder.path(), words, &["photo.jpg"]);
    reached(&reply);
    let before = image::open(folder.file("photo.jpg")).unwrap();
    let after = image::open(reply.results("image").pop().unwrap()).unwrap();
    assert_eq!(after.dimensions(), (before.height(), before.width()));
    assert!(colour(&after) <= 2, "no colour is left");
    // Clockwise, as people mean it, and the same picture.
    let expected = before.rotate90().grayscale().to_rgb8();
    assert!(
        difference(&after.to_rgb8(), &expected) < 8.0,
        "it is {} off",
        difference(&after.to_rgb8(), &expected)
    );
}

#[test]
fn a_photo_that_its_exif_turns_is_turned_from_where_people_see_it() {
    let folder = TestDir::new();
    jpeg(&folder.file("phone.jpg"), 320, 200, 6);
    let reply = cli().run(folder.path(), "rotate phone.jpg 90 degrees", &["phone.jpg"]);
    reached(&reply);
    // As stored it lies; its EXIF stands it up; a quarter more lays it on its other side.
    let stored = image::open(folder.file("phone.jpg")).unwrap();
    let after = reply.result("image");
    let expected = stored.rotate180().to_rgb8();
    let mut decoder = image::ImageReader::open(&after)
        .unwrap()
        .into_decoder()
        .unwrap();
    let orientation = image::ImageDecoder::orientation(&mut decoder).unwrap();
    let mut seen = image::DynamicImage::from_decoder(decoder).unwrap();
    seen.apply_orientation(orientation);
    let seen = seen.to_rgb8();
    assert!(
        difference(&seen, &expected) < 6.0,
        "it is {} off",
        difference(&seen, &expected)
    );
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
fn edges_are_shown_and_the_count_is_asked_about() {
    let folder = samples_in(&["photo.jpg"]);
    let words = "show me the edges of photo.jpg, and count how many photos I gave you";
    let reply = cli().run(folder.path(), words, &["photo.jpg"]);
    assert_eq!(reply.status, 2, "{}\n{}", reply.output, reply.messages);
    let edges = image::open(reply.result("edge")).unwrap();
    assert_eq!(edges.dimensions(), (1280, 853));
    assert!(colour(&edges) <= 2);
    // An independent eye: where ImageMagick sees edges in the dog's outline, there are more of ours
    // than in the sky.
    let light = |x: u32, y: u32, wide: u32, high: u32| {
        let part = edges.crop_imm(x, y, wide, high).to_luma8();
        part.pixels()
            .map(|pixel| f64::from(pixel.0[0]))
            .sum::<f64>()
            / f64::from(wide * high)
    };
    assert!(
        (light(200, 450, 300, 300) - light(0, 0, 60, 40)).abs() > 5.0,
        "grass and sky look alike"
    );
    let question = reply.json()["plan"]["clarification"]
        .as_str()
        .unwrap_or_default()
        .to_lowercase();
    assert!(
        question.contains("count") || question.contains("how many"),
        "what is asked: {question:?}"
    );
}

#[test]
fn what_was_pointed_at_is_cut_out() {
    let folder = samples_in(&["photo.jpg"]);
    let point = format!("photo.jpg:{},{},+", BALL.0, BALL.1);
    let reply = cli().run_with(
        folder.path(),
        "cut this out",
        &["photo.jpg"],
        &["--points", &point],
    );
    reached(&reply);
    let path = reply.result("image");
    assert_eq!(std::fs::read(&path).unwrap()[..4], *b"\x89PNG");
    let cut = image::open(&path).unwrap().to_rgba8();
    let clear = cut.pixels().filter(|Rgba([.., alpha])| *alpha == 0).count();
    let solid = cut
        .pixels()
        .filter(|Rgba([.., alpha])| *alpha == 255)
        .count();
    assert!(clear > 0, "the surroundings are transparent");
    // The ball has a radius of 98 pixels: whatever is cut out is of its size, whether the picture
    // was cropped or not.
    assert!((15_000..60_000).contains(&solid), "{solid} pixels are left");
    let red = |&&Rgba([red, green, blue, alpha]): &&Rgba<u8>| {
        alpha == 255 && red > 90 && red / 2 > green.max(blue) / 2 + 15
    };
    assert!(
        cut.pixels().filter(red).count() > solid * 7 / 10,
        "what is left is the red ball"
    );
}

#[test]
fn what_was_pointed_at_is_removed() {
    let folder = samples_in(&["photo.jpg"]);
    let point = format!("photo.jpg:{},{},+", BALL.0, BALL.1);
    let reply = cli().run_with(
        folder.path(),
        "remove this",
        &["photo.jpg"],
        &["--points", &point],
    );
    reached(&reply);
    let before = image::open(folder.file("photo.jpg")).unwrap().to_rgb8();
    let after = image::open(reply.result("image")).unwrap().to_rgb8();
    assert_eq!(after.dimensions(), before.dimensions());
    let part = |image: &image::RgbImage, x, y, wide, high| {
        image::imageops::crop_imm(image, x, y, wide, high).to_image()
    };
    let (x, y) = (BALL.0 - WITHIN, BALL.1 - WITHIN);
    let inside = part(&after, x, y, 2 * WITHIN, 2 * WITHIN);
    assert!(
        difference(&inside, &part(&before, x, y, 2 * WITHIN, 2 * WITHIN)) > 30.0,
        "the ball is gone"
    );
    let red = inside
        .pixels()
        .filter(|pixel| pixel.0[0] > pixel.0[1].saturating_add(60))
        .count();
    assert!(
        red < (inside.width() * inside.height() / 50) as usize,
        "{red} red pixels are left"
    );
    let colours: std::collections::BTreeSet<_> = inside.pixels().map(|pixel| pixel.0).collect();
    assert!(
        colours.len() > 500,
        "the hole is filled with texture, not with one colour"
    );
    let outside = difference(
        &part(&after, 640, 0, 640, 853),
        &part(&before, 640, 0, 640, 853),
    );
    assert!(
        outside < 3.0,
        "the other half of the picture is {outside} off"
    );
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

#[test]
fn what_needs_a_model_says_so_and_offers_pointing() {
    let folder = samples_in(&["photo.jpg"]);
    let reply = cli().run(
        folder.path(),
        "remove the dog from photo.jpg",
        &["photo.jpg"],
    );
    assert_eq!(reply.status, 3, "{}\n{}", reply.output, reply.messages);
    let json = reply.json();
    let missing = json["missing"].as_array().unwrap();
    assert!(!missing.is_empty(), "{json}");
    for part in missing {
        assert!(
            part["bytes"]
                .as_u64()
                .is_some_and(|bytes| bytes > 1_000_000),
            "{part} has a size"
        );
        assert!(
            !part["needs"].as_str().unwrap_or_default().is_empty(),
            "{part} says what it needs"
        );
    }
    let answer = json["answer"].as_str().unwrap().to_lowercase();
    assert!(answer.contains("mb"), "the answer tells the size: {answer}");
    assert!(
        answer.contains("point") || answer.contains("click"),
        "the answer offers pointing: {answer}"
    );
    assert_eq!(json["results"], serde_json::json!([]));
}

#[test]
fn the_same_seed_makes_the_same_music() {
    let folder = samples_in(&["clip.mp4"]);
    let sound = |seed: &str, out: &str| {
        let arguments = [
            "run",
            "make calm piano music",
            "--out",
            out,
            "--json",
            "--seed",
            seed,
        ];
        let reply = cli().call(folder.path(), &arguments);
        reached(&reply);
        std::fs::read(folder.path().join(reply.result("audio"))).unwrap()
    };
    assert!(sound("7", "one") == sound("7", "two"));
    assert!(sound("7", "three") != sound("8", "four"));
}
