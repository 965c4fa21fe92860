use patchbay_domain::Resource;
use patchbay_test_support::video::make;

use super::{Workshop, video};

fn description(workshop: &Workshop, name: &str, arguments: &str) -> String {
    let path = make(workshop.path(), name, arguments);
    let Resource::Text(text) = workshop
        .run("video_captioning", &[("video", video(&path))])
        .unwrap()
    else {
        panic!("a text")
    };
    text
}

#[test]
fn a_video_is_described_by_what_is_measured() {
    let workshop = Workshop::new();
    let text = description(
        &workshop,
        "shots.mp4",
        "-f lavfi -i color=0x2040d0:size=320x180:rate=25:duration=2 -f lavfi -i color=white:size=320x180:rate=25:duration=1 \
         -f lavfi -i sine=frequency=1000:duration=3,volume=8dB -filter_complex [0][1]concat=n=2[v] -map [v] -map 2:a \
         -pix_fmt yuv420p -c:v libx264 -c:a aac",
    );
    assert!(
        text.starts_with(
            "A landscape video, 3 s long, 320 x 180 pixels, 25 pictures per second (h264)."
        ),
        "{text}"
    );
    assert!(text.contains("2 shots, with cuts at 2 s."), "{text}");
    assert!(text.contains("mostly blue and white"), "{text}");
    // A sine of -18 dB peak and 8 dB more, in one channel spread to two: -10 dB peak, -13 dB mean,
    // -10 LUFS.
    assert!(
        text.contains("LUFS") && text.contains("one channel"),
        "{text}"
    );
    assert!(text.contains("Measured"), "{text}");
}

#[test]
fn silence_and_stillness_are_said() {
    let workshop = Workshop::new();
    let still = "-f lavfi -i color=black:size=90x160:rate=10:duration=1";
    let text = description(&workshop, "mute.mp4", still);
    assert!(
        text.contains("A portrait video")
            && text.contains("single shot")
            && text.contains("no sound"),
        "{text}"
    );
    assert!(
        text.contains("mostly black, dark, and nothing moves"),
        "{text}"
    );
    let text = description(
        &workshop,
        "silent.mp4",
        &format!("{still} -f lavfi -i anullsrc -shortest"),
    );
    assert!(text.contains("Its sound is silence."), "{text}");
}
