//! A bench to run plans on: tools made on the spot, and an outlet that moves results aside as the
//! application does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use patchbay_domain::{
    Action, InputValue, MediaFile, Output, Resource, ResourceParameter, ResourceType, Solution,
    Subtask, SubtaskGoal, SubtaskId, Tool, Toolbox, TypeDeclaration,
};
use patchbay_engine::{Engine, Event, Job, Report, StopSignal};
use patchbay_inference::Models;
use patchbay_tool_api::{Context, Implementation, ImplementationRef, Inputs, ToolError};
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::outlet::Outlet;

type Settings = BTreeMap<String, String>;
type Work = dyn Fn(&Inputs, &Context) -> Result<Resource, ToolError> + Send + Sync;

struct Fake {
    tool: &'static str,
    label: &'static str,
    missing: Option<String>,
    work: Box<Work>,
}

impl Implementation for Fake {
    fn tool(&self) -> &'static str {
        self.tool
    }

    fn label(&self) -> &'static str {
        self.label
    }

    fn missing(&self, _: &Models) -> Option<String> {
        self.missing.clone()
    }

    /// A model that finds more where it may be less sure.
    fn relaxed(&self, set: &Settings, _: &Models) -> Option<Settings> {
        let relaxed = Settings::from([("least_score".to_owned(), "0.25".to_owned())]);
        (self.label == "model" && !set.contains_key("least_score")).then_some(relaxed)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        (self.work)(inputs, context)
    }
}

/// Everything that a test needs to run plans.
pub(crate) struct Bench {
    pub(crate) folder: TempDir,
    pub(crate) outlet: Arc<Outlet>,
    tools: Vec<Tool>,
    fakes: Vec<&'static Fake>,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["kept", "scratch"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let outlet = Outlet {
            folder: folder.path().join("kept"),
            kept: Mutex::default(),
            refuse: Mutex::default(),
        };
        Self {
            folder,
            outlet: Arc::new(outlet),
            tools: Vec::new(),
            fakes: Vec::new(),
        }
    }

    /// A tool as `name: argument type, argument type -> type` with what it does.
    pub(crate) fn tool(
        &mut self,
        signature: &'static str,
        work: impl Fn(&Inputs, &Context) -> Result<Resource, ToolError> + Send + Sync + 'static,
    ) -> &mut Self {
        let name = self.declare(signature);
        self.implement((name, "built in"), None, Box::new(work))
    }

    /// A tool with an implementation of each label, tried in that order; `work` is told which.
    pub(crate) fn tool_by(
        &mut self,
        signature: &'static str,
        labels: &[&'static str],
        work: impl Fn(&str, &Inputs, &Context) -> Result<Resource, ToolError> + Send + Sync + 'static,
    ) -> &mut Self {
        let (name, work) = (self.declare(signature), Arc::new(work));
        for &label in labels {
            let work = work.clone();
            let work = move |inputs: &Inputs, context: &Context| work(label, inputs, context);
            self.implement((name, label), None, Box::new(work));
        }
        self
    }

    /// A tool that nothing here can do.
    pub(crate) fn missing_tool(
        &mut self,
        signature: &'static str,
        missing: Option<&str>,
    ) -> &mut Self {
        let name = self.declare(signature);
        match missing {
            None => self,
            Some(missing) => self.implement(
                (name, "built in"),
                Some(missing.to_owned()),
                Box::new(|_, _| panic!("it cannot run here")),
            ),
        }
    }

    fn declare(&mut self, signature: &'static str) -> &'static str {
        let (name, types) = signature.split_once(": ").unwrap();
        let (arguments, returns) = types.split_once("->").unwrap();
        let parameters = arguments
            .split(',')
            .map(str::trim)
            .filter(|argument| !argument.is_empty())
            .map(|argument| {
                let (name, resource_type) = argument.split_once(' ').unwrap();
                ResourceParameter {
                    name: name.to_owned(),
                    resource_type: ResourceType::new(resource_type),
                    role: None,
                    many: false,
                }
            });
        self.tools.push(Tool {
            name: name.to_owned(),
            label: String::new(),
            domain: String::new(),
            args: parameters.collect(),
            parameters: Vec::new(),
            returns: ResourceType::new(returns.trim()),
            formats: Vec::new(),
            description: String::new(),
            examples: Vec::new(),
            varies: false,
            counts_as: Vec::new(),
            seconds: 0.0,
            built_in: String::new(),
            model: "Mask2Former".to_owned(),
            model_bytes: 167_000_000,
        });
        name
    }

    fn implement(
        &mut self,
        (tool, label): (&'static str, &'static str),
        missing: Option<String>,
        work: Box<Work>,
    ) -> &mut Self {
        // Implementations live as long as the program, here as in the program itself.
        self.fakes.push(Box::leak(Box::new(Fake {
            tool,
            label,
            missing,
            work,
        })));
        self
    }

    /// An engine with the tools that the bench has now. A video's length is what its file says.
    pub(crate) fn engine(&self) -> Engine {
        let types = [
            "text", "title", "tags", "image", "mask", "bbox", "point", "audio", "video",
        ];
        let types = types.map(|name| TypeDeclaration {
            name: ResourceType::new(name),
            is_a: None,
        });
        let toolbox = Toolbox::new(types.to_vec(), self.tools.clone()).unwrap();
        let mut fakes: BTreeMap<&str, Vec<ImplementationRef>> = BTreeMap::new();
        for fake in &self.fakes {
            let all = fakes.entry(fake.tool).or_default();
            all.push(ImplementationRef::BuiltIn(*fake));
        }
        let implementations = move |tool: &str| fakes.get(tool).cloned().unwrap_or_default();
        let video_length = |file: &MediaFile| fs::read_to_string(&file.path).ok()?.parse().ok();
        Engine::new(
            Arc::new(toolbox),
            Arc::new(implementations),
            Arc::new(video_length),
            Models::none(),
        )
    }

    pub(crate) fn scratch(&self) -> PathBuf {
        self.folder.path().join("scratch")
    }

    /// The first solutions of a plan over some resources.
    pub(crate) fn job(&self, subtasks: Vec<Subtask>, resources: &[(&str, Resource)]) -> Job {
        Job {
            solutions: vec![0; subtasks.len()],
            subtasks,
            resources: resources
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect(),
            seed: 7,
            scratch: self.scratch(),
            written: Vec::new(),
            finished: Vec::new(),
            fallback: false,
        }
    }

    /// Runs a job to its end.
    pub(crate) async fn run(&self, job: Job) -> Report {
        self.run_until(&self.engine(), job, StopSignal::default())
            .0
            .await
    }

    /// Begins a job; its end, and its events.
    pub(crate) fn run_until(
        &self,
        engine: &Engine,
        job: Job,
        stop: StopSignal,
    ) -> (
        impl Future<Output = Report> + Send + 'static,
        UnboundedReceiver<Event>,
    ) {
        let (sender, events) = unbounded_channel();
        let (engine, outlet) = (engine.clone(), self.outlet.clone());
        (
            async move { engine.run(job, outlet, sender, stop).await },
            events,
        )
    }

    /// A given file that holds `content`.
    pub(crate) fn file(&self, name: &str, content: &str) -> MediaFile {
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        MediaFile {
            path,
            name: name.to_owned(),
        }
    }
}

/// Nothing is left below a folder.
pub(crate) fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

/// An action as `tool argument=value argument=value,value -> output`.
pub(crate) fn action(text: &str) -> Action {
    let (call, output) = text.split_once(" -> ").unwrap();
    let mut words = call.split(' ');
    let tool = words.next().unwrap().to_owned();
    let inputs: BTreeMap<_, _> = words
        .map(|input| {
            let (name, value) = input.split_once('=').unwrap();
            let value = match value.split_once(',') {
                None => InputValue::One(value.to_owned()),
                Some(_) => InputValue::Many(
                    value
                        .split(',')
                        .filter(|v| !v.is_empty())
                        .map(str::to_owned)
                        .collect(),
                ),
            };
            (name.to_owned(), value)
        })
        .collect();
    let outputs = vec![Output {
        resource_type: ResourceType::TEXT,
        value: output.to_owned(),
    }];
    Action {
        tool,
        inputs,
        outputs,
        seed: None,
        settings: BTreeMap::new(),
    }
}

/// A subtask that makes `<GEN>-id` in the given solutions.
pub(crate) fn subtask(id: usize, solutions: &[&[&str]]) -> Subtask {
    let goal = SubtaskGoal {
        id: SubtaskId(id),
        description: String::new(),
        domains: Vec::new(),
        depends_on: Vec::new(),
        args: Vec::new(),
        returns: Output {
            resource_type: ResourceType::TEXT,
            value: format!("<GEN>-{id}"),
        },
    };
    let solutions = solutions.iter().map(|actions| Solution {
        score: 4.0,
        actions: actions.iter().map(|text| action(text)).collect(),
        seconds: 0.0,
        download_bytes: 0,
    });
    Subtask {
        goal,
        solutions: solutions.collect(),
    }
}

/// A text.
pub(crate) fn text(words: &str) -> Resource {
    Resource::Text(words.to_owned())
}
