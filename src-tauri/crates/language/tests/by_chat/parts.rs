//! Models that do their part well.

use super::*;

#[test]
fn a_model_takes_requests_apart() {
    let chat = scripted(|question, _| {
        assert!(question.contains("Request: ") && question.contains("clip.mp4 (video)"));
        whole(
            r#"{"tasks": [
                {"do": "I want to hear a sad violin", "tool": "text_to_music", "with": [], "about": "a sad violin"},
                {"do": "lay it over clip.mp4", "tool": "dub_video", "with": ["clip.mp4", "result of task 1"], "about": null}]}"#,
        )
    });
    let chats = Chats {
        decomposition: Some(chat),
        ..Chats::default()
    };
    let planner = planner(chats);
    let request = request(
        "I want to hear a sad violin; lay it over clip.mp4",
        &[("clip.mp4", "video")],
    );
    let plan = plan(&planner, &request);
    assert_eq!(first_ways(&plan), "text_to_music | dub_video", "{plan:?}");
    assert_eq!(
        input(&plan, 0, "text_to_music", "text"),
        &InputValue::One("a sad violin".to_owned())
    );
    assert_eq!(
        input(&plan, 1, "dub_video", "audio"),
        &InputValue::One("<GEN>-0".to_owned())
    );
}

#[test]
fn a_task_cannot_work_on_what_a_later_one_makes() {
    let chat = scripted(|_, _| {
        whole(
            r#"{"tasks": [{"do": "make it brighter", "tool": "text_image_editing", "with": ["result of task 2"], "about": null}]}"#,
        )
    });
    let chats = Chats {
        decomposition: Some(chat.clone()),
        ..Chats::default()
    };
    let request = request("make it brighter", &[("a.png", "image")]);
    assert_eq!(plan(&planner(chats), &request), plan(&EMBEDDED, &request));
    assert_eq!(chat.asked.load(Ordering::Relaxed), 1);
}

#[test]
fn a_model_judges_all_tools_in_one_question() {
    let chat = scripted(|_, _| whole(r#"{"tools": [{"tool": "image_to_canny", "score": 5}]}"#));
    let chats = Chats {
        assessment: Some(chat.clone()),
        ..Chats::default()
    };
    let request = request("show me the edges of a.png", &[("a.png", "image")]);
    let ways = |plan: &Plan| -> Vec<String> {
        let goals = plan.subtasks[0].solutions.iter();
        goals
            .filter_map(|way| way.goal_tool().map(str::to_owned))
            .collect()
    };
    let embedded = ways(&plan(&EMBEDDED, &request));
    let judged = ways(&plan(&planner(chats), &request));
    assert!(judged.contains(&embedded[0]), "{judged:?} of {embedded:?}");
    assert_eq!(chat.asked.load(Ordering::Relaxed), 1);
}

#[test]
fn a_model_ranks_ways_and_the_embedded_one_stays_among_them() {
    // The last of the ways that it is shown is the best.
    let chat = scripted(|_, schema| {
        let names: Vec<&String> = schema["properties"]
            .as_object()
            .expect("ways")
            .keys()
            .collect();
        let score = |name: &&String| {
            if *name == names[names.len() - 1] {
                5
            } else {
                1
            }
        };
        let scores = names
            .iter()
            .map(|name| ((*name).clone(), score(name).into()));
        whole(Value::Object(scores.collect()).to_string())
    });
    let chats = Chats {
        solutions: Some(chat.clone()),
        ..Chats::default()
    };
    let request = request("remove the dog from a.png", &[("a.png", "image")]);
    let tools = |plan: &Plan, way: usize| -> Vec<String> {
        let tools = plan.subtasks[0].solutions[way].tools();
        tools.map(str::to_owned).collect()
    };
    let embedded = plan(&EMBEDDED, &request);
    let ranked = plan(&planner(chats), &request);
    assert_eq!(chat.asked.load(Ordering::Relaxed), 1);
    assert_ne!(tools(&ranked, 0), tools(&embedded, 0));
    let ways = 0..ranked.subtasks[0].solutions.len();
    assert!(
        ways.map(|way| tools(&ranked, way))
            .any(|way| way == tools(&embedded, 0))
    );
}

#[test]
fn a_model_fills_in_words_of_the_request_only() {
    let says_dog: Script = |question, schema| {
        if question.contains("Copy") {
            return whole(r#"{"object": "small brown dog", "content": null, "title": null}"#);
        }
        whole(first_choice(schema, true).to_string())
    };
    let chats = Chats {
        resources: Some(scripted(says_dog)),
        ..Chats::default()
    };
    let planner = planner(chats);
    let object = |instruction: &str| {
        let plan = plan(&planner, &request(instruction, &[("a.png", "image")]));
        let actions = &plan.subtasks[0].solutions[0].actions;
        let texts = actions.iter().flat_map(|action| action.inputs.values());
        texts
            .flat_map(InputValue::values)
            .any(|text| text == "small brown dog")
    };
    assert!(object("remove the small brown dog from a.png"));
    assert!(!object("remove the small black dog from a.png"));
}
