//! Tests of what is heard in audio clips.

use patchbay_domain::{Label, MediaFile, Resource};
use patchbay_media::audio::{AudioBuffer, write_wav};
use patchbay_tools::ToolError;

use crate::support::Bench;

fn heard(bench: &Bench, audio: Resource) -> Result<Vec<Label>, ToolError> {
    match bench.run("audio_classification", &[("audio", audio)])? {
        Resource::Category(labels) => Ok(labels),
        other => panic!("no labels: {other:?}"),
    }
}

/// Silence of so many samples at 44100 a second.
fn silence(bench: &Bench, samples: usize) -> Resource {
    let path = bench.folder.path().join("silence.wav");
    write_wav(
        &AudioBuffer::silence(44_100, 2, samples),
        &path,
        "silence.wav",
    )
    .unwrap();
    Resource::Audio(MediaFile {
        path,
        name: "silence.wav".to_owned(),
    })
}

#[test]
fn what_a_voice_sounds_like_is_named_by_the_model_the_surest_first() {
    let bench = Bench::new();
    let labels = heard(&bench, Bench::voice()).unwrap();
    assert!(
        labels.len() > 1 && labels.is_sorted_by(|a, b| a.score >= b.score),
        "{labels:?}"
    );
    assert!(
        labels.iter().all(|label| label
            .score
            .is_some_and(|score| (0.1..=1.0).contains(&score))),
        "{labels:?}"
    );
    // Random weights hear this everywhere.
    assert_eq!(labels[0].name, "Cat", "{labels:?}");
}

#[test]
fn silence_is_told_and_what_is_too_short_too() {
    let bench = Bench::new();
    let labels = heard(&bench, silence(&bench, 100_000)).unwrap();
    assert_eq!(
        labels,
        [Label {
            name: "silence".to_owned(),
            score: Some(1.0)
        }]
    );
    let said = heard(&bench, silence(&bench, 500)).unwrap_err();
    assert!(
        matches!(&said, ToolError::Input(reason) if reason.contains("“silence.wav” is too short")),
        "{said:?}"
    );
}
