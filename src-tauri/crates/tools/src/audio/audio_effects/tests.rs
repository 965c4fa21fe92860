use std::collections::BTreeMap;

use patchbay_media::audio::{self, AudioBuffer};

use super::*;
use crate::audio::shared::testing::pitch;
use crate::testing;

/// Ten seconds of a tone, the second half at half its level.
fn tone() -> AudioBuffer {
    let level = |i: usize| if i < 220_500 { 0.4 } else { 0.2 };
    let samples: Vec<f32> = (0..441_000)
        .map(|i| (i as f32 * 0.05).sin() * level(i))
        .collect();
    AudioBuffer {
        sample_rate: 44_100,
        channels: vec![samples.clone(), samples],
    }
}

fn run(words: &str, set: &[(&str, &str)]) -> Result<(AudioBuffer, String), ToolError> {
    let (context, _folder) = testing::context();
    let source = context.output("tone", None, "wav");
    audio::write_wav(&tone(), &source.path, &source.name).expect("written");
    let mut values: BTreeMap<String, Resource> = set
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())))
        .collect();
    values.insert("audio".to_owned(), Resource::Audio(source));
    values.insert("text".to_owned(), Resource::Text(words.to_owned()));
    let Resource::Audio(file) =
        AudioEffects.run(&testing::read("audio_effects", values), &context)?
    else {
        panic!("no sound")
    };
    Ok((
        audio::read(&file.path, &file.name).expect("read"),
        file.name,
    ))
}

fn done(words: &str) -> (AudioBuffer, String) {
    run(words, &[]).unwrap_or_else(|error| panic!("{words}: {error}"))
}

fn level(audio: &AudioBuffer, from: f64, to: f64) -> f32 {
    let at = |seconds: f64| (seconds * f64::from(audio.sample_rate)) as usize;
    audio.channels[0][at(from)..at(to)]
        .iter()
        .fold(0.0, |peak, sample| peak.max(sample.abs()))
}

#[test]
fn fades_and_gains_are_heard() {
    let (audio, name) = done("fade in over 2 seconds and fade out over 4 seconds");
    assert_eq!(name, "tone_faded.wav");
    assert!((audio.seconds() - 10.0).abs() < 1e-3);
    assert!(level(&audio, 0.0, 0.05) < 0.01 && level(&audio, 9.95, 10.0) < 0.01);
    assert!(
        (level(&audio, 0.95, 1.05) - 0.2).abs() < 0.05
            && (level(&audio, 3.0, 4.0) - 0.4).abs() < 0.01
    );
    assert!((level(&audio, 7.95, 8.05) - 0.1).abs() < 0.02);
    let (audio, name) = done("6 dB quieter");
    assert_eq!(name, "tone_quieter.wav");
    assert!((level(&audio, 1.0, 2.0) - 0.2).abs() < 0.005);
    let (audio, _) = done("make it 20 dB louder");
    assert!(
        audio.peak() <= 0.9,
        "it is held under full scale: {}",
        audio.peak()
    );
}

#[test]
fn silence_lies_around_what_is_faded() {
    let words = "2 s of silence in front, 1 s of silence at the end, fade out over 2 seconds";
    let (audio, name) = done(words);
    assert_eq!(name, "tone_edited.wav");
    assert!((audio.seconds() - 13.0).abs() < 1e-3);
    assert!(level(&audio, 0.0, 1.999) == 0.0 && level(&audio, 12.001, 13.0) == 0.0);
    assert!((level(&audio, 2.0, 3.0) - 0.4).abs() < 0.01);
    assert!((level(&audio, 10.95, 11.05) - 0.1).abs() < 0.02);
}

#[test]
fn trimming_reversing_and_echo() {
    let (audio, name) = done("cut it from 0:03 to 0:07");
    assert_eq!(name, "tone_trimmed.wav");
    assert!((audio.seconds() - 4.0).abs() < 1e-3);
    assert!(
        (level(&audio, 0.5, 1.5) - 0.4).abs() < 0.01
            && (level(&audio, 2.5, 3.5) - 0.2).abs() < 0.01
    );
    let (audio, _) = done("remove 0:02 to 0:04");
    assert!((audio.seconds() - 7.99).abs() < 0.01);
    let (audio, _) = done("play it backwards");
    assert!(
        (level(&audio, 1.0, 2.0) - 0.2).abs() < 0.01
            && (level(&audio, 8.0, 9.0) - 0.4).abs() < 0.01
    );
    let (audio, _) = done("add an echo");
    assert!(audio.seconds() > 11.0 && level(&audio, 10.05, 10.2) > 0.05 && audio.peak() <= 0.9);
    let (audio, name) = done("give it a cathedral reverb and normalise it");
    assert_eq!(name, "tone_edited.wav");
    assert!(audio.seconds() > 13.0 && level(&audio, 10.2, 10.6) > 0.005);
}

#[test]
fn the_highest_sample_is_where_the_peak_is_set() {
    let decibels = |audio: &AudioBuffer| 20.0 * audio.peak().log10();
    let (audio, name) = run("", &[("peak", "-3")]).unwrap();
    assert_eq!(name, "tone_normalised.wav");
    assert!(
        (decibels(&audio) + 3.0).abs() < 0.02,
        "{}",
        decibels(&audio)
    );
    // The softer half stays softer by as much.
    assert!((level(&audio, 6.0, 9.0) / level(&audio, 1.0, 4.0) - 0.5).abs() < 0.01);
    let (audio, _) = run("", &[("loudness", "-12"), ("peak", "-9")]).unwrap();
    assert!(decibels(&audio) < -8.95, "{}", decibels(&audio));
}

#[test]
fn sides_are_turned_over_and_opposite_ones_do_not_cancel_out() {
    let before = tone();
    for (side, turned) in [
        ("left", [-1.0, 1.0]),
        ("right", [1.0, -1.0]),
        ("both", [-1.0; 2]),
    ] {
        let (audio, name) = run("", &[("invert", side)]).unwrap();
        assert_eq!(name, "tone_inverted.wav");
        for (channel, factor) in audio.channels.iter().zip(turned) {
            let pairs = channel.iter().zip(&before.channels[0]);
            let off = pairs.fold(0.0_f32, |most, (a, b)| most.max((a - b * factor).abs()));
            assert!(off < 0.001, "{side}: {off}");
        }
    }
    // Turned over and brought into one channel, it is turned back.
    let (audio, _) = run("", &[("invert", "right"), ("channels", "mono")]).unwrap();
    assert_eq!(audio.channels.len(), 1);
    assert!((level(&audio, 1.0, 2.0) - 0.4).abs() < 0.01);
}

#[test]
fn normalising_reaches_its_loudness() {
    let (audio, _) = done("normalise to -20 LUFS");
    let measured = audio::loudness(&audio);
    assert!((measured.integrated + 20.0).abs() < 0.3, "{measured:?}");
}

#[test]
fn pitch_and_tempo_are_measured() {
    let hertz = |audio: &AudioBuffer| pitch(audio, 0.5, 3.5);
    let usual = hertz(&tone());
    let (audio, name) = done("pitch it up by 4 semitones");
    assert_eq!(
        (name.as_str(), audio.frames()),
        ("tone_pitched.wav", 441_000)
    );
    assert!((hertz(&audio) / usual / 2.0_f64.powf(4.0 / 12.0) - 1.0).abs() < 1e-3);
    let (audio, name) = done("slow it down by 20 %");
    assert_eq!(
        (name.as_str(), audio.frames()),
        ("tone_slower.wav", 551_250)
    );
    assert!((hertz(&audio) / usual - 1.0).abs() < 1e-3);
    // The softer half begins where it belongs.
    assert!(
        (level(&audio, 5.5, 6.1) - 0.4).abs() < 0.02
            && (level(&audio, 6.4, 7.0) - 0.2).abs() < 0.02
    );
    let (audio, name) = done("1.25x speed like a tape");
    assert_eq!(name, "tone_faster.wav");
    assert!(
        (audio.seconds() - 8.0).abs() < 1e-3 && (hertz(&audio) / usual / 1.25 - 1.0).abs() < 1e-3
    );
}

#[test]
fn tones_dynamics_and_width_are_measured() {
    // The tone is at 351 Hz.
    let (audio, name) = done("cut 350 Hz by 6 dB");
    assert_eq!(name, "tone_equalised.wav");
    assert!(
        (level(&audio, 1.0, 2.0) - 0.2).abs() < 0.005,
        "{}",
        level(&audio, 1.0, 2.0)
    );
    let (audio, _) = done("high-pass at 3 kHz");
    assert!(level(&audio, 1.0, 2.0) < 0.001);
    let (audio, name) = done("compress it with a ratio of 4:1 and a threshold of -30 dB");
    assert_eq!(name, "tone_compressed.wav");
    let apart = 20.0 * (level(&audio, 2.0, 3.0) / level(&audio, 7.0, 8.0)).log10();
    assert!((apart - 6.02 / 4.0).abs() < 0.2, "{apart} dB");
    let (audio, name) = done("make it mono");
    assert_eq!((name.as_str(), audio.channels.len()), ("tone_mono.wav", 1));
}

#[test]
fn a_set_value_counts_before_the_sentence() {
    let (audio, name) = run("make it louder", &[("gain", "12")]).expect("done");
    assert_eq!(name, "tone_louder.wav");
    assert!(
        (level(&audio, 7.0, 8.0) - 0.8).abs() < 0.02,
        "{}",
        level(&audio, 7.0, 8.0)
    );
    let (audio, _) = run("turn it down", &[("gain", "-12"), ("parts", "last 0:04")]).expect("done");
    assert!((audio.seconds() - 4.0).abs() < 1e-3 && (level(&audio, 1.0, 2.0) - 0.05).abs() < 0.002);
    let (same, name) = run("turn it down", &[("gain", "")]).expect("nothing is done to it");
    assert_eq!(name, "tone_edited.wav");
    assert!((level(&same, 1.0, 2.0) - 0.4).abs() < 0.005);
    let error = run("turn it down", &[("gain", "a lot")]).expect_err("it is no gain");
    assert!(
        matches!(&error, ToolError::Refused(told) if told.contains("“gain” cannot be “a lot”")),
        "{error}"
    );
}

#[test]
fn values_need_no_words() {
    let (audio, name) = run(
        "",
        &[("speed", "2"), ("channels", "mono"), ("fade_in", "1")],
    )
    .expect("done");
    assert_eq!(
        (name.as_str(), audio.channels.len(), audio.frames()),
        ("tone_edited.wav", 1, 220_500)
    );
    assert!(level(&audio, 0.0, 0.05) < 0.05 && level(&audio, 1.0, 2.0) > 0.35);
    let error = run("", &[]).expect_err("nothing is asked for");
    assert!(matches!(error, ToolError::Refused(_)), "{error}");
}

#[test]
fn what_is_cut_is_stretched_to_the_length_that_is_asked_for() {
    let (audio, _) = done("cut it from 0:03 to 0:07 and stretch it to 6 seconds");
    assert!((audio.seconds() - 6.0).abs() < 1e-3, "{}", audio.seconds());
}

#[test]
fn an_unknown_effect_is_an_answer() {
    let error = run("autotune it", &[("gain", "3")]).expect_err("it is not known");
    assert!(
        matches!(&error, ToolError::Refused(told) if told.contains("fade in or out")),
        "{error}"
    );
}
