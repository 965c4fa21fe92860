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
fn a_file_that_was_asked_for_answers() {
    let history = [turn("cut the video from 0:05 to 0:10", &[], &[])];
    let plan = plan_after(&history, "sorry, forgot to attach it. here", &["skate.mp4"]);
    assert_eq!(
        (first_ways(&plan).as_str(), worked_on(&plan)),
        ("video_trimming", vec!["skate.mp4".to_owned()])
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
    let audio = inputs["audio"].values()[0].clone();
    let maker = plan
        .subtasks
        .iter()
        .flat_map(|subtask| &subtask.solutions[0].actions);
    let maker = maker
        .clone()
        .find(|action| action.outputs[0].value == audio)
        .expect("a maker");
    assert_eq!(maker.tool, "text_to_music");
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
fn what_is_told_of_no_thing_is_told_of_the_whole_image() {
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
