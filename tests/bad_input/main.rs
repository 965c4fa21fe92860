//! What is wrong with files and disks: each gets one clear sentence, and the rest of the request
//! goes on.

mod refused;

use std::path::Path;

use patchbay_test_support::{Cli, Reply, TestDir, png, sine, video};

fn cli() -> Cli {
    Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"))
}

/// Runs a request about a good photo and a bad file: the photo's part is done, and the bad file's
/// name stands in a sentence for people.
#[track_caller]
fn the_rest_goes_on(folder: &TestDir, bad: &str) -> String {
    png(&folder.file("good.png"), 160, 120);
    let words = "make good.png black and white";
    let reply = cli().run(folder.path(), words, &["good.png", bad]);
    assert_eq!(reply.status, 2, "{}\n{}", reply.output, reply.messages);
    assert_eq!(
        image::image_dimensions(reply.result("image")).unwrap(),
        (160, 120)
    );
    one_sentence(&reply, bad)
}

/// The part of the answer that names the file; it is no list of causes and shows nothing of the
/// program's inside.
#[track_caller]
fn one_sentence(reply: &Reply, about: &str) -> String {
    let answer = reply.json()["answer"].as_str().unwrap().to_owned();
    let name = Path::new(about)
        .file_name()
        .unwrap()
        .to_string_lossy()
        .into_owned();
    let lines: Vec<&str> = answer.lines().filter(|line| line.contains(&name)).collect();
    assert_eq!(lines.len(), 1, "one sentence about {name}: {answer}");
    for inside in [
        "Error", "panicked", "unwrap", "0x", "::", "os error", "/tmp/",
    ] {
        assert!(
            !answer.contains(inside),
            "“{inside}” is not for people: {answer}"
        );
    }
    assert!(!reply.messages.contains("panicked"), "{}", reply.messages);
    lines[0].to_owned()
}

#[test]
fn a_text_that_calls_itself_a_film() {
    let folder = TestDir::new();
    folder.write("fake.mp4", "This is only text.\n");
    the_rest_goes_on(&folder, "fake.mp4");
}

#[test]
fn a_picture_that_ends_in_the_middle() {
    let folder = TestDir::new();
    let whole = std::fs::read(folder.sample("photo.jpg")).unwrap();
    folder.write("half.jpg", &whole[..whole.len() / 2]);
    the_rest_goes_on(&folder, "half.jpg");
}

#[test]
fn a_sound_of_no_bytes() {
    let folder = TestDir::new();
    folder.write("empty.wav", "");
    let sentence = the_rest_goes_on(&folder, "empty.wav");
    assert!(
        sentence.contains("empty") || sentence.contains("nothing"),
        "{sentence}"
    );
}

#[test]
fn a_picture_too_large_to_open() {
    let folder = TestDir::new();
    // Only the head of a PNG of 30,000 x 30,000 pixels.
    let side = 30_000_u32.to_be_bytes();
    let chunk = [b"IHDR".as_slice(), &side, &side, &[8, 6, 0, 0, 0]].concat();
    let sum = crc32(&chunk).to_be_bytes();
    let pixels = [b"IDAT".as_slice(), b"\x78\x9c\x03\0\0\0\0\x01"].concat();
    let pixel_sum = crc32(&pixels).to_be_bytes();
    folder.write(
        "huge.png",
        [
            b"\x89PNG\r\n\x1a\n\0\0\0\x0d".as_slice(),
            &chunk,
            &sum,
            b"\0\0\0\x08",
            &pixels,
            &pixel_sum,
            b"\0\0\0\0IEND\xae\x42\x60\x82",
        ]
        .concat(),
    );
    let sentence = the_rest_goes_on(&folder, "huge.png");
    assert!(
        sentence.contains("30") || sentence.contains("900"),
        "its size is told: {sentence}"
    );
}

/// The checksum of PNG's chunks (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

#[test]
fn a_film_without_sound_is_asked_for_its_sound() {
    let folder = TestDir::new();
    video::make(
        folder.path(),
        "mute.mp4",
        "-f lavfi -i testsrc2=duration=2:size=160x120:rate=25 -pix_fmt yuv420p",
    );
    png(&folder.file("good.png"), 160, 120);
    let words = "give me the sound of mute.mp4 as a file, and make good.png black and white";
    let reply = cli().run(folder.path(), words, &["mute.mp4", "good.png"]);
    assert_eq!(reply.status, 2, "{}\n{}", reply.output, reply.messages);
    assert_eq!(
        reply.results("image").len(),
        1,
        "the picture is made all the same"
    );
    let errors = reply.errors();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains("mute.mp4") && errors[0].contains("sound"),
        "{errors:?}"
    );
}

#[test]
fn a_file_that_is_not_there() {
    the_rest_goes_on(&TestDir::new(), "gone.png");
}

#[test]
fn a_file_that_vanishes_while_it_is_used() {
    let folder = TestDir::new();
    video::clip(folder.path(), "clip.mp4", 4.0, "640x360", 25);
    let arguments = [
        "run",
        "put calm music under clip.mp4",
        "clip.mp4",
        "--out",
        "out",
        "--json",
    ];
    let mut call = cli().command(folder.path(), &arguments);
    let running = call
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::fs::remove_file(folder.file("clip.mp4")).unwrap();
    let done = running.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&done.stderr).into_owned();
    let reply = Reply {
        status: done.status.code().unwrap_or(-1),
        output: String::from_utf8_lossy(&done.stdout).into_owned(),
        messages,
    };
    // Who comes first is not ours to say: it was read before it went, or it is told that it is
    // gone.
    if reply.status == 0 {
        let facts = video::facts(&folder.path().join(reply.result("video")));
        assert!((video::number(&facts["format"], "duration") - 4.0).abs() < 0.2);
    } else {
        assert_eq!(reply.status, 3, "{}\n{}", reply.output, reply.messages);
        one_sentence(&reply, "clip.mp4");
    }
}

#[test]
fn names_with_quotes_line_breaks_and_ways_out() {
    for name in [
        "it's \"mine\".png",
        "two\nlines.png",
        "…;rm -rf $HOME.png",
        "-v.png",
    ] {
        let folder = TestDir::new();
        png(&folder.file(name), 90, 60);
        let given = format!("./{name}");
        let reply = cli().run(folder.path(), "make this photo black and white", &[&given]);
        assert_eq!(
            reply.status, 0,
            "{name:?}: {}\n{}",
            reply.output, reply.messages
        );
        let result = folder.path().join(reply.result("image"));
        assert_eq!(result.parent().unwrap(), folder.file("out"), "{name:?}");
        let written = result.file_name().unwrap().to_string_lossy().into_owned();
        assert!(
            !written.contains(['\n', '/', '"']),
            "{written:?} is a name that every system takes"
        );
        assert_eq!(image::image_dimensions(&result).unwrap(), (90, 60));
    }
    // A way out of the folder leads nowhere: what is made lies in the folder for results.
    let folder = TestDir::new();
    std::fs::create_dir(folder.file("inside")).unwrap();
    png(&folder.file("outside.png"), 90, 60);
    let reply = cli().run(
        &folder.file("inside"),
        "make this photo black and white",
        &["../outside.png"],
    );
    assert_eq!(reply.status, 0, "{}\n{}", reply.output, reply.messages);
    let made: Vec<String> = folder
        .listing()
        .into_iter()
        .filter(|name| name != "outside.png")
        .collect();
    assert!(
        made.iter().all(|name| name.starts_with("inside/out/")),
        "{made:?}"
    );
    assert_eq!(made.len(), 1, "{made:?}");
}

#[test]
fn two_files_of_one_name() {
    let folder = TestDir::new();
    for (name, width) in [("a", 90), ("b", 120)] {
        std::fs::create_dir(folder.file(name)).unwrap();
        png(&folder.file(name).join("same.png"), width, 60);
    }
    let reply = cli().run(
        folder.path(),
        "make these photos black and white",
        &["a/same.png", "b/same.png"],
    );
    assert_eq!(reply.status, 0, "{}\n{}", reply.output, reply.messages);
    let results = reply.results("image");
    let mut widths: Vec<u32> = results
        .iter()
        .map(|path| image::image_dimensions(folder.path().join(path)).unwrap().0)
        .collect();
    widths.sort_unstable();
    assert_eq!(
        widths,
        [90, 120],
        "each of the two is done once: {results:?}"
    );
}

#[test]
fn a_disk_that_is_full() {
    let folder = TestDir::new();
    video::clip(folder.path(), "clip.mp4", 6.0, "1280x720", 25);
    sine(&folder.file("tone.wav"), 1.0, 8000, 440.0);
    let disk = folder.file("disk");
    std::fs::create_dir(&disk).unwrap();
    let mount = |arguments: &[&str]| {
        std::process::Command::new("mount")
            .args(arguments)
            .arg(&disk)
            .output()
    };
    if !mount(&["-t", "tmpfs", "-o", "size=96k", "tmpfs"]).is_ok_and(|done| done.status.success()) {
        println!("skipped: a small disk cannot be mounted here");
        return;
    }
    let reply = cli().call(
        folder.path(),
        &[
            "run",
            "cut clip.mp4 from 0:00 to 0:05 and fade tone.wav out",
            "clip.mp4",
            "tone.wav",
            "--out",
            "disk",
            "--json",
        ],
    );
    let left: Vec<String> = std::fs::read_dir(&disk)
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let unmounted = std::process::Command::new("umount").arg(&disk).status();
    assert!(unmounted.unwrap().success());
    assert_eq!(reply.status, 2, "{}\n{}", reply.output, reply.messages);
    assert_eq!(reply.results("audio").len(), 1, "what fits is written");
    assert!(reply.results("video").is_empty());
    let answer = reply.json()["answer"].as_str().unwrap().to_lowercase();
    assert!(
        answer.contains("disk") || answer.contains("space"),
        "the disk is named: {answer}"
    );
    assert!(
        !left
            .iter()
            .any(|name| Path::new(name).extension() == Some("mp4".as_ref())),
        "half a film stays: {left:?}"
    );
}

#[test]
fn a_wrong_call_is_told_apart() {
    let folder = TestDir::new();
    for arguments in [
        &["run"][..],
        &["frobnicate"],
        &["run", "words", "--out", "out", "--points", "nonsense"],
    ] {
        let reply = cli().call(folder.path(), arguments);
        assert_eq!(
            reply.status, 1,
            "{arguments:?}: {}\n{}",
            reply.output, reply.messages
        );
        assert!(!reply.messages.is_empty());
    }
}
