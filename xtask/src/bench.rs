//! `cargo xtask bench`: the figures that the project promises, measured from outside on the release
//! build, as a table.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::command::{built, cargo, command, output, root, run, target};
use crate::samples::SAMPLES;
use crate::{cargo_programs, packages, web_interface};

/// Number of times that each request is planned.
const PLANS: usize = 25;

/// A measured figure and its maximum.
struct Figure {
    name: String,
    measured: f64,
    most: f64,
    unit: &'static str,
}

/// Measures all, or the groups that are named: plan, mask, dub, window, criterion.
pub(crate) fn bench(names: &[String]) -> Result<()> {
    let wanted = |group: &str| names.is_empty() || names.iter().any(|name| name == group);
    packages::ensure(&[packages::BUILD, packages::TEST].concat())?;
    web_interface::build()?;
    run(&mut cargo([
        "build",
        "--release",
        "--locked",
        "--bins",
        "--workspace",
        "--exclude",
        "xtask",
    ]))?;
    let folder = target().join("bench");
    fs::create_dir_all(&folder).context("the folder for measuring cannot be made")?;
    let mut figures = Vec::new();
    if wanted("plan") {
        figures.extend(plans(&folder)?);
    }
    if wanted("mask") {
        figures.extend(masks(&folder)?);
    }
    if wanted("dub") {
        figures.push(dubbing(&folder)?);
    }
    if wanted("window") {
        figures.extend(window()?);
    }
    if wanted("criterion") {
        run(&mut cargo([
            "bench",
            "--locked",
            "--package",
            "patchbay-language",
            "--bench",
            "planning",
        ]))?;
        run(&mut cargo([
            "bench",
            "--locked",
            "--package",
            "patchbay-planner",
            "--bench",
            "scale",
        ]))?;
    }
    print(&figures)
}

fn print(figures: &[Figure]) -> Result<()> {
    println!("\n{:<58} {:>12} {:>12}", "", "measured", "at most");
    let mut over = 0;
    for Figure {
        name,
        measured,
        most,
        unit,
    } in figures
    {
        let word = if measured > most { "  OVER" } else { "" };
        over += usize::from(measured > most);
        println!("{name:<58} {measured:>9.1} {unit:<2} {most:>9.0} {unit:<2}{word}");
    }
    ensure!(
        over == 0,
        "{over} of {} figures are over what is promised.",
        figures.len()
    );
    Ok(())
}

/// The median time from a request to its plan, as the program measures it.
fn plans(folder: &Path) -> Result<Vec<Figure>> {
    let lines: Vec<String> = SAMPLES
        .iter()
        .enumerate()
        .map(|(number, sample)| {
            let resources: Vec<Value> =
                sample.given.iter().map(|name| json!({"name": name, "type": kind(name)})).collect();
            let points: serde_json::Map<String, Value> = sample
                .point
                .iter()
                .map(|(name, x, y)| ((*name).to_owned(), json!([{"x": x, "y": y, "include": true}])))
                .collect();
            json!({"id": number.to_string(), "instruction": sample.words, "resources": resources, "points": points})
                .to_string()
        })
        .collect();
    let requests = folder.join("requests.jsonl");
    fs::write(&requests, vec![lines.join("\n") + "\n"; PLANS].concat())
        .context("the requests cannot be written")?;
    let mut call = command(built("release", "patchbay-cli"), ["plan", "--jsonl"]);
    let plans = output(call.stdin(fs::File::open(&requests)?))?;
    let mut times = vec![Vec::new(); SAMPLES.len()];
    for line in plans.lines() {
        let plan: Value = serde_json::from_str(line).context("a plan is not JSON")?;
        let number: usize = plan["id"]
            .as_str()
            .and_then(|id| id.parse().ok())
            .context("a plan has no id")?;
        times[number].push(
            plan["elapsed_ms"]
                .as_f64()
                .with_context(|| format!("no plan: {line}"))?,
        );
    }
    let named = |(sample, mut times): (&crate::samples::Sample, Vec<f64>)| {
        times.sort_by(f64::total_cmp);
        Figure {
            name: format!("plan: {}", sample.words),
            measured: times[times.len() / 2],
            most: 50.0,
            unit: "ms",
        }
    };
    Ok(SAMPLES.iter().zip(times).map(named).collect())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("mp4") => "video",
        Some("wav") => "audio",
        Some("txt") => "text",
        _ => "image",
    }
}

/// The first mask after a click on a picture of 1024 pixels, and the next, over the loopback
/// server.
fn masks(folder: &Path) -> Result<Vec<Figure>> {
    let picture = folder.join("photo-1024.jpg");
    scaled(&root().join("assets/samples/photo.jpg"), &picture)?;
    let mut script = command("node", ["tests/e2e/pointing.mjs"]);
    script
        .env("PATCHBAY_CLI", built("release", "patchbay-cli"))
        .env("PICTURE", &picture);
    let found = printed(&mut script)?;
    let figure = |name: &str, field: &str, most| -> Result<Figure> {
        let measured = found[field]
            .as_f64()
            .with_context(|| format!("{field} was not measured"))?;
        Ok(Figure {
            name: name.into(),
            measured,
            most,
            unit: "ms",
        })
    };
    Ok(vec![
        figure(
            "first mask after a click on a 1024 px picture",
            "first_ms",
            1000.0,
        )?,
        figure("mask after the next click", "next_ms", 250.0)?,
    ])
}

/// The JSON object that a script prints, without the output of the programs that it starts.
fn printed(script: &mut Command) -> Result<Value> {
    let lines = output(script)?;
    let object = lines
        .lines()
        .find(|line| line.starts_with('{'))
        .with_context(|| format!("no figures in: {lines}"))?;
    serde_json::from_str(object).context("the script printed something else")
}

fn scaled(from: &Path, to: &Path) -> Result<()> {
    let mut call = command("ffmpeg", ["-v", "error", "-y", "-i"]);
    run(call
        .arg(from)
        .args(["-vf", "scale=1024:-1", "-q:v", "3", "-update", "1"])
        .arg(to))
}

/// Measures the first request on a film of 10 s in 720p: less time than the film is long.
fn dubbing(folder: &Path) -> Result<Figure> {
    let film = folder.join("clip.mp4");
    let mut make = command(
        "ffmpeg",
        [
            "-v",
            "error",
            "-y",
            "-f",
            "lavfi",
            "-i",
            "testsrc2=size=1280x720:rate=30:duration=10",
        ],
    );
    run(make
        .args([
            "-f",
            "lavfi",
            "-i",
            "sine=440:duration=10",
            "-pix_fmt",
            "yuv420p",
        ])
        .arg(&film))?;
    let out: PathBuf = folder.join("dubbed");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let start = Instant::now();
    let mut call = command(
        built("release", "patchbay-cli"),
        ["run", "put calm piano music under clip.mp4"],
    );
    let done = call
        .arg(&film)
        .arg("--out")
        .arg(&out)
        .output()
        .context("patchbay-cli cannot be started")?;
    if !done.status.success() {
        bail!("dubbing failed: {}", String::from_utf8_lossy(&done.stderr));
    }
    let measured = start.elapsed().as_secs_f64();
    Ok(Figure {
        name: "music under a 10 s 720p film".into(),
        measured,
        most: 10.0,
        unit: "s",
    })
}

/// Measures the time from a start to the first paint, and memory where nothing happens.
fn window() -> Result<Vec<Figure>> {
    let driver = cargo_programs::ensure("tauri-driver", "^2")?;
    let mut script = command(
        "dbus-run-session",
        ["--", "xvfb-run", "-a", "-s", "-screen 0 1440x900x24"],
    );
    script.args(["node", "tests/e2e/figures.mjs"]);
    script
        .env("TAURI_DRIVER", driver)
        .env("PATCHBAY", built("release", "patchbay"));
    let found = printed(&mut script)?;
    let measured = |field: &str| {
        found[field]
            .as_f64()
            .with_context(|| format!("{field} was not measured"))
    };
    Ok(vec![
        Figure {
            name: "window painted after a start".into(),
            measured: measured("paint_ms")?,
            most: 1000.0,
            unit: "ms",
        },
        Figure {
            name: "memory of the idle window".into(),
            measured: measured("idle_bytes")? / 1e6,
            most: 300.0,
            unit: "MB",
        },
    ])
}
