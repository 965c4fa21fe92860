//! Output of Rust's test harness: the ending of each test.

/// Outcome of one test in one run. Ignored tests have none.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The test's path in its program.
    pub(super) test: String,
    /// Message of a failed test: its panic's place and message.
    pub(super) failure: Option<String>,
}

/// The outcomes in the harness's usual format.
pub(super) fn outcomes(printed: &str) -> Vec<Outcome> {
    printed
        .lines()
        .filter_map(|line| outcome(line, printed))
        .collect()
}

/// Reads a line such as `test tests::it_holds ... ok` or `test it_breaks - should panic ...
/// FAILED`.
fn outcome(line: &str, printed: &str) -> Option<Outcome> {
    let (test, ending) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    let test = test.strip_suffix(" - should panic").unwrap_or(test);
    let failure = match ending {
        "ok" => None,
        "FAILED" => Some(message(test, printed)),
        _ => return None,
    };
    Some(Outcome {
        test: test.to_owned(),
        failure,
    })
}

/// The first lines of what a failed test printed, without the backtrace.
fn message(test: &str, printed: &str) -> String {
    /// Lines that are shown.
    const MOST: usize = 8;
    let begin = format!("---- {test} stdout ----");
    let ends = |line: &str| {
        ["---- ", "failures:", "stack backtrace:", "note: run with"]
            .iter()
            .any(|beginning| line.starts_with(beginning))
    };
    let said = printed
        .lines()
        .skip_while(|line| *line != begin)
        .skip(1)
        .take_while(|line| !ends(line));
    said.filter(|line| !line.trim().is_empty())
        .take(MOST)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::{Outcome, outcomes};

    #[test]
    fn each_test_has_its_outcome_and_a_failed_one_its_message() {
        let printed = "
running 5 tests
test skipped ... ignored, takes long
test tests::holds ... ok
test tests::breaks ... FAILED
test tests::refuses - should panic ... ok
test tests::silent - should panic ... FAILED

failures:

---- tests::breaks stdout ----

thread 'tests::breaks' (4711) panicked at src/lib.rs:12:9:
assertion `left == right` failed
  left: 1
 right: 2
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace

---- tests::silent stdout ----
note: test did not panic as expected at src/lib.rs:30:8

failures:
    tests::breaks
    tests::silent

test result: FAILED. 2 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
";
        let passed = |test: &str| Outcome {
            test: test.to_owned(),
            failure: None,
        };
        let failed = |test: &str, said: &str| Outcome {
            failure: Some(said.to_owned()),
            ..passed(test)
        };
        let said = "thread 'tests::breaks' (4711) panicked at src/lib.rs:12:9:\nassertion `left == right` failed\n  left: 1\n right: 2";
        let expected = [
            passed("tests::holds"),
            failed("tests::breaks", said),
            passed("tests::refuses"),
            failed(
                "tests::silent",
                "note: test did not panic as expected at src/lib.rs:30:8",
            ),
        ];
        assert_eq!(outcomes(printed), expected);
    }
}
