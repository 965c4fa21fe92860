//! Decodes a little ahead of what is heard: from any place, around a loop, two files in step.

use std::collections::VecDeque;

use patchbay_media::MediaError;
use patchbay_media::video::{self, AudioReader, AudioSource, Watch};

use crate::RATE;
use crate::deck::{Block, Frame, SILENCE};
use crate::state::AudioFile;

/// Frames in a block.
const BLOCK: usize = 2048;
/// Seconds that are decoded before the place that is sought: codecs start up on them.
const PREROLL: f64 = 0.25;

/// One file that is read, whose frames begin at `at`.
struct Track {
    reader: AudioReader,
    ready: VecDeque<Frame>,
    at: u64,
    /// Block that comes after a gap, which is filled with silence first.
    waiting: Option<video::Block>,
    finished: bool,
}

impl Track {
    fn open(file: &AudioFile) -> Result<Self, MediaError> {
        let reader = AudioReader::open(&file.path, &file.name)?;
        let mut track = Self {
            reader,
            ready: VecDeque::new(),
            at: 0,
            waiting: None,
            finished: false,
        };
        // Only decoded samples prove that it can be played.
        track.read(1)?;
        Ok(track)
    }

    fn seek(&mut self, to: u64) -> Result<(), MediaError> {
        self.reader
            .seek((to as f64 / f64::from(RATE) - PREROLL).max(0.0))?;
        self.ready.clear();
        (self.at, self.waiting, self.finished) = (to, None, false);
        Ok(())
    }

    /// Reads until so many frames are ready, or to the end.
    fn read(&mut self, frames: usize) -> Result<(), MediaError> {
        while self.ready.len() < frames && !self.finished {
            let block = match self.waiting.take() {
                Some(block) => Some(block),
                None => self.reader.next_block(&Watch::nobody())?,
            };
            let Some(mut block) = block else {
                self.finished = true;
                break;
            };
            let wanted = (self.at + self.ready.len() as u64) as i64;
            if block.start + block.samples() as i64 <= wanted {
                continue;
            }
            if block.start > wanted {
                let silent = (block.start - wanted).min(BLOCK as i64) as usize;
                self.ready.resize(self.ready.len() + silent, SILENCE);
                self.waiting = Some(block);
                continue;
            }
            let (first, end) = ((wanted - block.start) as usize, block.samples());
            block = block.part(first, end);
            let [left, right] = block.channels;
            self.ready.extend(
                left.into_iter()
                    .zip(right)
                    .map(|(left, right)| [left, right]),
            );
        }
        Ok(())
    }

    /// The next frames, fewer at the end.
    fn take(&mut self, frames: usize) -> Result<Vec<Frame>, MediaError> {
        self.read(frames)?;
        let taken: Vec<_> = self.ready.drain(..frames.min(self.ready.len())).collect();
        self.at += taken.len() as u64;
        Ok(taken)
    }
}

/// One file, or two in step.
pub(crate) struct Feed {
    tracks: Vec<Track>,
    /// Position of the next block, in frames.
    at: u64,
    /// The frames of the longest file, as its file says.
    pub(crate) length: u64,
    /// From and up to which frame it goes round.
    pub(crate) looped: Option<(u64, u64)>,
}

impl Feed {
    /// Opens files, at least one. One that holds no audio is an error that names it.
    pub(crate) fn open(files: &[AudioFile]) -> Result<Self, MediaError> {
        let tracks = files
            .iter()
            .map(Track::open)
            .collect::<Result<Vec<_>, _>>()?;
        let seconds = tracks
            .iter()
            .map(|track| track.reader.seconds())
            .fold(0.0, f64::max);
        Ok(Self {
            tracks,
            at: 0,
            length: (seconds * f64::from(RATE)).round() as u64,
            looped: None,
        })
    }

    /// Returns the number of files.
    pub(crate) fn sides(&self) -> usize {
        self.tracks.len()
    }

    /// Goes to a frame.
    pub(crate) fn seek(&mut self, to: u64) -> Result<(), MediaError> {
        self.at = to;
        self.tracks.iter_mut().try_for_each(|track| track.seek(to))
    }

    /// The next block, which never reaches over the end of the loop; none at the end. Where one
    /// file ends before the other, silence stands for it.
    pub(crate) fn next(&mut self) -> Result<Option<Block>, MediaError> {
        let mut most = BLOCK;
        if let Some((from, to)) = self.looped {
            if self.at >= to {
                self.seek(from)?;
            }
            most = most.min((to - self.at) as usize);
        }
        let block = self.read(most)?;
        match (block, self.looped) {
            // The file ends before its loop does.
            (None, Some((from, _))) => {
                self.seek(from)?;
                self.read(most)
            }
            (block, _) => Ok(block),
        }
    }

    fn read(&mut self, most: usize) -> Result<Option<Block>, MediaError> {
        let mut sides = self
            .tracks
            .iter_mut()
            .map(|track| track.take(most))
            .collect::<Result<Vec<_>, _>>()?;
        let longest = sides.iter().map(Vec::len).max().unwrap_or(0);
        if longest == 0 {
            return Ok(None);
        }
        for side in &mut sides {
            side.resize(longest, SILENCE);
        }
        let at = self.at;
        self.at += longest as u64;
        Ok(Some(Block { at, sides }))
    }
}
