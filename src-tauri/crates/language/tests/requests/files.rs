//! Which files a request works on: all that it names, one after the other or together.

use super::*;

#[test]
fn a_wish_for_very_many_files_is_one_for_each() {
    let names: Vec<String> = (100..145)
        .map(|number| format!("IMG_{number}.jpg"))
        .collect();
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    for words in [
        "upscale these photos".to_owned(),
        format!("upscale {}", names.join(", ")),
    ] {
        assert_eq!(plan(&words, &files).subtasks.len(), files.len(), "{words}");
    }
    let one = plan("upscale IMG_140.jpg", &files);
    assert_eq!(
        (
            one.subtasks.len(),
            input(&one, 0, "image_upscaling", "image")
        ),
        (1, &InputValue::One(names[40].clone()))
    );
}

#[test]
fn files_with_one_wish_are_parallel() {
    let plan = plan(
        "make a.png, b.png and c.png brighter",
        &["a.png", "b.png", "c.png"],
    );
    assert_eq!(
        first_ways(&plan),
        "text_image_editing | text_image_editing | text_image_editing"
    );
}

#[test]
fn files_that_a_clause_names_are_meant_up_to_what_it_leaves_out() {
    let words =
        "vase_a.jpg brighter. vase_b.jpg and vase_c.jpg too, but those two also with more contrast";
    let plan = plan(words, &["vase_a.jpg", "vase_b.jpg", "vase_c.jpg"]);
    assert_eq!(worked_on(&plan), ["vase_a.jpg", "vase_b.jpg", "vase_c.jpg"]);
}

#[test]
fn a_missing_file_is_asked_for() {
    let plan = plan("rotate the picture by 90 degrees", &[]);
    assert!(
        plan.subtasks.is_empty() && plan.clarification.is_some(),
        "{plan:?}"
    );
}

#[test]
fn results_are_joined_without_a_file_that_is_for_later() {
    let words = "write 'Studio Nord' on a.mp4 and on b.mp4, glue them together in that order and put the sound of party.mp4 on it";
    let plan = plan(words, &["a.mp4", "b.mp4", "party.mp4"]);
    let joins = plan
        .subtasks
        .iter()
        .filter(|subtask| tools(&subtask.solutions[0]).contains(&"video_concatenation"));
    assert_eq!(joins.count(), 1, "{}", first_ways(&plan));
    assert_eq!(
        input(&plan, 3, "dub_video", "video"),
        &InputValue::One("<GEN>-2".to_owned())
    );
}

#[test]
fn words_behind_a_colon_are_worked_on_and_files_in_front_are_meant() {
    let request = "Read this aloud for my voicemail: You have reached the studio, please leave a message after the tone.";
    let read = plan(request, &[]);
    assert_eq!(first_ways(&read), "text_to_speech");
    let InputValue::One(words) = input(&read, 0, "text_to_speech", "text") else {
        panic!("{read:?}")
    };
    assert!(
        words.starts_with("You have reached") && words.ends_with("after the tone"),
        "{words}"
    );
    let listed = plan(
        "anna.wav and ben.wav -> text -> one sentence each what it is about",
        &["anna.wav", "ben.wav"],
    );
    assert_eq!(
        first_ways(&listed),
        "speech_to_text | speech_to_text | summarization | summarization"
    );
}

#[test]
fn files_that_are_counted_are_all_worked_on_or_none() {
    for (words, files) in [
        (
            "2x2 collage of the four animals",
            &["hens.png", "goat.png", "pony.png", "barncat.png"][..],
        ),
        (
            "stick these three together in this order",
            &["closer.mp4", "opener.mp4", "body.mp4"],
        ),
        (
            "Sunrise, then the boat, then the evening one, melt each into the next. One film.",
            &["dawn.mp4", "ferry.mp4", "dusk.mp4"],
        ),
    ] {
        let plan = plan(words, files);
        let used = worked_on(&plan).join(" ");
        let is_used = |file: &&str| used.contains(file);
        let count = files.iter().filter(|file| is_used(file)).count();
        assert!(
            plan.subtasks.is_empty() || count == files.len(),
            "{words}: {}: {used}",
            first_ways(&plan)
        );
    }
    let one = plan("upscale the second photo", &["a.png", "b.png", "c.png"]);
    assert_eq!(worked_on(&one), ["b.png"]);
}
