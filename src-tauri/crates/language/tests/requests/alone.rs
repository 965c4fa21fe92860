//! Requests in a dialogue that stand alone mean what they mean as the first request.

use super::*;

fn histories() -> [Vec<Turn>; 4] {
    [
        vec![turn(
            "make picture.png brighter",
            &["picture.png"],
            &["brighter.png"],
        )],
        vec![turn(
            "cut movie.mp4 to 5 seconds",
            &["movie.mp4"],
            &["movie_cut.mp4"],
        )],
        vec![turn(
            "what is in picture.png?",
            &["picture.png"],
            &["answer.txt"],
        )],
        // Nothing came of it.
        vec![turn("print picture.png", &["picture.png"], &[])],
    ]
}

#[test]
fn what_brings_its_own_files_is_planned_as_the_first_request() {
    for (words, files) in [
        ("rotate this 90 degrees to the right", &["door.jpg"][..]),
        ("this is too loud, make it quieter", &["talk.wav"]),
        (
            "blur all faces in class1.jpg, class2.jpg and class3.jpg",
            &["class1.jpg", "class2.jpg", "class3.jpg"],
        ),
        (
            "these two are from one shoot, upscale them",
            &["DSC_1.jpg", "DSC_2.jpg"],
        ),
        ("join intro.mp4 and main.mp4", &["intro.mp4", "main.mp4"]),
        ("cut the last 3 seconds off", &["run.mp4"]),
        (
            "spanish alt text for each of the three",
            &["shop.jpg", "shelf.jpg", "counter.jpg"],
        ),
        (
            "take the noise out of voice.wav first, then lay intro.mp3 under it",
            &["voice.wav", "intro.mp3"],
        ),
        ("translate into French: the ferry leaves at nine", &[]),
    ] {
        let first = plan(words, files);
        assert!(
            !first.subtasks.is_empty(),
            "{words}: {:?}",
            first.clarification
        );
        for history in histories() {
            let later = plan_after(&history, words, files);
            assert_eq!(later.subtasks, first.subtasks, "{words} after {history:?}");
        }
    }
}

#[test]
fn what_is_refused_as_the_first_request_is_refused_later() {
    for (words, files) in [
        ("make me a coffee", &["beans.jpg"][..]),
        ("encrypt old.mp4", &["old.mp4"]),
        ("stabilise", &["door.jpg"]),
    ] {
        assert!(plan(words, files).subtasks.is_empty(), "{words}");
        for history in histories() {
            let later = plan_after(&history, words, files);
            assert!(
                later.subtasks.is_empty(),
                "{words} after {history:?}: {later:?}"
            );
        }
    }
}

#[test]
fn what_goes_back_to_something_is_planned_with_it() {
    let video = [turn(
        "cut movie.mp4 to 5 seconds",
        &["movie.mp4"],
        &["movie_cut.mp4"],
    )];
    for (words, files) in [
        ("put this under it", &["song.mp3"][..]),
        ("put song.mp3 under movie_cut.mp4", &["song.mp3"]),
        ("put the music under the video", &["song.mp3"]),
        ("join both, this one behind the other", &["end.mp4"]),
    ] {
        let plan = plan_after(&video, words, files);
        let all = serde_json::to_string(&plan.subtasks).unwrap();
        assert!(
            all.contains("movie"),
            "{words}: {:?} {all}",
            plan.clarification
        );
    }
}
