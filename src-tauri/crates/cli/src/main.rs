//! The program `patchbay-cli`.

fn main() -> std::process::ExitCode {
    patchbay_cli::call(std::env::args_os())
}
