//! The operations on settings.

use crate::api::{Nothing, Settings};
use crate::application::App;
use crate::error::Error;

/// The name under which the store keeps them.
const NAME: &str = "general";

impl App {
    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        Ok(self.0.store.setting(NAME)?.unwrap_or_default())
    }

    /// What is set.
    pub async fn get_settings(&self, _: Nothing) -> Result<Settings, Error> {
        self.blocking(Self::settings).await
    }

    /// Sets it.
    pub async fn set_settings(&self, settings: Settings) -> Result<Settings, Error> {
        self.blocking(move |app| {
            app.0.store.set_setting(NAME, &settings)?;
            Ok(settings)
        })
        .await
    }
}
