//! Measures the retriever. `retrieval FOLDER [--texts FILE] [--vectors FILE] [--scale COUNT]`: how many of the
//! tools that the requests of `FOLDER/requests.jsonl` need are found among those of
//! `FOLDER/tools.jsonl`, and how long one request takes. `--texts`: writes what
//! vectors are needed of, each as a line of JSON. `--vectors`: lines of `{"text", "vector"}` for the
//! dense part. `--scale`: as many generated tools beside them.
//!
//! - [`figures`]: recall and rank
//! - [`generated`]: tools and requests out of verbs, things and services

mod figures;
mod generated;

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use patchbay_connections::retrieval::{Dense, Described, Retriever};
use serde_json::Value;

use figures::{Case, Figures};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments
        .first()
        .ok_or("say which folder has tools.jsonl and requests.jsonl")?;
    let folder = Path::new(folder);
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)
    };
    let tools: Vec<Described> = lines(&folder.join("tools.jsonl"))?
        .iter()
        .map(described)
        .collect();
    let cases: Vec<Case> = lines(&folder.join("requests.jsonl"))?
        .iter()
        .filter_map(case)
        .collect();
    if let Some(file) = option("--texts") {
        fs::write(file, texts(&tools, &cases).join("\n"))?;
    }
    let vectors = option("--vectors")
        .map(|file| vectors(Path::new(file)))
        .transpose()?;
    measure("words", &tools, &cases, &Retriever::new(&tools));
    if let Some(vectors) = vectors {
        let embed = move |texts: &[&str]| {
            let known = texts
                .iter()
                .map(|text| vectors.get(*text).cloned().unwrap_or_default());
            known.collect()
        };
        let dense = Dense::new(&tools, Box::new(embed))?;
        measure(
            "words and meaning",
            &tools,
            &cases,
            &Retriever::new(&tools).with_dense(dense),
        );
    }
    if let Some(count) = option("--scale") {
        let count: usize = count.parse()?;
        let (more, asked) = generated::tools(count);
        let all: Vec<Described> = tools.iter().cloned().chain(more).collect();
        let started = Instant::now();
        let retriever = Retriever::new(&all);
        println!(
            "{} tools are indexed in {:.0?}",
            all.len(),
            started.elapsed()
        );
        measure("the requests among all", &all, &cases, &retriever);
        measure("generated requests among all", &all, &asked, &retriever);
    }
    Ok(())
}

/// Returns the texts that need vectors: tools, requests and their clauses, as lines of JSON.
fn texts(tools: &[Described], cases: &[Case]) -> Vec<String> {
    let retriever = Retriever::new(tools);
    let mut texts: Vec<String> = tools.iter().map(Described::text).collect();
    for case in cases {
        texts.push(case.request.clone());
        texts.extend(
            retriever
                .wishes(&case.request)
                .into_iter()
                .map(str::to_owned),
        );
    }
    texts
        .into_iter()
        .map(|text| Value::from(text).to_string())
        .collect()
}

/// Prints what is found.
fn measure(what: &str, tools: &[Described], cases: &[Case], retriever: &Retriever) {
    let mut figures = Figures::default();
    let mut longest = 0.0_f64;
    let mut total = 0.0_f64;
    for case in cases {
        let started = Instant::now();
        let found = retriever.find(&case.request, 20);
        let taken = started.elapsed().as_secs_f64() * 1e3;
        longest = longest.max(taken);
        total += taken;
        let names: Vec<&str> = found
            .iter()
            .map(|(index, _)| tools[*index].name.as_str())
            .collect();
        figures.add(&case.needed, &names);
    }
    println!(
        "{what}: {figures}; {:.2} ms a request, at most {longest:.2} ms",
        total / cases.len().max(1) as f64
    );
}

fn lines(file: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let values = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>();
    Ok(values.map_err(|e| format!("{}: {e}", file.display()))?)
}

fn words(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_default().to_owned()
}

fn described(tool: &Value) -> Described {
    let inputs = tool["inputs"].as_array().into_iter().flatten();
    // Other sets of tools have a field of work in the place of a server.
    let server = if tool["server"].is_string() {
        "server"
    } else {
        "field"
    };
    Described {
        id: words(tool, "name"),
        server: words(tool, server),
        server_description: words(tool, "server_description"),
        name: words(tool, "name"),
        description: words(tool, "description"),
        inputs: inputs
            .map(|input| format!("{} {}", words(input, "name"), words(input, "description")))
            .collect(),
    }
}

/// A request whose needed tools are all there.
fn case(request: &Value) -> Option<Case> {
    if request["gold_in_toolbox"] == false {
        return None;
    }
    let mut needed: Vec<String> = Vec::new();
    for tool in request["gold"].as_array()? {
        let name = words(tool, "tool");
        if !needed.contains(&name) {
            needed.push(name);
        }
    }
    (!needed.is_empty()).then(|| Case {
        request: words(request, "request"),
        needed,
    })
}

fn vectors(file: &Path) -> Result<HashMap<String, Vec<f32>>, Box<dyn Error>> {
    let vector = |line: &Value| {
        let numbers = line["vector"].as_array().into_iter().flatten();
        numbers
            .filter_map(Value::as_f64)
            .map(|x| x as f32)
            .collect()
    };
    Ok(lines(file)?
        .iter()
        .map(|line| (words(line, "text"), vector(line)))
        .collect())
}
