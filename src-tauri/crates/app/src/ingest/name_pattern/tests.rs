use std::path::{Component, Path};

use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::*;

const TODAY: Date = date(2026, 11, 30);

fn facts(name: &str, source: &str) -> FileFacts {
    FileFacts {
        name: name.to_owned(),
        source: source.to_owned(),
        width: Some(1920),
        height: Some(1080),
    }
}

fn names(pattern: &str, files: &[FileFacts]) -> Vec<String> {
    NamePattern::read(pattern).unwrap().names(files, TODAY)
}

#[test]
fn each_part_stands_for_what_it_says() {
    let files: Vec<FileFacts> = (1..=12)
        .map(|place| {
            facts(
                &format!("photo{place}_sepia.jpg"),
                &format!("Photo{place}.HEIC"),
            )
        })
        .collect();
    let first = |pattern: &str| names(pattern, &files).swap_remove(0);
    assert_eq!(first("{name}-web-{number}"), "photo1_sepia-web-01.jpg");
    assert_eq!(first("{source} {width}x{height}"), "Photo1 1920x1080.jpg");
    assert_eq!(first("{date}_{ NAME }"), "2026-11-30_photo1_sepia.jpg");
    for usual in ["", "  ", "{name}"] {
        let own: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
        assert_eq!(names(usual, &files), own);
    }
    assert_eq!(
        names("holiday", &files)[..2],
        ["holiday.jpg", "holiday (2).jpg"]
    );
}

#[test]
fn what_a_file_has_not_stays_empty() {
    let sound = FileFacts {
        width: None,
        height: None,
        ..facts("song.mp3", "song.wav")
    };
    let sounds = [sound];
    assert_eq!(names("{name}{width}", &sounds), ["song.mp3"]);
    assert_eq!(names("{width}", &sounds), ["song.mp3"]);
    assert_eq!(names("{name}", &[facts("README", "README")]), ["README"]);
    assert_eq!(names("v{name}", &[facts(".env", ".env")]), ["v.env"]);
}

#[test]
fn a_pattern_that_cannot_be_is_refused_in_a_sentence() {
    for (pattern, said) in [
        ("{nmae}", "“{nmae}”"),
        ("{}", "“{}”"),
        ("{name", "brace"),
        ("name}", "brace"),
        ("{{name}}", "“{{name}”"),
        ("../{name}", "“/”"),
        ("C:{name}", "“:”"),
        ("a\nb", "one line"),
    ] {
        let error = NamePattern::read(pattern).unwrap_err().to_string();
        assert!(error.contains(said), "{pattern}: {error}");
    }
}

/// What a person could write.
fn pattern() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("{name}"),
        Just("{source}"),
        Just("{number}"),
        Just("{date}"),
        Just("{width}"),
        Just("{height}"),
    ];
    let piece = prop_oneof![part.prop_map(str::to_owned), "[a-zA-Zäß語 ._()-]{0,12}"];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn file() -> impl Strategy<Value = FileFacts> {
    let side = prop::option::of(0_u32..100_000);
    ("\\PC{0,60}", ".{0,60}", side.clone(), side).prop_map(|(name, source, width, height)| {
        FileFacts {
            name,
            source,
            width,
            height,
        }
    })
}

proptest! {
    #[test]
    fn every_name_is_a_clean_single_file_name_and_none_is_there_twice(
        pattern in pattern(),
        files in prop::collection::vec(file(), 1..40),
    ) {
        let names = names(&pattern, &files);
        prop_assert_eq!(names.len(), files.len());
        let mut seen = HashSet::new();
        for name in &names {
            let mut parts = Path::new(name).components();
            prop_assert!(matches!(parts.next(), Some(Component::Normal(_))), "{:?}", name);
            prop_assert!(parts.next().is_none() && !name.contains(['/', '\\']), "{:?}", name);
            prop_assert!(!name.chars().any(char::is_control), "{:?}", name);
            prop_assert!(!name.starts_with('.') && name.trim() == name, "{:?}", name);
            prop_assert!((1..=200).contains(&name.len()), "{:?}", name);
            prop_assert!(seen.insert(name.to_lowercase()), "{:?} twice", name);
        }
    }

    #[test]
    fn whatever_is_written_is_read_or_refused(text in ".{0,60}") {
        let _ = NamePattern::read(&text).map(|pattern| pattern.names(&[facts("a.png", "a.png")], TODAY));
    }
}
