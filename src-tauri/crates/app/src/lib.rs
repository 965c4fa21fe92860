//! The application's own interface: every operation that a front can ask for, and its events. No front has logic of
//! its own: the window, the loopback server and the headless program all call what is here.
//!
//! - [`api`]: the words that fronts and application exchange
//! - [`App`]: opens the folder that holds everything, calls operations, tells events

mod answer;
pub mod api;
mod application;
mod call;
mod conversations;
mod error;
mod folder;
mod import;
mod mime;
mod missing;
mod model_work;
mod models;
mod name;
mod outlining;
mod outputs;
mod planning;
mod pointing;
mod preview;
mod recipe;
mod region;
mod running;
mod settings;
mod step_settings;
mod subtitles;
mod things;
mod toolbox;
mod view;

pub use application::{App, AppOptions};
pub use error::Error;
pub use folder::{default_data_folder, default_models_folder};
pub use recipe::{recipe_in, strip_recipe};
