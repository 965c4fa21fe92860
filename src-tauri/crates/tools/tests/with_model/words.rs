//! Names, captions and answers.

use patchbay_domain::Resource;
use patchbay_inference::labels::Labels;

use crate::support::Bench;

#[test]
fn one_model_in_memory_names_things_and_actions() {
    let bench = Bench::new();
    let named =
        |tool: &str, input: (&'static str, Resource)| match bench.run(tool, &[input]).unwrap() {
            Resource::Category(labels) => labels[0].name.clone(),
            other => panic!("{other:?}"),
        };
    let things = named("image_classification", ("image", Bench::photo()));
    let actions = named("video_classification", ("video", Bench::video()));
    let (imagenet, kinetics) = (Labels::ImageNet.names(), Labels::Kinetics.names());
    assert!(
        imagenet.contains(&things.as_str()) || Labels::Coco.names().contains(&things.as_str()),
        "{things}"
    );
    assert!(kinetics.contains(&actions.as_str()), "{actions}");
    assert_eq!(
        named("image_classification", ("image", Bench::photo())),
        things
    );
}

/// Text that a tool answers.
fn said(bench: &Bench, tool: &str, inputs: &[(&str, Resource)]) -> String {
    bench.run(tool, inputs).unwrap().as_text().unwrap()
}

#[test]
fn several_images_are_described_by_their_names() {
    let bench = Bench::new();
    let one = said(&bench, "image_captioning", &[("image", Bench::photo())]);
    assert!(
        one.ends_with('.') && !one.starts_with(char::is_lowercase),
        "{one}"
    );
    let Resource::Images { kind, mut items } = Bench::photo() else {
        panic!("a picture")
    };
    items.push(items[0].clone());
    let both = said(
        &bench,
        "image_captioning",
        &[("image", Resource::Images { kind, items })],
    );
    assert_eq!(both, format!("photo.jpg: {one}\nphoto.jpg: {one}"));
}

#[test]
fn a_video_is_described_shot_by_shot_with_times() {
    let bench = Bench::new();
    let text = said(&bench, "video_captioning", &[("video", Bench::video())]);
    // The long shot gives two key frames.
    for time in ["At 0.5 s: ", "At 1.5 s: ", "At 2.5 s: "] {
        assert!(text.contains(time), "{text}");
    }
}

#[test]
fn what_is_known_for_certain_is_not_asked_of_a_model() {
    let bench = Bench::new();
    let asked = |question: &str| {
        [
            ("image", Bench::photo()),
            ("text", Resource::Text(question.to_owned())),
        ]
    };
    let size = said(
        &bench,
        "image_question_answering",
        &asked("how big is photo.jpg?"),
    );
    assert!(size.contains("“photo.jpg” is 1280 x 853 pixels"), "{size}");
    for question in [
        "how many people are in the picture?",
        "where is this?",
        "what is the man doing?",
    ] {
        let answer = said(&bench, "image_question_answering", &asked(question));
        assert!(
            !answer.contains("photo.jpg") && !answer.is_empty(),
            "{question} {answer}"
        );
    }
    let video = [
        ("video", Bench::video()),
        ("text", Resource::Text("how long is it?".to_owned())),
    ];
    assert_eq!(
        said(&bench, "video_question_answering", &video),
        "“shots.mp4” is 3 s long."
    );
}
