//! The operations on settings.

use patchbay_domain::StepSetting;

use crate::api::{Nothing, Settings};
use crate::app::App;
use crate::error::Error;

/// The name under which the store keeps them.
const NAME: &str = "general";

impl App {
    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        Ok(self.store().setting(NAME)?.unwrap_or_default())
    }

    pub(crate) fn keep_settings(&self, settings: &Settings) -> Result<(), Error> {
        Ok(self.store().set_setting(NAME, settings)?)
    }

    /// Returns the settings.
    pub async fn get_settings(&self, _: Nothing) -> Result<Settings, Error> {
        self.blocking(Self::settings).await
    }

    /// Sets it.
    pub async fn set_settings(&self, mut settings: Settings) -> Result<Settings, Error> {
        settings.mirror = settings
            .mirror
            .map(|address| address.trim().to_owned())
            .filter(|address| !address.is_empty());
        if let Some(address) = &settings.mirror {
            check_mirror(address)?;
        }
        let settings = self
            .blocking(move |app| {
                app.check_servers(&settings)?;
                app.keep_settings(&settings)?;
                app.apply_servers()?;
                Ok(settings)
            })
            .await?;
        // Offline, servers elsewhere are not connected.
        self.connect_tool_servers().await?;
        Ok(settings)
    }

    /// Returns the settings that a tool has as it is done on this computer now.
    pub fn step_settings(&self, tool: &str) -> Vec<StepSetting> {
        self.engine().availability().settings(tool)
    }
}

/// Refuses an address with a password in it, since settings are kept as they stand.
fn check_mirror(address: &str) -> Result<(), Error> {
    let rest = address
        .strip_prefix("https://")
        .or_else(|| address.strip_prefix("http://"));
    match rest.map(|rest| rest.split('/').next().unwrap_or_default()) {
        None | Some("") => Err(Error::unsuitable(
            format!("“{address}” is not the address of a mirror."),
            "It has to begin with https:// or http://.",
        )),
        Some(server) if server.contains('@') => Err(Error::unsuitable(
            "The address of the mirror has a name or password in it, which would be kept in plain words.",
            "Name it in the environment variable PATCHBAY_HUB instead.",
        )),
        Some(_) => Ok(()),
    }
}
