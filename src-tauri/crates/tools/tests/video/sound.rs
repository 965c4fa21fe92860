use patchbay_test_support::film::{
    clip, difference, facts, frequency, index_is_first, loudness, make, number, picture, stream,
};

use super::{Workshop, audio, video};

#[test]
fn a_film_is_dubbed_to_its_length_and_fades_out() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 8.0, "320x180", 30);
    for (seconds, name) in [(3, "short.wav"), (20, "long.ogg")] {
        let music =
            make(workshop.path(), name, &format!("-f lavfi -i sine=frequency=880:duration={seconds} -ar 22050"));
        let to = workshop.file("dub_video", &[("video", video(&from)), ("audio", audio(&music))]);
        assert_eq!(to.file_name().unwrap(), "clip_dubbed.mp4");
        let facts = facts(&to);
        let (pictures, sound) = (stream(&facts, "video").unwrap(), stream(&facts, "audio").unwrap());
        assert_eq!(facts["streams"].as_array().unwrap().len(), 2);
        assert_eq!((pictures["codec_name"].as_str(), sound["codec_name"].as_str()), (Some("h264"), Some("aac")));
        assert!((number(pictures, "duration") - 8.0).abs() < 0.034);
        assert!((number(sound, "duration") - 8.0).abs() < 0.03);
        assert!((frequency(&to, 0.1, 1.9) - 880.0).abs() < 3.0, "the film's own sound is gone");
        let (full, end) = (loudness(&to, 3.0, 5.8), loudness(&to, 7.9, 8.0));
        assert!(full > -23.5 && end < full - 25.0, "{full} dB, at the end {end} dB");
        assert!((frequency(&to, 4.0, 5.5) - 880.0).abs() < 6.0, "there is no gap where it begins again");
        assert!(difference(&picture(&from, 4.0), &picture(&to, 4.0)) < 0.5, "the pictures are the same");
        assert!(index_is_first(&to));
    }
}

#[test]
fn other_films_are_encoded_for_every_player() {
    let mut workshop = Workshop::new();
    let from = make(
        workshop.path(),
        "clip.webm",
        "-f lavfi -i testsrc=duration=3:size=161x91:rate=24 -c:v libvpx-vp9 -deadline realtime -cpu-used 8",
    );
    let music = make(workshop.path(), "music.flac", "-f lavfi -i sine=duration=5");
    workshop.target_seconds = Some(2.0);
    let to = workshop.file("dub_video", &[("video", video(&from)), ("audio", audio(&music))]);
    let facts = facts(&to);
    let pictures = stream(&facts, "video").unwrap();
    assert_eq!(pictures["codec_name"], "h264");
    assert_eq!((pictures["width"].as_i64(), pictures["height"].as_i64()), (Some(160), Some(90)));
    assert!((number(pictures, "duration") - 2.0).abs() < 0.05, "the wanted length is kept");
    assert!((number(stream(&facts, "audio").unwrap(), "duration") - 2.0).abs() < 0.03);
}

#[test]
fn a_films_sound_is_taken_out() {
    let workshop = Workshop::new();
    let mp4 = clip(workshop.path(), "clip.mp4", 3.0, "64x64", 10);
    let mkv = make(
        workshop.path(),
        "clip.mkv",
        "-f lavfi -i testsrc=duration=3:size=64x64:rate=10 -f lavfi -i sine=frequency=440:duration=3 -c:a flac",
    );
    for from in [mp4, mkv] {
        let to = workshop.file("video_to_audio", &[("video", video(&from))]);
        assert_eq!(to.file_name().unwrap(), "clip_sound.m4a");
        let facts = facts(&to);
        assert_eq!(facts["streams"].as_array().unwrap().len(), 1);
        let sound = stream(&facts, "audio").unwrap();
        assert_eq!(sound["codec_name"], "aac");
        assert!((number(sound, "duration") - 3.0).abs() < 0.05, "{sound}");
        assert!((frequency(&to, 0.5, 2.5) - 440.0).abs() < 2.0);
    }
}
