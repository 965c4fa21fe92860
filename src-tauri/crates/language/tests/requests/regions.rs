//! What clicks, regions and masks say of what a request is about.

use patchbay_domain::Point;

use super::*;

#[test]
fn clicks_say_what_this_is() {
    for (words, wanted) in [
        ("cut this out", "segment_by_points mask_image"),
        ("remove this", "segment_by_points image_inpainting"),
    ] {
        let mut request = request(words, &["photo.jpg"]);
        request.points.insert(
            "photo.jpg".to_owned(),
            vec![Point {
                x: 9.0,
                y: 9.0,
                include: true,
            }],
        );
        let plan = PLANNER.plan(&request, &Options::default());
        assert_eq!(first_ways(&plan), wanted, "{words}");
        let points = InputValue::One("points:photo.jpg".to_owned());
        assert_eq!(input(&plan, 0, "segment_by_points", "point"), &points);
    }
}

#[test]
fn a_region_says_what_this_is() {
    for (words, wanted) in [
        ("cut this out", "mask_image"),
        ("remove this", "image_inpainting"),
        ("remove her", "image_inpainting"),
    ] {
        let plan = plan(words, &["photo.jpg", "region 1 of photo.jpg"]);
        assert_eq!(first_ways(&plan), wanted, "{words}");
    }
}

#[test]
fn everything_else_is_not_the_region() {
    for words in ["blur everything else", "blur all but this"] {
        let plan = plan(words, &["photo.jpg", "region 1 of photo.jpg"]);
        assert_eq!(first_ways(&plan), "partial_image_editing", "{words}");
        let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
        let where_to = InputValue::One("everything else".to_owned());
        assert_eq!(inputs.get("where"), Some(&where_to), "{words}");
    }
    let plan = plan("blur this", &["photo.jpg", "region 1 of photo.jpg"]);
    let inputs = &plan.subtasks[0].solutions[0].actions[0].inputs;
    assert_eq!(inputs.get("where"), None);
}

#[test]
fn a_mask_goes_with_the_image_that_it_was_made_of() {
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
fn a_mask_called_by_its_name_goes_with_its_image_among_others() {
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
fn a_mask_is_used_again_where_words_before_the_wish_say_so_and_not_on_a_new_image() {
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
fn a_refined_mask_goes_with_the_image_of_the_first() {
    let history = [
        turn(
            "cut this out",
            &["hall.jpg"],
            &["region 1 of hall.jpg", "hall_cutout.png"],
        ),
        turn(
            "the border of that region is sloppy, make it follow the shape better",
            &[],
            &["region 1 of hall refined"],
        ),
    ];
    let plan = plan_after(
        &history,
        "cut it out of the photo again with the refined mask",
        &[],
    );
    assert_eq!(
        input(&plan, 0, "mask_image", "image"),
        &InputValue::One("hall.jpg".to_owned())
    );
    assert_eq!(
        input(&plan, 0, "mask_image", "mask"),
        &InputValue::One("region 1 of hall refined".to_owned())
    );
}
