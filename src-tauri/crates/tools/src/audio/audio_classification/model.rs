//! `audio_classification` by the audio spectrogram transformer: what is heard in an audio clip, of
//! the hundreds of things that the model knows, and when, where it is not all the time.

use patchbay_domain::{Label, Resource};
use patchbay_inference::networks::audio_spectrogram_transformer::{
    AudioSpectrogramTransformer, Heard, SAMPLE_RATE,
};
use patchbay_values::times::clock;

use crate::audio::shared::hearing::{READING, heard};
use crate::shared::models::{follow, model};
use crate::{Context, Implementation, Inputs, ToolError};

/// Likelihood below which a thing is not told beside a likelier one.
const LEAST: f32 = 0.1;
/// Maximum number of things that are told.
const MOST: usize = 8;
/// Maximum number of times that are told of one thing.
const MOST_TIMES: usize = 3;

pub(super) struct AudioClassification;

impl Implementation for AudioClassification {
    fn tool(&self) -> &'static str {
        "audio_classification"
    }

    fn label(&self) -> &'static str {
        "Audio Spectrogram Transformer"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        let model = model(context, self.tool())?;
        context.check()?;
        let open = AudioSpectrogramTransformer::open;
        let mut listener = context
            .models
            .with(model, open, |network| Ok(network.listener()))?;
        let seconds = heard(audio, SAMPLE_RATE, context, &mut |samples| {
            listener.hear(samples);
        })?;
        let spectrogram = listener.finish();
        if spectrogram.steps() == 0 {
            return Err(ToolError::Input(format!(
                "“{}” is too short to tell what it is: it lasts {seconds:.2} seconds. Give a longer sound.",
                audio.name
            )));
        }
        let told = context.models.with(model, open, |network| {
            let heard = follow(context, (READING, 1.0), |watch| {
                network.listen(&spectrogram, watch)
            })?;
            Ok(labels(network.labels(), &heard))
        })?;
        Ok(Resource::Category(told))
    }
}

/// Labels of what is heard, the surest first: as likely as in the window where it is likeliest,
/// with its times where it is not heard in all.
fn labels(names: &[String], heard: &[Heard]) -> Vec<Label> {
    if heard.is_empty() {
        return vec![Label {
            name: "silence".to_owned(),
            score: Some(1.0),
        }];
    }
    let likeliest = |class: usize| {
        heard
            .iter()
            .map(|window| window.likely[class])
            .fold(0.0, f32::max)
    };
    let mut all: Vec<(usize, f32)> = (0..names.len())
        .map(|class| (class, likeliest(class)))
        .collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    let told = all
        .into_iter()
        .take(MOST)
        .enumerate()
        .filter(|(place, (_, likely))| *place == 0 || *likely >= LEAST);
    told.map(|(_, (class, likely))| {
        let times = times(class, likely.min(LEAST), heard);
        Label {
            name: format!("{}{times}", names[class]),
            score: Some(likely),
        }
    })
    .collect()
}

/// Times at which a thing is at least so likely, as ` (0 s to 10 s)`; nothing where it is so all
/// the time.
fn times(class: usize, least: f32, heard: &[Heard]) -> String {
    let mut stretches: Vec<(f64, f64)> = Vec::new();
    for window in heard.iter().filter(|window| window.likely[class] >= least) {
        match stretches.last_mut() {
            Some((_, end)) if window.start <= *end => *end = window.end,
            _ => stretches.push((window.start, window.end)),
        }
    }
    if heard.iter().all(|window| window.likely[class] >= least) {
        return String::new();
    }
    let told = stretches.iter().take(MOST_TIMES);
    let told =
        told.map(|(start, end)| format!("{} to {}", clock(start.round()), clock(end.round())));
    let more = stretches.len().saturating_sub(MOST_TIMES);
    let more = (more > 0).then(|| format!("{more} more times"));
    format!(" ({})", told.chain(more).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windows(likely: &[[f32; 3]]) -> Vec<Heard> {
        let window = |(index, likely): (usize, &[f32; 3])| {
            let start = 10.24 * index as f64;
            Heard {
                start,
                end: start + 10.24,
                likely: likely.to_vec(),
            }
        };
        likely.iter().enumerate().map(window).collect()
    }

    fn told(likely: &[[f32; 3]]) -> Vec<(String, f32)> {
        let names = ["Speech", "Dog", "Rain"].map(str::to_owned);
        labels(&names, &windows(likely))
            .into_iter()
            .map(|label| (label.name, label.score.unwrap()))
            .collect()
    }

    #[test]
    fn what_is_heard_is_told_with_its_times_where_it_is_not_heard_all_the_time() {
        let pair = |name: &str, score: f32| (name.to_owned(), score);
        assert_eq!(
            told(&[[0.9, 0.05, 0.3]]),
            [pair("Speech", 0.9), pair("Rain", 0.3)]
        );
        let found = told(&[
            [0.9, 0.0, 0.0],
            [0.8, 0.7, 0.0],
            [0.9, 0.95, 0.0],
            [0.2, 0.05, 0.0],
        ]);
        assert_eq!(
            found,
            [pair("Dog (10 s to 31 s)", 0.95), pair("Speech", 0.9)]
        );
        let mut barks = [[0.5, 0.0, 0.0]; 60];
        barks
            .iter_mut()
            .step_by(2)
            .take(10)
            .for_each(|window| window[1] = 0.4);
        let found = told(&barks);
        assert_eq!(
            found[1].0,
            "Dog (0 s to 10 s, 20 s to 31 s, 41 s to 51 s, 7 more times)"
        );
    }

    #[test]
    fn something_is_always_told() {
        assert_eq!(told(&[]), [("silence".to_owned(), 1.0)]);
        assert_eq!(
            told(&[[0.02, 0.01, 0.0], [0.05, 0.0, 0.0]]),
            [("Speech (10 s to 20 s)".to_owned(), 0.05)]
        );
    }
}
