use image::{DynamicImage, GenericImageView, Rgb, RgbImage};
use patchbay_domain::Resource;

use crate::ToolError;
use crate::image::shared::testing::{Bench, open};

/// Red at the left, blue at the right, lighter towards the bottom.
fn scene() -> RgbImage {
    RgbImage::from_fn(120, 80, |x, y| {
        let light = (40 + y) as u8;
        if x < 60 {
            Rgb([light + 80, light, light])
        } else {
            Rgb([light, light, light + 80])
        }
    })
}

fn edit(bench: &Bench, photo: &Resource, sentence: &str) -> DynamicImage {
    let inputs = [
        ("image", photo.clone()),
        ("text", Resource::Text(sentence.to_owned())),
    ];
    let result = bench
        .run("text_image_editing", inputs)
        .unwrap_or_else(|error| panic!("{sentence}: {error}"));
    open(result.files()[0])
}

fn mean(pixels: &DynamicImage) -> f64 {
    let grey = pixels.to_luma8();
    grey.pixels().map(|p| f64::from(p[0])).sum::<f64>() / grey.len() as f64
}

#[test]
fn make_photo_jpg_black_and_white_and_rotate_it_90_degrees() {
    let bench = Bench::new();
    let photo = bench.jpeg("photo.jpg", &scene());
    let inputs = [
        ("image", photo),
        (
            "text",
            Resource::Text("make photo.jpg black and white and rotate it 90 degrees".to_owned()),
        ),
    ];
    let result = bench.run("text_image_editing", inputs).unwrap();
    assert_eq!(result.files()[0].name, "photo_edited.jpg");
    let edited = open(result.files()[0]).into_rgb8();
    assert_eq!(edited.dimensions(), (80, 120));
    assert!(
        edited
            .pixels()
            .all(|p| p[0].abs_diff(p[1]) < 4 && p[1].abs_diff(p[2]) < 4)
    );
    // Clockwise: the light bottom is now at the left.
    assert!(edited.get_pixel(4, 20)[0] > edited.get_pixel(75, 20)[0] + 40);
}

#[test]
fn an_image_is_cut_to_a_box_or_a_part_and_written_as_avif() {
    let bench = Bench::new();
    let photo = bench.png("photo.png", &scene().into());
    let cut = edit(&bench, &photo, "crop it to 40x30 at 50,20").into_rgb8();
    let whole = scene();
    let expected = image::imageops::crop_imm(&whole, 50, 20, 40, 30).to_image();
    assert_eq!(cut, expected);
    let quarter = edit(&bench, &photo, "keep only the lower right quarter");
    assert_eq!(quarter.dimensions(), (60, 40));
    assert_eq!(quarter.into_rgb8().get_pixel(0, 0), whole.get_pixel(60, 40));
    let below = edit(&bench, &photo, "crop off the top 25%").into_rgb8();
    assert_eq!(below.dimensions(), (120, 60));
    assert_eq!(below.get_pixel(5, 0), whole.get_pixel(5, 20));
    let modern = edit(&bench, &photo, "convert it to avif").into_rgb8();
    let apart = modern.pixels().zip(whole.pixels()).flat_map(|(a, b)| {
        let apart = |i: usize| u32::from(a[i].abs_diff(b[i]));
        [apart(0), apart(1), apart(2)]
    });
    assert!(apart.sum::<u32>() < 3 * 120 * 80 * 4);
}

#[test]
fn words_do_what_they_say() {
    let bench = Bench::new();
    let photo = bench.png("photo.png", &scene().into());
    let before = mean(&scene().into());
    let share = mean(&edit(&bench, &photo, "brightness +20 %")) / before;
    assert!((1.12..1.22).contains(&share), "{share}");
    let share = mean(&edit(&bench, &photo, "make it 50% darker")) / before;
    assert!((0.48..0.52).contains(&share), "{share}");
    let warm = edit(&bench, &photo, "warmer");
    assert!((mean(&warm) / before - 1.0).abs() < 0.02);
    assert!(warm.get_pixel(90, 40)[2] < scene().get_pixel(90, 40)[2]);
    assert_eq!(
        edit(&bench, &photo, "mirror it").get_pixel(0, 0),
        photo_pixel(119, 0)
    );
    assert_eq!(
        edit(&bench, &photo, "turn it upside down").get_pixel(0, 0),
        photo_pixel(119, 79)
    );
    assert_eq!(
        edit(&bench, &photo, "rotate it to the left").get_pixel(0, 0),
        photo_pixel(119, 0)
    );
    assert_eq!(
        edit(&bench, &photo, "resize it to 60 wide").dimensions(),
        (60, 40)
    );
    assert_eq!(
        edit(&bench, &photo, "crop to a square").dimensions(),
        (80, 80)
    );
    let framed = edit(&bench, &photo, "add a white border");
    assert_eq!(
        (framed.dimensions(), framed.get_pixel(1, 1).0),
        ((126, 86), [255; 4])
    );
    assert_eq!(framed.get_pixel(3, 3), photo_pixel(0, 0));
    assert_eq!(
        edit(&bench, &photo, "invert it and invert it again").into_rgb8(),
        scene()
    );
    let blocks = edit(&bench, &photo, "pixelate it").into_rgb8();
    assert_eq!(blocks.get_pixel(0, 0), blocks.get_pixel(1, 1));
    let soft = edit(&bench, &photo, "blur it a lot").into_rgb8();
    assert!(
        soft.get_pixel(60, 40)[0] > scene().get_pixel(60, 40)[0] + 10,
        "the sharp edge is soft"
    );
}

#[test]
fn add_text_sale_at_the_top() {
    let bench = Bench::new();
    let grey = RgbImage::from_pixel(300, 200, Rgb([120; 3]));
    let photo = bench.png("photo.png", &grey.into());
    let written = edit(&bench, &photo, "add text 'Sale' at the top in red").into_rgb8();
    let red: Vec<(u32, u32)> = written
        .enumerate_pixels()
        .filter(|(_, _, p)| p.0 == [200, 30, 30])
        .map(|(x, y, _)| (x, y))
        .collect();
    let (left, right) = (
        red.iter().map(|p| p.0).min().unwrap(),
        red.iter().map(|p| p.0).max().unwrap(),
    );
    assert!(
        red.len() > 100 && red.iter().all(|p| p.1 < 60),
        "{}",
        red.len()
    );
    assert!(
        (left + right).abs_diff(300) < 12,
        "in the middle: {left} to {right}"
    );
    let halo = written
        .pixels()
        .filter(|p| p[0] > 200 && p[1] > 180)
        .count();
    assert!(halo > 100, "a light edge around dark letters: {halo}");
    assert_eq!(written.get_pixel(150, 120).0, [120; 3]);
    let long = "add the words ".to_owned() + &"never ending ".repeat(40) + "story";
    let below = edit(&bench, &photo, &long);
    assert!(
        below
            .to_luma8()
            .rows()
            .rev()
            .take(20)
            .flatten()
            .any(|p| p[0] > 240),
        "at the bottom, in white"
    );
    let refused = |words: &str| {
        let inputs = [
            ("image", photo.clone()),
            ("text", Resource::Text(words.to_owned())),
        ];
        bench
            .run("text_image_editing", inputs)
            .unwrap_err()
            .to_string()
    };
    assert!(refused("add 'セール' at the top").contains('セ'));
    assert!(refused(&format!("add '{}'", "W".repeat(300))).contains("too long"));
}

#[test]
fn turn_it_into_a_pencil_sketch() {
    let bench = Bench::new();
    let disc = |x: u32, y: u32| (x as f32 - 150.0).hypot(y as f32 - 100.0) < 60.0;
    let scene = RgbImage::from_fn(300, 200, |x, y| {
        if disc(x, y) {
            Rgb([210, 180, 60])
        } else {
            Rgb([40, 70, 90])
        }
    });
    let photo = bench.png("photo.png", &scene.into());
    let sketch = edit(&bench, &photo, "turn it into a pencil sketch").into_rgb8();
    let dark: Vec<f32> = sketch
        .enumerate_pixels()
        .filter(|(_, _, p)| p[0] < 100)
        .map(|(x, y, _)| (x as f32 - 150.0).hypot(y as f32 - 100.0) - 60.0)
        .collect();
    assert!(
        dark.len() > 300 && dark.iter().all(|distance| distance.abs() < 6.0),
        "{}",
        dark.len()
    );
    let white = sketch.pixels().filter(|p| p.0 == [255; 3]).count();
    assert!(white > 300 * 200 * 9 / 10, "the paper is white: {white}");
    assert!(sketch.pixels().all(|p| p[0] == p[1] && p[1] == p[2]));
}

#[test]
fn convert_it_to_another_format() {
    let bench = Bench::new();
    let clear = image::RgbaImage::from_fn(40, 30, |x, _| {
        image::Rgba([200, 20, 20, if x < 20 { 255 } else { 0 }])
    });
    let photo = bench.png("logo.png", &clear.into());
    let run = |words: &str| {
        let inputs = [
            ("image", photo.clone()),
            ("text", Resource::Text(words.to_owned())),
        ];
        bench.run("text_image_editing", inputs)
    };
    let jpeg = run("convert it to JPEG").unwrap().files()[0].clone();
    assert_eq!(jpeg.name, "logo_converted.jpg");
    assert_eq!(&std::fs::read(&jpeg.path).unwrap()[..2], [0xFF, 0xD8]);
    assert!(
        open(&jpeg).get_pixel(38, 15).0[1] > 245,
        "clear becomes white"
    );
    let webp = run("half the size and save it as webp").unwrap().files()[0].clone();
    assert_eq!(
        (webp.name.as_str(), open(&webp).get_pixel(18, 5)[3]),
        ("logo_edited.webp", 0)
    );
    let error = run("resize it to 30000 wide").unwrap_err().to_string();
    assert!(
        error.contains("30000 x 22500") && error.contains("120 million"),
        "{error}"
    );
}

#[test]
fn a_stop_doubles_the_light() {
    let bench = Bench::new();
    let photo = bench.png(
        "photo.png",
        &RgbImage::from_pixel(20, 20, Rgb([60, 80, 90])).into(),
    );
    let brighter = edit(&bench, &photo, "exposure +1").into_rgb8();
    // 60, 80 and 90 are 0.045, 0.08 and 0.102 of full light; twice that is 84, 111 and 124,
    // eased off a little.
    let [r, g, b] = brighter.get_pixel(5, 5).0;
    assert!(
        r.abs_diff(84) < 3 && g.abs_diff(111) < 3 && b.abs_diff(124) < 4,
        "{r} {g} {b}"
    );
    let mut back = edit(&bench, &photo, "-1 EV").into_rgb8();
    assert!(back.get_pixel_mut(5, 5)[0].abs_diff(42) < 3);
}

fn photo_pixel(x: u32, y: u32) -> image::Rgba<u8> {
    DynamicImage::ImageRgb8(scene()).get_pixel(x, y)
}

#[test]
fn a_slight_turn_keeps_corners_clear_and_edges_clean() {
    let bench = Bench::new();
    let photo = bench.jpeg(
        "photo.jpg",
        &RgbImage::from_pixel(90, 60, Rgb([240, 240, 240])),
    );
    let turned = edit(&bench, &photo, "rotate it 10 degrees").into_rgba8();
    assert!(turned.width() > 90 && turned.get_pixel(0, 0)[3] == 0);
    assert!(
        turned.pixels().filter(|p| p[3] > 0).all(|p| p[0] > 235),
        "a dark rim"
    );
}

#[test]
fn sixteen_bits_stay() {
    let bench = Bench::new();
    let photo = bench.png(
        "deep.png",
        &DynamicImage::ImageRgb16(DynamicImage::ImageRgb8(scene()).into_rgb16()),
    );
    for sentence in [
        "brighter",
        "blur it",
        "sharpen it",
        "rotate it",
        "add a black border",
        "vignette",
        "film grain",
        "half size",
    ] {
        assert!(
            matches!(edit(&bench, &photo, sentence), DynamicImage::ImageRgb16(_)),
            "{sentence}"
        );
    }
}

#[test]
fn what_needs_a_model_is_told_with_what_can_be_done() {
    let bench = Bench::new();
    let photo = bench.png("photo.png", &scene().into());
    let inputs = [
        ("image", photo),
        (
            "text",
            Resource::Text("make it sepia and give the dog a hat".to_owned()),
        ),
    ];
    let error = bench.run("text_image_editing", inputs).unwrap_err();
    assert!(matches!(error, ToolError::Missing(_)));
    let told = error.to_string();
    assert!(
        told.contains("give the dog a hat")
            && told.contains("InstructPix2Pix")
            && told.contains("black and white")
    );
}
