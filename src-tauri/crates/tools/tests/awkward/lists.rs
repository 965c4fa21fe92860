//! Lists of cuts as other programs write them, in old encodings too, and broken ones, on a sound and a film of less than a
//! second: the parts that they name, or a sentence that says in which line what is wrong.

use std::fs;
use std::path::Path;

use encoding_rs::WINDOWS_1252;
use patchbay_domain::{MediaFile, Resource};
use patchbay_inference::Models;
use patchbay_tools::{Inputs, registry};

use super::{corpus, fault, outcome};

const CUE: &str = "PERFORMER \"Zoë\"\nTITLE \"Été\"\nFILE \"été.wav\" WAVE\n  TRACK 01 AUDIO\n    TITLE \"Où ?\"\n    \
                   INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    TITLE \"Là\"\n    INDEX 01 00:00:15\n";
const EDL: &str = "TITLE: Trip\nFCM: NON-DROP FRAME\n\n001  AX  V  C  00:00:00:00 00:00:00:05 00:00:00:00 00:00:00:05\n\
                   * FROM CLIP NAME: sea.mp4\n002  AX  V  C  00:00:00:10 00:00:00:15 00:00:00:05 00:00:00:10\n";
const TABLE: &str = "title;start;end\n\"a; b\";0:00;0,2\n/c:\\d?;0:00:00.4;0,6\n";

/// Lists, and how many seconds each of their parts lasts.
fn good() -> Vec<(&'static str, Vec<u8>, [f64; 2])> {
    let windows = |text: &str| WINDOWS_1252.encode(text).0.into_owned();
    let utf16: Vec<u8> = "\u{feff}0\t0.2\tune\r\n0.4\t0.6\tété\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    vec![
        ("album.cue", CUE.as_bytes().to_vec(), [0.2, 0.6]),
        ("old.cue", windows(&CUE.replace('\n', "\r\n")), [0.2, 0.6]),
        ("trip.edl", EDL.as_bytes().to_vec(), [0.2, 0.2]),
        (
            "marked.edl",
            format!("\u{feff}{}", EDL.replace('\n', "\r\n")).into_bytes(),
            [0.2, 0.2],
        ),
        ("cuts.csv", TABLE.as_bytes().to_vec(), [0.2, 0.2]),
        ("labels.txt", utf16, [0.2, 0.2]),
    ]
}

/// Lists that cannot be carried out.
fn broken() -> Vec<(&'static str, String)> {
    vec![
        ("beyond.cue", CUE.replace("00:00:15", "00:09:00")),
        ("backwards.cue", CUE.replace("00:00:00", "00:00:30")),
        ("words.cue", CUE.replace("00:00:15", "soon")),
        ("two-files.cue", format!("{CUE}{CUE}")),
        ("beyond.edl", EDL.replace("00:00:00:10 ", "00:00:10:00 ")),
        ("long.edl", EDL.replace("00:00:00:15 ", "00:10:00:00 ")),
        ("frames.edl", EDL.replace("00:00:00:05", "00:00:00:25")),
        ("cut-off.edl", EDL[..EDL.len() - 20].to_owned()),
        ("beyond.csv", "0,0.2,a\n9,12,b\n".to_owned()),
        ("long.csv", "0,0.2,a\n0.4,99999999999,b\n".to_owned()),
        ("backwards.csv", "0.5,0.2,a\n".to_owned()),
        ("negative.csv", "-1,0.2,a\n".to_owned()),
        ("no-numbers.csv", "nan,inf,a\n".to_owned()),
        ("heading.csv", "start,end,title\n".to_owned()),
        ("many.csv", "0,0.1,a\n".repeat(1_000)),
        ("empty.txt", String::new()),
        ("prose.txt", "these are words and nothing else".to_owned()),
    ]
}

/// Files that a list makes of an ordinary clip, or what is wrong with the list.
fn cut(
    (tool, argument): (&str, &str),
    list: &str,
    folder: &Path,
) -> Result<Vec<MediaFile>, String> {
    let media = corpus::ordinary(argument, folder);
    let media = match argument {
        "audio" => Resource::Audio(media),
        _ => Resource::Video(media),
    };
    let given = [
        (argument.to_owned(), media),
        ("list".to_owned(), Resource::Text(list.to_owned())),
    ];
    let implementation = registry::runnable(tool, &Models::none()).expect("it is built in");
    let place = tempfile::tempdir_in(folder).unwrap().keep();
    let made = outcome(implementation, Inputs::new(given.into()), &place)
        .unwrap_or_else(|fault| panic!("{tool} {fault}"));
    let made = made.map_err(|error| error.to_string())?;
    assert_eq!(fault(&made), None, "{tool}");
    Ok(made.files().into_iter().cloned().collect())
}

const TOOLS: [(&str, &str); 2] = [("audio_cut_list", "audio"), ("video_cut_list", "video")];

#[test]
fn lists_of_other_programs_name_the_parts_that_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, lengths) in good() {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let list = patchbay_media::read_text(&path, name).unwrap();
        for tool in TOOLS {
            let made = cut(tool, &list, folder.path())
                .unwrap_or_else(|error| panic!("{} with {name}: {error}", tool.0));
            assert_eq!(made.len(), 2, "{} with {name}", tool.0);
            for (part, seconds) in made.iter().zip(lengths) {
                let facts = patchbay_media::probe(&part.path, &part.name).unwrap();
                let lasts = facts.seconds.unwrap();
                assert!(
                    (lasts - seconds).abs() < 0.1,
                    "{} with {name}: {} lasts {lasts} s",
                    tool.0,
                    part.name
                );
            }
        }
    }
}

#[test]
fn what_is_wrong_with_a_list_is_said_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    for (name, list) in broken() {
        for tool in TOOLS {
            let told = cut(tool, &list, folder.path())
                .err()
                .unwrap_or_else(|| panic!("{} with {name} makes something", tool.0));
            assert!(
                told.contains("is wrong in line ") && told.ends_with('.'),
                "{} with {name}: {told}",
                tool.0
            );
        }
    }
}
