//! Tests of what several constraints at once, codecs, pixels and frame rates make of real files,
//! judged by ffprobe.

use patchbay_test_support::video::{clip, facts, frame_at, make, number, stream};

use super::tests::{codecs, file, run};
use super::*;
use crate::testing;

#[test]
fn a_sticker_meets_all_that_it_is_held_to() {
    let (context, _folder) = testing::context();
    let noisy = "-f lavfi -i testsrc2=s=640x360:d=5:r=50 -f lavfi -i sine=frequency=440:d=5 -vf \
                 noise=alls=30:allf=t -c:v libx264 -preset ultrafast -crf 12 -pix_fmt yuv420p -c:a aac";
    let video = file(make(&context.folder, "cat.mp4", noisy));
    let asked = [("preset", "Telegram video sticker")];
    let made = run(&video, &asked, &context).unwrap();
    assert_eq!(made.path.extension().unwrap(), "webm", "{}", made.name);
    assert!(landing::length(&made) <= 256_000);
    let told = facts(&made.path);
    let picture = stream(&told, "video").unwrap();
    assert_eq!(picture["codec_name"], "vp9");
    assert_eq!(
        (&picture["width"], &picture["height"]),
        (&512.into(), &288.into())
    );
    assert_eq!(picture["r_frame_rate"], "30/1");
    assert!(number(&told["format"], "duration") <= 3.01);
    assert!(stream(&told, "audio").is_none());
    let said = context.progress.said().join(" ");
    assert!(said.contains("after 3 s is cut off"), "{said}");
    let error = run(&video, &[asked[0], ("target", "4 kB")], &context).unwrap_err();
    assert!(
        error.contains("512 × 288 pixels and 3 s") && error.contains("4 kB"),
        "{error}"
    );
    let error = run(&video, &[asked[0], ("format", "mp4")], &context).unwrap_err();
    assert!(error.contains("takes WEBM, but not MP4"), "{error}");
    let error = run(&video, &[asked[0], ("size", "400 wide")], &context).unwrap_err();
    assert!(
        error.contains("exactly 512 pixels, but not of 400"),
        "{error}"
    );
    let error = run(&video, &[("codec", "HEVC"), ("format", "webm")], &context).unwrap_err();
    assert!(error.contains("HEVC is not written as WEBM"), "{error}");
}

#[test]
fn a_clear_sticker_stays_clear_at_its_size() {
    let (context, _folder) = testing::context();
    let clear = "-f lavfi -i color=red@0.0:s=128x96:d=1:r=10,format=yuva444p10le -c:v prores_ks -profile:v 4444";
    let video = file(make(&context.folder, "clear.mov", clear));
    let made = run(&video, &[("preset", "Telegram video sticker")], &context).unwrap();
    let facts = probe(&made.path, "made").unwrap();
    assert!(facts.has_alpha && (facts.width, facts.height) == (512, 384));
    let shown = patchbay_media::video::clear_frame_at(&made.path, "made", 0.5).unwrap();
    assert!(shown.into_rgba8().get_pixel(200, 200).0[3] < 20);
}

#[test]
fn codecs_lengths_and_silence_are_as_asked_for() {
    let (context, _folder) = testing::context();
    let video = file(clip(&context.folder, "clip.mp4", 2.0, "160x120", 25));
    for (codec, format, is) in [
        ("H.264", "mkv", "h264"),
        ("HEVC", "mp4", "hevc"),
        ("VP9", "mp4", "vp9"),
        ("AV1", "webm", "av1"),
    ] {
        let values = [("codec", codec), ("format", format), ("longest", "0.6")];
        let made = run(&video, &values, &context).unwrap();
        assert_eq!(codecs(&made.path).0, is);
        let told = facts(&made.path);
        let length = number(&told["format"], "duration");
        assert!((length - 0.6).abs() < 0.05, "{codec}: {length}");
    }
    let silent = run(&video, &[("sound", "none")], &context).unwrap();
    assert_eq!(codecs(&silent.path), ("h264".to_owned(), None));
    assert_eq!(
        frame_at(&silent.path, 1.0),
        frame_at(&video.path, 1.0),
        "its frames are taken over"
    );
}

#[test]
fn pixels_that_are_not_square_become_so() {
    let (context, _folder) = testing::context();
    let round = "-f lavfi -i color=gray:s=256x144:r=25:d=1,geq=lum='if(lt(hypot(X-128\\,Y-72)\\,50)\\,220\\,40)':cb=128:cr=128,\
                 scale=180:144,setsar=64/45";
    for (name, codec) in [("dvd.mpg", "mpeg2video"), ("dvd.mp4", "libx264")] {
        let arguments = format!("{round} -c:v {codec} -b:v 3M -pix_fmt yuv420p");
        let video = file(make(&context.folder, name, &arguments));
        let made = run(&video, &[("pixels", "square"), ("format", "mp4")], &context).unwrap();
        let told = facts(&made.path);
        let picture = stream(&told, "video").unwrap();
        let aspect = picture["sample_aspect_ratio"].as_str().unwrap_or("1:1");
        assert_eq!(aspect, "1:1", "{name}");
        let shown = image::DynamicImage::ImageRgb8(frame_at(&made.path, 0.5)).into_luma8();
        assert!(shown.width().abs_diff(256) <= 2, "{}", shown.width());
        let across = (0..shown.width()).filter(|x| shown.get_pixel(*x, 72).0[0] > 130);
        let down =
            (0..shown.height()).filter(|y| shown.get_pixel(shown.width() / 2, *y).0[0] > 130);
        let (across, down) = (across.count() as f64, down.count() as f64);
        assert!(
            (across / down - 1.0).abs() < 0.05,
            "{name}: {across} {down}"
        );
    }
}

#[test]
fn another_rate_is_reached_by_dropping_or_by_blending() {
    let (context, _folder) = testing::context();
    // Every frame is another grey: black, white, black …
    let blinking = "-f lavfi -i color=black:s=64x48:r=50:d=1,geq=lum='if(mod(N\\,2)\\,220\\,30)':cb=128:cr=128 \
                    -c:v libx264 -qp 4 -pix_fmt yuv420p";
    let video = file(make(&context.folder, "blink.mp4", blinking));
    let grey = |values: &[(&str, &str)]| {
        let made = run(&video, values, &context).unwrap();
        let told = facts(&made.path);
        let picture = stream(&told, "video").unwrap();
        assert_eq!(picture["r_frame_rate"], "25/1");
        assert_eq!(picture["nb_read_packets"], "25");
        frame_at(&made.path, 0.5).get_pixel(30, 20).0[1]
    };
    let dropped = grey(&[("frame_rate", "25")]);
    let blended = grey(&[("frame_rate", "25"), ("rate_change", "blended")]);
    assert!(!(60..=190).contains(&dropped), "{dropped}");
    assert!((100..160).contains(&blended), "{blended}");
    let varying = "-f lavfi -i testsrc2=s=64x48:d=2:r=30 -vf select='not(mod(n\\,3))+lt(n\\,20)' \
                   -fps_mode vfr -c:v libx264 -pix_fmt yuv420p";
    let video = file(make(&context.folder, "uneven.mp4", varying));
    let times = |file: &MediaFile| {
        let told = facts(&file.path);
        let told = stream(&told, "video").unwrap();
        (told["r_frame_rate"].clone(), told["avg_frame_rate"].clone())
    };
    let steady = times(&run(&video, &[("timing", "constant")], &context).unwrap());
    assert_eq!(steady.0, steady.1, "frames at equal distances");
    let kept = run(&video, &[("format", "webm")], &context).unwrap();
    let packets = |file: &MediaFile| {
        let told = facts(&file.path);
        stream(&told, "video").unwrap()["nb_read_packets"].clone()
    };
    assert_eq!(packets(&kept), packets(&video), "a varying rate stays");
}

#[test]
fn a_large_film_becomes_what_discord_and_a_mail_take() {
    let (context, _folder) = testing::context();
    // Far more than the bytes that either takes, with sides that are longer.
    let noisy = "-f lavfi -i testsrc2=s=2048x1152:d=2:r=25 -f lavfi -i sine=frequency=440:d=2 -vf \
                 noise=alls=60:allf=t -c:v libx264 -preset ultrafast -crf 14 -pix_fmt yuv420p -c:a aac";
    let video = file(make(&context.folder, "walk.mkv", noisy));
    assert!(landing::length(&video) > 30_000_000);
    for (service, most, longer) in [
        ("Discord", 10_000_000, 1920_i32),
        ("email", 18_000_000, 1280),
    ] {
        let made = run(&video, &[("preset", service)], &context).unwrap();
        assert_eq!(made.path.extension().unwrap(), "mp4", "{service}");
        let bytes = landing::length(&made);
        assert!(
            bytes <= most && bytes > most / 4,
            "{service}: {bytes} bytes"
        );
        assert_eq!(
            codecs(&made.path),
            ("h264".to_owned(), Some("aac".to_owned()))
        );
        let told = facts(&made.path);
        let picture = stream(&told, "video").unwrap();
        let sides = (&picture["width"], &picture["height"]);
        assert_eq!(
            sides,
            (&longer.into(), &(longer * 9 / 16).into()),
            "{service}"
        );
        assert_eq!(picture["r_frame_rate"], "25/1", "{service}");
        let length = number(&told["format"], "duration");
        assert!((length - 2.0).abs() < 0.1, "{service}: {length}");
    }
}

#[test]
fn a_forum_gets_its_format_without_sound_and_its_length() {
    let (context, _folder) = testing::context();
    let video = file(clip(&context.folder, "walk.mp4", 2.0, "320x240", 25));
    let made = run(&video, &[("preset", "4chan")], &context).unwrap();
    assert_eq!(made.path.extension().unwrap(), "webm");
    assert!(landing::length(&made) <= 3_000_000);
    assert_eq!(codecs(&made.path), ("vp9".to_owned(), None));
    let told = facts(&made.path);
    let picture = stream(&told, "video").unwrap();
    assert_eq!(
        (&picture["width"], &picture["height"]),
        (&320.into(), &240.into())
    );
    // Longer than it takes.
    let long = "-f lavfi -i testsrc=s=64x48:d=125:r=10 -c:v libx264 -pix_fmt yuv420p";
    let video = file(make(&context.folder, "long.mp4", long));
    let made = run(&video, &[("preset", "4chan")], &context).unwrap();
    let length = number(&facts(&made.path)["format"], "duration");
    assert!((length - 119.9).abs() < 0.06, "{length}");
    let said = context.progress.said().join(" ");
    assert!(said.contains("is cut off"), "{said}");
}

#[test]
fn services_are_those_of_the_table() {
    let toolbox = patchbay_domain::Toolbox::from_json(crate::TOOLBOX).unwrap();
    let tool = toolbox
        .tools
        .iter()
        .find(|tool| tool.name == "video_conversion");
    let choices = &tool.unwrap().parameter("preset").unwrap().choices;
    for choice in choices {
        assert!(
            patchbay_tool_api::services::service(choice).is_some(),
            "{choice}"
        );
    }
    let services = patchbay_tool_api::services::services();
    let takers = services.iter().filter(|service| service.video.is_some());
    assert_eq!(choices.len(), takers.count());
}
