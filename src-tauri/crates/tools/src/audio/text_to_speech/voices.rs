//! Choice of espeak-ng's voice for a text.

use whatlang::Lang;

/// The voices to try for a text, the best first: that of its language where it can be told, and
/// English.
pub(in crate::audio) fn wanted(text: &str) -> Vec<&'static str> {
    let sample: String = text.chars().take(4_000).collect();
    let info = whatlang::detect(&sample);
    // Whole scripts belong to one language; a few words in Latin letters could be anything.
    let found = info
        .filter(|info| info.is_reliable() || info.script() != whatlang::Script::Latin)
        .map(|info| info.lang());
    let mut voices: Vec<&str> = found.map_or(&[][..], of).to_vec();
    voices.extend(of(Lang::Eng));
    voices
}

/// Whether a text is English, as far as can be told: a few words could be of any language.
pub(crate) fn is_english(text: &str) -> bool {
    wanted(text).first() == of(Lang::Eng).first()
}

/// The voices of a language, the best first; none where espeak-ng has none.
fn of(language: Lang) -> &'static [&'static str] {
    match language {
        Lang::Eng => &["en-us", "en"],
        Lang::Afr => &["af"],
        Lang::Amh => &["am"],
        Lang::Ara => &["ar"],
        Lang::Aze => &["az"],
        Lang::Bel => &["be"],
        Lang::Ben => &["bn"],
        Lang::Bul => &["bg"],
        Lang::Cat => &["ca"],
        Lang::Ces => &["cs"],
        Lang::Cym => &["cy"],
        Lang::Cmn => &["cmn", "zh"],
        Lang::Dan => &["da"],
        Lang::Deu => &["de"],
        Lang::Ell => &["el"],
        Lang::Epo => &["eo"],
        Lang::Est => &["et"],
        Lang::Fin => &["fi"],
        Lang::Fra => &["fr-fr", "fr"],
        Lang::Guj => &["gu"],
        Lang::Heb => &["he"],
        Lang::Hin => &["hi"],
        Lang::Hrv => &["hr"],
        Lang::Hun => &["hu"],
        Lang::Hye => &["hy"],
        Lang::Ind => &["id"],
        Lang::Ita => &["it"],
        Lang::Jpn => &["ja"],
        Lang::Kan => &["kn"],
        Lang::Kat => &["ka"],
        Lang::Kor => &["ko"],
        Lang::Lat => &["la"],
        Lang::Lav => &["lv"],
        Lang::Lit => &["lt"],
        Lang::Mal => &["ml"],
        Lang::Mar => &["mr"],
        Lang::Mkd => &["mk"],
        Lang::Mya => &["my"],
        Lang::Nep => &["ne"],
        Lang::Nld => &["nl"],
        Lang::Nob => &["nb", "no"],
        Lang::Ori => &["or"],
        Lang::Pan => &["pa"],
        Lang::Pes => &["fa"],
        Lang::Pol => &["pl"],
        Lang::Por => &["pt-br", "pt"],
        Lang::Ron => &["ro"],
        Lang::Rus => &["ru"],
        Lang::Sin => &["si"],
        Lang::Slk => &["sk"],
        Lang::Slv => &["sl"],
        Lang::Spa => &["es"],
        Lang::Srp => &["sr"],
        Lang::Swe => &["sv"],
        Lang::Tam => &["ta"],
        Lang::Tel => &["te"],
        Lang::Tha => &["th"],
        Lang::Tuk => &["tk"],
        Lang::Tur => &["tr"],
        Lang::Ukr => &["uk"],
        Lang::Urd => &["ur"],
        Lang::Uzb => &["uz"],
        Lang::Vie => &["vi"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{is_english, wanted};

    #[test]
    fn the_language_chooses_the_voice() {
        for (text, voice) in [
            (
                "Guten Tag, heute sprechen wir über das Wetter an der Küste und über die Züge.",
                "de",
            ),
            (
                "Bonjour à tous, aujourd'hui nous allons parler de la cuisine française.",
                "fr-fr",
            ),
            ("Сегодня мы поговорим о погоде.", "ru"),
            ("今日はとてもいい天気ですね。", "ja"),
            (
                "Welcome to this film about the harbour and the sea.",
                "en-us",
            ),
            ("Ok", "en-us"),
        ] {
            assert_eq!(wanted(text).first(), Some(&voice), "{text}");
        }
    }

    #[test]
    fn english_is_told_from_other_languages() {
        assert!(is_english(
            "The harbour lies still. Nobody is awake yet, not even the gulls."
        ));
        assert!(is_english("OK 7"));
        assert!(!is_english(
            "Der Hafen liegt still. Noch ist niemand wach, nicht einmal die Möwen schreien."
        ));
        assert!(!is_english("港は静かだ。"));
    }
}
