//! Default location of the data folder.

use std::path::PathBuf;

use crate::error::Error;

/// The folder for a person's data as the system has it (`$XDG_DATA_HOME/patchbay` on Linux), or
/// what the environment variable `PATCHBAY_DATA` names.
pub fn default_data_folder() -> Result<PathBuf, Error> {
    if let Some(folder) = std::env::var_os("PATCHBAY_DATA").filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    dirs::data_dir()
        .map(|folder| folder.join("patchbay"))
        .ok_or_else(|| {
            Error::unsuitable(
                "This system names no folder for a person's data.",
                "Set PATCHBAY_DATA to a folder.",
            )
        })
}

/// The folder of models: what `PATCHBAY_MODELS` names, else `models` in the folder that holds
/// everything.
pub fn default_models_folder() -> Result<PathBuf, Error> {
    match std::env::var_os("PATCHBAY_MODELS").filter(|folder| !folder.is_empty()) {
        Some(folder) => Ok(folder.into()),
        None => Ok(default_data_folder()?.join("models")),
    }
}
