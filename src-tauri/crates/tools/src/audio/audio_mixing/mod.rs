//! `audio_mixing`: sounds at once, or one after the other with silence between them or a crossfade. At once, where one is
//! speech and the other is not, the other makes room while somebody speaks.

mod chaptered;

use patchbay_audio_dsp::mixing::{Ends, mix};
use patchbay_domain::{EditList, EditTransition, MediaFile, Resource};
use patchbay_media::audio::{self, AudioBuffer};

use self::chaptered::audiobook;
use crate::audio::shared::files::write;
use crate::audio::shared::joining::{Joined, Seam, joined};
use crate::shared::ducking::under;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Default time of a crossfade, in seconds.
const CROSSFADE: f64 = 2.0;
/// The share of the work that joining is, before it is written.
const JOINING: f64 = 0.6;

struct AudioMixing;

impl Implementation for AudioMixing {
    fn tool(&self) -> &'static str {
        "audio_mixing"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let sounds = in_order(inputs)?;
        match seam(inputs)? {
            Some(seam) => one_after_the_other(&sounds, seam, inputs, context),
            None => at_once(&sounds, inputs, context),
        }
    }
}

inventory::submit!(Registered(&AudioMixing));

/// The sounds as they were named, unless the value of `order` says that the first comes last (“append b to a”).
fn in_order(inputs: &Inputs) -> Result<Vec<MediaFile>, ToolError> {
    let mut sounds = vec![inputs.audio("audio")?.clone()];
    sounds.extend(inputs.files("second")?);
    if inputs.value("order").as_deref() == Some("the other way round") {
        sounds.rotate_left(1);
    }
    Ok(sounds)
}

/// Seam between the sounds where they follow each other; none where they are heard at once.
fn seam(inputs: &Inputs) -> Result<Option<Seam>, ToolError> {
    let gap = inputs.number("gap")?.unwrap_or(0.0);
    let set = inputs.seconds("crossfade")?;
    let refused = |why: &str| Err(ToolError::Refused(why.to_owned()));
    let crossfade = match inputs.value("together").as_deref() {
        Some("crossfaded") => set.unwrap_or(CROSSFADE),
        Some("one after the other") => set.unwrap_or(0.0),
        Some(_) if gap > 0.0 => {
            return refused(
                "Sounds that are heard at once have no gap between them. Set them to one after the other.",
            );
        }
        None if gap > 0.0 => set.unwrap_or(0.0),
        _ => return Ok(None),
    };
    if gap > 0.0 && crossfade > 0.0 {
        return refused(
            "Sounds either fade into each other or have silence between them. Set a crossfade or a gap.",
        );
    }
    Ok(Some(Seam { gap, crossfade }))
}

fn one_after_the_other(
    sounds: &[MediaFile],
    seam: Seam,
    inputs: &Inputs,
    context: &Context,
) -> Result<Resource, ToolError> {
    let mut joined = joined(sounds, seam, JOINING, context)?;
    context.progress.record(recorded(sounds, &joined, seam));
    let first = sounds.first().map(|sound| &*sound.name);
    let file = context.output("joined", first, "wav");
    if inputs.value("format").as_deref() == Some("m4b") {
        write(&mut joined.whole, &file, JOINING, &context.part(0.0, 0.8))?;
        return Ok(Resource::Audio(audiobook(
            &file,
            (sounds, &joined.starts),
            context,
        )?));
    }
    write(&mut joined.whole, &file, JOINING, context)?;
    Ok(Resource::Audio(file))
}

/// All sounds at once: each further one is laid over those before.
fn at_once(
    sounds: &[MediaFile],
    inputs: &Inputs,
    context: &Context,
) -> Result<Resource, ToolError> {
    let report = |done: f64| {
        context.progress.set(0.3 + 0.6 * done);
        context.check()
    };
    let ends = match inputs.value("ends").as_deref() {
        Some("with the speech") => Ends::WithSpeech,
        _ => Ends::WithLonger,
    };
    let [first, rest @ ..] = sounds else {
        return Err(ToolError::Input("There is no sound to mix.".to_owned()));
    };
    let under = under(inputs)?;
    let mut mixed = read(first, context)?;
    for sound in rest {
        let clips = [mixed, read(sound, context)?];
        mixed = mix(clips, (ends, under), &report)?;
    }
    let file = context.output("mixed", Some(&first.name), "wav");
    audio::write_wav(&mixed, &file.path, &file.name)?;
    context.progress.set(1.0);
    Ok(Resource::Audio(file))
}

/// Sounds one after the other as steps record it.
fn recorded(sounds: &[MediaFile], joined: &Joined, seam: Seam) -> EditList {
    let parts = sounds.iter().zip(&joined.lengths);
    let shortest = joined.lengths.iter().copied().fold(f64::INFINITY, f64::min);
    let seconds = seam.crossfade.min(shortest / 2.0);
    EditList {
        parts: parts
            .flat_map(|(file, length)| EditList::cut(&file.name, [(0.0, *length)]).parts)
            .collect(),
        transition: (seconds > 0.0).then(|| EditTransition {
            name: "crossfade".to_owned(),
            seconds,
        }),
        ..EditList::cut("", [])
    }
}

fn read(file: &MediaFile, context: &Context) -> Result<AudioBuffer, ToolError> {
    Ok(audio::read_with(&file.path, &file.name, &mut |done| {
        context.progress.set(context.progress.get().max(0.3 * done));
        !context.progress.is_cancelled()
    })?)
}

#[cfg(test)]
mod tests;
