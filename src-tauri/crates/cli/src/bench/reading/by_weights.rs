//! Requests as a reader's weights read them; earlier turns of a conversation are as they were meant.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context as _;
use patchbay_domain::{
    ConversationStep, NamedResource, ParsedRequest, ResourceType, Toolbox, settled,
};
use patchbay_reader::judge::{FEATURES, features};
use patchbay_reader::{Asked, Reader, Tools};

use crate::bench::goals::in_place;
use crate::bench::marked::Marked;

/// A reading with the features that a judge goes by.
type Judged = (ParsedRequest, [f32; FEATURES]);

/// Up to `most` readings of each marked request by the weights of a folder, likeliest first; each with the features that a judge
/// goes by.
pub(super) fn read(
    folder: &Path,
    marked: &[Marked],
    toolbox: &Toolbox,
    most: usize,
) -> anyhow::Result<Vec<Vec<Judged>>> {
    let bytes = |name: &str| {
        let path = folder.join(name);
        std::fs::read(&path).with_context(|| path.display().to_string())
    };
    // The weights are there until the program ends, as those that are built in.
    let weights: &'static [u8] = bytes("reader.safetensors")?.leak();
    let reader = Reader::new(weights, &bytes("tokenizer.json")?)?;
    let tools = Tools::new(&reader, toolbox)?;
    let mut steps: HashMap<&str, Vec<ConversationStep>> = HashMap::new();
    let mut parsed = Vec::with_capacity(marked.len());
    for one in marked {
        let before = steps.entry(&one.situation).or_default();
        let file = |file: &crate::bench::marked::MarkedFile| NamedResource {
            name: file.name.clone(),
            resource_type: ResourceType::new(file.kind.clone()),
        };
        let files: Vec<NamedResource> = one.files.iter().map(file).collect();
        let asked = Asked {
            text: &one.text,
            files: &files,
            steps: before,
        };
        let readings = reader.readings(&asked, &tools, toolbox, most)?;
        let judged = readings.into_iter().map(|read| {
            let features = features(&one.text, &read);
            (read.parsed, features)
        });
        parsed.push(judged.collect());
        *before = settled(before, one.turn, &in_place(&one.meaning, toolbox)).steps;
    }
    Ok(parsed)
}
