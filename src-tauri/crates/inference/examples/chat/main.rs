//! Answers chats with a language model: `chat MODEL.gguf TOKENS [TEMPERATURE [SCHEMA.json]]` reads
//! one JSON list of messages a line, and writes one JSON object a line: the text, whether it is
//! whole, tokens of the prompt and the answer, and the seconds until the first piece and in all.
//! Each chat is read anew. `bench/weights/chat.py` sets it beside llama.cpp.

use std::cell::Cell;
use std::io::BufRead;
use std::path::Path;
use std::time::Instant;

use patchbay_inference::chat::{ChatModel, ChatRequest, End, Message, Sampling};
use patchbay_inference::{Device, Watch};
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, tokens, rest @ ..] = &arguments[..] else {
        return Err("chat MODEL.gguf TOKENS [TEMPERATURE [SCHEMA.json]]".into());
    };
    let temperature: f64 = rest.first().map_or(Ok(0.0), |number| number.parse())?;
    let schema: Option<Value> = match rest.get(1) {
        Some(path) => Some(serde_json::from_slice(&std::fs::read(path)?)?),
        None => None,
    };
    let longest: usize = tokens.parse()?;
    let start = Instant::now();
    let model = ChatModel::open(Path::new(model), &Device::Cpu)?;
    eprintln!("read in {:.1} s", start.elapsed().as_secs_f64());
    for (seed, line) in std::io::stdin().lock().lines().enumerate() {
        let messages: Vec<Message> = serde_json::from_str(&line?)?;
        let request = ChatRequest {
            messages: &messages,
            sampling: Sampling {
                temperature,
                seed: seed as u64,
                ..Sampling::GREEDY
            },
            longest,
            schema: schema.as_ref(),
        };
        let (start, first) = (Instant::now(), Cell::new(None));
        let mut said = |_: &str| {
            first.set(first.get().or(Some(start.elapsed().as_secs_f64())));
        };
        let answer = model.answer(&mut model.session(), &request, &mut said, Watch::nobody())?;
        let line = json!({
            "text": answer.text, "whole": answer.end == End::Whole,
            "prompt_tokens": answer.prompt_tokens, "tokens": answer.tokens,
            "first": first.get(), "seconds": start.elapsed().as_secs_f64(),
        });
        println!("{line}");
    }
    Ok(())
}
