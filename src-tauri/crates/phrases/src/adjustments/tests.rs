//! Phrases of every family, and what they are read as.

mod complaints;
mod named;

use patchbay_values::adjustments::Adjustment::{
    Blur, Border, Crop, FlipHorizontally, FlipVertically, Grain, Pixelate, Resize, Rotate, Sharpen,
    Sketch, Tone, Vignette,
};
use patchbay_values::adjustments::Tone::{
    Brightness, Contrast, Exposure, Invert, Monochrome, Posterise, Saturation, Sepia, Warmth,
};
use patchbay_values::sizes::{Length, Shape};

use super::*;

#[track_caller]
fn check(sentence: &str, expected: &[Adjustment]) {
    let wishes = wishes(sentence).unwrap_or_else(|error| panic!("{sentence}: {error}"));
    assert_eq!(
        (wishes.adjustments.as_slice(), wishes.format),
        (expected, None),
        "{sentence}"
    );
}

#[test]
fn light_and_colour() {
    check("a bit brighter", &[Tone(Brightness(0.175))]);
    check("brightness +20 %", &[Tone(Brightness(0.2))]);
    check(
        "increase the brightness of photo.jpg by 20 %",
        &[Tone(Brightness(0.2))],
    );
    check("darken it by 30 percent", &[Tone(Brightness(-0.3))]);
    check("darken it to 75%", &[Tone(Brightness(-0.25))]);
    check("set the brightness to 150 %", &[Tone(Brightness(0.5))]);
    check("make it twice as bright", &[Tone(Brightness(1.0))]);
    check("exposure +1", &[Tone(Exposure(1.0))]);
    check(
        "reduce the exposure by half a stop",
        &[Tone(Exposure(-0.5))],
    );
    check("one and a half stops brighter", &[Tone(Exposure(1.5))]);
    check("-0.7 EV", &[Tone(Exposure(-0.7))]);
    check(
        "reduce the contrast, then more saturation",
        &[Tone(Contrast(-0.3)), Tone(Saturation(0.4))],
    );
    check(
        "less contrast and saturation",
        &[Tone(Contrast(-0.3)), Tone(Saturation(-0.4))],
    );
    check(
        "contrast by 25, saturation -15",
        &[Tone(Contrast(0.25)), Tone(Saturation(-0.15))],
    );
    check("reduce the saturation to 50%", &[Tone(Saturation(-0.5))]);
    check("boost the colours", &[Tone(Saturation(0.4))]);
    check("a bit warmer", &[Tone(Warmth(0.2))]);
    check(
        "make grandpa's old picture black and white",
        &[Tone(Monochrome)],
    );
    check(
        "make it much brighter with a little more contrast",
        &[Tone(Brightness(0.35 * 1.8)), Tone(Contrast(0.15))],
    );
    check(
        "black and white, and let the corners get a bit darker, like those old portraits",
        &[Tone(Monochrome), Vignette(0.3)],
    );
    check("Make the picture much warmer.", &[Tone(Warmth(0.4 * 1.8))]);
    check(
        "make photo.jpg pop with warmer colours",
        &[Tone(Saturation(0.4)), Tone(Warmth(0.4))],
    );
    check("slightly cooler", &[Tone(Warmth(-0.2))]);
    check("less warm", &[Tone(Warmth(-0.4))]);
}

#[test]
fn looks() {
    check("make photo.jpg black and white", &[Tone(Monochrome)]);
    check("convert photo.jpg to grayscale", &[Tone(Monochrome)]);
    check("turn photo.jpg into black & white", &[Tone(Monochrome)]);
    check("desaturate photo.jpg", &[Tone(Saturation(-0.5))]);
    check("completely desaturate it", &[Tone(Saturation(-1.0))]);
    check("give photo.jpg a sepia look", &[Tone(Sepia)]);
    check(
        "posterise to 6 levels; sepia",
        &[Tone(Posterise(6)), Tone(Sepia)],
    );
    check("invert the colours of photo.jpg", &[Tone(Invert)]);
    check("add a vignette to photo.jpg", &[Vignette(0.6)]);
    check("a strong vignette", &[Vignette(1.0)]);
    check("add some film grain", &[Grain(0.2)]);
    check(
        "make it look like a really old film: black and white, a vignette",
        &[Tone(Monochrome), Vignette(0.6)],
    );
    check(
        "colors look washed out, add a vignette pls",
        &[Vignette(0.6)],
    );
    check(
        "black and white with 30% grain",
        &[Tone(Monochrome), Grain(0.3)],
    );
    check(
        "pixelate it with blocks of 20 px",
        &[Pixelate(Length::Pixels(20.0))],
    );
}

#[test]
fn sharpness() {
    check("sharpen photo.jpg", &[Sharpen(1.0)]);
    check("less blurry", &[Sharpen(1.0)]);
    check("less sharp", &[Blur(Length::Share(0.003))]);
    check("blur it slightly", &[Blur(Length::Share(0.003))]);
    check(
        "blur with a radius of 8 pixels",
        &[Blur(Length::Pixels(8.0))],
    );
}

#[test]
fn turns() {
    check(
        "make it black and white and rotate it 90 degrees",
        &[Tone(Monochrome), Rotate(90.0)],
    );
    check("rotate left", &[Rotate(-90.0)]);
    check("turn it 90° clockwise", &[Rotate(90.0)]);
    check("turn the photo upside down", &[Rotate(180.0)]);
    check("rotate it 12.5° counterclockwise", &[Rotate(-12.5)]);
    check(
        "flip it vertically and mirror it",
        &[FlipVertically, FlipHorizontally],
    );
    check("flip photo.jpg horizontally", &[FlipHorizontally]);
}

#[test]
fn sizes() {
    check(
        "resize photo.jpg to 1200 wide",
        &[Resize(Size::Width(1200))],
    );
    check("make it 1,200 pixels wide", &[Resize(Size::Width(1200))]);
    check(
        "resize it to a height of 720px",
        &[Resize(Size::Height(720))],
    );
    check("make it half the size", &[Resize(Size::Times(0.5))]);
    check("scale to 50%", &[Resize(Size::Times(0.5))]);
    check("shrink it by 30 %", &[Resize(Size::Times(0.7))]);
    check("three times larger", &[Resize(Size::Times(3.0))]);
    check(
        "resize to 800 x 600 pixels",
        &[Resize(Size::Within(800, 600))],
    );
    check(
        "make it 1920 wide and 1080 high",
        &[Resize(Size::Within(1920, 1080))],
    );
    check("resize to 4k", &[Resize(Size::Within(3840, 2160))]);
}

#[test]
fn shapes_and_frames() {
    check(
        "crop to 16:9 and sharpen",
        &[Crop(Shape::Aspect(16.0 / 9.0)), Sharpen(1.0)],
    );
    check("crop it to 4 by 5", &[Crop(Shape::Aspect(0.8))]);
    check("crop to 3:2 portrait", &[Crop(Shape::Aspect(2.0 / 3.0))]);
    check("crop photo.jpg square", &[Crop(Shape::Aspect(1.0))]);
    check("crop to 1200x800", &[Crop(Shape::Pixels(1200, 800))]);
    check(
        "add a thin black border",
        &[Border(Length::Share(0.02), [0; 3])],
    );
    check(
        "put a white border around photo.jpg",
        &[Border(Length::Share(0.04), [255; 3])],
    );
    check(
        "a 20 px wide red frame",
        &[Border(Length::Pixels(20.0), [200, 30, 30])],
    );
}

#[test]
fn words_to_write() {
    let caption = |sentence: &str| {
        let found = wishes(sentence).unwrap_or_else(|error| panic!("{sentence}: {error}"));
        let [Adjustment::Write(caption)] = found.adjustments.as_slice() else {
            panic!("{sentence}: {found:?}")
        };
        caption.clone()
    };
    let sale = caption("add text 'Sale' at the top");
    assert_eq!(
        (sale.words.as_str(), sale.across, sale.down, sale.color),
        ("Sale", 0.5, 0.0, None)
    );
    let corner = caption(
        "write “50 % off, today and tomorrow” in large red letters in the bottom-right corner of photo.jpg",
    );
    assert_eq!(
        (corner.words.as_str(), corner.across, corner.down),
        ("50 % off, today and tomorrow", 1.0, 1.0)
    );
    assert_eq!(
        (corner.color, corner.size),
        (Some([200, 30, 30]), Length::Share(0.1 * 1.6))
    );
    assert_eq!(
        caption("add the words Happy Birthday to photo.jpg").words,
        "Happy Birthday"
    );
    let across =
        caption("Write HAPPY BIRTHDAY DAD in big yellow letters across the top of this picture");
    assert_eq!(
        (across.words.as_str(), across.down),
        ("HAPPY BIRTHDAY DAD", 0.0)
    );
    assert!((caption("put the title Summer in Rome in the middle").down - 0.5).abs() < 1e-6);
    assert_eq!(
        wishes("add 'A' at the top, 'B' at the bottom")
            .unwrap()
            .adjustments
            .len(),
        2
    );
}

#[test]
fn formats() {
    let format = |sentence: &str| {
        wishes(sentence)
            .unwrap_or_else(|error| panic!("{sentence}: {error}"))
            .format
    };
    assert_eq!(format("convert photo.jpg to WebP"), Some("webp"));
    assert_eq!(format("save it as a JPEG"), Some("jpg"));
    assert_eq!(format("turn photo.jpg into a png"), Some("png"));
    assert_eq!(
        format("resize it to 800 wide and export as jpg"),
        Some("jpg")
    );
    assert_eq!(format("convert photo.jpg to tiff"), Some("tiff"));
    assert_eq!(format("save it as an ico"), Some("ico"));
    assert_eq!(format("rotate the png to the left"), None);
    assert_eq!(
        wishes("convert it to a gif"),
        Err(Misread::Format("gif".to_owned()))
    );
}

#[test]
fn several_at_once_in_their_order() {
    check(
        "crop to 16:9, resize to 1200 wide, a bit warmer, contrast +10 % and add a 2% white border",
        &[
            Crop(Shape::Aspect(16.0 / 9.0)),
            Resize(Size::Width(1200)),
            Tone(Warmth(0.2)),
            Tone(Contrast(0.1)),
            Border(Length::Share(0.02), [255; 3]),
        ],
    );
}

#[test]
fn what_stands_in_brackets_is_said_beside() {
    check(
        "make my beach photo a bit warmer (golden hour feeling) and put a 20 pixel white border around it",
        &[Tone(Warmth(0.2)), Border(Length::Pixels(20.0), [255; 3])],
    );
    check(
        "crop it to 9:16 around the middle for tiktok (no bars!!)",
        &[Crop(Shape::Aspect(9.0 / 16.0))],
    );
    check(
        "Black and white please, with dark corners (vignette)",
        &[Tone(Monochrome), Vignette(0.6)],
    );
    assert!(wishes("make it warmer (but not the sky)").is_err());
}

#[test]
fn what_asks_for_more_is_not_half_done() {
    for sentence in [
        "blur the background",
        "make the dog brighter",
        "make it look like a painting by Monet",
        "make photo.jpg look like winter",
        "change the colour of the car in photo.jpg",
        "add a hat",
        "make it look cool",
        "don't rotate it",
        "crop out the person on the left",
        "call it 'Sale'",
    ] {
        assert!(wishes(sentence).is_err(), "{sentence}");
    }
    assert_eq!(
        wishes("make it sepia and add a hat"),
        Err(Misread::Unknown("add a hat".to_owned()))
    );
    for sentence in [
        "",
        "   ",
        "please",
        "rotate \u{0} it \u{1}",
        "resize",
        "crop",
        "resize to 0x0",
        "rotate NaN degrees",
        "''",
        "1x",
        "%",
    ] {
        let _ = wishes(sentence);
    }
}

proptest::proptest! {
    #![proptest_config(crate::testing::cases())]

    #[test]
    fn anything_can_be_asked(sentence in "(add |crop |text |rotate |to |'|\"|[0-9]{1,4}|%|x|:| |[a-z]{1,6} ){0,14}") {
        let _ = wishes(&sentence);
    }
}

#[test]
fn pencil() {
    for sentence in [
        "make a pencil sketch of it",
        "turn photo.jpg into a pencil drawing",
        "sketch it",
    ] {
        check(sentence, &[Sketch]);
    }
    assert!(wishes("add a pencil").is_err() && wishes("make a pencil sketch of the dog").is_err());
}
