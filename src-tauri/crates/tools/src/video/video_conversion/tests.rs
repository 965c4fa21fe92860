//! Conversions of real files, judged by ffprobe.

use patchbay_media::image::Animation;
use patchbay_test_support::video::{clip, difference, facts, frame_at, make, number, stream};

use super::*;
use crate::testing;

const NOISE: &str = "-f lavfi -i testsrc2=s=320x240:d=4:r=25 -f lavfi -i sine=frequency=440:d=4 -vf \
                     noise=alls=40:allf=t -c:v libx264 -preset ultrafast -crf 12 -pix_fmt yuv420p -c:a aac";

pub(super) fn file(path: std::path::PathBuf) -> MediaFile {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    MediaFile { path, name }
}

pub(super) fn run(
    video: &MediaFile,
    values: &[(&str, &str)],
    context: &Context,
) -> Result<MediaFile, String> {
    let given = [("video", Resource::Video(video.clone()))];
    let set = values
        .iter()
        .map(|(name, value)| (*name, Resource::Text((*value).to_owned())));
    let values = given.into_iter().chain(set);
    let values = values.map(|(name, value)| (name.to_owned(), value));
    let inputs = Inputs::new(values.collect());
    match VideoConversion.run(&inputs, context) {
        Ok(made) => Ok(made.files()[0].clone()),
        Err(error) => Err(error.to_string()),
    }
}

pub(super) fn codecs(path: &std::path::Path) -> (String, Option<String>) {
    let facts = facts(path);
    let codec =
        |kind| stream(&facts, kind).map(|one| one["codec_name"].as_str().unwrap().to_owned());
    (codec("video").unwrap(), codec("audio"))
}

#[test]
fn a_video_becomes_each_kind_of_file_with_its_sound_and_length() {
    let (context, _folder) = testing::context();
    let video = file(clip(&context.folder, "clip.mp4", 2.0, "160x120", 25));
    for (format, picture, sound) in [
        ("mov", "h264", "aac"),
        ("mkv", "h264", "aac"),
        ("webm", "vp9", "opus"),
        ("avi", "mpeg4", "mp3"),
    ] {
        let made = run(&video, &[("format", format)], &context).unwrap();
        assert!(made.name.ends_with(format), "{}", made.name);
        let (has, heard) = codecs(&made.path);
        assert_eq!(
            (has.as_str(), heard.as_deref()),
            (picture, Some(sound)),
            "{format}"
        );
        let told = facts(&made.path);
        let length = number(&told["format"], "duration");
        assert!((length - 2.0).abs() < 0.12, "{format}: {length}");
        let off = difference(&frame_at(&made.path, 1.0), &frame_at(&video.path, 1.0));
        assert!(off < 8.0, "{format}: {off}");
    }
}

#[test]
fn what_fits_a_container_is_taken_over_as_it_is() {
    let (context, _folder) = testing::context();
    let video = file(clip(&context.folder, "clip.mp4", 1.0, "64x48", 25));
    let made = run(&video, &[("format", "mkv"), ("method", "copied")], &context).unwrap();
    let packed = |path| stream(&facts(path), "video").unwrap()["nb_read_packets"].clone();
    assert_eq!(packed(&made.path), packed(&video.path));
    // Matroska begins with the samples before the start that AAC has, 23 ms earlier.
    assert_eq!(
        frame_at(&made.path, 0.51),
        frame_at(&video.path, 0.51),
        "to the bit"
    );
    let error = run(
        &video,
        &[("format", "webm"), ("method", "copied")],
        &context,
    )
    .unwrap_err();
    assert!(
        error.contains("h264 and aac") && error.contains("WEBM"),
        "{error}"
    );
    let values = [("method", "copied"), ("frame_rate", "10")];
    let error = run(&video, &values, &context).unwrap_err();
    assert!(error.contains("frame rate"), "{error}");
}

#[test]
fn a_gif_moves_at_its_rate_and_size_and_repeats() {
    let (context, _folder) = testing::context();
    let video = file(clip(&context.folder, "clip.mp4", 2.0, "640x480", 30));
    let usual = run(&video, &[("format", "gif")], &context).unwrap();
    let moving = Animation::open(&usual.path, &usual.name).unwrap().unwrap();
    assert_eq!(moving.frame_count, 30);
    assert!((moving.seconds - 2.0).abs() < 0.1, "{}", moving.seconds);
    let told = facts(&usual.path);
    assert_eq!(stream(&told, "video").unwrap()["width"], 480);
    let bytes = std::fs::read(&usual.path).unwrap();
    assert!(bytes.windows(11).any(|part| part == b"NETSCAPE2.0"));
    let small = [
        ("format", "gif"),
        ("size", "400 wide"),
        ("frame_rate", "10"),
    ];
    let small = run(&video, &small, &context).unwrap();
    let told = facts(&small.path);
    let told = stream(&told, "video").unwrap();
    assert_eq!(
        (&told["width"], &told["height"]),
        (&400.into(), &300.into())
    );
    assert_eq!(told["nb_read_packets"], "20");
    let shown = image::imageops::resize(
        &frame_at(&video.path, 1.0),
        400,
        300,
        image::imageops::FilterType::Lanczos3,
    );
    assert!(difference(&frame_at(&small.path, 1.0), &shown) < 14.0);
}

#[test]
fn a_file_lands_just_under_its_number_of_bytes() {
    let (context, _folder) = testing::context();
    let video = file(make(&context.folder, "noise.mp4", NOISE));
    let own = landing::length(&video);
    assert!(own > 600_000, "{own}");
    let made = run(&video, &[("target", "300 kB")], &context).unwrap();
    let bytes = landing::length(&made);
    assert!((270_000..=300_000).contains(&bytes), "{bytes}");
    let error = run(&video, &[("target", "2 kB")], &context).unwrap_err();
    assert!(
        error.contains("2 kB") && error.contains("at least about"),
        "{error}"
    );
    let kept = run(&video, &[("target", "50 MB")], &context).unwrap();
    assert_eq!(frame_at(&kept.path, 1.0), frame_at(&video.path, 1.0));
}

#[test]
fn a_number_of_bytes_is_reached_in_several_ways() {
    let (context, _folder) = testing::context();
    let video = file(make(&context.folder, "noise.mp4", NOISE));
    for (way, codec, is_smaller) in [
        ("fewer bits", "h264", false),
        ("smaller picture", "h264", true),
        ("newer codec", "hevc", false),
    ] {
        let values = [("target", "500 KB"), ("way", way)];
        let given = values.map(|(name, value)| (name, Resource::Text(value.to_owned())));
        let given = given
            .into_iter()
            .chain([("video", Resource::Video(video.clone()))]);
        let inputs = Inputs::new(
            given
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        );
        let told = VideoConversion.losses(&inputs);
        assert!(
            told.iter().any(|one| one.contains("kbit/s for")),
            "{told:?}"
        );
        let made = run(&video, &values, &context).unwrap();
        let bytes = std::fs::metadata(&made.path).unwrap().len();
        assert!((350_000..=500_000).contains(&bytes), "{way}: {bytes}");
        let told = facts(&made.path);
        let stream = stream(&told, "video").unwrap();
        assert_eq!(stream["codec_name"], codec, "{way}");
        assert_eq!(stream["width"].as_u64().unwrap() < 320, is_smaller, "{way}");
        if codec == "hevc" {
            assert_eq!(stream["codec_tag_string"], "hvc1");
        }
    }
}

#[test]
fn a_newer_codec_is_taken_without_a_number_of_bytes_too() {
    let (context, _folder) = testing::context();
    let video = file(clip(&context.folder, "clip.mp4", 1.0, "160x120", 25));
    let made = run(&video, &[("way", "newer codec")], &context).unwrap();
    assert_eq!(
        codecs(&made.path),
        ("hevc".to_owned(), Some("aac".to_owned()))
    );
}

#[test]
fn a_varying_rate_becomes_a_constant_one() {
    let (context, _folder) = testing::context();
    let varying = "-f lavfi -i testsrc2=s=64x48:d=2:r=60 -vf select='not(mod(n\\,3))+not(mod(n\\,7))' \
                   -fps_mode vfr -c:v libx264 -pix_fmt yuv420p";
    let video = file(make(&context.folder, "screen.mp4", varying));
    let made = run(&video, &[("frame_rate", "30")], &context).unwrap();
    let told = facts(&made.path);
    let told = stream(&told, "video").unwrap();
    assert_eq!(
        (&told["r_frame_rate"], &told["avg_frame_rate"]),
        (&"30/1".into(), &"30/1".into())
    );
    // How long its last frame is shown a varying rate does not tell.
    let count = told["nb_read_packets"].as_str().unwrap();
    assert!(["60", "61"].contains(&count), "{count}");
}

#[test]
fn a_service_gets_what_it_plays() {
    let (context, _folder) = testing::context();
    let deep = "-f lavfi -i testsrc2=s=1920x1080:d=1:r=25 -f lavfi -i sine=d=1 -c:v prores_ks \
                -pix_fmt yuv422p10le -c:a pcm_s16le";
    let video = file(make(&context.folder, "render.mov", deep));
    let made = run(&video, &[("preset", "WhatsApp")], &context).unwrap();
    let told = facts(&made.path);
    let picture = stream(&told, "video").unwrap();
    assert_eq!(
        (&picture["width"], &picture["pix_fmt"]),
        (&1280.into(), &"yuv420p".into())
    );
    assert_eq!(
        codecs(&made.path),
        ("h264".to_owned(), Some("aac".to_owned()))
    );
    assert!(landing::length(&made) <= 16_000_000);
    assert!(patchbay_test_support::video::index_is_first(&made.path));
}

#[test]
fn a_clear_video_stays_clear_in_a_webm() {
    let (context, _folder) = testing::context();
    let clear = "-f lavfi -i color=red@0.0:s=64x48:d=1:r=10,format=yuva444p10le -c:v prores_ks -profile:v 4444";
    let video = file(make(&context.folder, "clear.mov", clear));
    let made = run(&video, &[("format", "webm")], &context).unwrap();
    assert!(probe(&made.path, "made").unwrap().has_alpha);
}

/// Distance of each row of a frame from the mean of its neighbours: far where two fields of
/// different moments stand in it.
fn combs(path: &std::path::Path) -> f64 {
    let frame = image::DynamicImage::ImageRgb8(frame_at(path, 0.5)).into_luma8();
    let at = |x: u32, y: u32| f64::from(frame.get_pixel(x, y)[0]);
    let off = |x: u32, y: u32| (f64::midpoint(at(x, y - 1), at(x, y + 1)) - at(x, y)).abs();
    let places = (1..frame.height() - 1).flat_map(|y| (0..frame.width()).map(move |x| (x, y)));
    let count = f64::from(frame.width() * (frame.height() - 2));
    places.map(|(x, y)| off(x, y)).sum::<f64>() / count
}

#[test]
fn two_fields_become_whole_frames_whatever_the_file_says_of_them() {
    let (context, _folder) = testing::context();
    for (name, flags) in [
        ("said.mp4", "-flags +ilme+ildct -x264-params tff=1"),
        ("unsaid.mp4", "-bf 0"),
    ] {
        // A bar that moves by 8 pixels from field to field.
        let video = format!(
            "-f lavfi -i color=gray:s=160x120:r=50:d=1 -f lavfi -i color=white:s=40x120:r=50:d=1 \
             -f lavfi -i sine=frequency=440:d=1 -filter_complex \
             [0][1]overlay=x='mod(n*8,120)',interlace=scan=tff:lowpass=0 -c:v libx264 -qp 4 {flags} \
             -pix_fmt yuv420p -c:a aac"
        );
        let video = file(make(&context.folder, name, &video));
        let made = run(&video, &[("deinterlace", "deinterlaced")], &context).unwrap();
        let (before, after) = (combs(&video.path), combs(&made.path));
        assert!(after * 3.0 < before, "{name}: {before} and {after}");
        let told = facts(&made.path);
        let frames = stream(&told, "video").unwrap();
        assert_eq!(
            (&frames["width"], &frames["height"], &frames["r_frame_rate"]),
            (&160.into(), &120.into(), &"25/1".into()),
            "{name}"
        );
        assert_eq!(frames["nb_read_packets"], "25", "{name}");
        assert!(stream(&told, "audio").is_some());
        assert!(
            (patchbay_test_support::video::frequency(&made.path, 0.2, 0.8) - 440.0).abs() < 5.0
        );
    }
}

#[test]
fn hdr_becomes_sdr_and_what_is_sdr_is_refused() {
    let (context, _folder) = testing::context();
    let bright = "-f lavfi -i color=size=320x180:rate=10:duration=1,format=yuv420p10le,geq=lum=437:cb=512:cr=512 \
                  -f lavfi -i sine=d=1 -c:v libx265 -x265-params log-level=error -color_range tv -color_primaries bt2020 \
                  -color_trc smpte2084 -colorspace bt2020nc -c:a aac";
    let video = file(make(&context.folder, "phone.mp4", bright));
    let made = run(&video, &[("dynamic_range", "SDR")], &context).unwrap();
    let told = facts(&made.path);
    let frames = stream(&told, "video").unwrap();
    for field in ["color_space", "color_transfer", "color_primaries"] {
        assert_eq!(frames[field], "bt709", "{field}");
    }
    assert_eq!(
        (
            &frames["width"],
            &frames["pix_fmt"],
            &frames["r_frame_rate"]
        ),
        (&320.into(), &"yuv420p".into(), &"10/1".into())
    );
    assert!(stream(&told, "audio").is_some());
    let grey = frame_at(&made.path, 0.5).get_pixel(160, 90).0;
    assert!(
        grey.iter().all(|level| level.abs_diff(128) < 14),
        "{grey:?}"
    );
    let error = run(&made, &[("dynamic_range", "SDR")], &context).unwrap_err();
    assert!(error.contains("SDR already"), "{error}");
}

#[test]
fn what_is_not_said_is_asked_for() {
    let (context, _folder) = testing::context();
    let video = file(clip(&context.folder, "clip.mp4", 0.5, "64x48", 10));
    let error = run(&video, &[], &context).unwrap_err();
    assert!(error.contains("what the video is to become"), "{error}");
}
