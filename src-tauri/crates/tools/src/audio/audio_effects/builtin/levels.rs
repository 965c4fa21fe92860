//! Values that no sentence gives: the polarity of a sound's sides, and the level of its highest peak.

use patchbay_audio_dsp::Check;
use patchbay_audio_dsp::levelling::Levelled;
use patchbay_media::audio::Polarity;
use patchbay_values::effects::{Channels, Effect};

use crate::audio::shared::one_channel::turned;
use crate::audio::shared::spool::{BLOCK, Spool};
use crate::{Context, Inputs, ToolError};

/// The parameters that are read here.
pub(in crate::audio::audio_effects) const NAMES: [&str; 2] = ["invert", "peak"];

/// Turns sides over, as the value `invert` says (`left`, `right` or `both`); where two opposite sides are to become one, the
/// right one, which is told. Answers whether something was turned over because it was set. `name`: what messages call it.
pub(in crate::audio::audio_effects) fn turn_over(
    audio: &mut Spool,
    inputs: &Inputs,
    (effects, name): (&[Effect], &str),
    context: &Context,
) -> Result<bool, ToolError> {
    let check = &|| context.check();
    let set = inputs.value("invert");
    match set.as_deref() {
        Some("both") => invert(audio, |_| true, check)?,
        Some("left") => invert(audio, |channel| channel == 0, check)?,
        Some(_) if audio.channels < 2 => {
            return Err(ToolError::Refused(format!(
                "“{name}” is mono: it has no right side to turn over. Set it to both or left."
            )));
        }
        Some(_) => invert(audio, |channel| channel == 1, check)?,
        None => {}
    }
    let becomes_one = effects.contains(&Effect::Channels(Channels::Mono));
    if becomes_one && audio.channels == 2 && is_opposite(audio, check)? {
        invert(audio, |channel| channel == 1, check)?;
        context.progress.say(turned(name));
    }
    Ok(set.is_some())
}

fn invert(
    audio: &mut Spool,
    is_meant: impl Fn(usize) -> bool,
    check: &Check,
) -> Result<(), ToolError> {
    audio.change(0, check, |block| {
        let channels = block.channels.iter_mut().enumerate();
        for (_, samples) in channels.filter(|(channel, _)| is_meant(*channel)) {
            for sample in samples.iter_mut() {
                *sample = -*sample;
            }
        }
    })
}

fn is_opposite(audio: &mut Spool, check: &Check) -> Result<bool, ToolError> {
    let mut polarity = Polarity::default();
    for start in (0..audio.frames).step_by(BLOCK) {
        check()?;
        let block = audio.block(start, BLOCK.min(audio.frames - start))?;
        if let [left, right] = &block.channels[..] {
            polarity.hear(left, right);
        }
    }
    Ok(polarity.is_opposite())
}

/// Brings the highest sample to the value `peak`, in dB of full scale; where a loudness was reached before, only what is
/// higher is held there. Answers whether it was set.
///
/// # Errors
/// The value is no number, or the sound silent, so that nothing reaches any level.
pub(in crate::audio::audio_effects) fn to_peak(
    audio: &mut Spool,
    inputs: &Inputs,
    effects: &[Effect],
    context: &Context,
) -> Result<bool, ToolError> {
    let Some(peak) = inputs.number("peak")? else {
        return Ok(false);
    };
    let check = &|| context.check();
    let now = f64::from(audio.peak());
    if now <= 0.0 {
        return Err(ToolError::Input(
            "The sound is silent, so its peak cannot be brought to any level.".to_owned(),
        ));
    }
    let missing = peak - 20.0 * now.log10();
    let is_loud = effects
        .iter()
        .any(|effect| matches!(effect, Effect::Normalise(_)));
    if !is_loud {
        audio.amplify(missing, check)?;
    } else if missing < 0.0 {
        audio.limit(10.0_f64.powf(peak / 20.0) as f32, check)?;
    }
    Ok(true)
}
