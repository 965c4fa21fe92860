use proptest::prelude::*;

use super::*;

fn with(before: &[Effect], name: &str, value: &str) -> Option<Vec<Effect>> {
    let mut effects = before.to_vec();
    set(&mut effects, name, value).map(|()| effects)
}

#[test]
fn a_value_takes_the_place_of_another() {
    let faded = Effect::FadeOut(Fade::Usual);
    let before = [Effect::Gain(6.0), faded.clone()];
    assert_eq!(
        with(&before, "gain", "12 dB"),
        Some(vec![Effect::Gain(12.0), faded.clone()])
    );
    assert_eq!(with(&before, "gain", ""), Some(vec![faded.clone()]));
    assert_eq!(
        with(&before, "fade_out", "2"),
        Some(before.to_vec()),
        "what is so already is kept as it is"
    );
    let usual_order = vec![Effect::Reverse, Effect::Gain(6.0), faded];
    assert_eq!(with(&before, "reverse", "backwards"), Some(usual_order));
    let twice = [Effect::Pitch(2.0), Effect::Pitch(-1.0)];
    assert_eq!(
        with(&twice, "pitch", "4"),
        Some(vec![Effect::Pitch(4.0)]),
        "instead of both"
    );
    assert_eq!(
        with(&[Effect::Tempo(Rate::Lasting(25.0))], "speed", "2"),
        Some(vec![Effect::Tempo(Rate::Times(2.0))])
    );
    for (name, wrong) in [
        ("gain", "loud"),
        ("gain", "NaN"),
        ("speed", "0"),
        ("channels", "5"),
        ("parts", "nicer"),
        ("pitch", "60"),
    ] {
        assert_eq!(read(name, wrong), None, "{name}: {wrong}");
        assert_eq!(with(&before, name, wrong), None, "{name}: {wrong}");
    }
}

#[test]
fn shelves_are_moved_and_other_bands_stay() {
    let bands =
        |before: &[Band], name: &str, value: &str| match with(&equalised(before), name, value)
            .as_deref()
        {
            Some([Effect::Equalise(bands)]) => bands.clone(),
            other => panic!("{before:?}: {other:?}"),
        };
    let sub = |gain| Band::new(Shape::LowShelf, 70.0, gain);
    assert_eq!(
        bands(&[sub(6.0)], "bass", "3"),
        [sub(3.0)],
        "at its own frequency"
    );
    assert_eq!(
        bands(&[Band::bass(6.0), Band::treble(-6.0)], "treble", ""),
        [Band::bass(6.0)]
    );
    let bass = equalised(&[Band::bass(6.0)]);
    assert_eq!(with(&bass, "bass", ""), Some(Vec::new()));
}

#[test]
fn bands_and_compressors_are_moved() {
    let peak = |frequency, gain| equalised(&[Band::new(Shape::Peak, frequency, gain)]);
    let before = peak(3_000.0, 2.0);
    assert_eq!(
        with(&before, "band_frequency", "1.5 kHz"),
        Some(peak(1_500.0, 2.0).to_vec())
    );
    assert_eq!(
        with(&before, "band_gain", "-4 dB"),
        Some(peak(3_000.0, -4.0).to_vec())
    );
    assert_eq!(with(&before, "band_gain", ""), Some(Vec::new()));
    let passed = |frequency| equalised(&Band::steep(Shape::HighPass, frequency));
    assert_eq!(
        with(&passed(80.0), "high_pass", "120"),
        Some(passed(120.0).to_vec())
    );
    let compressed = |ratio, threshold| Effect::Compress(Compressor { ratio, threshold });
    let before = [compressed(4.0, Some(-18.0))];
    assert_eq!(
        with(&before, "compression", "2:1"),
        Some(vec![compressed(2.0, Some(-18.0))])
    );
    assert_eq!(
        with(&before, "threshold", "-30"),
        Some(vec![compressed(4.0, Some(-30.0))])
    );
    assert_eq!(with(&before, "compression", ""), Some(Vec::new()));
    assert_eq!(
        with(&before, "threshold", ""),
        Some(vec![compressed(4.0, None)]),
        "it fits the sound again"
    );
    for (name, wrong) in [
        ("high_pass", "5"),
        ("low_pass", "low"),
        ("band_frequency", "90 kHz"),
        ("compression", "0.5"),
        ("threshold", "6"),
    ] {
        assert_eq!(read(name, wrong), None, "{name}: {wrong}");
    }
}

fn equalised(bands: &[Band]) -> [Effect; 1] {
    [Effect::Equalise(bands.to_vec())]
}

proptest! {
    #![proptest_config(crate::testing::cases())]

    #[test]
    fn what_is_written_is_read_back(
        (name, limits, places) in prop::sample::select(vec![
            ("pitch", PITCHES, 2),
            ("speed", TEMPI, 4),
            ("tape_speed", TEMPI, 4),
            ("gain", GAINS, 2),
            ("loudness", LOUDNESSES, 2),
            ("bass", BAND_GAINS, 2),
            ("treble", BAND_GAINS, 2),
            ("high_pass", FREQUENCIES, 2),
            ("low_pass", FREQUENCIES, 2),
            ("band_frequency", FREQUENCIES, 2),
            ("band_gain", BAND_GAINS, 2),
            ("compression", RATIOS, 2),
            ("threshold", THRESHOLDS, 2),
            ("width", (0.0, 500.0), 2),
            ("echo", ECHOES, 3),
            ("reverb", REVERBS, 3),
            ("fade_in", FADES, 3),
            ("fade_out", FADES, 3),
        ]),
        share in 0.0..=1.0,
    ) {
        let value = rounded(limits.0 + share * (limits.1 - limits.0), places);
        prop_assert_eq!(read(name, &value), Some(value.clone()));
        let mut set_alone = Vec::new();
        prop_assert_eq!(set(&mut set_alone, name, &value), Some(()));
        prop_assert_eq!(values(&set_alone).remove(name), Some(value));
    }
}
