//! Does effects to an audio clip: those of the moment block by block, so that an hour takes no more
//! memory than a minute; what changes tempo or pitch looks at all of it.

use patchbay_audio_dsp::compressor::Squeeze;
use patchbay_audio_dsp::equaliser::Equaliser;
use patchbay_audio_dsp::levelling::{self, CEILING, Levelled};
use patchbay_audio_dsp::limiter::Limiter;
use patchbay_audio_dsp::reverb::Reverb;
use patchbay_audio_dsp::stretch::{play_faster, shift_pitch, stretch};
use patchbay_audio_dsp::width::Widener;
use patchbay_audio_dsp::{Check, Report};
use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use patchbay_values::effects::{Channels, Effect};
use patchbay_values::times::TimeRanges;

use crate::ToolError;
use crate::audio::shared::spool::{BLOCK, Spool};

/// Factor of each echo against the one before.
const ECHO: f32 = 0.45;
/// The least that is still heard of an echo.
const INAUDIBLE: f32 = 0.002;

/// Does an effect. `given`: how long the audio was before all effects, in seconds, which limits its
/// fades. `progress` is told often how far it is, from 0 to 1, and stops it.
pub(in crate::audio) fn apply(
    audio: &mut Spool,
    effect: &Effect,
    given: f64,
    progress: &Report,
) -> Result<(), ToolError> {
    progress(0.0)?;
    let check = &|| progress(0.5);
    let (rate, length, seconds) = (audio.sample_rate, audio.frames, audio.seconds());
    match effect {
        Effect::Trim(ranges) => trim(audio, ranges, check),
        Effect::Reverse => reverse(audio, check),
        Effect::Pitch(semitones) => whole(audio, |audio| shift_pitch(&audio, *semitones, progress)),
        Effect::Tempo(tempo) => whole(audio, |audio| {
            stretch(&audio, 1.0 / tempo.factor(seconds), progress)
        }),
        Effect::Speed(speed) => whole(audio, |audio| {
            play_faster(audio, speed.factor(seconds), progress)
        }),
        Effect::Equalise(bands) => {
            let before = audio.peak();
            let mut equaliser = Equaliser::new(bands, rate, audio.channels);
            audio.change(0, check, |block| {
                block
                    .channels
                    .iter_mut()
                    .enumerate()
                    .for_each(|(number, samples)| equaliser.run(number, samples));
            })?;
            limit_beyond(audio, before.max(CEILING), check)
        }
        Effect::Compress(compressor) => {
            let before = audio.measured(false, check)?.integrated;
            let Some(mut squeeze) = Squeeze::new(compressor, before, rate) else {
                return Ok(());
            };
            audio.change(0, check, |block| {
                squeeze.next(
                    &mut block
                        .channels
                        .iter_mut()
                        .map(Vec::as_mut_slice)
                        .collect::<Vec<_>>(),
                );
            })?;
            let lost = before - audio.measured(false, check)?.integrated;
            if lost.is_finite() {
                levelling::gain(audio, lost, check)
            } else {
                Ok(())
            }
        }
        Effect::Width(width) => {
            let mut widener = Widener::new(*width, rate);
            audio.change(0, check, |block| widener.next(block))?;
            limit_beyond(audio, 1.0, check)
        }
        Effect::Channels(channels) => set_channels(audio, *channels, check),
        Effect::Echo(seconds) => echo(audio, frames(*seconds, rate).max(1), check),
        Effect::Reverb(seconds) => reverb(audio, *seconds, check),
        Effect::Gain(decibels) => levelling::gain(audio, *decibels, check),
        Effect::Normalise(target) => {
            if levelling::bring_to(audio, *target, check)? {
                return Ok(());
            }
            let why = "The sound is silent or shorter than 0.4 s, so its loudness cannot be set.";
            Err(ToolError::Input(why.to_owned()))
        }
        Effect::FadeIn(time) => fade(
            audio,
            frames(time.seconds(given), rate).min(length),
            |frame| frame,
            check,
        ),
        Effect::FadeOut(time) => fade(
            audio,
            frames(time.seconds(given), rate).min(length),
            |frame| length - 1 - frame,
            check,
        ),
        Effect::SilenceBefore(seconds) => silence_before(audio, frames(*seconds, rate), check),
        Effect::SilenceAfter(seconds) => {
            silence(audio, audio.channels, frames(*seconds, rate), check)
        }
    }
}

/// Puts so many frames of silence before what is there.
fn silence_before(audio: &mut Spool, frames: usize, check: &Check) -> Result<(), ToolError> {
    let length = audio.frames;
    audio.remade(|from, to| {
        silence(to, from.channels, frames, check)?;
        for at in (0..length).step_by(BLOCK) {
            check()?;
            to.push(&from.block(at, BLOCK.min(length - at))?)?;
        }
        Ok(())
    })
}

/// Puts so many frames of silence behind what is there.
fn silence(
    audio: &mut Spool,
    channels: usize,
    frames: usize,
    check: &Check,
) -> Result<(), ToolError> {
    for at in (0..frames).step_by(BLOCK) {
        check()?;
        audio.push(&AudioBuffer {
            sample_rate: audio.sample_rate,
            channels: vec![vec![0.0; BLOCK.min(frames - at)]; channels],
        })?;
    }
    Ok(())
}

fn frames(seconds: f64, sample_rate: u32) -> usize {
    (seconds.max(0.0) * f64::from(sample_rate)).round() as usize
}

/// Does what needs the whole audio at once.
fn whole(
    audio: &mut Spool,
    make: impl FnOnce(AudioBuffer) -> Result<AudioBuffer, Cancelled>,
) -> Result<(), ToolError> {
    let made = make(audio.block(0, audio.frames)?)?;
    audio.remade(|_, to| to.push(&made))
}

/// Holds an audio clip under the ceiling where it went beyond `most`.
fn limit_beyond(audio: &mut Spool, most: f32, check: &Check) -> Result<(), ToolError> {
    if audio.peak() > most {
        audio.limit(CEILING, check)
    } else {
        Ok(())
    }
}

fn set_channels(audio: &mut Spool, channels: Channels, check: &Check) -> Result<(), ToolError> {
    let before = audio.channels;
    audio.change(0, check, |block| *block = with_channels(block, channels))?;
    if channels == Channels::Mono {
        return Ok(());
    }
    levelling::gain(audio, mixed_down(before), check)
}

/// Loss in dB where so many channels are mixed down to two: what is spoken, in the centre, would be
/// too soft.
fn mixed_down(channels: usize) -> f64 {
    let around = match channels {
        0..=2 => return 0.0,
        3..=5 => channels - 3,
        _ => channels - 4,
    };
    let weight = std::f64::consts::FRAC_1_SQRT_2;
    20.0 * (1.0 + weight * (1.0 + around.div_ceil(2) as f64)).log10()
}

/// Samples with other channels; more than two are mixed down to left and right first, unless all
/// become one.
fn with_channels(block: &AudioBuffer, channels: Channels) -> AudioBuffer {
    let stereo = || block.to_stereo().channels;
    let channels = match channels {
        Channels::Mono => vec![block.to_mono()],
        Channels::Stereo => stereo(),
        Channels::Left => vec![stereo().swap_remove(0); 2],
        Channels::Right => vec![stereo().swap_remove(1); 2],
        Channels::Swapped => stereo().into_iter().rev().collect(),
    };
    AudioBuffer {
        sample_rate: block.sample_rate,
        channels,
    }
}

/// Keeps parts; where two meet, a hundredth of a second is blended so that there is no click.
fn trim(audio: &mut Spool, ranges: &TimeRanges, check: &Check) -> Result<(), ToolError> {
    let rate = audio.sample_rate;
    let parts = ranges
        .kept(audio.seconds(), "sound")
        .map_err(|error| ToolError::Refused(error.to_string()))?;
    audio.remade(|from, to| {
        for part in parts {
            let start = frames(part.start, rate).min(from.frames);
            let end = frames(part.end, rate).clamp(start, from.frames);
            let blend = frames(0.01, rate).min(to.frames).min(end - start);
            let mut seam = to.block(to.frames - blend, blend)?;
            for (before, after) in seam
                .channels
                .iter_mut()
                .zip(&from.block(start, blend)?.channels)
            {
                for (index, (before, after)) in before.iter_mut().zip(after).enumerate() {
                    let along = index as f32 / blend as f32;
                    *before = *before * (1.0 - along) + after * along;
                }
            }
            to.put(to.frames - blend, &seam)?;
            for at in (start + blend..end).step_by(BLOCK) {
                check()?;
                to.push(&from.block(at, BLOCK.min(end - at))?)?;
            }
        }
        Ok(())
    })
}

fn reverse(audio: &mut Spool, check: &Check) -> Result<(), ToolError> {
    audio.remade(|from, to| {
        for start in (0..from.frames).step_by(BLOCK).rev() {
            check()?;
            let mut block = from.block(start, BLOCK.min(from.frames - start))?;
            block
                .channels
                .iter_mut()
                .for_each(|channel| channel.reverse());
            to.push(&block)?;
        }
        Ok(())
    })
}

/// Fades: `from_silence` says how many samples a frame is away from where it is silent.
fn fade(
    audio: &mut Spool,
    length: usize,
    from_silence: impl Fn(usize) -> usize,
    check: &Check,
) -> Result<(), ToolError> {
    let mut start = 0;
    audio.change(0, check, |block| {
        for index in 0..block.frames() {
            let step = from_silence(start + index);
            if step < length {
                let level = levelling::fade_level(step, length);
                block
                    .channels
                    .iter_mut()
                    .for_each(|channel| channel[index] *= level);
            }
        }
        start += block.frames();
    })
}

fn echo(audio: &mut Spool, delay: usize, check: &Check) -> Result<(), ToolError> {
    let repeats = (INAUDIBLE.ln() / ECHO.ln()).ceil() as usize;
    let mut limiter = Limiter::new(audio.sample_rate, CEILING);
    let mut past = vec![vec![0.0_f32; delay]; audio.channels];
    let mut at = 0;
    audio.change(delay * repeats + limiter.delay(), check, |block| {
        let frames = block.frames();
        let mut start = 0;
        while start < frames {
            // As far as what is past goes before it begins again.
            let count = (delay - at).min(frames - start);
            for (channel, past) in block.channels.iter_mut().zip(&mut past) {
                for (sample, past) in channel[start..start + count]
                    .iter_mut()
                    .zip(&mut past[at..at + count])
                {
                    *sample += *past * ECHO;
                    *past = *sample;
                }
            }
            (start, at) = (start + count, (at + count) % delay);
        }
        limiter.next(&mut block.channels);
    })
}

fn reverb(audio: &mut Spool, seconds: f64, check: &Check) -> Result<(), ToolError> {
    let rate = audio.sample_rate;
    let mut limiter = Limiter::new(rate, CEILING);
    let mut room = Reverb::new(seconds as f32, rate);
    audio.change(frames(seconds, rate) + limiter.delay(), check, |block| {
        if block.channels.len() != 2 {
            *block = block.to_stereo();
        }
        let [left, right] = block.channels.as_mut_slice() else {
            return;
        };
        for (left, right) in left.iter_mut().zip(right) {
            let (wet_left, wet_right) = room.next(*left, *right);
            (*left, *right) = (*left * 0.8 + wet_left * 0.5, *right * 0.8 + wet_right * 0.5);
        }
        limiter.next(&mut block.channels);
    })
}
