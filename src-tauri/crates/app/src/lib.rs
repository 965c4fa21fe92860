//! The application's own interface: every operation that a front can ask for, and its events. No
//! front has logic of its own: the window, the loopback server and the headless program all call
//! what is here.
//!
//! - [`api`]: the words that fronts and application exchange
//! - [`App`]: opens the folder that holds everything, calls operations, tells events
//!
//! Inside, each knows only those below it:
//!
//! - `dispatch`: calls an operation by its name
//! - `operations`: one file a family
//! - `app`: what the application holds open
//! - `sessions`: what goes on beside single operations: pointing at images, work on models, runs,
//!   watched folders
//! - `connected`: servers that a person connected: models, and tools
//! - `estimates`: how long solutions will take
//! - `ingest`: what comes from outside, checked as it is taken in
//! - `present`: what is kept, as fronts, tools and the planner see it
//! - `events`, `blocking`, `error`, `folder`, `passing`, `deleted`: what all of them stand on

pub mod api;
mod app;
mod blocking;
mod connected;
mod deleted;
mod dispatch;
mod error;
mod estimates;
mod events;
mod folder;
mod ingest;
mod operations;
mod passing;
mod present;
mod sessions;

pub use app::{App, AppOptions};
pub use error::Error;
pub use folder::{default_data_folder, default_models_folder};
pub use ingest::recipe_file::{recipe_in, strip_recipe};
pub use passing::passing_folder;
pub use patchbay_store::numbered;
pub use sessions::watching::WATCH_EVERY;
