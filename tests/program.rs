//! The desktop program as a headless one: the words of `patchbay-cli` are passed on.

use std::process::Command;

use serde_json::Value;

fn call(words: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_patchbay"))
        .args(words)
        .env_remove("DISPLAY")
        .output()
        .expect("the program starts")
}

#[test]
fn the_desktop_program_plans_without_a_window() {
    let planned = call(&[
        "plan",
        "--json",
        "make photo.jpg black and white",
        "photo.jpg",
    ]);
    assert!(
        planned.status.success(),
        "{}",
        String::from_utf8_lossy(&planned.stderr)
    );
    let plan: Value = serde_json::from_slice(&planned.stdout).expect("a plan");
    let action = &plan["subtasks"][0]["solutions"][0]["actions"][0];
    assert_eq!(
        (&action["tool"], &action["inputs"]["image"]),
        (&"text_image_editing".into(), &"photo.jpg".into())
    );
}

#[test]
fn a_wrong_call_is_told_as_the_headless_program_tells_it() {
    let refused = call(&["run", "--way", "many", "brighten it"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--way"));
}
