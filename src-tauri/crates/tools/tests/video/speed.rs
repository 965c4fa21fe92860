use patchbay_test_support::video::{
    clip, difference, facts, frame_at, frequency, index_is_first, loudness, make, number, stream,
};

use super::{Workshop, text, video};

#[test]
fn a_video_plays_at_the_pace_of_the_sentence() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 4.0, "160x90", 30);
    for (words, factor, name) in [
        ("play clip.mp4 twice as fast", 2.0, "clip_faster.mp4"),
        ("slow clip.mp4 down to half speed", 0.5, "clip_slower.mp4"),
        ("speed it up to 2.5 seconds", 1.6, "clip_faster.mp4"),
    ] {
        let to = workshop.file(
            "video_speed",
            &[("video", video(&from)), ("text", text(words))],
        );
        assert_eq!(to.file_name().unwrap(), name);
        let facts = facts(&to);
        let (video_stream, audio_stream) = (
            stream(&facts, "video").unwrap(),
            stream(&facts, "audio").unwrap(),
        );
        assert_eq!(
            (
                video_stream["codec_name"].as_str(),
                audio_stream["codec_name"].as_str()
            ),
            (Some("h264"), Some("aac"))
        );
        assert_eq!(video_stream["avg_frame_rate"], "30/1", "{words}");
        let seconds = 4.0 / factor;
        assert!(
            (number(video_stream, "duration") - seconds).abs() < 0.034,
            "{words}: {video_stream}"
        );
        assert!(
            (number(audio_stream, "duration") - seconds).abs() < 0.034,
            "{words}: {audio_stream}"
        );
        assert!(
            (frequency(&to, 0.2, seconds - 0.2) - 440.0).abs() < 4.4,
            "{words}: the pitch stays"
        );
        assert!(index_is_first(&to));
        for moment in [0.0, 0.4 * seconds, 0.8 * seconds] {
            let gap = difference(
                &frame_at(&from, moment * factor + 0.001),
                &frame_at(&to, moment - 0.001),
            );
            assert!(gap < 4.0, "{words}: at {moment} s the difference is {gap}");
        }
    }
}

#[test]
fn audio_stays_with_its_frame() {
    let workshop = Workshop::new();
    // Every second begins with a white flash and a beep; the audio has six channels, the rate
    // varies: every seventh frame is missing, neither the first nor the last.
    let from = make(
        workshop.path(),
        "beats.mkv",
        "-f lavfi -i color=black:size=121x91:rate=30:duration=4,drawbox=color=white:t=fill:enable=lt(mod(t\\,1)\\,0.3),\
         select=mod(n+4\\,7) -f lavfi -i sine=frequency=1000:duration=4,volume=enable=gte(mod(t\\,1)\\,0.3):volume=0,\
         pan=5.1|FC=c0 -fps_mode vfr -c:v libx264 -pix_fmt yuv420p -c:a ac3",
    );
    for (words, factor) in [("2x", 2.0), ("half speed", 0.5)] {
        let to = workshop.file(
            "video_speed",
            &[("video", video(&from)), ("text", text(words))],
        );
        let facts = facts(&to);
        let video_stream = stream(&facts, "video").unwrap();
        assert_eq!(
            video_stream["r_frame_rate"], video_stream["avg_frame_rate"],
            "the rate is constant"
        );
        assert_eq!(
            (
                video_stream["width"].as_i64(),
                video_stream["height"].as_i64()
            ),
            (Some(120), Some(90))
        );
        assert!(
            (number(video_stream, "duration") - 4.0 / factor).abs() < 0.05,
            "{video_stream}"
        );
        for beat in [1.0, 2.0, 3.0] {
            for (after, on) in [(-0.12, false), (0.1, true), (0.2, true), (0.45, false)] {
                let seconds = (beat + after) / factor;
                let white = frame_at(&to, seconds - 0.001).get_pixel(60, 45).0[0] > 128;
                assert_eq!(white, on, "{words}: the picture at {seconds} s");
                let level = loudness(&to, seconds, seconds + 0.02);
                assert_eq!(
                    level > -40.0,
                    on,
                    "{words}: the sound at {seconds} s: {level} dB"
                );
            }
        }
    }
}

#[test]
fn a_time_lapse_and_a_video_without_audio_are_silent() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "long.mp4", 24.0, "64x64", 10);
    let to = workshop.file(
        "video_speed",
        &[
            ("video", video(&from)),
            ("text", text("make long.mp4 a time lapse")),
        ],
    );
    let lapse = facts(&to);
    assert!(stream(&lapse, "audio").is_none());
    assert!((number(stream(&lapse, "video").unwrap(), "duration") - 6.0).abs() < 0.05);
    let silent = make(
        workshop.path(),
        "silent.webm",
        "-f lavfi -i testsrc=duration=1:size=64x64:rate=25",
    );
    let to = workshop.file(
        "video_speed",
        &[("video", video(&silent)), ("text", text("slow motion"))],
    );
    let slow = facts(&to);
    assert!(stream(&slow, "audio").is_none());
    assert_eq!(stream(&slow, "video").unwrap()["nb_read_packets"], "50");
}
