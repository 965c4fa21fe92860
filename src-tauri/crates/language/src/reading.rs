//! The trained reader: the ways in which a request can be meant, each as calls of tools.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use candle_core::{Error, Result};
use patchbay_domain::{
    ConversationStep, NamedResource, ParsedCall, ParsedRequest, Request, ResourceParameter,
    ResourceType, Source, Tool, Toolbox,
};
use patchbay_reader::{Asked, FEATURES, Reader, Tools, features};

/// The reader that ships with the program. Its tokenizer is the encoder's.
pub static READER: Files = Files {
    weights: include_bytes!("../../../../models/reader/reader-3.safetensors"),
    relative: include_bytes!("../../../../models/reader/relative.json"),
    tokenizer: crate::embedded::ENCODER.tokenizer,
};

/// Number of readings of a request that the program looks at.
pub const READINGS: usize = 4;

/// The files of a reader, as `models/reader` holds them.
#[derive(Clone, Copy)]
pub struct Files {
    /// Weights, in safetensors' format.
    pub weights: &'static [u8],
    /// Regression that tells which way the numbers of changed steps go, fitted on these weights, in JSON.
    pub relative: &'static [u8],
    /// The tokenizer, in Hugging Face's JSON.
    pub tokenizer: &'static [u8],
}

/// A way in which a request can be meant.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// Its calls.
    pub parsed: ParsedRequest,
    /// What tells how sure it is.
    pub features: [f32; FEATURES],
}

/// A request as the reader sees it.
#[derive(PartialEq)]
struct Read {
    text: String,
    files: Vec<NamedResource>,
    steps: Vec<ConversationStep>,
    most: usize,
}

/// A reader over one toolbox, which is loaded when it is needed first.
pub struct RequestReader {
    files: Files,
    toolbox: Arc<Toolbox>,
    loaded: OnceLock<Option<(Reader, Tools)>>,
    /// What was read last: a request is looked at several times on its way.
    last: Mutex<Option<(Read, Vec<Reading>)>>,
}

impl RequestReader {
    /// Loads nothing yet.
    pub fn new(files: Files, toolbox: Arc<Toolbox>) -> Self {
        Self {
            files,
            toolbox,
            loaded: OnceLock::new(),
            last: Mutex::default(),
        }
    }

    /// Returns up to `most` ways in which a request can be meant, likeliest first; one without calls asks for nothing. Of those whose values are not of the kinds of
    /// their parameters there are none; neither of a request that points at something, nor where the files are damaged.
    pub fn readings(&self, request: &Request, most: usize) -> Vec<Reading> {
        // What is pointed at is no part of what the reader was trained on.
        let is_region = |one: &NamedResource| one.resource_type == ResourceType::MASK;
        if !request.points.is_empty() || request.resources.iter().any(is_region) {
            return Vec::new();
        }
        self.read(request, most)
            .inspect_err(|error| tracing::error!(%error, "a request cannot be read"))
            .unwrap_or_default()
    }

    fn read(&self, request: &Request, most: usize) -> Result<Vec<Reading>> {
        let Some((reader, tools)) = self.loaded() else {
            return Ok(Vec::new());
        };
        let read = Read {
            text: request.instruction.clone(),
            files: files(request),
            steps: request.steps.clone(),
            most,
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, readings)) = last.as_ref().filter(|(known, _)| *known == read) {
            return Ok(readings.clone());
        }
        let asked = Asked {
            text: &read.text,
            files: &read.files,
            steps: &read.steps,
        };
        let readings = reader.readings(&asked, tools, &self.toolbox, most)?;
        let readings = readings.into_iter().map(|read| Reading {
            features: features(&read),
            parsed: read.parsed,
        });
        let holds = |read: &Reading| {
            let mut calls = read.parsed.calls.iter();
            calls.all(|call| self.holds(call, request))
        };
        let readings: Vec<Reading> = readings.filter(holds).collect();
        *last = Some((read, readings.clone()));
        Ok(readings)
    }

    /// The reader and the vectors of its tools; none where the files are damaged.
    fn loaded(&self) -> Option<&(Reader, Tools)> {
        let load = || -> Result<(Reader, Tools)> {
            let relative = serde_json::from_slice(self.files.relative).map_err(Error::wrap)?;
            let reader = Reader::new(self.files.weights, self.files.tokenizer)?;
            let reader = reader.with_relative(relative);
            let tools = Tools::new(&reader, &self.toolbox)?;
            Ok((reader, tools))
        };
        let loaded = self.loaded.get_or_init(|| {
            load()
                .inspect_err(|error| tracing::error!(%error, "the reader cannot be loaded"))
                .ok()
        });
        loaded.as_ref()
    }

    /// Whether a call is given as many files as its tool joins, and its values are of the kinds of its parameters, as they are
    /// written.
    fn holds(&self, call: &ParsedCall, request: &Request) -> bool {
        let changed = call.amends.or(call.again);
        let step = changed.and_then(|wanted| request.steps.iter().find(|one| one.is_named(wanted)));
        let name = call.tool.as_ref().or(step.map(|step| &step.tool));
        let Some(tool) = name.and_then(|name| self.toolbox.tool(name)) else {
            return call.undo.is_some();
        };
        // Some tools have nothing to do without a value.
        let is_said = |name: &str| call.slots.iter().any(|slot| slot.parameter == name);
        if call.tool.is_some() && tool.is_unsaid(is_said) {
            return false;
        }
        if call.tool.is_some() && !gives_enough(call, tool) {
            return false;
        }
        // A change of nothing is none.
        if call.amends.is_some() && call.slots.is_empty() {
            return false;
        }
        call.slots.iter().all(|slot| {
            let parameter = tool.parameter(&slot.parameter);
            parameter.is_some_and(|parameter| {
                slot.value.is_empty() || patchbay_values::read(tool, parameter, &slot.value).is_ok()
            })
        })
    }
}

/// Whether a call has a source for each image, video and sound that its tool joins: the search would make what is missing out of
/// what is there, such as a voice that reads the chapters of a film, under that film.
fn gives_enough(call: &ParsedCall, tool: &Tool) -> bool {
    const MEDIA: [ResourceType; 3] = [
        ResourceType::IMAGE,
        ResourceType::VIDEO,
        ResourceType::AUDIO,
    ];
    let is_media = |one: &&ResourceParameter| MEDIA.contains(&one.resource_type);
    let joins = tool.args.iter().filter(is_media).count();
    let are_many = call.sources.iter().any(|one| matches!(one, Source::All(_)));
    joins < 2 || are_many || call.sources.len() >= joins
}

/// The files that were given in the conversation so far, in the order in which they were given.
fn files(request: &Request) -> Vec<NamedResource> {
    let earlier = request.history.iter().flat_map(|turn| &turn.resources);
    let mut files: Vec<NamedResource> = Vec::new();
    for file in earlier.chain(&request.resources) {
        if !files.contains(file) {
            files.push(file.clone());
        }
    }
    files
}
