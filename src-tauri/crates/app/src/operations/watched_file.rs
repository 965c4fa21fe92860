//! What is done with a new file in a watched folder.

use std::collections::BTreeMap;

use patchbay_domain::{Plan, PlanSource, RunStatus};
use patchbay_store::{self as store, FileState, KeptRecipe, StoreError};

use super::watched_folders::title_of;
use crate::api::{AppError, Event, PlanRequest, RunRequest, SaveArtifacts, Turn};
use crate::app::App;
use crate::error::Error;
use crate::ingest::watched::{self, FoundFile};
use crate::sessions::announce;

/// What became of a file.
enum Taken {
    /// Its results are in the output folder.
    Done,
    /// What went wrong, which the conversation tells too.
    Failed(String),
    /// The program ends: it is taken again when it is opened the next time.
    LeftOff,
}

impl App {
    /// Takes a file through the recipe, and keeps what became of it.
    pub(super) async fn take_file(
        &self,
        folder: &store::WatchedFolder,
        file: &FoundFile,
    ) -> Result<(), Error> {
        let (id, path) = (folder.recipe.clone(), file.path.clone());
        let (kept, fits) = self
            .blocking(move |app| {
                let (kept, toolbox) = (app.store().recipe(&id)?, app.toolbox());
                let wanted = watched::taken_by(&kept.recipe, &toolbox);
                let fits = wanted.is_some_and(|wanted| watched::is_of(&path, wanted, &toolbox));
                Ok((kept, fits))
            })
            .await?;
        if !fits {
            return self
                .mark(folder, file, FileState::Unfit, String::new())
                .await;
        }
        self.mark(folder, file, FileState::Begun, String::new())
            .await?;
        let home = self.home_of(folder).await?;
        let name = kept.name.clone();
        let (state, said) = match self.follow_with(&home, kept, (folder, file)).await {
            Ok(Taken::Done) => (FileState::Done, String::new()),
            Ok(Taken::Failed(said)) => (FileState::Failed, said),
            Ok(Taken::LeftOff) => return Ok(()),
            Err(error) => {
                let said = AppError::from(error).to_string();
                self.tell_in(home, name, said.clone()).await?;
                (FileState::Failed, said)
            }
        };
        self.mark(folder, file, state, said).await?;
        self.tell_watched_again(folder.id.clone()).await
    }

    /// Follows a recipe with a file in a conversation, after what runs there, and copies the results.
    async fn follow_with(
        &self,
        home: &str,
        kept: KeptRecipe,
        (folder, file): (&store::WatchedFolder, &FoundFile),
    ) -> Result<Taken, Error> {
        let stopped = self.watching().stopped();
        let ready = self.runs().running().ended_in(home);
        let first = stopped
            .run_until_cancelled(self.lines().first(home, None, ready))
            .await;
        let Some(first) = first.transpose()? else {
            return Ok(Taken::LeftOff);
        };
        let given = self.import_path(home.to_owned(), file.path.clone()).await?;
        let turn = self.plan_in(home.to_owned(), kept, given.id).await?;
        if turn.needs_consent {
            return Err(Error::unsuitable(
                "The recipe uses a tool of a connected server, which has to be allowed each time.",
                "Run it in this conversation.",
            ));
        }
        let run = self
            .run(RunRequest {
                turn: turn.id,
                solutions: Vec::new(),
                another_take: false,
                settings: Vec::new(),
                written: Vec::new(),
                goes_on_from: None,
            })
            .await?;
        drop(first);
        let ended = self.runs().running().ended_in(home);
        if stopped.run_until_cancelled(ended).await.is_none() {
            self.runs().running().stop(&run.id);
            return Ok(Taken::LeftOff);
        }
        let run = self
            .blocking(move |app| Ok(app.store().run(&run.id)?))
            .await?;
        if run.status == RunStatus::Cancelled && stopped.is_cancelled() {
            return Ok(Taken::LeftOff);
        }
        let copied = self
            .save_artifacts(SaveArtifacts {
                artifacts: run.results.into_iter().map(|one| one.artifact).collect(),
                folder: folder.output.clone(),
                pattern: None,
            })
            .await?;
        if !copied.failed.is_empty() {
            return Err(Error::unsuitable(copied.failed.join(" "), ""));
        }
        Ok(match run.status {
            RunStatus::Done => Taken::Done,
            _ => Taken::Failed(run.answer),
        })
    }

    /// Plans a recipe with an artifact as fronts do, and tells them of the turn. What is being written there stays.
    async fn plan_in(
        &self,
        home: String,
        kept: KeptRecipe,
        artifact: String,
    ) -> Result<Turn, Error> {
        let id = home.clone();
        let draft = self
            .blocking(move |app| Ok(app.store().draft(&id)?))
            .await?;
        let said = (home.clone(), kept.name);
        let planned = self
            .plan_named_recipe(said, kept.recipe, vec![artifact])
            .await;
        self.blocking(move |app| Ok(app.store().save_draft(&home, &draft)?))
            .await?;
        let turn = planned?;
        self.events().send(Event::Turn { turn: turn.clone() });
        Ok(turn)
    }

    /// Says in a conversation why a file could not be done, as a turn of which nothing can be run.
    async fn tell_in(&self, home: String, instruction: String, said: String) -> Result<(), Error> {
        self.blocking(move |app| {
            let draft = app.store().draft(&home)?;
            let plan = Plan {
                clarification: Some(said),
                source: PlanSource::Steps,
                ..Plan::default()
            };
            let request = PlanRequest {
                conversation: home.clone(),
                instruction,
                artifacts: Vec::new(),
                name: None,
            };
            let turn = app.keep_plan(request, BTreeMap::new(), plan, Vec::new())?;
            app.store().save_draft(&home, &draft)?;
            app.events().send(Event::Turn { turn });
            Ok(())
        })
        .await
    }

    /// The conversation of a watched folder; a new one where it was deleted.
    async fn home_of(&self, folder: &store::WatchedFolder) -> Result<String, Error> {
        let folder = folder.clone();
        self.blocking(move |app| {
            // A new one may have been begun for a file before.
            let id = app.store().watched_folder(&folder.id)?.conversation;
            let title = match app.store().conversation(&id) {
                Ok(known) if !known.deleted => return Ok(id),
                Ok(known) => known.title,
                Err(StoreError::NotFound { .. }) => title_of(folder.folder.as_ref()),
                Err(error) => return Err(error.into()),
            };
            let begun = app.store().create_conversation(&title)?;
            app.store().watch_in_conversation(&folder.id, &begun.id)?;
            Ok(announce::conversation(begun, app.events()).id)
        })
        .await
    }

    async fn mark(
        &self,
        folder: &store::WatchedFolder,
        file: &FoundFile,
        state: FileState,
        said: String,
    ) -> Result<(), Error> {
        let (id, version) = (folder.id.clone(), file.version.clone());
        self.blocking(move |app| Ok(app.store().mark_file(&id, &version, state, &said)?))
            .await
    }
}
