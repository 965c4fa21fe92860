//! What requests about videos and audio clips mean.

use super::*;
use patchbay_domain::SubtaskId;

#[test]
fn what_is_said_in_a_video_is_listened_to() {
    let plan = plan("Subtitle demo.mp4 with what is being said", &["demo.mp4"]);
    assert_eq!(
        first_ways(&plan),
        "video_to_audio speech_to_text subtitle_video"
    );
}

#[test]
fn a_title_behind_a_comma_is_no_wish() {
    let plan = plan(
        "make a web page out of owl.mp4, title: 'Sleepy feathers'",
        &["owl.mp4"],
    );
    assert_eq!(plan.subtasks.len(), 1, "{plan:?}");
    assert_eq!(
        input(&plan, 0, "video_to_webpage", "title"),
        &InputValue::One("Sleepy feathers".to_owned())
    );
}

#[test]
fn music_is_put_under_a_video_in_two_ways() {
    let plan = plan("put calm piano music under clip.mp4", &["clip.mp4"]);
    assert_eq!(first_ways(&plan), "text_to_music dub_video");
    assert_eq!(
        input(&plan, 0, "text_to_music", "text"),
        &InputValue::One("calm piano music".to_owned())
    );
    assert!(plan.subtasks[0].solutions.len() >= 2);
}

#[test]
fn an_image_and_audio_become_a_video() {
    let plan = plan(
        "turn photo.jpg into a 5 second video with voice.wav as its sound",
        &["photo.jpg", "voice.wav"],
    );
    assert_eq!(first_ways(&plan), "image_audio_to_video");
}

#[test]
fn the_audio_is_taken_from_the_cut() {
    let plan = plan(
        "cut clip.mp4 from 0:02 to 0:05 and give me its sound as a file",
        &["clip.mp4"],
    );
    assert_eq!(first_ways(&plan), "video_trimming | video_to_audio");
    assert_eq!(
        input(&plan, 1, "video_to_audio", "video"),
        &InputValue::One("<GEN>-0".to_owned())
    );
    assert_eq!(plan.subtasks[1].goal.depends_on, [SubtaskId(0)]);
}

#[test]
fn any_times_cut_a_video() {
    for words in [
        "cut clip.mp4 from 0:01 to 0:58",
        "trim clip.mp4 from 1:02:03 to 1:02:09.5",
    ] {
        assert_eq!(
            first_ways(&plan(words, &["clip.mp4"])),
            "video_trimming",
            "{words}"
        );
    }
}

#[test]
fn a_page_is_built_from_what_the_video_shows() {
    let plan = plan("build a web page that presents clip.mp4", &["clip.mp4"]);
    assert_eq!(
        first_ways(&plan),
        "video_captioning title_generation text_to_tags video_to_webpage"
    );
}

#[test]
fn the_audio_of_a_video_is_changed_in_the_video() {
    let plan = plan("clean up the sound of talk.mp4", &["talk.mp4"]);
    assert_eq!(
        first_ways(&plan),
        "video_to_audio audio_to_audio | dub_video"
    );
    assert_eq!(
        input(&plan, 1, "dub_video", "video"),
        &InputValue::One("talk.mp4".to_owned())
    );
}

#[test]
fn the_audio_of_one_video_is_put_under_another_and_music_under_each() {
    let files = ["good_video.mp4", "phone.mp4"];
    let plan_of = |instruction: &str| plan(instruction, &files);
    let one = plan_of(
        "good_video.mp4 has terrible sound, phone.mp4 was recorded at the same time: use its audio",
    );
    assert_eq!(first_ways(&one), "video_to_audio dub_video");
    let each = plan_of("put calm piano music under good_video.mp4 and phone.mp4");
    assert_eq!(worked_on(&each).len(), 2, "{each:?}");
}

#[test]
fn subtitles_are_what_is_said() {
    assert_eq!(
        first_ways(&plan("add subtitles to clip.mp4", &["clip.mp4"])),
        "video_to_audio speech_to_text subtitle_video"
    );
}

#[test]
fn a_video_s_audio_is_made_even_or_louder_in_the_video() {
    let even = plan("even out the volume in talk.mp4", &["talk.mp4"]);
    assert_eq!(first_ways(&even), "video_volume");
    let both = plan(
        "even out the volume in talk.mp4, then trim it to 20 seconds",
        &["talk.mp4"],
    );
    assert_eq!(first_ways(&both), "video_volume | video_trimming");
    let louder = plan("boost the volume of talk.mp4", &["talk.mp4"]);
    assert_eq!(first_ways(&louder), "video_volume");
    let file = plan(
        "extract the sound of noise.mp4 as a file of its own",
        &["noise.mp4"],
    );
    assert_eq!(first_ways(&file), "video_to_audio");
}

#[test]
fn one_video_is_made_of_several_images_and_one_of_each_where_that_is_said() {
    let images = ["a.jpg", "b.jpg", "c.jpg"];
    let show = plan("make a slideshow of these with calm music", &images);
    assert_eq!(first_ways(&show), "text_to_music image_audio_to_video");
    let all = InputValue::Many(images.map(str::to_owned).to_vec());
    assert_eq!(input(&show, 0, "image_audio_to_video", "image"), &all);
    assert_eq!(
        first_ways(&plan("turn these photos into a film", &images)),
        "image_to_video"
    );
    let each = plan("bring each of them to life as a clip", &images);
    assert_eq!(
        first_ways(&each),
        "image_to_video | image_to_video | image_to_video"
    );
}

#[test]
fn what_keeps_several_parts_joins_them() {
    let plan = plan(
        "cut out 0:04 to 0:07 from clip.mp4 and join the rest",
        &["clip.mp4"],
    );
    assert_eq!(
        (first_ways(&plan).as_str(), plan.uncovered.len()),
        ("video_trimming", 0),
        "{plan:?}"
    );
}
