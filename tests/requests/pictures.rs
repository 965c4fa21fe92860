//! Photos changed as a whole.

use image::{DynamicImage, GenericImageView};
use patchbay_test_support::video::difference;
use patchbay_test_support::{TestDir, jpeg};

use crate::{cli, reached, samples_in};

/// How far the channels of a picture lie apart at most: 0 where it is grey.
fn colour(picture: &DynamicImage) -> u8 {
    let apart =
        |pixel: &image::Rgb<u8>| pixel.0.iter().max().unwrap() - pixel.0.iter().min().unwrap();
    picture.to_rgb8().pixels().map(apart).max().unwrap()
}

#[test]
fn a_photo_turns_black_and_white_and_by_a_quarter() {
    let folder = samples_in(&["photo.jpg"]);
    let words = "make photo.jpg black and white and rotate it 90 degrees";
    let reply = cli().run(folder.path(), words, &["photo.jpg"]);
    reached(&reply);
    let before = image::open(folder.file("photo.jpg")).unwrap();
    let after = image::open(reply.results("image").pop().unwrap()).unwrap();
    assert_eq!(after.dimensions(), (before.height(), before.width()));
    assert!(colour(&after) <= 2, "no colour is left");
    // Clockwise, as people mean it, and the same picture.
    let expected = before.rotate90().grayscale().to_rgb8();
    assert!(
        difference(&after.to_rgb8(), &expected) < 8.0,
        "it is {} off",
        difference(&after.to_rgb8(), &expected)
    );
}

#[test]
fn a_photo_that_its_exif_turns_is_turned_from_where_people_see_it() {
    let folder = TestDir::new();
    jpeg(&folder.file("phone.jpg"), 320, 200, 6);
    let reply = cli().run(folder.path(), "rotate phone.jpg 90 degrees", &["phone.jpg"]);
    reached(&reply);
    // As stored it lies; its EXIF stands it up; a quarter more lays it on its other side.
    let stored = image::open(folder.file("phone.jpg")).unwrap();
    let after = reply.result("image");
    let expected = stored.rotate180().to_rgb8();
    let mut decoder = image::ImageReader::open(&after)
        .unwrap()
        .into_decoder()
        .unwrap();
    let orientation = image::ImageDecoder::orientation(&mut decoder).unwrap();
    let mut seen = image::DynamicImage::from_decoder(decoder).unwrap();
    seen.apply_orientation(orientation);
    let seen = seen.to_rgb8();
    assert!(
        difference(&seen, &expected) < 6.0,
        "it is {} off",
        difference(&seen, &expected)
    );
}

#[test]
fn edges_are_shown_and_the_count_is_asked_about() {
    let folder = samples_in(&["photo.jpg"]);
    let words = "show me the edges of photo.jpg, and count how many photos I gave you";
    let reply = cli().run(folder.path(), words, &["photo.jpg"]);
    assert_eq!(reply.status, 2, "{}\n{}", reply.output, reply.messages);
    let edges = image::open(reply.result("edge")).unwrap();
    assert_eq!(edges.dimensions(), (1280, 853));
    assert!(colour(&edges) <= 2);
    // An independent eye: where ImageMagick sees edges in the dog's outline, there are more of ours
    // than in the sky.
    let light = |x: u32, y: u32, wide: u32, high: u32| {
        let part = edges.crop_imm(x, y, wide, high).to_luma8();
        part.pixels()
            .map(|pixel| f64::from(pixel.0[0]))
            .sum::<f64>()
            / f64::from(wide * high)
    };
    assert!(
        (light(200, 450, 300, 300) - light(0, 0, 60, 40)).abs() > 5.0,
        "grass and sky look alike"
    );
    let question = reply.json()["plan"]["clarification"]
        .as_str()
        .unwrap_or_default()
        .to_lowercase();
    assert!(
        question.contains("count") || question.contains("how many"),
        "what is asked: {question:?}"
    );
}
