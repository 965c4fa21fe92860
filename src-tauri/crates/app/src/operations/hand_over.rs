//! The operation that hands an edit over to another program.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use patchbay_domain::ResourceType;
use patchbay_handover::{Media, Rate, Timeline, command, edl, fcpxml, otio};
use patchbay_media::{MediaError, audio, video};
use patchbay_store::{self as store, AssetId, Origin, Run};

use crate::api::{HandOver, HandedOver};
use crate::app::App;
use crate::error::Error;
use crate::present::edit::{Chain, is_playable};

/// The frames in which a sound is counted where it has to be counted in frames.
const FRAMES_OF_SOUND: Rate = Rate::whole(30);

/// Formats that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Otio,
    Fcpxml,
    Edl,
    Command,
}

impl Format {
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "otio" => Some(Self::Otio),
            "fcpxml" => Some(Self::Fcpxml),
            "edl" => Some(Self::Edl),
            "sh" => Some(Self::Command),
            _ => None,
        }
    }

    fn written(self, timeline: &Timeline) -> String {
        match self {
            Self::Otio => otio::written(timeline),
            Self::Fcpxml => fcpxml::written(timeline),
            Self::Edl => edl::written(timeline),
            Self::Command => command::written(timeline),
        }
    }

    /// How a sound is counted: in samples where that can be.
    fn rate_of_sound(self, sample_rate: u32) -> Rate {
        match self {
            Self::Otio | Self::Command => Rate::whole(sample_rate.max(1)),
            Self::Fcpxml | Self::Edl => FRAMES_OF_SOUND,
        }
    }
}

/// Files that have to be copied beside what is written: their assets by where they are to lie.
type Copies = RefCell<HashMap<String, AssetId>>;

impl App {
    /// Writes how an artifact was edited as a timeline of the files that were given, in the form
    /// that the ending of the path names. Files that lie nowhere else are copied beside it.
    pub async fn hand_over(&self, arguments: HandOver) -> Result<HandedOver, Error> {
        self.blocking(move |app| app.handed_over(&arguments)).await
    }

    fn handed_over(&self, arguments: &HandOver) -> Result<HandedOver, Error> {
        let artifact = self.store().artifact(&arguments.artifact)?;
        if !is_playable(&artifact) {
            return Err(Error::unsuitable(
                format!("“{}” is no video and no sound.", artifact.name),
                "Only edits of videos and sounds can stand on a timeline.",
            ));
        }
        let path = absolute(Path::new(&arguments.path));
        let format = Format::of(&path).ok_or_else(|| {
            Error::unsuitable(
                "The ending of the name does not say what to write.",
                "Choose .otio (OpenTimelineIO), .fcpxml, .edl, or .sh for the command line of ffmpeg.",
            )
        })?;
        let starts_with_dash = stem(&path).starts_with('-');
        if format == Format::Command && starts_with_dash {
            return Err(Error::unsuitable(
                "A shell takes a name that begins with “-” for options, not for a script.",
                "Choose a name that begins with another letter.",
            ));
        }
        let artifacts = self.store().provenance(&artifact.id)?;
        let runs = self.runs_of(&artifacts)?;
        let folder = media_folder(&path);
        let copies = Copies::default();
        let chain = Chain {
            artifacts: &artifacts,
            runs: &runs,
            toolbox: &self.toolbox(),
            media: &|of| self.media_of(of, format, &folder, &copies),
        };
        let sequence = chain.sequence(&artifact)?;
        let rate = sequence
            .shots
            .first()
            .map_or(FRAMES_OF_SOUND, |shot| shot.media.rate);
        let name = stem(&path);
        let timeline = Timeline::of(&name, &sequence, rate);
        let copied = self.copy(&timeline, &folder, &copies.into_inner())?;
        let text = format.written(&timeline);
        let asset = self.store().import_reader(text.as_bytes(), &name)?;
        self.store().export(&asset.id, &path, |_| {})?;
        let mut notes: Vec<String> = Vec::new();
        for note in timeline.clips.iter().flat_map(|clip| &clip.notes) {
            if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
        Ok(HandedOver {
            path: path.to_string_lossy().into_owned(),
            media: copied.then(|| folder.to_string_lossy().into_owned()),
            notes,
        })
    }

    fn runs_of(&self, artifacts: &[store::Artifact]) -> Result<HashMap<String, Run>, Error> {
        let mut runs = HashMap::new();
        for artifact in artifacts {
            if let Origin::Made { run, .. } = &artifact.origin
                && !runs.contains_key(run)
            {
                runs.insert(run.clone(), self.store().run(run)?);
            }
        }
        Ok(runs)
    }

    /// The file that stands for an artifact on a timeline: the original where it lies where it was,
    /// else a copy that is to be made.
    fn media_of(
        &self,
        artifact: &store::Artifact,
        format: Format,
        folder: &Path,
        copies: &Copies,
    ) -> Result<Media, Error> {
        let Some(asset) = &artifact.asset else {
            return Err(Error::unsuitable(
                format!("“{}” holds nothing to hand over.", artifact.name),
                "",
            ));
        };
        let original = self.store().source(&artifact.id)?;
        let is_there = |path: &PathBuf| {
            fs::metadata(path).is_ok_and(|now| now.is_file() && now.len() == artifact.bytes)
        };
        let original = original.filter(is_there);
        let path = original.as_ref().map_or_else(
            || folder.join(&artifact.name).to_string_lossy().into_owned(),
            |original| original.to_string_lossy().into_owned(),
        );
        if original.is_none() {
            copies.borrow_mut().insert(path.clone(), asset.clone());
        }
        measured(artifact, &self.store().asset_path(asset), path, format)
    }

    /// Copies the files of a timeline that lie nowhere else; answers whether there are any.
    fn copy(
        &self,
        timeline: &Timeline,
        folder: &Path,
        copies: &HashMap<String, AssetId>,
    ) -> Result<bool, Error> {
        let mut copied = false;
        for media in timeline.media() {
            let Some(asset) = copies.get(&media.path) else {
                continue;
            };
            fs::create_dir_all(folder).map_err(|error| MediaError::Unwritable {
                name: folder.to_string_lossy().into_owned(),
                reason: error.to_string(),
            })?;
            self.store().export(asset, Path::new(&media.path), |_| {})?;
            copied = true;
        }
        Ok(copied)
    }
}

/// Returns the properties of a file that a timeline needs. `from`: where its bytes lie; `path`:
/// where the timeline is to find it.
fn measured(
    artifact: &store::Artifact,
    from: &Path,
    path: String,
    format: Format,
) -> Result<Media, Error> {
    let name = artifact.name.clone();
    if artifact.resource_type == ResourceType::VIDEO {
        let facts = video::probe(from, &name)?;
        return Ok(Media {
            rate: Rate::of(facts.frames_per_second),
            seconds: facts.seconds,
            size: Some((facts.width, facts.height)),
            audio: facts
                .audio
                .map(|audio| (audio.sample_rate, u32::from(audio.channels))),
            timecode: facts.timecode,
            name,
            path,
        });
    }
    let facts = audio::probe(from, &name)?;
    Ok(Media {
        rate: format.rate_of_sound(facts.sample_rate),
        seconds: facts.seconds,
        size: None,
        audio: Some((facts.sample_rate, facts.channels)),
        timecode: None,
        name,
        path,
    })
}

/// The folder for copies beside a timeline: `Trip media` beside `Trip.otio`.
fn media_folder(path: &Path) -> PathBuf {
    path.with_file_name(format!("{} media", stem(path)))
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The path from the root on: other programs have another folder to begin in.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
