//! Parts of the planner by chat models that follow a script: whatever a model answers, a plan names
//! only tools, files and words that exist, or a question is asked.

mod parts;
mod script;

use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};

use patchbay_domain::{InputValue, NamedResource, Plan, Request, ResourceType, Toolbox};
use patchbay_inference::InferenceError;
use patchbay_inference::chat::Chat;
use patchbay_language::by_chat::{Chats, planner_by};
use patchbay_language::embedded::{ENCODER, Parts};
use patchbay_language::encoder::SharedEncoder;
use patchbay_planner::{Options, Planner};
use script::{Said, Script, Scripted, USELESS, first_choice, scripted, whole};
use serde_json::Value;

fn toolbox() -> Toolbox {
    let json = patchbay_toolbox::TOOLBOX;
    Toolbox::from_json(json).expect("the toolbox is valid")
}

static EMBEDDED: LazyLock<Planner> = LazyLock::new(|| planner(Chats::default()));

/// A planner with one model in every part.
fn in_every_part(chat: &Arc<Scripted>) -> Chats {
    let chat: Arc<dyn Chat> = chat.clone();
    Chats {
        decomposition: Some(chat.clone()),
        assessment: Some(chat.clone()),
        solutions: Some(chat.clone()),
        resources: Some(chat),
        stopped: None,
    }
}

/// A planner whose embedded parts read by examples alone, which is quick.
fn planner(chats: Chats) -> Planner {
    let parts = Parts {
        encoder: false,
        ..Parts::default()
    };
    planner_by(
        toolbox(),
        parts,
        Arc::new(SharedEncoder::new(ENCODER)),
        chats,
    )
}

fn request(instruction: &str, files: &[(&str, &str)]) -> Request {
    let named = |(name, of): &(&str, &str)| NamedResource {
        name: (*name).to_owned(),
        resource_type: ResourceType::new(*of),
    };
    Request {
        instruction: instruction.to_owned(),
        resources: files.iter().map(named).collect(),
        ..Request::default()
    }
}

/// The requests that every script is tried on.
fn requests() -> Vec<Request> {
    vec![
        request(
            "remove the dog from a.png and put calm music under b.mp4",
            &[("a.png", "image"), ("b.mp4", "video")],
        ),
        request(
            "make it brighter",
            &[("a.png", "image"), ("b.png", "image")],
        ),
        request("laminate my bicycle", &[]),
        request("", &[("a.png", "image")]),
    ]
}

fn plan(planner: &Planner, request: &Request) -> Plan {
    planner.plan(request, &Options::default())
}

/// The tools of each subtask's first way, subtasks apart by a bar.
fn first_ways(plan: &Plan) -> String {
    let ways: Vec<String> = plan
        .subtasks
        .iter()
        .map(|subtask| subtask.solutions[0].tools().collect::<Vec<_>>().join(" "))
        .collect();
    ways.join(" | ")
}

/// What is wrong with a plan: it names what does not exist, or says nothing at all.
fn fault(plan: &Plan, request: &Request, toolbox: &Toolbox) -> Option<String> {
    if plan.subtasks.is_empty() && plan.clarification.is_none() {
        return Some("neither a plan nor a question".to_owned());
    }
    let mut made: Vec<&String> = Vec::new();
    for subtask in &plan.subtasks {
        for solution in &subtask.solutions {
            for action in &solution.actions {
                let Some(tool) = toolbox.tool(&action.tool) else {
                    return Some(format!("no tool {}", action.tool));
                };
                let arguments = tool.args.iter().map(|one| action.inputs.get(&one.name));
                for value in arguments {
                    let Some(value) = value else {
                        return Some(format!("{} lacks an argument", action.tool));
                    };
                    for value in value.values() {
                        let exists = made.contains(&value)
                            || request.resources.iter().any(|one| one.name == *value)
                            || value
                                .split(", ")
                                .all(|part| request.instruction.contains(part));
                        if !exists {
                            return Some(format!("nothing is called {value:?}"));
                        }
                    }
                }
                made.extend(action.outputs.iter().map(|output| &output.value));
            }
        }
    }
    None
}

fn input<'a>(plan: &'a Plan, subtask: usize, tool: &str, argument: &str) -> &'a InputValue {
    let actions = &plan.subtasks[subtask].solutions[0].actions;
    let action = actions.iter().find(|action| action.tool == tool);
    &action.expect("the tool is in the way").inputs[argument]
}

#[test]
fn a_model_of_no_use_leaves_the_embedded_plan() {
    for (name, script) in USELESS {
        let planner = planner(in_every_part(&scripted(script)));
        for request in requests() {
            let of_it = plan(&planner, &request);
            let embedded = plan(&EMBEDDED, &request);
            // A model that knows other files may still know tools and ways.
            if name != "knows other files" && name != "knows other tools" {
                assert_eq!(of_it, embedded, "{name}: {}", request.instruction);
            }
            let fault = fault(&of_it, &request, planner.toolbox());
            assert_eq!(fault, None, "{name}: {}", request.instruction);
        }
    }
}

#[test]
fn whatever_a_model_chooses_nothing_is_made_up() {
    let scripts: [Script; 2] = [
        |_, schema| whole(first_choice(schema, true).to_string()),
        |_, schema| whole(first_choice(schema, false).to_string()),
    ];
    for script in scripts {
        let planner = planner(in_every_part(&scripted(script)));
        for request in requests() {
            let plan = plan(&planner, &request);
            let fault = fault(&plan, &request, planner.toolbox());
            assert_eq!(fault, None, "{}", request.instruction);
        }
    }
}

#[test]
fn who_stopped_it_is_asked_nothing_more() {
    let chat = scripted(|_, schema| whole(first_choice(schema, true).to_string()));
    let chats = Chats {
        stopped: Some(Arc::new(|| true)),
        ..in_every_part(&chat)
    };
    let request = &requests()[0];
    assert_eq!(plan(&planner(chats), request), plan(&EMBEDDED, request));
    assert_eq!(chat.asked.load(Ordering::Relaxed), 0);
}

#[test]
fn a_server_that_is_gone_is_asked_each_question_once() {
    let chat =
        scripted(|_, _| Said::Fails(InferenceError::Remote("The server is gone.".to_owned())));
    let chats = Chats {
        resources: Some(chat.clone()),
        ..Chats::default()
    };
    let planner = planner(chats);
    let request = request("remove the dog from a.png", &[("a.png", "image")]);
    plan(&planner, &request);
    let asked = chat.asked.load(Ordering::Relaxed);
    plan(&planner, &request);
    assert_eq!(chat.asked.load(Ordering::Relaxed), asked);
    assert_eq!(asked, 1);
}
