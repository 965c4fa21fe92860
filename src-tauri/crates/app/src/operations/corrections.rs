//! The operations on what a person said about how requests were meant.

use patchbay_domain::Toolbox;
use patchbay_store as store;

use crate::api::{Correction, CorrectionId, CorrectionList, Nothing};
use crate::app::App;
use crate::error::Error;
use crate::present::tool;

impl App {
    /// The corrections that are kept, newest first.
    pub async fn corrections(&self, _: Nothing) -> Result<CorrectionList, Error> {
        self.blocking(move |app| {
            let toolbox = app.toolbox();
            let kept = app.store().corrections()?.into_iter();
            Ok(CorrectionList {
                corrections: kept.map(|one| shown(one, &toolbox)).collect(),
            })
        })
        .await
    }

    /// Deletes a correction: requests like it are read as if nobody had said anything.
    pub async fn delete_correction(&self, arguments: CorrectionId) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.store().delete_correction(&arguments.correction)?;
            Ok(Nothing {})
        })
        .await
    }

    /// Takes back that a correction was deleted.
    pub async fn restore_correction(&self, arguments: CorrectionId) -> Result<Correction, Error> {
        self.blocking(move |app| {
            let kept = app.store().restore_correction(&arguments.correction)?;
            Ok(shown(kept, &app.toolbox()))
        })
        .await
    }
}

fn shown(kept: store::Correction, toolbox: &Toolbox) -> Correction {
    let store::Correction {
        id,
        words,
        goals,
        created_at,
    } = kept;
    let tools = goals.iter().map(|goal| tool::label(toolbox, &goal.tool));
    Correction {
        id,
        words,
        tools: tools.collect(),
        created_at: created_at as u64,
    }
}
