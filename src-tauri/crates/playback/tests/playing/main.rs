//! Audio of a player, recorded in place of a device and compared with the files.

mod recorder;

use std::path::{Path, PathBuf};
use std::process::Command;

use patchbay_media::audio::{AudioBuffer, write_wav};
use patchbay_playback::{Control, RATE};
use patchbay_test_support::TestDir;
use recorder::{Recorder, correlation, lag, left, reference};

const SECOND: usize = RATE as usize;
/// Frames over which it fades in: 5 ms.
const FADE: usize = SECOND / 200;

/// A tone that glides through `hertz` within `round` seconds, again and again: within a round every
/// moment of it differs from every other.
fn glide(dir: &TestDir, name: &str, (seconds, round): (usize, f64), hertz: (f64, f64)) -> PathBuf {
    let rise = (hertz.1 - hertz.0) / round;
    let sample = |index: usize| {
        let time = (index as f64 / f64::from(RATE)) % round;
        (0.5 * (std::f64::consts::TAU * (hertz.0 + rise * time / 2.0) * time).sin()) as f32
    };
    let channel: Vec<f32> = (0..seconds * SECOND).map(sample).collect();
    let path = dir.path().join(name);
    write_wav(
        &AudioBuffer {
            sample_rate: RATE,
            channels: vec![channel.clone(), channel],
        },
        &path,
        name,
    )
    .unwrap();
    path
}

/// The same in another format, by ffmpeg.
fn converted(from: &Path, ending: &str, arguments: &[&str]) -> PathBuf {
    let to = from.with_extension(ending);
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg
        .args(["-v", "error", "-y", "-i"])
        .arg(from)
        .args(arguments)
        .arg(&to);
    assert!(ffmpeg.status().expect("ffmpeg is installed").success());
    to
}

fn assert_same(heard: &[f32], file: &[f32]) {
    assert_eq!(heard.len(), file.len());
    for (index, (heard, file)) in heard.iter().zip(file).enumerate() {
        assert!(
            (heard - file).abs() < 1e-4,
            "frame {index}: {heard} is heard, {file} is in the file"
        );
    }
}

#[test]
fn a_minute_that_was_played_is_the_minute_in_the_file() {
    let dir = TestDir::new();
    let wav = glide(&dir, "minute.wav", (60, 1.7), (100.0, 6000.0));
    let flac = converted(&wav, "flac", &["-ar", "44100"]);
    let ogg = converted(&wav, "ogg", &["-c:a", "libvorbis"]);
    let expected = reference(&wav);
    for file in [wav, flac, ogg] {
        let mut recorder = Recorder::playing(&[&file]);
        let heard = left(&recorder.record(60 * SECOND));
        let both = heard.len().min(expected.len());
        let alike = correlation(&heard[..both], &expected[..both]);
        let window = |at: usize| lag(&heard[at..at + SECOND / 8], &expected, at).0;
        let (first, last) = (window(SECOND), window(58 * SECOND));
        println!(
            "{}: correlation {alike:.6}, {first} frames late at 1 s, {last} at 58 s",
            file.display()
        );
        assert!(alike >= 0.99, "{} correlates by {alike}", file.display());
        assert!(
            (last - first).unsigned_abs() < u64::from(RATE) / 50,
            "{} drifts",
            file.display()
        );
        assert!((recorder.player.state().position - 60.0).abs() < 0.02);
    }
}

#[test]
fn seeking_lands_where_it_should_in_every_format() {
    let dir = TestDir::new();
    let wav = glide(&dir, "seek.wav", (20, 1.7), (200.0, 6000.0));
    let image = [
        "-f",
        "lavfi",
        "-i",
        "color=s=64x64:r=25:d=20",
        "-shortest",
        "-pix_fmt",
        "yuv420p",
    ];
    let files = [
        wav.clone(),
        converted(&wav, "mp3", &["-b:a", "192k"]),
        converted(&wav, "ogg", &["-c:a", "libvorbis"]),
        converted(&wav, "flac", &[]),
        converted(&wav, "m4a", &["-c:a", "aac", "-b:a", "192k"]),
        converted(
            &wav,
            "mp4",
            &[&image[..], &["-c:a", "aac", "-b:a", "192k"]].concat(),
        ),
        converted(&wav, "webm", &["-c:a", "libopus", "-b:a", "128k"]),
    ];
    let expected = reference(&wav);
    for file in &files {
        let mut recorder = Recorder::playing(&[file]);
        for seconds in [13.37, 0.5, 7.0, 17.003] {
            let state = recorder.player.control(Control::Seek { seconds });
            assert!((state.position - seconds).abs() < 0.0001 && state.playing);
            recorder.record(FADE);
            let heard = left(&recorder.record(SECOND / 8));
            let place = (seconds * f64::from(RATE)).round() as usize + FADE;
            let (late, alike) = lag(&heard, &expected, place);
            println!(
                "{}: {seconds} s, {late} frames late, correlation {alike:.4}",
                file.display()
            );
            assert!(
                alike > 0.98,
                "{} at {seconds} s sounds otherwise: {alike}",
                file.display()
            );
            assert!(
                late.unsigned_abs() < u64::from(RATE) / 100,
                "{} at {seconds} s: {late} frames",
                file.display()
            );
        }
    }
}

#[test]
fn a_loop_goes_round_without_a_gap() {
    let dir = TestDir::new();
    let file = glide(&dir, "loop.wav", (4, 4.0), (200.0, 6000.0));
    let expected = reference(&file);
    let mut recorder = Recorder::playing(&[&file]);
    let before = left(&recorder.record(SECOND));
    assert_same(&before[FADE..], &expected[FADE..SECOND]);
    // Marked while it plays: what is heard goes on to the end of the range, then from its start.
    let state = recorder.player.control(Control::Loop {
        range: Some((0.75, 1.5)),
    });
    assert_eq!(state.looped, Some((0.75, 1.5)));
    let to_end = left(&recorder.record(SECOND / 2));
    assert_same(&to_end, &expected[SECOND..SECOND * 3 / 2]);
    for _ in 0..3 {
        let round = left(&recorder.record(SECOND * 3 / 4));
        assert_same(&round, &expected[SECOND * 3 / 4..SECOND * 3 / 2]);
    }
    // Unmarked within a round: it plays on behind the range.
    recorder.record(SECOND / 4);
    recorder.player.control(Control::Loop { range: None });
    assert_same(
        &left(&recorder.record(SECOND)),
        &expected[SECOND..2 * SECOND],
    );
    let state = recorder.player.control(Control::Loop {
        range: Some((1.0, 1.01)),
    });
    assert!(state.problem.unwrap().contains("too short"));
}

#[test]
fn two_results_are_switched_at_the_same_frame() {
    let dir = TestDir::new();
    let files = [
        glide(&dir, "a.wav", (3, 3.0), (200.0, 5000.0)),
        glide(&dir, "b.wav", (2, 2.0), (5000.0, 300.0)),
    ];
    let [a, b] = [reference(&files[0]), reference(&files[1])];
    let mut recorder = Recorder::playing(&[&files[0], &files[1]]);
    let heard = left(&recorder.record(SECOND / 2));
    assert_same(&heard[FADE..], &a[FADE..SECOND / 2]);
    let state = recorder.player.control(Control::Side { side: 1 });
    assert_eq!((state.side, state.position, state.duration), (1, 0.5, 3.0));
    let (from, to) = (SECOND / 2 + FADE, SECOND);
    recorder.record(FADE);
    assert_same(&left(&recorder.record(to - from)), &b[from..to]);
    recorder.player.control(Control::Side { side: 0 });
    let blended = left(&recorder.record(FADE));
    for (index, sample) in blended.iter().enumerate() {
        let (a, b) = (a[to + index], b[to + index]);
        assert!(
            (a.min(b) - 1e-4..=a.max(b) + 1e-4).contains(sample),
            "frame {index} lies between both"
        );
    }
    assert_same(
        &left(&recorder.record(SECOND)),
        &a[to + FADE..to + FADE + SECOND],
    );
}

#[test]
fn it_stops_at_the_end_and_begins_anew() {
    let dir = TestDir::new();
    let file = glide(&dir, "end.wav", (1, 1.0), (300.0, 3000.0));
    let mut recorder = Recorder::playing(&[&file]);
    let heard = left(&recorder.record(SECOND + 1000));
    assert!(heard[SECOND..].iter().all(|sample| *sample == 0.0));
    let state = recorder.player.state();
    assert_eq!(
        (state.playing, state.position, state.duration),
        (false, 1.0, 1.0)
    );
    assert!(recorder.player.control(Control::Play).playing);
    let again = left(&recorder.record(SECOND / 2));
    assert_same(&again[FADE..], &heard[FADE..SECOND / 2]);
}

#[test]
fn pausing_keeps_the_place_and_volume_is_a_factor() {
    let dir = TestDir::new();
    let file = glide(&dir, "pause.wav", (3, 3.0), (300.0, 3000.0));
    let expected = reference(&file);
    let mut recorder = Recorder::playing(&[&file]);
    recorder.record(SECOND);
    assert!(!recorder.player.control(Control::Pause).playing);
    let faded = left(&recorder.record(SECOND));
    assert!(faded[FADE + 1..].iter().all(|sample| *sample == 0.0));
    let place = recorder.player.state().position;
    assert!((1.0..=1.0051).contains(&place), "{place}");
    recorder.player.control(Control::Volume { volume: 0.25 });
    recorder.player.control(Control::Play);
    let heard = left(&recorder.record(SECOND / 2));
    let from = (place * f64::from(RATE)).round() as usize;
    let quieter: Vec<f32> = expected[from + FADE..from + SECOND / 2]
        .iter()
        .map(|sample| sample / 4.0)
        .collect();
    assert_same(&heard[FADE..], &quieter);
}
