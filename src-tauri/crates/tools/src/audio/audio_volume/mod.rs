//! Mutes an audio clip, covers it with a tone or makes it louder or softer, all of it or parts.

use patchbay_audio_dsp::levelling::{CEILING, Levelled};
use patchbay_domain::{EditList, MediaFile, Resource};
use patchbay_values::times::Part;

use crate::audio::shared::files::{read, write};
use crate::audio::shared::spool::Spool;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Shares of the work that are done after reading, and after the change.
const READ: f64 = 0.4;
const CHANGED: f64 = 0.7;
/// Length of the edges of a part, in seconds, so that it does not click.
const EDGE: f64 = 0.005;
/// The tone that stands for what nobody is to hear, in Hz, and how loud it is of full scale.
const TONE: (f64, f64) = (1_000.0, 0.1);

struct AudioVolume;
inventory::submit!(Registered(&AudioVolume));

impl Implementation for AudioVolume {
    fn tool(&self) -> &'static str {
        "audio_volume"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let source = inputs.audio("audio")?;
        let gain = inputs.number("gain")?;
        let mute = inputs.value("mute");
        if mute.is_none() && gain.is_none() {
            return Err(ToolError::Refused(
                "It is not said what is to be done. Say “mute it from 0:02 to 0:04”, “bleep out \
                 3 to 5 s” or “3 dB louder from 0:10 on”."
                    .to_owned(),
            ));
        }
        let mut audio = read(source, READ, context)?;
        let parts = parts(inputs, audio.seconds())?;
        if let Some(decibels) = gain {
            louder(&mut audio, decibels, &parts, context)?;
        }
        if let (Some(gain), None, None) = (gain, &mute, inputs.value("within")) {
            let whole = EditList::cut(&source.name, [(0.0, audio.seconds())]);
            context.progress.record(whole.each(|part| part.gain = gain));
        }
        let purpose = match mute.as_deref() {
            Some("beep") => {
                let rate = f64::from(audio.sample_rate);
                let turn = std::f64::consts::TAU * TONE.0 / rate;
                let tone = |frame: usize, _: f32| ((frame as f64 * turn).sin() * TONE.1) as f32;
                change(&mut audio, &parts, context, tone)?;
                "bleeped"
            }
            Some(_) => {
                change(&mut audio, &parts, context, |_, _| 0.0)?;
                "muted"
            }
            None if gain.is_some_and(|decibels| decibels < 0.0) => "quieter",
            None => "louder",
        };
        let file: MediaFile = context.output(purpose, Some(&source.name), "wav");
        write(&mut audio, &file, CHANGED, context)?;
        Ok(Resource::Audio(file))
    }
}

/// The parts that are meant of an audio clip of `length` seconds: all of it where none is said.
fn parts(inputs: &Inputs, length: f64) -> Result<Vec<Part>, ToolError> {
    let Some(ranges) = inputs.time_ranges("within")? else {
        return Ok(vec![Part {
            start: 0.0,
            end: length,
        }]);
    };
    ranges
        .kept(length, "sound")
        .map_err(|error| ToolError::Refused(error.to_string()))
}

/// Makes parts louder; what that drives beyond full scale is held back.
fn louder(
    audio: &mut Spool,
    decibels: f64,
    parts: &[Part],
    context: &Context,
) -> Result<(), ToolError> {
    let before = audio.peak();
    let factor = 10.0_f64.powf(decibels / 20.0) as f32;
    change(audio, parts, context, |_, sample| sample * factor)?;
    if decibels > 0.0 && audio.peak() > before.max(CEILING) {
        audio.limit(CEILING, &|| context.check())?;
    }
    Ok(())
}

/// Puts in parts what `heard` makes of each sample and the frame that it is of.
fn change(
    audio: &mut Spool,
    parts: &[Part],
    context: &Context,
    heard: impl Fn(usize, f32) -> f32,
) -> Result<(), ToolError> {
    let rate = f64::from(audio.sample_rate);
    // The edges lie outside, so that nothing of a part is heard.
    let share = |frame: usize| {
        let time = frame as f64 / rate;
        let inside = |part: &Part| {
            let outside = (part.start - time).max(time - part.end).max(0.0);
            (1.0 - outside / EDGE).max(0.0) as f32
        };
        parts.iter().map(inside).fold(0.0, f32::max)
    };
    let mut start = 0;
    let check = || {
        context.progress.set(READ.max(context.progress.get()));
        context.check()
    };
    audio.change(0, &check, |block| {
        for index in 0..block.frames() {
            let share = share(start + index);
            if share > 0.0 {
                for channel in &mut block.channels {
                    let sample = channel[index];
                    channel[index] += (heard(start + index, sample) - sample) * share;
                }
            }
        }
        start += block.frames();
    })
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio::{self, AudioBuffer};

    use super::*;
    use crate::audio::shared::testing::{level, pitch, tone};
    use crate::testing;

    fn run(values: &[(&str, &str)]) -> Result<(AudioBuffer, String), ToolError> {
        let (context, _folder) = testing::context();
        let source = context.output("memo", None, "wav");
        audio::write_wav(&tone(440.0, 6.0, 22_050), &source.path, &source.name).expect("written");
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let given = [("audio".to_owned(), Resource::Audio(source))];
        let inputs = Inputs::new(given.into_iter().chain(values).collect());
        let Resource::Audio(file) = AudioVolume.run(&inputs, &context)? else {
            panic!("no sound")
        };
        let made = audio::read(&file.path, &file.name).expect("read");
        assert_eq!(
            (made.sample_rate, made.channels.len(), made.frames()),
            (22_050, 1, 6 * 22_050)
        );
        Ok((made, file.name))
    }

    #[test]
    fn only_the_part_is_muted_bleeped_or_louder() {
        let within = ("within", "0:02 to 0:04");
        let (made, name) = run(&[("mute", "muted"), within]).unwrap();
        assert_eq!(name, "memo_muted.wav");
        assert!(level(&made, 2.0, 4.0) < -90.0, "{}", level(&made, 2.0, 4.0));
        let before = level(&tone(440.0, 6.0, 22_050), 0.0, 6.0);
        assert!((level(&made, 0.0, 1.99) - before).abs() < 0.1);
        assert!((level(&made, 4.01, 6.0) - before).abs() < 0.1);
        let (made, name) = run(&[("mute", "beep"), within]).unwrap();
        assert_eq!(name, "memo_bleeped.wav");
        assert!((pitch(&made, 2.1, 3.9) - 1_000.0).abs() < 2.0);
        assert!((pitch(&made, 4.1, 5.9) - 440.0).abs() < 2.0);
        let (made, name) = run(&[("gain", "-12"), within]).unwrap();
        assert_eq!(name, "memo_quieter.wav");
        assert!((level(&made, 2.1, 3.9) - before + 12.0).abs() < 0.1);
        assert!((level(&made, 4.1, 6.0) - before).abs() < 0.1);
    }

    #[test]
    fn all_of_it_is_meant_where_no_part_is_said() {
        let (made, _) = run(&[("mute", "muted")]).unwrap();
        assert!(made.peak() < 1e-6);
        let (made, name) = run(&[("gain", "20")]).unwrap();
        assert_eq!(name, "memo_louder.wav");
        assert!(made.peak() > 0.8 && made.peak() <= 0.9, "{}", made.peak());
        let (made, _) = run(&[("mute", "muted"), ("within", "without 0:01 to 0:02")]).unwrap();
        assert!(level(&made, 0.0, 0.9) < -90.0 && level(&made, 1.0, 2.0) > -12.0);
    }

    #[test]
    fn what_is_not_said_is_asked_for() {
        let error = run(&[]).unwrap_err().to_string();
        assert!(error.contains("bleep out"), "{error}");
        let error = run(&[("mute", "muted"), ("within", "0:10 to 0:12")]).unwrap_err();
        assert!(error.to_string().contains("6 s long"), "{error}");
    }
}
