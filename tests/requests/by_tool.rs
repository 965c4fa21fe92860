//! Tools called straight by `run --tool`, with typed values and no request to read.

use patchbay_test_support::{TestDir, png, sine};

use crate::cli;

#[test]
fn a_tool_is_called_for_each_picture_with_its_values() {
    let folder = TestDir::new();
    png(&folder.file("a.png"), 40, 24);
    png(&folder.file("b.png"), 30, 50);
    let arguments = [
        "run",
        "--tool",
        "text_image_editing",
        "--set",
        "aspect=1:1",
        "a.png",
        "b.png",
        "--out",
        "out",
        "--json",
    ];
    let reply = cli().call(folder.path(), &arguments);
    assert_eq!(reply.status, 0, "{}\n{}", reply.output, reply.messages);
    let sizes: Vec<_> = reply
        .results("image")
        .iter()
        .map(|path| image::image_dimensions(folder.path().join(path)).unwrap())
        .collect();
    assert_eq!(sizes, [(24, 24), (30, 30)]);
}

#[test]
fn what_a_tool_cannot_take_is_refused_by_name() {
    let folder = TestDir::new();
    sine(&folder.file("a.wav"), 0.5, 16_000, 440.0);
    let said = |arguments: &[&str]| {
        let reply = cli().call(folder.path(), &[arguments, &["--out", "out"]].concat());
        assert_eq!(reply.status, 1, "{}\n{}", reply.output, reply.messages);
        reply.messages
    };
    let wrong = said(&["run", "--tool", "image_cropping", "a.wav"]);
    assert!(wrong.contains("“image_cropping” needs image"), "{wrong}");
    let unknown = said(&["run", "--tool", "image_croping", "a.wav"]);
    assert!(
        unknown.contains("There is no tool “image_croping”"),
        "{unknown}"
    );
    let gone = said(&["run", "--tool", "audio_volume", "gone.wav"]);
    assert!(gone.contains("gone.wav"), "{gone}");
}
