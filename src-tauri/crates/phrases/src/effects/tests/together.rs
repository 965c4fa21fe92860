//! Several effects in one sentence.

use super::*;

#[test]
fn dynamics_and_width_are_found() {
    let compressed = |ratio, threshold| Effect::Compress(Compressor { ratio, threshold });
    assert_eq!(asked("compress it"), [compressed(3.0, None)]);
    assert_eq!(asked("compress it heavily"), [compressed(5.0, None)]);
    assert_eq!(
        asked("compression with a ratio of 4:1 and a threshold of -18 dB"),
        [compressed(4.0, Some(-18.0))]
    );
    assert_eq!(asked("even out the dynamics"), [compressed(3.0, None)]);
    close("make it wider", 1.5);
    close("widen the stereo image by 40 %", 1.4);
    close("stereo width 150 %", 1.5);
    close("a bit narrower", 0.75);
    assert_eq!(asked("make it mono"), [Effect::Channels(Channels::Mono)]);
}

#[test]
fn several_in_a_sentence() {
    let trimmed = asked("trim it from 0:02 to 0:05, make it louder and fade out over 1 second");
    let [Effect::Trim(ranges), rest @ ..] = &trimmed[..] else {
        panic!("{trimmed:?}")
    };
    assert_eq!(
        kept(ranges),
        [Part {
            start: 2.0,
            end: 5.0
        }]
    );
    assert_eq!(rest, [Effect::Gain(6.0), Effect::FadeOut(Fade::Over(1.0))]);
    assert_eq!(
        asked("play it backwards with a church reverb"),
        [Effect::Reverse, Effect::Reverb(4.5)]
    );
    assert_eq!(asked("add an echo every 0.5 seconds"), [Effect::Echo(0.5)]);
    let [Effect::Trim(ranges)] = &asked("keep the first 4 seconds")[..] else {
        panic!("a cut")
    };
    assert_eq!(
        kept(ranges),
        [Part {
            start: 0.0,
            end: 4.0
        }]
    );
    assert_eq!(
        asked("pitch it up by 2 semitones, slow it down by 10 % and boost the bass by 3 dB"),
        [
            Effect::Tempo(Rate::Times(0.9)),
            Effect::Pitch(2.0),
            Effect::Equalise(vec![Band::new(Shape::LowShelf, 150.0, 3.0)])
        ]
    );
}

#[test]
fn what_is_unknown_is_answered_with_what_is_known() {
    let said = effects("make it sound like a robot")
        .expect_err("there are no robots")
        .to_string();
    assert!(
        said.contains("robot") && said.contains("fade") && said.contains("echo"),
        "{said}"
    );
    assert_eq!(
        effects("cut it nicely"),
        Err(Misread::Untimed("cut it nicely".to_owned()))
    );
    let [Effect::Trim(ranges)] = &asked("cut from 0:30 to 0:40")[..] else {
        panic!("a cut")
    };
    assert!(ranges.kept(LENGTH, "sound").is_err());
}

proptest::proptest! {
    #![proptest_config(crate::testing::cases())]

    #[test]
    fn anything_can_be_asked(text in "(bass|pitch|slow|by|to|[0-9]{1,3}|%|db|-|,|and|faster|treble|up|down|khz| ){0,20}", any in ".{0,80}") {
        let _ = effects(&text);
        let _ = effects(&any);
    }
}

#[test]
fn lengths_are_numbers() {
    let sentence = format!("stretch it to {} minutes", "9".repeat(400));
    let [Effect::Tempo(Rate::Lasting(seconds))] = asked(&sentence)[..] else {
        panic!("a length to reach")
    };
    assert!(seconds.is_finite());
}
