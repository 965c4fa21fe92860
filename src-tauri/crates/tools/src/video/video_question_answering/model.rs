//! `video_question_answering` by BLIP: a question is asked of a video's key frames, and what they
//! answer is weighed. What the file itself tells for certain (how long it is, its size) is read
//! from it.

use patchbay_domain::Resource;
use patchbay_media::video::probe;
use patchbay_values::times::clock;

use super::asked::video_fact;
use crate::image::shared::looking::{answer, piece};
use crate::shared::models::model;
use crate::video::shared::key_frames::key_frames;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct VideoQuestionAnswering;

impl Implementation for VideoQuestionAnswering {
    fn tool(&self) -> &'static str {
        "video_question_answering"
    }

    fn label(&self) -> &'static str {
        "BLIP"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let question = inputs.text("text")?;
        if let Some(fact) = video_fact(&question, &video.name, &probe(&video.path, &video.name)?) {
            context.progress.set(1.0);
            return Ok(Resource::Text(fact));
        }
        let frames = key_frames(context, video, (0.0, 0.3))?;
        let model = model(context, self.tool())?;
        let mut said = Vec::with_capacity(frames.len());
        for (index, frame) in frames.iter().enumerate() {
            let part = piece(index, frames.len(), (0.3, 1.0));
            let answer = answer(context, model, (&frame.image, &video.name), &question, part)?;
            said.push(Said {
                seconds: frame.seconds,
                text: answer.text,
                probability: answer.probability,
            });
        }
        Ok(Resource::Text(agreed(&said)))
    }
}

/// Answer of a key frame.
struct Said {
    seconds: f64,
    text: String,
    probability: f64,
}

/// The answer of all key frames: the one that is surest in sum first, and the others with their
/// times behind it.
fn agreed(said: &[Said]) -> String {
    let mut answers: Vec<(&str, f64, Vec<String>)> = Vec::new();
    for one in said {
        match answers.iter_mut().find(|(text, ..)| *text == one.text) {
            Some((_, sure, times)) => {
                *sure += one.probability;
                times.push(clock(one.seconds));
            }
            None => answers.push((&one.text, one.probability, vec![clock(one.seconds)])),
        }
    }
    answers.sort_by(|a, b| b.1.total_cmp(&a.1));
    match answers.as_slice() {
        [(text, ..)] => (*text).to_owned(),
        several => {
            let told = several
                .iter()
                .map(|(text, _, times)| format!("{text} (at {})", times.join(", ")));
            told.collect::<Vec<_>>().join("; ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Said, agreed};

    #[test]
    fn the_surest_answer_comes_first_and_the_others_are_told_with_their_times() {
        let said = |seconds: f64, text: &str, probability: f64| Said {
            seconds,
            text: text.to_owned(),
            probability,
        };
        assert_eq!(
            agreed(&[said(1.0, "yes", 0.4), said(2.0, "yes", 0.3)]),
            "yes"
        );
        let mixed = [
            said(1.0, "cat", 0.5),
            said(3.5, "dog", 0.3),
            said(70.0, "dog", 0.4),
        ];
        assert_eq!(agreed(&mixed), "dog (at 3.5 s, 1:10); cat (at 1 s)");
    }
}
