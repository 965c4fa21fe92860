//! What a request says beside its wishes: details, names of files, values, remarks.

use patchbay_domain::{InputValue, UncoveredKind};

use super::{first_ways, plan};

#[test]
fn a_detail_gives_its_value_to_the_wish_before() {
    for (words, files, tool, name, value) in [
        (
            "put webcam.mp4 in the bottom right corner of game.mp4, a quarter of the width",
            ["webcam.mp4", "game.mp4"],
            "video_overlay",
            "overlay_size",
            "25%",
        ),
        (
            "sync recorder.wav to camera.mp4 and use it instead of the camera sound",
            ["recorder.wav", "camera.mp4"],
            "audio_sync",
            "own_sound",
            "replaced",
        ),
    ] {
        let plan = plan(words, &files);
        assert_eq!(first_ways(&plan), tool, "{words}");
        let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
        assert_eq!(inputs[name], InputValue::One(value.to_owned()), "{words}");
    }
}

#[test]
fn a_file_s_name_gives_no_value() {
    let words = "make landscape.mp4 vertical with a blurred background";
    let plan = plan(words, &["landscape.mp4"]);
    let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
    assert_eq!(inputs["shape"], InputValue::One("vertical".to_owned()));
}

#[test]
fn a_tool_that_takes_what_is_said_is_the_one_that_is_meant() {
    for (words, file, tool, name, value) in [
        (
            "convert clip.mp4 to webm",
            "clip.mp4",
            "video_conversion",
            "format",
            "webm",
        ),
        (
            "cut tape.mp4 from timecode 01:00:02;00 to 01:00:05;00",
            "tape.mp4",
            "video_trimming",
            "parts",
            "01:00:02;00 to 01:00:05;00",
        ),
        (
            "make loading.png half the size",
            "loading.png",
            "text_image_editing",
            "size",
            "50%",
        ),
    ] {
        let plan = plan(words, &[file]);
        assert_eq!(first_ways(&plan), tool, "{words}: {:?}", plan.uncovered);
        let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
        assert_eq!(inputs[name], InputValue::One(value.to_owned()), "{words}");
    }
}

#[test]
fn a_remark_about_the_sound_mutes_nothing() {
    let words = "talk.mp4 has a fan humming all through it, clean the sound";
    let ways = first_ways(&plan(words, &["talk.mp4"]));
    assert!(!ways.contains("video_muting"), "{ways}");
}

#[test]
fn a_file_s_properties_are_no_words_on_the_way() {
    let ways = first_ways(&plan("add subtitles to clip.mp4", &["clip.mp4"]));
    assert_eq!(ways, "video_to_audio speech_to_text subtitle_video");
}

#[test]
fn a_value_that_is_said_in_several_parts_is_one() {
    for words in [
        "blur the number plate in street.mp4, it is at x 300 y 180 and 120 by 40 px",
        "blur the number plate in street.mp4, it is at 300,180 and is 120 wide and 40 high",
        "blur the box at 300,180, 120 wide and 40 high in street.mp4",
    ] {
        let plan = plan(words, &["street.mp4"]);
        assert_eq!(
            first_ways(&plan),
            "video_hiding",
            "{words}: {:?}",
            plan.uncovered
        );
        let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
        let region = InputValue::One("120x40 at 300,180".to_owned());
        assert_eq!(inputs["region"], region, "{words}");
    }
}

#[test]
fn how_long_something_takes_is_no_part_to_cut_out() {
    for (words, name, value) in [
        ("fade out clip.mp4 over the last 3 seconds", "fade_out", "3"),
        (
            "fade clip.mp4 in from black over the first second",
            "fade_in",
            "1",
        ),
    ] {
        let plan = plan(words, &["clip.mp4"]);
        assert_eq!(first_ways(&plan), "video_fading", "{words}");
        let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
        assert_eq!(inputs[name], InputValue::One(value.to_owned()), "{words}");
    }
}

#[test]
fn a_part_before_the_wish_limits_it() {
    let words = "from 1s to 5s show the text \"Market day\" on clip.mp4";
    let plan = plan(words, &["clip.mp4"]);
    assert_eq!(first_ways(&plan), "subtitle_video");
    let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
    assert_eq!(inputs["within"], InputValue::One("0:01 to 0:05".to_owned()));
}

#[test]
fn a_file_that_is_named_is_not_left_out_without_a_word() {
    let files = ["a.jpg", "b.jpg", "c.jpg", "tune.mp3"];
    let words = "a slideshow of a.jpg, b.jpg and c.jpg, 3 seconds each, with tune.mp3 playing";
    let plan = plan(words, &files);
    let asked = plan.clarification.clone().unwrap_or_default();
    let is_laid_under = first_ways(&plan) == "slideshow | dub_video";
    assert!(is_laid_under || asked.contains("tune.mp3"), "{plan:?}");
}

#[test]
fn a_format_that_another_wish_needs_comes_first() {
    let files = ["talk.wav", "front.jpg"];
    let words = "convert talk.wav to mp3, then use front.jpg as its cover";
    assert_eq!(
        first_ways(&plan(words, &files)),
        "audio_conversion | audio_cover"
    );
}

#[test]
fn what_has_nothing_to_do_is_filled_in_alone_and_refused_beside_others() {
    let alone = plan("delay the sound of clip.mp4", &["clip.mp4"]);
    assert_eq!(first_ways(&alone), "video_sound_delay");
    assert_eq!(alone.uncovered[0].kind, UncoveredKind::Unsaid);
    let both = plan(
        "rotate clip.mp4 by 90 degrees, then delay its sound",
        &["clip.mp4"],
    );
    assert!(both.subtasks.is_empty(), "{both:?}");
    let asked = both.clarification.unwrap_or_default();
    assert!(asked.contains("It is not said"), "{asked}");
}

#[test]
fn what_is_told_of_a_part_goes_to_the_wish_that_means_it() {
    for (words, within) in [
        (
            "somebody swears between 0:02 and 0:04 in clip.mp4. make it silent there only",
            "0:02 to 0:04",
        ),
        (
            "my phone rings from 3 s to 4 s, mute the sound there",
            "0:03 to 0:04",
        ),
    ] {
        let plan = plan(words, &["clip.mp4"]);
        assert_eq!(first_ways(&plan), "video_muting", "{words}: {plan:?}");
        let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
        assert_eq!(
            inputs["within"],
            InputValue::One(within.to_owned()),
            "{words}"
        );
    }
}

#[test]
fn files_are_joined_in_the_order_in_which_they_are_spoken_of() {
    let files = ["a_dinner.mp4", "b_arrival.mp4", "c_garden.mp4"];
    for words in [
        "join c_garden.mp4, a_dinner.mp4 and b_arrival.mp4",
        "put the garden, the dinner and the arrival together",
    ] {
        let plan = plan(words, &files);
        assert_eq!(
            first_ways(&plan),
            "video_concatenation",
            "{words}: {plan:?}"
        );
        let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
        let rest = InputValue::Many(vec![files[0].to_owned(), files[1].to_owned()]);
        assert_eq!(
            inputs["video"],
            InputValue::One(files[2].to_owned()),
            "{words}"
        );
        assert_eq!(inputs["second"], rest, "{words}");
    }
}

#[test]
fn what_a_file_is_called_tells_whose_sound_is_meant() {
    let plan = plan(
        "put cam.mp4 in the top right corner of game.mp4, only the sound of cam.mp4",
        &["game.mp4", "cam.mp4"],
    );
    assert_eq!(first_ways(&plan), "video_overlay", "{plan:?}");
    let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
    assert_eq!(inputs["overlay"], InputValue::One("cam.mp4".to_owned()));
    assert_eq!(
        inputs["sound"],
        InputValue::One("of the overlay".to_owned())
    );
}

#[test]
fn a_file_that_is_named_as_music_is_not_composed() {
    let files = ["a.jpg", "b.jpg", "song.mp3"];
    let words = "make a slideshow of the pictures, 3 seconds each, song.mp3 as background music";
    let plan = plan(words, &files);
    let ways = first_ways(&plan);
    assert!(!ways.contains("text_to_music"), "{ways}");
}
