//! A video's audio tracks: all of them, each with what it says of itself.

use std::path::{Path, PathBuf};

use ffmpeg_next::codec::Id;

use super::Watch;
use super::audio_reader::{AudioReader, AudioSource, Block};
use super::packets::PacketReader;
use super::source::Source;
use super::track_label::TrackLabel;
use crate::MediaError;

/// One of a video's audio tracks.
pub struct AudioTrack<'a> {
    /// Label of its track: language and title.
    pub label: TrackLabel,
    /// Source of its audio.
    pub source: Box<dyn AudioSource + 'a>,
    /// Place where it lies packed as it is heard.
    place: Option<Place>,
}

/// An audio track in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    path: PathBuf,
    name: String,
    stream: usize,
}

impl<'a> AudioTrack<'a> {
    /// Audio with what its track says of itself.
    pub fn new(label: TrackLabel, source: impl AudioSource + 'a) -> Self {
        Self {
            label,
            source: Box::new(source),
            place: None,
        }
    }

    /// The same, saying something else of itself.
    #[must_use]
    pub fn labelled(self, label: TrackLabel) -> Self {
        Self {
            label,
            place: None,
            ..self
        }
    }

    /// Splits it into label and source, to be changed: packets of it are not taken over then.
    pub fn into_parts(self) -> (TrackLabel, Box<dyn AudioSource + 'a>) {
        (self.label, self.source)
    }

    /// Its packets, to be taken over as they are, where nothing changes it and `holds` says of the file
    /// that they lie in and of how they are packed that they fit. None where they have to be encoded.
    pub(super) fn packed(
        &self,
        holds: impl Fn(&Source, Id) -> bool,
    ) -> Result<Option<PacketReader>, MediaError> {
        let Some(Place { path, name, stream }) = &self.place else {
            return Ok(None);
        };
        let source = Source::open(path, name, "sound")?;
        let id = source.stream(*stream)?.parameters().id();
        if holds(&source, id) {
            PacketReader::of_stream(source, *stream).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Audio whose track says nothing.
    pub fn plain(source: impl AudioSource + 'a) -> Self {
        Self::new(TrackLabel::default(), source)
    }

    /// Every audio track of a video as it is, in the order of [`AudioReader::open_all`].
    pub fn all_of(path: &Path, name: &str) -> Result<Vec<Self>, MediaError> {
        let readers = AudioReader::open_all(path, name)?;
        Ok(readers
            .into_iter()
            .map(|(label, reader)| Self {
                place: Some(Place {
                    path: path.to_owned(),
                    name: name.to_owned(),
                    stream: reader.stream(),
                }),
                ..Self::new(label, reader)
            })
            .collect())
    }
}

/// The audio tracks of a video or audio file: the place of each in the file from 0, and what it says of itself; the one that
/// is heard unless another is chosen first, as [`AudioReader::open_all`] has them.
///
/// # Errors
/// The file cannot be read.
pub fn audio_tracks(path: &Path, name: &str) -> Result<Vec<(usize, TrackLabel)>, MediaError> {
    let source = Source::open(path, name, "sound")?;
    let numbers = source.audio_streams();
    let track = |number: &usize| {
        let place = numbers.iter().filter(|other| *other < number).count();
        Ok((place, TrackLabel::of(&source.stream(*number)?)))
    };
    numbers.iter().map(track).collect()
}

impl AudioReader {
    /// Opens every audio track of a video, the one that is heard unless another is chosen first;
    /// none where it has no audio. Further ones that this computer cannot decode are left out.
    pub fn open_all(path: &Path, name: &str) -> Result<Vec<(TrackLabel, Self)>, MediaError> {
        let numbers = Source::open(path, name, "sound")?.audio_streams();
        let mut readers = Vec::with_capacity(numbers.len());
        for number in numbers {
            let source = Source::open(path, name, "sound")?;
            let label = TrackLabel::of(&source.stream(number)?);
            match Self::of_stream(source, number, !readers.is_empty()) {
                Ok(reader) => readers.push((label, reader)),
                Err(_) if !readers.is_empty() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(readers)
    }
}

impl<S: AudioSource + ?Sized> AudioSource for Box<S> {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        (**self).next_block(watch)
    }

    fn is_mono(&self) -> bool {
        (**self).is_mono()
    }
}

impl<S: AudioSource + ?Sized> AudioSource for &mut S {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        (**self).next_block(watch)
    }

    fn is_mono(&self) -> bool {
        (**self).is_mono()
    }
}
