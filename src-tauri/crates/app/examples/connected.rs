//! Plans requests beside connected services, and says how many were planned with the right tool.
//!
//! ```sh
//! cargo run --release --example connected -- services.json requests.jsonl [model.gguf]
//! ```
//!
//! `services.json`: `[{"name", "description", "tools": [{"name", "description", "inputSchema"}]}]`, as
//! MCP servers list them. `requests.jsonl`: `{"instruction", "resources": [{"name", "type"}], "server",
//! "tool", "values"}`; `server` is null where Patchbay's own tools do it.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs};

use patchbay_connections::open_tools::OpenTool;
use patchbay_connections::open_tools::json_schema::fields;
use patchbay_connections::retrieval::{Dense, Described, Retriever};
use patchbay_domain::{InputValue, NamedResource, Plan, Request, ResourceType, Tool, Toolbox};
use patchbay_inference::chat::{Answer, Chat, ChatModel, ChatRequest};
use patchbay_inference::{Device, InferenceError, Watch};
use patchbay_language::embedded::ENCODER;
use patchbay_language::encoder::SharedEncoder;
use patchbay_language::open_world::values_by_chat::values_by_chat;
use patchbay_language::open_world::{ConnectedTools, OpenPlanner};
use patchbay_planner::Options;
use patchbay_tools::TOOLBOX;
use serde::Deserialize;
use serde_json::Value;

type Failure = Box<dyn std::error::Error>;

/// More tools than these are found by words alone, as in the program.
const MOST_VECTORS: usize = 2_000;

#[derive(Deserialize)]
struct Service {
    name: String,
    #[serde(default)]
    description: String,
    tools: Vec<ServiceTool>,
}

#[derive(Deserialize)]
struct ServiceTool {
    name: String,
    #[serde(default)]
    description: String,
    #[serde(rename = "inputSchema")]
    schema: Value,
}

#[derive(Deserialize)]
struct Case {
    instruction: String,
    resources: Vec<NamedResource>,
    #[serde(default)]
    server: Option<String>,
    /// None: nothing does it.
    #[serde(default)]
    tool: Option<String>,
    #[serde(default)]
    values: BTreeMap<String, Value>,
}

/// A chat model from a file, which reads the values that tools still need.
struct FromFile(ChatModel);

impl Chat for FromFile {
    fn name(&self) -> String {
        "a file".to_owned()
    }

    fn answer(
        &self,
        request: &ChatRequest<'_>,
        on_text: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, InferenceError> {
        self.0.answer_on(request, on_text, watch)
    }
}

struct Services {
    retriever: Retriever,
    tools: Vec<Tool>,
}

impl Services {
    fn places(&self, words: &str, most: usize) -> Vec<usize> {
        let found = self.retriever.find(words, most).into_iter();
        found.map(|(place, _)| place).collect()
    }
}

impl ConnectedTools for Services {
    fn likely(&self, request: &str, most: usize) -> Vec<(Tool, f32)> {
        let found = self.retriever.find(request, most).into_iter();
        found
            .map(|(place, fit)| (self.tools[place].clone(), fit))
            .collect()
    }

    fn surest(&self, request: &str) -> Vec<String> {
        let places = self.retriever.surest(request).into_iter();
        places.map(|place| self.tools[place].name.clone()).collect()
    }

    fn runs(&self, _: &Plan, _: &Request) -> bool {
        true
    }
}

#[derive(Default)]
struct Figures {
    cases: usize,
    found: usize,
    right: usize,
    wrong: usize,
    strayed: usize,
    values: usize,
    values_right: usize,
}

fn main() -> Result<(), Failure> {
    let [services, cases] = [1, 2].map(|place| env::args().nth(place).unwrap_or_default());
    let services: Vec<Service> = serde_json::from_str(&fs::read_to_string(services)?)?;
    let mut taken = HashSet::new();
    let mut described = Vec::new();
    let mut tools: Vec<Tool> = Vec::new();
    for service in &services {
        for tool in &service.tools {
            let said = (&*service.name, &*tool.name, &*tool.description);
            let inputs = fields(&tool.schema, &tool.schema, true);
            let open = OpenTool::new(said, inputs, ResourceType::TEXT, &mut taken);
            described.push(open.described(&service.description));
            tools.push(open.tool);
        }
    }
    let encoder = Arc::new(SharedEncoder::new(ENCODER));
    let reads = encoder.get().ok_or("the encoder cannot be read")?.clone();
    let embed = move |texts: &[&str]| -> Vec<Vec<f32>> {
        let meaning = |text: &&str| reads.meaning(text).unwrap_or_default();
        texts.iter().map(meaning).collect()
    };
    let mut retriever = Retriever::new(&described);
    if described.len() <= MOST_VECTORS {
        retriever = retriever.with_dense(Dense::new(&described, Box::new(embed))?);
    }
    let services = Services { retriever, tools };
    let tools = &services.tools;
    let planner = OpenPlanner::new(Toolbox::from_json(TOOLBOX)?, encoder);
    let chat = match env::args().nth(3) {
        Some(path) => Some(FromFile(ChatModel::open(Path::new(&path), &Device::Cpu)?)),
        None => None,
    };
    let (mut connected, mut own) = (Figures::default(), Figures::default());
    let (mut finding, mut planning) = (Vec::new(), Vec::new());
    for line in fs::read_to_string(cases)?.lines() {
        let case: Case = serde_json::from_str(line)?;
        let request = Request {
            instruction: case.instruction.clone(),
            resources: case.resources.clone(),
            ..Request::default()
        };
        let began = Instant::now();
        let nearest = services.places(&case.instruction, 20);
        finding.push(began.elapsed().as_secs_f64() * 1000.0);
        let began = Instant::now();
        let mut plan = planner.plan(&request, &Options::default(), &services);
        if let Some(chat) = &chat {
            fill_in(chat, &case.instruction, tools, &mut plan)?;
        }
        planning.push(began.elapsed().as_secs_f64() * 1000.0);
        let wanted = case.tool.clone().unwrap_or_default();
        let is_wanted = |place: &usize| {
            described[*place].name == wanted
                && Some(&described[*place].server) == case.server.as_ref()
        };
        let figures = if case.server.is_some() {
            &mut connected
        } else {
            &mut own
        };
        figures.cases += 1;
        figures.found += usize::from(nearest.iter().any(is_wanted));
        judge(&case, &plan, tools, &described, figures);
    }
    print_figures([("connected", connected), ("own", own)]);
    print_times("search for tools", finding);
    print_times("plan, searching too", planning);
    Ok(())
}

fn print_times(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    println!(
        "milliseconds a {what}: median {:.1}, 95th percentile {:.1}",
        times[times.len() / 2],
        times[times.len() * 95 / 100]
    );
}

/// The figures of the requests for connected tools, and of those for Patchbay's own.
fn print_figures(all: [(&str, Figures); 2]) {
    for (name, figures) in all {
        println!(
            "{name}: {} requests, tool among the 20 found {}, planned with it {}, with another {} (a connected one: {}), values {} of {}",
            figures.cases,
            figures.found,
            figures.right,
            figures.wrong,
            figures.strayed,
            figures.values_right,
            figures.values
        );
    }
}

/// Has a chat model read the values of a connected tool's call, as the program does.
fn fill_in(
    chat: &dyn Chat,
    instruction: &str,
    tools: &[Tool],
    plan: &mut Plan,
) -> Result<(), Failure> {
    let solutions = plan
        .subtasks
        .iter_mut()
        .filter_map(|one| one.solutions.first_mut());
    for action in solutions.flat_map(|solution| &mut solution.actions) {
        let Some(tool) = tools.iter().find(|tool| tool.name == action.tool) else {
            continue;
        };
        for (name, value) in values_by_chat(chat, instruction, tool, Watch::nobody())? {
            action.inputs.insert(name, InputValue::One(value));
        }
    }
    Ok(())
}

fn judge(case: &Case, plan: &Plan, tools: &[Tool], described: &[Described], figures: &mut Figures) {
    let solutions = plan.subtasks.iter().filter_map(|one| one.solutions.first());
    let actions: Vec<_> = solutions.flat_map(|solution| &solution.actions).collect();
    let place_of = |name: &str| tools.iter().position(|tool| tool.name == name);
    let wanted = case.tool.as_deref().unwrap_or_default();
    let is_wanted = |name: &str| match (&case.server, place_of(name)) {
        (None, None) => name == wanted,
        (Some(server), Some(place)) => {
            described[place].server == *server && described[place].name == wanted
        }
        _ => false,
    };
    let right = actions.iter().find(|action| is_wanted(&action.tool));
    figures.right += usize::from(right.is_some());
    figures.wrong += usize::from(right.is_none() && !actions.is_empty());
    let strays = |name: &str| place_of(name).is_some() && !is_wanted(name);
    figures.strayed += usize::from(actions.iter().any(|action| strays(&action.tool)));
    for (name, value) in &case.values {
        figures.values += 1;
        let wanted = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let given = right.and_then(|action| {
            let key = name.to_lowercase();
            let found = action
                .inputs
                .iter()
                .find(|(input, _)| input.replace('_', "") == key.replace('_', ""));
            found.and_then(|(_, value)| value.values().first().map(|value| (*value).clone()))
        });
        let is_right = given
            .as_ref()
            .is_some_and(|given| given.to_lowercase() == wanted.to_lowercase());
        figures.values_right += usize::from(is_right);
    }
}
