//! The headless program, called as a person or a script calls it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::TestDir;

/// The program, with data of its own that is gone with the test.
pub struct Cli {
    program: PathBuf,
    home: TestDir,
}

/// Reply of the program.
#[derive(Debug)]
pub struct Reply {
    /// The exit status.
    pub status: i32,
    /// Text printed to standard output.
    pub output: String,
    /// Text printed to standard error.
    pub messages: String,
}

impl Cli {
    /// The program at a path; tests give `env!("CARGO_BIN_EXE_patchbay-cli")`.
    pub fn new(program: &str) -> Self {
        Self {
            program: program.into(),
            home: TestDir::new(),
        }
    }

    /// A call that works in `folder`, with nothing of the person who runs the tests.
    pub fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut call = Command::new(&self.program);
        call.args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null());
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME"] {
            call.env(name, self.home.path());
        }
        call
    }

    /// Calls it and waits.
    pub fn call(&self, folder: &Path, arguments: &[&str]) -> Reply {
        reply(
            &self
                .command(folder, arguments)
                .output()
                .expect("patchbay-cli can be started"),
        )
    }

    /// The same with environment variables that name paths.
    pub fn call_in(
        &self,
        folder: &Path,
        arguments: &[&str],
        environment: &[(&str, &Path)],
    ) -> Reply {
        let mut call = self.command(folder, arguments);
        call.envs(environment.iter().copied());
        reply(&call.output().expect("patchbay-cli can be started"))
    }

    /// The same with something to read on standard input.
    pub fn call_with_input(&self, folder: &Path, arguments: &[&str], input: &str) -> Reply {
        let mut call = self.command(folder, arguments);
        call.stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut running = call.spawn().expect("patchbay-cli can be started");
        let mut pipe = running.stdin.take().expect("it was piped");
        std::thread::scope(|scope| {
            scope.spawn(move || {
                pipe.write_all(input.as_bytes())
                    .expect("it reads all of its input");
            });
            reply(&running.wait_with_output().expect("it ends"))
        })
    }

    /// `run --json` of a request with files of `folder`, its results under `folder/out`.
    pub fn run(&self, folder: &Path, words: &str, given: &[&str]) -> Reply {
        self.run_with(folder, words, given, &[])
    }

    /// The same with further options.
    pub fn run_with(&self, folder: &Path, words: &str, given: &[&str], options: &[&str]) -> Reply {
        let out = folder.join("out");
        let out = out
            .to_str()
            .expect("a folder of the test's has a name in UTF-8");
        let arguments = [
            &["run", words][..],
            given,
            &["--out", out, "--json"],
            options,
        ]
        .concat();
        self.call(folder, &arguments)
    }
}

impl Reply {
    /// The one JSON object that it printed.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|error| {
            panic!(
                "not one JSON object ({error}): {}\n{}",
                self.output, self.messages
            )
        })
    }

    /// The paths of the results of a type, in their order.
    pub fn results(&self, resource_type: &str) -> Vec<PathBuf> {
        let json = self.json();
        let results = json["results"]
            .as_array()
            .expect("results is a list")
            .clone();
        results
            .iter()
            .filter(|result| result["type"] == resource_type)
            .filter_map(|result| result["path"].as_str().map(PathBuf::from))
            .collect()
    }

    /// The path of the one result of a type.
    pub fn result(&self, resource_type: &str) -> PathBuf {
        let mut results = self.results(resource_type);
        assert_eq!(
            results.len(),
            1,
            "one {resource_type} was expected: {}\n{}",
            self.output,
            self.messages
        );
        results.remove(0)
    }

    /// The number of ways found for a subtask.
    pub fn ways(&self, subtask: usize) -> usize {
        self.json()["plan"]["subtasks"][subtask]["solutions"]
            .as_array()
            .map_or(0, Vec::len)
    }

    /// The errors of the steps that failed.
    pub fn errors(&self) -> Vec<String> {
        let json = self.json();
        let steps = json["steps"].as_array().expect("steps is a list");
        let said = |step: &Value| {
            step["error"]["message"]
                .as_str()
                .or(step["error"].as_str())
                .map(str::to_owned)
        };
        steps.iter().filter_map(said).collect()
    }
}

fn reply(done: &Output) -> Reply {
    Reply {
        status: done.status.code().unwrap_or(-1),
        output: String::from_utf8_lossy(&done.stdout).into_owned(),
        messages: String::from_utf8_lossy(&done.stderr).into_owned(),
    }
}
