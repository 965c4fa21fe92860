//! On which image boxes were found is known to who chooses among them.

use std::fs;

use crate::support::{Bench, subtask, text};
use patchbay_domain::{MediaFile, Resource, RunStatus};

#[tokio::test]
async fn who_chooses_among_boxes_knows_the_image_that_they_were_found_on() {
    let mut bench = Bench::new();
    bench.tool("brighten: image image -> image", |inputs, context| {
        let file = context.output("bright", None, "png");
        fs::copy(inputs.image("image")?.path, &file.path).unwrap();
        Ok(Resource::image(file))
    });
    bench.tool("find: image image -> bbox", |_, _| {
        Ok(Resource::BoundingBoxes(Vec::new()))
    });
    bench.tool("choose: bbox bbox, words text -> bbox", |inputs, _| {
        Ok(inputs.get("bbox")?.clone())
    });
    bench.tool("tell: bbox bbox -> text", |inputs, _| {
        Ok(text(
            inputs
                .image_of("bbox")
                .map_or("nothing", |image| image.name.as_str()),
        ))
    });
    bench.tool("tell_image: image image -> text", |inputs, _| {
        Ok(text(
            inputs
                .image_of("image")
                .map_or("nothing", |image| image.name.as_str()),
        ))
    });
    let path = bench.folder.path().join("a.png");
    fs::write(&path, "a").unwrap();
    let photo = Resource::image(MediaFile {
        path,
        name: "a.png".to_owned(),
    });
    let subtasks = vec![
        subtask(
            0,
            &[&[
                "find image=a.png -> <GEN>-0-0",
                "choose bbox=<GEN>-0-0 words=red -> <GEN>-0-1",
                "tell bbox=<GEN>-0-1 -> <GEN>-0",
            ]],
        ),
        subtask(
            1,
            &[&[
                "brighten image=a.png -> <GEN>-1-0",
                "find image=<GEN>-1-0 -> <GEN>-1-1",
                "tell bbox=<GEN>-1-1 -> <GEN>-1",
            ]],
        ),
        subtask(2, &[&["tell bbox=boxes.json -> <GEN>-2"]]),
        subtask(
            3,
            &[&[
                "brighten image=a.png -> <GEN>-3-0",
                "tell_image image=<GEN>-3-0 -> <GEN>-3",
            ]],
        ),
    ];
    let boxes = Resource::BoundingBoxes(Vec::new());
    let report = bench
        .run(bench.job(subtasks, &[("a.png", photo), ("boxes.json", boxes)]))
        .await;
    assert_eq!(report.status, RunStatus::Done, "{report:?}");
    let told: Vec<_> = report
        .outcomes
        .iter()
        .map(|outcome| outcome.kept.as_ref().unwrap().resource.as_text().unwrap())
        .collect();
    assert_eq!(told, ["a.png", "bright.png", "nothing", "nothing"]);
}
