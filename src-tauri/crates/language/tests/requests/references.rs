//! Which file of earlier turns words mean: by its place (“the second one”), as the other one, by a
//! word of its name.

use super::*;

#[test]
fn places_count_what_came_at_once_as_it_is_now() {
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
    assert_eq!(
        worked_on(&plan_after(&history, "brighten the second one", &[])),
        ["b_big_clean.jpg"]
    );
    assert_eq!(
        worked_on(&plan_after(
            &history,
            "brighten the first and the last",
            &[]
        )),
        ["a_big.jpg", "c_big.jpg"]
    );
    assert_eq!(
        worked_on(&plan_after(
            &history,
            "undo that and sharpen it instead",
            &[]
        )),
        ["b_big.jpg"]
    );
    assert_eq!(
        worked_on(&plan_after(&history, "brighten the original picture", &[])),
        ["b.jpg"]
    );
}

#[test]
fn a_word_of_a_file_s_name_tells_which_is_meant() {
    let history = [
        turn("a gingerbread house", &[], &["gingerbread.png"]),
        turn("and one of snow", &[], &["snowhouse.png"]),
    ];
    assert_eq!(
        worked_on(&plan_after(&history, "enlarge the gingerbread one", &[])),
        ["gingerbread.png"]
    );
}

#[test]
fn the_other_one_is_the_one_left_behind_and_of_several_it_is_asked_which() {
    let history = [
        turn(
            "enlarge both",
            &["hall.jpg", "stairs.jpg"],
            &["hall_big.jpg", "stairs_big.jpg"],
        ),
        turn(
            "the second one is noisy, clean it",
            &[],
            &["stairs_big_clean.jpg"],
        ),
    ];
    assert_eq!(
        worked_on(&plan_after(&history, "brighten the other one", &[])),
        ["hall_big.jpg"]
    );
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
    let asked = plan_after(&history, "brighten the other picture", &[]);
    assert_eq!(
        (asked.subtasks.len(), asked.choices),
        (0, vec!["a_big.jpg".to_owned(), "c_big.jpg".to_owned()])
    );
}

#[test]
fn the_other_of_two_audio_files_or_texts_is_meant() {
    let history = [
        turn("compose a sad piano piece", &[], &["sad_piano.wav"]),
        turn("now a happy one for guitar", &[], &["happy_guitar.wav"]),
        turn(
            "the first one under reel.mp4",
            &["reel.mp4"],
            &["reel_piano.mp4"],
        ),
    ];
    let plan = plan_after(&history, "undo that and try the other one", &[]);
    assert_eq!(worked_on(&plan), ["happy_guitar.wav reel.mp4"], "{plan:?}");
    let history = [
        turn(
            "read the labels in a.jpg and b.jpg",
            &["a.jpg", "b.jpg"],
            &["a_label.txt", "b_label.txt"],
        ),
        turn(
            "translate a_label.txt into French",
            &[],
            &["a_label_fr.txt"],
        ),
    ];
    assert_eq!(
        worked_on(&plan_after(&history, "now the other one too", &[])),
        ["b_label.txt"]
    );
}

#[test]
fn a_file_that_is_named_is_meant_however_much_was_made_of_it() {
    let of_type = |name: &str, of: &str| NamedResource {
        name: name.to_owned(),
        resource_type: ResourceType::new(of),
    };
    let made = |words: &str, results: Vec<NamedResource>| Turn {
        instruction: words.to_owned(),
        results,
        ..Turn::default()
    };
    for masks in 0..12 {
        let mut history = vec![turn("make a depth map of photo.jpg", &["photo.jpg"], &[])];
        history[0].results.push(of_type("photo_depth.png", "depth"));
        for (words, name, of) in [
            ("normal map of photo.jpg", "photo_normals.png", "normal"),
            ("extract the pose of photo.jpg", "photo_pose.png", "pose"),
            ("soft edges of photo.jpg", "photo_hed.png", "hed"),
            (
                "run the scribble model on photo.jpg",
                "photo_scribble.png",
                "scribble",
            ),
        ] {
            history.push(made(words, vec![of_type(name, of)]));
        }
        let all = (0..masks)
            .map(|number| of_type(&format!("photo_mask-dog ({number}).png"), "mask"))
            .collect();
        history.push(made("give me a mask for every object in photo.jpg", all));
        for (words, way) in [
            ("segment everything in photo.jpg", "segment_anything"),
            (
                "what is the dog doing in photo.jpg",
                "image_question_answering",
            ),
        ] {
            let plan = plan_after(&history, words, &[]);
            assert_eq!(
                (first_ways(&plan), worked_on(&plan)),
                (way.to_owned(), vec!["photo.jpg".to_owned()]),
                "{masks}"
            );
        }
    }
}
