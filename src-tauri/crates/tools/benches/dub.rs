//! Time that it takes to put music under a 10 s video in 720p. It has to be less than the video's
//! length on two cores: also where the frames cannot be taken over as they are.

use std::collections::BTreeMap;

use criterion::{Criterion, criterion_group, criterion_main};
use patchbay_domain::{MediaFile, Resource};
use patchbay_test_support::video::make;
use patchbay_tools::{Context, Inputs, Progress, registry};

fn dub(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let frames = "-f lavfi -i testsrc2=size=1280x720:rate=30:duration=10 -preset veryfast";
    let videos = [
        (
            "taken over",
            make(
                folder.path(),
                "h264.mp4",
                &format!("{frames} -c:v libx264 -pix_fmt yuv420p"),
            ),
        ),
        (
            "encoded anew",
            make(
                folder.path(),
                "h265.mp4",
                &format!("{frames} -c:v libx265 -x265-params log-level=none"),
            ),
        ),
    ];
    let music = make(folder.path(), "music.wav", "-f lavfi -i sine=duration=7");
    let file = |path: &std::path::Path| MediaFile {
        path: path.to_owned(),
        name: "file".to_owned(),
    };
    let mut group = criterion.benchmark_group("dub a 10 s 720p film");
    group.sample_size(10);
    for (name, video) in &videos {
        let inputs = Inputs::new(BTreeMap::from([
            ("video".to_owned(), Resource::Video(file(video))),
            ("audio".to_owned(), Resource::Audio(file(&music))),
        ]));
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                let step = tempfile::tempdir().expect("a temporary folder");
                let context = Context {
                    folder: step.path().to_owned(),
                    progress: Progress::default(),
                    seed: 0,
                    models: patchbay_inference::Models::none(),
                    target_seconds: None,
                    settings: std::collections::BTreeMap::new(),
                };
                let tool = registry::runnable("dub_video", &patchbay_inference::Models::none())
                    .expect("it is built in");
                tool.run(&inputs, &context).expect("the film is dubbed")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, dub);
criterion_main!(benches);
