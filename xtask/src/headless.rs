//! The main job without a window: the requests of the samples, planned and run, and told on the
//! terminal.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::command::{built, command, root, target};
use crate::program::{Profile, build};
use crate::samples::{SAMPLES, Sample};

/// Runs each request on `assets/samples`. A request that cannot be done here is told as the program
/// tells it.
pub(crate) fn run_samples(profile: Profile) -> Result<()> {
    build(profile)?;
    let program = built(profile.folder, "patchbay");
    let results = target().join("samples");
    if results.exists() {
        std::fs::remove_dir_all(&results)
            .with_context(|| format!("cannot empty {}", results.display()))?;
    }
    for (number, sample) in SAMPLES.iter().enumerate() {
        run_sample(&program, sample, &results.join(format!("{}", number + 1)))?;
    }
    println!("\nAll results lie in {}.", results.display());
    Ok(())
}

fn run_sample(program: &Path, sample: &Sample, folder: &Path) -> Result<()> {
    println!("\n\x1b[1m{}\x1b[0m", sample.words);
    let mut call = command(program, ["run", "--json", "--out"]);
    call.arg(folder).arg(sample.words).args(
        sample
            .given
            .iter()
            .map(|name| root().join("assets/samples").join(name)),
    );
    if let Some((name, x, y)) = sample.point {
        call.args(["--points".into(), format!("{name}:{x},{y},+")]);
    }
    let start = Instant::now();
    // Not reaching a goal is an answer too: only the statuses that the program does not promise are
    // failures.
    let reply = match call.output().context("cannot start patchbay")? {
        done if matches!(done.status.code(), Some(0 | 2 | 3)) => done.stdout,
        failed => bail!(
            "patchbay failed: {}",
            String::from_utf8_lossy(&failed.stderr)
        ),
    };
    let reply: Value =
        serde_json::from_slice(&reply).context("patchbay printed something else than JSON")?;
    print_plan(&reply["plan"]);
    for step in list(&reply["steps"]) {
        let error = text(&step["error"]["message"])
            .or_else(|| text(&step["error"]))
            .map_or_else(String::new, |why| format!(": {why}"));
        let seconds = step["seconds"].as_f64().unwrap_or_default();
        println!(
            "  {:<8} {:<24} {seconds:>6.2} s{error}",
            word(&step["status"]),
            word(&step["tool"])
        );
    }
    println!(
        "  {}  ({:.1} s in all)",
        word(&reply["answer"]),
        start.elapsed().as_secs_f64()
    );
    for result in list(&reply["results"]) {
        println!(
            "  → {}",
            text(&result["path"]).unwrap_or_else(|| word(&result["value"]))
        );
    }
    Ok(())
}

/// Prints the ways of each subtask, the tools of each in their order.
fn print_plan(plan: &Value) {
    if let Some(question) = text(&plan["clarification"]) {
        println!("  asks: {question}");
    }
    for subtask in list(&plan["subtasks"]) {
        let ways = list(&subtask["solutions"]);
        println!(
            "  {}, {} found:",
            word(&subtask["description"]),
            count(ways.len(), "way")
        );
        for (number, way) in ways.iter().enumerate() {
            let tools: Vec<String> = list(&way["actions"])
                .iter()
                .map(|action| word(&action["tool"]))
                .collect();
            println!("    {}. {}", number + 1, tools.join(" → "));
        }
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn word(value: &Value) -> String {
    text(value).unwrap_or_default()
}
