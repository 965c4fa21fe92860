//! An output that is no device: what a player plays is pulled out of rodio's mixer, and compared
//! with the file.

use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};

use patchbay_media::audio;
use patchbay_playback::{
    AudioFile, Control, DeckSource, Load, Opened, Output, PlaybackError, Player, RATE, State,
};
use rodio::mixer::{MixerSource, mixer};

/// The recorder's side that the player knows.
struct Tap {
    mixers: Sender<MixerSource>,
    /// The ids of the devices that are there, beside the system's choice.
    there: &'static [&'static str],
}

impl Output for Tap {
    fn open(
        &mut self,
        device: Option<&str>,
        source: DeckSource,
        _: Box<dyn Fn() + Send>,
    ) -> Result<Opened, PlaybackError> {
        if let Some(id) = device
            && !self.there.contains(&id)
        {
            return Err(PlaybackError::Missing { id: id.to_owned() });
        }
        let (input, output) = mixer(NonZero::new(2).unwrap(), NonZero::new(RATE).unwrap());
        input.add(source.waiting());
        self.mixers.send(output).unwrap();
        Ok(Opened {
            name: device.unwrap_or("recorder").to_owned(),
            kept: Box::new(input),
        })
    }
}

/// A player, and what its output takes.
pub(crate) struct Recorder {
    pub(crate) player: Player,
    mixers: Receiver<MixerSource>,
    mixer: Option<MixerSource>,
}

impl Recorder {
    pub(crate) fn with_devices(there: &'static [&'static str]) -> Self {
        let (sender, mixers) = mpsc::channel();
        let player = Player::start(
            Tap {
                mixers: sender,
                there,
            },
            |_| {},
        );
        Self {
            player,
            mixers,
            mixer: None,
        }
    }

    /// Loads files, and plays them.
    pub(crate) fn playing(files: &[&Path]) -> Self {
        let recorder = Self::with_devices(&[]);
        let state = recorder.load(files);
        assert_eq!(state.problem, None);
        assert!(recorder.player.control(Control::Play).playing);
        recorder
    }

    pub(crate) fn load(&self, files: &[&Path]) -> State {
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let files = files
            .iter()
            .map(|path| AudioFile {
                path: path.to_path_buf(),
                name: name(path),
            })
            .collect();
        self.player.load(Load {
            files,
            key: "loaded".to_owned(),
            at: 0.0,
        })
    }

    /// The next frames that are heard.
    pub(crate) fn record(&mut self, frames: usize) -> Vec<[f32; 2]> {
        while let Ok(newer) = self.mixers.try_recv() {
            self.mixer = Some(newer);
        }
        let mixer = self.mixer.as_mut().expect("something is played");
        (0..frames)
            .map(|_| [mixer.next().unwrap(), mixer.next().unwrap()])
            .collect()
    }
}

/// The left channel of frames.
pub(crate) fn left(frames: &[[f32; 2]]) -> Vec<f32> {
    frames.iter().map(|frame| frame[0]).collect()
}

/// The left channel of a file of [`RATE`], as symphonia decodes it: not by the library that the
/// player reads with.
pub(crate) fn reference(path: &Path) -> Vec<f32> {
    let mut audio = audio::read(path, "reference").unwrap();
    assert_eq!(audio.sample_rate, RATE);
    audio.channels.swap_remove(0)
}

/// Pearson's correlation of two runs of samples.
pub(crate) fn correlation(one: &[f32], other: &[f32]) -> f64 {
    let mean = |of: &[f32]| of.iter().map(|value| f64::from(*value)).sum::<f64>() / of.len() as f64;
    let (mean_one, mean_other) = (mean(one), mean(other));
    let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
    for (a, b) in one.iter().zip(other) {
        let (a, b) = (f64::from(*a) - mean_one, f64::from(*b) - mean_other);
        both += a * b;
        first += a * a;
        second += b * b;
    }
    both / (first * second).sqrt()
}

/// Returns by how many frames `heard` lies later than at `place` of the file, at most 25 ms to
/// either side, and how alike they are.
pub(crate) fn lag(heard: &[f32], file: &[f32], place: usize) -> (i64, f64) {
    let most = i64::from(RATE) / 40;
    (-most..=most)
        .filter_map(|lag| {
            let from = usize::try_from(place as i64 + lag).ok()?;
            Some((lag, correlation(heard, file.get(from..from + heard.len())?)))
        })
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .expect("the place lies in the file")
}
