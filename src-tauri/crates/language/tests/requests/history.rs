//! What requests mean that go on with earlier turns.

use super::*;

#[test]
fn a_later_turn_works_on_what_came_out() {
    let mut request = request("make it brighter", &[]);
    request.history.push(Turn {
        instruction: "cut the dog out of park.png".to_owned(),
        resources: vec![resource("park.png")],
        results: vec![resource("park_cutout.png")],
    });
    let plan = PLANNER.plan(&request, &Options::default());
    assert_eq!(input(&plan, 0, "text_image_editing", "image"), &InputValue::One("park_cutout.png".to_owned()));
}

#[test]
fn a_mask_goes_with_the_picture_that_it_was_made_of() {
    let history = [
        turn("cut this out", &["street.jpg"], &["region 1 of street.jpg", "street_cutout.png"]),
        turn("brighter", &[], &["street_cutout_bright.png"]),
    ];
    let plan = plan_after(&history, "use the mask from before to put a fire hydrant there", &[]);
    assert_eq!(worked_on(&plan), ["region 1 of street.jpg street.jpg"], "{plan:?}");
}

#[test]
fn places_count_what_came_at_once_as_it_is_now() {
    let history = [
        turn("enlarge these", &["a.jpg", "b.jpg", "c.jpg"], &["a_big.jpg", "b_big.jpg", "c_big.jpg"]),
        turn("the second one is noisy, clean it", &[], &["b_big_clean.jpg"]),
    ];
    assert_eq!(worked_on(&plan_after(&history, "brighten the second one", &[])), ["b_big_clean.jpg"]);
    assert_eq!(worked_on(&plan_after(&history, "brighten the first and the last", &[])), ["a_big.jpg", "c_big.jpg"]);
    assert_eq!(worked_on(&plan_after(&history, "undo that and sharpen it instead", &[])), ["b_big.jpg"]);
    assert_eq!(worked_on(&plan_after(&history, "brighten the original picture", &[])), ["b.jpg"]);
}

#[test]
fn a_word_of_a_file_s_name_tells_which_is_meant() {
    let history =
        [turn("a gingerbread house", &[], &["gingerbread.png"]), turn("and one of snow", &[], &["snowhouse.png"])];
    assert_eq!(worked_on(&plan_after(&history, "enlarge the gingerbread one", &[])), ["gingerbread.png"]);
}

#[test]
fn a_file_that_was_asked_for_answers() {
    let history = [turn("cut the video from 0:05 to 0:10", &[], &[])];
    let plan = plan_after(&history, "sorry, forgot to attach it. here", &["skate.mp4"]);
    assert_eq!((first_ways(&plan).as_str(), worked_on(&plan)), ("video_trimming", vec!["skate.mp4".to_owned()]));
}

#[test]
fn the_other_one_is_the_one_left_behind_and_of_several_it_is_asked_which() {
    let history = [
        turn("enlarge both", &["hall.jpg", "stairs.jpg"], &["hall_big.jpg", "stairs_big.jpg"]),
        turn("the second one is noisy, clean it", &[], &["stairs_big_clean.jpg"]),
    ];
    assert_eq!(worked_on(&plan_after(&history, "brighten the other one", &[])), ["hall_big.jpg"]);
    let history = [
        turn("enlarge these", &["a.jpg", "b.jpg", "c.jpg"], &["a_big.jpg", "b_big.jpg", "c_big.jpg"]),
        turn("the second one is noisy, clean it", &[], &["b_big_clean.jpg"]),
    ];
    let asked = plan_after(&history, "brighten the other picture", &[]);
    assert_eq!((asked.subtasks.len(), asked.choices), (0, vec!["a_big.jpg".to_owned(), "c_big.jpg".to_owned()]));
}

#[test]
fn what_a_turn_makes_goes_under_what_was_finished_before() {
    let history = [turn("join a.mp4 and b.mp4", &["a.mp4", "b.mp4"], &["joined.mp4"])];
    let plan = plan_after(&history, "compose happy drum music and put it under the finished film", &[]);
    let last = plan.subtasks.len() - 1;
    let inputs = &plan.subtasks[last].solutions[0].actions.last().expect("a step").inputs;
    assert_eq!(inputs["video"], InputValue::One("joined.mp4".to_owned()));
    let sound = inputs["audio"].values()[0].clone();
    let maker = plan.subtasks.iter().flat_map(|subtask| &subtask.solutions[0].actions);
    let maker = maker.clone().find(|action| action.outputs[0].value == sound).expect("a maker");
    assert_eq!(maker.tool, "text_to_music");
}

#[test]
fn a_mask_called_by_its_name_goes_with_its_picture_among_others() {
    let history = [
        turn("mask of the vase in shelf.jpg", &["shelf.jpg"], &["vase_mask.png"]),
        turn("and of the clock in hall.jpg", &["hall.jpg"], &["clock_mask.png"]),
    ];
    let plan = plan_after(&history, "cut the vase out with its mask", &[]);
    assert_eq!(worked_on(&plan), ["shelf.jpg vase_mask.png"], "{plan:?}");
}
