use patchbay_test_support::video::{clip, facts, frequency, make, number, stream};

use super::{Workshop, video};

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
