//! Words for the equaliser: more bass, less treble, what sounds like a telephone, and frequencies
//! with an amount.

use std::sync::LazyLock;

use patchbay_values::effects::limits::{BAND_GAINS, FREQUENCIES};
use patchbay_values::effects::{Band, Effect, Shape};
use regex::Regex;

use super::{number, pattern, strength, take, within};

/// "More bass" without a figure, in dB.
const USUAL: f64 = 6.0;
/// What "no bass" takes away, in dB.
const GONE: f64 = -24.0;

const QUALIFIER: &str = r"(a (?:bit|little|lot|touch)(?: of)?|slightly|somewhat|much|way|far|really|strongly|heavily|massive(?:ly)?|extreme(?:ly)?)";
const AMOUNT: &str = r"([+-])?\s*(\d+(?:[.,]\d+)?)\s*(db|decibels?|%|percent)";
const REGION: &str = r"(sub[- ]?bass|bass(?:es)?|lows?(?:[- ]?end)?|low frequenc(?:y|ies)|mids?|mid[- ]?range|middle frequencies|presence|treble|trebles|highs?(?:[- ]?end)?|top[- ]?end|high frequenc(?:y|ies)|air)";
const VERB: &str = r"(more|less|extra|boost(?:ing|ed)?|increas(?:e|ed|ing)|rais(?:e|ed|ing)|add|lift|turn up|pump up|bring up|enhance|strengthen|emphasi[sz]e|stronger|cut(?:ting)?|reduc(?:e|ed|ing)|lower|remov(?:e|ed|ing)|turn down|bring down|decrease|drop|roll off|attenuate|weaken|weaker|without|no|kill|turn|take|bring|put)";
const WAY: &str = r"(boost(?:ed)?|up|higher|louder|stronger|cut|down|lower|quieter|softer|reduced|reduction|off|out)";

static MOVED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:{AMOUNT}\s*(?:of )?)?(?:{QUALIFIER}\s+)?\b{VERB}\s+(?:of )?(?:the |its |some |any )?{REGION}(?:\s*(?:and|&|,)\s*(?:the )?{REGION})?\b(?:\s+{WAY}\b)?(?:\s*(?:by|with|of|to)?\s*(?:about )?{AMOUNT})?(?:\s+{QUALIFIER}\b)?"
    ))
});
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:{QUALIFIER}\s+)?\b{REGION}[\s-]*(?:{WAY}\b(?:\s*(?:by|of)?\s*{AMOUNT})?|(?:by|of|at)?\s*{AMOUNT})"
    ))
});
static AT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(boost|raise|lift|increase|cut|reduce|lower|attenuate|notch)?\s*(?:out )?(?:at |around |the )*(\d+(?:[.,]\d+)?)\s*(k?)hz\b\s*(?:by|with)?\s*([+-])?\s*(\d+(?:[.,]\d+)?)\s*db\b|([+-])\s*(\d+(?:[.,]\d+)?)\s*db at (\d+(?:[.,]\d+)?)\s*(k?)hz\b",
    )
});
static PASS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(high[- ]?pass|low[- ]?cut)|(low[- ]?pass|high[- ]?cut))(?:ed)?(?: filter)?(?:\s*(?:at|of|from|below|above|under|to)?\s*(\d+(?:[.,]\d+)?)\s*(k?)hz)?\b|\b(?:cut|remove|filter out|everything|all|roll off)\b[^.;,]{0,20}\b(?:(below|under)|(above|over)) (\d+(?:[.,]\d+)?)\s*(k?)hz\b",
    )
});

/// Sounds that have a name, with the words for them.
static NAMES: LazyLock<Vec<(Regex, Vec<Band>)>> = LazyLock::new(|| {
    use Shape::{HighShelf, LowPass, LowShelf, Peak};
    let between = |low: f64, high: f64, peaks: &[Band]| {
        [
            &Band::steep(Shape::HighPass, low)[..],
            &Band::steep(LowPass, high),
            peaks,
        ]
        .concat()
    };
    let peak = |frequency, gain| Band::new(Peak, frequency, gain);
    [
        (r"\b(?:like|as if|through|over|via|on|down|from) (?:\w+ ){0,3}(?:tele)?phone(?: line| call)?\b|\btelephone\b(?: (?:effect|filter|voice|sound|eq))?|\bphone (?:effect|filter|voice|sound|eq)\b|\bwalkie[- ]talkie\b|\bintercom\b", between(300.0, 3_400.0, &[peak(1_500.0, 4.0)])),
        (r"\b(?:old|am|like|through|over|on|from) (?:\w+ ){0,3}radio\b|\bradio (?:effect|filter|voice|sound)\b", between(200.0, 5_000.0, &[peak(1_200.0, 3.0)])),
        (r"\b(?:megaphone|bullhorn|loud ?hailer|tannoy)\b", between(500.0, 4_000.0, &[peak(1_800.0, 7.0)])),
        (r"\bunder ?water\b", Band::steep(LowPass, 450.0).to_vec()),
        (r"\bmuffled?\b|\bbehind (?:a|the) (?:wall|door)\b|\b(?:next|another|other) (?:room|door)\b|\bdull(?:er)?\b", Band::steep(LowPass, 900.0).to_vec()),
        (r"\btinny\b", between(500.0, 9_000.0, &[peak(2_500.0, 5.0)])),
        (r"\b(?:remove|cut|reduce|less|without|no)(?: the)? rumbl(?:e|ing)\b|\bde-?rumble\b", Band::steep(Shape::HighPass, 80.0).to_vec()),
        (r"\b(?:less|reduce|cut|remove)(?: the)? (?:mud(?:dy|diness)?|boom(?:y|iness)?|boxy|boxiness)\b", vec![Band { quality: 0.9, ..peak(280.0, -5.0) }]),
        (r"\bde-?ess\w*|\b(?:less|reduce|cut|remove|tame)(?: the)? (?:sibilan\w+|hiss(?:y|ing) s\w*|harsh(?:ness)?)\b", vec![peak(6_800.0, -6.0)]),
        (r"\bwarm(?:er|th)?\b", vec![Band::new(LowShelf, 220.0, 3.0), Band::new(HighShelf, 6_000.0, -2.5)]),
        (r"\b(?:bright(?:er|en)?|crisp(?:er)?|airier|clearer|more clarity|more brilliance)\b", vec![Band::new(HighShelf, 4_500.0, 4.5), peak(300.0, -1.5)]),
        (r"\b(?:dark(?:er|en)|mellow(?:er)?)\b", vec![Band::new(HighShelf, 3_500.0, -6.0)]),
        (r"\b(?:bass(?:ier|y)|boomier|fuller)\b", vec![Band::new(LowShelf, 140.0, 5.0)]),
    ]
    .map(|(words, bands)| (pattern(words), bands))
    .into()
});

/// All that a sentence asks of the equaliser, as one effect.
pub(super) fn found(text: &mut String, effects: &mut Vec<Effect>) {
    let mut bands = Vec::new();
    for found in take(&PASS, text) {
        bands.extend(pass(&found));
    }
    for found in take(&AT, text) {
        bands.push(at(&found));
    }
    for found in take(&MOVED, text) {
        let words = [&found[4], &found[12]].map(String::as_str).join(" ");
        let gain = amount(&found[1..4]).or_else(|| amount(&found[9..12]));
        let gain = moved(&found[5], &found[8], gain, strength(&words));
        bands.extend(
            [&found[6], &found[7]]
                .into_iter()
                .filter(|name| !name.is_empty())
                .map(|name| region(name, gain)),
        );
    }
    for found in take(&NAMED, text) {
        let gain = amount(&found[4..7]).or_else(|| amount(&found[7..10]));
        bands.push(region(
            &found[2],
            moved("", &found[3], gain, strength(&found[1])),
        ));
    }
    for (words, named) in NAMES.iter() {
        if !take(words, text).is_empty() {
            bands.extend(named);
        }
    }
    if !bands.is_empty() {
        effects.push(Effect::Equalise(bands));
    }
}

/// A gain in dB, from sign, figure and unit, and whether its sign was given.
fn amount(groups: &[String]) -> Option<(f64, bool)> {
    let [sign, figure, unit] = groups else {
        return None;
    };
    if figure.is_empty() {
        return None;
    }
    let size = number(figure);
    let is_share = unit.starts_with(['%', 'p']);
    let decibels = |sign: f64| {
        if is_share {
            20.0 * (1.0 + sign * size / 100.0).max(0.05).log10()
        } else {
            sign * size
        }
    };
    Some(if sign == "-" {
        (decibels(-1.0), true)
    } else {
        (decibels(1.0), sign == "+")
    })
}

/// The gain that a verb and a direction ask for, by an amount or as strongly as the words say.
fn moved(verb: &str, way: &str, amount: Option<(f64, bool)>, strength: f64) -> f64 {
    let is_any = |words: &[&str]| {
        words
            .iter()
            .any(|word| verb.starts_with(word) || way.starts_with(word))
    };
    let is_gone = ["without", "no", "kill", "remov"]
        .iter()
        .any(|word| verb.starts_with(word));
    let is_down = is_gone
        || is_any(&[
            "less",
            "cut",
            "reduc",
            "lower",
            "turn down",
            "bring down",
            "decrease",
            "drop",
            "roll",
            "atten",
            "weak",
        ])
        || is_any(&["down", "quieter", "softer", "off", "out"]);
    let gain = match amount {
        Some((gain, true)) => gain,
        Some((gain, false)) => {
            if is_down {
                -gain.abs()
            } else {
                gain
            }
        }
        None if is_gone => GONE,
        None => USUAL * strength.min(1.7) * if is_down { -1.0 } else { 1.0 },
    };
    within(gain, BAND_GAINS)
}

/// The band of a part of the spectrum that has a name.
fn region(name: &str, gain: f64) -> Band {
    match name {
        sub if sub.starts_with("sub") => Band::new(Shape::LowShelf, 70.0, gain),
        low if low.starts_with("bass") || low.starts_with("low") => Band::bass(gain),
        "presence" => Band::new(Shape::Peak, 3_000.0, gain),
        middle if middle.starts_with("mid") => Band {
            quality: 0.7,
            ..Band::new(Shape::Peak, Band::MIDDLE, gain)
        },
        "air" => Band::new(Shape::HighShelf, 10_000.0, gain),
        _ => Band::treble(gain),
    }
}

fn hertz(figure: &str, kilo: &str) -> f64 {
    number(figure) * if kilo.is_empty() { 1.0 } else { 1_000.0 }
}

fn pass(found: &[String]) -> [Band; 2] {
    let is_high = !found[1].is_empty() || !found[5].is_empty();
    let given = [(&found[3], &found[4]), (&found[7], &found[8])]
        .into_iter()
        .find(|(figure, _)| !figure.is_empty());
    let usual = if is_high { 80.0 } else { 8_000.0 };
    let frequency = given
        .map_or(usual, |(figure, kilo)| hertz(figure, kilo))
        .clamp(FREQUENCIES.0, FREQUENCIES.1);
    Band::steep(
        if is_high {
            Shape::HighPass
        } else {
            Shape::LowPass
        },
        frequency,
    )
}

fn at(found: &[String]) -> Band {
    let (frequency, sign, size) = if found[2].is_empty() {
        (hertz(&found[8], &found[9]), &found[6], &found[7])
    } else {
        (hertz(&found[2], &found[3]), &found[4], &found[5])
    };
    let is_down = sign == "-"
        || (sign.is_empty()
            && ["cut", "red", "low", "att", "not"]
                .iter()
                .any(|w| found[1].starts_with(w)));
    let size = number(size);
    let gain = within(if is_down { -size } else { size }, BAND_GAINS);
    Band::new(
        Shape::Peak,
        frequency.clamp(FREQUENCIES.0, FREQUENCIES.1),
        gain,
    )
}
