//! The tools for videos on real files, judged with ffprobe and ffmpeg.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use patchbay_domain::{MediaFile, Resource, Toolbox};
use patchbay_phrases::values::give_said;
use patchbay_tools::{Context, Inputs, Progress, TOOLBOX, ToolError, registry};

mod audio;
mod bad_input;
mod cut;
mod described;
mod dubbed;
mod from_images;
mod joined;
mod kept;
mod ordered;
mod speed;
mod steadied;
mod subtitled;
mod times;
mod tracks;
mod webpage;

/// A folder with inputs, in which tools are run.
struct Workshop {
    folder: tempfile::TempDir,
    progress: Progress,
    target_seconds: Option<f64>,
}

impl Workshop {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            progress: Progress::default(),
            target_seconds: None,
        }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Sentences of a tool, before it runs, about what its result cannot keep.
    fn losses(tool: &str, inputs: &[(&str, Resource)]) -> Vec<String> {
        let inputs = read(tool, inputs);
        let tool = registry::runnable(tool, &patchbay_inference::Models::none()).unwrap();
        tool.losses(&inputs)
    }

    /// Runs a tool in a folder of its own, as the engine does.
    fn run(&self, tool: &str, inputs: &[(&str, Resource)]) -> Result<Resource, ToolError> {
        let folder = self.path().join("step");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).unwrap();
        let context = Context {
            folder,
            progress: self.progress.clone(),
            seed: 7,
            models: patchbay_inference::Models::none(),
            target_seconds: self.target_seconds,
            settings: BTreeMap::new(),
        };
        registry::runnable(tool, &patchbay_inference::Models::none())
            .unwrap_or_else(|| panic!("{tool} runs here"))
            .run(&read(tool, inputs), &context)
    }

    /// Runs a tool that makes one file.
    fn file(&self, tool: &str, inputs: &[(&str, Resource)]) -> PathBuf {
        let result = self
            .run(tool, inputs)
            .unwrap_or_else(|error| panic!("{tool}: {error}"));
        let files = result.files();
        assert_eq!(files.len(), 1);
        assert_eq!(self.left(), 1, "nothing else is left in the step's folder");
        files[0].path.clone()
    }

    /// Number of files that the last run left.
    fn left(&self) -> usize {
        std::fs::read_dir(self.path().join("step")).unwrap().count()
    }
}

/// Inputs with what an instruction among them says, as the planner reads it.
fn read(tool: &str, inputs: &[(&str, Resource)]) -> Inputs {
    static TOOLS: LazyLock<Toolbox> =
        LazyLock::new(|| Toolbox::from_json(TOOLBOX).expect("a toolbox"));
    let given = inputs.iter();
    let mut values: BTreeMap<String, Resource> = given
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    let tool = TOOLS.tool(tool).expect("a tool");
    give_said(tool, &mut values);
    Inputs::new(values)
}

fn file(path: &Path) -> MediaFile {
    MediaFile {
        path: path.to_owned(),
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
    }
}

fn video(path: &Path) -> Resource {
    Resource::Video(file(path))
}

fn audio(path: &Path) -> Resource {
    Resource::Audio(file(path))
}

fn text(words: &str) -> Resource {
    Resource::Text(words.to_owned())
}
