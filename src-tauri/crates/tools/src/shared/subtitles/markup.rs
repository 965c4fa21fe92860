//! Markup in the words of subtitles: tags of `SubRip` and `WebVTT`, commands of `SubStation` Alpha.

use std::sync::LazyLock;

use regex::Regex;

use super::Run;

static MARKUP: LazyLock<Regex> = LazyLock::new(|| {
    // What else stands between such brackets is words: “<3”, “<laughs>”.
    let tags = r"(?i:i|b|u|s|em|strong|font|c|v|lang|ruby|rt|span)|\d[\d:.]*";
    Regex::new(&format!(
        r"<(/?)({tags})(?:[.\s][^<>\n]*)?>|\{{\\([^{{}}\n]*)\}}|&(#?\w{{2,6}});"
    ))
    .expect("a pattern of this file is valid")
});

/// Words with their markup read: italics are kept, what else it says is left out.
pub(super) fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut is_italic = false;
    let mut add = |words: &str, is_italic: bool| {
        if words.is_empty() {
            return;
        }
        match runs.last_mut() {
            Some(run) if run.is_italic == is_italic => run.text.push_str(words),
            _ => runs.push(Run {
                text: words.to_owned(),
                is_italic,
            }),
        }
    };
    let mut rest = 0;
    // What stands between commands to draw is no words.
    let mut is_drawn = false;
    for found in MARKUP.captures_iter(text) {
        let whole = found.get(0).expect("the whole match").range();
        if !is_drawn {
            add(&text[rest..whole.start], is_italic);
        }
        rest = whole.end;
        if let Some(name) = found.get(2) {
            if name.as_str().eq_ignore_ascii_case("i") {
                is_italic = found[1].is_empty();
            }
        } else if let Some(override_tag) = found.get(3) {
            for command in override_tag.as_str().split('\\').map(str::trim) {
                match command {
                    "i1" => is_italic = true,
                    "i0" => is_italic = false,
                    "p0" => is_drawn = false,
                    "p1" | "p2" | "p3" | "p4" => is_drawn = true,
                    _ => {}
                }
            }
        } else {
            add(entity(&found[4]).unwrap_or(&found[0]), is_italic);
        }
    }
    if !is_drawn {
        add(&text[rest..], is_italic);
    }
    if runs.iter().all(|run| run.text.trim().is_empty()) {
        Vec::new()
    } else {
        runs
    }
}

fn entity(name: &str) -> Option<&'static str> {
    Some(match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" | "#39" => "'",
        "nbsp" => "\u{a0}",
        "lrm" => "\u{200e}",
        "rlm" => "\u{200f}",
        _ => return None,
    })
}
