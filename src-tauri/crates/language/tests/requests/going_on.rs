//! What later clauses of a request go on with, and the form in which they want it.

use super::*;

#[test]
fn what_was_changed_is_gone_on_with_though_nobody_says_so() {
    let plan = plan(
        "take the noise out of song.wav and cut the first 12 seconds",
        &["song.wav"],
    );
    assert_eq!(
        input(&plan, 1, "audio_effects", "audio"),
        &InputValue::One("<GEN>-0".to_owned()),
        "{plan:?}"
    );
}

#[test]
fn a_mask_is_refined_on_its_image() {
    let plan = plan(
        "segment the dog in photo.jpg from its bounding box and refine the mask",
        &["photo.jpg"],
    );
    assert_eq!(
        first_ways(&plan),
        "visual_grounding segment_by_box | segment_by_mask",
        "{plan:?}"
    );
}

#[test]
fn how_videos_are_joined_is_no_wish_of_its_own() {
    let plan = plan(
        "stitch a.mp4 and b.mp4 together, one behind the other",
        &["a.mp4", "b.mp4"],
    );
    assert_eq!(first_ways(&plan), "video_concatenation", "{plan:?}");
}

#[test]
fn what_was_translated_is_called_so() {
    let words = "describe beach.jpg, translate that into French, make a picture of a shell and read the translated text aloud";
    let plan = plan(words, &["beach.jpg"]);
    assert_eq!(
        input(&plan, 3, "text_to_speech", "text"),
        &InputValue::One("<GEN>-1".to_owned()),
        "{plan:?}"
    );
}

#[test]
fn audio_that_is_bad_or_is_to_go_is_not_made_a_file() {
    let plan_of_music = plan(
        "speed up screen.mp4 3x, drop the sound, add upbeat electronic music",
        &["screen.mp4"],
    );
    assert_eq!(
        first_ways(&plan_of_music),
        "video_speed | video_muting | text_to_music dub_video",
        "{plan_of_music:?}"
    );
    let kept = plan(
        "give me the sound of mute.mp4 as a file, and brighten good.png",
        &["mute.mp4", "good.png"],
    );
    assert_eq!(
        first_ways(&kept),
        "video_to_audio | text_image_editing",
        "{kept:?}"
    );
    let words =
        "webinar.mp4 has a fan humming all through it, clean the sound but leave the picture alone";
    assert_eq!(
        first_ways(&plan(words, &["webinar.mp4"])),
        "video_to_audio audio_to_audio | dub_video"
    );
}

#[test]
fn captions_are_what_is_said() {
    let plan = plan("burn captions into talk.mp4", &["talk.mp4"]);
    assert_eq!(
        first_ways(&plan),
        "video_to_audio speech_to_text subtitle_video",
        "{plan:?}"
    );
}

#[test]
fn a_quoted_title_is_taken_as_it_is() {
    let plan = plan(
        "web page for trailer.mp4, call it 'Salt and Smoke'",
        &["trailer.mp4"],
    );
    assert_eq!(
        input(&plan, 0, "video_to_webpage", "title"),
        &InputValue::One("Salt and Smoke".to_owned()),
        "{plan:?}"
    );
}

#[test]
fn a_result_comes_in_the_form_that_is_asked_for() {
    let read = plan("read me what is printed on leaflet.png", &["leaflet.png"]);
    assert_eq!(
        first_ways(&read),
        "optical_character_recognition text_to_speech"
    );
    let drawn = plan(
        "boxes with names round everything on workbench.jpg",
        &["workbench.jpg"],
    );
    assert_eq!(
        first_ways(&drawn),
        "object_detection highlight_object_on_image"
    );
}

#[test]
fn what_a_result_should_be_like_is_no_wish_of_its_own() {
    let words = "I need a new image that shows a scene with trees and cats. It should be captivating and attention-grabbing.";
    assert_eq!(first_ways(&plan(words, &[])), "text_to_image");
}

#[test]
fn the_image_that_something_is_done_with_is_the_mask() {
    for words in [
        "erase the tennis racket in the area of a.png using b.png",
        "fill in what is missing in a.png conditioned on b.png",
    ] {
        let plan = plan(words, &["a.png", "b.png"]);
        assert_eq!(first_ways(&plan), "image_inpainting", "{words}");
        assert_eq!(
            input(&plan, 0, "image_inpainting", "mask"),
            &InputValue::One("b.png".to_owned()),
            "{words}"
        );
    }
}

#[test]
fn an_image_is_painted_of_the_words_that_say_it() {
    let other = plan("describe a.png and make a picture of a shell", &["a.png"]);
    assert_eq!(
        input(&other, 1, "text_to_image", "text"),
        &InputValue::One("shell".to_owned())
    );
    let same = plan(
        "describe a.png and paint a picture from the description",
        &["a.png"],
    );
    assert_eq!(
        input(&same, 1, "text_to_image", "text"),
        &InputValue::One("<GEN>-0".to_owned())
    );
}

#[test]
fn a_statement_with_a_question_behind_it_asks_whether_it_is_so() {
    let history = [turn(
        "cut the frame out of wall.jpg",
        &["wall.jpg"],
        &["wall_cutout.png"],
    )];
    let plan = plan_after(&history, "it's a poster, isn't it?", &[]);
    assert_eq!(first_ways(&plan), "image_question_answering", "{plan:?}");
}

#[test]
fn what_is_quoted_is_said_to_the_letter() {
    let plan = plan("read \"The harbour lies still.\" aloud", &[]);
    assert_eq!(
        input(&plan, 0, "text_to_speech", "text"),
        &InputValue::One("The harbour lies still.".to_owned())
    );
}

#[test]
fn each_line_is_a_wish_of_its_own() {
    let plan = plan(
        "a.jpg warmer\nb.jpg monochrome\nc.jpg upscaled",
        &["a.jpg", "b.jpg", "c.jpg"],
    );
    assert_eq!(
        first_ways(&plan),
        "text_image_editing | text_image_editing | image_upscaling"
    );
    assert_eq!(worked_on(&plan), ["a.jpg", "b.jpg", "c.jpg"]);
    assert_eq!(
        input(&plan, 1, "text_image_editing", "text"),
        &InputValue::One("b.jpg monochrome".to_owned())
    );
}

#[test]
fn a_file_that_needs_nothing_is_left_alone() {
    let words = "blur the number plates in a.jpg and b.jpg, c.jpg has none";
    assert_eq!(
        worked_on(&plan(words, &["a.jpg", "b.jpg", "c.jpg"])),
        ["a.jpg", "b.jpg"]
    );
}
