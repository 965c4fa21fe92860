//! Outlet that takes what steps make in tests: a folder, with a record of how each came about.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use patchbay_domain::{Resource, SubtaskId};
use patchbay_engine::{Outputs, StepProvenance, StoredOutput};

/// Moves results into a folder, and remembers how they came about.
pub(crate) struct Outlet {
    pub(crate) folder: PathBuf,
    pub(crate) kept: Mutex<Vec<Record>>,
    pub(crate) refuse: Mutex<Option<String>>,
}

/// Record of what the outlet was told about a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) tool: String,
    pub(crate) goal_of: Vec<SubtaskId>,
    pub(crate) inputs: String,
    pub(crate) again: bool,
}

impl Record {
    fn of(provenance: &StepProvenance<'_>) -> Self {
        Self {
            tool: provenance.tool.to_owned(),
            goal_of: provenance.goal_of.to_vec(),
            inputs: format!("{:?}", provenance.inputs),
            again: provenance.again.is_some(),
        }
    }
}

impl Outputs for Outlet {
    fn keep(
        &self,
        provenance: &StepProvenance<'_>,
        mut resource: Resource,
    ) -> Result<StoredOutput, String> {
        if let Some(refusal) = self.refuse.lock().unwrap().clone() {
            return Err(refusal);
        }
        let mut kept = self.kept.lock().unwrap();
        let id = format!("made-{}", kept.len());
        if provenance.again.is_none() {
            for (number, file) in resource.files_mut().into_iter().enumerate() {
                let place = self.folder.join(format!("{id}-{number}"));
                fs::rename(&file.path, &place).unwrap();
                file.path = place;
            }
        }
        kept.push(Record::of(provenance));
        Ok(StoredOutput {
            resource,
            ids: vec![id],
        })
    }

    fn pass(&self, provenance: &StepProvenance<'_>) -> Result<Vec<String>, String> {
        let mut kept = self.kept.lock().unwrap();
        let id = format!("passed-{}", kept.len());
        kept.push(Record::of(provenance));
        Ok(vec![id])
    }
}
