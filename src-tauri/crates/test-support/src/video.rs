//! Tiny videos and audio files made with the ffmpeg program, and what ffprobe says about results:
//! an independent judge.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Runs `ffmpeg` with `arguments` (separated by spaces) and writes `name` into `folder`.
///
/// # Panics
/// Panics if the program is missing or fails.
pub fn make(folder: &Path, name: &str, arguments: &str) -> PathBuf {
    let path = folder.join(name);
    let output = Command::new("ffmpeg")
        .args(["-hide_banner", "-loglevel", "error", "-y"])
        .args(arguments.split_whitespace())
        .arg(&path)
        .output()
        .expect("the tests need the ffmpeg program");
    assert!(
        output.status.success(),
        "ffmpeg {arguments}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    path
}

/// An H.264 video of a moving test image with a 440 Hz tone as AAC audio.
pub fn clip(folder: &Path, name: &str, seconds: f64, size: &str, rate: u32) -> PathBuf {
    let inputs = format!(
        "-f lavfi -i testsrc=duration={seconds}:size={size}:rate={rate} -f lavfi -i sine=frequency=440:duration={seconds}"
    );
    make(
        folder,
        name,
        &format!(
            "{inputs} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -ac 2 -shortest"
        ),
    )
}

/// A video of six seconds from dark to light, 10 frames a second, with a tone of its own in each
/// third: 300, 600 and 900 Hz.
pub fn thirds(folder: &Path, name: &str) -> PathBuf {
    let arguments = "-f lavfi -i color=black:s=64x48:d=6:r=10,geq=lum=N*3+20:cb=128:cr=128 \
                     -f lavfi -i aevalsrc=0.5*sin(2*PI*t*if(lt(t\\,2)\\,300\\,if(lt(t\\,4)\\,600\\,900))):d=6 \
                     -pix_fmt yuv420p";
    make(folder, name, arguments)
}

/// A copy of a video that says that it is to be turned by a quarter to the right, as telephones
/// write it.
///
/// # Panics
/// Panics if the program is missing or fails.
pub fn turned(folder: &Path, name: &str, video: &Path) -> PathBuf {
    let path = folder.join(name);
    let done = Command::new("ffmpeg")
        .args(["-loglevel", "error", "-y", "-display_rotation", "-90", "-i"])
        .arg(video)
        .args(["-c", "copy"])
        .arg(&path)
        .output()
        .is_ok_and(|output| output.status.success());
    // Older programs write the turn from a metadata field.
    if done {
        path
    } else {
        make(
            folder,
            name,
            &format!("-i {} -c copy -metadata:s:v rotate=90", video.display()),
        )
    }
}

/// Returns ffprobe's description of a file, with its packets counted: `format` and `streams`.
///
/// # Panics
/// Panics if the program is missing or cannot read the file.
pub fn facts(path: &Path) -> Value {
    let output = Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-count_packets",
            "-show_format",
            "-show_streams",
            "-of",
            "json",
        ])
        .arg(path)
        .output()
        .expect("the tests need the ffprobe program");
    assert!(
        output.status.success(),
        "ffprobe: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("ffprobe prints JSON")
}

/// A hash of the packets of a file's streams of one kind, `v` or `a`: the same where nothing was
/// encoded anew.
///
/// # Panics
/// Panics if the program is missing or cannot read the file.
pub fn packets(path: &Path, kind: &str) -> String {
    let output = Command::new("ffmpeg")
        .args(["-loglevel", "error", "-i"])
        .arg(path)
        .args([
            "-map",
            &format!("0:{kind}"),
            "-c",
            "copy",
            "-f",
            "streamhash",
            "-",
        ])
        .output()
        .expect("the tests need the ffmpeg program");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && !printed.is_empty());
    // Streams are numbered as they lie in the file.
    let hash = |line: &str| line.rsplit_once('=').map(|(_, hash)| hash.to_owned());
    printed
        .lines()
        .filter_map(hash)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The stream of one kind (`video` or `audio`) among [`facts`].
pub fn stream<'a>(facts: &'a Value, kind: &str) -> Option<&'a Value> {
    facts["streams"]
        .as_array()?
        .iter()
        .find(|stream| stream["codec_type"] == kind)
}

/// A field that ffprobe prints as a number in words, such as `duration`.
///
/// # Panics
/// Panics if it is not there.
pub fn number(value: &Value, field: &str) -> f64 {
    value[field]
        .as_str()
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("no {field} in {value}"))
}

/// When the first stream of one kind (`video` or `audio`) begins and ends, in seconds, by what its
/// packets show: containers say it or not. Audio that is put before the first moment does not
/// count.
///
/// # Panics
/// Panics if the program is missing or nothing is shown.
pub fn span(path: &Path, kind: &str) -> (f64, f64) {
    let output = Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-select_streams",
            &format!("{}:0", &kind[..1]),
        ])
        .args([
            "-show_entries",
            "packet=pts_time,duration_time",
            "-of",
            "csv=p=0",
        ])
        .arg(path)
        .output()
        .expect("the tests need the ffprobe program");
    let text = String::from_utf8_lossy(&output.stdout);
    let times = text.lines().filter_map(|line| {
        let mut numbers = line.split(',').map(str::parse::<f64>);
        let (start, length) = (numbers.next()?.ok()?, numbers.next()?.unwrap_or(0.0));
        (start + length > 1e-6).then_some((start.max(0.0), start + length))
    });
    times
        .reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
        .unwrap_or_else(|| panic!("no {kind} in {}", path.display()))
}

/// The mean loudness of a file's audio between two times, in decibels of full scale; -91 is
/// silence.
///
/// # Panics
/// Panics if the program is missing or cannot read the file.
pub fn loudness(path: &Path, from: f64, to: f64) -> f64 {
    let output = Command::new("ffmpeg")
        .args(["-hide_banner", "-nostats", "-i"])
        .arg(path)
        .args([
            "-af",
            &format!("atrim={from}:{to},volumedetect"),
            "-vn",
            "-f",
            "null",
            "-",
        ])
        .output()
        .expect("the tests need the ffmpeg program");
    let text = String::from_utf8_lossy(&output.stderr);
    let mean = text
        .split("mean_volume: ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    mean.and_then(|value| value.parse().ok())
        .unwrap_or_else(|| panic!("no loudness: {text}"))
}

/// The integrated loudness of a file's audio in LUFS and its true peak in dB of full scale, as
/// ffmpeg's
/// `ebur128` measures both.
///
/// # Panics
/// Panics if the program is missing or cannot read the file.
pub fn integrated_loudness(path: &Path) -> (f64, f64) {
    let output = Command::new("ffmpeg")
        .args(["-hide_banner", "-nostats", "-i"])
        .arg(path)
        .args(["-af", "ebur128=peak=true", "-vn", "-f", "null", "-"])
        .output()
        .expect("the tests need the ffmpeg program");
    let text = String::from_utf8_lossy(&output.stderr);
    let number = |name: &str| {
        let rest = text.rsplit(name).next()?.split_whitespace().next()?;
        rest.parse().ok()
    };
    let found = (number(" I: "), number("Peak: "));
    match found {
        (Some(integrated), Some(peak)) => (integrated, peak),
        _ => panic!("no loudness: {text}"),
    }
}

/// The frequency of a file's audio between two times in Hz, counted by zero crossings of the left
/// channel.
///
/// # Panics
/// Panics if the program is missing or cannot read the file.
pub fn frequency(path: &Path, from: f64, to: f64) -> f64 {
    let samples = samples(path, from, to);
    let crossings = samples
        .windows(2)
        .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0)
        .count();
    crossings as f64 / (to - from)
}

/// The left channel's samples between two times at 48 kHz, as ffmpeg decodes them.
///
/// # Panics
/// Panics if the program is missing or cannot read the file.
pub fn samples(path: &Path, from: f64, to: f64) -> Vec<f32> {
    let output = Command::new("ffmpeg")
        .args(["-hide_banner", "-loglevel", "error", "-i"])
        .arg(path)
        .args([
            "-af",
            &format!("aresample=48000,atrim={from}:{to},pan=mono|c0=c0"),
            "-f",
            "f32le",
            "-",
        ])
        .output()
        .expect("the tests need the ffmpeg program");
    output
        .stdout
        .chunks_exact(4)
        .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        .collect()
}

/// Whether a file's index lies before its content, so that it plays while it is still loading.
///
/// # Panics
/// Panics if the file cannot be read.
pub fn index_is_first(path: &Path) -> bool {
    let bytes = std::fs::read(path).expect("the file is there");
    let mut position = 0;
    while position + 8 <= bytes.len() {
        let size = u32::from_be_bytes(
            bytes[position..position + 4]
                .try_into()
                .expect("four bytes"),
        ) as usize;
        match &bytes[position + 4..position + 8] {
            b"moov" => return true,
            b"mdat" => return false,
            _ => position += size.max(8),
        }
    }
    false
}

/// The frame that a video shows at `seconds`, as the ffmpeg program decodes it.
///
/// # Panics
/// Panics if the program is missing or cannot read the file.
pub fn frame_at(path: &Path, seconds: f64) -> image::RgbImage {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let still = folder.path().join("still.png");
    let done = Command::new("ffmpeg")
        .args(["-hide_banner", "-loglevel", "error", "-i"])
        .arg(path)
        .args([
            "-vf",
            &format!("select=gte(t\\,{seconds})"),
            "-frames:v",
            "1",
        ])
        .arg(&still)
        .status()
        .expect("the tests need the ffmpeg program");
    assert!(done.success(), "no picture at {seconds} s");
    image::open(still).expect("a picture").to_rgb8()
}

/// The mean absolute difference of two images of one size, 0 to 255.
///
/// # Panics
/// Panics if their sizes differ.
pub fn difference(a: &image::RgbImage, b: &image::RgbImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let sum: u64 = a
        .as_raw()
        .iter()
        .zip(b.as_raw())
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / a.as_raw().len() as f64
}
