//! The trained reader in front of the decomposer: what it is sure of is planned as it read it, everything else is left to others.

use std::sync::{Arc, OnceLock};

use candle_core::Error;
use patchbay_domain::{ParsedCall, ParsedRequest, Request, Toolbox};
use patchbay_planner::RequestReader;
use patchbay_reader::judge::{Judge, Verdict, features};
use patchbay_reader::{Asked, Reader, Tools};

/// The files of a reader, as `models/reader` holds them.
#[derive(Clone, Copy)]
pub struct Files {
    /// Weights, in safetensors' format.
    pub weights: &'static [u8],
    /// The tokenizer, in Hugging Face's JSON.
    pub tokenizer: &'static [u8],
    /// The judge, in JSON.
    pub judge: &'static [u8],
}

/// A reader that is loaded when it is needed first. Planners over several toolboxes share it.
pub struct SharedReader {
    files: Files,
    loaded: OnceLock<Option<(Reader, Judge)>>,
}

impl SharedReader {
    /// Loads nothing yet.
    pub fn new(files: Files) -> Self {
        Self {
            files,
            loaded: OnceLock::new(),
        }
    }

    /// The reader and its judge; none where the files are damaged.
    fn get(&self) -> Option<&(Reader, Judge)> {
        let load = || {
            let reader = Reader::new(self.files.weights, self.files.tokenizer)?;
            let judge = serde_json::from_slice(self.files.judge).map_err(Error::wrap)?;
            Ok((reader, judge))
        };
        let loaded = self.loaded.get_or_init(|| {
            let loaded: Result<_, Error> = load();
            loaded
                .inspect_err(|error| tracing::error!(%error, "the reader cannot be loaded"))
                .ok()
        });
        loaded.as_ref()
    }
}

/// The reader over one toolbox.
pub struct SureReader {
    shared: Arc<SharedReader>,
    tools: OnceLock<Option<Tools>>,
}

impl SureReader {
    /// Reads no tool yet.
    pub fn new(shared: Arc<SharedReader>) -> Self {
        Self {
            shared,
            tools: OnceLock::new(),
        }
    }
}

impl RequestReader for SureReader {
    fn read(&self, request: &Request, toolbox: &Toolbox) -> Option<ParsedRequest> {
        // What is pointed at is no part of what the reader was trained on.
        if !request.points.is_empty() {
            return None;
        }
        let (reader, judge) = self.shared.get()?;
        let tools = self.tools.get_or_init(|| {
            Tools::new(reader, toolbox)
                .inspect_err(|error| tracing::error!(%error, "the tools cannot be read"))
                .ok()
        });
        let asked = Asked {
            text: &request.instruction,
            files: &request.resources,
            steps: &request.steps,
        };
        let read = reader
            .read(&asked, tools.as_ref()?, toolbox)
            .inspect_err(|error| tracing::error!(%error, "a request cannot be read"))
            .ok()?;
        let is_sure = judge.verdict(&features(&request.instruction, &read)) == Verdict::Act;
        let parsed = read.parsed;
        let is_open =
            !parsed.cannot.is_empty() || !parsed.ask.is_empty() || !parsed.unclaimed.is_empty();
        let holds = |call: &ParsedCall| holds(call, request, toolbox);
        (is_sure && !is_open && !parsed.calls.is_empty() && parsed.calls.iter().all(holds))
            .then_some(parsed)
    }
}

/// Whether a call's values are of the kinds of its tool's parameters, as they are written, and none has to be found first.
fn holds(call: &ParsedCall, request: &Request, toolbox: &Toolbox) -> bool {
    let changed = call.amends.or(call.again);
    let step =
        changed.and_then(|wanted| request.steps.iter().find(|step| step.reference == wanted));
    let name = call.tool.as_ref().or(step.map(|step| &step.tool));
    let Some(tool) = name.and_then(|name| toolbox.tool(name)) else {
        return call.undo.is_some();
    };
    call.slots.iter().all(|slot| {
        let parameter = tool.parameter(&slot.parameter);
        parameter.is_some_and(|parameter| {
            slot.value.is_empty() || patchbay_values::read(tool, parameter, &slot.value).is_ok()
        })
    })
}
