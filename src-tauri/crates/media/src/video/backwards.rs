//! A video from its end to its start in bounded memory: chunk after chunk is decoded, the last one
//! first, each from a key frame before it. Every frame is shown as long as it was.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::Watch;
use super::audio_reader::{AudioReader, AudioSource, Block, SAMPLE_RATE};
use super::frames::{Frame, FrameFormat, FrameReader, FrameSource};
use crate::MediaError;

/// Bytes of decoded frames that are held at once.
const HELD_BYTES: usize = 256 << 20;
/// Frames that are held at once: at least two, so that there is something to turn round.
const HELD_FRAMES: std::ops::RangeInclusive<usize> = 2..=1000;
/// Samples of a chunk of audio: two minutes, 46 MB.
const HELD_SAMPLES: i64 = SAMPLE_RATE as i64 * 120;
/// Seconds that audio is decoded before it is wanted: decoders need a moment to settle.
const RUN_IN: f64 = 2.0;
/// Samples given out at once.
const BLOCK: usize = 4096;

/// The frames of a video, the last one first.
pub struct BackwardFrames {
    path: PathBuf,
    name: String,
    reader: FrameReader,
    format: FrameFormat,
    /// How long the file says it is, in seconds.
    length: f64,
    /// As many frames as are held at once.
    most: usize,
    /// Decoded frames that are not given out yet, in the file's order.
    ready: VecDeque<Frame>,
    /// Only frames before this time, in ticks, are still to be given out.
    until: i64,
    /// Whether no frame is before those that are ready.
    is_at_start: bool,
    /// End of the last frame, in ticks.
    ends: i64,
}

impl BackwardFrames {
    /// Opens a video and decodes its end.
    ///
    /// # Errors
    /// The video cannot be opened or decoded, or the work is stopped.
    pub fn open(path: &Path, name: &str, watch: &Watch) -> Result<Self, MediaError> {
        let reader = FrameReader::open(path, name, u32::MAX)?;
        let FrameFormat { width, height, .. } = reader.format();
        let frame = width as usize * height as usize * 3 / 2;
        let most = (HELD_BYTES / frame.max(1)).clamp(*HELD_FRAMES.start(), *HELD_FRAMES.end());
        Self::holding(most, (path, name), reader, watch)
    }

    fn holding(
        most: usize,
        (path, name): (&Path, &str),
        mut reader: FrameReader,
        watch: &Watch,
    ) -> Result<Self, MediaError> {
        // A video of which nothing can be decoded is refused here.
        reader.next_frame(watch)?;
        let mut opened = Self {
            path: path.to_owned(),
            name: name.to_owned(),
            format: reader.format(),
            length: reader.expected_seconds(),
            reader,
            most,
            ready: VecDeque::new(),
            until: i64::MAX,
            is_at_start: false,
            ends: 0,
        };
        opened.fill(watch)?;
        let last = opened.ready.back();
        opened.ends = last.map_or(0, |frame| frame.time + frame.duration);
        Ok(opened)
    }

    /// How long its frames are shown altogether, in seconds.
    pub fn seconds(&self) -> f64 {
        self.format.seconds(self.ends)
    }

    /// Decodes the last frames of those that are still to be given out.
    fn fill(&mut self, watch: &Watch) -> Result<(), MediaError> {
        let (frames, seconds) = self.format.rate;
        let mut back = self.most as f64 * f64::from(seconds) / f64::from(frames.max(1));
        let end = if self.until == i64::MAX {
            self.length
        } else {
            self.format.seconds(self.until)
        };
        // Where frames are far apart, or a file cannot be entered just anywhere, more is decoded.
        while !self.decode_from(end - back, watch)? {
            back *= 2.0;
        }
        Ok(())
    }

    /// Decodes from a time on, in seconds, and holds the last frames; false where none was found,
    /// or some may be missing.
    fn decode_from(&mut self, start: f64, watch: &Watch) -> Result<bool, MediaError> {
        self.ready.clear();
        self.is_at_start = start <= 0.0 || self.reader.seek(start).is_err();
        if self.is_at_start {
            self.reader = FrameReader::open(&self.path, &self.name, u32::MAX)?;
        }
        let from_start = self.is_at_start;
        let from = (start / self.format.seconds(1)).floor() as i64;
        let mut reaches_back = from_start;
        while let Some(frame) = self.reader.next_frame(watch)? {
            if frame.time >= self.until {
                break;
            }
            reaches_back |= frame.time <= from;
            // What is decoded before may lack what it refers to.
            if frame.time < from && !from_start {
                continue;
            }
            if self.ready.len() == self.most {
                self.ready.pop_front();
                self.is_at_start = false;
            }
            self.ready.push_back(frame);
        }
        Ok(from_start || (reaches_back && !self.ready.is_empty()))
    }
}

impl FrameSource for BackwardFrames {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.seconds()
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        if self.ready.is_empty() && !self.is_at_start {
            self.fill(watch)?;
        }
        let Some(frame) = self.ready.pop_back() else {
            return Ok(None);
        };
        self.until = frame.time;
        Ok(Some(Frame {
            time: self.ends - frame.time - frame.duration,
            ..frame
        }))
    }
}

/// Audio, its last sample first.
pub struct BackwardAudio {
    reader: AudioReader,
    /// Length in samples.
    length: i64,
    /// Number of samples that are not decoded yet: those before this one.
    until: i64,
    /// Decoded samples that are not given out yet, in the file's order.
    ready: [Vec<f32>; 2],
    was_read: bool,
}

impl BackwardAudio {
    /// `reader`, which nothing was read of, backwards from a time on: `seconds`, from which on it
    /// is left out, and up to which silence fills it where it is shorter.
    pub fn new(reader: AudioReader, seconds: f64) -> Self {
        let length = (seconds * f64::from(SAMPLE_RATE)).round().max(0.0) as i64;
        Self {
            reader,
            length,
            until: length,
            ready: Default::default(),
            was_read: false,
        }
    }

    /// Decodes the last chunk of what is not decoded yet.
    fn fill(&mut self, watch: &Watch) -> Result<(), MediaError> {
        let start = (self.until - HELD_SAMPLES).max(0);
        let from = start as f64 / f64::from(SAMPLE_RATE) - RUN_IN;
        if from <= 0.0 {
            if self.was_read {
                self.reader = self.reader.reopen()?;
            }
            self.decode(start, watch)?;
        } else if self.reader.seek(from).is_err() || !self.decode(start, watch)? {
            // Where a file cannot be entered there, it is read from its start.
            self.reader = self.reader.reopen()?;
            self.decode(start, watch)?;
        }
        (self.until, self.was_read) = (start, true);
        Ok(())
    }

    /// Decodes from `start` on; false where the first that was read comes after that.
    fn decode(&mut self, start: i64, watch: &Watch) -> Result<bool, MediaError> {
        let samples = (self.until - start) as usize;
        self.ready = [vec![0.0; samples], vec![0.0; samples]];
        let mut first = None;
        while let Some(block) = self.reader.next_block(watch)? {
            first.get_or_insert(block.start);
            let ends = block.start + block.samples() as i64;
            let (from, to) = (block.start.max(start), ends.min(self.until));
            if from < to {
                let place = (from - start) as usize..(to - start) as usize;
                let part = (from - block.start) as usize..(to - block.start) as usize;
                for (ready, samples) in self.ready.iter_mut().zip(&block.channels) {
                    ready[place.clone()].copy_from_slice(&samples[part.clone()]);
                }
            }
            if ends >= self.until {
                break;
            }
        }
        Ok(first.is_some_and(|first| first <= start))
    }
}

impl AudioSource for BackwardAudio {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        if self.ready[0].is_empty() {
            if self.until == 0 {
                return Ok(None);
            }
            self.fill(watch)?;
        }
        let left = self.ready[0].len();
        let start = self.length - self.until - left as i64;
        let channels = self.ready.each_mut().map(|ready| {
            let mut last = ready.split_off(left - left.min(BLOCK));
            last.reverse();
            last
        });
        Ok(Some(Block { start, channels }))
    }

    fn is_mono(&self) -> bool {
        self.reader.is_mono()
    }
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::make;

    use super::*;

    /// Frames that are lighter one by one, a key frame every ten, and a tone that rises after two
    /// seconds.
    fn film(folder: &Path) -> PathBuf {
        let arguments = "-f lavfi -i color=black:s=64x48:d=4:r=10,geq=lum=N*5+20:cb=128:cr=128 \
                         -f lavfi -i aevalsrc=0.5*sin(2*PI*t*if(lt(t\\,2)\\,300\\,900)):d=4 \
                         -c:v libx264 -g 10 -bf 2 -pix_fmt yuv420p -c:a aac";
        make(folder, "film.mp4", arguments)
    }

    #[test]
    fn frames_come_from_the_last_to_the_first_in_chunks_of_any_size() {
        let folder = tempfile::tempdir().unwrap();
        let (path, watch) = (film(folder.path()), Watch::nobody());
        let mut forwards = FrameReader::open(&path, "film", u32::MAX).unwrap();
        let mut expected = Vec::new();
        while let Some(frame) = forwards.next_frame(&watch).unwrap() {
            expected.push(frame.plane(0).bytes[0]);
        }
        assert_eq!(expected.len(), 40);
        expected.reverse();
        for most in [2, 7, 10, 1000] {
            let reader = FrameReader::open(&path, "film", u32::MAX).unwrap();
            let mut backwards =
                BackwardFrames::holding(most, (&path, "film"), reader, &watch).unwrap();
            assert!((backwards.seconds() - 4.0).abs() < 0.01);
            let (mut seen, mut ends) = (Vec::new(), 0);
            while let Some(frame) = backwards.next_frame(&watch).unwrap() {
                assert_eq!(frame.time, ends, "no gap");
                ends = frame.time + frame.duration;
                seen.push(frame.plane(0).bytes[0]);
                assert!(backwards.ready.len() < most);
            }
            assert_eq!(seen, expected, "{most} at once");
        }
    }

    #[test]
    fn audio_is_the_same_read_from_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let (path, watch) = (film(folder.path()), Watch::nobody());
        let all = |source: &mut dyn AudioSource| {
            let mut all = Vec::new();
            while let Some(block) = source.next_block(&watch).unwrap() {
                assert_eq!(block.start, all.len() as i64);
                all.extend(block.channels[0].iter().copied());
            }
            all
        };
        let mut expected = all(&mut AudioReader::open(&path, "film").unwrap());
        expected.resize(4 * SAMPLE_RATE as usize, 0.0);
        expected.reverse();
        let reader = AudioReader::open(&path, "film").unwrap();
        assert!(all(&mut BackwardAudio::new(reader, 4.0)) == expected);
    }
}
