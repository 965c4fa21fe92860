//! Form of a piece: sections of whole phrases, scaled to its length, with the fullness of each.

/// Purpose of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SectionKind {
    /// Accompaniment alone.
    Intro,
    /// The first theme.
    A,
    /// The second theme.
    B,
    /// The end: it thins out, and its last bar is the held tonic.
    Outro,
}

/// A run of bars of one kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Section {
    /// Purpose of the section.
    pub kind: SectionKind,
    /// Number of bars, at least 1.
    pub bars: usize,
    /// Number of times that its theme was heard before.
    pub repeat: usize,
    /// Fullness of its sound, 0 to 1.
    pub intensity: f64,
}

/// The bars of a phrase.
pub(crate) const PHRASE: usize = 4;

/// Divides `bars` (at least 1) into sections; their bars add up to `bars`, and the last one is an
/// [`SectionKind::Outro`].
pub(crate) fn sections(bars: usize) -> Vec<Section> {
    let bars = bars.max(1);
    let body = bars - 1;
    let left_over = body % PHRASE;
    let (intro, closing) = match body {
        0..PHRASE => (0, 0),
        _ if body >= 6 * PHRASE => (PHRASE, left_over),
        _ => (left_over.min(2), left_over - left_over.min(2)),
    };
    let themes = body - intro - closing;
    let mut found = Vec::new();
    if intro > 0 {
        found.push(Section {
            kind: SectionKind::Intro,
            bars: intro,
            repeat: 0,
            intensity: 0.3,
        });
    }
    let phrases = themes.div_ceil(PHRASE);
    let mut seen = [0, 0];
    for index in 0..phrases {
        let kind = theme(index, phrases);
        let repeat = &mut seen[usize::from(kind == SectionKind::B)];
        let length = PHRASE.min(themes - index * PHRASE);
        found.push(Section {
            kind,
            bars: length,
            repeat: *repeat,
            intensity: rise(index, phrases),
        });
        *repeat += 1;
    }
    found.push(Section {
        kind: SectionKind::Outro,
        bars: closing + 1,
        repeat: 0,
        intensity: 0.4,
    });
    found
}

/// Theme of the phrase at `index` of `phrases`: A B A where there is room for little, else A A B B,
/// and A to end.
fn theme(index: usize, phrases: usize) -> SectionKind {
    let is_b = match phrases {
        0..=1 => false,
        2..=3 => index == 1,
        4 => index == 2,
        _ => index + 1 < phrases && index % 4 >= 2,
    };
    if is_b { SectionKind::B } else { SectionKind::A }
}

/// Fullness grows to the last phrase but breathes once on the way in long pieces.
fn rise(index: usize, phrases: usize) -> f64 {
    let along = if phrases <= 1 {
        0.5
    } else {
        index as f64 / (phrases - 1) as f64
    };
    let breath = if phrases >= 8 && index == phrases * 5 / 8 {
        0.35
    } else {
        0.0
    };
    (0.5 + 0.5 * along - breath).clamp(0.3, 1.0)
}
