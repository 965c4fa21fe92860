use patchbay_domain::Cancelled;

use super::*;
use crate::testing::{self, level, music, noise};

fn cleaned(audio: &AudioBuffer) -> AudioBuffer {
    let mut audio = audio.clone();
    clean(&mut audio, &|_| Ok(())).expect("nobody stops it");
    audio
}

/// Likeness of two audio clips, whatever their levels, as the ratio of what agrees to what does not
/// in dB.
fn alike(a: &AudioBuffer, b: &AudioBuffer) -> f64 {
    let pairs = || {
        a.channels
            .iter()
            .flatten()
            .zip(b.channels.iter().flatten())
            .map(|(a, b)| (f64::from(*a), f64::from(*b)))
    };
    let scale = pairs().map(|(a, b)| a * b).sum::<f64>() / pairs().map(|(a, _)| a * a).sum::<f64>();
    let (kept, lost) = pairs().fold((0.0, 0.0), |(kept, lost), (a, b)| {
        (kept + (scale * a).powi(2), lost + (b - scale * a).powi(2))
    });
    10.0 * (kept / lost).log10()
}

#[test]
fn music_is_not_harmed() {
    let mut before = music(8.0, 44_100);
    before.channels.iter_mut().for_each(|channel| {
        channel
            .iter_mut()
            .zip(noise(1e-4))
            .for_each(|(s, n)| *s += n);
    });
    let after = cleaned(&before);
    assert!(
        alike(&before, &after) > 20.0,
        "{} dB",
        alike(&before, &after)
    );
    assert_eq!(after.channels.len(), 2);
}

#[test]
fn a_clean_voice_is_left_alone_but_for_its_level() {
    let before = testing::voice(8.0, 48_000);
    let activity = listen(&before, &|| Ok(())).expect("nobody stops it");
    assert!(activity.speech() > 0.9, "{}", activity.speech());
    let mut after = before.clone();
    hum::remove(&mut after, &|| Ok(())).expect("nobody stops it");
    hiss::remove(&mut after, 0.0, &|_| Ok(())).expect("nobody stops it");
    voice::bring_out(&mut after, &activity, &|_| Ok(())).expect("nobody stops it");
    assert!(after == before, "{} dB alike", alike(&before, &after));
}

#[test]
fn a_voice_in_noise_comes_nearer_to_what_was_said() {
    let clean_voice = testing::voice(8.0, 48_000);
    for (deviation, gain) in [(0.03, 3.0), (0.01, 2.0)] {
        let mut noisy = clean_voice.clone();
        noisy.channels[0]
            .iter_mut()
            .zip(noise(deviation))
            .for_each(|(sample, noise)| *sample += noise);
        let mut freed = noisy.clone();
        hiss::remove(&mut freed, 0.0, &|_| Ok(())).expect("nobody stops it");
        let (before, after) = (alike(&clean_voice, &noisy), alike(&clean_voice, &freed));
        assert!(after > before + gain, "{before} became {after}");
    }
}

#[test]
fn soft_passages_are_lifted() {
    let mut audio = testing::voice(12.0, 44_100);
    audio.channels[0][6 * 44_100..]
        .iter_mut()
        .for_each(|sample| *sample *= 0.35);
    let after = cleaned(&audio);
    let apart = |audio: &AudioBuffer| level(audio, 1.0, 5.0) - level(audio, 7.5, 11.5);
    assert!(
        apart(&audio) > 7.5 && apart(&after) < 4.0,
        "{} became {}",
        apart(&audio),
        apart(&after)
    );
}

#[test]
fn odd_audio_comes_through() {
    for audio in [
        AudioBuffer::silence(44_100, 2, 44_100),
        AudioBuffer::silence(8_000, 1, 3),
        AudioBuffer {
            sample_rate: 192_000,
            channels: vec![noise(0.1).take(20_000).collect()],
        },
        AudioBuffer {
            sample_rate: 8_000,
            channels: vec![noise(0.1).take(20_000).collect(); 6],
        },
    ] {
        let after = cleaned(&audio);
        assert_eq!(
            (after.frames(), after.channels.len()),
            (audio.frames(), audio.channels.len())
        );
        assert!(
            after
                .channels
                .iter()
                .flatten()
                .all(|sample| sample.is_finite())
        );
    }
}

#[test]
fn it_can_be_stopped() {
    let mut audio = testing::voice(3.0, 44_100);
    assert_eq!(clean(&mut audio, &|_| Err(Cancelled)), Err(Cancelled));
}
