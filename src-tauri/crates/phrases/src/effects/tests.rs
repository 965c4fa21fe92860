mod named;
mod together;

use patchbay_values::effects::{Band, Channels, Compressor, Fade, Rate, Shape};
use patchbay_values::times::{Part, TimeRanges};

use super::*;

/// How long the audio is where that matters, in seconds.
const LENGTH: f64 = 20.0;

#[track_caller]
fn asked(text: &str) -> Vec<Effect> {
    effects(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The one number of the one effect that is asked for.
#[track_caller]
fn amount(text: &str) -> f64 {
    match asked(text)[..] {
        [Effect::Pitch(n) | Effect::Gain(n) | Effect::Width(n)] => n,
        [Effect::Tempo(rate) | Effect::Speed(rate)] => rate.factor(LENGTH),
        ref other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn close(text: &str, expected: f64) {
    let found = amount(text);
    assert!(
        (found - expected).abs() < 0.01,
        "{text}: {found} for {expected}"
    );
}

/// The parts that are kept.
#[track_caller]
fn kept(ranges: &TimeRanges) -> Vec<Part> {
    ranges
        .kept(LENGTH, "sound")
        .unwrap_or_else(|error| panic!("{ranges}: {error}"))
}

#[test]
fn one_loudness_for_several_and_too_much_of_it_are_told() {
    for (sentence, effect) in [
        (
            "bring both to the same loudness, -14 LUFS each",
            Effect::Normalise(-14.0),
        ),
        (
            "bring both to the same loudness, 16 LUFS each",
            Effect::Normalise(-16.0),
        ),
        ("bring both to the same loudness", Effect::Normalise(-14.0)),
        ("make all of these equally loud", Effect::Normalise(-14.0)),
        (
            "they should all have the same level",
            Effect::Normalise(-14.0),
        ),
        ("match their loudness", Effect::Normalise(-14.0)),
        ("make them as loud as each other", Effect::Normalise(-14.0)),
        ("it is too quiet", Effect::Gain(6.0)),
        ("it is way too loud", Effect::Gain(-12.0)),
        ("too quiet, make it 3 dB louder", Effect::Gain(3.0)),
    ] {
        assert_eq!(effects(sentence), Ok(vec![effect]), "{sentence}");
    }
}

#[test]
fn fades_are_found() {
    let (fade_in, fade_out) = (
        |seconds| Effect::FadeIn(Fade::Over(seconds)),
        |seconds| Effect::FadeOut(Fade::Over(seconds)),
    );
    assert_eq!(asked("fade out"), [Effect::FadeOut(Fade::Usual)]);
    assert_eq!(asked("fade out over 3 seconds"), [fade_out(3.0)]);
    assert_eq!(
        asked("fade in over 1.5 s and fade out over 4 s"),
        [fade_in(1.5), fade_out(4.0)]
    );
    assert_eq!(
        asked("fade it in and out"),
        [Effect::FadeIn(Fade::Usual), Effect::FadeOut(Fade::Usual)]
    );
    assert_eq!(asked("a 3 second fade-out"), [fade_out(3.0)]);
    assert_eq!(
        asked("let the last second of the picture fade to black"),
        [fade_out(1.0)]
    );
    assert_eq!(asked("the first 2 seconds should fade in"), [fade_in(2.0)]);
    assert_eq!(asked("fade voice.wav out over 3 seconds"), [fade_out(3.0)]);
    assert_eq!(
        asked("fade out voice.mp3 over the last 3 seconds"),
        [fade_out(3.0)]
    );
    assert_eq!(
        asked("fade out the song over the last 3 seconds"),
        [fade_out(3.0)]
    );
    assert_eq!(asked("fade in the music over 3 s"), [fade_in(3.0)]);
    assert_eq!(asked("fade my song in"), [Effect::FadeIn(Fade::Usual)]);
    assert_eq!(asked("fade the last five seconds"), [fade_out(5.0)]);
    assert_eq!(asked("fade in for 500 ms"), [fade_in(0.5)]);
    for (fade, length, seconds) in [
        (Fade::Usual, LENGTH, 2.0),
        (Fade::Usual, 2.0, 0.5),
        (Fade::Over(3.0), LENGTH, 3.0),
        (Fade::Over(3.0), 2.0, 2.0),
    ] {
        assert!(
            (fade.seconds(length) - seconds).abs() < 1e-9,
            "{fade:?} on {length} s: {}",
            fade.seconds(length)
        );
    }
}

#[test]
fn loudness_is_found() {
    for (text, decibels) in [
        ("make it louder", 6.0),
        ("a bit quieter please", -3.0),
        ("half as loud", -10.0),
        ("raise it by 4.5 dB", 4.5),
        ("-6 dB", -6.0),
        ("turn it down by 6 dB", -6.0),
        ("dip it by 12 dB", -12.0),
        ("reduce the volume by 3 dB", -3.0),
        ("turn it down", -6.0),
        ("set the volume to 50%", -6.02),
        ("20 % louder", 1.58),
        ("quieter by 50 percent", -6.02),
    ] {
        close(text, decibels);
    }
    assert_eq!(asked("normalize it"), [Effect::Normalise(-14.0)]);
    assert_eq!(asked("normalise to −16 LUFS"), [Effect::Normalise(-16.0)]);
    let limited = "normalise it to -16 LUFS and make sure the peaks don't go over -1 dB";
    assert_eq!(asked(limited), [Effect::Normalise(-16.0)]);
}

#[test]
fn pitch_is_found() {
    for (text, semitones) in [
        ("pitch it up", 3.0),
        ("pitch it up by 4 semitones", 4.0),
        ("lower the pitch by an octave", -12.0),
        ("transpose down a fifth", -7.0),
        ("pitch -2 semitones", -2.0),
        ("raise the pitch by 50 cents", 0.5),
        ("change the pitch of clip.mp3 by -1 semitone", -1.0),
        ("pitch up by 10 %", 1.65),
        ("a bit deeper", -1.5),
        (
            "pitch it down by 3 half steps without changing the tempo",
            -3.0,
        ),
        ("down 3 semitones, same tempo", -3.0),
        ("pitch it up a fourth at the original speed", 5.0),
        ("make me sound like a chipmunk", 8.0),
    ] {
        close(text, semitones);
    }
}

#[test]
fn tempo_is_found() {
    for (text, factor) in [
        ("slow it down by 20 %", 0.8),
        ("slow it down to 80 %", 0.8),
        ("slow my-voice.wav down by 20 %", 0.8),
        ("20 percent faster", 1.2),
        ("play it at 120% speed", 1.2),
        ("set the tempo to 90 %", 0.9),
        ("tempo +10 %", 1.1),
        ("1.5x speed", 1.5),
        ("speed it up by 1.5x", 1.5),
        ("3 times slower", 1.0 / 3.0),
        ("half speed", 0.5),
        ("twice as fast", 2.0),
        ("from 120 to 126 bpm", 1.05),
        ("stretch it to 25 seconds", 0.8),
        (
            "stretch it to exactly 25 seconds but without the pitch going down",
            0.8,
        ),
        ("speed it up without changing the pitch", 1.25),
        ("make it a bit slower", 1.0 / 1.125),
    ] {
        close(text, factor);
        assert!(matches!(asked(text)[..], [Effect::Tempo(_)]), "{text}");
    }
    assert_eq!(
        asked("slow it down by 10 % like a tape"),
        [Effect::Speed(Rate::Times(0.9))]
    );
    assert_eq!(
        asked("slowed and reverbed"),
        [Effect::Speed(Rate::Times(0.85)), Effect::Reverb(1.8)]
    );
    let part = effects("speed up the first 5 seconds")
        .expect_err("only all of it")
        .to_string();
    assert!(part.contains("Cut the part out first"), "{part}");
}

#[test]
fn the_equaliser_is_found() {
    let shelf = |shape, frequency, gain| Effect::Equalise(vec![Band::new(shape, frequency, gain)]);
    for (text, frequency, gain) in [
        ("boost the bass", 150.0, 6.0),
        ("bass boost", 150.0, 6.0),
        ("bass +4 dB", 150.0, 4.0),
        ("turn the bass down by 3 dB", 150.0, -3.0),
        ("6 dB more bass", 150.0, 6.0),
        ("a bit more bass", 150.0, 3.0),
        ("less bass", 150.0, -6.0),
        ("boost the bass a bit", 150.0, 3.0),
        ("50 % more bass", 150.0, 3.521_825_2),
        ("remove the low end", 150.0, -24.0),
    ] {
        let [Effect::Equalise(bands)] = &asked(text)[..] else {
            panic!("{text}: {:?}", asked(text))
        };
        let [
            Band {
                shape: Shape::LowShelf,
                frequency: at,
                gain: by,
                ..
            },
        ] = bands[..]
        else {
            panic!("{text}: {bands:?}")
        };
        assert!(
            (at - frequency).abs() + (by - gain).abs() < 1e-3,
            "{text}: {bands:?}"
        );
    }
    assert_eq!(
        asked("cut the treble by 5 dB"),
        [shelf(Shape::HighShelf, 4_000.0, -5.0)]
    );
    assert_eq!(
        asked("treble cut"),
        [shelf(Shape::HighShelf, 4_000.0, -6.0)]
    );
    assert_eq!(
        asked("cut 1 kHz by 4 dB"),
        [shelf(Shape::Peak, 1_000.0, -4.0)]
    );
    assert_eq!(asked("+3 dB at 100 Hz"), [shelf(Shape::Peak, 100.0, 3.0)]);
    let pass = |shape, at| Effect::Equalise(Band::steep(shape, at).to_vec());
    assert_eq!(asked("high-pass at 120 Hz"), [pass(Shape::HighPass, 120.0)]);
    assert_eq!(
        asked("remove everything above 5 kHz"),
        [pass(Shape::LowPass, 5_000.0)]
    );
    assert_eq!(
        asked("make it sound muffled"),
        [pass(Shape::LowPass, 900.0)]
    );
    let [Effect::Equalise(bands)] = &asked("make it sound like a telephone")[..] else {
        panic!("a telephone")
    };
    assert_eq!(bands.len(), 5);
    let [Effect::Equalise(both)] = &asked("more bass and less treble")[..] else {
        panic!("two bands")
    };
    assert!(both.len() == 2 && both[0].gain > 0.0 && both[1].gain < 0.0);
}
