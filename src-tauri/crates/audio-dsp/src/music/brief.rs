//! Brief of a piece, found in a request's words: mood and style, tempo, key, instruments and
//! length.

use std::sync::LazyLock;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use regex::Regex;

use super::accompaniment::Pattern;
use super::character::Character;
use super::instrument::{Instrument, find_word};
use super::role::Role;
use super::theory::{Key, Mode};

/// The music to write.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Brief {
    pub character: Character,
    pub key: Key,
    pub beats_per_minute: f64,
    /// Whether the words give the tempo in beats per minute, so that it is not bent to the length.
    pub tempo_is_given: bool,
    /// Roles and the instruments that play them.
    pub players: Vec<(Role, Instrument)>,
    pub drums: bool,
    /// The length that the words give, in seconds.
    pub seconds: Option<f64>,
}

static TEMPO: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\d{2,3})\s*(?:bpm|beats per minute)"));
static KEY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:in|key of)\s+(?:the key of\s+)?([a-g])(?:[\s-]?(sharp|flat)|(#|♯|♭|b))?\s*(major|minor|maj|min|dorian|phrygian|lydian|mixolydian)?(?:\W|$)",
    )
});
static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(\d+(?:[.,]\d+)?)[\s-]*|(one and a half|a and a half|half a|an?|one|two|three|four|five|ten|fifteen|twenty|thirty|forty[- ]five|sixty)[\s-]+)(seconds?|secs?|s|minutes?|mins?|m)\b(\s+and\s+a\s+half)?",
    )
});
static CLOCK: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{1,2}):([0-5]\d)\b"));

fn pattern(expression: &str) -> Regex {
    Regex::new(expression).expect("the expression is well formed")
}

impl Brief {
    /// Reads a request's words; what they leave open is drawn from `random`.
    pub(crate) fn of(words: &str, random: &mut ChaCha8Rng) -> Self {
        let text = words.to_lowercase();
        let character = Character::of(&text);
        let tempo_given = TEMPO
            .captures(&text)
            .and_then(|found| found[1].parse().ok());
        let (slowest, fastest) = character.tempo;
        let mut beats_per_minute = random.random_range(slowest..=fastest);
        if any_word(&text, &["fast", "faster", "quick", "up-tempo", "uptempo"]) && fastest < 120.0 {
            beats_per_minute = fastest * 1.2;
        } else if any_word(&text, &["slow", "slower", "slowly"]) {
            beats_per_minute = slowest * 0.9;
        }
        let key = key_in(&text, character.mode).unwrap_or_else(|| Key {
            // Keys that fingers and loudspeakers like: C, D, E flat, F, G, A.
            tonic: [0, 2, 3, 5, 7, 9][random.random_range(0..6)],
            mode: character.mode,
        });
        let (players, drums) = players(&text, &character);
        Self {
            key,
            beats_per_minute: tempo_given.unwrap_or(beats_per_minute).clamp(40.0, 220.0),
            tempo_is_given: tempo_given.is_some(),
            players,
            drums,
            seconds: seconds_in(&text),
            character,
        }
    }

    /// Pattern of the chords: the character's, or one that suits the instrument that was asked for.
    pub(crate) fn chord_pattern(&self) -> Pattern {
        let asked = self
            .players
            .iter()
            .find(|(role, _)| *role == Role::Chords)
            .map(|(_, instrument)| *instrument);
        match (self.character.pattern, asked) {
            (Pattern::Strum | Pattern::Picking, Some(Instrument::Guitar | Instrument::Ukulele)) => {
                self.character.pattern
            }
            (Pattern::Strum | Pattern::Picking, _) => Pattern::Blocks,
            (Pattern::Arpeggio | Pattern::Alberti | Pattern::Blocks, Some(Instrument::Guitar)) => {
                Pattern::Picking
            }
            (Pattern::Arpeggio, Some(Instrument::Ukulele)) => Pattern::Strum,
            (
                Pattern::Arpeggio | Pattern::Alberti,
                Some(Instrument::Strings | Instrument::Organ),
            ) => Pattern::Sustained,
            (pattern, _) => pattern,
        }
    }
}

fn any_word(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| find_word(text, word).is_some())
}

/// The key that the words name, such as "in D minor" or "in the key of F#".
fn key_in(text: &str, mode: Mode) -> Option<Key> {
    let found = KEY.captures(text)?;
    let mode = match found.get(4).map(|name| name.as_str()) {
        Some("major" | "maj") => Mode::Major,
        Some("minor" | "min") => Mode::Minor,
        Some("dorian") => Mode::Dorian,
        Some("phrygian") => Mode::Phrygian,
        Some("lydian") => Mode::Lydian,
        Some("mixolydian") => Mode::Mixolydian,
        // "in a …" is hardly ever a key.
        _ if &found[1] == "a" && !text.contains("key of") => return None,
        _ => mode,
    };
    let natural = match &found[1] {
        "c" => 0,
        "d" => 2,
        "e" => 4,
        "f" => 5,
        "g" => 7,
        "a" => 9,
        _ => 11,
    };
    let accidental = match found.get(2).or(found.get(3)).map(|sign| sign.as_str()) {
        Some("sharp" | "#" | "♯") => 1,
        Some("flat" | "b" | "♭") => -1,
        _ => 0,
    };
    Some(Key {
        tonic: (natural + accidental + 12) % 12,
        mode,
    })
}

/// The length that words in small letters give, such as "30 seconds", "a minute and a half" or
/// "1:20".
pub fn seconds_in(text: &str) -> Option<f64> {
    if let Some(found) = LENGTH.captures(text) {
        let number = match found.get(1).or(found.get(2))?.as_str() {
            "a" | "an" | "one" => 1.0,
            "two" => 2.0,
            "three" => 3.0,
            "four" => 4.0,
            "five" => 5.0,
            "ten" => 10.0,
            "fifteen" => 15.0,
            "twenty" => 20.0,
            "thirty" => 30.0,
            "forty five" | "forty-five" => 45.0,
            "sixty" => 60.0,
            "half a" => 0.5,
            "one and a half" | "a and a half" => 1.5,
            digits => digits.replace(',', ".").parse().ok()?,
        };
        let unit = if found[3].starts_with('m') { 60.0 } else { 1.0 };
        let half = if found.get(4).is_some() { 0.5 } else { 0.0 };
        return Some((number + half) * unit);
    }
    let found = CLOCK.captures(text)?;
    Some(found[1].parse::<f64>().ok()? * 60.0 + found[2].parse::<f64>().ok()?)
}

/// Roles and the instruments that play them: those that were asked for in the roles that suit them,
/// the character's where they leave a role open, and nothing else where the words say "only" or
/// "solo".
fn players(text: &str, character: &Character) -> (Vec<(Role, Instrument)>, bool) {
    let refused = |at: usize| {
        let before: Vec<&str> = text[..at].split_whitespace().rev().take(3).collect();
        before
            .iter()
            .any(|word| ["no", "without", "not", "minus"].contains(word))
    };
    let (without, asked): (Vec<_>, Vec<_>) = Instrument::named_in(text)
        .into_iter()
        .partition(|(at, _)| refused(*at));
    let without: Vec<Instrument> = without
        .into_iter()
        .map(|(_, instrument)| instrument)
        .collect();
    let asked: Vec<Instrument> = asked
        .into_iter()
        .map(|(_, instrument)| instrument)
        .collect();
    let alone = !asked.is_empty() && any_word(text, &["only", "solo", "just", "alone"]);

    let mut players: Vec<(Role, Instrument)> = Vec::new();
    for &instrument in &asked {
        let free = instrument
            .roles()
            .iter()
            .find(|role| players.iter().all(|(taken, _)| taken != *role));
        if let Some(role) = free {
            players.push((*role, instrument));
        }
    }
    let own = [
        (Role::Chords, Some(character.chords)),
        (Role::Lead, Some(character.lead)),
        (Role::Pad, character.pad),
        (Role::Bass, character.bass.map(|(instrument, _)| instrument)),
    ];
    for (role, instrument) in own {
        if players.iter().any(|(taken, _)| *taken == role) {
            continue;
        }
        // Who was asked for plays melody and chords alike before somebody else is called in.
        let both = asked
            .iter()
            .copied()
            .find(|instrument| instrument.roles().contains(&role));
        let chosen = match role {
            Role::Lead | Role::Chords => both.or(if alone { None } else { instrument }),
            Role::Pad | Role::Bass => instrument.filter(|_| !alone),
        };
        players.extend(
            chosen
                .filter(|instrument| !without.contains(instrument))
                .map(|instrument| (role, instrument)),
        );
    }
    let drum_words = ["drum", "percussion", "beat", "drumming"];
    let named = drum_words.iter().find_map(|word| find_word(text, word));
    let drums = match named {
        Some(at) => !refused(at),
        None => character.groove.is_some() && !alone,
    };
    (players, drums)
}
