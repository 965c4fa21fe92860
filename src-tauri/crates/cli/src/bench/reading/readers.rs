//! What reads requests: the decomposer by examples, the trained reader, or the surer of both.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use patchbay_domain::{ParsedRequest, Plan, Request, Toolbox};
use patchbay_language::embedded;
use patchbay_language::judging::{Can, JUDGES, Judged, Verdict, judged};
use patchbay_language::parsed::parsed;
use patchbay_language::reading::{Files, READER, READINGS, Reading, RequestReader};
use patchbay_planner::{Options, Planner, is_whole};

/// The reader of a folder's weights and tokenizer; none: the one that ships with the program.
pub(super) fn reader(folder: Option<&Path>, toolbox: &Toolbox) -> anyhow::Result<RequestReader> {
    let toolbox = Arc::new(toolbox.clone());
    let Some(folder) = folder else {
        return Ok(RequestReader::new(READER, toolbox));
    };
    // The files are there until the program ends, as those that are built in.
    let bytes = |name: &str| -> anyhow::Result<&'static [u8]> {
        let path = folder.join(name);
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        Ok(bytes.leak())
    };
    let files = Files {
        weights: bytes("reader.safetensors")?,
        relative: bytes("relative.json")?,
        tokenizer: bytes("tokenizer.json")?,
    };
    Ok(RequestReader::new(files, toolbox))
}

/// A request as the decomposer plans it and as the reader reads it.
pub(super) struct Both {
    pub(super) plan: Plan,
    pub(super) planned: ParsedRequest,
    pub(super) reading: Option<Reading>,
}

/// Reads requests as the program does.
pub(super) struct Readers {
    planner: Planner,
    reader: RequestReader,
}

impl Readers {
    pub(super) fn new(folder: Option<&Path>, toolbox: &Toolbox) -> anyhow::Result<Self> {
        Ok(Self {
            planner: embedded::planner(toolbox.clone()),
            reader: reader(folder, toolbox)?,
        })
    }

    /// Reads a request in both ways.
    pub(super) fn both(&self, request: &Request) -> Both {
        let plan = self.planner.plan(request, &Options::default());
        let planned = parsed(request, &plan, self.planner.toolbox());
        let readings = self.reader.readings(request, READINGS);
        Both {
            plan,
            planned,
            reading: readings.into_iter().next(),
        }
    }

    /// What tells which of both is right; none without a reading.
    pub(super) fn judged(&self, request: &Request, both: &Both) -> Option<Judged> {
        let reading = both.reading.as_ref()?;
        let words = &request.instruction;
        Some(judged(words, &both.plan, reading, self.planner.toolbox()))
    }

    /// What can be done of it; on the computer that measures nothing is missing.
    pub(super) fn can(&self, request: &Request, both: &Both) -> Can {
        let reads_all = both.reading.as_ref().is_some_and(|Reading { parsed, .. }| {
            let options = Options::default();
            let plan = self.planner.plan_conversation(request, parsed, &options);
            is_whole(&plan) || takes_back(parsed)
        });
        Can {
            plan: !both.plan.subtasks.is_empty(),
            runs: true,
            read: reads_all,
        }
    }

    /// The surer of both; a question where neither is sure enough.
    pub(super) fn surest(&self, request: &Request) -> ParsedRequest {
        let both = self.both(request);
        let asked = || ParsedRequest {
            ask: vec!["Is that what you mean?".to_owned()],
            ..ParsedRequest::default()
        };
        let Some(judged) = self.judged(request, &both) else {
            return both.planned;
        };
        let can = self.can(request, &both);
        match JUDGES.verdict(!request.steps.is_empty(), &judged, can) {
            Verdict::Reading => both.reading.unwrap_or_default().parsed,
            // A plan that leaves something out says so; what is likeliest is asked about.
            Verdict::Ask { .. } if can.plan || can.read => asked(),
            Verdict::Plan | Verdict::Ask { .. } => both.planned,
        }
    }
}

/// Whether all that a reading does is to take something back.
fn takes_back(parsed: &ParsedRequest) -> bool {
    !parsed.calls.is_empty() && parsed.calls.iter().all(|call| call.undo.is_some())
}
