//! Audio: files of other programs in, WAV out, and measurements against ffmpeg's.

mod processing;
mod reading;
mod refusals;

use std::path::{Path, PathBuf};
use std::process::Command;

use patchbay_media::audio::{self, AudioBuffer, SampleFormat};

fn sine(frequency: f32, seconds: f32, sample_rate: u32, amplitude: f32) -> Vec<f32> {
    let step = std::f32::consts::TAU * frequency / sample_rate as f32;
    (0..(seconds * sample_rate as f32) as usize)
        .map(|i| (i as f32 * step).sin() * amplitude)
        .collect()
}

fn stereo() -> AudioBuffer {
    AudioBuffer {
        sample_rate: 44_100,
        channels: vec![
            sine(440.0, 3.0, 44_100, 0.5),
            sine(660.0, 3.0, 44_100, 0.25),
        ],
    }
}

fn ffmpeg(arguments: &[&str]) -> String {
    let output = Command::new("ffmpeg")
        .args(["-hide_banner", "-y"])
        .args(arguments)
        .output()
        .expect("ffmpeg runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of the test is UTF-8")
}

/// The test audio as another program writes it.
fn made(folder: &Path, ending: &str, codec: &[&str]) -> PathBuf {
    let source = folder.join("source.wav");
    audio::write_wav_as(&stereo(), &source, "source.wav", SampleFormat::Pcm24).expect("written");
    let target = folder.join(format!("sound.{ending}"));
    let mut arguments = vec!["-i", text(&source)];
    arguments.extend(codec);
    arguments.push(text(&target));
    ffmpeg(&arguments);
    target
}
