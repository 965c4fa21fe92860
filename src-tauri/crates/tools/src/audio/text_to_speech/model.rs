//! `text_to_speech` by Parler-TTS: an English text read aloud, sentence by sentence, with a voice
//! that is described in words.

use std::ops::ControlFlow;

use patchbay_audio_dsp::levelling::bring_to;
use patchbay_domain::{Resource, SettingForm, StepSetting};
use patchbay_inference::networks::parler_tts::ParlerTts;
use patchbay_inference::networks::stable_diffusion::Noise;
use patchbay_inference::{Models, Watch};
use patchbay_media::audio::{self, AudioBuffer};

use super::read_aloud::{LOUDNESS, Progress, read_aloud};
use super::voices::is_english;
use crate::audio::shared::sampling;
use crate::shared::language::plain;
use crate::shared::models::{follow, model};
use crate::shared::settings::{Values, usual};
use crate::{Context, Implementation, Inputs, ToolError};

/// The voice where a model's settings describe none. The model knows some speakers by their names,
/// so that they stay the same from sentence to sentence.
const VOICE: &str = "Laura speaks clearly and calmly at a moderate pace, in a very close recording with almost no background noise.";
/// Longer sentences are cut, in characters: the model says half a minute at once.
const LONGEST_SENTENCE: usize = 250;
/// The share of the work that reading the voice's description takes.
const DESCRIBED: f64 = 0.02;

pub(super) struct TextToSpeech;

impl Implementation for TextToSpeech {
    fn tool(&self) -> &'static str {
        "text_to_speech"
    }

    fn label(&self) -> &'static str {
        "Parler-TTS"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn suits(&self, inputs: &Inputs) -> bool {
        inputs
            .text("text")
            .is_ok_and(|text| is_english(&plain(&text)))
    }

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        usual(declared(), self.model(models))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = inputs.text("text")?;
        let model = model(context, self.tool())?;
        let set = Values::of(declared(), model, context)?;
        let description = set.text("voice");
        let sampling = sampling::of(&set);
        context.check()?;
        let voice = context.models.with(model, ParlerTts::open, |network| {
            follow(context, (0.0, DESCRIBED), |watch| {
                network.voice(description, watch)
            })
        })?;
        let mut spoken = 0_u64;
        let mut say = |sentence: &str, progress: &Progress| {
            let report = |fraction: f64| match progress(fraction) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            // Each sentence is drawn by itself, so that one that is tried again sounds the same.
            let seed = context.seed.wrapping_add(spoken);
            spoken += 1;
            let (sample_rate, samples) =
                context.models.with(model, ParlerTts::open, |network| {
                    let mut noise = Noise::new(seed);
                    let mut draw = || noise.evenly();
                    let samples =
                        network.say(sentence, &voice, sampling, &mut draw, Watch::new(&report))?;
                    Ok((network.sample_rate(), samples))
                })?;
            if samples.is_empty() {
                return Ok(None);
            }
            // Sentences that were drawn apart are not as loud as each other.
            let mut said = AudioBuffer {
                sample_rate,
                channels: vec![samples],
            };
            bring_to(&mut said, LOUDNESS, &|| progress(1.0))?;
            Ok(Some(said))
        };
        let audio = read_aloud(&text, LONGEST_SENTENCE, &mut say, &|done| {
            context.progress.set(done.max(DESCRIBED));
            context.check()
        })?;
        let file = context.output("speech", None, "wav");
        audio::write_wav(&audio, &file.path, &file.name)?;
        context.progress.set(1.0);
        Ok(Resource::Audio(file))
    }
}

/// Every setting, as it is where neither the registry nor a person says otherwise.
fn declared() -> Vec<StepSetting> {
    let voice = StepSetting::new(
        ("voice", "Voice", "Who speaks, and how: the voice in words."),
        SettingForm::Text,
        VOICE,
    );
    std::iter::once(voice)
        .chain(sampling::declared(ParlerTts::SAMPLING, 1024.0))
        .collect()
}
