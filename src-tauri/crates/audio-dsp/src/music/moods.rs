//! The moods that music can be asked for: each gives scale, tempo and harmony, and usual
//! instruments.

use super::accompaniment::{BassLine, Pattern};
use super::character::Character;
use super::groove::Groove;
use super::instrument::Instrument;
use super::theory::{Colour, Mode};

/// Every mood.
pub(super) const MOODS: [Character; 9] = [
    CALM, HAPPY, SAD, TENSE, EPIC, DREAMY, ROMANTIC, ENERGETIC, PLAYFUL,
];

/// Character of music where nothing else is asked for.
pub(super) const CALM: Character = Character {
    words: "calm, peaceful, relaxing, relaxed, relax, gentle, soft, quiet, soothing, serene, mellow, meditative, \
        meditation, tranquil, tender, slow, background, spa, sleep, yoga",
    mode: Mode::Major,
    tempo: (66.0, 78.0),
    beats_per_bar: 4,
    a: &[[0, 4, 5, 3], [0, 2, 3, 0], [0, 5, 3, 4], [0, 3, 0, 4]],
    b: &[[3, 0, 3, 4], [5, 3, 0, 4], [3, 4, 2, 5]],
    colour: Colour::Ninth,
    lead: Instrument::Piano,
    chords: Instrument::Piano,
    pattern: Pattern::Arpeggio,
    pad: Some(Instrument::Strings),
    bass: None,
    groove: None,
    activity: 0.25,
    swing: 0.0,
    reverb: 0.6,
};

const HAPPY: Character = Character {
    words: "happy, cheerful, upbeat, joyful, joyous, sunny, bright, fun, positive, uplifting, merry, holiday, \
        vacation, summer, lighthearted, carefree, feel-good, lively, birthday, celebration",
    tempo: (108.0, 122.0),
    a: &[[0, 4, 5, 3], [0, 3, 4, 3], [0, 5, 3, 4]],
    b: &[[5, 3, 0, 4], [3, 4, 0, 5], [3, 0, 3, 4]],
    colour: Colour::Triad,
    lead: Instrument::Bells,
    chords: Instrument::Ukulele,
    pattern: Pattern::Strum,
    pad: None,
    bass: Some((Instrument::Bass, BassLine::RootFifth)),
    groove: Some(Groove::Light),
    activity: 0.6,
    reverb: 0.3,
    ..CALM
};

const SAD: Character = Character {
    words: "sad, melancholic, melancholy, sorrowful, gloomy, emotional, lonely, nostalgic, heartbreaking, \
        mournful, bittersweet, moody, grief, farewell",
    mode: Mode::Minor,
    tempo: (60.0, 70.0),
    a: &[[0, 5, 2, 6], [0, 3, 5, 4], [0, 6, 5, 4]],
    b: &[[5, 6, 2, 0], [3, 0, 5, 4], [5, 2, 6, 0]],
    colour: Colour::Triad,
    activity: 0.25,
    reverb: 0.65,
    ..CALM
};

const TENSE: Character = Character {
    words: "tense, suspense, suspenseful, dark, scary, creepy, horror, thriller, ominous, mysterious, mystery, \
        sinister, eerie, spooky, dramatic, menacing, anxious",
    mode: Mode::Phrygian,
    tempo: (88.0, 100.0),
    a: &[[0, 1, 0, 6], [0, 0, 1, 0], [0, 5, 1, 0]],
    b: &[[3, 1, 0, 6], [5, 3, 1, 0]],
    colour: Colour::Triad,
    lead: Instrument::Strings,
    chords: Instrument::Pizzicato,
    pattern: Pattern::Ostinato,
    pad: Some(Instrument::Pad),
    bass: Some((Instrument::SynthBass, BassLine::Pulse)),
    groove: Some(Groove::Cinematic),
    activity: 0.15,
    reverb: 0.6,
    ..CALM
};

const EPIC: Character = Character {
    words: "epic, heroic, cinematic, majestic, powerful, grand, triumphant, trailer, adventure, adventurous, \
        battle, victory, inspiring, inspirational, motivational",
    mode: Mode::Minor,
    tempo: (92.0, 104.0),
    a: &[[0, 5, 2, 6], [0, 6, 5, 6], [0, 2, 6, 3]],
    b: &[[5, 6, 0, 2], [3, 5, 6, 0]],
    colour: Colour::Triad,
    lead: Instrument::Brass,
    chords: Instrument::Strings,
    pattern: Pattern::Ostinato,
    pad: Some(Instrument::Strings),
    bass: Some((Instrument::SynthBass, BassLine::Pulse)),
    groove: Some(Groove::Cinematic),
    activity: 0.3,
    reverb: 0.55,
    ..CALM
};

pub(super) const DREAMY: Character = Character {
    words: "dreamy, ethereal, magical, floating, atmospheric, spacey, space, heavenly, hypnotic, underwater, \
        fairy, wonder, dream",
    mode: Mode::Lydian,
    tempo: (62.0, 72.0),
    a: &[[0, 1, 0, 4], [0, 4, 1, 0], [0, 2, 1, 4]],
    b: &[[5, 1, 2, 4], [2, 5, 1, 4]],
    colour: Colour::Ninth,
    lead: Instrument::Bells,
    chords: Instrument::ElectricPiano,
    pattern: Pattern::Arpeggio,
    pad: Some(Instrument::Pad),
    activity: 0.2,
    reverb: 0.85,
    ..CALM
};

const ROMANTIC: Character = Character {
    words: "romantic, love, wedding, loving, warm, sentimental, touching, hopeful, hope",
    tempo: (68.0, 80.0),
    a: &[[0, 5, 1, 4], [0, 2, 3, 4], [0, 4, 5, 3]],
    b: &[[3, 4, 2, 5], [5, 2, 3, 4]],
    colour: Colour::Ninth,
    activity: 0.35,
    ..CALM
};

pub(super) const ENERGETIC: Character = Character {
    words: "energetic, exciting, driving, fast, action, sport, sports, workout, intense, party, powerful, \
        running, racing",
    mode: Mode::Minor,
    tempo: (124.0, 134.0),
    a: &[[0, 5, 2, 6], [0, 6, 5, 6], [0, 3, 5, 6]],
    b: &[[5, 6, 0, 0], [3, 5, 0, 6]],
    colour: Colour::Triad,
    lead: Instrument::Lead,
    chords: Instrument::Lead,
    pattern: Pattern::Stabs,
    pad: Some(Instrument::Pad),
    bass: Some((Instrument::SynthBass, BassLine::Pulse)),
    groove: Some(Groove::FourOnFloor),
    activity: 0.6,
    reverb: 0.3,
    ..CALM
};

const PLAYFUL: Character = Character {
    words: "playful, quirky, funny, comic, comedy, silly, cute, kids, children, cartoon, whimsical, goofy, \
        sneaky",
    tempo: (112.0, 126.0),
    a: &[[0, 4, 0, 4], [0, 3, 4, 0], [0, 5, 1, 4]],
    b: &[[3, 0, 1, 4], [5, 1, 4, 0]],
    colour: Colour::Triad,
    lead: Instrument::Marimba,
    chords: Instrument::Pizzicato,
    pattern: Pattern::OffBeat,
    pad: None,
    bass: Some((Instrument::Bass, BassLine::RootFifth)),
    groove: Some(Groove::Light),
    activity: 0.7,
    reverb: 0.25,
    ..CALM
};
