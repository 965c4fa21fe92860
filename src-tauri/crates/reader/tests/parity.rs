//! The reader on candle agrees with `PyTorch` (`models/reader/training/fixture.py` wrote what that found), with weights that both
//! sides make from the names of the tensors alone: every layer, every head and every way of the two looks.

use std::collections::HashMap;

use candle_core::{DType, Device, Tensor};
use patchbay_domain::{ConversationStep, NamedResource, ParsedRequest, ResourceType, Toolbox};
use patchbay_reader::{Asked, Read, Reader, Tools};
use patchbay_toolbox::TOOLBOX;
use serde_json::Value;

const FOUND: &str = include_str!("fixtures/parity.json");
const TOKENIZER: &[u8] = include_bytes!("../../../../models/planner/tokenizer.json");
/// Maximum difference of a number on both sides: their weights are the same halves, and only the
/// order of sums differs.
const BOUND: f64 = 2e-3;

/// Numbers by `SplitMix64`, seeded with the FNV-1a hash of a weight's name, and stretched by its
/// purpose.
fn values(name: &str, count: usize) -> Vec<f32> {
    let seed = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    let unit = |index: u64| {
        let mut z = index.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 40) as f32 / 16_777_216.0 - 0.5
    };
    let stretched = |unit: f32| match name {
        _ if name.contains("LayerNorm.weight") || name == "wish.2.weight" => unit * 0.5 + 1.0,
        _ if name.starts_with("bert.") => unit * 0.25,
        "tool_scale" => unit + 3.0,
        _ => unit,
    };
    (1..=count as u64).map(unit).map(stretched).collect()
}

/// The weights of a fixture as a file in safetensors' format.
fn weights(found: &Value) -> Vec<u8> {
    let named = found["weights"].as_object().expect("weights");
    let tensors: HashMap<String, Tensor> = named
        .iter()
        .map(|(name, shape)| {
            let shape: Vec<usize> = serde_json::from_value(shape.clone()).expect("a shape");
            let values = values(name, shape.iter().product());
            let tensor = Tensor::from_vec(values, shape, &Device::Cpu).expect("a tensor");
            (name.clone(), tensor.to_dtype(DType::F16).expect("halves"))
        })
        .collect();
    let metadata = HashMap::from([("tools".to_owned(), found["tools"].to_string())]);
    safetensors::serialize(&tensors, Some(metadata)).expect("a file")
}

fn read(reader: &Reader, tools: &Tools, toolbox: &Toolbox, case: &Value) -> Read {
    let words = |value: &Value| value.as_str().expect("a text").to_owned();
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let file = |file: &Value| NamedResource {
        name: words(&file["name"]),
        resource_type: ResourceType::new(words(&file["type"])),
    };
    let reference = |value: &Value| words(value).parse().expect("a reference");
    let step = |step: &Value| ConversationStep {
        reference: reference(&step["reference"]),
        ran: reference(&step["reference"]),
        sources: Vec::new(),
        before: Vec::new(),
        tool: words(&step["tool"]),
        values: list(&step["values"])
            .iter()
            .map(|pair| (words(&pair[0]), words(&pair[1])))
            .collect(),
    };
    let asked = Asked {
        text: case["text"].as_str().expect("a text"),
        files: &list(&case["files"]).iter().map(file).collect::<Vec<_>>(),
        steps: &list(&case["steps"]).iter().map(step).collect::<Vec<_>>(),
    };
    reader.read(&asked, tools, toolbox).expect("a reading")
}

#[test]
fn requests_are_read_as_in_training() {
    let found: Value = serde_json::from_str(FOUND).expect("a fixture");
    let reader = Reader::new(weights(&found).leak(), TOKENIZER).expect("a reader");
    let mut toolbox: Value = serde_json::from_str(TOOLBOX).expect("the toolbox");
    let names = found["tools"].as_array().expect("names");
    let all = toolbox["tools"].as_array_mut().expect("tools");
    all.retain(|tool| names.contains(&tool["name"]));
    let toolbox = Toolbox::from_json(&toolbox.to_string()).expect("a toolbox");
    let tools = Tools::new(&reader, &toolbox).expect("tools");
    for case in found["cases"].as_array().expect("cases") {
        let text = &case["text"];
        let read = read(&reader, &tools, &toolbox, case);
        let expected: ParsedRequest =
            serde_json::from_value(case["read"].clone()).expect("a parsed request");
        assert_eq!(read.parsed.segments, expected.segments, "{text}");
        let bare = |parsed: &ParsedRequest| {
            let mut parsed = parsed.clone();
            parsed.ask.clear();
            parsed.unclaimed.clear();
            parsed
        };
        assert_eq!(bare(&read.parsed), bare(&expected), "{text}");
        let sure = &case["read"]["sure"];
        let close = |name: &str, ours: f32, theirs: &Value| {
            let theirs = theirs.as_f64().expect("a number");
            assert!(
                (f64::from(ours) - theirs).abs() < BOUND,
                "{text}: {name} is {ours}, and {theirs} there"
            );
        };
        close("asks", read.sure.asks, &sure["asks"]);
        close("count", read.sure.count, &sure["count"]);
        close("impossible", read.sure.impossible, &sure["impossible"]);
        let wishes = sure["wishes"].as_array().expect("wishes");
        assert_eq!(read.sure.wishes.len(), wishes.len(), "{text}");
        for (ours, theirs) in read.sure.wishes.iter().zip(wishes) {
            let share = |name: &str| theirs.get(name).cloned().unwrap_or(Value::from(1.0));
            close("tool", ours.tool, &share("tool"));
            close("fits", ours.fits, &share("fits"));
            close("slots", ours.slots, &share("slots"));
            close("sources", ours.sources, &share("sources"));
        }
    }
}
