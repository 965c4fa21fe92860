//! Small things to keep, shared by the store's tests.

use std::collections::BTreeMap;

use patchbay_domain::{Plan, ResourceType, Step, StepStatus, SubtaskId};
use patchbay_store::{NewArtifact, NewRun, NewTurn, Origin, Run, Store};

/// A plan without subtasks.
pub(crate) fn plan() -> Plan {
    Plan {
        id: "p".to_owned(),
        ..Plan::default()
    }
}

/// A text of one line that a person gave.
pub(crate) fn note(conversation: &str, name: &str) -> NewArtifact {
    NewArtifact {
        conversation: conversation.to_owned(),
        name: name.to_owned(),
        resource_type: ResourceType::TEXT,
        asset: None,
        mime: "text/plain".to_owned(),
        bytes: 4,
        width: None,
        height: None,
        seconds: None,
        value: Some(serde_json::json!({"text": "calm"})),
        parent: None,
        origin: Origin::Given,
    }
}

/// A turn that a person asked for.
pub(crate) fn turn(conversation: &str, instruction: &str) -> NewTurn {
    NewTurn {
        conversation: conversation.to_owned(),
        instruction: instruction.to_owned(),
        artifacts: Vec::new(),
        names: BTreeMap::new(),
        plan: plan(),
        takes_back: Vec::new(),
    }
}

/// A run with one step that has the given status.
pub(crate) fn add_run(store: &Store, conversation: &str, status: StepStatus) -> Run {
    let turn = store.add_turn(turn(conversation, "make it so")).unwrap();
    let step = Step {
        actions: Vec::new(),
        index: 0,
        subtask: SubtaskId(0),
        tool: "image_to_edge".to_owned(),
        label: "Extract edges".to_owned(),
        implementation: "built in".to_owned(),
        settings: std::collections::BTreeMap::new(),
        model: None,
        inputs: BTreeMap::new(),
        status,
        progress: 0.0,
        preview: None,
        seconds: 0.0,
        error: None,
        pass: None,
        outputs: Vec::new(),
        notes: Vec::new(),
        edits: Vec::new(),
    };
    store
        .add_run(NewRun {
            turn: turn.id,
            solutions: vec![0],
            seed: u64::MAX,
            steps: vec![step],
        })
        .unwrap()
}
