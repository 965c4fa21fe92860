//! A model as the registry has it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::InferenceError;

/// The network modules that an entry can name.
pub const NETWORKS: [&str; 24] = [
    "mobile_sam",
    "sam",
    "detr",
    "detr_panoptic",
    "owlvit",
    "clip",
    "depth_anything",
    "vitpose",
    "hed",
    "real_esrgan",
    "real_esrgan_dense",
    "ddcolor",
    "pp_ocr_detector",
    "pp_ocr_recogniser",
    "blip",
    "blip_vqa",
    "whisper",
    "audio_spectrogram_transformer",
    "musicgen",
    "parler_tts",
    "stable_diffusion",
    "z_image",
    "control_net",
    "decoder",
];

/// The devices that an entry can name.
pub const DEVICES: [&str; 3] = ["cpu", "cuda", "metal"];

/// How long one use can take on the processor: about a second, less than a minute, longer.
pub const SPEEDS: [&str; 3] = ["instant", "seconds", "minutes"];

/// A model that can be had.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Model {
    /// Its name in commands and folders: small letters, digits, `-` and `_`.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The network module that runs it, one of [`NETWORKS`].
    pub network: String,
    /// The tools that it serves, by their names in the toolbox.
    pub tools: Vec<String>,
    /// Its files, each once.
    pub files: Vec<FileEntry>,
    /// Source of the files.
    pub source: Source,
    /// About how large all files are together, in bytes.
    pub bytes: u64,
    /// About how much memory it needs to run, in bytes.
    pub memory: u64,
    /// How long one use of it takes on a processor with two cores, one of [`SPEEDS`], where that is
    /// known.
    pub speed: Option<String>,
    /// The devices that it runs on, each one of [`DEVICES`].
    pub devices: Vec<String>,
    /// Its licence, by SPDX's name where it has one.
    pub licence: String,
    /// Whether the licence lets what is made with it be sold.
    pub commercial: bool,
    /// Settings that the network takes where nothing else is said.
    pub settings: BTreeMap<String, Setting>,
    /// Whether a person added it, so that it can be forgotten.
    pub is_added: bool,
}

impl Model {
    /// Its safetensors files in the folder that it lies in.
    pub fn weights(&self, folder: &Path) -> Vec<PathBuf> {
        let paths = self.files.iter().map(|file| &file.path);
        paths
            .filter(|path| path.ends_with(".safetensors"))
            .map(|path| folder.join(path))
            .collect()
    }

    /// Its GGUF file in the folder that it lies in; an error where it has none.
    pub fn gguf(&self, folder: &Path) -> Result<PathBuf, InferenceError> {
        let is_gguf = |file: &&FileEntry| {
            let ending = Path::new(&file.path).extension();
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case("gguf"))
        };
        let file = self.files.iter().find(is_gguf);
        let file = file.ok_or_else(|| InferenceError::File {
            path: folder.to_owned(),
            reason: format!("the model {} names no file that ends in .gguf", self.id),
        })?;
        Ok(folder.join(&file.path))
    }
}

/// One file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileEntry {
    /// Its path in the source: relative, with `/`, without `..`.
    pub path: String,
    /// Its size in bytes, where it is known.
    pub size: Option<u64>,
    /// Its SHA-256 in small hexadecimal digits, where it is known.
    pub sha256: Option<String>,
}

/// Source of a model's files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A repository of the hub, or of a mirror that is laid out as it is.
    Hub {
        /// `owner/name`.
        repository: String,
        /// A branch, tag or commit.
        revision: String,
    },
    /// A person's own folder. Its files are used where they lie, never changed and never removed.
    Folder(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hub {
                repository,
                revision,
            } => write!(text, "{repository}@{revision}"),
            Self::Folder(folder) => write!(text, "{}", folder.display()),
        }
    }
}

/// A setting's value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Number(f64),
    /// Words.
    Text(String),
}

impl fmt::Display for Setting {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(text, "{number}"),
            Self::Text(words) => text.write_str(words),
        }
    }
}
