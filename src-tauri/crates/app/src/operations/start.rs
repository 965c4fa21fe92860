//! Data that a front begins with.

use crate::api::{Nothing, Start};
use crate::app::App;
use crate::error::Error;
use crate::present::tool;

impl App {
    /// Returns the data that a front needs to begin.
    pub async fn start(&self, _: Nothing) -> Result<Start, Error> {
        let app = self.clone();
        tokio::spawn(async move { app.begin_tool_servers().await });
        if !self
            .blocking(|app| Ok(app.store().watched_folders()?))
            .await?
            .is_empty()
        {
            self.keep_watching();
        }
        let conversations = self.conversations().await?;
        Ok(Start {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            media_base: self.options().media_base.clone(),
            media_token: self.options().media_token.clone(),
            conversations,
            settings: self.get_settings(Nothing {}).await?,
            tools: tool::all(&self.toolbox(), self.engine().availability()),
        })
    }
}
