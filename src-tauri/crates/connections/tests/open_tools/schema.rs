//! JSON Schemas as typed inputs, and back.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use patchbay_connections::open_tools::json_schema::{
    Field, Fields, FileValue, Shape, Values, arguments, fields,
};
use patchbay_domain::{ParameterKind, ResourceType};
use serde_json::{Value, json};

fn read(schema: &Value) -> Result<Fields, String> {
    fields(schema, schema, true)
}

fn object(properties: Value, required: Value) -> Value {
    json!({"type": "object", "properties": properties, "required": required})
}

fn values(given: &[(&str, &str)]) -> Values {
    let parameters = given
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Values {
        parameters: parameters.collect(),
        files: BTreeMap::new(),
    }
}

#[test]
fn types_are_kinds_of_parameters() {
    let schema = object(
        json!({
            "maxResults": {"type": "integer", "minimum": 1, "maximum": 50, "description": "How\u{0} many."},
            "ratio": {"type": ["number", "null"]},
            "deep": {"type": "boolean", "default": false},
            "mode": {"enum": ["fast", "good"]},
            "level": {"type": "integer", "enum": [1, 2]},
            "query": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "maybe": {"anyOf": [{"type": "number"}, {"type": "null"}]},
            "either": {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]},
        }),
        json!(["query"]),
    );
    let read = read(&schema).unwrap();
    let parameters: Vec<_> = read.fields.iter().filter_map(Field::parameter).collect();
    let kinds: Vec<_> = parameters
        .iter()
        .map(|one| (one.name.as_str(), one.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            ("max_results", ParameterKind::Count),
            ("ratio", ParameterKind::Number),
            ("deep", ParameterKind::Flag),
            ("mode", ParameterKind::Choice),
            ("level", ParameterKind::Choice),
            ("query", ParameterKind::Text),
            ("tags", ParameterKind::Text),
            ("maybe", ParameterKind::Number),
            ("either", ParameterKind::Text),
        ]
    );
    assert_eq!(parameters[0].range, Some((1.0, 50.0)));
    assert_eq!(parameters[0].meaning, "How many.");
    assert_eq!(parameters[4].choices, ["1", "2"]);
    assert!(parameters[5].needed && !parameters[0].needed);
}

#[test]
fn values_come_back_as_the_json_of_their_types() {
    let schema = object(
        json!({
            "n": {"type": "integer", "minimum": 1, "maximum": 5}, "x": {"type": "number"},
            "on": {"type": "boolean"}, "level": {"enum": [1, "two"]}, "q": {"type": "string"},
            "ids": {"type": "array", "items": {"type": "integer"}},
            "filter": object(json!({"from": {"type": "string"}, "n": {"type": "integer"}}), json!(["from"])),
            "unit": {"type": "string", "default": "cm"},
        }),
        json!(["unit", "q"]),
    );
    let read = read(&schema).unwrap().fields;
    let given = [
        ("n", "3"),
        ("x", "2.5"),
        ("on", "Yes"),
        ("level", "1"),
        ("q", " as it is "),
        ("ids", "1, 2"),
        ("from", "May"),
        ("filter_n", "9"),
    ];
    let sent = arguments("t", &read, &values(&given)).unwrap();
    assert_eq!(
        Value::Object(sent.json().clone()),
        json!({"n": 3, "x": 2.5, "on": true, "level": 1, "q": " as it is ", "ids": [1, 2],
               "filter": {"from": "May", "n": 9}, "unit": "cm"})
    );
    assert!(!sent.sends_files());
    for wrong in [
        ("n", "6"),
        ("n", "0"),
        ("n", "1.5"),
        ("x", "many"),
        ("x", "NaN"),
        ("on", "perhaps"),
        ("level", "3"),
        ("ids", "1, b"),
        ("nothing", "1"),
    ] {
        let refused = arguments("t", &read, &values(&[("q", "x"), wrong]))
            .unwrap_err()
            .to_string();
        assert!(refused.contains(wrong.0), "{wrong:?}: {refused}");
    }
    let missing = arguments("t", &read, &Values::default())
        .unwrap_err()
        .to_string();
    assert!(missing.contains("\"q\""), "{missing}");
}

#[test]
fn files_are_told_by_format_encoding_media_type_or_words() {
    let schema = object(
        json!({
            "image": {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"},
            "sound": {"type": "string", "format": "binary"},
            "image_base64": {"type": "string", "description": "Base64 of the picture."},
            "video_path": {"type": "string", "description": "Path of the video file."},
            "pages": {"type": "array", "items": {"type": "string", "contentEncoding": "base64", "contentMediaType": "application/pdf"}},
            "output_image_path": {"type": "string", "description": "File path to save the image to."},
            "image_url": {"type": "string", "description": "Address of an image file."},
            "blob": {"type": "string", "contentEncoding": "base64"},
        }),
        json!([]),
    );
    let read = read(&schema).unwrap();
    let resources: Vec<_> = read.fields.iter().filter_map(Field::resource).collect();
    let kinds: Vec<_> = resources
        .iter()
        .map(|one| (one.name.as_str(), one.resource_type.as_str(), one.many))
        .collect();
    assert_eq!(
        kinds,
        [
            ("image", "image", false),
            ("sound", "audio", false),
            ("image_base_64", "image", false),
            ("video_path", "video", false),
            ("pages", "document", true),
        ]
    );
    assert!(read.left_out[0].contains("blob"), "{:?}", read.left_out);
    let file = FileValue {
        path: "/a/b.mp4".into(),
        name: "b.mp4".to_owned(),
        media_type: "video/mp4".to_owned(),
        bytes: vec![1, 2, 3],
    };
    let files =
        ["image", "video_path", "sound", "pages"].map(|name| (name.to_owned(), vec![file.clone()]));
    let given = Values {
        files: files.into(),
        ..Values::default()
    };
    let sent = arguments("t", &read.fields, &given).unwrap();
    assert!(sent.sends_files());
    assert_eq!(
        Value::Object(sent.json().clone()),
        json!({"image": "AQID", "video_path": "/a/b.mp4", "pages": ["AQID"]})
    );
    assert_eq!(sent.bytes(), [(vec!["sound".to_owned()], file.clone())]);
    let two = Values {
        files: [("image".to_owned(), vec![file.clone(), file])].into(),
        ..Values::default()
    };
    assert!(arguments("t", &read.fields, &two).is_err());
    let elsewhere = fields(&schema, &schema, false).unwrap();
    let path = elsewhere
        .fields
        .iter()
        .find(|field| field.name == "video_path")
        .unwrap();
    assert_eq!((&path.shape, path.resource()), (&Shape::Text, None));
    assert_eq!(
        read.fields[0].resource().unwrap().resource_type,
        ResourceType::IMAGE
    );
}

#[test]
fn what_cannot_be_given_is_left_out_or_makes_the_tool_uncallable() {
    let strange = [
        json!({"type": "object"}),
        json!({"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}}),
        json!({"type": "array", "items": {"type": "array", "items": {"type": "string"}}}),
        json!({}),
        json!(true),
        json!({"$ref": "https://example.org/schema.json"}),
        json!({"$ref": "#/nothing"}),
        json!({"$ref": 7}),
        json!({"$ref": "#/properties/x"}),
        json!({"type": "array", "items": {"$ref": "#/properties/x"}}),
        json!({"anyOf": [{"$ref": "#/properties/x"}]}),
        json!({"type": "object", "properties": {"again": {"$ref": "#/properties/x"}}, "required": ["again"]}),
    ];
    for shape in strange {
        let properties = json!({"x": shape, "y": {"type": "string"}});
        let optional = read(&object(properties.clone(), json!([]))).unwrap();
        assert_eq!(optional.fields.len(), 1, "{shape}");
        assert!(!optional.left_out.is_empty(), "{shape}");
        let reason = read(&object(properties, json!(["x"]))).unwrap_err();
        assert!(reason.contains("\"x"), "{shape}: {reason}");
    }
    assert!(read(&object(json!({}), json!(["ghost"]))).is_err());
    assert!(read(&json!({})).unwrap().fields.is_empty());
}

#[test]
fn references_within_the_document_are_followed() {
    let schema = json!({
        "type": "object", "properties": {"at": {"$ref": "#/$defs/place", "description": "Where."}},
        "$defs": {"place": {"$ref": "#/$defs/a~1b%20c"}, "a/b c": {"type": "string"}},
    });
    let read = read(&schema).unwrap();
    assert_eq!(
        (
            read.fields[0].shape.clone(),
            read.fields[0].description.as_str()
        ),
        (Shape::Text, "Where.")
    );
}

#[test]
fn huge_and_circular_schemas_end_soon() {
    let begun = Instant::now();
    let many: serde_json::Map<String, Value> = (0..300)
        .map(|n| (format!("p{n}"), json!({"$ref": "#"})))
        .collect();
    let circular = json!({"type": "object", "properties": many});
    assert!(read(&circular).is_err());
    let flat: serde_json::Map<String, Value> = (0..1_500)
        .map(|n| {
            (
                format!("p{n}"),
                json!({"type": "string", "description": "x".repeat(5_000)}),
            )
        })
        .collect();
    let read = read(&object(Value::Object(flat), json!([]))).unwrap();
    assert_eq!(read.fields.len(), 64);
    assert!(
        read.fields
            .iter()
            .all(|field| field.description.chars().count() <= 400)
    );
    assert!(begun.elapsed() < Duration::from_secs(5));
}
