//! Things on a photo that are pointed at, or would have to be.

use image::Rgba;
use patchbay_test_support::video::difference;

use crate::{cli, reached, samples_in};

/// The ball in photo.jpg: its middle, and a radius that lies well inside it, in pixels.
const BALL: (u32, u32) = (296, 714);

const WITHIN: u32 = 50;

#[test]
fn what_was_pointed_at_is_cut_out() {
    let folder = samples_in(&["photo.jpg"]);
    let point = format!("photo.jpg:{},{},+", BALL.0, BALL.1);
    let reply = cli().run_with(
        folder.path(),
        "cut this out",
        &["photo.jpg"],
        &["--points", &point],
    );
    reached(&reply);
    let path = reply.result("image");
    assert_eq!(std::fs::read(&path).unwrap()[..4], *b"\x89PNG");
    let cut = image::open(&path).unwrap().to_rgba8();
    let clear = cut.pixels().filter(|Rgba([.., alpha])| *alpha == 0).count();
    let solid = cut
        .pixels()
        .filter(|Rgba([.., alpha])| *alpha == 255)
        .count();
    assert!(clear > 0, "the surroundings are transparent");
    // The ball has a radius of 98 pixels: whatever is cut out is of its size, whether the picture
    // was cropped or not.
    assert!((15_000..60_000).contains(&solid), "{solid} pixels are left");
    let red = |&&Rgba([red, green, blue, alpha]): &&Rgba<u8>| {
        alpha == 255 && red > 90 && red / 2 > green.max(blue) / 2 + 15
    };
    assert!(
        cut.pixels().filter(red).count() > solid * 7 / 10,
        "what is left is the red ball"
    );
}

#[test]
fn what_was_pointed_at_is_removed() {
    let folder = samples_in(&["photo.jpg"]);
    let point = format!("photo.jpg:{},{},+", BALL.0, BALL.1);
    let reply = cli().run_with(
        folder.path(),
        "remove this",
        &["photo.jpg"],
        &["--points", &point],
    );
    reached(&reply);
    let before = image::open(folder.file("photo.jpg")).unwrap().to_rgb8();
    let after = image::open(reply.result("image")).unwrap().to_rgb8();
    assert_eq!(after.dimensions(), before.dimensions());
    let part = |image: &image::RgbImage, x, y, wide, high| {
        image::imageops::crop_imm(image, x, y, wide, high).to_image()
    };
    let (x, y) = (BALL.0 - WITHIN, BALL.1 - WITHIN);
    let inside = part(&after, x, y, 2 * WITHIN, 2 * WITHIN);
    assert!(
        difference(&inside, &part(&before, x, y, 2 * WITHIN, 2 * WITHIN)) > 30.0,
        "the ball is gone"
    );
    let red = inside
        .pixels()
        .filter(|pixel| pixel.0[0] > pixel.0[1].saturating_add(60))
        .count();
    assert!(
        red < (inside.width() * inside.height() / 50) as usize,
        "{red} red pixels are left"
    );
    let colours: std::collections::BTreeSet<_> = inside.pixels().map(|pixel| pixel.0).collect();
    assert!(
        colours.len() > 500,
        "the hole is filled with texture, not with one colour"
    );
    let outside = difference(
        &part(&after, 640, 0, 640, 853),
        &part(&before, 640, 0, 640, 853),
    );
    assert!(
        outside < 3.0,
        "the other half of the picture is {outside} off"
    );
}

#[test]
fn what_needs_a_model_says_so_and_offers_pointing() {
    let folder = samples_in(&["photo.jpg"]);
    let reply = cli().run(
        folder.path(),
        "remove the dog from photo.jpg",
        &["photo.jpg"],
    );
    assert_eq!(reply.status, 3, "{}\n{}", reply.output, reply.messages);
    let json = reply.json();
    let missing = json["missing"].as_array().unwrap();
    assert!(!missing.is_empty(), "{json}");
    for part in missing {
        assert!(
            part["bytes"]
                .as_u64()
                .is_some_and(|bytes| bytes > 1_000_000),
            "{part} has a size"
        );
        assert!(
            !part["needs"].as_str().unwrap_or_default().is_empty(),
            "{part} says what it needs"
        );
    }
    let answer = json["answer"].as_str().unwrap().to_lowercase();
    assert!(answer.contains("mb"), "the answer tells the size: {answer}");
    assert!(
        answer.contains("point") || answer.contains("click"),
        "the answer offers pointing: {answer}"
    );
    assert_eq!(json["results"], serde_json::json!([]));
}
