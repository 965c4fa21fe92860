//! Waiting times of a person: the first mask after opening an image, each further click, and the
//! filling of a hole. Wanted: within 1 s and 250 ms on an image of 1024 pixels.

use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use image::{DynamicImage, GrayImage, Luma, Rgb, RgbImage};
use patchbay_domain::{Point, PointPrompt};
use patchbay_vision::inpainting;
use patchbay_vision::pointing::Prepared;

/// A grained object on grained, uneven ground, and where it is.
fn scene(width: u32, height: u32) -> (DynamicImage, GrayImage) {
    let (u, v) = (width as f32 * 0.5, height as f32 * 0.5);
    let inside = |x: u32, y: u32| {
        ((x as f32 - u) / (0.22 * width as f32)).hypot((y as f32 - v) / (0.3 * height as f32)) < 1.0
    };
    let image = RgbImage::from_fn(width, height, |x, y| {
        let grain = (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503))
            .wrapping_mul(2_246_822_519)
            >> 28;
        let wave = 12.0 * (x as f32 / 19.0).sin() * (y as f32 / 27.0).cos();
        let base = if inside(x, y) {
            [160.0, 100.0, 60.0]
        } else {
            [80.0, 125.0, 75.0]
        };
        Rgb(base.map(|level| (level + wave + grain as f32) as u8))
    });
    let mask = GrayImage::from_fn(width, height, |x, y| {
        Luma([if inside(x, y) { 255 } else { 0 }])
    });
    (DynamicImage::ImageRgb8(image), mask)
}

fn clicks(count: usize, width: u32, height: u32) -> PointPrompt {
    let place = |index: usize| (0.5 + 0.1 * index as f32) * width as f32;
    let points = (0..count)
        .map(|index| Point {
            x: place(index),
            y: 0.5 * height as f32,
            include: true,
        })
        .collect();
    PointPrompt {
        points,
        bounding_box: None,
    }
}

fn benchmarks(criterion: &mut Criterion) {
    let progress = AtomicBool::default();
    for (width, height) in [(1024, 768), (4000, 3000)] {
        let (image, _) = scene(width, height);
        let mut group = criterion.benchmark_group(format!("pointing at {width} x {height}"));
        group.sample_size(10);
        group.bench_function("first click", |bencher| {
            bencher.iter(|| {
                Prepared::new(&image, &progress).segment(&clicks(1, width, height), &progress)
            });
        });
        let prepared = Prepared::new(&image, &progress);
        group.bench_function("next click", |bencher| {
            bencher.iter(|| prepared.segment(&clicks(2, width, height), &progress));
        });
        group.finish();
    }
    let mut group = criterion.benchmark_group("filling a hole");
    group.sample_size(10);
    for (width, height) in [(1024, 768), (4000, 3000)] {
        let (image, mask) = scene(width, height);
        let small = GrayImage::from_fn(width, height, |x, y| {
            let near = x.abs_diff(width / 2) < width / 12 && y.abs_diff(height / 2) < height / 12;
            Luma([if near { mask.get_pixel(x, y)[0] } else { 0 }])
        });
        group.bench_function(format!("{width} x {height}"), |bencher| {
            bencher.iter(|| inpainting::fill(&image, &small, 1, &progress));
        });
    }
    group.finish();
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);
