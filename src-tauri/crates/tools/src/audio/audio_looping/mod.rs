//! Plays an audio clip again and again: so many times, or until it is as long as wanted.

use patchbay_audio_dsp::Check;
use patchbay_audio_dsp::levelling::{CEILING, Levelled, fade_level};
use patchbay_domain::Resource;
use patchbay_media::audio::AudioBuffer;
use patchbay_values::times::clock;

use crate::audio::shared::files::{read, write};
use crate::audio::shared::spool::{BLOCK, Spool};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Shares of the work that are done after reading, and after the audio was repeated.
const READ: f64 = 0.3;
const REPEATED: f64 = 0.7;
/// The longest crossfade from the end to the start, in seconds; of a short clip a quarter.
const CROSSFADE: f64 = 1.0;
/// Over so many seconds an audio clip fades that breaks off in the middle, so that it does not
/// click.
const EDGE: f64 = 0.01;
/// Maximum bytes of a WAV file, and bytes of a sample.
const LARGEST: f64 = 4e9;
const SAMPLE: f64 = 2.0;

struct AudioLooping;
inventory::submit!(Registered(&AudioLooping));

impl Implementation for AudioLooping {
    fn tool(&self) -> &'static str {
        "audio_looping"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let source = inputs.audio("audio")?;
        let (times, length) = (inputs.factor("repeats")?, inputs.seconds("length")?);
        if times.or(length).is_none() {
            return Err(ToolError::Refused(
                "It is not said how often the sound is to be heard. Say “loop it 4 times”, or \
                 “loop it to 60 seconds”."
                    .to_owned(),
            ));
        }
        let mut audio = read(source, READ, context)?;
        let rate = f64::from(audio.sample_rate);
        let overlap = match inputs.value("seams").as_deref() {
            Some("crossfaded") => (CROSSFADE * rate).min(audio.frames as f64 / 4.0) as usize,
            _ => 0,
        };
        let round = (audio.frames - overlap) as f64;
        let wanted = match (length, times) {
            (Some(seconds), _) => seconds * rate,
            (None, times) => round * times.unwrap_or(1.0) + overlap as f64,
        };
        let most = LARGEST / SAMPLE / audio.channels.max(1) as f64;
        if wanted > most {
            return Err(ToolError::Refused(format!(
                "That would be {} long, and a WAV file holds at most {} of it. Repeat it less often.",
                clock(wanted / rate),
                clock(most / rate)
            )));
        }
        let target = wanted.round() as usize;
        let rounds = Rounds {
            overlap,
            target,
            ends_by_itself: length.is_none() && times.is_some_and(|times| times.fract() == 0.0),
        };
        let before = audio.peak();
        rounds.play(&mut audio, &|| {
            context.progress.set(READ);
            context.check()
        })?;
        if overlap > 0 && audio.peak() > before.max(CEILING) {
            audio.limit(CEILING, &|| context.check())?;
        }
        let file = context.output("looped", Some(&source.name), "wav");
        write(&mut audio, &file, REPEATED, context)?;
        Ok(Resource::Audio(file))
    }
}

/// An audio clip again and again.
struct Rounds {
    /// Frames over which the end of a round lies under the start of the next.
    overlap: usize,
    /// Number of frames in the end.
    target: usize,
    /// Whether the last round is whole.
    ends_by_itself: bool,
}

impl Rounds {
    fn play(&self, audio: &mut Spool, check: &Check) -> Result<(), ToolError> {
        let edge = (EDGE * f64::from(audio.sample_rate)) as usize;
        audio.remade(|from, to| {
            let round = (from.frames - self.overlap).max(1);
            let last = (self.target - self.overlap.min(self.target)) / round;
            while to.frames < self.target && from.frames > 0 {
                check()?;
                let at = to.frames;
                // The last round goes on to its own end.
                let number = if self.ends_by_itself {
                    (at / round).min(last.saturating_sub(1))
                } else {
                    at / round
                };
                let place = at - number * round;
                let ends = if self.ends_by_itself && number + 1 == last {
                    from.frames
                } else {
                    round
                };
                let count = BLOCK.min(ends - place).min(self.target - at);
                let mut block = from.block(place, count)?;
                if number > 0 && place < self.overlap {
                    let under = from.block(round + place, count.min(self.overlap - place))?;
                    self.crossfade(&mut block, &under, place);
                }
                if !self.ends_by_itself {
                    fade(&mut block, self.target - at, edge);
                }
                to.push(&block)?;
            }
            Ok(())
        })
    }

    /// Lays the end of the round before `under` the start of a round, from its frame `place` on, at
    /// equal power.
    fn crossfade(&self, block: &mut AudioBuffer, under: &AudioBuffer, place: usize) {
        for (channel, old) in block.channels.iter_mut().zip(&under.channels) {
            for (index, (sample, old)) in channel.iter_mut().zip(old).enumerate() {
                let along = (place + index) as f32 / self.overlap as f32;
                let (new, gone) = (along * std::f32::consts::FRAC_PI_2).sin_cos();
                *sample = *sample * new + old * gone;
            }
        }
    }
}

/// Fades a block, from whose start `left` frames are left, over the last `edge` of them.
fn fade(block: &mut AudioBuffer, left: usize, edge: usize) {
    for channel in &mut block.channels {
        for (index, sample) in channel.iter_mut().enumerate() {
            let step = left - 1 - index;
            if step < edge {
                *sample *= fade_level(step, edge);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio;

    use super::*;
    use crate::audio::shared::testing::{level, pitch};
    use crate::testing;

    /// Two seconds: one of 440 Hz, one of 880 Hz half as loud.
    fn given() -> AudioBuffer {
        let sample = |index: usize| {
            let time = index as f64 / 22_050.0;
            let (hertz, level) = if time < 1.0 {
                (440.0, 0.5)
            } else {
                (880.0, 0.25)
            };
            ((std::f64::consts::TAU * hertz * time).sin() * level) as f32
        };
        AudioBuffer {
            sample_rate: 22_050,
            channels: vec![(0..44_100).map(sample).collect()],
        }
    }

    fn run(values: &[(&str, &str)]) -> Result<AudioBuffer, ToolError> {
        let (context, _folder) = testing::context();
        let source = context.output("tune", None, "wav");
        audio::write_wav(&given(), &source.path, &source.name).expect("written");
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let all = [("audio".to_owned(), Resource::Audio(source))];
        let inputs = Inputs::new(all.into_iter().chain(values).collect());
        let Resource::Audio(file) = AudioLooping.run(&inputs, &context)? else {
            panic!("no sound")
        };
        assert_eq!(file.name, "tune_looped.wav");
        Ok(audio::read(&file.path, &file.name).expect("read"))
    }

    #[test]
    fn audio_is_heard_so_many_times() {
        let made = run(&[("repeats", "4")]).unwrap();
        assert_eq!((made.sample_rate, made.channels.len()), (22_050, 1));
        assert_eq!(made.frames(), 4 * 44_100);
        for round in 0..4 {
            let from = 2.0 * f64::from(round);
            assert!((pitch(&made, from + 0.1, from + 0.9) - 440.0).abs() < 2.0);
            assert!((pitch(&made, from + 1.1, from + 1.9) - 880.0).abs() < 2.0);
        }
        // To the sample what it was: what is made to be looped stays seamless.
        let differs =
            |index: usize| (made.channels[0][44_100 + index] - made.channels[0][index]).abs();
        assert!((0..44_100).all(|index| differs(index) < 2e-4));
    }

    #[test]
    fn audio_is_as_long_as_wanted_and_does_not_break_off() {
        let made = run(&[("length", "7.5")]).unwrap();
        assert_eq!(made.frames(), 165_375);
        assert!((pitch(&made, 6.1, 6.9) - 440.0).abs() < 2.0);
        assert!(level(&made, 7.499, 7.5) < -30.0);
        let short = run(&[("length", "0.5")]).unwrap();
        assert_eq!(short.frames(), 11_025);
        let half = run(&[("repeats", "1.5")]).unwrap();
        assert_eq!(half.frames(), 66_150);
    }

    #[test]
    fn ends_crossfade_into_starts_where_that_is_wanted() {
        let made = run(&[("repeats", "3"), ("seams", "crossfaded")]).unwrap();
        // Each seam takes half a second.
        assert_eq!(made.frames(), 3 * 44_100 - 2 * 11_025);
        let seam = level(&made, 1.7, 1.8);
        assert!(seam > -14.0 && made.peak() <= 0.9, "{seam}");
        assert!(
            (pitch(&made, 4.1, 4.9) - 880.0).abs() < 2.0,
            "its end is its own"
        );
    }

    #[test]
    fn what_is_not_said_is_asked_for() {
        let error = run(&[]).unwrap_err().to_string();
        assert!(error.contains("4 times"), "{error}");
        let error = run(&[("repeats", "100000")]).unwrap_err().to_string();
        assert!(error.contains("less often"), "{error}");
    }
}
