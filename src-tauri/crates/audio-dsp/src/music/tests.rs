//! Properties that make it music: notes in the key, chord tones on strong beats, voices that move
//! little, whole phrases; and those that make it usable: exact length, loudness, no clipping, no
//! clicks.

use patchbay_media::audio::{self, AudioBuffer};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::brief::Brief;
use super::compose::compose;
use super::form::{self, SectionKind};
use super::instrument::Instrument;
use super::melody::is_strong;
use super::parts::layouts;
use super::role::Role;
use super::score::Score;
use super::synthesis::Sampled;
use super::theory::{Key, Mode};
use crate::testing::cases;

const REQUESTS: [&str; 12] = [
    "calm piano music",
    "happy ukulele tune",
    "sad strings in C minor",
    "tense suspense",
    "epic cinematic orchestra",
    "dreamy ambient pads",
    "funky groove, 104 bpm",
    "slow jazz",
    "lofi hip hop",
    "energetic electronic dance",
    "a waltz in E flat major",
    "music box lullaby",
];

fn brief(words: &str, seed: u64) -> Brief {
    Brief::of(words, &mut ChaCha8Rng::seed_from_u64(seed))
}

fn written(words: &str, seconds: f64, seed: u64) -> Score {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let brief = Brief::of(words, &mut random);
    compose(&brief, seconds, &mut random)
}

fn in_key(key: Key, pitch: i32) -> bool {
    key.pitch(key.nearest_degree(pitch)) == pitch
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn every_piece_follows_the_rules(request in 0..REQUESTS.len(), seed in any::<u64>(), seconds in 2.0..200.0) {
        let words = REQUESTS[request];
        let score = written(words, seconds, seed);
        prop_assert!(score.parts.iter().all(|part| !part.notes.is_empty()));
        for part in &score.parts {
            for note in &part.notes {
                prop_assert!(in_key(score.key, note.pitch), "{words}: {} is not in {:?}", note.pitch, score.key);
                prop_assert!((24..=108).contains(&note.pitch) && note.beats > 0.0 && note.beat >= 0.0);
                prop_assert!(note.velocity > 0.0 && note.velocity <= 1.0);
                prop_assert!(score.time(note.beat) < seconds, "{words}: a note after the end");
                if part.role == Role::Lead && is_strong(note.beat, score.beats_per_bar) {
                    let chord = score.chords[(note.beat / score.beats_per_bar as f64) as usize];
                    let degree = score.key.nearest_degree(note.pitch);
                    prop_assert!(chord.contains(degree), "{words}: {degree} over {chord:?} at {}", note.beat);
                }
            }
        }
        prop_assert_eq!(score.chords.last().map(|chord| chord.root), Some(0), "it ends at home");
    }

    #[test]
    fn voices_move_little(request in 0..REQUESTS.len(), seed in any::<u64>()) {
        let score = written(REQUESTS[request], 60.0, seed);
        for pair in layouts(&score, 60, 3).windows(2) {
            for (before, after) in pair[0].iter().zip(&pair[1]) {
                prop_assert!((before - after).abs() <= 7, "{pair:?}");
            }
            let moved: i32 = pair[0].iter().zip(&pair[1]).map(|(before, after)| (before - after).abs()).sum();
            prop_assert!(moved <= 12, "{pair:?}");
        }
    }

    #[test]
    fn sections_fill_the_bars(bars in 1..300_usize) {
        let sections = form::sections(bars);
        prop_assert_eq!(sections.iter().map(|section| section.bars).sum::<usize>(), bars);
        prop_assert_eq!(sections.last().map(|section| section.kind), Some(SectionKind::Outro));
        prop_assert!(sections.iter().all(|section| section.bars > 0 && section.intensity <= 1.0));
    }
}

#[test]
fn words_decide() {
    let in_d_minor = brief("something sad in D minor at 80 bpm for 45 seconds", 1);
    assert_eq!(
        in_d_minor.key,
        Key {
            tonic: 2,
            mode: Mode::Minor
        }
    );
    assert!((in_d_minor.beats_per_minute - 80.0).abs() < 1e-9 && in_d_minor.tempo_is_given);
    assert_eq!(in_d_minor.seconds, Some(45.0));
    assert_eq!(
        brief("rock in the key of F# minor", 1).key,
        Key {
            tonic: 6,
            mode: Mode::Minor
        }
    );
    assert_eq!(
        brief("a waltz in E flat major", 1).key,
        Key {
            tonic: 3,
            mode: Mode::Major
        }
    );
    let lengths = [
        ("one minute of jazz", Some(60.0)),
        ("a minute and a half of jazz", Some(90.0)),
        ("30s of jazz", Some(30.0)),
        ("a 20-second jingle", Some(20.0)),
        ("2.5 min of ambient", Some(150.0)),
        ("1:15 of ambient", Some(75.0)),
        ("as calm as a lake", None),
    ];
    for (words, seconds) in lengths {
        assert_eq!(brief(words, 1).seconds, seconds, "{words}");
    }
    assert!(
        brief("fast happy music", 1).beats_per_minute
            > brief("slow happy music", 1).beats_per_minute + 20.0
    );
    assert_eq!(brief("sad jazz", 1).character.mode, Mode::Minor);
}

#[test]
fn instruments_are_those_asked_for() {
    let plays = |words: &str| -> Vec<Instrument> {
        let mut players: Vec<_> = brief(words, 1)
            .players
            .iter()
            .map(|(_, instrument)| *instrument)
            .collect();
        players.dedup();
        players
    };
    assert_eq!(plays("solo piano, calm"), [Instrument::Piano]);
    let mixed = plays("guitar and flute with bass guitar");
    assert!(
        mixed.starts_with(&[Instrument::Guitar, Instrument::Flute, Instrument::Bass]),
        "{mixed:?}"
    );
    assert!(!plays("happy music without ukulele").contains(&Instrument::Ukulele));
    assert!(brief("happy music", 1).drums && !brief("happy music, no drums", 1).drums);
    assert!(!brief("calm piano", 1).drums && brief("calm piano with drums", 1).drums);
}

#[test]
fn motifs_come_back() {
    let score = written("calm piano music", 90.0, 5);
    let lead = score
        .parts
        .iter()
        .find(|part| part.role == Role::Lead)
        .expect("there is a melody");
    let rhythm = |from: f64| -> Vec<i64> {
        let bars = lead
            .notes
            .iter()
            .filter(|note| note.beat >= from && note.beat < from + 4.0);
        bars.map(|note| ((note.beat - from) * 100.0) as i64)
            .collect()
    };
    let bars: Vec<Vec<i64>> = (0..score.chords.len())
        .map(|bar| rhythm(bar as f64 * 4.0))
        .filter(|r| !r.is_empty())
        .collect();
    let repeated = bars
        .iter()
        .filter(|bar| bars.iter().filter(|other| other == bar).count() > 1)
        .count();
    assert!(
        repeated * 2 > bars.len(),
        "{repeated} of {} bars share their rhythm with another",
        bars.len()
    );
}

fn made(words: &str, seconds: f64, seed: u64) -> AudioBuffer {
    super::played(words, Some(seconds), seed, None, &|_| Ok(())).expect("nobody stops it")
}

fn sampled(words: &str, seconds: f64, seed: u64) -> AudioBuffer {
    let font = Sampled::installed().expect("the tests need a SoundFont (timgm6mb-soundfont)");
    super::played(words, Some(seconds), seed, Some(&font), &|_| Ok(())).expect("nobody stops it")
}

/// The largest jump from one sample to the next around a moment, compared with what is usual
/// nearby.
fn jump(samples: &[f32], at: usize) -> f32 {
    let steps = |from: usize, to: usize| {
        samples[from..to]
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).abs())
    };
    let near = steps(at.saturating_sub(24), (at + 24).min(samples.len())).fold(0.0, f32::max);
    let around =
        steps(at.saturating_sub(9_600), (at + 9_600).min(samples.len())).fold(0.0, f32::max);
    near / around.max(1e-3)
}

#[test]
fn what_is_heard_is_as_loud_and_as_long_as_promised() {
    for (words, seconds) in [
        ("calm piano music", 10.0),
        ("happy ukulele", 12.0),
        ("epic", 8.0),
        ("sad flute", 3.3),
    ] {
        for audio in [made(words, seconds, 3), sampled(words, seconds, 3)] {
            assert_eq!(
                audio.frames(),
                (seconds * 48_000.0).round() as usize,
                "{words}"
            );
            assert!(
                audio
                    .channels
                    .iter()
                    .flatten()
                    .all(|sample| sample.is_finite())
            );
            let measured = audio::loudness(&audio);
            assert!(
                (measured.integrated + 14.0).abs() < 1.0,
                "{words}: {measured:?}"
            );
            assert!(measured.true_peak <= -1.0, "{words}: {measured:?}");
            let level = |from: f64, to: f64| {
                let range = (from * 48_000.0) as usize..(to * 48_000.0) as usize;
                audio.channels[0][range.clone()]
                    .iter()
                    .map(|s| s * s)
                    .sum::<f32>()
                    / range.len() as f32
            };
            assert!(
                level(seconds - 0.2, seconds) < 0.02 * level(0.5, seconds - 1.5),
                "{words} does not fade out"
            );
            assert!(
                audio.channels[0][0].abs() < 1e-3
                    && audio.channels[0][audio.frames() - 1].abs() < 1e-3
            );
            assert!(audio.channels[0] != audio.channels[1], "{words} is stereo");
        }
    }
}

#[test]
fn there_are_no_clicks_where_sections_meet() {
    let (words, seconds, seed) = ("calm strings", 40.0, 11);
    let audio = made(words, seconds, seed);
    let score = written(words, seconds, seed);
    for bar in 1..score.chords.len() {
        let at = (score.time((bar * score.beats_per_bar) as f64) * 48_000.0) as usize;
        assert!(
            jump(&audio.channels[0], at.min(audio.frames() - 30)) < 1.01,
            "a click at bar {bar}"
        );
    }
}

#[test]
fn a_seed_makes_the_piece_and_it_can_be_stopped() {
    assert_eq!(made("dreamy bells", 4.0, 7), made("dreamy bells", 4.0, 7));
    assert_ne!(made("dreamy bells", 4.0, 7), made("dreamy bells", 4.0, 8));
    assert_eq!(sampled("happy jazz", 4.0, 7), sampled("happy jazz", 4.0, 7));
    assert_ne!(sampled("happy jazz", 4.0, 7), made("happy jazz", 4.0, 7));
    let stopped = super::make("calm", Some(30.0), 1, &|_| Err(patchbay_domain::Cancelled));
    assert_eq!(stopped.unwrap_err(), super::MusicError::Cancelled);
    let too_long = super::make("two hours... 90 minutes of jazz", None, 1, &|_| Ok(()));
    assert!(too_long.unwrap_err().to_string().contains("10 minutes"));
}
