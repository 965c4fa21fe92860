use super::*;
use crate::audio::shared::testing::{level, music, pitch, tone, voice};
use crate::testing;

fn mixed(first: &AudioBuffer, second: &AudioBuffer) -> AudioBuffer {
    run(first, second, &[], "first_mixed.wav")
}

fn run(
    first: &AudioBuffer,
    second: &AudioBuffer,
    values: &[(&str, &str)],
    name: &str,
) -> AudioBuffer {
    let (context, _folder) = testing::context();
    let written = |audio: &AudioBuffer, name: &str| {
        let file = context.output(name, None, "wav");
        audio::write_wav(audio, &file.path, &file.name).expect("written");
        Resource::Audio(file)
    };
    let given = [
        ("audio", written(first, "first")),
        ("second", written(second, "second")),
    ];
    let values = values
        .iter()
        .map(|(name, value)| (*name, Resource::Text((*value).to_owned())));
    let all = given.into_iter().chain(values);
    let inputs = Inputs::new(all.map(|(name, value)| (name.to_owned(), value)).collect());
    let Ok(Resource::Audio(file)) = AudioMixing.run(&inputs, &context) else {
        panic!("no sound")
    };
    assert_eq!(file.name, name);
    audio::read(&file.path, &file.name).expect("read")
}

#[test]
fn the_longer_audio_gives_the_length_and_the_finer_the_rate() {
    let [first, second] =
        [(440.0, 2.0, 22_050), (1_000.0, 3.0, 48_000)].map(|(frequency, seconds, rate)| {
            let mut tone = tone(frequency, seconds, rate);
            tone.channels[0]
                .iter_mut()
                .for_each(|sample| *sample *= 0.5);
            tone
        });
    let mixed = mixed(&first, &second);
    assert_eq!(
        (mixed.sample_rate, mixed.channels.len(), mixed.frames()),
        (48_000, 1, 144_000)
    );
    // Both tones together, then only the longer one, which fades at its end.
    assert!(
        (level(&mixed, 0.5, 1.0) + 12.04).abs() < 0.3,
        "{}",
        level(&mixed, 0.5, 1.0)
    );
    assert!(
        (level(&mixed, 2.05, 2.2) + 15.05).abs() < 0.5,
        "{}",
        level(&mixed, 2.05, 2.2)
    );
    assert!(level(&mixed, 2.98, 3.0) < -40.0 && mixed.peak() <= 0.9);
}

#[test]
fn music_can_end_with_the_speech_whichever_was_given_first() {
    let (speech, long, short) = (voice(3.0, 24_000), music(6.0, 24_000), music(2.0, 24_000));
    let ends = ("ends", "with the speech");
    for (first, second) in [(&speech, &long), (&long, &speech), (&speech, &short)] {
        let mixed = run(first, second, &[ends], "first_mixed.wav");
        assert!((mixed.seconds() - 3.0).abs() < 0.01, "{}", mixed.seconds());
    }
    // Of two without speech it is the shorter one.
    let mixed = run(&long, &short, &[ends], "first_mixed.wav");
    assert!((mixed.seconds() - 2.0).abs() < 0.01, "{}", mixed.seconds());
}

#[test]
fn one_follows_the_other_in_the_order_that_is_asked_for() {
    let (low, high) = (tone(440.0, 1.0, 22_050), tone(1_000.0, 2.0, 48_000));
    let after = ("together", "one after the other");
    for (values, name, turn) in [
        (vec![after], "first_joined.wav", 1.0),
        (
            vec![after, ("order", "the other way round")],
            "second_joined.wav",
            2.0,
        ),
    ] {
        let joined = run(&low, &high, &values, name);
        // Resampling may round the last frame up.
        assert_eq!(joined.sample_rate, 48_000);
        assert!(
            joined.frames().abs_diff(144_000) <= 1,
            "{}",
            joined.frames()
        );
        let pitch = |from: f64| {
            let start = (from * 48_000.0) as usize;
            let samples = &joined.channels[0][start..start + 24_000];
            samples
                .windows(2)
                .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0)
                .count()
                * 2
        };
        let (before, behind) = (pitch(turn - 0.75), pitch(turn + 0.25));
        let expected = if turn < 1.5 {
            (440, 1_000)
        } else {
            (1_000, 440)
        };
        assert!(
            before.abs_diff(expected.0) < 6 && behind.abs_diff(expected.1) < 6,
            "{before} Hz, then {behind} Hz"
        );
    }
}

#[test]
fn one_fades_into_the_other_where_that_is_wanted() {
    let (low, high) = (tone(440.0, 6.0, 48_000), tone(1_000.0, 5.0, 48_000));
    for (values, frames) in [
        (
            vec![("together", "crossfaded"), ("crossfade", "1.5")],
            456_000,
        ),
        (vec![("together", "crossfaded")], 432_000),
        (
            vec![("together", "one after the other"), ("crossfade", "1")],
            480_000,
        ),
        // No more than half of the shorter one.
        (
            vec![("together", "crossfaded"), ("crossfade", "60")],
            408_000,
        ),
    ] {
        let joined = run(&low, &high, &values, "first_joined.wav");
        assert_eq!(joined.frames(), frames, "{values:?}");
        let seam = 6.0 - (528_000 - frames) as f64 / 96_000.0;
        let (before, during) = (
            level(&joined, 0.5, 1.5),
            level(&joined, seam - 0.1, seam + 0.1),
        );
        assert!(
            (during - before).abs() < 1.0,
            "{values:?}: {before} dB, {during} dB"
        );
        assert!(joined.peak() <= 0.9);
    }
}

#[test]
fn music_makes_room_for_a_voice_and_comes_back() {
    let mut speech = AudioBuffer::silence(44_100, 1, 3 * 44_100);
    speech.channels[0].extend(&voice(7.0, 44_100).channels[0]);
    let bed = music(16.0, 44_100);
    let mixed = mixed(&speech, &bed);
    assert_eq!((mixed.channels.len(), mixed.frames()), (2, bed.frames()));
    // The music alone is what is left without the voice.
    let mut left = mixed.clone();
    left.channels.iter_mut().for_each(|channel| {
        channel
            .iter_mut()
            .zip(&speech.channels[0])
            .for_each(|(sample, voice)| *sample -= voice);
    });
    let fall = |from: f64, to: f64| level(&bed, from, to) - level(&left, from, to);
    let (before, during, after) = (fall(0.5, 2.0), fall(4.0, 9.0), fall(12.5, 14.0));
    assert!(during > before + 8.0, "before {before}, during {during}");
    assert!(
        (after - before).abs() < 1.0,
        "before {before}, after {after}"
    );
    let voice_level = level(&speech, 4.0, 9.0);
    assert!(voice_level - level(&left, 4.0, 9.0) > 12.0);
}

/// Three tones of different rates and channels.
fn three(context: &Context) -> Vec<MediaFile> {
    let tones = [
        (300.0, 3.0, 44_100),
        (500.0, 4.0, 48_000),
        (800.0, 3.0, 22_050),
    ];
    let written = |(name, (frequency, seconds, rate)): (&str, (f64, f64, u32))| {
        let file = context.output(name, None, "wav");
        audio::write_wav(&tone(frequency, seconds, rate), &file.path, &file.name).unwrap();
        file
    };
    ["one", "two", "three"]
        .into_iter()
        .zip(tones)
        .map(written)
        .collect()
}

fn together(values: &[(&str, &str)]) -> Result<(MediaFile, tempfile::TempDir), ToolError> {
    let (context, folder) = testing::context();
    let sounds = three(&context);
    let kind = patchbay_domain::ResourceType::AUDIO;
    let rest = Resource::several(kind, sounds[1..].to_vec());
    let given = [
        ("audio", Resource::Audio(sounds[0].clone())),
        ("second", rest),
    ];
    let values = values
        .iter()
        .map(|(name, value)| (*name, Resource::Text((*value).to_owned())));
    let all = given.into_iter().chain(values);
    let inputs = Inputs::new(all.map(|(name, value)| (name.to_owned(), value)).collect());
    let made = AudioMixing.run(&inputs, &context)?;
    Ok((made.files()[0].clone(), folder))
}

#[test]
fn silence_lies_between_sounds_that_are_joined_with_a_gap() {
    let (file, _folder) = together(&[("gap", "2")]).unwrap();
    let made = audio::read(&file.path, &file.name).unwrap();
    assert!((made.seconds() - 14.0).abs() < 0.01, "{}", made.seconds());
    for (from, frequency) in [(1.0, 300.0), (6.0, 500.0), (12.0, 800.0)] {
        assert!((pitch(&made, from, from + 1.0) - frequency).abs() < 2.0);
    }
    for from in [3.05, 9.05] {
        assert!(level(&made, from, from + 1.9) < -90.0);
    }
    let (file, _folder) = together(&[("together", "crossfaded"), ("crossfade", "1")]).unwrap();
    let made = audio::read(&file.path, &file.name).unwrap();
    assert!((made.seconds() - 8.0).abs() < 0.01, "{}", made.seconds());
    let error = together(&[("gap", "2"), ("crossfade", "1")]).unwrap_err();
    assert!(error.to_string().contains("crossfade or a gap"), "{error}");
    let error = together(&[("gap", "2"), ("together", "at once")]).unwrap_err();
    assert!(error.to_string().contains("at once"), "{error}");
}

#[test]
fn an_audiobook_has_a_chapter_for_each_sound() {
    let values = [("together", "one after the other"), ("format", "m4b")];
    let (file, _folder) = together(&values).unwrap();
    assert_eq!(file.name, "one_joined.m4b");
    let chapters = patchbay_media::video::chapters(&file.path, &file.name).unwrap();
    let found: Vec<(f64, &str)> = chapters
        .iter()
        .map(|chapter| {
            (
                chapter.start.round(),
                chapter.title.as_deref().unwrap_or_default(),
            )
        })
        .collect();
    assert_eq!(found, [(0.0, "one"), (3.0, "two"), (7.0, "three")]);
}

#[test]
fn music_lies_as_far_under_a_voice_as_is_set() {
    let (speech, bed) = (voice(10.0, 44_100), music(10.0, 44_100));
    let left = |values: &[(&str, &str)]| {
        let mixed = run(&speech, &bed, values, "first_mixed.wav");
        let mut left = mixed;
        for channel in &mut left.channels {
            let pairs = channel.iter_mut().zip(&speech.channels[0]);
            pairs.for_each(|(sample, voice)| *sample -= voice);
        }
        level(&left, 3.0, 6.0)
    };
    let deep = left(&[("music_level", "-10"), ("ducking", "20")]);
    let even = left(&[("music_level", "-10"), ("ducking", "0")]);
    assert!((even - deep - 20.0).abs() < 1.5, "{even} falls to {deep}");
    let softer = left(&[("music_level", "-16"), ("ducking", "0")]);
    assert!((even - softer - 6.0).abs() < 1.0, "{even} and {softer}");
    // Where nobody speaks the second one lies under the first.
    let tones = [tone(440.0, 3.0, 44_100), tone(1_000.0, 3.0, 44_100)];
    let mixed = run(
        &tones[0],
        &tones[1],
        &[("music_level", "-20"), ("ducking", "0")],
        "first_mixed.wav",
    );
    assert!((pitch(&mixed, 0.5, 2.0) - 440.0).abs() < 2.0);
    assert!((level(&mixed, 0.5, 2.0) - level(&tones[0], 0.5, 2.0)).abs() < 1.0);
}
