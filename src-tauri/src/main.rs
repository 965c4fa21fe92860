//! The desktop program. With words such as `plan …` or `run …` it is the headless program; without,
//! it opens the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod audio;
mod menu;
mod opened;
mod window;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let command = words.get(1).and_then(|word| word.to_str());
    if command.is_some_and(patchbay_cli::is_command) {
        return patchbay_cli::call(words);
    }
    window::open()
}
