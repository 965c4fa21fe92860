//! The instruments: their names in requests, where they sound well, and what they are good for.

use super::role::Role;

/// An instrument with pitch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Instrument {
    Piano,
    ElectricPiano,
    Guitar,
    Ukulele,
    Harp,
    Strings,
    Pizzicato,
    Flute,
    Brass,
    Bells,
    MusicBox,
    Marimba,
    Organ,
    Pad,
    Lead,
    Bass,
    SynthBass,
}

/// A drum or cymbal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Drum {
    Kick,
    Snare,
    Rim,
    Clap,
    ClosedHat,
    OpenHat,
    Ride,
    Shaker,
    Tom,
    Taiko,
    Crash,
}

/// Words that name an instrument, as they stand in requests (with or without a plural s).
const WORDS: [(&str, Instrument); 40] = [
    ("electric piano", Instrument::ElectricPiano),
    ("e-piano", Instrument::ElectricPiano),
    ("rhodes", Instrument::ElectricPiano),
    ("keyboard", Instrument::ElectricPiano),
    ("piano", Instrument::Piano),
    ("bass guitar", Instrument::Bass),
    ("electric bass", Instrument::Bass),
    ("double bass", Instrument::Bass),
    ("synth bass", Instrument::SynthBass),
    ("sub bass", Instrument::SynthBass),
    ("bass", Instrument::Bass),
    ("guitar", Instrument::Guitar),
    ("banjo", Instrument::Ukulele),
    ("mandolin", Instrument::Ukulele),
    ("ukulele", Instrument::Ukulele),
    ("uke", Instrument::Ukulele),
    ("harp", Instrument::Harp),
    ("lute", Instrument::Harp),
    ("pizzicato", Instrument::Pizzicato),
    ("string", Instrument::Strings),
    ("violin", Instrument::Strings),
    ("cello", Instrument::Strings),
    ("viola", Instrument::Strings),
    ("orchestra", Instrument::Strings),
    ("flute", Instrument::Flute),
    ("whistle", Instrument::Flute),
    ("recorder", Instrument::Flute),
    ("brass", Instrument::Brass),
    ("horn", Instrument::Brass),
    ("trumpet", Instrument::Brass),
    ("music box", Instrument::MusicBox),
    ("bell", Instrument::Bells),
    ("glockenspiel", Instrument::Bells),
    ("celesta", Instrument::MusicBox),
    ("marimba", Instrument::Marimba),
    ("xylophone", Instrument::Marimba),
    ("organ", Instrument::Organ),
    ("pad", Instrument::Pad),
    ("synthesizer", Instrument::Lead),
    ("synth", Instrument::Lead),
];

impl Instrument {
    /// The instruments that a request names, in the order of the words; a longer name hides the
    /// shorter ones in it. Each comes with where its name begins.
    pub(crate) fn named_in(text: &str) -> Vec<(usize, Self)> {
        let mut rest = text.to_lowercase();
        let mut found = Vec::new();
        for (word, instrument) in WORDS {
            while let Some(at) = find_word(&rest, word) {
                found.push((at, instrument));
                rest.replace_range(at..at + word.len(), &" ".repeat(word.len()));
            }
        }
        found.sort_by_key(|(at, _)| *at);
        let mut seen = Vec::new();
        found.retain(|(_, instrument)| {
            !seen.contains(instrument) && {
                seen.push(*instrument);
                true
            }
        });
        found
    }

    /// Roles that it can have in a piece, the best first.
    pub(crate) fn roles(self) -> &'static [Role] {
        match self {
            Self::Piano
            | Self::ElectricPiano
            | Self::Marimba
            | Self::Harp
            | Self::Pizzicato
            | Self::MusicBox
            | Self::Guitar
            | Self::Ukulele => &[Role::Chords, Role::Lead],
            Self::Strings | Self::Organ => &[Role::Pad, Role::Lead, Role::Chords],
            Self::Flute | Self::Bells => &[Role::Lead, Role::Chords],
            Self::Brass => &[Role::Lead, Role::Pad],
            Self::Pad => &[Role::Pad],
            Self::Lead => &[Role::Lead, Role::Chords, Role::Pad],
            Self::Bass | Self::SynthBass => &[Role::Bass],
        }
    }

    /// The middle of where its melodies lie, as a MIDI number.
    pub(crate) fn melody_centre(self) -> i32 {
        match self {
            Self::Bells | Self::MusicBox => 81,
            Self::Flute => 77,
            Self::Piano | Self::Harp | Self::Marimba => 74,
            Self::Brass => 65,
            _ => 71,
        }
    }

    /// The middle of where its chords lie, as a MIDI number.
    pub(crate) fn chord_centre(self) -> i32 {
        match self {
            Self::Bells | Self::MusicBox => 72,
            Self::Ukulele => 67,
            Self::Flute | Self::Marimba | Self::Pizzicato => 65,
            Self::Guitar => 58,
            _ => 60,
        }
    }
}

/// Byte position at which a word (or its plural) stands by itself in a text.
pub(crate) fn find_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let mut after = text[at + word.len()..].chars();
        let next = after.next();
        let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        ends(before) && (ends(next) || (next == Some('s') && ends(after.next())))
    })
}
