//! Videos of all kinds encoded anew, as every player shows them.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use patchbay_media::video::{PacketReader, Watch, frame_at, probe};
use patchbay_test_support::video::{self, clip, make, number};

use crate::transcode;

#[test]
fn a_video_is_encoded_anew_for_every_player() {
    let folder = tempfile::tempdir().unwrap();
    let from = make(
        folder.path(),
        "in.mp4",
        "-f lavfi -i testsrc=duration=2:size=321x241:rate=30 -f lavfi -i sine=frequency=440:duration=2 \
         -c:v libx264 -preset ultrafast -pix_fmt yuv444p -c:a aac",
    );
    let to = folder.path().join("out.mp4");
    let last = Cell::new(0.0);
    let report = |fraction| {
        assert!(fraction >= last.get(), "progress goes forward");
        last.set(fraction);
        ControlFlow::Continue(())
    };
    let written = transcode(&from, &to, &Watch::new(&report)).unwrap();
    assert!(!written.encoder.is_empty());
    assert!((last.get() - 1.0).abs() < 1e-9);
    let facts = video::facts(&to);
    let (video, audio) = (
        video::stream(&facts, "video").unwrap(),
        video::stream(&facts, "audio").unwrap(),
    );
    assert_eq!(
        (video["codec_name"].as_str(), audio["codec_name"].as_str()),
        (Some("h264"), Some("aac"))
    );
    assert_eq!(
        (video["width"].as_i64(), video["height"].as_i64()),
        (Some(320), Some(240))
    );
    assert_eq!(
        (video["pix_fmt"].as_str(), video["nb_read_packets"].as_str()),
        (Some("yuv420p"), Some("60"))
    );
    assert_eq!(video["avg_frame_rate"], "30/1");
    assert!((number(video, "duration") - 2.0).abs() < 0.005, "{video}");
    assert!((number(audio, "duration") - 2.0).abs() < 0.03, "{audio}");
    assert!(number(video, "start_time").abs() < 1e-6 && number(audio, "start_time").abs() < 1e-6);
    assert!(video::index_is_first(&to));
    assert!((video::frequency(&to, 0.5, 1.5) - 440.0).abs() < 2.0);
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2,
        "no temporary file stays"
    );
}

/// Number of packets of a video that are marked as beginnings.
fn beginnings(path: &Path) -> usize {
    let output = Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-select_streams",
            "v",
            "-show_entries",
            "packet=flags",
            "-of",
            "csv=p=0",
        ])
        .arg(path)
        .output()
        .unwrap();
    let flags = String::from_utf8(output.stdout).unwrap();
    flags.lines().filter(|flags| flags.starts_with('K')).count()
}

#[test]
fn every_frame_that_is_marked_as_a_beginning_is_one() {
    let folder = tempfile::tempdir().unwrap();
    // Cuts, and a group longer than any encoder lets one be.
    let from = make(
        folder.path(),
        "in.mp4",
        "-f lavfi -i testsrc2=size=96x64:rate=24:duration=8 -f lavfi -i testsrc=size=96x64:rate=24:duration=8 \
         -filter_complex concat=n=2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p",
    );
    let to = folder.path().join("out.mp4");
    transcode(&from, &to, &Watch::nobody()).unwrap();
    let marked = beginnings(&to);
    assert!(marked > 1, "{marked}");
    // Pictures of type 5 are those from which H.264 decodes anew (ITU-T H.264, table 7-1).
    let only = folder.path().join("only.h264");
    let done = Command::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(&to)
        .args([
            "-map",
            "0:v",
            "-c",
            "copy",
            "-bsf:v",
            "filter_units=pass_types=5|7|8",
        ])
        .arg(&only)
        .status()
        .unwrap();
    assert!(done.success());
    assert_eq!(beginnings(&only), marked);
}

#[test]
fn turned_videos_stand_upright() {
    let folder = tempfile::tempdir().unwrap();
    let plain = clip(folder.path(), "plain.mp4", 0.5, "320x240", 25);
    let tagged = video::turned(folder.path(), "phone.mp4", &plain);
    let facts = probe(&tagged, "phone.mp4").unwrap();
    assert_eq!((facts.width, facts.height), (240, 320));
    assert!(
        PacketReader::video(&tagged, "phone.mp4").unwrap().is_none(),
        "it is not taken over as it is"
    );
    let to = folder.path().join("out.mp4");
    transcode(&tagged, &to, &Watch::nobody()).unwrap();
    let shown = video::frame_at(&tagged, 0.0);
    assert_eq!(shown.dimensions(), (240, 320));
    assert!(
        video::difference(&shown, &video::frame_at(&to, 0.0)) < 4.0,
        "it looks as players show the original"
    );
    assert!(video::difference(&shown, &frame_at(&tagged, "phone.mp4", 0.0).unwrap()) < 4.0);
}

#[test]
fn surround_audio_and_uneven_times_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    // Every third frame is missing: the rate varies. The audio is only in the middle channel of
    // six.
    let from = make(
        folder.path(),
        "in.mkv",
        "-f lavfi -i testsrc=duration=3:size=128x96:rate=30 -f lavfi -i sine=frequency=880:duration=3 \
         -filter_complex [0:v]select=mod(n\\,3)[v];[1:a]pan=5.1|FC=c0[a] -map [v] -map [a] -vsync vfr \
         -c:v libx264 -preset ultrafast -c:a ac3",
    );
    let to = folder.path().join("out.mp4");
    transcode(&from, &to, &Watch::nobody()).unwrap();
    let facts = video::facts(&to);
    let (video, audio) = (
        video::stream(&facts, "video").unwrap(),
        video::stream(&facts, "audio").unwrap(),
    );
    assert_eq!(
        (audio["channels"].as_i64(), audio["sample_rate"].as_str()),
        (Some(2), Some("48000"))
    );
    assert_eq!(video["nb_read_packets"].as_str(), Some("60"));
    assert!((number(video, "duration") - 3.0).abs() < 0.06, "{video}");
    assert!((video::frequency(&to, 1.0, 2.0) - 880.0).abs() < 2.0);
    for seconds in [0.5, 1.7, 2.8] {
        assert!(
            video::difference(
                &video::frame_at(&from, seconds),
                &video::frame_at(&to, seconds)
            ) < 8.0,
            "at {seconds} s"
        );
    }
}

#[test]
fn high_dynamic_range_comes_to_the_ordinary_one() {
    let folder = tempfile::tempdir().unwrap();
    // What a grey of 128 is encoded as where white is 203 cd/m² (ITU-R BT.2100, tables 4 and 5), in
    // 10 bits.
    for (trc, grey) in [("smpte2084", 437), ("arib-std-b67", 476)] {
        let name = format!("{trc}.mkv");
        let from = make(
            folder.path(),
            &name,
            &format!(
                "-f lavfi -i color=size=320x180:rate=10:duration=1,format=yuv420p10le,geq=lum={grey}:cb=512:cr=512 -c:v ffv1 \
                 -color_range tv -color_primaries bt2020 -color_trc {trc} -colorspace bt2020nc"
            ),
        );
        let read = frame_at(&from, &name, 0.5).unwrap().get_pixel(160, 90).0;
        assert!(
            read.iter().all(|value| value.abs_diff(128) < 12),
            "{trc}: {read:?}"
        );
        let to = folder.path().join(format!("{trc}.mp4"));
        transcode(&from, &to, &Watch::nobody()).unwrap();
        let facts = video::facts(&to);
        let video = video::stream(&facts, "video").unwrap();
        assert_eq!(
            (
                video["color_space"].as_str(),
                video["color_transfer"].as_str()
            ),
            (Some("bt709"), Some("bt709")),
            "{trc}"
        );
        assert_eq!(video["nb_read_packets"], "10", "{trc}");
    }
}

/// How far each row lies outside of its two neighbours: large where two fields of different moments
/// stand in one frame.
fn teeth(frame: &image::RgbImage) -> f64 {
    let grey = image::DynamicImage::ImageRgb8(frame.clone()).into_luma8();
    let light = |x: u32, y: u32| f64::from(grey.get_pixel(x, y)[0]);
    let outside = |x: u32, y: u32| {
        let (above, own, below) = (light(x, y - 1), light(x, y), light(x, y + 1));
        (own - above.max(below))
            .max(above.min(below) - own)
            .max(0.0)
    };
    let places = (0..grey.width()).flat_map(|x| (1..grey.height() - 1).map(move |y| (x, y)));
    places.map(|(x, y)| outside(x, y)).sum::<f64>() / grey.len() as f64
}

#[test]
fn two_fields_become_one_frame() {
    let folder = tempfile::tempdir().unwrap();
    let from = make(
        folder.path(),
        "fields.mpg",
        "-f lavfi -i testsrc2=duration=2:size=320x240:rate=50 -vf tinterlace=interleave_top -c:v mpeg2video \
         -flags +ilme+ildct -top 1 -q:v 2 -r 25",
    );
    let raw = make(
        folder.path(),
        "raw.png",
        &format!("-ss 1 -i {} -frames:v 1", from.display()),
    );
    let raw = teeth(&image::open(raw).unwrap().into_rgb8());
    let ours = teeth(&frame_at(&from, "fields.mpg", 1.0).unwrap());
    assert!(
        raw > 1.0 && ours < raw / 3.0,
        "as it is stored {raw:.2}, as it is read {ours:.2}"
    );
    let to = folder.path().join("whole.mp4");
    transcode(&from, &to, &Watch::nobody()).unwrap();
    let facts = video::facts(&to);
    let video = video::stream(&facts, "video").unwrap();
    assert_eq!(
        (
            video["nb_read_packets"].as_str(),
            video["avg_frame_rate"].as_str()
        ),
        (Some("50"), Some("25/1"))
    );
    assert_eq!(video["field_order"], "progressive");
}
