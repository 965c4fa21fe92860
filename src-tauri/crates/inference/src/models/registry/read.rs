//! Reads a registry's text. What it says is hostile until checked: names become folders, paths
//! become files.

use std::path::Path;

use toml::{Table, Value};

use super::entry::{DEVICES, Model, NETWORKS, SPEEDS, Setting, Source};
use super::error::RegistryError;
use super::fields::{Fields, Wrong, wrong};
use super::files::{files, plain};

/// The models of a registry's text, and what is wrong with the others.
pub(super) fn models(text: &str, base: &Path) -> (Vec<Model>, Vec<RegistryError>) {
    let unreadable = |reason: String| (Vec::new(), vec![RegistryError::Unreadable { reason }]);
    let mut table: Table = match text.parse() {
        Ok(table) => table,
        Err(error) => return unreadable(error.to_string()),
    };
    let list = match table.remove("model") {
        None => Vec::new(),
        Some(Value::Array(list)) => list,
        Some(_) => return unreadable("models are written as [[model]]".to_owned()),
    };
    if let Some(field) = table.keys().next() {
        return unreadable(format!("“{field}” stands outside of a [[model]]"));
    }
    let (mut models, mut errors) = (Vec::new(), Vec::new());
    for (number, value) in list.into_iter().enumerate() {
        let Value::Table(table) = value else {
            return unreadable("models are written as [[model]]".to_owned());
        };
        let entry = table
            .get("id")
            .and_then(Value::as_str)
            .map_or_else(|| format!("number {}", number + 1), str::to_owned);
        match model(Fields(table), base) {
            Ok(model) => models.push(model),
            Err((field, reason)) => errors.push(RegistryError::Entry {
                entry,
                field,
                reason,
            }),
        }
    }
    (models, errors)
}

fn model(mut fields: Fields, base: &Path) -> Result<Model, Wrong> {
    let model = Model {
        id: id(fields.text("id")?)?,
        name: fields.text("name")?,
        network: one_of(&NETWORKS, "network", fields.text("network")?)?,
        tools: fields.texts("tools")?,
        files: files(fields.tables("files")?)?,
        source: source(&mut fields, base)?,
        bytes: fields.count("bytes")?,
        memory: fields.count("memory")?,
        speed: fields
            .optional_text("speed")?
            .map(|name| one_of(&SPEEDS, "speed", name))
            .transpose()?,
        devices: fields
            .texts("devices")?
            .into_iter()
            .map(|name| one_of(&DEVICES, "devices", name))
            .collect::<Result<_, _>>()?,
        licence: fields.text("licence")?,
        commercial: fields.flag("commercial", true)?,
        settings: fields
            .table("settings")?
            .into_iter()
            .map(setting)
            .collect::<Result<_, _>>()?,
        is_added: false,
    };
    fields.finish()?;
    Ok(model)
}

fn id(id: String) -> Result<String, Wrong> {
    let fits = |letter: char| {
        letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_".contains(letter)
    };
    if id.len() <= 64
        && id.starts_with(|letter: char| letter.is_ascii_alphanumeric())
        && id.chars().all(fits)
    {
        return Ok(id);
    }
    Err(wrong(
        "id",
        "has to begin with a small letter or digit and have only these, - and _, at most 64",
    ))
}

fn one_of(known: &[&str], field: &str, name: String) -> Result<String, Wrong> {
    if known.contains(&name.as_str()) {
        return Ok(name);
    }
    Err(wrong(
        field,
        format!("names “{name}”, which is none of {}", known.join(", ")),
    ))
}

fn source(fields: &mut Fields, base: &Path) -> Result<Source, Wrong> {
    let folder = fields.optional_text("folder")?;
    let repository = fields.optional_text("repository")?;
    let revision = fields.optional_text("revision")?;
    match (folder, repository) {
        (Some(folder), None) if revision.is_none() => Ok(Source::Folder(base.join(folder))),
        (Some(_), _) => Err(wrong(
            "folder",
            "excludes a repository and a revision; keep one",
        )),
        (None, None) => Err(wrong(
            "repository",
            "is missing, and no folder is named either",
        )),
        (None, Some(repository)) => {
            let parts: Vec<&str> = repository.split('/').collect();
            if parts.len() != 2 || !parts.into_iter().all(plain) {
                return Err(wrong("repository", "has to be like owner/name"));
            }
            let revision = revision.ok_or_else(|| {
                wrong(
                    "revision",
                    "is missing; a commit is best, a branch can change",
                )
            })?;
            if !revision.split('/').all(plain) {
                return Err(wrong(
                    "revision",
                    "has to be the name of a branch, tag or commit",
                ));
            }
            Ok(Source::Hub {
                repository,
                revision,
            })
        }
    }
}

fn setting((name, value): (String, Value)) -> Result<(String, Setting), Wrong> {
    match value {
        Value::Integer(number) => Ok((name, Setting::Number(number as f64))),
        Value::Float(number) if number.is_finite() => Ok((name, Setting::Number(number))),
        Value::String(text) => Ok((name, Setting::Text(text))),
        _ => Err(wrong(
            &format!("settings.{name}"),
            "has to be a number or words in quotes",
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{Registry, Setting, Source};

    const GOOD: &str = r#"
        [[model]]
        id = "my-sam"
        name = "My SAM"
        network = "mobile_sam"
        tools = ["segment_by_points"]
        repository = "someone/sam"
        revision = "refs/pr/15"
        files = [{ path = "weights/model.safetensors", size = 12 }]
        bytes = 40
        memory = 400
        devices = ["cpu"]
        licence = "MIT"
        settings = { points = 32, threshold = 0.5, mode = "fine" }
    "#;

    /// Returns the error for the good entry with a line replaced, and another good entry after it.
    fn refusal(from: &str, to: &str) -> String {
        assert!(GOOD.contains(from), "{from}");
        let text = format!(
            "{}{}",
            GOOD.replace(from, to),
            GOOD.replace("my-sam", "other")
        );
        let mut registry = Registry::default();
        let errors = registry.add(&text, Path::new("/base"));
        assert_eq!(
            registry.models().count(),
            1,
            "the other entry stays usable: {errors:?}"
        );
        assert_eq!(errors.len(), 1, "{errors:?}");
        errors[0].to_string()
    }

    #[test]
    fn nothing_is_wrong_with_the_built_in_models() {
        let (registry, errors) = Registry::built_in();
        assert_eq!(errors, []);
        for model in registry.models().filter(|model| !model.commercial) {
            let others = |tool: &String| registry.serving(tool).any(|other| other.commercial);
            assert!(
                !model.tools.iter().any(others),
                "{}: another could be the default",
                model.id
            );
        }
        assert!(
            registry.models().all(|model| model.speed.is_some()),
            "how long each takes is told"
        );
        assert!(
            registry
                .serving("segment_by_points")
                .next()
                .is_some_and(|model| model.id == "mobile-sam")
        );
    }

    #[test]
    fn an_entry_is_read_whole() {
        let mut registry = Registry::default();
        assert_eq!(registry.add(GOOD, Path::new("/base")), []);
        let model = registry.model("my-sam").unwrap();
        let source = Source::Hub {
            repository: "someone/sam".to_owned(),
            revision: "refs/pr/15".to_owned(),
        };
        assert_eq!(model.source, source);
        assert_eq!(model.settings["points"], Setting::Number(32.0));
        assert_eq!(model.settings["mode"], Setting::Text("fine".to_owned()));
        assert_eq!(model.files[0].size, Some(12));
        assert!(model.commercial);
        let twice = registry.add(GOOD, Path::new("/base"))[0].to_string();
        assert!(
            twice.contains("“my-sam”") && twice.contains("“id” is taken"),
            "{twice}"
        );
    }

    #[test]
    fn a_folder_of_one_s_own_stands_for_a_source() {
        let text = GOOD
            .replace("repository = \"someone/sam\"", "folder = \"sam\"")
            .replace("revision = \"refs/pr/15\"", "");
        let mut registry = Registry::default();
        assert_eq!(registry.add(&text, Path::new("/base")), []);
        assert_eq!(
            registry.models().next().unwrap().source,
            Source::Folder("/base/sam".into())
        );
    }

    #[test]
    fn only_files_that_cannot_hold_programs_are_named() {
        for name in [
            "model.bin",
            "model.pt",
            "model.ckpt",
            "model.pkl",
            "model.safetensors.exe",
            "model",
            "a.PTH",
        ] {
            let said = refusal("weights/model.safetensors", name);
            assert!(
                said.contains("“my-sam”") && said.contains("“files.path”") && said.contains(name),
                "{said}"
            );
        }
    }

    #[test]
    fn no_path_leaves_its_folder() {
        let paths = [
            "../m.json",
            "a/../../m.json",
            "/etc/m.json",
            "C:/m.json",
            "a\\\\m.json",
            "a//m.json",
            "./m.json",
        ];
        for path in paths.into_iter().chain([
            "m.json:x.json",
            "manifest.json",
            "x.part.json",
            ".json",
            "a /m.json",
        ]) {
            let said = refusal("weights/model.safetensors", path);
            assert!(said.contains("“files.path”"), "{path}: {said}");
        }
    }

    #[test]
    fn a_wrong_entry_names_its_field_and_leaves_the_others() {
        for (from, to, field) in [
            ("\"My SAM\"", "7", "name"),
            ("name = \"My SAM\"", "", "name"),
            ("\"mobile_sam\"", "\"dert\"", "network"),
            ("tools = [\"segment_by_points\"]", "tools = []", "tools"),
            ("\"someone/sam\"", "\"someone/../sam\"", "repository"),
            ("\"someone/sam\"", "\"sam\"", "repository"),
            ("repository = \"someone/sam\"", "", "repository"),
            ("revision = \"refs/pr/15\"", "", "revision"),
            ("\"refs/pr/15\"", "\"../main\"", "revision"),
            ("\"refs/pr/15\"", "\"main\"\nfolder = \"x\"", "folder"),
            ("size = 12", "size = -1", "files.size"),
            ("size = 12", "sha256 = \"abc\"", "files.sha256"),
            ("size = 12", "sha = \"abc\"", "files.sha"),
            ("bytes = 40", "bytes = 1.5", "bytes"),
            ("memory = 400", "", "memory"),
            ("[\"cpu\"]", "[\"tpu\"]", "devices"),
            ("memory = 400", "memory = 400\nspeed = \"fast\"", "speed"),
            ("licence = \"MIT\"", "license = \"MIT\"", "licence"),
            (
                "licence = \"MIT\"",
                "licence = \"MIT\"\ncommercial = \"no\"",
                "commercial",
            ),
            ("licence = \"MIT\"", "licence = \"MIT\"\nextra = 1", "extra"),
            ("points = 32", "points = [32]", "settings.points"),
        ] {
            let said = refusal(from, to);
            assert!(
                said.contains("“my-sam”") && said.contains(&format!("“{field}”")),
                "{to}: {said}"
            );
        }
        for id in ["", "../x", "Sam", "a.b", "-a", "con/x"] {
            assert!(
                refusal("\"my-sam\"", &format!("\"{id}\"")).contains("“id”"),
                "{id}"
            );
        }
        assert!(refusal("id = \"my-sam\"", "").contains("“number 1”"));
    }

    #[test]
    fn a_file_that_is_no_toml_is_told_with_its_line() {
        let mut registry = Registry::default();
        let errors = registry.add("[[model]]\nid = ", Path::new(""));
        assert!(errors[0].to_string().contains("line 2"), "{}", errors[0]);
        assert!(registry.models().next().is_none());
    }
}
