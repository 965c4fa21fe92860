//! Videos read, cut and written, checked with ffprobe and ffmpeg.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::Path;

use patchbay_media::MediaError;

use patchbay_media::video::{
    AudioReader, AudioTrack, CutAudio, CutFrames, FittedAudio, FrameReader, GeneratedFrames,
    PacketReader, Shortfall, Span, VideoInput, VideoStream, Watch, Written, frame_at, probe,
    write_video,
};
use patchbay_test_support::video::{self, clip, make, number};

/// Encodes a video anew, with its audio where it has any.
fn transcode(from: &Path, to: &Path, watch: &Watch) -> Result<Written, MediaError> {
    let mut frames = FrameReader::open(from, "in.mp4", u32::MAX)?;
    let sound = match AudioReader::open(from, "in.mp4") {
        Err(MediaError::NoStream { .. }) => None,
        other => Some(other?),
    };
    let audio_tracks = sound.into_iter().map(AudioTrack::plain).collect();
    write_video(
        to,
        "out.mp4",
        VideoInput {
            video: VideoStream::Frames(&mut frames),
            audio_tracks,
        },
        watch,
    )
}

#[test]
fn a_film_is_encoded_anew_for_every_player() {
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

#[test]
fn turned_films_stand_upright() {
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
fn surround_sound_and_uneven_times_are_kept() {
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
fn cuts_are_exact_and_in_step() {
    let folder = tempfile::tempdir().unwrap();
    // A white flash with a beep at the start of every second.
    let from = make(
        folder.path(),
        "in.mp4",
        "-f lavfi -i color=black:size=128x96:rate=30:duration=6,drawbox=color=white:t=fill:enable=lt(mod(t\\,1)\\,0.1) \
         -f lavfi -i sine=frequency=1000:duration=6,volume=enable=gte(mod(t\\,1)\\,0.1):volume=0 \
         -c:v libx264 -g 90 -pix_fmt yuv420p -c:a aac",
    );
    let to = folder.path().join("out.mp4");
    let spans = [
        Span {
            start: 1.0,
            end: 2.0,
        },
        Span {
            start: 3.5,
            end: 5.5,
        },
    ];
    let mut frames = CutFrames::new(
        FrameReader::open(&from, "in.mp4", u32::MAX).unwrap(),
        &spans,
    );
    let sound = CutAudio::new(AudioReader::open(&from, "in.mp4").unwrap(), &spans);
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
        audio_tracks: vec![AudioTrack::plain(sound)],
    };
    write_video(&to, "out.mp4", input, &Watch::nobody()).unwrap();
    let facts = video::facts(&to);
    let video = video::stream(&facts, "video").unwrap();
    assert_eq!(video["nb_read_packets"].as_str(), Some("90"));
    assert!((number(video, "duration") - 3.0).abs() < 0.01);
    // The flashes were at 1, 4 and 5 s: now at 0, 1.5 and 2.5 s.
    for (seconds, white) in [
        (0.0, true),
        (0.12, false),
        (1.45, false),
        (1.5, true),
        (2.45, false),
        (2.5, true),
    ] {
        let brightness = video::frame_at(&to, seconds - 0.001).get_pixel(64, 48).0[0];
        assert_eq!(brightness > 128, white, "at {seconds} s: {brightness}");
    }
    for (from, loud) in [
        (0.02, true),
        (0.2, false),
        (1.3, false),
        (1.52, true),
        (2.52, true),
        (2.7, false),
    ] {
        let level = video::loudness(&to, from, from + 0.06);
        assert_eq!(level > -40.0, loud, "at {from} s: {level} dB");
    }
}

#[test]
fn a_sound_is_repeated_or_cut_and_faded() {
    let folder = tempfile::tempdir().unwrap();
    let from = clip(folder.path(), "in.mp4", 5.0, "160x120", 25);
    let short = make(
        folder.path(),
        "short.wav",
        "-f lavfi -i sine=frequency=660:duration=1.7",
    );
    let long = make(
        folder.path(),
        "long.mp3",
        "-f lavfi -i sine=frequency=660:duration=9",
    );
    for music in [&short, &long] {
        let to = folder.path().join("out.mp4");
        let mut packets = PacketReader::video(&from, "in.mp4").unwrap().unwrap();
        let sound =
            FittedAudio::open(music, "music", packets.seconds(), 2.0, Shortfall::Repeat).unwrap();
        let input = VideoInput {
            video: VideoStream::Packets(&mut packets),
            audio_tracks: vec![AudioTrack::plain(sound)],
        };
        assert_eq!(
            write_video(&to, "out.mp4", input, &Watch::nobody())
                .unwrap()
                .encoder,
            "copy"
        );
        let facts = video::facts(&to);
        let (video, audio) = (
            video::stream(&facts, "video").unwrap(),
            video::stream(&facts, "audio").unwrap(),
        );
        assert_eq!(video["nb_read_packets"].as_str(), Some("125"));
        assert!((number(video, "duration") - 5.0).abs() < 0.01, "{video}");
        assert!((number(audio, "duration") - 5.0).abs() < 0.03, "{audio}");
        assert!(video::index_is_first(&to));
        let (start, fading, end) = (
            video::loudness(&to, 0.5, 2.5),
            video::loudness(&to, 4.0, 4.2),
            video::loudness(&to, 4.9, 5.0),
        );
        assert!(
            start > -24.0 && fading < start - 3.0 && end < start - 25.0,
            "{start} {fading} {end}"
        );
        assert!(
            (video::frequency(&to, 0.1, 1.1) - 660.0).abs() < 3.0,
            "the old sound is gone"
        );
        assert!(
            video::difference(&video::frame_at(&from, 3.0), &video::frame_at(&to, 3.0)) < 0.5,
            "pictures are as they were"
        );
    }
}

#[test]
fn drawn_pictures_become_a_film_of_the_right_colours() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("out.mp4");
    let color = |n: u32| image::Rgb([200, 40, 20 + n as u8 * 10]);
    let mut pictures = GeneratedFrames::new(96, 64, 10, 15, |n| {
        Ok(Some(image::RgbImage::from_pixel(96, 64, color(n))))
    })
    .unwrap();
    let input = VideoInput {
        video: VideoStream::Frames(&mut pictures),
        audio_tracks: vec![],
    };
    write_video(&to, "out.mp4", input, &Watch::nobody()).unwrap();
    let facts = video::facts(&to);
    assert!(video::stream(&facts, "audio").is_none());
    let video = video::stream(&facts, "video").unwrap();
    assert!((number(video, "duration") - 1.5).abs() < 0.01);
    assert_eq!(video["color_space"], "bt709");
    let expected = image::RgbImage::from_pixel(96, 64, color(8));
    assert!(video::difference(&expected, &frame_at(&to, "out.mp4", 0.85).unwrap()) < 4.0);
}

#[test]
fn stopping_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let from = clip(folder.path(), "in.mp4", 3.0, "320x240", 30);
    let to = folder.path().join("out.mp4");
    let calls = Cell::new(0);
    let report = |_| {
        calls.set(calls.get() + 1);
        if calls.get() > 60 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    assert_eq!(
        transcode(&from, &to, &Watch::new(&report)),
        Err(MediaError::Cancelled)
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn wrong_files_are_named_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read(clip(folder.path(), "whole.mp4", 1.0, "160x120", 25)).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        probe(&folder.path().join(name), name).unwrap_err()
    };
    let text = write("text.mp4", b"These are only words, nothing that moves.\n");
    assert!(
        matches!(&text, MediaError::Malformed { name, .. } if name == "text.mp4"),
        "{text}"
    );
    assert_eq!(
        write("empty.mp4", b""),
        MediaError::Empty {
            name: "empty.mp4".to_owned()
        }
    );
    let truncated = write("cut.mp4", &whole[..whole.len() / 2]);
    assert!(
        matches!(&truncated, MediaError::Malformed { .. }),
        "{truncated}"
    );
    // A playlist makes other programs open the files that it names.
    let playlist = write(
        "list.mp4",
        b"#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1.0,\n/etc/passwd\n#EXT-X-ENDLIST\n",
    );
    assert!(
        matches!(&playlist, MediaError::Malformed { .. }),
        "{playlist}"
    );
    let concat = write("concat.mp4", b"ffconcat version 1.0\nfile whole.mp4\n");
    assert!(matches!(&concat, MediaError::Malformed { .. }), "{concat}");
    let gone = probe(&folder.path().join("gone.mp4"), "gone.mp4").unwrap_err();
    assert!(matches!(&gone, MediaError::Unreadable { .. }), "{gone}");
    let sound = make(
        folder.path(),
        "sound.m4a",
        "-f lavfi -i sine=duration=1 -c:a aac",
    );
    assert!(matches!(
        probe(&sound, "sound.m4a"),
        Err(MediaError::NoStream {
            what: "picture",
            ..
        })
    ));
    let silent = make(
        folder.path(),
        "silent.mp4",
        "-f lavfi -i testsrc=duration=1:size=64x64:rate=10",
    );
    assert!(probe(&silent, "silent.mp4").unwrap().audio.is_none());
    assert!(matches!(
        AudioReader::open(&silent, "silent.mp4"),
        Err(MediaError::NoStream { what: "sound", .. })
    ));
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
fn teeth(picture: &image::RgbImage) -> f64 {
    let grey = image::DynamicImage::ImageRgb8(picture.clone()).into_luma8();
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
fn two_fields_become_one_picture() {
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
