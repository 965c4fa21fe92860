//! Videos put together of cuts, other audio clips and drawn frames.

use patchbay_media::video::{
    AudioReader, AudioTrack, CutAudio, CutFrames, FittedAudio, FrameReader, GeneratedFrames,
    PacketReader, Shortfall, Span, VideoInput, VideoStream, Watch, frame_at, write_video,
};
use patchbay_test_support::video::{self, clip, make, number};

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
    let audio = CutAudio::new(AudioReader::open(&from, "in.mp4").unwrap(), &spans);
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
        audio_tracks: vec![AudioTrack::plain(audio)],
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
fn audio_is_repeated_or_cut_and_faded() {
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
        let fitted =
            FittedAudio::open(music, "music", packets.seconds(), 2.0, Shortfall::Repeat).unwrap();
        let input = VideoInput {
            video: VideoStream::Packets(&mut packets),
            audio_tracks: vec![AudioTrack::plain(fitted)],
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
fn drawn_frames_become_a_video_of_the_right_colours() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("out.mp4");
    let color = |n: u32| image::Rgb([200, 40, 20 + n as u8 * 10]);
    let mut frames = GeneratedFrames::new(96, 64, 10, 15, |n| {
        Ok(Some(image::RgbImage::from_pixel(96, 64, color(n))))
    })
    .unwrap();
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
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
