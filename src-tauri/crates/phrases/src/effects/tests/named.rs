//! The values that sentences about sounds give, and how they are read back.

use patchbay_values::effects::named::{read, set, values};
use proptest::prelude::*;

use super::*;

fn with(sentence: &str, name: &str, value: &str) -> Option<Vec<Effect>> {
    let mut effects = asked(sentence);
    set(&mut effects, name, value).map(|()| effects)
}

#[test]
fn a_sentence_says_values() {
    for (sentence, expected) in [
        (
            "make it louder and fade out over 3 seconds",
            &[("fade_out", "3"), ("gain", "6")][..],
        ),
        ("fade it in", &[("fade_in", "2")]),
        (
            "add 2 seconds of silence in front of it and fade out over the last 3 seconds",
            &[("fade_out", "3"), ("silence_before", "2")],
        ),
        ("1.5 s of silence at the end", &[("silence_after", "1.5")]),
        (
            "cut it to the first 10 seconds and reverse it",
            &[("parts", "0:00 to 0:10"), ("reverse", "backwards")],
        ),
        ("fade out over the last 3 seconds", &[("fade_out", "3")]),
        (
            "pitch it up by 2 semitones and slow it down by 20 %",
            &[("pitch", "2"), ("speed", "0.8")],
        ),
        ("slow it down by 10 % like a tape", &[("tape_speed", "0.9")]),
        (
            "more bass and less treble",
            &[("bass", "6"), ("treble", "-6")],
        ),
        ("widen the stereo image by 40 %", &[("width", "140")]),
        (
            "make it mono and normalise to -16 LUFS",
            &[("channels", "mono"), ("loudness", "-16")],
        ),
        (
            "add an echo every 0.5 seconds and a hall",
            &[("echo", "0.5"), ("reverb", "2.6")],
        ),
        (
            "make it sound like a telephone",
            &[
                ("band_frequency", "1500"),
                ("band_gain", "4"),
                ("high_pass", "300"),
                ("low_pass", "3400"),
            ],
        ),
        (
            "cut everything below 80 Hz and boost 3 kHz by 2 dB",
            &[
                ("band_frequency", "3000"),
                ("band_gain", "2"),
                ("high_pass", "80"),
            ],
        ),
        ("boost 1 kHz by 2 dB and cut 3 kHz by 4 dB", &[]),
        (
            "compress it 4:1 with a threshold of -18 dB",
            &[("compression", "4"), ("threshold", "-18")],
        ),
        ("compress it", &[("compression", "3")]),
        ("stretch it to 25 seconds", &[]),
        (
            "pitch it up by 2 semitones, then pitch it down by 1 semitone",
            &[],
        ),
    ] {
        let expected: Vec<(&str, String)> = expected
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect();
        assert_eq!(
            values(&asked(sentence)).into_iter().collect::<Vec<_>>(),
            expected,
            "{sentence}"
        );
    }
}

#[test]
fn a_value_takes_the_place_of_the_sentences() {
    let faded = Effect::FadeOut(Fade::Usual);
    let sentence = "make it louder and fade out";
    assert_eq!(
        with(sentence, "gain", "12 dB"),
        Some(vec![Effect::Gain(12.0), faded])
    );
    assert_eq!(
        with(sentence, "fade_out", "2"),
        Some(asked(sentence)),
        "what it says is kept as it says it"
    );
    let twice = "pitch it up by 2 semitones, then pitch it down by 1 semitone";
    assert_eq!(
        with(twice, "pitch", "4"),
        Some(vec![Effect::Pitch(4.0)]),
        "instead of both"
    );
    assert_eq!(
        with("stretch it to 25 seconds", "speed", "2"),
        Some(vec![Effect::Tempo(Rate::Times(2.0))])
    );
}

#[test]
fn shelves_are_moved_and_other_bands_stay() {
    let bands =
        |sentence: &str, name: &str, value: &str| match with(sentence, name, value).as_deref() {
            Some([Effect::Equalise(bands)]) => bands.clone(),
            other => panic!("{sentence}: {other:?}"),
        };
    let sub = Band::new(Shape::LowShelf, 70.0, 3.0);
    assert_eq!(
        bands("more sub bass", "bass", "3"),
        [sub],
        "at its own frequency"
    );
    assert_eq!(
        bands("more bass and less treble", "treble", ""),
        [Band::bass(6.0)]
    );
    assert_eq!(with("more bass", "bass", ""), Some(Vec::new()));
    let mut telephone = bands("make it sound like a telephone", "treble", "");
    assert_eq!(telephone.len(), 5);
    telephone.push(Band::bass(4.0));
    assert_eq!(
        bands("make it sound like a telephone", "bass", "4"),
        telephone
    );
}

proptest! {
    #![proptest_config(crate::testing::cases())]

    #[test]
    fn what_is_found_is_read_back(
        sentence in "(bass|below|boost|k?hz|compress|4:1|pitch|slow|fade (in|out) over|wider|mono|echo|hall|louder|by|to|cut|[0-9]{1,4}|%|db|s|-|,|and|treble|down| ){0,20}",
    ) {
        for (name, value) in effects(&sentence).map(|effects| values(&effects)).unwrap_or_default() {
            prop_assert_eq!(read(name, &value), Some(value), "{}: {}", sentence, name);
        }
    }
}
