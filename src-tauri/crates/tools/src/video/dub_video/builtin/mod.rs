//! An audio clip under a video: what both hold ([`Heard`]), which of them has to give way
//! ([`Way`]), and the audio that comes of it ([`mixed`]).

pub(super) mod mixed;

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::audio::Meter;
use patchbay_media::video::{AudioReader, AudioSource, SAMPLE_RATE, Watch};

use patchbay_audio_dsp::speech_activity::{Activity, Listener};

/// Softer than this counts as silence, in LUFS (the gate of ITU-R BS.1770 and some room for hiss).
const SILENCE: f64 = -60.0;
/// A video in which this much of what is heard is speech is one in which somebody speaks.
const SPOKEN: f32 = 0.12;
/// An audio clip of which this much is speech is a voice, and not music with singing.
const VOICE: f32 = 0.5;
/// An audio clip that is this much softer at its end than before ends by itself, in dB.
const ENDING: f32 = 24.0;
/// Moments of 20 ms that are its end.
const END: usize = 4;

/// Measurements of an audio clip that was listened to.
pub(super) struct Heard {
    activity: Activity,
    /// The integrated loudness in LUFS; none where nothing is heard.
    loudness: Option<f64>,
    /// Length in samples at [`SAMPLE_RATE`]: no more than was listened to.
    samples: i64,
}

impl Heard {
    /// Listens to the first `most` seconds of a file's audio.
    pub(super) fn of(file: &MediaFile, most: f64, watch: &Watch) -> Result<Self, MediaError> {
        let mut reader = AudioReader::open(&file.path, &file.name)?;
        let length = reader.seconds().min(most).max(0.001);
        let (mut listener, mut meter) = (
            Listener::new(SAMPLE_RATE),
            Meter::new(2, SAMPLE_RATE, false),
        );
        let most = (most * f64::from(SAMPLE_RATE)).round() as i64;
        let mut samples = 0;
        while samples < most
            && let Some(block) = reader.next_block(watch)?
        {
            watch.at(samples as f64 / f64::from(SAMPLE_RATE) / length)?;
            let kept = block.part(0, (most - samples) as usize);
            let [left, right] = &kept.channels;
            meter.add(&[left, right]);
            let mono: Vec<f32> = left
                .iter()
                .zip(right)
                .map(|(left, right)| (left + right) / 2.0)
                .collect();
            listener.add(&mono);
            samples += kept.samples() as i64;
        }
        let loudness = Some(meter.measure().integrated).filter(|loudness| *loudness > SILENCE);
        Ok(Self {
            activity: listener.finish(),
            loudness,
            samples,
        })
    }

    /// Whether it breaks off instead of coming to an end.
    fn breaks_off(&self) -> bool {
        let levels: Vec<f32> = self
            .activity
            .moments
            .iter()
            .map(|moment| moment.level)
            .collect();
        let loudest = levels.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let end = &levels[levels.len().saturating_sub(END)..];
        end.iter().copied().fold(f32::NEG_INFINITY, f32::max) > loudest - ENDING
    }

    fn is_voice(&self) -> bool {
        self.activity.speech() > VOICE
    }

    fn is_spoken_in(&self) -> bool {
        self.activity.speech() > SPOKEN
    }
}

/// Way in which a video's own audio and another one go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Only the other is heard.
    Replace,
    /// The other is heard softly under what is spoken in the video, and fuller in its pauses.
    Under,
    /// The other is a voice: the video's own audio gives way while it speaks.
    Over,
}

impl Way {
    /// As [`Self::of`], unless the video's own audio is to be `kept` or `replaced`.
    pub(super) fn wanted(value: Option<&str>, own: Option<&Heard>, added: &Heard) -> Self {
        match value {
            Some("replaced") => Self::Replace,
            Some("kept") if own.is_some_and(|own| own.loudness.is_some()) => {
                if added.is_voice() {
                    Self::Over
                } else {
                    Self::Under
                }
            }
            _ => Self::of(own, added),
        }
    }

    /// For a video in which `own` is heard (none: nothing is) and another audio clip.
    pub(super) fn of(own: Option<&Heard>, added: &Heard) -> Self {
        match own.filter(|own| own.loudness.is_some()) {
            None => Self::Replace,
            // One voice in the place of another is what dubbing means.
            Some(own) => match (own.is_spoken_in(), added.is_voice()) {
                (true, true) | (false, false) => Self::Replace,
                (true, false) => Self::Under,
                (false, true) => Self::Over,
            },
        }
    }
}

#[cfg(test)]
mod tests;
