//! Instruments as they were recorded: a General MIDI SoundFont, where one is installed, played by
//! `rustysynth`.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use patchbay_media::audio::AudioBuffer;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rustysynth::{SoundFont, Synthesizer, SynthesizerSettings};

use crate::Report;
use crate::filter::RATE;
use crate::music::error::MusicError;
use crate::music::instrument::{Drum, Instrument};
use crate::music::score::{Hit, Part, Score};

/// Folders where systems keep SoundFonts.
const FOLDERS: [&str; 4] = [
    "/usr/share/sounds/sf2",
    "/usr/share/soundfonts",
    "/usr/local/share/soundfonts",
    "/Library/Audio/Sounds/Banks",
];
/// Fonts that are known to be good, the best first; others come after them by name.
const KNOWN: [&str; 4] = [
    "FluidR3_GM.sf2",
    "GeneralUser-GS.sf2",
    "default-GM.sf2",
    "TimGM6mb.sf2",
];
/// Size of the largest font that is taken, in bytes: a larger one takes more memory than music is
/// worth.
const LARGEST: u64 = 400 << 20;
/// The MIDI channel of the drums, and that of everything else.
const DRUMS: i32 = 9;
const PITCHED: i32 = 0;
const PROGRAM_CHANGE: i32 = 0xC0;
/// The samples between two looks at whether to stop.
const BLOCK: usize = 1 << 15;

/// A SoundFont to play from.
pub(crate) struct Sampled {
    font: Arc<SoundFont>,
}

/// A key that goes down or up.
struct Event {
    /// The sample at which it does.
    at: usize,
    key: i32,
    /// 1 to 127; none: it goes up.
    velocity: Option<i32>,
}

impl Sampled {
    /// The best of the fonts that are installed and can be read.
    pub(crate) fn installed() -> Option<Self> {
        let own = std::env::var_os("HOME")
            .map(|home| PathBuf::from(home).join(".local/share/soundfonts"));
        let folders = own.into_iter().chain(FOLDERS.map(PathBuf::from));
        let mut fonts: Vec<PathBuf> = folders.flat_map(|folder| fonts_in(&folder)).collect();
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_owned();
        fonts.sort_by_key(|path| {
            (
                KNOWN
                    .iter()
                    .position(|known| name(path) == *known)
                    .unwrap_or(KNOWN.len()),
                name(path),
            )
        });
        fonts.iter().find_map(|path| Self::open(path))
    }

    fn open(path: &Path) -> Option<Self> {
        let font = SoundFont::new(&mut BufReader::new(File::open(path).ok()?));
        let font = font.inspect_err(
            |error| tracing::warn!(%error, font = %path.display(), "a SoundFont cannot be read"),
        );
        Some(Self {
            font: Arc::new(font.ok()?),
        })
    }

    /// Audio of a part, stereo: each key a little early or late, a little harder or softer, as
    /// people play.
    pub(crate) fn part(
        &self,
        part: &Part,
        program: i32,
        score: &Score,
        frames: usize,
        random: &mut ChaCha8Rng,
        check: &Report,
    ) -> Result<AudioBuffer, MusicError> {
        let mut events = Vec::with_capacity(2 * part.notes.len());
        for note in &part.notes {
            let late = 0.006 * (random.random_range(-1.0..1.0) + random.random_range(-1.0..1.0));
            let start = (score.time(note.beat) + late).max(0.0);
            let end =
                start + (score.time(note.beat + note.beats) - score.time(note.beat)).max(0.05);
            let velocity = velocity(note.velocity * random.random_range(0.93..1.07));
            events.push(Event {
                at: sample(start),
                key: note.pitch,
                velocity: Some(velocity),
            });
            events.push(Event {
                at: sample(end),
                key: note.pitch,
                velocity: None,
            });
        }
        self.play(PITCHED, program, events, frames, check)
    }

    /// Audio of the drums that a font has, stereo.
    pub(crate) fn drums(
        &self,
        hits: &[(Hit, i32)],
        score: &Score,
        frames: usize,
        random: &mut ChaCha8Rng,
        check: &Report,
    ) -> Result<AudioBuffer, MusicError> {
        let mut events = Vec::with_capacity(2 * hits.len());
        for (hit, key) in hits {
            let start = (score.time(hit.beat) + random.random_range(-0.004..0.004)).max(0.0);
            events.push(Event {
                at: sample(start),
                key: *key,
                velocity: Some(velocity(hit.velocity)),
            });
            events.push(Event {
                at: sample(start + 0.3),
                key: *key,
                velocity: None,
            });
        }
        self.play(DRUMS, 0, events, frames, check)
    }

    fn play(
        &self,
        channel: i32,
        program: i32,
        mut events: Vec<Event>,
        frames: usize,
        check: &Report,
    ) -> Result<AudioBuffer, MusicError> {
        let mut settings = SynthesizerSettings::new(RATE as i32);
        // The mix has a room of its own.
        settings.enable_reverb_and_chorus = false;
        let mut synthesizer = Synthesizer::new(&self.font, &settings)
            .map_err(|error| MusicError::Unplayable(error.to_string()))?;
        synthesizer.process_midi_message(channel, PROGRAM_CHANGE, program, 0);
        // A key that is struck again goes up first.
        events.sort_by_key(|event| (event.at, event.velocity.is_some()));
        let mut audio = AudioBuffer::silence(RATE, 2, frames);
        let [left, right] = audio.channels.as_mut_slice() else {
            return Ok(audio);
        };
        let mut from = 0;
        let ends = events
            .iter()
            .map(|event| event.at.min(frames))
            .chain([frames]);
        for (index, end) in ends.enumerate() {
            while from < end {
                check(from as f64 / frames as f64)?;
                let to = end.min(from + BLOCK);
                synthesizer.render(&mut left[from..to], &mut right[from..to]);
                from = to;
            }
            match events.get(index) {
                Some(Event {
                    key,
                    velocity: Some(velocity),
                    ..
                }) => synthesizer.note_on(channel, *key, *velocity),
                Some(Event { key, .. }) => synthesizer.note_off(channel, *key),
                None => {}
            }
        }
        Ok(audio)
    }
}

/// The number of an instrument in General MIDI (level 1), from 0; none for what is better computed.
pub(crate) fn program(instrument: Instrument) -> Option<i32> {
    Some(match instrument {
        Instrument::Piano => 0,
        Instrument::ElectricPiano => 4,
        Instrument::MusicBox => 10,
        Instrument::Bells => 9,
        Instrument::Marimba => 12,
        Instrument::Organ => 19,
        Instrument::Guitar | Instrument::Ukulele => 24,
        Instrument::Bass => 33,
        Instrument::Pizzicato => 45,
        Instrument::Harp => 46,
        Instrument::Strings => 48,
        Instrument::Brass => 61,
        Instrument::Flute => 73,
        Instrument::Pad | Instrument::Lead | Instrument::SynthBass => return None,
    })
}

/// The key of a drum in General MIDI; none for what is better computed.
pub(crate) fn drum_key(drum: Drum) -> Option<i32> {
    Some(match drum {
        Drum::Kick => 36,
        Drum::Rim => 37,
        Drum::Snare => 38,
        Drum::Clap => 39,
        Drum::ClosedHat => 42,
        Drum::Tom => 45,
        Drum::OpenHat => 46,
        Drum::Crash => 49,
        Drum::Ride => 51,
        Drum::Shaker => 70,
        Drum::Taiko => return None,
    })
}

fn fonts_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let is_font = |path: &PathBuf| {
        path.extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("sf2"))
            && path
                .metadata()
                .is_ok_and(|facts| facts.is_file() && facts.len() <= LARGEST)
    };
    entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_font)
        .collect()
}

fn sample(seconds: f64) -> usize {
    (seconds * f64::from(RATE)) as usize
}

/// MIDI velocity of a key that is struck with a force of 0 to 1: soft playing stays audible.
fn velocity(force: f64) -> i32 {
    (24.0 + 103.0 * force.clamp(0.0, 1.0)).round() as i32
}
