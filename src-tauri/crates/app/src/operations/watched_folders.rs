//! The operations on watched folders: a recipe is followed with each new file in one.

use std::path::{Path, PathBuf};

use patchbay_store::{self as store, NewWatchedFolder};

use crate::api::{Event, Nothing, WatchFolder, WatchedFolder, WatchedFolderId, WatchedFolderList};
use crate::app::App;
use crate::error::Error;
use crate::ingest::folder::name_of;
use crate::ingest::watched;
use crate::sessions::announce;

impl App {
    /// The folders that are watched, the oldest first. Those of a deleted recipe are left out.
    pub async fn watched_folders(&self, _: Nothing) -> Result<WatchedFolderList, Error> {
        self.blocking(move |app| {
            let kept = app.store().watched_folders()?.into_iter();
            let kept = kept.filter(|one| !one.recipe_deleted);
            Ok(WatchedFolderList {
                folders: kept
                    .map(|one| app.shown_watched(one))
                    .collect::<Result<_, _>>()?,
            })
        })
        .await
    }

    /// Begins to watch a folder. The files that are in it already stay as they are.
    ///
    /// # Errors
    /// The recipe takes no file or several, a folder is not there or cannot be read or written, it is watched with the recipe
    /// already, or its results would come back into it.
    pub async fn watch_folder(&self, arguments: WatchFolder) -> Result<WatchedFolder, Error> {
        let shown = self
            .blocking(move |app| {
                let kept = app.store().recipe(&arguments.recipe)?;
                if watched::taken_by(&kept.recipe, &app.toolbox()).is_none() {
                    return Err(Error::TakesNotOneFile { name: kept.name });
                }
                let (folder, output) = (Path::new(&arguments.folder), Path::new(&arguments.output));
                let there = watched::files(folder)?;
                watched::check_output(output)?;
                let others = app.store().watched_folders()?;
                let is_same = |one: &store::WatchedFolder| {
                    one.recipe == arguments.recipe && Path::new(&one.folder) == folder
                };
                if others.iter().any(is_same) {
                    return Err(Error::WatchedAlready {
                        name: name_of(folder),
                    });
                }
                app.check_round((folder, output), others)?;
                let title = match arguments.title.trim() {
                    "" => title_of(folder),
                    title => title.to_owned(),
                };
                let conversation = app.store().create_conversation(&title)?;
                let there: Vec<_> = there.into_iter().map(|file| file.version).collect();
                let new = NewWatchedFolder {
                    recipe: arguments.recipe,
                    folder: arguments.folder,
                    output: arguments.output,
                    conversation: conversation.id.clone(),
                };
                let kept = app.store().watch_folder(&new, &there)?;
                announce::conversation(conversation, app.events());
                app.tell_watched(kept)
            })
            .await?;
        self.keep_watching();
        Ok(shown)
    }

    /// Pauses watching a folder. What is being done is finished.
    pub async fn pause_watching(&self, arguments: WatchedFolderId) -> Result<WatchedFolder, Error> {
        self.set_watching_paused(arguments, true).await
    }

    /// Has a folder be watched again after a pause.
    pub async fn continue_watching(
        &self,
        arguments: WatchedFolderId,
    ) -> Result<WatchedFolder, Error> {
        self.set_watching_paused(arguments, false).await
    }

    async fn set_watching_paused(
        &self,
        arguments: WatchedFolderId,
        paused: bool,
    ) -> Result<WatchedFolder, Error> {
        self.blocking(move |app| {
            let kept = app.store().pause_watching(&arguments.watched, paused)?;
            app.tell_watched(kept)
        })
        .await
    }

    /// Ends watching a folder. What is being done is finished.
    pub async fn end_watching(&self, arguments: WatchedFolderId) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.store().end_watching(&arguments.watched)?;
            Ok(Nothing {})
        })
        .await
    }

    /// Takes back that watching a folder was ended.
    ///
    /// # Errors
    /// Its results would come back into it by way of what is watched since.
    pub async fn restore_watching(
        &self,
        arguments: WatchedFolderId,
    ) -> Result<WatchedFolder, Error> {
        let shown = self
            .blocking(move |app| {
                let kept = app.store().watched_folder(&arguments.watched)?;
                let pair = (Path::new(&kept.folder), Path::new(&kept.output));
                app.check_round(pair, app.store().watched_folders()?)?;
                app.tell_watched(app.store().restore_watching(&arguments.watched)?)
            })
            .await?;
        self.keep_watching();
        Ok(shown)
    }

    fn check_round(
        &self,
        pair: (&Path, &Path),
        others: Vec<store::WatchedFolder>,
    ) -> Result<(), Error> {
        let others: Vec<_> = others
            .into_iter()
            .map(|one| (PathBuf::from(one.folder), PathBuf::from(one.output)))
            .collect();
        let data = self.previews().parent().unwrap_or(self.previews());
        watched::check_round(pair, &others, data)
    }

    /// Tells fronts how a watched folder stands, and answers the same.
    pub(super) fn tell_watched(&self, kept: store::WatchedFolder) -> Result<WatchedFolder, Error> {
        let watched = self.shown_watched(kept)?;
        self.events().send(Event::Watched {
            watched: watched.clone(),
        });
        Ok(watched)
    }

    fn shown_watched(&self, kept: store::WatchedFolder) -> Result<WatchedFolder, Error> {
        let counts = self.store().watched_counts(&kept.id)?;
        let failure = counts
            .last_failure
            .map(|(file, said)| format!("{file}: {said}"));
        let trouble = self.watching().trouble(&kept.id).or(failure);
        Ok(WatchedFolder {
            id: kept.id,
            recipe: kept.recipe,
            folder: kept.folder,
            output: kept.output,
            conversation: kept.conversation,
            since: kept.created_at as u64,
            paused: kept.paused,
            done: counts.done,
            failed: counts.failed,
            trouble: trouble.unwrap_or_default(),
        })
    }
}

/// The title of a watched folder's conversation where nobody gives it another.
pub(super) fn title_of(folder: &Path) -> String {
    format!("Watched: {}", name_of(folder))
}
