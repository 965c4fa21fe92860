use patchbay_test_support::video::make;

use super::*;

/// Bytes that say where they are not to be found.
fn holds(path: &Path, said: &str) -> bool {
    let bytes = fs::read(path).expect("a file");
    bytes
        .windows(said.len())
        .any(|part| part == said.as_bytes())
}

#[test]
fn a_gif_loses_its_comment_and_still_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = "-f lavfi -i testsrc=duration=1:size=32x24:rate=5";
    let path = make(folder.path(), "moving.gif", arguments);
    let mut bytes = fs::read(&path).expect("a file");
    let end = bytes.len() - 1;
    bytes.splice(end..end, *b"\x21\xFE\x06Secret\0");
    fs::write(&path, bytes).expect("a file");
    assert!(clean(&path, "moving.gif", Removal::Everything).expect("a gif"));
    assert!(!holds(&path, "Secret") && holds(&path, "NETSCAPE2.0"));
    let animation = crate::image::Animation::open(&path, "moving.gif").expect("a gif");
    assert_eq!(animation.expect("it moves").frame_count, 5);
}

#[test]
fn tracks_of_measurements_go_with_what_is_in_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("chapters.txt");
    let chapter = "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=48.8583\n";
    fs::write(&list, format!(";FFMETADATA1\n{chapter}")).expect("a list");
    let arguments = format!(
        "-f lavfi -i testsrc=duration=1:size=32x24:rate=5 -i {} -map_chapters 1 -c:v libx264 -pix_fmt yuv420p",
        list.display()
    );
    let path = make(folder.path(), "film.mp4", &arguments);
    // A track of titles stands in for one of places: it differs in the kind of its handler only.
    let mut bytes = fs::read(&path).expect("a file");
    let handlers: Vec<usize> = bytes
        .windows(8)
        .enumerate()
        .filter(|(_, part)| part == b"\0\0\0\0text")
        .map(|(at, _)| at + 4)
        .collect();
    let kind = *handlers.first().expect("a track of titles");
    bytes[kind..kind + 4].copy_from_slice(b"meta");
    fs::write(&path, &bytes).expect("a file");
    assert!(clean(&path, "film.mp4", Removal::Place).expect("a video"));
    let cleaned = fs::read(&path).expect("a file");
    // The first is the sample; the list of chapters, which stays, comes behind it.
    let sample = bytes.windows(9).position(|part| part == b"\0\x0748.8583");
    let sample = sample.expect("a sample") + 2;
    assert_eq!(cleaned[sample..sample + 7], [0; 7]);
    assert_eq!(cleaned.len(), bytes.len());
    let facts = crate::video::probe(&path, "film.mp4").expect("a video");
    assert_eq!(facts.width, 32);
}

#[test]
fn no_file_that_is_cut_off_or_wild_is_a_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    let image = "-f lavfi -i testsrc=duration=0.2:size=32x24:rate=5";
    let tone = "-f lavfi -i sine=duration=0.2 -metadata title=Secret";
    let files = [
        ("a.jpg", format!("{image} -frames:v 1")),
        ("a.png", format!("{image} -frames:v 1")),
        ("a.gif", image.to_owned()),
        (
            "a.mp4",
            format!("{image} -metadata location=+48.8583+002.2945/"),
        ),
        (
            "a.mkv",
            format!("{image} -metadata location=+48.8583+002.2945/"),
        ),
        ("a.mp3", tone.to_owned()),
        ("a.flac", tone.to_owned()),
        ("a.wav", tone.to_owned()),
    ];
    for (name, arguments) in files {
        let bytes = fs::read(make(folder.path(), name, &arguments)).expect("a file");
        let path = folder.path().join("tried");
        let step = (bytes.len() / 60).max(1);
        for cut in (0..bytes.len()).step_by(step) {
            let mut wild = bytes.clone();
            wild[cut] ^= 0x7F;
            for tried in [&bytes[..cut], &wild] {
                fs::write(&path, tried).expect("a file");
                for removal in [Removal::Everything, Removal::Place] {
                    let _ = clean(&path, name, removal);
                }
            }
        }
    }
    let path = folder.path().join("tried");
    fs::write(&path, b"words and nothing else").expect("a file");
    assert!(!clean(&path, "words", Removal::Everything).expect("no error"));
}
