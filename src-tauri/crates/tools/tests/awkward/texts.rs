//! Awkward texts and subtitles, in the encodings and forms that other programs write, through every tool
//! that works on words alone, and through those that show subtitles.

use std::fs;
use std::path::Path;

use encoding_rs::{GBK, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use patchbay_domain::{MediaFile, Resource, Tool, Toolbox};
use patchbay_inference::Models;
use patchbay_tools::{Inputs, TOOLBOX, registry};

use super::{corpus, outcome, values};

pub(crate) const SRT: &str = "1\n00:00:00,200 --> 00:00:01,400\n<i>Où</i> étais-tu à Noël ?\n\n2\n00:00:01,500 --> 00:00:02,900\n\
    [une porte]\nPrès de la forêt, chez ma sœur.\n";
const RUSSIAN: &str = "1\n00:00:00,200 --> 00:00:01,400\nПривет, как дела?\n\n2\n00:00:01,500 --> 00:00:02,900\nХорошо, спасибо.\n";
const ASS: &str = "[Script Info]\nScriptType: v4.00+\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n[Events]\n\
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n\
    Dialogue: 0,0:00:00.50,0:00:01.50,Default,,0,0,0,,{\\an8}Hello,\\Nyou\n";
const WEB: &str = "WEBVTT\nKind: captions\n\nSTYLE\n::cue { color: red }\n\n00:00.160 --> 00:01.430 align:start\n \n\
    hello<00:00:01.000><c> all</c>\n\n00:01.430 --> 00:02.440\nhello all\nwe cut\n";

fn utf16(words: &str, mark: bool, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let mark = mark.then_some(0xFEFF);
    let units = mark.into_iter().chain(words.encode_utf16());
    units.flat_map(order).collect()
}

/// Texts by their names, and whether there are subtitles in them that can be worked on.
fn texts() -> Vec<(&'static str, Vec<u8>, bool)> {
    let mistaken = WINDOWS_1252.decode_without_bom_handling(SRT.as_bytes());
    let mut all = vec![
        (
            "windows.srt",
            WINDOWS_1252
                .encode(&SRT.replace('\n', "\r\n"))
                .0
                .into_owned(),
            true,
        ),
        (
            "cyrillic.srt",
            WINDOWS_1251.encode(RUSSIAN).0.into_owned(),
            true,
        ),
        (
            "marked.srt",
            [&b"\xEF\xBB\xBF"[..], SRT.as_bytes()].concat(),
            true,
        ),
        ("utf16.srt", utf16(SRT, true, u16::to_le_bytes), true),
        (
            "unmarked-utf16.srt",
            utf16(SRT, false, u16::to_be_bytes),
            true,
        ),
        ("old-mac.srt", SRT.replace('\n', "\r").into_bytes(), true),
        ("mojibake.srt", mistaken.0.into_owned().into_bytes(), true),
        (
            "no-numbers.srt",
            SRT.replace("1\n00", "00")
                .replace("2\n00", "00")
                .into_bytes(),
            true,
        ),
        ("no-gaps.srt", SRT.replace("\n\n", "\n").into_bytes(), true),
        (
            "overlapping.srt",
            SRT.replace("00:00:01,500", "00:00:00,900").into_bytes(),
            true,
        ),
        ("styled.ass", ASS.as_bytes().to_vec(), true),
        ("rolling.vtt", WEB.as_bytes().to_vec(), true),
        (
            "table.csv",
            b"Number;Start;End;Text\n1;00:00:00.500;00:00:01.500;\"Hello; you\"\n".to_vec(),
            true,
        ),
        (
            "song.lrc",
            b"[00:00.50]Hello\n[00:01.50]you\n".to_vec(),
            true,
        ),
    ];
    all.extend(unusable());
    all
}

/// Texts in which there are no subtitles that can be worked on.
fn unusable() -> Vec<(&'static str, Vec<u8>, bool)> {
    let backwards = SRT.replace("00:00:02,900", "00:00:00,900");
    vec![
        ("backwards.srt", backwards.into_bytes(), false),
        (
            "japanese.txt",
            SHIFT_JIS
                .encode("こんにちは、世界。元気ですか。")
                .0
                .into_owned(),
            false,
        ),
        (
            "chinese.txt",
            GBK.encode("你好，世界。今天天气很好。").0.into_owned(),
            false,
        ),
        ("one-letter.txt", b"a".to_vec(), false),
        ("spaces.txt", b" \n\t\n".to_vec(), false),
        ("one-line.txt", "word ".repeat(4_000).into_bytes(), false),
        (
            "markup.txt",
            b"<script>{\\an8}&amp;</b> %s \\N --> 0:00".to_vec(),
            false,
        ),
        (
            "bytes.srt",
            vec![0x1, 0x2, 0x3, 0x80, 0xFF, 0x1B, 0x7F],
            false,
        ),
    ]
}

/// Whether a tool is tried: it takes words alone, or shows subtitles.
fn is_tried(tool: &Tool) -> bool {
    let is_text = |of: &str| matches!(of, "text" | "title");
    let words_alone = tool
        .args
        .iter()
        .all(|one| is_text(one.resource_type.as_str()));
    // What speaks or composes has its own tests: a long text takes long.
    let is_made = matches!(tool.returns.as_str(), "audio" | "video" | "image");
    (words_alone && !is_made && !tool.args.is_empty())
        || matches!(tool.name.as_str(), "subtitle_video" | "soft_subtitle_video")
}

fn given(tool: &Tool, text: &str, folder: &Path) -> Inputs {
    let given = tool.args.iter().map(|one| {
        let value = match one.resource_type.as_str() {
            "video" => Resource::Video(corpus::ordinary("video", folder)),
            _ => Resource::Text(text.to_owned()),
        };
        (one.name.clone(), value)
    });
    Inputs::new(given.chain(values(tool)).collect())
}

#[test]
fn awkward_texts() {
    let toolbox = Toolbox::from_json(TOOLBOX).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tools: Vec<&Tool> = toolbox.tools.iter().filter(|tool| is_tried(tool)).collect();
    let mut faults = Vec::new();
    for (name, bytes, has_subtitles) in texts() {
        let file = MediaFile {
            path: folder.path().join(name),
            name: name.to_owned(),
        };
        fs::write(&file.path, bytes).unwrap();
        let is_text = patchbay_media::probe(&file.path, name).is_ok();
        assert_eq!(is_text, name != "bytes.srt", "{name} is a text");
        let text = patchbay_media::read_text(&file.path, name).unwrap();
        for tool in &tools {
            let Some(implementation) = registry::runnable(&tool.name, &Models::none()) else {
                continue;
            };
            let place = tempfile::tempdir_in(folder.path()).unwrap();
            let made = outcome(
                implementation,
                given(tool, &text, folder.path()),
                place.path(),
            );
            let is_of_subtitles =
                tool.name.starts_with("subtitle_") && tool.name != "subtitle_video";
            let fault = match made {
                Ok(Ok(made)) if is_of_subtitles && has_subtitles => {
                    let words = made.as_text().unwrap_or_default();
                    words
                        .contains('\u{fffd}')
                        .then(|| format!("loses letters: {words}"))
                }
                Ok(Ok(_)) => None,
                Ok(Err(error)) if is_of_subtitles && has_subtitles => {
                    Some(format!("does not work: {error}"))
                }
                Ok(Err(error)) => {
                    let sentence = error.to_string();
                    let is_clear = sentence.contains(' ') && sentence.ends_with(['.', '?']);
                    (!is_clear).then(|| format!("says only “{sentence}”"))
                }
                Err(fault) => Some(fault),
            };
            faults.extend(fault.map(|fault| format!("{} with {name}: {fault}", tool.name)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
