//! Tests that settings hold, within what the model can.

use std::collections::BTreeMap;

use patchbay_inference::registry::{Setting, Source};

use super::*;

fn model(settings: &[(&str, Setting)]) -> Model {
    Model {
        id: "painter".to_owned(),
        name: "Painter".to_owned(),
        network: NETWORK.to_owned(),
        tools: Vec::new(),
        files: Vec::new(),
        source: Source::Folder("".into()),
        bytes: 1,
        memory: 1,
        speed: None,
        devices: Vec::new(),
        licence: "MIT".to_owned(),
        commercial: true,
        settings: settings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect::<BTreeMap<_, _>>(),
        is_added: false,
    }
}

#[test]
fn settings_are_as_chosen_else_as_registered_else_as_usual() {
    let (mut context, _folder) = crate::testing::context();
    let usual = Painting::of(&model(&[]), &context).unwrap();
    assert_eq!(
        (usual.steps, usual.size, usual.scheduler),
        (20, 512, SchedulerKind::DpmSolver)
    );
    let set = [
        ("steps", 0.0),
        ("guidance", 99.0),
        ("size", 700.0),
        ("strength", -1.0),
    ];
    let set = model(&set.map(|(name, number)| (name, Setting::Number(number))));
    let found = Painting::of(&set, &context).unwrap();
    assert_eq!((found.steps, found.size), (1, 640));
    assert!((found.guidance, found.strength) == (30.0, 0.05));
    context.settings = [("steps", "7"), ("scheduler", "lcm"), ("unwanted", "fog")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let chosen = Painting::of(&set, &context).unwrap();
    assert_eq!(
        (chosen.steps, chosen.size, chosen.scheduler),
        (7, 640, SchedulerKind::Lcm)
    );
    assert_eq!(chosen.unwanted, "fog");
    let shown = settings(Some(&set), &["strength"]);
    let names: Vec<&str> = shown.iter().map(|setting| setting.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "steps",
            "guidance",
            "size",
            "strength",
            "unwanted",
            "scheduler"
        ]
    );
    assert_eq!(shown[1].usual, "30");
}

#[test]
fn what_a_setting_cannot_be_is_told() {
    let (mut context, _folder) = crate::testing::context();
    let fast = model(&[("scheduler", Setting::Text("fast".to_owned()))]);
    let said = Painting::of(&fast, &context).unwrap_err().to_string();
    assert!(
        said.contains("“painter”") && said.contains("“fast”") && said.contains("dpm_solver"),
        "{said}"
    );
    context
        .settings
        .insert("steps".to_owned(), "many".to_owned());
    let said = Painting::of(&model(&[]), &context).unwrap_err().to_string();
    assert!(
        said.contains("“steps”") && said.contains("from 1 to 150"),
        "{said}"
    );
}

#[test]
fn shapes_keep_about_the_models_area() {
    let (context, _folder) = crate::testing::context();
    let painting = Painting::of(&model(&[]), &context).unwrap();
    assert_eq!(painting.fitted((300, 300)), (512, 512));
    assert_eq!(painting.fitted((1280, 853)), (640, 448));
    assert_eq!(painting.fitted((1, 10_000)), (64, 1024));
    assert_eq!(painting.fitted((0, 0)), (512, 512));
}
