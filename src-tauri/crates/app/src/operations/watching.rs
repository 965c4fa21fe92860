//! Rounds through the watched folders: each is looked into, and its new files are taken one after the other.

use std::path::PathBuf;

use patchbay_store as store;

use crate::api::AppError;
use crate::app::App;
use crate::error::Error;
use crate::ingest::watched;
use crate::sessions::watching::Seen;

impl App {
    /// Looks into watched folders from now on, where the application was opened for a front that stays open.
    pub(super) fn keep_watching(&self) {
        let Some(every) = self.options().watch_every else {
            return;
        };
        let app = self.clone();
        self.watching().begin(every, move || {
            let app = app.clone();
            async move {
                if let Err(error) = app.look_at_watched_folders().await {
                    tracing::warn!(%error, "watched folders were not looked into");
                }
            }
        });
    }

    /// Looks once into every folder that is watched, and takes what is new in it and was the same in the round before. Ends when
    /// that is done.
    ///
    /// # Errors
    /// Which folders are watched cannot be read. What else goes wrong is told at its folder.
    pub async fn look_at_watched_folders(&self) -> Result<(), Error> {
        let mut seen = self.watching().round().await;
        let all = self
            .blocking(|app| Ok(app.store().watched_folders()?))
            .await?;
        for folder in all {
            if folder.paused || folder.recipe_deleted {
                continue;
            }
            let id = folder.id.clone();
            let looked = self.look_into(folder, &mut seen).await;
            let trouble = looked.err().map(|error| AppError::from(error).to_string());
            if self.watching().set_trouble(&id, trouble) {
                self.tell_watched_again(id).await?;
            }
        }
        Ok(())
    }

    async fn look_into(&self, folder: store::WatchedFolder, seen: &mut Seen) -> Result<(), Error> {
        let (path, output) = (PathBuf::from(&folder.folder), PathBuf::from(&folder.output));
        let found = self
            .blocking(move |_| {
                let found = watched::files(&path)?;
                watched::check_is_there(&output)?;
                Ok(found)
            })
            .await?;
        let settled = seen.settled(&folder.id, found);
        if settled.is_empty() {
            return Ok(());
        }
        let id = folder.id.clone();
        let known = self
            .blocking(move |app| Ok(app.store().known_files(&id)?))
            .await?;
        for file in settled {
            if !known.contains(&file.version) {
                let (one, now) = (folder.clone(), file.clone());
                // Both may have changed while the file before was done.
                let (goes_on, is_same) = self
                    .blocking(move |app| {
                        let version = watched::version(one.folder.as_ref(), &now.path);
                        Ok((
                            app.store().is_watched(&one.id)?,
                            version == Some(now.version),
                        ))
                    })
                    .await?;
                if self.watching().stopped().is_cancelled() || !goes_on {
                    return Ok(());
                }
                if !is_same {
                    continue;
                }
                self.take_file(&folder, &file).await?;
            }
            seen.deal_with(&folder.id, &file);
        }
        Ok(())
    }

    pub(super) async fn tell_watched_again(&self, id: String) -> Result<(), Error> {
        self.blocking(move |app| {
            app.tell_watched(app.store().watched_folder(&id)?)?;
            Ok(())
        })
        .await
    }
}
