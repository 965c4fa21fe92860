//! Values that satisfy a schema, and the places of those that do not.

use serde_json::{Value, json};

use super::check;

/// The path and the problem of the first mismatch.
fn wrong(value: Value, schema: Value) -> (String, String) {
    let mismatch = check(&value, &schema).unwrap_err();
    (mismatch.path, mismatch.problem)
}

#[test]
fn every_keyword_takes_what_fits_and_refuses_what_does_not() {
    for (schema, fits, refused) in [
        (json!({"type": "null"}), json!(null), json!(0)),
        (json!({"type": "boolean"}), json!(false), json!("false")),
        (json!({"type": "integer"}), json!(2.0), json!(2.5)),
        (json!({"type": "number"}), json!(2), json!("2")),
        (json!({"type": "string"}), json!(""), json!(null)),
        (json!({"type": "array"}), json!([]), json!({})),
        (json!({"type": "object"}), json!({}), json!([])),
        (json!({"type": ["string", "null"]}), json!(null), json!(1)),
        (json!({"enum": ["a", 1]}), json!(1.0), json!("b")),
        (json!({"const": {"a": 1}}), json!({"a": 1}), json!({"a": 2})),
        (json!({"minimum": 1}), json!(1), json!(0.9)),
        (json!({"maximum": 1}), json!(1), json!(1.1)),
        (json!({"minLength": 2}), json!("äö"), json!("ä")),
        (json!({"maxLength": 2}), json!("äö"), json!("äöü")),
        (json!({"minItems": 1}), json!([0]), json!([])),
        (json!({"maxItems": 1}), json!([0]), json!([0, 0])),
        (
            json!({"items": {"type": "string"}}),
            json!(["a"]),
            json!([1]),
        ),
        (
            json!({"required": ["a"]}),
            json!({"a": null}),
            json!({"b": 1}),
        ),
        (
            json!({"properties": {"a": {"type": "null"}}}),
            json!({"b": 1}),
            json!({"a": 1}),
        ),
        (
            json!({"properties": {"a": true}, "additionalProperties": false}),
            json!({"a": 1}),
            json!({"b": 1}),
        ),
        (
            json!({"anyOf": [{"type": "null"}, {"minimum": 3}]}),
            json!(3),
            json!(2),
        ),
        (
            json!({"properties": {"a": false}}),
            json!({}),
            json!({"a": 1}),
        ),
    ] {
        assert_eq!(check(&fits, &schema), Ok(()), "{fits} {schema}");
        assert!(check(&refused, &schema).is_err(), "{refused} {schema}");
    }
}

#[test]
fn limits_bind_only_what_they_are_of() {
    let schema =
        json!({"minimum": 5, "minLength": 5, "minItems": 5, "required": ["a"], "items": false});
    for value in [json!(true), json!(null)] {
        assert_eq!(check(&value, &schema), Ok(()), "{value}");
    }
}

#[test]
fn the_place_of_a_mismatch_is_named() {
    let step = json!({
        "type": "object",
        "properties": {"tool": {"enum": ["crop", "blur"]}, "amount": {"maximum": 1}},
        "required": ["tool"],
        "additionalProperties": false,
    });
    let schema = json!({
        "type": "object",
        "properties": {"steps": {"type": "array", "items": step, "maxItems": 2}},
    });
    assert_eq!(
        wrong(
            json!({"steps": [{"tool": "crop"}, {"tool": "burn"}]}),
            schema.clone()
        ),
        (
            "$.steps[1].tool".into(),
            r#""burn" is none of ["crop","blur"]"#.into()
        )
    );
    assert_eq!(
        wrong(json!({"steps": [{"amount": 1}]}), schema.clone()),
        ("$.steps[0]".into(), "the property “tool” is missing".into())
    );
    assert_eq!(
        wrong(
            json!({"steps": [{"tool": "blur", "size": 1}]}),
            schema.clone()
        ),
        (
            "$.steps[0]".into(),
            "there is no property \"size\" to be given".into()
        )
    );
    assert_eq!(
        wrong(
            json!({"steps": [{"tool": "blur", "amount": 1.5}]}),
            schema.clone()
        ),
        ("$.steps[0].amount".into(), "1.5 is more than 1".into())
    );
    assert_eq!(
        wrong(json!({"steps": [1, 2, 3]}), schema),
        (
            "$.steps".into(),
            "there are 3 items where at most 2 may be".into()
        )
    );
}

#[test]
fn of_several_choices_the_one_that_was_meant_is_blamed() {
    let named = |kind: &str| {
        json!({
            "type": "object",
            "properties": {"kind": {"const": kind}, "size": {"type": "integer"}},
            "required": ["kind", "size"],
        })
    };
    let schema = json!({"anyOf": [{"type": "null"}, named("crop")]});
    assert_eq!(
        wrong(json!({"kind": "crop", "size": "big"}), schema.clone()).0,
        "$.size"
    );
    let (path, problem) = wrong(json!("x".repeat(1000)), schema);
    assert_eq!(path, "$");
    assert!(problem.len() < 200, "{problem}");
}
