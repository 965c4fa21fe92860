//! Frames and audio through libav's filters, checked with ffprobe and ffmpeg.

use std::path::Path;

use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioSource, Block, FilteredFrames, FrameReader, FrameSource, GraphAudio, VideoInput,
    VideoStream, Watch, draws_subtitles, write_video,
};
use patchbay_test_support::video::{frame_at, make};

/// A tone of 440 Hz, ten seconds long, of half the full level.
struct Tone(i64);

impl AudioSource for Tone {
    fn next_block(&mut self, _: &Watch) -> Result<Option<Block>, MediaError> {
        if self.0 >= 480_000 {
            return Ok(None);
        }
        let sample =
            |at: i64| (at as f64 * 440.0 * std::f64::consts::TAU / 48_000.0).sin() as f32 / 2.0;
        let samples: Vec<f32> = (self.0..self.0 + 960).map(sample).collect();
        self.0 += 960;
        Ok(Some(Block {
            start: self.0 - 960,
            channels: [samples.clone(), samples],
        }))
    }
}

fn heard(mut audio: impl AudioSource) -> Vec<f32> {
    let mut samples = Vec::new();
    while let Some(block) = audio.next_block(&Watch::nobody()).unwrap() {
        assert_eq!(block.start, samples.len() as i64);
        samples.extend(&block.channels[0]);
    }
    samples
}

#[test]
fn tempo_changes_length_and_not_pitch() {
    for factor in [0.3, 0.5, 0.9, 1.7, 3.0] {
        let samples = heard(GraphAudio::at_tempo(Tone(0), factor).unwrap());
        let seconds = samples.len() as f64 / 48_000.0;
        assert!(
            (seconds * factor / 10.0 - 1.0).abs() < 0.02,
            "{factor}: {seconds} s"
        );
        let middle = &samples[samples.len() / 4..samples.len() * 3 / 4];
        let crossings = middle
            .windows(2)
            .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0)
            .count();
        let hertz = crossings as f64 * 48_000.0 / middle.len() as f64;
        assert!((hertz - 440.0).abs() < 4.4, "{factor}: {hertz} Hz");
        let loudest = middle
            .iter()
            .fold(0.0_f32, |most, sample| most.max(sample.abs()));
        assert!((loudest - 0.5).abs() < 0.05, "{factor}: {loudest}");
    }
}

#[test]
fn limited_audio_stays_under_its_ceiling() {
    let samples = heard(GraphAudio::limited(Tone(0), 0.3).unwrap());
    assert_eq!(samples.len(), 480_000);
    assert!(
        samples
            .iter()
            .skip(4800)
            .all(|sample| sample.abs() <= 0.301)
    );
    assert!(
        samples
            .iter()
            .skip(48_000)
            .take(4800)
            .any(|sample| sample.abs() > 0.28),
        "it is not needlessly soft"
    );
}

#[test]
fn subtitles_are_found_wherever_they_lie() {
    if !draws_subtitles() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("it's [odd], 50%: a;b\\c d");
    std::fs::create_dir(&odd).unwrap();
    let script = "[Script Info]\nScriptType: v4.00+\nPlayResX: 320\nPlayResY: 180\n\n[V4+ Styles]\n\
                  Format: Name, Fontname, Fontsize, PrimaryColour, Alignment\nStyle: Default,Sans,40,&H00FFFFFF,2\n\n\
                  [Events]\nFormat: Start, End, Style, Text\nDialogue: 0:00:00.00,0:00:09.00,Default,HELLO\n";
    std::fs::write(odd.join("words.ass"), script).unwrap();
    let from = make(
        folder.path(),
        "in.mp4",
        "-f lavfi -i color=navy:size=320x180:rate=10:duration=1 -pix_fmt yuv420p",
    );
    let to = written(&from, |frames| {
        FilteredFrames::subtitled(frames, &odd.join("words.ass"), &odd).unwrap()
    });
    let lit = frame_at(&to, 0.5)
        .pixels()
        .filter(|pixel| pixel.0.iter().all(|channel| *channel > 200))
        .count();
    assert!(lit > 200, "{lit} pixels are white");
}

#[test]
fn frames_are_fitted_without_another_shape() {
    let folder = tempfile::tempdir().unwrap();
    let wide = make(
        folder.path(),
        "wide.mp4",
        "-f lavfi -i color=red:size=320x180:rate=10:duration=0.5 -pix_fmt yuv420p",
    );
    let upright = make(
        folder.path(),
        "upright.mkv",
        "-f lavfi -i color=white:size=100x200:rate=10:duration=0.5 -c:v ffv1",
    );
    let like = FrameReader::open(&wide, "wide.mp4", u32::MAX)
        .unwrap()
        .format();
    let to = written(&upright, |frames| {
        FilteredFrames::framed(frames, &like).unwrap()
    });
    let shown = frame_at(&to, 0.2);
    assert_eq!(shown.dimensions(), (320, 180));
    let bright: Vec<u32> = (0..320)
        .filter(|x| shown.get_pixel(*x, 90).0[0] > 128)
        .collect();
    assert!(
        (89..=92).contains(&bright.len()),
        "{} columns",
        bright.len()
    );
    assert!(
        bright
            .first()
            .is_some_and(|left| (113..=117).contains(left)),
        "{bright:?}"
    );
    assert!(
        (0..180).all(|y| shown.get_pixel(160, y).0[0] > 200),
        "it fills the height"
    );
}

fn written<S: FrameSource>(
    from: &Path,
    filter: impl FnOnce(FrameReader) -> S,
) -> std::path::PathBuf {
    let to = from.with_file_name("out.mp4");
    let mut frames = filter(FrameReader::open(from, "in", u32::MAX).unwrap());
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
        audio_tracks: vec![],
    };
    write_video(&to, "out.mp4", input, &Watch::nobody()).unwrap();
    to
}
