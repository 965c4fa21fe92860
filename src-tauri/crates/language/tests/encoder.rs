//! The encoder on candle agrees with `PyTorch` (`models/planner/training/fixture.py` wrote what
//! that found).

use patchbay_domain::{NamedResource, ResourceType, Toolbox};
use patchbay_language::embedded::ENCODER;
use patchbay_language::encoder::Encoder;
use patchbay_language::encoder::input::{Input, Masked, Source, Status};
use patchbay_language::encoder::tools::ToolVectors;
use patchbay_toolbox::TOOLBOX;
use serde_json::Value;

const FOUND: &str = include_str!("fixtures/encoder.json");
/// The weights are the same halves on both sides; what differs is the order of sums.
const BOUND: f64 = 2e-3;

/// The marks of a fixture's text: `F0` is a file, `Q0` a quotation.
fn masked(text: &str) -> Vec<Masked> {
    let mark = regex::Regex::new(r"([FQ])(\d)").unwrap();
    let of = |found: regex::Captures<'_>| Masked {
        bytes: found.get(0).unwrap().range(),
        file: (&found[1] == "F").then(|| found[2].parse().unwrap()),
    };
    mark.captures_iter(text).map(of).collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_f64().unwrap())
        .collect()
}

fn close(found: &[f32], expected: &[f64]) -> bool {
    found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(a, b)| (f64::from(*a) - b).abs() <= BOUND * b.abs().max(1.0))
}

/// The files of a case: each with how it came to be there and how many turns ago.
fn resources(case: &Value) -> Vec<(NamedResource, Status, usize)> {
    case["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            let word = |field: &str| file[field].as_str().unwrap().to_owned();
            let status = match word("status").as_str() {
                "given" => Status::Given,
                "earlier" => Status::Earlier,
                _ => Status::Made,
            };
            let turns_ago = file["turns_ago"].as_u64().unwrap() as usize;
            (
                NamedResource {
                    name: word("name"),
                    resource_type: ResourceType::new(word("type")),
                },
                status,
                turns_ago,
            )
        })
        .collect()
}

/// How many spans of words to copy the tags of a case mark.
fn count_of_spans(case: &Value) -> usize {
    let tags: Vec<u64> = case["spans"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    // A span begins with an odd tag; also with an even one that goes on from none of its role.
    let role = |tag: u64| tag.div_ceil(2);
    let begins = |place: usize| {
        let before = place.checked_sub(1).map_or(0, |before| tags[before]);
        tags[place] % 2 == 1 || (tags[place] != 0 && role(before) != role(tags[place]))
    };
    (0..tags.len()).filter(|place| begins(*place)).count()
}

#[test]
fn candle_reads_requests_as_pytorch_does() {
    let encoder = Encoder::new(ENCODER).unwrap();
    let tools = ToolVectors::new(&encoder, &Toolbox::from_json(TOOLBOX).unwrap()).unwrap();
    for case in serde_json::from_str::<Vec<Value>>(FOUND).unwrap() {
        let text = case["text"].as_str().unwrap();
        let resources = resources(&case);
        let source = |(resource, status, turns_ago)| Source {
            resource,
            status,
            turns_ago,
        };
        let files: Vec<Source> = resources
            .iter()
            .map(|(file, status, ago)| source((file, *status, *ago)))
            .collect();
        let before = case["before"]
            .as_array()
            .unwrap()
            .iter()
            .map(|words| words.as_str().unwrap());
        let before: Vec<(&str, Vec<Masked>)> = before.map(|words| (words, masked(words))).collect();
        let input = Input::new(encoder.tokenizer(), text, &masked(text), &files, &before).unwrap();
        let ids: Vec<f64> = input.ids.iter().map(|id| f64::from(*id)).collect();
        assert_eq!(ids, numbers(&case["ids"]), "{text}");
        assert_eq!(
            input
                .types
                .iter()
                .map(|of| f64::from(*of))
                .collect::<Vec<_>>(),
            numbers(&case["types"]),
            "{text}"
        );
        let reading = encoder.read(&input, &tools).unwrap();
        let expected = case["tools"].as_array().unwrap();
        assert_eq!(reading.clauses.len(), expected.len(), "{text}");
        for (place, clause) in reading.clauses.iter().enumerate() {
            assert!(
                close(&clause.tools, &numbers(&case["tools"][place])),
                "{text}: tools of clause {place}"
            );
            assert!(
                close(&clause.files, &numbers(&case["sources"][place])),
                "{text}: files of clause {place}"
            );
            let missing = case["missing"][place].as_f64().unwrap();
            assert!(
                close(&[clause.missing], &[missing]),
                "{text}: missing of clause {place}"
            );
        }
        let spans = count_of_spans(&case);
        assert_eq!(reading.spans.len(), spans, "{text}: {:?}", reading.spans);
    }
}

#[test]
fn a_text_that_was_read_before_reads_the_same() {
    let known = Encoder::new(ENCODER).unwrap();
    let anew = Encoder::new(patchbay_language::encoder::Files {
        texts: b"{}",
        ..ENCODER
    })
    .unwrap();
    let mut toolbox = Toolbox::from_json(TOOLBOX).unwrap();
    toolbox.tools.truncate(6);
    let of = |encoder: &Encoder| ToolVectors::new(encoder, &toolbox).unwrap().key().unwrap();
    for (a, b) in of(&known).iter().flatten().zip(of(&anew).iter().flatten()) {
        assert!((a - b).abs() < 1e-3, "{a} is not {b}");
    }
}
