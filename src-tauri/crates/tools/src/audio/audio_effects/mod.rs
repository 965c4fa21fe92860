//! `audio_effects`: pitch, tempo, equaliser, compressor, width, echo, reverb, loudness, fades,
//! trimming and reversing. A sentence gives the effects and their order; a value of a parameter
//! gives how much, also where there is no sentence.

mod builtin;

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio;
use patchbay_phrases::effects::{Misread, effects};
use patchbay_phrases::times::unsaid;
use patchbay_values::effects::{Effect, named};

use crate::audio::shared::files::{read, write};
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
        let asked = asked(inputs, source)?;
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

/// The effects that the sentence asks for, if any, with the values that are set in place of its
/// own.
fn asked(inputs: &Inputs, source: &MediaFile) -> Result<Vec<Effect>, ToolError> {
    let words = inputs.text("text")?;
    let set: Vec<(&str, String)> = named::NAMES
        .iter()
        .filter_map(|name| Some((*name, inputs.set(name)?)))
        .collect();
    let has_levels = levels::NAMES
        .iter()
        .any(|name| inputs.value(name).is_some());
    let is_set = has_levels || set.iter().any(|(_, value)| !value.is_empty());
    let says_nothing = words.trim().is_empty() && is_set;
    let mut asked = if says_nothing {
        Vec::new()
    } else {
        effects(&words).map_err(|misread| refusal(misread, source))?
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

fn refusal(misread: Misread, source: &MediaFile) -> ToolError {
    let Misread::Untimed(words) = &misread else {
        return ToolError::Refused(misread.to_string());
    };
    match audio::probe(&source.path, &source.name) {
        Ok(facts) => ToolError::Refused(unsaid(words, facts.seconds, "sound").to_string()),
        Err(error) => error.into(),
    }
}

inventory::submit!(Registered(&AudioEffects));

#[cfg(test)]
mod tests;
