//! A workflow in the form in which `ComfyUI` exports it for programs (“Export (API)”): an object of
//! nodes by their ids, each `{"class_type", "inputs", "_meta": {"title"}}`. An input is a value, or
//! `[node, output]`.

use std::collections::{BTreeSet, HashSet};

use patchbay_domain::{ResourceType, TextRole};
use reqwest::Url;
use serde_json::{Map, Value};

use crate::open_tools::address::address;
use crate::open_tools::error::OpenToolError;
use crate::open_tools::json_schema::{Field, Fields, FileForm, Shape};
use crate::open_tools::naming::input_name;
use crate::open_tools::server::{Reach, Server};
use crate::open_tools::tool::OpenTool;
use crate::open_tools::untrusted;

/// The longest workflow, in bytes.
const LONGEST: usize = 4 << 20;

/// Place of a value: a node's id, and the name of its input.
pub(super) type Slot = (String, String);

/// A workflow of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct Workflow {
    /// The name of the server.
    pub server: String,
    /// As a tool.
    pub tool: OpenTool,
    /// The server's address.
    pub(super) base: Url,
    /// The nodes.
    pub(super) nodes: Map<String, Value>,
    /// Slot of each field's value, by the field's name.
    pub(super) slots: Vec<(String, Slot)>,
    /// Slots of random values.
    pub(super) seeds: Vec<Slot>,
}

impl Workflow {
    /// Reads a workflow. `taken`: names of the toolbox, to which that of the tool is added.
    pub fn read(
        server: &Server,
        json: &str,
        taken: &mut HashSet<String>,
    ) -> Result<Self, OpenToolError> {
        let refused = |reason: &str| OpenToolError::Document {
            server: server.name.clone(),
            reason: reason.to_owned(),
        };
        let Reach::ComfyUi { address: own } = &server.reach else {
            return Err(refused("the server is connected as another kind"));
        };
        let base = address(&server.name, own)?;
        if json.len() > LONGEST {
            return Err(refused("it is longer than 4 MiB"));
        }
        let nodes: Map<String, Value> = serde_json::from_str(json)
            .map_err(|_| refused("it is no JSON object; export the workflow for programs (API)"))?;
        let is_node = |node: &Value| node["class_type"].is_string() && node["inputs"].is_object();
        if nodes.is_empty() || !nodes.values().all(is_node) {
            return Err(refused(
                "it is not in the form for programs; export it by “Export (API)”",
            ));
        }
        let mut fields = Fields::default();
        let mut slots = Vec::new();
        let mut names = HashSet::new();
        for (field, slot) in inputs(&nodes, &mut names) {
            slots.push((field.name.clone(), slot));
            fields.fields.push(field);
        }
        let seeds = of_inputs(&nodes, |key, value| {
            matches!(key, "seed" | "noise_seed") && value.is_number()
        });
        let described = described(&nodes);
        let said = (server.name.as_str(), "run workflow", described.as_str());
        Ok(Self {
            server: server.name.clone(),
            tool: OpenTool::new(said, Ok(fields), made(&nodes), taken),
            base,
            nodes,
            slots,
            seeds,
        })
    }
}

/// Returns the inputs of a workflow with their slots: images, the prompts that are wanted and those
/// that are not.
fn inputs(nodes: &Map<String, Value>, taken: &mut HashSet<String>) -> Vec<(Field, Slot)> {
    let mut found = Vec::new();
    let mut add = |name: &str,
                   (shape, role): (Shape, Option<TextRole>),
                   default: Option<&Value>,
                   slot: Slot| {
        let field = Field {
            name: input_name(&[name.to_owned()], taken),
            path: Vec::new(),
            shape,
            required: default.is_none(),
            default: default.cloned(),
            description: title(nodes, &slot.0),
            role,
        };
        let path = vec![field.name.clone()];
        found.push((Field { path, ..field }, slot));
    };
    let loads = |node: &Value| {
        matches!(
            node["class_type"].as_str(),
            Some("LoadImage" | "LoadImageMask")
        )
    };
    let images: Vec<&String> = nodes
        .iter()
        .filter(|(_, node)| loads(node))
        .map(|(id, _)| id)
        .collect();
    for id in &images {
        let file = Shape::File {
            kind: ResourceType::IMAGE,
            form: FileForm::Bytes,
        };
        add(
            "image",
            (file, None),
            None,
            ((*id).clone(), "image".to_owned()),
        );
    }
    let texts = of_inputs(nodes, |key, value| {
        matches!(key, "text" | "prompt" | "t5xxl") && value.is_string()
    });
    let unwanted = reached(nodes, "negative");
    let (unwanted, wanted): (Vec<Slot>, Vec<Slot>) = texts
        .into_iter()
        .partition(|(node, _)| unwanted.contains(node));
    for slot in wanted {
        // With an image to work on, the workflow's own words will do.
        let own = &nodes[&slot.0]["inputs"][&slot.1];
        let (role, default) = if images.is_empty() {
            (Some(TextRole::Content), None)
        } else {
            (None, Some(own))
        };
        add("prompt", (Shape::Text, role), default, slot);
    }
    for slot in unwanted {
        let own = &nodes[&slot.0]["inputs"][&slot.1];
        add("negative_prompt", (Shape::Text, None), Some(own), slot);
    }
    found
}

/// The inputs for which `is_it` holds, in the order of the nodes.
fn of_inputs(nodes: &Map<String, Value>, is_it: impl Fn(&str, &Value) -> bool) -> Vec<Slot> {
    let mut found = Vec::new();
    for (id, node) in nodes {
        for (key, value) in node["inputs"].as_object().into_iter().flatten() {
            if is_it(key, value) {
                found.push((id.clone(), key.clone()));
            }
        }
    }
    found
}

/// The nodes from which what is passed under an input of this name comes.
fn reached(nodes: &Map<String, Value>, name: &str) -> BTreeSet<String> {
    let link = |value: &Value| value.get(0).and_then(Value::as_str).map(str::to_owned);
    let begins = nodes
        .values()
        .filter_map(|node| link(&node["inputs"][name]));
    let mut open: Vec<String> = begins.collect();
    let mut reached = BTreeSet::new();
    while let Some(id) = open.pop() {
        let Some(node) = nodes.get(&id) else { continue };
        if reached.insert(id) {
            let inputs = node["inputs"].as_object().into_iter().flatten();
            open.extend(inputs.filter_map(|(_, value)| link(value)));
        }
    }
    reached
}

/// Returns the type of a workflow's result, by its last nodes.
fn made(nodes: &Map<String, Value>) -> ResourceType {
    let classes = nodes
        .values()
        .filter_map(|node| node["class_type"].as_str());
    let saves = |class: &&str| class.contains("Save") || class.contains("Combine");
    let mut saving = classes.filter(saves).map(str::to_ascii_lowercase);
    saving
        .find_map(|class| match class {
            class if class.contains("audio") => Some(ResourceType::AUDIO),
            class if class.contains("video") || class.contains("webm") => Some(ResourceType::VIDEO),
            _ => None,
        })
        .unwrap_or(ResourceType::IMAGE)
}

/// The titles of a workflow's nodes, by which it is found.
fn described(nodes: &Map<String, Value>) -> String {
    let titles: BTreeSet<String> = nodes.keys().map(|id| title(nodes, id)).collect();
    let titles: Vec<String> = titles
        .into_iter()
        .filter(|title| !title.is_empty())
        .collect();
    format!("Runs a workflow of ComfyUI: {}", titles.join(", "))
}

fn title(nodes: &Map<String, Value>, id: &str) -> String {
    let title = nodes[id]["_meta"]["title"].as_str();
    untrusted::line(title.unwrap_or_default(), 80)
}
