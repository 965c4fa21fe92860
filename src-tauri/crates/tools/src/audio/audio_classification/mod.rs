//! `audio_classification`: whether an audio clip is speech, music, noise, a steady tone or silence,
//! from what is measured on it. Only what is among these is told apart; which instrument or animal
//! it is takes a model.

mod model;

use patchbay_audio_dsp::listening::frames::FrameMeter;
use patchbay_audio_dsp::listening::passages::passages;
use patchbay_audio_dsp::listening::verdict::{Kind, verdict};
use patchbay_domain::{Label, Resource};
use patchbay_media::audio::{Decoder, probe};

use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Kinds that are less likely than this are not named.
const LEAST: f32 = 0.1;

struct AudioClassification;

impl Implementation for AudioClassification {
    fn tool(&self) -> &'static str {
        "audio_classification"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let source = inputs.audio("audio")?;
        let facts = probe(&source.path, &source.name)?;
        let mut decoder = Decoder::open(&source.path, &source.name)?;
        let mut meter = FrameMeter::new(decoder.sample_rate());
        let mut seconds = 0.0;
        while let Some(block) = decoder.next_block()? {
            context.progress.set((seconds / facts.seconds).min(1.0));
            context.check()?;
            let frames = block.first().map_or(0, Vec::len);
            let scale = 1.0 / block.len().max(1) as f32;
            let mono: Vec<f32> = (0..frames)
                .map(|i| scale * block.iter().map(|channel| channel[i]).sum::<f32>())
                .collect();
            meter.add(&mono);
            seconds += frames as f64 / f64::from(decoder.sample_rate());
        }
        let frames = meter.finish();
        if frames.len() < 5 {
            return Err(ToolError::Input(format!(
                "“{}” is too short to tell what it is: it lasts {seconds:.2} seconds, and a tenth of a second is needed.",
                source.name
            )));
        }
        context.progress.set(1.0);
        Ok(Resource::Category(labels(verdict(&passages(&frames)))))
    }
}

inventory::submit!(Registered(&AudioClassification));
inventory::submit!(Registered(&model::AudioClassification));

/// The kinds that are likely, surest first.
fn labels(verdict: Option<[f32; 4]>) -> Vec<Label> {
    let Some(shares) = verdict else {
        return vec![Label {
            name: "silence".to_owned(),
            score: Some(1.0),
        }];
    };
    let mut kinds: Vec<(Kind, f32)> = Kind::ALL
        .into_iter()
        .zip(shares)
        .filter(|(_, share)| *share >= LEAST)
        .collect();
    kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
    kinds
        .into_iter()
        .map(|(kind, share)| Label {
            name: kind.name().to_owned(),
            score: Some(share),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use patchbay_media::audio::{AudioBuffer, write_wav};
    use patchbay_test_support::noise;

    use super::*;
    use crate::testing;

    const RATE: usize = 22_050;

    fn labels_of(samples: Vec<f32>) -> Vec<Label> {
        let (context, _folder) = testing::context();
        let source = context.output("clip", None, "wav");
        let audio = AudioBuffer {
            sample_rate: RATE as u32,
            channels: vec![samples.clone(), samples],
        };
        write_wav(&audio, &source.path, &source.name).expect("written");
        let inputs = testing::inputs([("audio", Resource::Audio(source))]);
        match AudioClassification.run(&inputs, &context).expect("labels") {
            Resource::Category(labels) => labels,
            other => panic!("no labels: {other:?}"),
        }
    }

    fn surest(samples: Vec<f32>) -> String {
        let labels = labels_of(samples);
        let total: f32 = labels.iter().filter_map(|label| label.score).sum();
        assert!(
            total <= 1.001 && labels.is_sorted_by(|a, b| a.score >= b.score),
            "{labels:?}"
        );
        labels[0].name.clone()
    }

    fn samples(seconds: f32, sample: impl Fn(f32, usize) -> f32) -> Vec<f32> {
        (0..(seconds * RATE as f32) as usize)
            .map(|i| sample(i as f32 / RATE as f32, i))
            .collect()
    }

    fn hiss(i: usize) -> f32 {
        noise(i as u32, 3, 1_000) as f32 / 1_000.0
    }

    /// Syllables of a gliding voice with hisses and pauses between them.
    fn babble() -> Vec<f32> {
        let mut phase = 0.0_f32;
        (0..9 * RATE)
            .map(|i| {
                let time = i as f32 / RATE as f32;
                let (word, part) = ((time / 0.23) as u32, (time / 0.23).fract());
                let turn = noise(word, 11, 100) as f32 / 100.0;
                phase += TAU
                    * (130.0 + 30.0 * turn + 40.0 * (part - 0.5) + 12.0 * (time * 2.1).sin())
                    / RATE as f32;
                let pause = noise(word, 5, 10) < -5;
                let voice: f32 = (1..18)
                    .map(|n| {
                        (n as f32 * phase).sin() / (1.0 + 0.4 * (n as f32 - 4.0 - 3.0 * turn).abs())
                    })
                    .sum();
                match part {
                    _ if pause => 0.0,
                    part if part < 0.22 => 0.12 * hiss(i),
                    part if part < 0.8 => 0.12 * voice * ((part - 0.22) * 5.4).sin().max(0.0),
                    _ => 0.0,
                }
            })
            .collect()
    }

    /// Plucked notes of a scale with overtones, two in a second.
    fn tune() -> Vec<f32> {
        samples(9.0, |time, _| {
            let (beat, part) = ((time / 0.5) as u32, (time / 0.5).fract() * 0.5);
            let note = [0, 4, 7, 12, 9, 5, 2, 7][beat as usize % 8];
            let frequency = 262.0 * 2.0_f32.powf(note as f32 / 12.0);
            let string: f32 = (1..8)
                .map(|n| (TAU * frequency * n as f32 * part).sin() / (n * n) as f32)
                .sum();
            0.4 * string * (-3.0 * part).exp()
        })
    }

    #[test]
    fn what_kind_of_sound_is_it() {
        assert_eq!(surest(babble()), "speech");
        assert_eq!(surest(tune()), "music");
        assert_eq!(surest(samples(6.0, |_, i| 0.3 * hiss(i))), "noise");
        assert_eq!(
            surest(samples(6.0, |time, i| 0.2
                * hiss(i)
                * (1.1 + (time * 1.3).sin()))),
            "noise"
        );
        assert_eq!(
            surest(samples(6.0, |time, _| 0.3 * (TAU * 440.0 * time).sin())),
            "steady tone"
        );
        assert_eq!(surest(samples(4.0, |_, i| 0.0002 * hiss(i))), "silence");
        assert_eq!(
            labels_of(vec![0.0; 3 * RATE]),
            [Label {
                name: "silence".to_owned(),
                score: Some(1.0)
            }]
        );
    }

    #[test]
    fn pauses_do_not_make_a_voice_silent() {
        let mut long = vec![0.0; 20 * RATE];
        long.extend(babble());
        assert_eq!(surest(long), "speech");
    }

    #[test]
    fn too_short_and_no_audio() {
        let (context, _folder) = testing::context();
        let source = context.output("click", None, "wav");
        let click = AudioBuffer {
            sample_rate: 8_000,
            channels: vec![vec![0.5; 300]],
        };
        write_wav(&click, &source.path, &source.name).expect("written");
        let inputs = testing::inputs([("audio", Resource::Audio(source.clone()))]);
        let error = AudioClassification
            .run(&inputs, &context)
            .expect_err("it is too short");
        assert!(
            error.to_string().contains("“click.wav” is too short"),
            "{error}"
        );
        std::fs::write(&source.path, b"RIFF of nothing").expect("written");
        assert!(matches!(
            AudioClassification.run(&inputs, &context),
            Err(ToolError::Input(_))
        ));
    }
}
