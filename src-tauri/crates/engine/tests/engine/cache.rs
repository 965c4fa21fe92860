//! Results that are answered from the cache, and those that are made again.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{Bench, subtask, text};
use patchbay_domain::RunStatus;

#[tokio::test]
async fn what_did_not_change_is_not_done_again() {
    let mut bench = Bench::new();
    let runs = Arc::new(AtomicUsize::new(0));
    let count = runs.clone();
    bench.tool("copy: image image -> image", move |inputs, context| {
        count.fetch_add(1, Ordering::Relaxed);
        let from = inputs.image("image")?;
        let to = context.output("copied", Some(&from.name), "png");
        fs::copy(&from.path, &to.path).unwrap();
        Ok(patchbay_domain::Resource::image(to))
    });
    let engine = bench.engine();
    let plan = || {
        vec![subtask(
            0,
            &[&[
                "copy image=a.png -> <GEN>-0-0",
                "copy image=<GEN>-0-0 -> <GEN>-0",
            ]],
        )]
    };
    let again = async |content: &str, seed: u64| {
        let given = bench.folder.path().join("a.png");
        if fs::read_to_string(&given).ok().as_deref() != Some(content) {
            bench.file("a.png", content);
        }
        let file = patchbay_domain::MediaFile {
            path: given,
            name: "a.png".to_owned(),
        };
        let mut job = bench.job(plan(), &[("a.png", patchbay_domain::Resource::image(file))]);
        job.seed = seed;
        let report = bench
            .run_until(&engine, job, patchbay_engine::StopSignal::default())
            .0
            .await;
        assert_eq!(report.status, RunStatus::Done);
        let kept = report.outcomes[0].kept.clone().unwrap();
        let file = kept.resource.files()[0].clone();
        assert_eq!(
            (
                fs::read_to_string(&file.path).unwrap().as_str(),
                file.name.as_str()
            ),
            (content, "a_copied.png")
        );
        file
    };
    let first = again("pixels", 7).await;
    assert_eq!(again("pixels", 7).await, first);
    assert_eq!(runs.load(Ordering::Relaxed), 2, "nothing changed");
    assert!(bench.outlet.kept.lock().unwrap()[3].again);
    again("pixels", 8).await;
    assert_eq!(runs.load(Ordering::Relaxed), 4, "another seed");
    again("other pixels", 7).await;
    assert_eq!(
        runs.load(Ordering::Relaxed),
        6,
        "another content under the same name"
    );
    fs::remove_file(&first.path).unwrap();
    again("pixels", 7).await;
    assert!(runs.load(Ordering::Relaxed) > 6, "the result is gone");
}

#[tokio::test]
async fn what_is_set_of_a_step_reaches_its_tool_and_is_not_answered_from_before() {
    let mut bench = Bench::new();
    bench.tool("say: words text -> text", |_, context| {
        Ok(text(&format!("{:?}", context.settings)))
    });
    let engine = bench.engine();
    let run = async |steps: &[&str]| {
        let mut both = vec![
            subtask(0, &[&["say words=a -> <GEN>-0"]]),
            subtask(1, &[&["say words=a -> <GEN>-1"]]),
        ];
        for (subtask, value) in both.iter_mut().zip(steps) {
            subtask.solutions[0].actions[0]
                .settings
                .insert("steps".to_owned(), (*value).to_owned());
        }
        let job = bench.job(both, &[]);
        let report = bench
            .run_until(&engine, job, patchbay_engine::StopSignal::default())
            .0
            .await;
        let said = |outcome: &patchbay_engine::Outcome| {
            outcome.kept.as_ref().unwrap().resource.as_text().unwrap()
        };
        (
            report.outcomes.iter().map(said).collect::<Vec<_>>(),
            report.steps,
        )
    };
    let (said, steps) = run(&[]).await;
    assert_eq!(
        (said, steps.len()),
        (vec!["{}".to_owned(); 2], 1),
        "the same call is one step"
    );
    let (said, steps) = run(&["30", "40"]).await;
    assert_eq!(said, [r#"{"steps": "30"}"#, r#"{"steps": "40"}"#]);
    assert_eq!(
        (steps.len(), steps[0].settings["steps"].as_str()),
        (2, "30")
    );
    assert_eq!(run(&["30"]).await.0, [r#"{"steps": "30"}"#, "{}"]);
}
