//! `text_to_music` by `MusicGen`: music that fits a description, as long and as loud as what is
//! built in makes.

use patchbay_audio_dsp::music;
use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_inference::networks::musicgen::{MusicGen, Options};
use patchbay_inference::networks::stable_diffusion::Noise;
use patchbay_media::audio::{self, AudioBuffer};

use super::failure;
use crate::audio::shared::sampling;
use crate::shared::models::{follow, model};
use crate::shared::settings::{Values, number, usual};
use crate::{Context, Implementation, Inputs, ToolError};

/// The share of the work that composing takes.
const COMPOSED: f64 = 0.93;

pub(super) struct TextToMusic;

impl Implementation for TextToMusic {
    fn tool(&self) -> &'static str {
        "text_to_music"
    }

    fn label(&self) -> &'static str {
        "MusicGen"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        usual(declared(), self.model(models))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let words = inputs.text("text")?;
        let model = model(context, self.tool())?;
        let set = Values::of(declared(), model, context)?;
        let options = Options {
            guidance: set.number("guidance"),
            sampling: sampling::of(&set),
        };
        let seconds = music::length(
            music::seconds_in(&words.to_lowercase()),
            context.target_seconds.or(inputs.seconds("length")?),
            set.number("seconds"),
        )
        .map_err(failure)?;
        context.check()?;
        let audio = context.models.with(model, MusicGen::open, |network| {
            let mut noise = Noise::new(context.seed);
            let mut draw = || noise.evenly();
            let played = follow(context, (0.0, COMPOSED), |watch| {
                network.play(&words, seconds, &options, &mut draw, watch)
            })?;
            Ok(AudioBuffer {
                sample_rate: network.sample_rate(),
                channels: vec![played],
            })
        })?;
        let mut audio = audio::resample(&audio, music::RATE).to_stereo();
        let frames = (seconds * f64::from(music::RATE)).round() as usize;
        audio
            .channels
            .iter_mut()
            .for_each(|channel| channel.resize(frames, 0.0));
        let report = |fraction: f64| {
            context.progress.set(fraction.max(COMPOSED));
            context.check()
        };
        music::finish(&mut audio, &report)?;
        let file = context.output("music", None, "wav");
        audio::write_wav(&audio, &file.path, &file.name)?;
        context.progress.set(1.0);
        Ok(Resource::Audio(file))
    }
}

/// Every setting, as it is where neither the registry nor a person says otherwise.
fn declared() -> Vec<StepSetting> {
    let own = [
        number(
            (
                "guidance",
                "Guidance",
                "How closely the words are followed.",
            ),
            (1.0, 20.0, 0.5),
            3.0,
        ),
        number(
            (
                "seconds",
                "Seconds",
                "The length where neither the words nor a film give one.",
            ),
            (1.0, music::LONGEST, 1.0),
            30.0,
        ),
    ];
    own.into_iter()
        .chain(sampling::declared(Options::default().sampling, 2048.0))
        .collect()
}
