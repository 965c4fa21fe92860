//! Pointing at a part of an image, and the region in a request.

use std::path::Path;

use image::{Rgb, RgbImage};
use patchbay_app::api::ErrorCode;
use patchbay_app::{App, AppOptions};
use patchbay_test_support::TestDir;
use serde_json::{Value, json};

use crate::support::Opened;

/// A red disc on blue grass-like ground.
async fn scene(opened: &Opened, conversation: &str) -> Value {
    let image = RgbImage::from_fn(320, 240, |x, y| {
        let inside = (x as f32 - 160.0).hypot(y as f32 - 120.0) < 60.0;
        let grain = ((x * 31 + y * 17) % 13) as u8;
        if inside {
            Rgb([200 + grain, 40, 40])
        } else {
            Rgb([40, 60 + grain, 160])
        }
    });
    let path = opened.folder.file("disc.png");
    image.save(&path).unwrap();
    opened.import(conversation, &path).await
}

fn click(x: f32, y: f32) -> Value {
    json!({ "points": [{ "x": x, "y": y, "include": true }], "bounding_box": null })
}

#[tokio::test]
async fn a_click_finds_the_disc_and_the_newest_click_wins() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let artifact = scene(&opened, &conversation).await;
    let size = opened
        .call("prepare_pointing", json!({ "artifact": artifact["id"] }))
        .await;
    assert_eq!(size, json!({ "width": 320, "height": 240 }));
    let ask = |request: u64| json!({ "artifact": artifact["id"], "prompt": click(160.0, 120.0), "request": request });
    let found = opened.call("segment", ask(2)).await;
    assert_eq!(found["request"], 2);
    let object = found["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["name"] == "object")
        .unwrap()
        .clone();
    let disc = std::f64::consts::PI * 60.0 * 60.0 / (320.0 * 240.0);
    assert!(
        (object["coverage"].as_f64().unwrap() - disc).abs() < 0.02,
        "{}",
        object["coverage"]
    );
    assert!(
        object["mask_png"]
            .as_str()
            .unwrap()
            .starts_with("data:image/png;base64,")
    );
    let stale = opened.try_call("segment", ask(1)).await.unwrap_err();
    assert_eq!(stale.code, ErrorCode::Stale);
    let outside = json!({ "artifact": artifact["id"], "prompt": click(9000.0, 5.0), "request": 3 });
    assert_eq!(
        opened.try_call("segment", outside).await.unwrap_err().code,
        ErrorCode::Unsuitable
    );
}

#[tokio::test]
async fn an_accepted_region_lies_on_its_image_and_is_used_in_a_request() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let artifact = scene(&opened, &conversation).await;
    let accept = json!({
        "artifact": artifact["id"], "prompt": click(160.0, 120.0), "candidate": "object",
        "grow": 4.0, "feather": 2.0, "invert": false,
    });
    let region = opened.call("accept_region", accept.clone()).await;
    assert_eq!(
        (&region["name"], &region["type"]),
        (&json!("region 1 of disc.png"), &json!("mask"))
    );
    assert_eq!(
        (&region["parent"], &region["width"]),
        (&artifact["id"], &json!(320))
    );
    assert_eq!(
        opened.call("accept_region", accept).await["name"],
        "region 2 of disc.png"
    );
    let (turn, run) = opened.ask(&conversation, "cut this out", &[&region]).await;
    let tool = &turn["plan"]["subtasks"][0]["solutions"][0]["actions"][0]["tool"];
    assert_eq!(tool, "mask_image", "{}", turn["plan"]);
    let result = opened
        .artifact(&conversation, &run.results[0].artifact)
        .await;
    let (path, _) = opened
        .app
        .media(result["asset"].as_str().unwrap(), "x.png")
        .unwrap();
    let cut = image::ImageReader::open(path)
        .unwrap()
        .with_guessed_format()
        .unwrap()
        .decode()
        .unwrap()
        .to_rgba8();
    assert_eq!(cut.get_pixel(160, 120).0[3], 255);
    assert_eq!(cut.get_pixel(5, 5).0[3], 0);
    let chain = opened
        .call("provenance", json!({ "artifact": result["id"] }))
        .await;
    let names: Vec<&str> = chain
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["artifact"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(&names[..2], ["disc.png", "region 1 of disc.png"]);
    assert_eq!(chain[1]["label"], "Pointed at");
    assert_eq!(chain[2]["tool"], "mask_image");
}

#[tokio::test]
async fn what_is_no_image_cannot_be_pointed_at() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let words = json!({ "conversation": conversation, "text": "Hi", "name": "a.txt" });
    let text = opened.call("import_text", words).await;
    let error = opened
        .try_call("prepare_pointing", json!({ "artifact": text["id"] }))
        .await
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::Unsuitable);
    assert!(error.message.contains("a.txt"));
}

/// An application with a model that outlines, whose files lie in `weights`.
fn with_model(weights: &Path) -> Opened {
    let folder = TestDir::new();
    let models = folder.file("models");
    std::fs::create_dir(&models).unwrap();
    let own = format!(
        "[[model]]\nid = \"tiny\"\nname = \"Tiny\"\nnetwork = \"mobile_sam\"\ntools = [\"segment_by_points\"]\n\
         folder = '{}'\nfiles = [{{ path = \"config.json\" }}, {{ path = \"model.safetensors\" }}]\n\
         bytes = 1\nmemory = 1000\ndevices = [\"cpu\"]\nlicence = \"MIT\"\n",
        weights.display()
    );
    std::fs::write(models.join("registry.toml"), own).unwrap();
    let options = AppOptions {
        seed: Some(7),
        models: Some(models),
        ..AppOptions::default()
    };
    let app = App::open(&folder.file("data"), options).unwrap();
    Opened { folder, app }
}

fn tiny() -> std::path::PathBuf {
    let fixture = "../../../tests/parity/fixtures/segment_anything_mobile";
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(fixture)
        .canonicalize()
        .unwrap()
}

fn coverages(found: &Value) -> Vec<f64> {
    let candidates = found["candidates"].as_array().unwrap().iter();
    candidates
        .map(|candidate| candidate["coverage"].as_f64().unwrap())
        .collect()
}

#[tokio::test]
async fn a_model_outlines_once_it_has_looked_and_each_click_refines_the_one_before() {
    let opened = with_model(&tiny());
    let conversation = opened.conversation().await;
    let artifact = scene(&opened, &conversation).await;
    let of_artifact = json!({ "artifact": artifact["id"] });
    let ask = |request: u64, prompt: Value, chosen: Value| {
        let arguments = json!({ "artifact": artifact["id"], "prompt": prompt, "request": request, "chosen": chosen });
        opened.call("segment", arguments)
    };
    let by_color = ask(1, click(160.0, 120.0), Value::Null).await;
    assert_eq!(
        (&by_color["outlined_by"], &by_color["best"]),
        (&Value::Null, &json!("object"))
    );
    opened.call("prepare_outlining", of_artifact.clone()).await;
    let one = ask(2, click(160.0, 120.0), Value::Null).await;
    assert_eq!(
        (&one["outlined_by"], &one["preparing"]),
        (&json!("Tiny"), &Value::Null)
    );
    assert_ne!(coverages(&one), coverages(&by_color));
    assert!(coverages(&one).is_sorted(), "{:?}", coverages(&one));
    let names: Vec<&Value> = one["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|candidate| &candidate["name"])
        .collect();
    assert!(names.contains(&&one["best"]), "{names:?}");
    let two = json!({
        "points": [{ "x": 160.0, "y": 120.0, "include": true }, { "x": 20.0, "y": 30.0, "include": true }],
        "bounding_box": null,
    });
    let refined = ask(3, two.clone(), one["best"].clone()).await;
    // Going back and forth shows the same again.
    assert_eq!(
        coverages(&ask(4, click(160.0, 120.0), Value::Null).await),
        coverages(&one)
    );
    assert_eq!(
        coverages(&ask(5, two.clone(), Value::Null).await),
        coverages(&refined)
    );
    let accept = json!({
        "artifact": artifact["id"], "prompt": two, "candidate": refined["best"], "grow": 0.0, "feather": 0.0, "invert": false,
    });
    let region = opened.call("accept_region", accept).await;
    let (path, _) = opened
        .app
        .media(region["asset"].as_str().unwrap(), "x.png")
        .unwrap();
    let mask = image::ImageReader::open(path)
        .unwrap()
        .with_guessed_format()
        .unwrap()
        .decode()
        .unwrap()
        .to_luma8();
    let covered = mask.iter().filter(|&&value| value > 127).count() as f64 / mask.len() as f64;
    assert!(
        coverages(&refined)
            .iter()
            .any(|coverage| (coverage - covered).abs() < 1e-6),
        "{covered}"
    );
    opened.call("close_pointing", of_artifact).await;
    assert_eq!(
        ask(6, click(160.0, 120.0), Value::Null).await["outlined_by"],
        Value::Null
    );
}

#[tokio::test]
async fn where_a_model_fails_colour_answers() {
    let folder = TestDir::new();
    let broken = folder.file("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::copy(tiny().join("config.json"), broken.join("config.json")).unwrap();
    std::fs::write(broken.join("model.safetensors"), "nothing").unwrap();
    let opened = with_model(&broken);
    let conversation = opened.conversation().await;
    let artifact = scene(&opened, &conversation).await;
    opened
        .call("prepare_outlining", json!({ "artifact": artifact["id"] }))
        .await;
    let arguments =
        json!({ "artifact": artifact["id"], "prompt": click(160.0, 120.0), "request": 1 });
    let found = opened.call("segment", arguments).await;
    assert_eq!(
        (&found["outlined_by"], &found["preparing"]),
        (&Value::Null, &Value::Null)
    );
    assert!(!coverages(&found).is_empty());
}
