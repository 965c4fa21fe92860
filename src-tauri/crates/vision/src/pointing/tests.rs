//! Pointing at rendered scenes whose true masks are known.

use std::sync::atomic::AtomicBool;

use image::{DynamicImage, GrayImage, Luma, Rgb, RgbImage};
use patchbay_domain::{BoundingBox, Point, PointPrompt};
use patchbay_test_support::noise;

use super::*;

struct Scene {
    image: RgbImage,
    truth: GrayImage,
}

/// Grained, uneven ground under a light gradient, and on it whatever `object` gives a colour for.
fn scene(width: u32, height: u32, object: impl Fn(f32, f32) -> Option<[f32; 3]>) -> Scene {
    let mut truth = GrayImage::new(width, height);
    let image = RgbImage::from_fn(width, height, |x, y| {
        let (u, v) = (x as f32, y as f32);
        let color = object(u, v)
            .inspect(|_| truth.put_pixel(x, y, Luma([255])))
            .unwrap_or_else(|| {
                let wave =
                    10.0 * (u / 23.0).sin() * (v / 17.0).cos() + 6.0 * ((u + 2.0 * v) / 7.0).sin();
                let light = 30.0 * v / height as f32 - 20.0 * u / width as f32;
                [
                    80.0 + wave + light,
                    125.0 + wave + light,
                    70.0 + 0.5 * wave + light,
                ]
            });
        Rgb([0, 1, 2]
            .map(|c| (color[c] + noise(x * 3 + c as u32, y, 14) as f32).clamp(0.0, 255.0) as u8))
    });
    Scene { image, truth }
}

fn fur(u: f32, v: f32) -> [f32; 3] {
    let stripe = 14.0 * ((u * 0.8 + v * 1.7) / 5.0).sin() + 10.0 * ((u - v) / 31.0).sin();
    [150.0 + stripe, 100.0 + stripe, 60.0 + 0.6 * stripe]
}

fn in_ellipse(u: f32, v: f32, center: (f32, f32), radii: (f32, f32)) -> bool {
    ((u - center.0) / radii.0).hypot((v - center.1) / radii.1) < 1.0
}

fn dog(width: u32, height: u32) -> Scene {
    let unit = width as f32 / 100.0;
    let part = |u: f32, v: f32, x: f32, y: f32, a: f32, b: f32| {
        in_ellipse(u, v, (x * unit, y * unit), (a * unit, b * unit))
    };
    scene(width, height, |u, v| {
        let body = part(u, v, 48.0, 36.0, 20.0, 10.0);
        let head = part(u, v, 72.0, 24.0, 8.0, 7.0) || part(u, v, 66.0, 30.0, 6.0, 6.0);
        let legs = [34.0, 41.0, 56.0, 62.0]
            .iter()
            .any(|&x| part(u, v, x, 48.0, 2.6, 12.0));
        let tail = part(u, v, 26.0, 28.0, 2.2, 8.0);
        (body || head || legs || tail).then(|| fur(u, v))
    })
}

fn overlap(mask: &GrayImage, truth: &GrayImage) -> f32 {
    assert_eq!(mask.dimensions(), truth.dimensions());
    let count = |both: fn(bool, bool) -> bool| {
        mask.pixels()
            .zip(truth.pixels())
            .filter(|(m, t)| both(m[0] > 127, t[0] > 127))
            .count() as f32
    };
    count(|m, t| m && t) / count(|m, t| m || t)
}

fn clicks(points: &[(f32, f32, bool)]) -> PointPrompt {
    let points = points
        .iter()
        .map(|&(x, y, include)| Point { x, y, include })
        .collect();
    PointPrompt {
        points,
        bounding_box: None,
    }
}

fn object(image: &RgbImage, prompt: &PointPrompt) -> Candidate {
    let prepared = Prepared::new(
        &DynamicImage::ImageRgb8(image.clone()),
        &AtomicBool::default(),
    );
    prepared
        .segment(prompt, &AtomicBool::default())
        .unwrap()
        .swap_remove(1)
}

#[test]
fn one_click_on_an_ellipse_takes_all_of_it() {
    let Scene { image, truth } = scene(640, 480, |u, v| {
        in_ellipse(u, v, (300.0, 220.0), (150.0, 90.0)).then(|| fur(u, v))
    });
    let found = object(&image, &clicks(&[(330.0, 230.0, true)]));
    assert_eq!(found.kind, CandidateKind::Object);
    let overlap = overlap(&found.mask, &truth);
    assert!(overlap >= 0.95, "overlap {overlap}");
    let share = truth.pixels().filter(|p| p[0] > 0).count() as f32 / (640.0 * 480.0);
    assert!((found.coverage - share).abs() < 0.01);
}

#[test]
fn two_clicks_on_a_dog_take_legs_and_tail() {
    let Scene { image, truth } = dog(1600, 1200);
    let found = object(
        &image,
        &clicks(&[(760.0, 560.0, true), (1150.0, 390.0, true)]),
    );
    let overlap = overlap(&found.mask, &truth);
    assert!(overlap >= 0.9, "overlap {overlap}");
}

#[test]
fn a_box_alone_finds_what_it_holds() {
    let Scene { image, truth } = dog(800, 600);
    let bounding_box = Some(BoundingBox {
        x: 170.0,
        y: 100.0,
        width: 490.0,
        height: 400.0,
    });
    let found = object(
        &image,
        &PointPrompt {
            points: Vec::new(),
            bounding_box,
        },
    );
    let overlap = overlap(&found.mask, &truth);
    assert!(overlap >= 0.9, "overlap {overlap}");
}

#[test]
fn an_exclude_point_takes_a_part_away() {
    let Scene { image, .. } = scene(640, 480, |u, v| {
        let left = in_ellipse(u, v, (220.0, 240.0), (100.0, 100.0));
        let right = in_ellipse(u, v, (420.0, 240.0), (110.0, 110.0));
        (left || right).then(|| fur(u, v))
    });
    let prepared = Prepared::new(&DynamicImage::ImageRgb8(image), &AtomicBool::default());
    let covers = |points: &[(f32, f32, bool)], x: u32| {
        let found = prepared
            .segment(&clicks(points), &AtomicBool::default())
            .unwrap();
        found
            .iter()
            .map(|candidate| candidate.mask.get_pixel(x, 240)[0] > 127)
            .collect::<Vec<_>>()
    };
    assert!(covers(&[(200.0, 240.0, true)], 450)[1]);
    let both = [(200.0, 240.0, true), (440.0, 240.0, false)];
    assert_eq!(covers(&both, 450), [false; 3]);
    assert_eq!(covers(&both, 440), [false; 3]);
    assert_eq!(covers(&both, 200), [true; 3]);
}

#[test]
fn candidates_grow_and_hold_the_click() {
    let Scene { image, .. } = dog(800, 600);
    let prepared = Prepared::new(&DynamicImage::ImageRgb8(image), &AtomicBool::default());
    let found = prepared
        .segment(&clicks(&[(380.0, 280.0, true)]), &AtomicBool::default())
        .unwrap();
    assert_eq!(
        found.iter().map(|c| c.kind).collect::<Vec<_>>(),
        [
            CandidateKind::Part,
            CandidateKind::Object,
            CandidateKind::Whole
        ]
    );
    assert!(
        found
            .windows(2)
            .all(|pair| pair[0].coverage <= pair[1].coverage)
    );
    assert!(
        found
            .iter()
            .all(|candidate| candidate.mask.get_pixel(380, 280)[0] == 255)
    );
}

#[test]
fn what_cannot_be_meant_is_told() {
    let prepared = Prepared::new(&DynamicImage::new_rgb8(40, 30), &AtomicBool::default());
    let refused = |prompt: PointPrompt| {
        prepared
            .segment(&prompt, &AtomicBool::default())
            .unwrap_err()
            .to_string()
    };
    for (x, y) in [(40.0, 10.0), (-1.0, 10.0), (10.0, 31.0), (f32::NAN, 1.0)] {
        assert!(refused(clicks(&[(x, y, true)])).contains("outside the picture, which is 40 x 30"));
    }
    assert!(refused(PointPrompt::default()).contains("click on what is meant"));
    assert!(refused(clicks(&[(3.0, 3.0, false)])).contains("click on what is meant"));
    let away = Some(BoundingBox {
        x: 90.0,
        y: 0.0,
        width: 5.0,
        height: 5.0,
    });
    assert!(
        refused(PointPrompt {
            points: Vec::new(),
            bounding_box: away
        })
        .contains("outside")
    );
    let stopped = AtomicBool::new(true);
    assert_eq!(
        prepared
            .segment(&clicks(&[(3.0, 3.0, true)]), &stopped)
            .unwrap_err(),
        VisionError::Cancelled
    );
}

#[test]
fn tiny_and_even_images_do_not_break_it() {
    for (width, height) in [(1, 1), (2, 3), (5, 1), (300, 2), (64, 64)] {
        let prepared = Prepared::new(
            &DynamicImage::new_rgb8(width, height),
            &AtomicBool::default(),
        );
        if let Ok(found) = prepared.segment(&clicks(&[(0.5, 0.5, true)]), &AtomicBool::default()) {
            assert!(
                found
                    .iter()
                    .all(|candidate| candidate.mask.dimensions() == (width, height))
            );
        }
    }
}

#[test]
fn a_rough_mask_finds_the_outline() {
    let Scene { image, truth } = dog(800, 600);
    let prepared = Prepared::new(&DynamicImage::ImageRgb8(image), &AtomicBool::default());
    // Drawn with a thick brush and a shaking hand: too wide here, too narrow there, and shifted.
    let rough = imageproc::morphology::dilate(&truth, imageproc::distance_transform::Norm::L2, 9);
    let rough = GrayImage::from_fn(800, 600, |x, y| {
        let shift = (6.0 * (x as f32 / 40.0).sin()) as i32 + 4;
        *rough.get_pixel(
            (x as i32 + shift).clamp(0, 799) as u32,
            (y as i32 - shift).clamp(0, 599) as u32,
        )
    });
    let before = overlap(&rough, &truth);
    let found = prepared.refine(&rough, &AtomicBool::default()).unwrap();
    let after = overlap(&found, &truth);
    assert!(
        after >= 0.96 && before < 0.85,
        "overlap {after} from {before}"
    );
}

#[test]
fn a_mask_of_nothing_or_everything_has_no_outline() {
    let prepared = Prepared::new(&DynamicImage::new_rgb8(40, 30), &AtomicBool::default());
    let refused = |level| {
        prepared
            .refine(
                &GrayImage::from_pixel(40, 30, Luma([level])),
                &AtomicBool::default(),
            )
            .unwrap_err()
    };
    assert!(refused(0).to_string().contains("covers nothing"));
    assert!(
        refused(255)
            .to_string()
            .contains("covers the whole picture")
    );
    let stopped = AtomicBool::new(true);
    let part = GrayImage::from_fn(40, 30, |x, _| Luma([if x < 20 { 255 } else { 0 }]));
    assert_eq!(
        prepared.refine(&part, &stopped).unwrap_err(),
        VisionError::Cancelled
    );
    assert_eq!(
        prepared
            .refine(&part, &AtomicBool::default())
            .unwrap()
            .dimensions(),
        (40, 30)
    );
}

#[test]
fn nothing_stands_out_of_grain_light_or_a_tiny_image() {
    let ground = scene(400, 300, |_, _| None).image;
    for image in [
        ground,
        RgbImage::new(1, 1),
        RgbImage::new(3, 2),
        RgbImage::from_pixel(90, 60, Rgb([200; 3])),
    ] {
        let prepared = Prepared::new(&DynamicImage::ImageRgb8(image), &AtomicBool::default());
        assert_eq!(prepared.objects(&AtomicBool::default()).unwrap().len(), 0);
    }
}
