//! Models listed, got, verified, imported, removed and refused.

use patchbay_domain::Toolbox;
use patchbay_test_support::web::WebServer;

use crate::{Case, bytes, name_of};

#[test]
fn a_model_is_listed_got_verified_removed_and_imported() {
    let server = WebServer::start(|asked, answering| {
        answering.serve(asked, &bytes(name_of(asked)), "\"a\"")
    });
    let case = Case::new();
    let listed = case.call(&["list"]);
    assert_eq!(listed.status, 0);
    assert!(
        listed.messages.contains("“pickled”") && listed.messages.contains("model.bin"),
        "{}",
        listed.messages
    );
    let tiny = "360 kB, 2 MB of memory, some seconds each time, CC-BY-NC-4.0, not for commercial use, not on this computer";
    for part in ["tiny  (Tiny)", tiny, "mobile-sam"] {
        assert!(listed.output.contains(part), "{part}: {}", listed.output);
    }
    let got = case.call(&["get", "tiny", "--hub", &server.address()]);
    assert_eq!(got.status, 0, "{}", got.messages);
    assert!(
        got.messages.contains("tiny: on this computer"),
        "{}",
        got.messages
    );
    case.assert_whole();
    let listed: serde_json::Value = case.call(&["list", "--json"]).json();
    let tiny = listed
        .as_array()
        .unwrap()
        .iter()
        .find(|model| model["id"] == "tiny")
        .unwrap();
    assert_eq!(
        (&tiny["disk"]["state"], &tiny["commercial"]),
        (&"installed".into(), &false.into()),
        "{tiny}"
    );
    let mut changed = bytes("model.safetensors");
    changed[5000] ^= 1;
    std::fs::write(case.path("model.safetensors"), changed).unwrap();
    let verified = case.call(&["verify"]);
    assert_eq!(verified.status, 3);
    assert!(
        verified
            .messages
            .contains("tiny: model.safetensors is wrong"),
        "{}",
        verified.messages
    );
    let as_json: serde_json::Value = case.call(&["verify", "--json"]).json();
    assert!(
        as_json["tiny"][1]["wrong"].is_string() && as_json["tiny"][0]["wrong"].is_null(),
        "{as_json}"
    );
    assert_eq!(
        case.call(&["get", "tiny", "--hub", &server.address()])
            .status,
        0
    );
    case.assert_whole();
    let elsewhere = case.folder.file("elsewhere");
    std::fs::rename(case.path(""), &elsewhere).unwrap();
    assert_eq!(case.call(&["verify"]).output, "");
    let imported = case.call(&["import", "tiny", "elsewhere"]);
    assert_eq!(imported.status, 0, "{}", imported.messages);
    case.assert_whole();
    assert_eq!(case.call(&["remove", "tiny"]).status, 0);
    assert!(!case.path("").exists());
}

#[test]
fn what_cannot_be_had_is_a_sentence_and_a_status() {
    let server = WebServer::start(|_, answering| answering.say(404, &[]));
    let case = Case::new();
    let unknown = case.call(&["get", "pickled"]);
    assert_eq!(unknown.status, 1);
    assert!(
        unknown.messages.contains("There is no model “pickled”"),
        "{}",
        unknown.messages
    );
    let gone = case.call(&["get", "tiny", "--hub", &server.address()]);
    assert_eq!(gone.status, 3);
    assert!(
        gone.messages.contains("404") && gone.messages.contains("slip"),
        "{}",
        gone.messages
    );
    let offline = case.call(&["get", "tiny", "--offline"]);
    assert_eq!(offline.status, 3);
    assert!(
        offline.messages.contains("stay offline"),
        "{}",
        offline.messages
    );
    let empty = case.call(&["import", "tiny", "nowhere"]);
    assert_eq!(empty.status, 3);
    assert!(
        empty.messages.contains("“config.json”"),
        "{}",
        empty.messages
    );
}

#[test]
fn weights_that_are_not_the_model_s_are_refused_in_a_sentence() {
    let case = Case::new();
    let fixtures =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures");
    let whole = std::fs::read(fixtures.join("whisper/model.safetensors")).unwrap();
    let others = std::fs::read(fixtures.join("hed/model.safetensors")).unwrap();
    for name in ["config.json", "generation_config.json", "tokenizer.json"] {
        case.folder.write(
            &format!("given/{name}"),
            std::fs::read(fixtures.join("whisper").join(name)).unwrap(),
        );
    }
    let import = |weights: &[u8]| {
        case.folder.write("given/model.safetensors", weights);
        case.call(&["import", "whisper-tiny-en", "given"])
    };
    for (weights, reason) in [
        (
            others.as_slice(),
            "has no tensor “model.decoder.embed_positions.weight”",
        ),
        (&whole[..whole.len() - 1000], "it breaks off before its end"),
        (b"These are no weights.", "it is not a safetensors file"),
    ] {
        let refused = import(weights);
        assert_eq!(refused.status, 3);
        let given = format!(
            "whisper-tiny-en: {}",
            std::path::Path::new("given")
                .join("model.safetensors")
                .display()
        );
        let told: Vec<&str> = refused
            .messages
            .lines()
            .filter(|line| line.starts_with("whisper-tiny-en"))
            .collect();
        assert!(
            matches!(told.as_slice(), [line] if line.starts_with(&given) && line.contains(reason)),
            "{}",
            refused.messages
        );
        assert!(
            !case
                .folder
                .file("whisper-tiny-en/model.safetensors")
                .exists()
        );
    }
    assert_eq!(import(&whole).status, 0);
}

#[test]
fn every_built_in_model_serves_tools_that_there_are() {
    let toolbox = Toolbox::from_json(patchbay_tools::TOOLBOX).unwrap();
    let listed: serde_json::Value = Case::new().call(&["list", "--json"]).json();
    for model in listed.as_array().unwrap() {
        for tool in model["tools"].as_array().unwrap() {
            assert!(
                toolbox.tool(tool.as_str().unwrap()).is_some(),
                "{}: {tool}",
                model["id"]
            );
        }
    }
}
