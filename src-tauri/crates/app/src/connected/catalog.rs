//! The tools in use: Patchbay's own and those of connected servers, as one value that is replaced as
//! a whole.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use patchbay_connections::retrieval::{Dense, Described, Retriever};
use patchbay_domain::{Plan, Request, Tool, Toolbox, ValueRef};
use patchbay_engine::Engine;
use patchbay_language::encoder::SharedEncoder;
use patchbay_language::open_world::ConnectedTools;
use patchbay_tool_api::{Implementation, ImplementationRef, registry};

use super::served::{self, Chosen};

/// A connected tool as it is planned with, searched and run.
pub(crate) struct Connected {
    /// As plans have it.
    pub(crate) tool: Tool,
    /// As it is searched.
    pub(crate) described: Described,
    /// Implementation that runs it.
    pub(crate) implementation: Arc<dyn Implementation>,
}

#[derive(Clone)]
struct InUse {
    toolbox: Arc<Toolbox>,
    engine: Engine,
    retriever: Arc<Retriever>,
    /// Number of Patchbay's own tools in the toolbox; the connected ones stand behind them.
    own: usize,
    /// Implementations of the connected tools, by tool name.
    connected: Arc<Implementations>,
    /// How servers carry out Patchbay's own tools, by their names.
    served: Arc<Implementations>,
}

impl InUse {
    fn connected_tool(&self, place: usize) -> Tool {
        self.toolbox.tools[self.own + place].clone()
    }

    /// The same with an engine over what is there now.
    fn with_engine(self) -> Self {
        let (connected, served) = (self.connected.clone(), self.served.clone());
        let implementations = move |tool: &str| {
            let elsewhere = connected.get(tool).into_iter().chain(served.get(tool));
            let elsewhere = elsewhere.cloned().map(ImplementationRef::Connected);
            elsewhere
                .chain(registry::implementation_refs(tool))
                .collect()
        };
        Self {
            engine: self
                .engine
                .with_toolbox(self.toolbox.clone(), Arc::new(implementations)),
            ..self
        }
    }
}

/// More tools than these are found by words alone: each vector takes the encoder milliseconds.
const MOST_VECTORS: usize = 2_000;

type Implementations = HashMap<String, Arc<dyn Implementation>>;

/// The tools in use.
pub(crate) struct Catalog {
    own: Arc<Toolbox>,
    encoder: Arc<SharedEncoder>,
    in_use: RwLock<InUse>,
}

impl Catalog {
    /// Patchbay's own tools, and an engine over them.
    pub(crate) fn new(own: Arc<Toolbox>, engine: Engine, encoder: Arc<SharedEncoder>) -> Self {
        let in_use = InUse {
            toolbox: own.clone(),
            engine,
            retriever: Arc::new(Retriever::new(&[])),
            own: own.tools.len(),
            connected: Arc::default(),
            served: Arc::default(),
        };
        Self {
            own,
            encoder,
            in_use: RwLock::new(in_use),
        }
    }

    fn now(&self) -> InUse {
        let in_use = self.in_use.read();
        in_use.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The tools that plans may be made of now.
    pub(crate) fn toolbox(&self) -> Arc<Toolbox> {
        self.now().toolbox
    }

    /// The engine over them.
    pub(crate) fn engine(&self) -> Engine {
        self.now().engine
    }

    /// The names of Patchbay's own tools.
    pub(crate) fn own_names(&self) -> impl Iterator<Item = String> {
        self.own.tools.iter().map(|tool| tool.name.clone())
    }

    /// Puts these connected tools in the place of those that were there.
    pub(crate) fn connect(&self, connected: Vec<Connected>) -> Result<(), String> {
        let mut tools = self.own.tools.clone();
        tools.extend(connected.iter().map(|one| one.tool.clone()));
        let toolbox = Toolbox::new(self.own.resource_types.clone(), tools);
        let toolbox = Arc::new(toolbox.map_err(|error| error.to_string())?);
        let (described, implementations): (Vec<_>, Implementations) = connected
            .into_iter()
            .map(|one| (one.described, (one.tool.name, one.implementation)))
            .unzip();
        let retriever = Arc::new(retriever(&described, &self.encoder));
        self.change(|now| InUse {
            toolbox,
            retriever,
            connected: Arc::new(implementations),
            ..now
        });
        Ok(())
    }

    /// Has the chosen servers carry out those of Patchbay's own tools that they can.
    pub(crate) fn serve(&self, chosen: &Chosen) {
        let served = served::implementations(chosen).into_iter();
        let served = served.map(|one| (one.tool().to_owned(), one)).collect();
        self.change(|now| InUse {
            served: Arc::new(served),
            ..now
        });
    }

    fn change(&self, change: impl FnOnce(InUse) -> InUse) {
        let mut in_use = self.in_use.write().unwrap_or_else(PoisonError::into_inner);
        *in_use = change(in_use.clone()).with_engine();
    }
}

impl ConnectedTools for Catalog {
    fn runs(&self, plan: &Plan, request: &Request) -> bool {
        let engine = self.engine();
        let is_given = |name: &str| request.resources.iter().any(|one| one.name == name);
        let is_name = |value: &str| ValueRef::is_name(value, is_given);
        plan.subtasks.iter().all(|subtask| {
            let mut ways = subtask.solutions.iter();
            ways.any(|way| engine.availability().missing_in(way, is_name).is_empty())
        })
    }

    fn likely(&self, request: &str, most: usize) -> Vec<(Tool, f32)> {
        let now = self.now();
        let found = now.retriever.find(request, most).into_iter();
        found
            .map(|(place, fit)| (now.connected_tool(place), fit))
            .collect()
    }

    fn surest(&self, request: &str) -> Vec<String> {
        let now = self.now();
        let found = now.retriever.surest(request).into_iter();
        found.map(|place| now.connected_tool(place).name).collect()
    }
}

/// A retriever over connected tools, with vectors by the encoder where there are not too many.
fn retriever(described: &[Described], encoder: &Arc<SharedEncoder>) -> Retriever {
    let words = Retriever::new(described);
    let few = (1..=MOST_VECTORS).contains(&described.len());
    let Some(reads) = few.then(|| encoder.get()).flatten().cloned() else {
        return words;
    };
    let embed = move |texts: &[&str]| -> Vec<Vec<f32>> {
        let meaning = |text: &&str| reads.meaning(text).unwrap_or_default();
        texts.iter().map(meaning).collect()
    };
    match Dense::new(described, Box::new(embed)) {
        Ok(dense) => words.with_dense(dense),
        Err(error) => {
            tracing::warn!(%error, "connected tools are found by words alone");
            words
        }
    }
}
