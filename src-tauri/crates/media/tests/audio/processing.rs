//! Writing, resampling, mixing and measuring.

use patchbay_media::MediaError;
use patchbay_media::audio::{self, AudioBuffer, SampleFormat};

use crate::{ffmpeg, sine, stereo, text};

#[test]
fn what_is_written_is_what_was_there() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("out.wav");
    let mut audio = stereo();
    audio.channels[0][100] = 7.0;
    audio.channels[1][100] = f32::NAN;
    for (format, step) in [
        (SampleFormat::Pcm16, 1.0 / 32768.0),
        (SampleFormat::Pcm24, 1.0 / 8_388_608.0),
    ] {
        audio::write_wav_as(&audio, &path, "out.wav", format).expect("written");
        let read = audio::read(&path, "out.wav").expect("read");
        assert_eq!((read.frames(), read.channels.len()), (audio.frames(), 2));
        assert!((read.channels[0][100] - 1.0).abs() < 1e-4 && read.channels[1][100] == 0.0);
        for (before, after) in audio.channels[0][200..]
            .iter()
            .zip(&read.channels[0][200..])
        {
            assert!((before - after).abs() <= 2.5 * step, "{before} {after}");
        }
    }
    let nowhere = audio::write_wav(&audio, &folder.path().join("no/folder/out.wav"), "out.wav")
        .expect_err("no folder");
    assert!(matches!(nowhere, MediaError::Unwritable { .. }) && !nowhere.is_input());
}

#[test]
fn resampling_keeps_length_and_tone() {
    for rate in [8_000, 22_050, 48_000, 96_000] {
        let resampled = audio::resample(&stereo(), rate);
        assert!(
            (resampled.seconds() - 3.0).abs() < 1.0 / 8_000.0,
            "{rate}: {} s",
            resampled.seconds()
        );
        let expected = sine(440.0, 3.0, rate, 0.5);
        let inner = rate as usize / 10..resampled.frames() - rate as usize / 10;
        let worst = inner
            .map(|i| (resampled.channels[0][i] - expected[i]).abs())
            .fold(0.0, f32::max);
        // The delay of the filter is rounded to whole samples: one of the lower rate is allowed
        // for.
        let allowed = 0.5 * std::f32::consts::TAU * 440.0 / rate.min(44_100) as f32 + 0.005;
        assert!(worst < allowed, "{rate}: off by {worst}");
    }
}

#[test]
fn a_stream_is_resampled_as_the_whole_whatever_its_blocks_are() {
    let audio = stereo();
    for rate in [16_000, 48_000, audio.sample_rate] {
        let whole = audio::resample(&audio, rate);
        for size in [1_000, 4_096, 7_777, audio.frames()] {
            let mut stream = audio::StreamResampler::new((audio.sample_rate, rate), 2);
            let mut channels = vec![Vec::new(); 2];
            let mut take = |block: Vec<Vec<f32>>| {
                channels
                    .iter_mut()
                    .zip(block)
                    .for_each(|(all, more)| all.extend(more));
            };
            for from in (0..audio.frames()).step_by(size) {
                let part =
                    |channel: &Vec<f32>| channel[from..(from + size).min(channel.len())].to_vec();
                take(stream.add(audio.channels.iter().map(part).collect()));
            }
            take(stream.finish());
            assert!(channels == whole.channels, "{rate} in blocks of {size}");
        }
    }
    assert!(audio::StreamResampler::new((44_100, 16_000), 1).finish()[0].is_empty());
}

#[test]
fn loudness_is_what_ffmpeg_measures() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("loud.wav");
    audio::write_wav(&stereo(), &path, "loud.wav").expect("written");
    let said = ffmpeg(&[
        "-i",
        text(&path),
        "-af",
        "ebur128=peak=true",
        "-f",
        "null",
        "-",
    ]);
    let summary = said.rsplit_once("Summary:").expect("a summary").1;
    let number = |label: &str| -> f64 {
        let rest = summary.split_once(label).expect("the figure").1;
        rest.split_whitespace()
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a number")
    };
    let measured = audio::loudness(&audio::read(&path, "loud.wav").expect("read"));
    assert!(
        (measured.integrated - number("I:")).abs() < 0.15,
        "{measured:?} {summary}"
    );
    assert!(
        (measured.true_peak - number("Peak:")).abs() < 0.2,
        "{measured:?} {summary}"
    );
    assert!(
        audio::loudness(&AudioBuffer::silence(44_100, 2, 44_100))
            .integrated
            .is_infinite()
    );
}

#[test]
fn surround_is_mixed_to_two_channels() {
    let mut audio = AudioBuffer::silence(48_000, 6, 10);
    audio.channels[2] = vec![1.0; 10];
    audio.channels[3] = vec![1.0; 10];
    audio.channels[4] = vec![0.5; 10];
    let mixed = audio.to_stereo();
    assert_eq!(mixed.channels.len(), 2);
    assert!(
        mixed.channels[0][0] > mixed.channels[1][0],
        "the left surround is on the left"
    );
    assert!(mixed.peak() <= 1.0);
}
