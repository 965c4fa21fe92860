//! How long planning takes inside, apart from files and fronts: reading the toolbox, and a plan for
//! a request with one way, with many ways, and with several parts.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use patchbay_domain::{NamedResource, Request, ResourceType, Toolbox};
use patchbay_language::embedded;
use patchbay_planner::Options;
use patchbay_toolbox::TOOLBOX;

fn request(instruction: &str, resources: &[(&str, &str)]) -> Request {
    let named = |(name, of): &(&str, &str)| NamedResource {
        name: (*name).to_owned(),
        resource_type: ResourceType::new(*of),
    };
    Request {
        instruction: instruction.to_owned(),
        resources: resources.iter().map(named).collect(),
        ..Request::default()
    }
}

fn planning(criterion: &mut Criterion) {
    let toolbox = || Toolbox::from_json(TOOLBOX).expect("the toolbox is valid");
    criterion.bench_function("read the toolbox", |bencher| {
        bencher.iter(|| embedded::planner(black_box(toolbox())));
    });
    let planner = embedded::planner(toolbox());
    for (name, request) in [
        (
            "plan one step",
            request("show me the edges of photo.jpg", &[("photo.jpg", "image")]),
        ),
        (
            "plan many ways",
            request(
                "put calm piano music under clip.mp4",
                &[("clip.mp4", "video")],
            ),
        ),
        (
            "plan several parts",
            request(
                "cut clip.mp4 from 0:02 to 0:05 and give me its sound as a file",
                &[("clip.mp4", "video")],
            ),
        ),
    ] {
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| planner.plan(black_box(&request), &Options::default()));
        });
    }
}

criterion_group!(benches, planning);
criterion_main!(benches);
