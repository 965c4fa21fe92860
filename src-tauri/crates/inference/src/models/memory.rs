//! Networks in memory, bounded by bytes.
//!
//! A network is loaded when it is first needed, once however many steps want it, and stays until
//! the memory is needed for another; the one that was used least recently goes first.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::InferenceError;

/// The networks that are in memory.
pub(super) struct LoadedNetworks {
    /// The most bytes that they take together; one that needs more is loaded alone.
    limit: u64,
    /// The least recently used first.
    networks: Mutex<Vec<Loaded>>,
}

/// A network of a model.
pub(super) struct Loaded {
    /// The model's id.
    pub(super) id: String,
    /// The bytes that it takes.
    memory: u64,
    network: Arc<dyn Any + Send + Sync>,
}

impl LoadedNetworks {
    /// None yet, with at most `limit` bytes together.
    pub(super) fn new(limit: u64) -> Self {
        Self {
            limit,
            networks: Mutex::default(),
        }
    }

    /// The network of the model `id`, which takes `memory` bytes; `load` is asked where it is not
    /// in memory. Other callers wait while one loads, so that no network is loaded twice and the
    /// memory of two is never asked for at once.
    ///
    /// # Errors
    /// Those of `load`.
    pub(super) fn get_or_load<N: Send + Sync + 'static>(
        &self,
        id: &str,
        memory: u64,
        load: impl Fn() -> Result<N, InferenceError>,
    ) -> Result<Arc<N>, InferenceError> {
        let mut networks = self.lock();
        if let Some(place) = networks.iter().position(|loaded| loaded.id == id) {
            let known = networks.remove(place);
            let network = Arc::clone(&known.network).downcast::<N>();
            if let Ok(network) = network {
                networks.push(known);
                return Ok(network);
            }
        }
        let others = |networks: &[Loaded]| networks.iter().map(|loaded| loaded.memory).sum::<u64>();
        while !networks.is_empty() && others(&networks) + memory > self.limit {
            networks.remove(0);
        }
        let network = Arc::new(load()?);
        networks.push(Loaded {
            id: id.to_owned(),
            memory,
            network: network.clone(),
        });
        Ok(network)
    }

    /// Drops the network of a model; who works with it keeps it to the end.
    pub(super) fn release(&self, id: &str) {
        self.lock().retain(|loaded| loaded.id != id);
    }

    /// Drops all networks.
    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    /// The networks, the least recently used first.
    pub(super) fn lock(&self) -> MutexGuard<'_, Vec<Loaded>> {
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
