//! `audio_effects`: pitch, tempo, equaliser, compressor, width, echo, reverb, loudness, fades,
//! trimming and reversing. The planner read the effects and their order of words; a value of a
//! parameter counts before its own.

mod builtin;

use patchbay_domain::Resource;
use patchbay_values::effects::{Effect, Effects, named};

use crate::audio::shared::files::{read, write};
use crate::shared::edits;
use crate::{Context, Implementation, Inputs, Registered, ToolError};
use builtin::apply::apply;
use builtin::levels::{self, to_peak, turn_over};
use builtin::operation;
use builtin::recorded::recorded;

/// Shares of the work that reading and the effects are.
const READ: f64 = 0.3;
const EFFECTS: f64 = 0.6;

struct AudioEffects;

impl Implementation for AudioEffects {
    fn tool(&self) -> &'static str {
        "audio_effects"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let source = inputs.audio("audio")?;
        let asked = asked(inputs)?;
        let mut audio = read(source, READ, context)?;
        let given = audio.seconds();
        let mut operations = Vec::with_capacity(asked.len());
        if turn_over(&mut audio, inputs, (&asked, &source.name), context)? {
            operations.push("inverted");
        }
        for (index, effect) in asked.iter().enumerate() {
            operations.push(operation(effect, audio.seconds()));
            apply(&mut audio, effect, given, &|done| {
                context
                    .progress
                    .set(READ + EFFECTS * (index as f64 + done) / asked.len() as f64);
                context.check()
            })?;
        }
        let is_plain = operations.len() == asked.len();
        let is_peaked = to_peak(&mut audio, inputs, &asked, context)?;
        if is_peaked {
            operations.push("normalised");
        }
        if is_plain
            && !is_peaked
            && let Some(edit) = recorded(&source.name, &asked, given)
        {
            context.progress.record(edit);
        }
        operations.dedup();
        let operation = if let [only] = operations[..] {
            only
        } else {
            "edited"
        };
        let file = context.output(operation, Some(&source.name), "wav");
        write(&mut audio, &file, READ + EFFECTS, context)?;
        Ok(Resource::Audio(file))
    }
}

/// Effects to name to someone whose words named none.
const KNOWN: &str = "fade in or out, louder or quieter by some dB, faster, slower, higher or deeper (by percent or \
    semitones), wider, mono, more or less bass or treble, compressed, normalised, reversed, trimmed to times, an echo, a reverb, or \
    2 seconds of silence at the start or the end";

/// The effects that were read of words, with the values that are set in place of their own.
fn asked(inputs: &Inputs) -> Result<Vec<Effect>, ToolError> {
    let read = edits::given(inputs, "effects", Effects::read)?.map(|read| read.0);
    let set: Vec<(&str, String)> = named::NAMES
        .iter()
        .filter_map(|name| Some((*name, inputs.set(name)?)))
        .collect();
    let has_value = levels::NAMES
        .iter()
        .any(|name| inputs.value(name).is_some())
        || set.iter().any(|(_, value)| !value.is_empty());
    let mut asked = match read {
        Some(read) if has_value || !read.is_empty() => read,
        _ => return Err(nothing_to_do(inputs)),
    };
    for (name, value) in set {
        named::set(&mut asked, name, &value).ok_or_else(|| {
            ToolError::Refused(format!(
                "“{name}” cannot be “{value}” here. Set another value, or none."
            ))
        })?;
    }
    Ok(asked)
}

fn nothing_to_do(inputs: &Inputs) -> ToolError {
    let words = inputs.text("text").unwrap_or_default();
    ToolError::Refused(format!(
        "“{}” names no effect that is known here. Ask for: {KNOWN}.",
        words.trim()
    ))
}

inventory::submit!(Registered(&AudioEffects));

#[cfg(test)]
mod tests;
