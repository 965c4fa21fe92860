//! The application's own interface: every operation that a front can ask for, and its events. No front has logic of
//! its own: the window, the loopback server and the headless program all call what is here.
//!
//! - [`api`]: the words that fronts and application exchange
//! - [`App`]: opens the folder that holds everything, calls operations, tells events

pub mod api;
mod app;
mod dispatch;
mod error;
mod folder;
mod ingest;
mod operations;
mod present;
mod sessions;

pub use app::{App, AppOptions};
pub use error::Error;
pub use folder::{default_data_folder, default_models_folder};
pub use operations::recipe::{recipe_in, strip_recipe};
