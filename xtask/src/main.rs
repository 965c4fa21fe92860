//! Commands of a developer, each with all set-up: `cargo xtask run|test|lint|bench|bundle`.

mod bench;
mod bundle;
mod cargo_programs;
mod command;
mod headless;
mod lint;
mod packages;
mod parts;
mod program;
mod run;
mod samples;
mod test;
mod web_interface;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask run [--release] [--headless]   build Patchbay and open its window; where there is no display, run the samples
cargo xtask test [PART…]                   everything that has to hold; with names, only those parts
cargo xtask test --repeat N rust [CRATE…]  the tests of every crate, or of some, N times beside a load on all cores
cargo xtask test fresh [--if-changed]      the README's commands in a minimal Debian root that has Rust and Node only
cargo xtask test bundle                    install the .deb in such a root, use it, remove it
cargo xtask test weights                   run the networks on published weights, and measure them
cargo xtask lint                           formatting, clippy, import circles, sizes, licences and bans, the web interface's checks
cargo xtask bench [GROUP…]                 measure the release build (plan, mask, dub, window, criterion), and print a table
cargo xtask bundle [KIND…]                 packages to install: .deb and AppImage, .dmg or .msi";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, options) = arguments
        .split_first()
        .map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let outcome = match command {
        "run" => run::run(options),
        "test" => test::test(options),
        "lint" => lint::lint(options),
        "bench" => bench::bench(options),
        "bundle" => bundle::bundle(options),
        _ => Err(anyhow::anyhow!("{USAGE}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
