//! Parts of a video of which only the frames around the cuts are encoded, as other programs decode
//! them.

use std::path::{Path, PathBuf};
use std::process::Command;

use patchbay_media::video::{
    Span, SplicedPackets, VideoInput, VideoStream, Watch, probe, write_video,
};
use patchbay_test_support::video::{difference, facts, frame_at, make, stream};

/// A moving image of five seconds with frames that need later ones, a group of 24 frames each.
const MOVING: &str =
    "-f lavfi -i testsrc2=s=192x144:r=24:d=5 -pix_fmt yuv420p -c:v libx264 -bf 3 -g 24 -crf 18";
const FRAME: usize = 192 * 144;

/// The light of each frame.
fn frames(path: &Path) -> Vec<Vec<u8>> {
    let output = Command::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(path)
        .args([
            "-map",
            "0:v",
            "-fps_mode",
            "passthrough",
            "-pix_fmt",
            "gray",
            "-f",
            "rawvideo",
            "-",
        ])
        .output()
        .unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    output.stdout.chunks(FRAME).map(<[u8]>::to_vec).collect()
}

/// How near two frames are (PSNR), in dB.
fn nearness(a: &[u8], b: &[u8]) -> f64 {
    let squares = a
        .iter()
        .zip(b)
        .map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2));
    let mean = squares.sum::<f64>() / a.len() as f64;
    10.0 * (255.0 * 255.0 / mean.max(1e-9)).log10()
}

fn span((start, end): (f64, f64)) -> Span {
    Span { start, end }
}

fn spliced(folder: &Path, name: &str, from: &Path, spans: &[(f64, f64)]) -> Option<PathBuf> {
    let spans: Vec<Span> = spans.iter().copied().map(span).collect();
    let mut packets = SplicedPackets::open(from, "in.mp4", &spans).unwrap()?;
    let input = VideoInput {
        video: VideoStream::Spliced(&mut packets),
        audio_tracks: vec![],
    };
    let to = folder.join(name);
    write_video(&to, name, input, &Watch::nobody()).unwrap();
    Some(to)
}

#[test]
fn frames_are_taken_over_to_the_bit_and_those_around_cuts_are_near() {
    let folder = tempfile::tempdir().unwrap();
    for (name, arguments) in [
        ("a.mp4", ""),
        ("b.mkv", ""),
        ("c.mp4", "-profile:v main -coder 0"),
        ("d.mov", "-refs 5 -b-pyramid normal"),
    ] {
        let from = make(folder.path(), name, &format!("{MOVING} {arguments}"));
        let before = frames(&from);
        assert_eq!(before.len(), 120);
        // Frames 13 to 66, and 80 to 119: those from 24 to 63 and 96 to the end are taken over.
        let cuts = [(13.0 / 24.0, 67.0 / 24.0), (80.2 / 24.0, 5.0)];
        let to = spliced(folder.path(), "out.mp4", &from, &cuts).unwrap();
        let after = frames(&to);
        let kept: Vec<usize> = (13..67).chain(80..120).collect();
        assert_eq!(after.len(), kept.len(), "{name}");
        for (frame, number) in after.iter().zip(&kept) {
            let near = nearness(frame, &before[*number]);
            let is_same = (24..63).contains(number) || *number >= 96;
            assert!(
                if is_same {
                    *frame == before[*number]
                } else {
                    near > 38.0
                },
                "{name}: frame {number}: {near}"
            );
        }
        let all = facts(&to);
        let track = stream(&all, "video").unwrap();
        assert_eq!(track["codec_tag_string"].as_str(), Some("avc1"));
        assert!((probe(&to, "out.mp4").unwrap().seconds - 94.0 / 24.0).abs() < 0.002);
        // From anywhere inside it goes on: the sets of parameters stand before the content.
        for place in [7, 24, 60, 84] {
            let at = |path, number: usize| frame_at(path, (number as f64 - 0.5) / 24.0);
            let gap = difference(&at(&to, place), &at(&from, kept[place]));
            assert!(gap < 2.0, "{name} at {place}: {gap}");
        }
    }
}

#[test]
fn what_does_not_fit_together_is_left_to_be_encoded() {
    let folder = tempfile::tempdir().unwrap();
    for (name, arguments) in [
        ("open.mp4", "-x264-params open-gop=1:keyint=24:scenecut=0"),
        ("range.mp4", "-color_range pc -pix_fmt yuvj420p"),
        (
            "light.mp4",
            "-color_trc arib-std-b67 -color_primaries bt2020 -colorspace bt2020nc",
        ),
        ("other.mp4", "-c:v mpeg4"),
    ] {
        let from = make(folder.path(), name, &format!("{MOVING} {arguments}"));
        assert!(
            spliced(folder.path(), "out.mp4", &from, &[(2.3, 3.9)]).is_none(),
            "{name}"
        );
    }
    let within = make(folder.path(), "within.mp4", MOVING);
    assert!(spliced(folder.path(), "out.mp4", &within, &[(1.1, 1.9)]).is_none());
}
