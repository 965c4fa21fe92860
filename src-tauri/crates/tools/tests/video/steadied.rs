use std::path::Path;
use std::process::Command;

use image::{Rgb, RgbImage};
use patchbay_test_support::video::{clip, facts, frequency, index_is_first, make, number, stream};

use super::{Workshop, video};

const SIZE: (usize, usize) = (320, 180);

/// A rough ground with a white disc on it, which a hand-held camera passes.
fn shaky(workshop: &Workshop) -> std::path::PathBuf {
    let cell = |x: u32, y: u32, size: u32| {
        let mut bits =
            (x / size).wrapping_mul(0x9E37_79B9) ^ (y / size + 99 * size).wrapping_mul(0x85EB_CA6B);
        bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
        (bits >> 24) % 40
    };
    let scene = RgbImage::from_fn(800, 480, |x, y| {
        let is_disc = (x as f32 - 420.0).hypot(y as f32 - 250.0) < 9.0;
        Rgb(if is_disc {
            [255; 3]
        } else {
            [(50 + cell(x, y, 21) + cell(x, y, 9) + cell(x, y, 4)) as u8; 3]
        })
    });
    scene.save(workshop.path().join("scene.png")).unwrap();
    make(
        workshop.path(),
        "shaky.mp4",
        &format!(
            "-loop 1 -framerate 25 -t 3 -i {} -f lavfi -i sine=frequency=440:duration=3 -vf \
             gblur=sigma=0.7,rotate=a=0.012*sin(n*1.3):c=gray,crop=320:180:200+50*t+7*sin(n*1.7)+4*cos(n*0.8):140+6*cos(n*1.1)+3*sin(n*2.3) \
             -c:v libx264 -preset ultrafast -crf 12 -pix_fmt yuv420p -c:a aac",
            workshop.path().join("scene.png").display()
        ),
    )
}

/// Every frame's brightness.
fn frames(path: &Path) -> Vec<Vec<u8>> {
    let output = Command::new("ffmpeg")
        .args(["-hide_banner", "-loglevel", "error", "-i"])
        .arg(path)
        .args(["-f", "rawvideo", "-pix_fmt", "gray", "-"])
        .output()
        .unwrap();
    output
        .stdout
        .chunks_exact(SIZE.0 * SIZE.1)
        .map(<[u8]>::to_vec)
        .collect()
}

/// Place of the disc, frame by frame.
fn path(frames: &[Vec<u8>]) -> Vec<(f64, f64)> {
    let place = |frame: &Vec<u8>| {
        let (mut x, mut y, mut weight) = (0.0, 0.0, 0.0);
        for (at, value) in frame.iter().enumerate() {
            let bright = f64::from(value.saturating_sub(205));
            x += bright * (at % SIZE.0) as f64;
            y += bright * (at / SIZE.0) as f64;
            weight += bright;
        }
        assert!(weight > 100.0, "the disc is seen");
        (x / weight, y / weight)
    };
    frames.iter().map(place).collect()
}

/// Root mean square change of the disc's speed from frame to frame, in pixels.
fn jerk(path: &[(f64, f64)]) -> f64 {
    let change = |three: &[(f64, f64)]| {
        let (x, y) = (
            three[2].0 - 2.0 * three[1].0 + three[0].0,
            three[2].1 - 2.0 * three[1].1 + three[0].1,
        );
        x * x + y * y
    };
    (path.windows(3).map(change).sum::<f64>() / (path.len() - 2) as f64).sqrt()
}

#[test]
fn shake_goes_and_the_pan_stays() {
    let workshop = Workshop::new();
    let from = shaky(&workshop);
    let to = workshop.file("video_stabilization", &[("video", video(&from))]);
    assert_eq!(to.file_name().unwrap(), "shaky_steadied.mp4");
    let facts = facts(&to);
    let (shown, audio_stream) = (
        stream(&facts, "video").unwrap(),
        stream(&facts, "audio").unwrap(),
    );
    assert_eq!(
        (shown["width"].as_i64(), shown["height"].as_i64()),
        (Some(320), Some(180))
    );
    assert!(
        (number(shown, "duration") - 3.0).abs() < 0.041
            && (number(audio_stream, "duration") - 3.0).abs() < 0.05
    );
    assert!((frequency(&to, 0.5, 2.5) - 440.0).abs() < 2.0 && index_is_first(&to));
    let (before, after) = (frames(&from), frames(&to));
    assert_eq!(before.len(), after.len());
    let (shaken, steady) = (path(&before), path(&after));
    assert!(
        jerk(&steady) < 0.05 * jerk(&shaken),
        "{} px of {} px are left",
        jerk(&steady),
        jerk(&shaken)
    );
    let passed = |path: &[(f64, f64)]| path[5].0 - path[70].0;
    assert!(
        (passed(&steady) / passed(&shaken) - 1.0).abs() < 0.25,
        "the camera still passes by"
    );
    for frame in &after {
        let edge = frame.iter().enumerate().filter(|(at, _)| {
            let (x, y) = (at % SIZE.0, at / SIZE.0);
            x == 0 || y == 0 || x == SIZE.0 - 1 || y == SIZE.1 - 1
        });
        // Beyond the frame's edge its last row would go on: the ground is rough everywhere.
        let darkest = edge.map(|(_, value)| *value).min();
        assert!(darkest.is_some_and(|value| value > 30), "no border is seen");
    }
}

#[test]
fn steady_odd_tiny_and_dark_videos_pass_through() {
    let workshop = Workshop::new();
    for (name, arguments) in [
        (
            "still.mkv",
            "-f lavfi -i testsrc=size=161x91:rate=25:duration=1 -c:v ffv1",
        ),
        (
            "dark.mp4",
            "-f lavfi -i color=black:size=96x64:rate=25:duration=1 -pix_fmt yuv420p",
        ),
        (
            "tiny.mkv",
            "-f lavfi -i testsrc2=size=16x16:rate=25:duration=0.5 -c:v ffv1",
        ),
        (
            "one.mp4",
            "-f lavfi -i testsrc2=size=160x90:rate=25 -frames:v 1 -pix_fmt yuv420p",
        ),
    ] {
        let from = make(workshop.path(), name, arguments);
        let to = workshop.file("video_stabilization", &[("video", video(&from))]);
        let (before, after) = (facts(&from), facts(&to));
        let packets =
            |facts: &serde_json::Value| stream(facts, "video").unwrap()["nb_read_packets"].clone();
        assert_eq!(packets(&before), packets(&after), "{name}");
    }
    let plain = clip(workshop.path(), "plain.mp4", 1.0, "160x90", 25);
    let to = workshop.file("video_stabilization", &[("video", video(&plain))]);
    let gap = patchbay_test_support::video::difference(
        &patchbay_test_support::video::frame_at(&plain, 0.5),
        &patchbay_test_support::video::frame_at(&to, 0.5),
    );
    assert!(gap < 4.0, "a film on a tripod stays as it is: {gap}");
}
