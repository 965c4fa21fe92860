//! Tools that make texts, and what can go wrong with them.

use std::fs;
use std::sync::{Arc, Mutex};

use crate::support::{Bench, text};
use patchbay_tool_api::ToolError;

/// A bench with `say` (says its words), `add` (adds words to a text), `fail`, `panic` and a count
/// of calls.
pub(crate) fn bench() -> (Bench, Arc<Mutex<Vec<String>>>) {
    let mut bench = Bench::new();
    let calls = Arc::new(Mutex::new(Vec::new()));
    let log = calls.clone();
    bench.tool("say: words text -> title", move |inputs, _| {
        log.lock()
            .unwrap()
            .push(format!("say {}", inputs.text("words")?));
        Ok(text(&inputs.text("words")?))
    });
    let log = calls.clone();
    bench.tool("add: from text, words text -> text", move |inputs, _| {
        log.lock()
            .unwrap()
            .push(format!("add {}", inputs.text("words")?));
        Ok(text(&format!(
            "{}+{}",
            inputs.text("from")?,
            inputs.text("words")?
        )))
    });
    bench.tool("fail: from text -> tags", |_, context| {
        fs::write(context.output("half", None, "txt").path, "half").unwrap();
        Err(ToolError::Input("“a.txt” is empty (0 bytes).".to_owned()))
    });
    bench.tool("refuse: from text -> tags", |_, _| {
        Err(ToolError::Refused(
            "“a” names no effect that is known here.".to_owned(),
        ))
    });
    bench.tool("break: from text -> tags", |_, context| {
        fs::write(context.output("half", None, "txt").path, "half").unwrap();
        panic!("index out of bounds")
    });
    bench.missing_tool("look: from text -> tags", None);
    bench.missing_tool(
        "listen: from text -> tags",
        Some("The program espeak-ng is not installed."),
    );
    (bench, calls)
}
