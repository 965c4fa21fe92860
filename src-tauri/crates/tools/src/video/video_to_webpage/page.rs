//! The web page that presents a video: its words, escaped, and its look.

use patchbay_values::times::clock;

/// Contents of a page.
pub(super) struct Page {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) tags: Vec<String>,
    /// The video's length in seconds.
    pub(super) seconds: f64,
    /// The video's size in pixels.
    pub(super) width: u32,
    pub(super) height: u32,
}

const STYLE: &str = "\
:root{color-scheme:light dark;--bg:#f6f5f3;--ink:#222428;--soft:#5d6068;--edge:#dcdad6;--chip:#fff}\
@media(prefers-color-scheme:dark){:root{--bg:#17181b;--ink:#ecedf0;--soft:#a6a9b2;--edge:#33353b;--chip:#212328}}\
*{box-sizing:border-box}\
body{margin:0;background:var(--bg);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,'Segoe UI',sans-serif}\
main{max-width:62rem;margin:0 auto;padding:clamp(1rem,4vw,3.5rem) clamp(1rem,4vw,2rem)}\
h1{margin:0 0 .35rem;font-size:clamp(1.6rem,1.1rem + 2.4vw,2.6rem);line-height:1.15;letter-spacing:-.015em;\
text-wrap:balance;overflow-wrap:anywhere}\
.facts{margin:0 0 1.4rem;color:var(--soft);font-size:.9375rem}\
video{display:block;width:100%;max-height:78vh;height:auto;background:#000;border-radius:.75rem}\
video.tall{width:auto;max-width:100%}\
video:focus-visible{outline:3px solid Highlight;outline-offset:3px}\
.words{max-width:40rem;margin:1.6rem 0 0;overflow-wrap:anywhere}\
.words p{margin:0 0 1em;white-space:pre-line}\
ul{display:flex;flex-wrap:wrap;gap:.5rem;margin:1.6rem 0 0;padding:0;list-style:none}\
li{padding:.15rem .75rem;border:1px solid var(--edge);border-radius:99rem;background:var(--chip);color:var(--soft);\
font-size:.9375rem;overflow-wrap:anywhere}\
@media print{video{max-height:none}}";

/// The page in three pieces: between them go the address of the poster and that of the video.
pub(super) fn document(page: &Page) -> [String; 3] {
    let Page { width, height, .. } = page;
    let title = escaped(if page.title.trim().is_empty() {
        "Video"
    } else {
        page.title.trim()
    });
    let summary = escaped(
        &page
            .description
            .split_whitespace()
            .take(40)
            .collect::<Vec<_>>()
            .join(" "),
    );
    let tall = if height > width {
        " class=\"tall\""
    } else {
        ""
    };
    let before = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         img-src data:; media-src data:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"description\" content=\"{summary}\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p class=\"facts\">Video, {}, {width} × {height} pixels</p>\n\
         <video{tall} controls playsinline preload=\"metadata\" width=\"{width}\" height=\"{height}\" \
         aria-label=\"{title}\" poster=\"",
        clock(page.seconds),
    );
    let between = "\" src=\"".to_owned();
    let paragraphs: Vec<String> = page
        .description
        .replace("\r\n", "\n")
        .split("\n\n")
        .filter(|paragraph| !paragraph.trim().is_empty())
        .map(|paragraph| format!("<p>{}</p>\n", escaped(paragraph.trim())))
        .collect();
    let paragraphs = paragraphs.concat();
    let tags: Vec<String> = page
        .tags
        .iter()
        .map(|tag| format!("<li>{}</li>\n", escaped(tag)))
        .collect();
    let tags = if tags.is_empty() {
        String::new()
    } else {
        format!("<ul aria-label=\"Tags\">\n{}</ul>\n", tags.concat())
    };
    let after = format!(
        "\">This browser cannot play the video.</video>\n<div class=\"words\">\n{paragraphs}</div>\n{tags}</main>\n\
         </body>\n</html>\n"
    );
    [before, between, after]
}

/// A text with everything that HTML could take for its own written as entities, and without control
/// characters.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(letter),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_become_markup() {
        let evil = "</title><script>alert('1')</script>\" onload=\"x\u{0}";
        let page = Page {
            title: evil.to_owned(),
            description: format!("{evil}\n\nsecond"),
            tags: vec![evil.to_owned()],
            seconds: 3.0,
            width: 4,
            height: 3,
        };
        let html = document(&page).concat();
        assert!(
            !html.contains("<script") && !html.contains("onload=\"x"),
            "{html}"
        );
        assert_eq!(html.matches("<title>").count(), 1);
        assert_eq!(html.matches("<p>").count(), 2);
    }
}
