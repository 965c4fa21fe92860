//! Another medium is made only where words ask for it.

use super::{first_ways, plan};

#[test]
fn what_edits_a_medium_does_not_make_it_first() {
    for words in [
        "stabilise",
        "cut silence",
        "loop three times",
        "louder",
        "dub it",
    ] {
        let plan = plan(words, &["photo.jpg"]);
        assert!(plan.subtasks.is_empty(), "{words}: {}", first_ways(&plan));
    }
    for (words, way) in [
        ("animate photo.jpg", "image_to_video"),
        ("turn photo.jpg into a 5 second clip", "image_to_video"),
    ] {
        let ways = first_ways(&plan(words, &["photo.jpg"]));
        assert!(ways.starts_with(way), "{words}: {ways}");
    }
}

#[test]
fn a_size_on_paper_is_none_in_pixels() {
    let plan = plan(
        "passport photo from this please, 35 x 45 mm with 300 dpi",
        &["me.jpg"],
    );
    assert!(plan.subtasks.is_empty(), "{}", first_ways(&plan));
}

#[test]
fn a_picture_with_a_sound_is_a_video() {
    for words in [
        "combine photo.jpg and song.mp3",
        "add the music to the photo",
    ] {
        let ways = first_ways(&plan(words, &["photo.jpg", "song.mp3"]));
        assert!(ways.contains("video"), "{words}: {ways}");
    }
}
