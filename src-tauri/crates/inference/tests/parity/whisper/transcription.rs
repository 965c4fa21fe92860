//! Whole recordings, written down with their times.

use patchbay_inference::networks::whisper::{Options, Transcript};
use patchbay_inference::{InferenceError, Watch};

use super::{Told, audio, greedily, transcripts, whisper};
use crate::support::{Fixture, voice};

fn assert_same(found: &Transcript, expected: &[Told], what: &str) {
    let ids = |found: &Transcript| {
        found
            .segments
            .iter()
            .map(|segment| segment.ids.clone())
            .collect::<Vec<_>>()
    };
    let expected_ids: Vec<Vec<u32>> = expected.iter().map(|told| told.ids.clone()).collect();
    assert_eq!(ids(found), expected_ids, "{what}");
    for (segment, told) in found.segments.iter().zip(expected) {
        let apart = (segment.start - told.start)
            .abs()
            .max((segment.end - told.end).abs());
        assert!(
            apart < 1e-6,
            "{what}: {segment:?} {} {}",
            told.start,
            told.end
        );
        assert_eq!(segment.text, told.text.trim(), "{what}");
    }
}

#[test]
fn long_audio_is_written_down_token_by_token_with_its_times() {
    let fixture = Fixture::open("whisper");
    let (whisper, expected) = (whisper(&fixture), transcripts(&fixture));
    let forwards = audio(&whisper, &voice());
    let found = whisper
        .transcribe(&forwards, &greedily(), Watch::nobody())
        .unwrap();
    assert_same(&found, &expected.forwards, "forwards");
    let french = Options {
        language: Some("fr".to_owned()),
        ..greedily()
    };
    let found = whisper
        .transcribe(&forwards, &french, Watch::nobody())
        .unwrap();
    assert_same(&found, &expected.french, "french");
    assert_eq!(found.language.as_deref(), Some("fr"));
    let skipping = Options {
        no_speech: expected.no_speech,
        least_log_probability: 0.0,
        ..greedily()
    };
    let found = whisper
        .transcribe(&forwards, &skipping, Watch::nobody())
        .unwrap();
    assert_same(&found, &expected.skipped, "skipped");
    let turned: Vec<f32> = voice().into_iter().rev().collect();
    let found = whisper
        .transcribe(&audio(&whisper, &turned), &greedily(), Watch::nobody())
        .unwrap();
    assert_same(&found, &expected.backwards, "backwards");
}

#[test]
fn what_is_doubted_is_written_again_less_greedily() {
    let fixture = Fixture::open("whisper");
    let whisper = whisper(&fixture);
    let forwards = audio(&whisper, &voice());
    let told = |options: Options| {
        whisper
            .transcribe(&forwards, &options, Watch::nobody())
            .unwrap()
    };
    let greedy = told(greedily());
    let (never, always) = (f64::NEG_INFINITY, f64::INFINITY);
    let trusting = Options {
        least_log_probability: never,
        most_compression: always,
        ..Options::default()
    };
    assert_eq!(told(trusting.clone()), greedy);
    let doubting = |temperatures: &[f64], seed: u64| {
        let temperatures = temperatures.to_vec();
        told(Options {
            least_log_probability: 0.0,
            no_speech: 1.0,
            temperatures,
            seed,
            ..trusting.clone()
        })
    };
    assert_eq!(
        doubting(&[0.0, 1e-6], 7),
        greedy,
        "near 0 the likeliest token is drawn"
    );
    let drawn = doubting(&[0.0, 1.0], 7);
    assert_ne!(drawn, greedy);
    assert_eq!(drawn, doubting(&[0.0, 1.0], 7));
    assert_ne!(drawn, doubting(&[0.0, 1.0], 8));
    // Of no words at all too.
    let repeating = Options {
        most_compression: -1.0,
        temperatures: vec![0.0, 1.0],
        seed: 7,
        ..trusting
    };
    assert_eq!(told(repeating), drawn);
}

#[test]
fn where_nothing_is_heard_nothing_is_said() {
    let fixture = Fixture::open("whisper");
    let whisper = whisper(&fixture);
    for length in [0, 100, 100_000] {
        let found = whisper.transcribe(
            &audio(&whisper, &vec![0.0; length]),
            &greedily(),
            Watch::nobody(),
        );
        assert_eq!(found.unwrap(), Transcript::default(), "{length}");
    }
    let mut later = vec![0.0; 48_000];
    later.extend(voice());
    let found = whisper
        .transcribe(&audio(&whisper, &later), &greedily(), Watch::nobody())
        .unwrap();
    assert!(
        found.segments[0].start >= 3.0,
        "the silent window is left out: {:?}",
        found.segments
    );
}

#[test]
fn it_stops_between_layers_and_between_tokens() {
    use std::cell::Cell;
    use std::ops::ControlFlow;
    let fixture = Fixture::open("whisper");
    let (whisper, samples) = (whisper(&fixture), voice());
    let audio = audio(&whisper, &samples[..60_000]);
    let asked = Cell::new(0);
    let stopping = |stop: usize| {
        asked.set(0);
        let report = |_: f64| {
            asked.set(asked.get() + 1);
            if asked.get() == stop {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        whisper.transcribe(&audio, &greedily(), Watch::new(&report))
    };
    let found = stopping(0).unwrap();
    let all = asked.get();
    let tokens: usize = found.segments.iter().map(|segment| segment.ids.len()).sum();
    assert!(all > tokens + 2 * found.segments.len(), "{all}");
    for stop in 1..=all {
        assert!(matches!(stopping(stop), Err(InferenceError::Cancelled)));
        assert_eq!(asked.get(), stop, "nothing is done behind it");
    }
}
