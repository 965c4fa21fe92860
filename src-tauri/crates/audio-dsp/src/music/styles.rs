//! The styles that music can be asked for: each gives instruments, metre and patterns, and usual
//! harmony.

use super::accompaniment::{BassLine, Pattern};
use super::character::Character;
use super::groove::Groove;
use super::instrument::Instrument;
use super::moods::{CALM, DREAMY, ENERGETIC};
use super::theory::{Colour, Mode};

/// Every style.
pub(super) const STYLES: [Character; 10] = [
    FUNK, JAZZ, LOFI, ELECTRONIC, AMBIENT, FOLK, ROCK, CLASSICAL, WALTZ, LULLABY,
];

const FUNK: Character = Character {
    words: "funky, funk, groovy, groove, disco, soul",
    mode: Mode::Dorian,
    tempo: (100.0, 110.0),
    a: &[[0, 3, 0, 3], [0, 2, 3, 0], [0, 6, 3, 0]],
    b: &[[5, 3, 0, 6], [3, 4, 0, 0]],
    colour: Colour::Seventh,
    lead: Instrument::Guitar,
    chords: Instrument::ElectricPiano,
    pattern: Pattern::Stabs,
    pad: None,
    bass: Some((Instrument::Bass, BassLine::Funk)),
    groove: Some(Groove::Funk),
    activity: 0.65,
    swing: 0.06,
    reverb: 0.2,
    ..CALM
};

const JAZZ: Character = Character {
    words: "jazz, jazzy, lounge, swing, bossa, cafe, blues, bluesy",
    tempo: (96.0, 120.0),
    a: &[[1, 4, 0, 5], [0, 5, 1, 4], [2, 5, 1, 4]],
    b: &[[3, 1, 2, 5], [5, 1, 4, 0]],
    colour: Colour::Seventh,
    lead: Instrument::Piano,
    chords: Instrument::ElectricPiano,
    pattern: Pattern::Comping,
    pad: None,
    bass: Some((Instrument::Bass, BassLine::Walking)),
    groove: Some(Groove::Jazz),
    activity: 0.6,
    swing: 0.3,
    reverb: 0.3,
    ..CALM
};

const LOFI: Character = Character {
    words: "lofi, lo-fi, chill, chillout, chilled, hip hop, hip-hop, study, laid-back, cozy, cosy",
    mode: Mode::Dorian,
    tempo: (74.0, 84.0),
    a: &[[0, 3, 6, 2], [0, 4, 5, 3], [3, 2, 0, 0]],
    b: &[[5, 4, 0, 3], [2, 3, 0, 6]],
    colour: Colour::Seventh,
    lead: Instrument::ElectricPiano,
    chords: Instrument::ElectricPiano,
    pattern: Pattern::Comping,
    pad: Some(Instrument::Pad),
    bass: Some((Instrument::Bass, BassLine::Roots)),
    groove: Some(Groove::Laid),
    activity: 0.3,
    swing: 0.16,
    reverb: 0.4,
    ..CALM
};

const ELECTRONIC: Character = Character {
    words: "electronic, techno, house, edm, dance, trance, club, synthwave, electro",
    ..ENERGETIC
};

const AMBIENT: Character = Character {
    words: "ambient, drone, new age, new-age",
    pattern: Pattern::Sustained,
    chords: Instrument::Strings,
    activity: 0.1,
    ..DREAMY
};

const FOLK: Character = Character {
    words: "folk, acoustic, country, campfire, indie, travel, nature, road trip",
    tempo: (92.0, 106.0),
    a: &[[0, 3, 0, 4], [0, 4, 5, 3], [0, 3, 5, 4]],
    b: &[[5, 3, 0, 4], [3, 0, 4, 5]],
    colour: Colour::Triad,
    lead: Instrument::Flute,
    chords: Instrument::Guitar,
    pattern: Pattern::Picking,
    pad: None,
    bass: Some((Instrument::Bass, BassLine::Roots)),
    groove: Some(Groove::Light),
    activity: 0.45,
    reverb: 0.35,
    ..CALM
};

const ROCK: Character = Character {
    words: "rock, pop, punk, band, corporate, indie rock, commercial",
    mode: Mode::Major,
    tempo: (112.0, 126.0),
    a: &[[0, 4, 5, 3], [5, 3, 0, 4], [0, 3, 5, 4]],
    b: &[[3, 0, 4, 5], [5, 4, 3, 4]],
    colour: Colour::Triad,
    lead: Instrument::Lead,
    chords: Instrument::Guitar,
    pattern: Pattern::Strum,
    pad: Some(Instrument::Strings),
    bass: Some((Instrument::Bass, BassLine::Pulse)),
    groove: Some(Groove::Pop),
    activity: 0.5,
    reverb: 0.3,
    ..CALM
};

const CLASSICAL: Character = Character {
    words: "classical, baroque, orchestral, chamber, elegant, opera, symphonic",
    tempo: (84.0, 100.0),
    a: &[[0, 4, 5, 2], [0, 3, 4, 0], [0, 5, 1, 4]],
    b: &[[3, 0, 3, 4], [5, 1, 4, 0]],
    colour: Colour::Triad,
    lead: Instrument::Strings,
    chords: Instrument::Piano,
    pattern: Pattern::Alberti,
    activity: 0.55,
    reverb: 0.5,
    ..CALM
};

const WALTZ: Character = Character {
    words: "waltz, waltzing, 3/4, ballroom",
    beats_per_bar: 3,
    tempo: (126.0, 150.0),
    pattern: Pattern::OomPah,
    activity: 0.4,
    ..CLASSICAL
};

const LULLABY: Character = Character {
    words: "lullaby, music box, baby, christmas, winter, snow, xmas",
    beats_per_bar: 3,
    tempo: (84.0, 96.0),
    lead: Instrument::MusicBox,
    chords: Instrument::Harp,
    pattern: Pattern::Arpeggio,
    colour: Colour::Triad,
    ..CALM
};
