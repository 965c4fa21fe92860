//! Tests of what is outlined by Segment Anything.

use patchbay_domain::{Point, PointPrompt, Resource};
use patchbay_tools::image::embedded::{self, Embedded};
use patchbay_tools::{Progress, ToolError};

use crate::support::Bench;

#[test]
fn a_rough_mask_is_drawn_along_what_it_covers() {
    let bench = Bench::new();
    let points = PointPrompt {
        points: vec![Point {
            x: 300.0,
            y: 200.0,
            include: true,
        }],
        bounding_box: None,
    };
    let mask = bench
        .run(
            "segment_by_points",
            &[
                ("image", Bench::photo()),
                ("point", Resource::Points(points)),
            ],
        )
        .unwrap();
    let rough = image::open(&mask.files()[0].path).unwrap().into_luma8();
    assert!(rough.pixels().all(|pixel| [0, 255].contains(&pixel[0])));
    let refined = bench
        .run(
            "segment_by_mask",
            &[("image", Bench::photo()), ("mask", mask)],
        )
        .unwrap();
    assert_eq!(
        image::image_dimensions(&refined.files()[0].path).unwrap(),
        rough.dimensions()
    );
}

#[test]
fn an_image_is_looked_at_once_for_all_that_is_outlined_on_it() {
    let bench = Bench::new();
    let photo = patchbay_media::image::read(&Bench::photo().files()[0].path, "photo.jpg")
        .unwrap()
        .pixels;
    let outliner = bench.models.segmenter("segment_by_points").unwrap();
    // What is embedded already asks nobody and answers also who is stopped.
    let stopped = Progress::default();
    stopped.cancel();
    let known = || Embedded::new(&outliner, &photo, &stopped);
    assert_eq!(known().unwrap_err(), ToolError::Cancelled);
    let (_, inputs) = Bench::inputs()
        .into_iter()
        .find(|(tool, _)| *tool == "segment_by_box")
        .unwrap();
    bench.run("segment_by_box", &inputs).unwrap();
    let embedded = known().unwrap();
    let click = |points: &[(f32, f32)]| PointPrompt {
        points: points
            .iter()
            .map(|&(x, y)| Point {
                x,
                y,
                include: true,
            })
            .collect(),
        bounding_box: None,
    };
    let first = embedded.segment(&click(&[(300.0, 200.0)]), None).unwrap();
    let coverages: Vec<f32> = first
        .iter()
        .map(|outline| outline.candidate.coverage)
        .collect();
    assert!(
        !first.is_empty() && first.len() <= 3 && coverages.is_sorted(),
        "{coverages:?}"
    );
    let twice = click(&[(300.0, 200.0), (350.0, 220.0)]);
    let former = &embedded::best(&first).unwrap().logits;
    let refined = embedded.segment(&twice, Some(former)).unwrap();
    let anew = embedded.segment(&twice, None).unwrap();
    assert!(
        refined
            .iter()
            .zip(&anew)
            .any(|(a, b)| (a.score - b.score).abs() > 1e-6),
        "the mask before has a say"
    );
    assert!(matches!(
        embedded.segment(&click(&[(9000.0, 1.0)]), None),
        Err(ToolError::Input(_))
    ));
}
