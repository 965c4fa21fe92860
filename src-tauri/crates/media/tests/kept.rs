//! Contents that a video has beside frames and one audio track: further audio tracks, and an alpha
//! channel. Checked with ffprobe and ffmpeg.

use std::path::Path;

use patchbay_media::video::{
    AudioReader, AudioTrack, Cue, FrameReader, PacketReader, Span, VideoInput, VideoStream, Watch,
    clear_frame_at, frame_at, probe, write_joined, write_subtitle_track, write_video,
};
use patchbay_test_support::tracks::{bilingual, half_clear, spoken, track};
use patchbay_test_support::video::{self, make};

/// Both tracks of [`bilingual`], as results have them.
fn both() -> [(String, String, bool); 2] {
    let said =
        |language: &str, title: &str, is_heard| (language.to_owned(), title.to_owned(), is_heard);
    [
        said("deu", "Kommentar", true),
        said("eng", "SoundHandler", false),
    ]
}

/// Encodes a video anew.
fn written(from: &Path, to: &Path) {
    let mut frames = FrameReader::open(from, "in", u32::MAX).unwrap();
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
        audio_tracks: AudioTrack::all_of(from, "in").unwrap(),
    };
    write_video(to, "out.mp4", input, &Watch::nobody()).unwrap();
}

#[test]
fn every_audio_track_is_kept_with_its_language() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["in.mp4", "in.mkv"] {
        let from = bilingual(folder.path(), name, 2.0);
        let facts = probe(&from, name).unwrap();
        let languages: Vec<_> = facts
            .audio_tracks
            .iter()
            .map(|label| label.language.as_deref())
            .collect();
        assert_eq!(languages, [Some("deu"), Some("eng")]);
        let to = folder.path().join("out.mp4");
        written(&from, &to);
        assert_eq!(spoken(&to), both(), "{name}");
        for (number, tone) in [(0, 880.0), (1, 440.0)] {
            let heard = track(folder.path(), &to, number);
            assert!(
                (video::frequency(&heard, 0.5, 1.5) - tone).abs() < 2.0,
                "{name}: {tone} Hz"
            );
            let seconds = video::number(&video::facts(&heard)["format"], "duration");
            assert!((seconds - 2.0).abs() < 0.06, "{name}: {seconds} s");
        }
    }
}

#[test]
fn a_video_without_the_other_tracks_is_silent_in_them() {
    let folder = tempfile::tempdir().unwrap();
    let (two, none) = (
        bilingual(folder.path(), "two.mp4", 1.0),
        folder.path().join("out.mp4"),
    );
    let mut frames =
        [&two, &two].map(|video| FrameReader::open(video, "two.mp4", u32::MAX).unwrap());
    let mut audio_tracks = [
        AudioTrack::all_of(&two, "two.mp4").unwrap(),
        AudioTrack::all_of(&two, "two.mp4").unwrap(),
    ];
    audio_tracks[1].truncate(1);
    let videos = frames
        .iter_mut()
        .zip(audio_tracks)
        .map(|(frames, audio_tracks)| VideoInput {
            video: VideoStream::Frames(frames),
            audio_tracks,
        });
    write_joined(&none, "out.mp4", videos.collect(), &Watch::nobody()).unwrap();
    assert_eq!(spoken(&none), both());
    let second = track(folder.path(), &none, 1);
    assert!(
        video::loudness(&second, 0.2, 0.8) > -40.0 && video::loudness(&second, 1.2, 1.8) < -80.0
    );
}

#[test]
fn a_track_that_cannot_be_decoded_keeps_no_other_from_being_heard() {
    let folder = tempfile::tempdir().unwrap();
    let from = bilingual(folder.path(), "in.mp4", 1.0);
    // The first description of an audio track says that it is of a kind that nobody knows.
    let mut bytes = std::fs::read(&from).unwrap();
    for (known, unknown) in [(b"mp4a", b"apac"), (b"esds", b"skip")] {
        let at = bytes.windows(4).position(|four| four == known).unwrap();
        bytes[at..at + 4].copy_from_slice(unknown);
    }
    std::fs::write(&from, bytes).unwrap();
    let readers = AudioReader::open_all(&from, "in.mp4").unwrap();
    assert_eq!(readers.len(), 1);
    assert_eq!(readers[0].0.language.as_deref(), Some("deu"));
    assert_eq!(probe(&from, "in.mp4").unwrap().audio_tracks.len(), 2);
}

#[test]
fn subtitles_do_not_change_which_audio_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (
        bilingual(folder.path(), "in.mp4", 1.0),
        folder.path().join("out.mp4"),
    );
    let cue = Cue::plain(0.0, 0.5, "Hello".to_owned());
    let watch = Watch::nobody();
    assert!(
        write_subtitle_track(
            (&from, "in.mp4"),
            (&to, "out.mp4"),
            &[cue],
            Some("eng"),
            &watch
        )
        .unwrap()
    );
    assert_eq!(spoken(&to), both());
}

#[test]
fn what_is_clear_is_white_in_a_video_and_clear_in_an_image() {
    let folder = tempfile::tempdir().unwrap();
    let videos = [
        (
            "prores.mov",
            "-c:v prores_ks -profile:v 4444",
            "yuva444p10le",
            10,
        ),
        ("vp9.webm", "-c:v libvpx-vp9", "yuva420p", 8),
        ("animation.mov", "-c:v qtrle", "argb", 8),
        ("ffv1.mkv", "-c:v ffv1", "yuva420p", 8),
    ];
    for (name, codec, pixels, bits) in videos {
        let from = half_clear(folder.path(), name, codec, pixels, bits);
        assert!(probe(&from, name).unwrap().has_alpha, "{name}");
        let to = folder.path().join("out.mp4");
        written(&from, &to);
        assert!(!probe(&to, "out.mp4").unwrap().has_alpha, "{name}");
        assert_eq!(
            video::stream(&video::facts(&to), "video").unwrap()["nb_read_packets"],
            "10",
            "{name}"
        );
        for frame in [
            video::frame_at(&to, 0.4),
            frame_at(&from, name, 0.4).unwrap(),
        ] {
            let (clear, red) = (frame.get_pixel(12, 24).0, frame.get_pixel(52, 24).0);
            assert!(clear.iter().all(|part| *part > 250), "{name}: {clear:?}");
            assert!(
                red[0] > 225 && red[1] < 20 && red[2] < 20,
                "{name}: {red:?}"
            );
        }
        let still = clear_frame_at(&from, name, 0.4).unwrap().into_rgba8();
        let (clear, red) = (still.get_pixel(12, 24).0, still.get_pixel(52, 24).0);
        assert!(
            clear[3] < 4 && red[3] > 251 && red[0] > 225 && red[1] < 20,
            "{name}: {clear:?}, {red:?}"
        );
    }
}

#[test]
fn a_part_of_a_clear_video_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let from = half_clear(
        folder.path(),
        "title.mov",
        "-c:v prores_ks -profile:v 4444",
        "yuva444p10le",
        10,
    );
    let (to, span) = (
        folder.path().join("out.mov"),
        Span {
            start: 0.3,
            end: 0.8,
        },
    );
    assert!(
        PacketReader::part(&from, "title.mov", span)
            .unwrap()
            .is_none(),
        "an MP4 cannot hold it"
    );
    let mut packets = PacketReader::clear_part(&from, "title.mov", span)
        .unwrap()
        .unwrap();
    let input = VideoInput {
        video: VideoStream::Packets(&mut packets),
        audio_tracks: vec![],
    };
    assert_eq!(
        write_video(&to, "out.mov", input, &Watch::nobody())
            .unwrap()
            .encoder,
        "copy"
    );
    let facts = video::facts(&to);
    let kept = video::stream(&facts, "video").unwrap();
    assert_eq!(
        (
            kept["codec_name"].as_str(),
            kept["nb_read_packets"].as_str()
        ),
        (Some("prores"), Some("5"))
    );
    assert!(probe(&to, "out.mov").unwrap().has_alpha && video::index_is_first(&to));
}

#[test]
fn high_dynamic_range_comes_to_the_ordinary_one_beside_an_alpha_channel() {
    let folder = tempfile::tempdir().unwrap();
    let from = make(
        folder.path(),
        "pq.mkv",
        "-f lavfi -i color=size=64x48:rate=10:duration=1,format=yuva444p10le,geq=lum=437:cb=512:cr=512:a='1023*gt(X,31)' \
         -c:v ffv1 -color_range tv -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc",
    );
    let frame = frame_at(&from, "pq.mkv", 0.5).unwrap();
    let (clear, grey) = (frame.get_pixel(12, 24).0, frame.get_pixel(52, 24).0);
    assert!(clear.iter().all(|part| *part > 250), "{clear:?}");
    assert!(grey.iter().all(|part| part.abs_diff(128) < 12), "{grey:?}");
}

#[test]
fn a_video_without_an_alpha_channel_is_not_clear() {
    let folder = tempfile::tempdir().unwrap();
    // The fourth byte of a pixel in an uncompressed AVI means nothing; here it is 0.
    let padded = make(
        folder.path(),
        "padded.avi",
        "-f lavfi -i color=red:size=64x48:rate=10:duration=1,format=bgra,colorchannelmixer=aa=0 -c:v rawvideo -pix_fmt bgra",
    );
    let plain = video::clip(folder.path(), "plain.mp4", 1.0, "64x48", 10);
    for (video, name) in [(&padded, "padded.avi"), (&plain, "plain.mp4")] {
        assert!(!probe(video, name).unwrap().has_alpha, "{name}");
        assert!(
            !clear_frame_at(video, name, 0.5)
                .unwrap()
                .color()
                .has_alpha(),
            "{name}"
        );
    }
    let red = frame_at(&padded, "padded.avi", 0.5)
        .unwrap()
        .get_pixel(30, 20)
        .0;
    assert!(red[0] > 225 && red[1] < 20, "{red:?}");
}
