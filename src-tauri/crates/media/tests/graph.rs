//! Graphs of libav's filters over real videos: what comes out has the size, length and content that
//! the filters say.

use patchbay_media::video::{
    AudioReader, AudioSource, FrameReader, FrameSource, GraphAudio, GraphFrames, ImageFrames,
    VideoInput, VideoStream, Watch, probe, write_video,
};
use patchbay_test_support::video;

/// Red for a second, then blue, 10 frames a second.
fn two_colors(folder: &std::path::Path) -> std::path::PathBuf {
    let colors = ["red", "blue"].map(|color| format!("-f lavfi -i color={color}:s=64x48:d=1:r=10"));
    let arguments = format!(
        "{} -filter_complex concat=n=2 -pix_fmt yuv420p",
        colors.join(" ")
    );
    video::make(folder, "colors.mp4", &arguments)
}

fn open(path: &std::path::Path) -> Box<FrameReader> {
    Box::new(FrameReader::open(path, "colors.mp4", u32::MAX).unwrap())
}

/// The strongest channel in the middle of each frame.
fn strongest(frames: &mut dyn FrameSource) -> Vec<usize> {
    let mut seen = Vec::new();
    while let Some(frame) = frames.next_frame(&Watch::nobody()).unwrap() {
        let rgb = frame.to_rgb().unwrap();
        let pixel = rgb.get_pixel(rgb.width() / 2, rgb.height() / 2).0;
        seen.push((0..3).max_by_key(|channel| pixel[*channel]).unwrap());
    }
    seen
}

#[test]
fn filters_change_size_order_and_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = two_colors(folder.path());
    let watch = Watch::nobody();
    let graph = "reverse,scale=33:21,tpad=stop_mode=clone:stop_duration=1";
    let mut frames = GraphFrames::open(vec![open(&path)], graph, None, 3.0, &watch).unwrap();
    assert_eq!((frames.format().width, frames.format().height), (32, 20));
    let expected = [vec![2; 10], vec![0; 20]].concat();
    assert_eq!(strongest(&mut frames), expected);

    let mut frames = GraphFrames::open(vec![open(&path)], graph, None, 3.0, &watch).unwrap();
    let made = folder.path().join("made.mp4");
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
        audio_tracks: Vec::new(),
    };
    write_video(&made, "made.mp4", input, &watch).unwrap();
    let facts = probe(&made, "made.mp4").unwrap();
    assert!((facts.seconds - 3.0).abs() < 0.01, "{}", facts.seconds);
    assert!((facts.frames_per_second - 10.0).abs() < 0.01);
}

#[test]
fn sources_meet_in_one_graph() {
    let folder = tempfile::tempdir().unwrap();
    let path = two_colors(folder.path());
    let watch = Watch::nobody();
    // The second source ends first; the image has one frame only.
    let green = image::RgbaImage::from_pixel(16, 16, image::Rgba([0, 255, 0, 255]));
    let graph = "[in1]trim=end_frame=5,hflip[a];[in][a]hstack=shortest=0[b];[b][in2]overlay=56:16";
    let sources: Vec<Box<dyn FrameSource>> =
        vec![open(&path), open(&path), Box::new(ImageFrames::new(green))];
    let mut frames = GraphFrames::open(sources, graph, None, 2.0, &watch).unwrap();
    assert_eq!((frames.format().width, frames.format().height), (128, 48));
    assert_eq!(strongest(&mut frames), vec![1; 20]);
}

#[test]
fn a_graph_that_is_none_is_an_error_and_audio_goes_through_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = two_colors(folder.path());
    let watch = Watch::nobody();
    assert!(GraphFrames::open(vec![open(&path)], "no_such_filter", None, 2.0, &watch).is_err());
    let tone = video::make(
        folder.path(),
        "tone.wav",
        "-f lavfi -i sine=frequency=440:duration=1:sample_rate=48000",
    );
    let reader =
        || -> Box<dyn AudioSource> { Box::new(AudioReader::open(&tone, "tone.wav").unwrap()) };
    let graph = "[in][in1]concat=n=2:v=0:a=1,volume=0.5";
    let mut audio = GraphAudio::open(vec![reader(), reader()], graph).unwrap();
    let mut samples = Vec::new();
    while let Some(block) = audio.next_block(&watch).unwrap() {
        assert_eq!(block.start as usize, samples.len());
        samples.extend_from_slice(&block.channels[0]);
    }
    assert_eq!(samples.len(), 96_000);
    let peak = |part: &[f32]| part.iter().fold(0.0_f32, |most, one| most.max(one.abs()));
    let (first, second) = samples.split_at(48_000);
    assert!((peak(first) - peak(second)).abs() < 0.01 && peak(first) < 0.2);
}
