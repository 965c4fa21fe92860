//! Drawings (SVG) as pictures.

use std::fmt::Write;
use std::fs;

use image::GenericImageView;
use patchbay_media::image::{Contents, probe, read, read_sized};
use patchbay_media::{MediaKind, probe as probe_any};

const STAR: &str = r##"<?xml version="1.0"?>
<!-- A remark with <svg> in it -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20">
  <script>document.documentElement.remove()</script>
  <rect width="20" height="20" fill="#e01010"/>
</svg>"##;

#[test]
fn a_drawing_is_a_picture_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("star.svg");
    fs::write(&path, STAR).unwrap();
    assert_eq!(probe_any(&path, "star.svg").unwrap().kind, MediaKind::Image);
    assert_eq!(probe(&path, "star.svg").unwrap(), (40, 20));
    let pixels = read(&path, "star.svg").unwrap().pixels;
    assert_eq!(pixels.dimensions(), (40, 20));
    assert_eq!(pixels.get_pixel(5, 10).0, [224, 16, 16, 255]);
    assert_eq!(pixels.get_pixel(30, 10).0[3], 0, "nothing is drawn there");
    let large = read_sized(
        &path,
        "star.svg",
        |(width, height)| (25 * width, 25 * height),
        &|_| Ok(()),
    );
    let large = large.unwrap().pixels;
    assert_eq!(large.dimensions(), (1000, 500));
    // Drawn, and not enlarged: its edge is sharp.
    assert_eq!(large.get_pixel(499, 250).0, [224, 16, 16, 255]);
    assert_eq!(large.get_pixel(500, 250).0[3], 0);
    let contents = Contents::of(&path, "star.svg").unwrap();
    assert_eq!((contents.pages, contents.frames), (1, 1));
}

#[test]
fn nothing_outside_of_a_drawing_is_read_and_bombs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.png");
    image::RgbImage::from_pixel(8, 8, image::Rgb([0, 200, 0]))
        .save(&secret)
        .unwrap();
    let path = folder.path().join("a.svg");
    let linked = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">
        <image xlink:href="{}" width="8" height="8"/><image href="secret.png" width="8" height="8"/>
        <image href="file://{}" width="8" height="8"/></svg>"#,
        secret.display(),
        secret.display()
    );
    fs::write(&path, linked).unwrap();
    let pixels = read(&path, "a.svg").unwrap().pixels.into_rgba8();
    assert!(pixels.pixels().all(|pixel| pixel[3] == 0));
    // Each shape is ten of the one before.
    let mut levels = String::from(r#"<rect id="l0" width="1" height="1"/>"#);
    for level in 1..9 {
        let of_before = format!(r##"<use href="#l{}"/>"##, level - 1).repeat(10);
        // Writing to a string cannot fail.
        let _ = write!(levels, r#"<g id="l{level}">{of_before}</g>"#);
    }
    let bomb =
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{levels}</svg>"#);
    let entities = r#"<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">]>
        <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;</text></svg>"#;
    let broken = "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect</svg>";
    for bad in [bomb.as_str(), entities, broken] {
        fs::write(&path, bad).unwrap();
        let error = read(&path, "a.svg")
            .expect_err("it cannot be drawn")
            .to_string();
        assert!(error.contains("a.svg") && error.ends_with('.'), "{error}");
    }
    // A page about drawings is none.
    fs::write(&path, "<html><svg></svg></html>").unwrap();
    assert!(probe(&path, "a.svg").is_err());
}
