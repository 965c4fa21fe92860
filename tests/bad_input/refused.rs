//! What is refused before anything opens it, and what strangers write into files.

use patchbay_test_support::{TestDir, png, video};

use crate::{cli, the_rest_goes_on};

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_the_rest_goes_on() {
    let folder = TestDir::new();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.file("pipe.jpg"))
        .status();
    assert!(made.unwrap().success());
    let sentence = the_rest_goes_on(&folder, "pipe.jpg");
    assert!(sentence.contains("a pipe"), "{sentence}");
    let reply = cli().call(folder.path(), &["recipe", "pipe.jpg"]);
    assert_eq!(reply.status, 1);
    assert!(reply.messages.contains("a pipe"), "{}", reply.messages);
}

#[test]
fn too_many_files_are_refused_however_they_are_named() {
    let folder = TestDir::new();
    let names: Vec<String> = (0..501).map(|number| format!("{number}.txt")).collect();
    for name in &names {
        folder.write(name, "words");
    }
    let given: Vec<&str> = names.iter().map(String::as_str).collect();
    let reply = cli().run(folder.path(), "make it black and white", &given);
    assert_eq!(reply.status, 3, "{}", reply.messages);
    assert!(
        reply.messages.contains("more than 500 files"),
        "{}",
        reply.messages
    );
    assert_eq!(reply.results("image").len(), 0);
}

#[test]
fn a_recipe_of_a_strangers_file_does_nothing_to_the_terminal() {
    let folder = TestDir::new();
    png(&folder.file("a.png"), 20, 10);
    let recipe = "{\"given\":[{\"name\":\"\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\",\"type\":\"image\"}],\
                  \"actions\":[],\"seed\":1}";
    patchbay_media::xmp::write_text(&folder.file("a.png"), "a.png", recipe).unwrap();
    for arguments in [&["recipe", "a.png"][..], &["recipe", "--json", "a.png"]] {
        let reply = cli().call(folder.path(), arguments);
        assert_eq!(reply.status, 0, "{}", reply.messages);
        let acts = |letter: char| letter.is_control() && letter != '\n';
        assert!(reply.output.contains("\\u001b[2J"), "{}", reply.output);
        assert!(!reply.output.contains(acts), "{:?}", reply.output);
    }
}

#[test]
fn a_script_beside_a_result_whose_name_begins_with_a_dash_has_another_name() {
    let folder = TestDir::new();
    video::clip(folder.path(), "-take.mp4", 1.0, "160x120", 25);
    let out = folder.file("out");
    let arguments = [
        "run",
        "--tool",
        "video_fading",
        "--set",
        "fade_out=0.4",
        "./-take.mp4",
        "--hand-over",
        "sh",
        "--hand-over",
        "otio",
        "--out",
        out.to_str().unwrap(),
        "--json",
    ];
    let made = cli().call(folder.path(), &arguments);
    let film = made.result("video");
    let stem = film.file_stem().unwrap().to_str().unwrap();
    let rest = stem.strip_prefix('-').expect("the film keeps its name");
    assert!(out.join(format!("_{rest}.otio")).is_file());
    let script = format!("_{rest}.sh");
    // A shell takes it for a script, and so it does what it says.
    let done = std::process::Command::new("sh")
        .arg(&script)
        .current_dir(&out)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{script}: {said}");
    assert!(out.join(format!("_{rest}_by_ffmpeg.mp4")).is_file());
}
