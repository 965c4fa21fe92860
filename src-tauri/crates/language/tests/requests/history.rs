//! What requests mean that go on with earlier turns.

use super::*;

#[test]
fn a_later_turn_works_on_what_came_out() {
    let mut request = request("make it brighter", &[]);
    request.history.push(Turn {
        instruction: "cut the dog out of park.png".to_owned(),
        resources: vec![resource("park.png")],
        results: vec![resource("park_cutout.png")],
        ..Turn::default()
    });
    let plan = PLANNER.plan(&request, &Options::default());
    assert_eq!(
        input(&plan, 0, "text_image_editing", "image"),
        &InputValue::One("park_cutout.png".to_owned())
    );
}

#[test]
fn a_wish_of_its_own_is_no_answer_to_a_question() {
    let asked = turn("make it black and white", &["stairs.jpg", "lobby.jpg"], &[]);
    let plan = plan_after(std::slice::from_ref(&asked), "rotate the stairs", &[]);
    let texts = serde_json::to_string(&plan.subtasks).unwrap();
    assert!(!texts.contains("black and white"), "{texts}");
    assert_eq!(worked_on(&plan), ["stairs.jpg"], "{texts}");
}

#[test]
fn a_wish_that_is_sent_again_with_what_was_asked_for_is_done_once() {
    for given in [&[][..], &["stairs.jpg", "lobby.jpg"]] {
        let asked = turn("make it black and white", given, &[]);
        let plan = plan_after(
            std::slice::from_ref(&asked),
            "make it black and white",
            &["lobby.jpg"],
        );
        let words = InputValue::One("make it black and white".to_owned());
        assert_eq!(input(&plan, 0, "text_image_editing", "text"), &words);
        assert_eq!(worked_on(&plan), ["lobby.jpg"], "after {given:?}");
    }
}

#[test]
fn a_turn_that_is_still_run_or_failed_is_not_done_again() {
    let before = "make photo.jpg black and white";
    let not_asked = Turn {
        awaits_answer: Some(false),
        ..turn(before, &["photo.jpg"], &[])
    };
    for words in [
        "rotate the photo",
        "blur the photo",
        "crop the photo to a square",
    ] {
        let plan = plan_after(std::slice::from_ref(&not_asked), words, &[]);
        let texts = serde_json::to_string(&plan.subtasks).unwrap();
        assert!(
            !texts.contains("black and white") && plan.subtasks.len() == 1,
            "{words}: {texts}"
        );
        assert_eq!(worked_on(&plan), ["photo.jpg"], "{words}");
    }
}

#[test]
fn a_mask_goes_with_the_picture_that_it_was_made_of() {
    let history = [
        turn(
            "cut this out",
            &["street.jpg"],
            &["region 1 of street.jpg", "street_cutout.png"],
        ),
        turn("brighter", &[], &["street_cutout_bright.png"]),
    ];
    let plan = plan_after(
        &history,
        "use the mask from before to put a fire hydrant there",
        &[],
    );
    assert_eq!(
        worked_on(&plan),
        ["region 1 of street.jpg street.jpg"],
        "{plan:?}"
    );
}

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
fn a_file_that_was_asked_for_answers() {
    let history = [turn("cut the video from 0:05 to 0:10", &[], &[])];
    let plan = plan_after(&history, "sorry, forgot to attach it. here", &["skate.mp4"]);
    assert_eq!(
        (first_ways(&plan).as_str(), worked_on(&plan)),
        ("video_trimming", vec!["skate.mp4".to_owned()])
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
fn what_a_turn_makes_goes_under_what_was_finished_before() {
    let history = [turn(
        "join a.mp4 and b.mp4",
        &["a.mp4", "b.mp4"],
        &["joined.mp4"],
    )];
    let plan = plan_after(
        &history,
        "compose happy drum music and put it under the finished film",
        &[],
    );
    let last = plan.subtasks.len() - 1;
    let inputs = &plan.subtasks[last].solutions[0]
        .actions
        .last()
        .expect("a step")
        .inputs;
    assert_eq!(inputs["video"], InputValue::One("joined.mp4".to_owned()));
    let sound = inputs["audio"].values()[0].clone();
    let maker = plan
        .subtasks
        .iter()
        .flat_map(|subtask| &subtask.solutions[0].actions);
    let maker = maker
        .clone()
        .find(|action| action.outputs[0].value == sound)
        .expect("a maker");
    assert_eq!(maker.tool, "text_to_music");
}

#[test]
fn a_mask_called_by_its_name_goes_with_its_picture_among_others() {
    let history = [
        turn(
            "mask of the vase in shelf.jpg",
            &["shelf.jpg"],
            &["vase_mask.png"],
        ),
        turn(
            "and of the clock in hall.jpg",
            &["hall.jpg"],
            &["clock_mask.png"],
        ),
    ];
    let plan = plan_after(&history, "cut the vase out with its mask", &[]);
    assert_eq!(worked_on(&plan), ["shelf.jpg vase_mask.png"], "{plan:?}");
}

#[test]
fn the_other_of_two_sounds_or_texts_is_meant() {
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
fn a_mask_is_used_again_where_words_before_the_wish_say_so_and_not_on_a_new_picture() {
    let history = [
        turn(
            "I need a mask of the bike in alley.jpg",
            &["alley.jpg"],
            &["bike_mask.png"],
        ),
        turn(
            "use that mask to paint the bike red",
            &[],
            &["alley_red_bike.jpg"],
        ),
    ];
    let plan = plan_after(
        &history,
        "One more thing with the same mask: take the bike out of alley.jpg",
        &[],
    );
    assert_eq!(worked_on(&plan), ["alley.jpg bike_mask.png"], "{plan:?}");
    let history = [turn(
        "cut the teapot out",
        &["teapot.jpg"],
        &["teapot_mask.png", "teapot_cutout.png"],
    )];
    let plan = plan_after(&history, "same here, the sugar bowl", &["tray.jpg"]);
    assert!(
        worked_on(&plan)
            .iter()
            .all(|files| files == "tray.jpg" || files == "tray.jpg tray.jpg"),
        "{plan:?}"
    );
}

#[test]
fn what_is_there_is_what_has_to_go() {
    let looks_for = |plan: &Plan| input(plan, 0, "visual_grounding", "text").clone();
    let plan = plan(
        "there is a stray cable on the floor in studio.jpg, get rid of it",
        &["studio.jpg"],
    );
    assert!(looks_for(&plan).values()[0].contains("cable"), "{plan:?}");
    let history = [
        turn(
            "make lobby.jpg and stairs.jpg warmer",
            &["lobby.jpg", "stairs.jpg"],
            &["lobby_warm.jpg", "stairs_warm.jpg"],
        ),
        turn("there is a poster on the wall in it, remove that", &[], &[]),
    ];
    let plan = plan_after(&history, "the stairs", &[]);
    assert_eq!(
        looks_for(&plan),
        InputValue::One("poster".to_owned()),
        "{plan:?}"
    );
    let asked = plan_after(
        &[turn("enlarge it", &["chess.jpg"], &["chess_large.jpg"])],
        "erase that thing over there",
        &[],
    );
    assert!(
        asked.subtasks.is_empty() && asked.clarification.is_some(),
        "{asked:?}"
    );
}

#[test]
fn what_is_told_of_no_thing_is_told_of_the_whole_picture() {
    let history = [turn(
        "my daughter drew dragon.jpg, make it look real",
        &["dragon.jpg"],
        &["dragon_real.png"],
    )];
    assert_eq!(
        first_ways(&plan_after(&history, "She wants it to breathe fire", &[])),
        "text_image_editing"
    );
}

#[test]
fn what_a_request_says_itself_wins_over_an_earlier_text() {
    let history = [turn("transcribe voice.wav", &["voice.wav"], &["voice.txt"])];
    let text = |words: &str, tool: &str| {
        let InputValue::One(text) =
            input(&plan_after(&history, words, &[]), 0, tool, "text").clone()
        else {
            panic!("one text")
        };
        text
    };
    assert_eq!(
        text("paint a castle on a hill", "text_to_image"),
        "castle on a hill"
    );
    assert_eq!(
        text("compose some calm piano music", "text_to_music"),
        "calm piano music"
    );
    assert_eq!(text("read it out loud", "text_to_speech"), "voice.txt");
    assert_eq!(
        text("now paint a picture of that", "text_to_image"),
        "voice.txt"
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
