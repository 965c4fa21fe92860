//! Answers to what was asked back, and requests for the same again.

use super::*;

#[test]
fn the_same_is_what_was_wished_for_whatever_was_asked_in_between() {
    let history = [
        turn(
            "steady both of these",
            &["gravel.mp4", "descent.mp4"],
            &["gravel_steady.mp4", "descent_steady.mp4"],
        ),
        turn("put the words 'Alps 2024' on the video", &[], &[]),
        turn("descent", &[], &["descent_steady_titled.mp4"]),
    ];
    let plan = plan_after(&history, "same for the other one now", &[]);
    assert_eq!(worked_on(&plan), ["gravel_steady.mp4"], "{plan:?}");
    assert_eq!(
        input(&plan, 0, "subtitle_video", "text"),
        &InputValue::One("Alps 2024".to_owned())
    );
}

#[test]
fn the_other_two_are_those_that_were_not_worked_on_last() {
    let history = [
        turn(
            "enlarge these",
            &["a.jpg", "b.jpg", "c.jpg"],
            &["a_big.jpg", "b_big.jpg", "c_big.jpg"],
        ),
        turn(
            "the second one is noisy, clean it",
            &[],
            &["b_big_clean.jpg"],
        ),
    ];
    let plan = plan_after(&history, "do the same for the other two", &[]);
    assert_eq!(
        (first_ways(&plan).as_str(), worked_on(&plan)),
        (
            "image_denoising | image_denoising",
            vec!["a_big.jpg".to_owned(), "c_big.jpg".to_owned()]
        )
    );
}

#[test]
fn what_an_answer_tells_goes_with_what_was_wished_for() {
    let history = [turn(
        "trim gig.mp4 to the chorus, i mailed you the times",
        &["gig.mp4"],
        &[],
    )];
    let plan = plan_after(&history, "0:42 till 1:10", &[]);
    let InputValue::One(words) = input(&plan, 0, "video_trimming", "text") else {
        panic!("{plan:?}")
    };
    assert!(
        words.contains("chorus") && words.contains("0:42 till 1:10"),
        "{words}"
    );
}

#[test]
fn one_of_several_results_is_asked_about() {
    let history = [turn(
        "three variations of weave.png",
        &["weave.png"],
        &["weave_v1.png", "weave_v2.png", "weave_v3.png"],
    )];
    let plan = plan_after(&history, "make it bigger", &[]);
    assert_eq!(
        plan.choices,
        ["weave_v1.png", "weave_v2.png", "weave_v3.png"],
        "{plan:?}"
    );
    assert!(plan.subtasks.is_empty());
}
