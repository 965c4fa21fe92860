use patchbay_domain::Resource;
use patchbay_test_support::video::{clip, facts, make, stream};

use super::{Workshop, text, video};

fn page(workshop: &Workshop, from: &std::path::Path, title: &str) -> String {
    let path = workshop.file(
        "video_to_webpage",
        &[
            ("video", video(from)),
            ("title", Resource::Title(title.to_owned())),
            (
                "tags",
                Resource::Tags(vec!["sea".to_owned(), "<b>wind</b>".to_owned()]),
            ),
            ("description", text("Waves & wind.\n\nSecond paragraph.")),
        ],
    );
    std::fs::read_to_string(path).unwrap()
}

/// The bytes of a data URI in the page's attribute.
fn embedded(html: &str, start: &str) -> Vec<u8> {
    use base64::Engine;
    let from = html.find(start).unwrap_or_else(|| panic!("no {start}")) + start.len();
    let end = from + html[from..].find('"').unwrap();
    base64::engine::general_purpose::STANDARD
        .decode(&html[from..end])
        .unwrap()
}

#[test]
fn a_page_holds_the_video_and_nothing_from_elsewhere() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 2.0, "320x180", 25);
    let html = page(&workshop, &from, "Sea \"& <script>alert(1)</script>");
    assert!(html.starts_with("<!DOCTYPE html>"));
    assert!(html.contains("<h1>Sea &quot;&amp; &lt;script&gt;alert(1)&lt;/script&gt;</h1>"));
    assert!(html.contains("&lt;b&gt;wind&lt;/b&gt;") && html.contains("<p>Waves &amp; wind.</p>"));
    assert!(html.contains("Content-Security-Policy") && html.contains("default-src 'none'"));
    assert!(!html.contains("<script") && !html.contains("http://") && !html.contains("https://"));
    assert_eq!(
        embedded(&html, "src=\"data:video/mp4;base64,"),
        std::fs::read(&from).unwrap()
    );
    let poster =
        image::load_from_memory(&embedded(&html, "poster=\"data:image/jpeg;base64,")).unwrap();
    assert_eq!((poster.width(), poster.height()), (320, 180));
}

#[test]
fn a_video_that_browsers_do_not_play_is_encoded_anew() {
    let workshop = Workshop::new();
    let from = make(
        workshop.path(),
        "old.avi",
        "-f lavfi -i testsrc=duration=1:size=160x120:rate=10 -f lavfi -i sine=duration=1 -c:v mpeg4 -c:a mp3",
    );
    let html = page(&workshop, &from, "Old");
    let source = workshop.path().join("out.mp4");
    std::fs::write(&source, embedded(&html, "src=\"data:video/mp4;base64,")).unwrap();
    assert_eq!(
        stream(&facts(&source), "video").unwrap()["codec_name"],
        "h264"
    );
}
