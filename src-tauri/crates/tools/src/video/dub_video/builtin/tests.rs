//! Videos here are their audio alone, as WAV files.

use patchbay_media::audio::{self, AudioBuffer};
use patchbay_media::video::{Block, Shortfall};

use patchbay_audio_dsp::duck::Under;

use super::mixed::mixed;
use super::*;
use crate::audio::shared::testing::{level, music, noise, voice};

/// Maximum delay of a mix by the limiter, in samples: 6 ms.
const LATEST: usize = 288;

struct Bench(tempfile::TempDir);

impl Bench {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str, audio: &AudioBuffer) -> MediaFile {
        let file = MediaFile {
            path: self.0.path().join(name),
            name: name.to_owned(),
        };
        audio::write_wav(audio, &file.path, &file.name).expect("written");
        file
    }

    fn heard(&self, audio: &AudioBuffer) -> Heard {
        Heard::of(&self.file("heard.wav", audio), 1e6, &Watch::nobody()).expect("heard")
    }

    /// The audio of a video of `seconds` with another added.
    fn dubbed(
        &self,
        video: Option<&AudioBuffer>,
        added: &AudioBuffer,
        seconds: f64,
    ) -> AudioBuffer {
        self.dubbed_under(video, added, seconds, Under::default())
    }

    fn dubbed_under(
        &self,
        video: Option<&AudioBuffer>,
        added: &AudioBuffer,
        seconds: f64,
        under: Under,
    ) -> AudioBuffer {
        let of = |name: &str, audio: &AudioBuffer| {
            let file = self.file(name, audio);
            let heard = Heard::of(&file, seconds, &Watch::nobody()).expect("heard");
            (file, heard)
        };
        let own = video.map(|video| of("film.wav", video));
        let (file, heard) = of("added.wav", added);
        let nothing = MediaFile {
            path: self.0.path().join("none.wav"),
            name: "none.wav".to_owned(),
        };
        let video = own.as_ref().map_or(&nothing, |(video, _)| video);
        let own = own.as_ref().map(|(_, heard)| heard);
        let mut mix = mixed(
            video,
            own,
            (&file, &heard, Shortfall::Silence),
            seconds,
            false,
            (Way::of(own, &heard), under),
        )
        .expect("a mix");
        let mut whole = Block::default();
        while let Some(block) = mix.next_block(&Watch::nobody()).expect("a block") {
            assert_eq!(block.start, whole.samples() as i64, "without gaps");
            whole
                .channels
                .iter_mut()
                .zip(block.channels)
                .for_each(|(whole, part)| whole.extend(part));
        }
        AudioBuffer {
            sample_rate: SAMPLE_RATE,
            channels: whole.channels.to_vec(),
        }
    }
}

/// `audio` on two channels, `before` seconds late and `length` seconds long.
fn placed(audio: &AudioBuffer, before: f64, length: f64) -> AudioBuffer {
    let frames = |seconds: f64| (seconds * f64::from(SAMPLE_RATE)) as usize;
    let channel = |number: usize| {
        let own = &audio.channels[number.min(audio.channels.len() - 1)];
        let mut samples = vec![0.0; frames(before)];
        samples.extend(own);
        samples.resize(frames(length), 0.0);
        samples
    };
    AudioBuffer {
        sample_rate: SAMPLE_RATE,
        channels: vec![channel(0), channel(1)],
    }
}

/// Rest of a mix without one of its audio clips, which is in it as it was, a little later; and how
/// many samples later.
fn without(mix: &AudioBuffer, audio: &AudioBuffer) -> (AudioBuffer, usize) {
    let loudest = (48_000..audio.frames() - 9_600)
        .step_by(4_800)
        .max_by(|a, b| {
            let power = |at: usize| {
                audio.channels[0][at..at + 4_800]
                    .iter()
                    .map(|sample| sample * sample)
                    .sum::<f32>()
            };
            power(*a).total_cmp(&power(*b))
        })
        .unwrap_or(0);
    let alike = |later: usize| -> f32 {
        let own = &audio.channels[0][loudest..loudest + 4_800];
        own.iter()
            .zip(&mix.channels[0][loudest + later..])
            .map(|(own, mix)| own * mix)
            .sum()
    };
    let later = (0..LATEST)
        .max_by(|a, b| alike(*a).total_cmp(&alike(*b)))
        .unwrap_or(0);
    let channels = mix.channels.iter().zip(&audio.channels).map(|(mix, own)| {
        let own = std::iter::repeat_n(&0.0, later)
            .chain(own)
            .chain(std::iter::repeat(&0.0));
        mix.iter().zip(own).map(|(mix, own)| mix - own).collect()
    });
    (
        AudioBuffer {
            sample_rate: mix.sample_rate,
            channels: channels.collect(),
        },
        later,
    )
}

/// A voice that leaves room for a limiter.
fn softly(seconds: f64) -> AudioBuffer {
    let mut voice = voice(seconds, SAMPLE_RATE);
    let factor = 0.4 / voice.peak().max(1e-6);
    voice
        .channels
        .iter_mut()
        .flatten()
        .for_each(|sample| *sample *= factor);
    voice
}

/// Waves on a shore: soft noise that swells.
fn shore(seconds: f64) -> AudioBuffer {
    let wave = |at: usize| 0.6 + 0.4 * (at as f32 / 48_000.0 * 1.3).sin();
    let frames = (seconds * f64::from(SAMPLE_RATE)) as usize;
    let samples = noise(0.03)
        .take(frames)
        .enumerate()
        .map(|(at, sample)| sample * wave(at))
        .collect();
    AudioBuffer {
        sample_rate: SAMPLE_RATE,
        channels: vec![samples],
    }
}

#[test]
fn the_audio_says_which_gives_way() {
    let bench = Bench::new();
    let [speech, tune, sea, silence] = [
        voice(9.0, 48_000),
        music(9.0, 48_000),
        shore(9.0),
        AudioBuffer::silence(48_000, 1, 9 * 48_000),
    ]
    .map(|audio| bench.heard(&audio));
    for (own, added, expected) in [
        (Some(&speech), &tune, Way::Under),
        (Some(&speech), &sea, Way::Under),
        (Some(&tune), &speech, Way::Over),
        (Some(&sea), &speech, Way::Over),
        (Some(&speech), &speech, Way::Replace),
        (Some(&tune), &tune, Way::Replace),
        (Some(&sea), &tune, Way::Replace),
        (Some(&silence), &speech, Way::Replace),
        (Some(&silence), &tune, Way::Replace),
        (None, &tune, Way::Replace),
    ] {
        assert_eq!(Way::of(own, added), expected);
    }
}

#[test]
fn speech_in_a_video_stays_and_music_ducks_under_it() {
    let (video, tune) = (placed(&softly(7.0), 4.0, 18.0), music(20.0, 48_000));
    let mix = Bench::new().dubbed(Some(&video), &tune, 18.0);
    assert_eq!(mix.frames(), 18 * 48_000);
    let (left, later) = without(&mix, &video);
    let above = |from: f64, to: f64| level(&left, from, to) - level(&video, 5.0, 10.0);
    let (before, during, after) = (above(0.5, 3.0), above(5.0, 10.0), above(13.0, 15.5));
    assert!(
        (-24.0..-14.0).contains(&during),
        "the music lies {during} dB under the speech"
    );
    assert!(
        before > during + 8.0 && (before - after).abs() < 1.0,
        "before {before}, during {during}, after {after}"
    );
    // What is left is the music and nothing of the voice: the same shape as the music at one gain.
    let scaled: f32 = 10.0_f32.powf((level(&left, 6.0, 9.0) - level(&tune, 6.0, 9.0)) / 20.0);
    let rest = left.channels[0][288_000..432_000]
        .iter()
        .zip(&tune.channels[0][288_000 - later..]);
    let unlike = rest
        .map(|(left, tune)| (left - scaled * tune).powi(2))
        .sum::<f32>()
        / 144_000.0;
    assert!(
        10.0 * unlike.log10() < level(&left, 6.0, 9.0) - 20.0,
        "the voice is as it was"
    );
    // It ends with the video, faded out, without a step.
    assert!(level(&left, 17.9, 18.0) < level(&left, 15.0, 15.5) - 25.0);
}

#[test]
fn music_lies_as_far_under_the_speech_as_is_set() {
    let (video, tune) = (placed(&softly(7.0), 4.0, 18.0), music(20.0, 48_000));
    let bench = Bench::new();
    let heights = |wanted: f64, depth: f64| {
        let under = Under {
            level: Some(wanted),
            depth: Some(depth),
        };
        let mix = bench.dubbed_under(Some(&video), &tune, 18.0, under);
        let (left, _) = without(&mix, &video);
        (level(&left, 0.5, 3.0), level(&left, 5.0, 10.0))
    };
    let (usual, ducked) = heights(-12.0, 10.0);
    assert!(
        (usual - ducked - 10.0).abs() < 1.5,
        "{usual} falls to {ducked}"
    );
    let (softer, even) = heights(-20.0, 0.0);
    assert!((usual - softer - 8.0).abs() < 1.0, "{usual} and {softer}");
    assert!((softer - even).abs() < 1.5, "{softer} stays {even}");
}

#[test]
fn a_voice_is_laid_over_what_is_heard_in_a_video() {
    let (video, speech) = (
        placed(&shore(14.0), 0.0, 14.0),
        placed(&softly(6.0), 2.0, 9.0),
    );
    let mix = Bench::new().dubbed(Some(&video), &speech, 14.0);
    let (own, _) = without(&mix, &placed(&speech, 0.0, 14.0));
    let fall = |from: f64, to: f64| level(&video, from, to) - level(&own, from, to);
    let (before, during, after) = (fall(0.2, 1.2), fall(3.0, 7.0), fall(10.0, 13.5));
    assert!(
        during > 7.5 && before < 1.0 && after.abs() < 0.5,
        "before {before}, during {during}, after {after}"
    );
    assert!(
        level(&speech, 3.0, 7.0) - level(&own, 3.0, 7.0) > 12.0,
        "the voice is understood"
    );
}

#[test]
fn otherwise_only_the_other_is_heard() {
    let bench = Bench::new();
    let tune = music(5.0, 48_000);
    let silence = AudioBuffer::silence(48_000, 2, 5 * 48_000);
    for video in [None, Some(&silence), Some(&placed(&shore(5.0), 0.0, 5.0))] {
        let mix = bench.dubbed(video, &tune, 5.0);
        let same = mix.channels[0]
            .iter()
            .zip(&tune.channels[0])
            .take(150_000)
            .all(|(a, b)| (a - b).abs() < 1e-3);
        assert!(same && mix.frames() == 240_000);
    }
    let speech = voice(5.0, 48_000);
    let mix = bench.dubbed(Some(&placed(&voice(3.0, 48_000), 1.0, 5.0)), &speech, 5.0);
    assert!(
        mix.channels[1]
            .iter()
            .zip(&speech.channels[0])
            .take(200_000)
            .all(|(a, b)| (a - b).abs() < 1e-3)
    );
}

#[test]
fn audio_that_breaks_off_within_the_video_fades_out() {
    let bench = Bench::new();
    // At 3.13 s a note is in full swing.
    let tune = music(3.13, 48_000);
    let mix = bench.dubbed(None, &tune, 8.0);
    let end = tune.frames();
    let step = |from: usize, to: usize| {
        mix.channels[0][from..to]
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).abs())
            .fold(0.0, f32::max)
    };
    assert!(
        level(&tune, 3.08, 3.13) > -30.0,
        "the sound itself would click"
    );
    assert!(
        step(end - 480, end + 480) < 1e-3,
        "a step of {}",
        step(end - 480, end + 480)
    );
    assert!(
        mix.channels[0][end..]
            .iter()
            .all(|sample| sample.abs() < 1e-6),
        "silence after it"
    );
    assert!(
        (level(&mix, 1.0, 2.0) - level(&tune, 1.0, 2.0)).abs() < 0.2 && mix.frames() == 8 * 48_000
    );
    // The last word of a voice is heard to its end.
    let speech = voice(4.0, 48_000);
    let mix = bench.dubbed(None, &speech, 8.0);
    assert!((level(&mix, 3.0, 3.9) - level(&speech, 3.0, 3.9)).abs() < 0.1);
    // An audio clip with an ending of its own keeps it.
    let mut ended = music(4.0, 48_000);
    let fade = |at: usize| ((191_999 - at) as f32 / 96_000.0).min(1.0).powi(2);
    ended.channels.iter_mut().for_each(|channel| {
        channel
            .iter_mut()
            .enumerate()
            .for_each(|(at, s)| *s *= fade(at));
    });
    let mix = bench.dubbed(None, &ended, 8.0);
    assert!((level(&mix, 3.0, 3.5) - level(&ended, 3.0, 3.5)).abs() < 0.1);
}
