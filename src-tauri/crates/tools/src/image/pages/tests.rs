use std::fs;
use std::process::Command;

use image::{DynamicImage, GenericImageView, Rgb, RgbImage};
use patchbay_domain::{MediaFile, Resource, ResourceType};
use patchbay_media::image::{Metadata, Pages, write_tiff};
use patchbay_test_support::pages::document;

use crate::image::shared::testing::{Bench, open, run_in};
use crate::{Implementation, Inputs, ToolError};

fn text(value: &str) -> Resource {
    Resource::Text(value.to_owned())
}

/// A file of that name in a folder of the bench's.
fn file(bench: &Bench, name: &str) -> MediaFile {
    MediaFile {
        path: bench.context().folder.join(name),
        name: name.to_owned(),
    }
}

fn pdf(bench: &Bench, name: &str, texts: &[&str]) -> Resource {
    let file = file(bench, name);
    fs::write(&file.path, document(texts)).unwrap();
    Resource::image(file)
}

/// A scan of pages of 60, 70, … pixels across.
fn scan(bench: &Bench, name: &str, count: u32) -> Resource {
    let file = file(bench, name);
    let pages = (0..count).map(|page| {
        let pixels = RgbImage::from_pixel(60 + 10 * page, 40, Rgb([50 * page as u8, 90, 30]));
        Ok::<_, ToolError>((DynamicImage::from(pixels), Metadata::default()))
    });
    write_tiff((&file.path, name), None, pages).unwrap();
    Resource::image(file)
}

fn several(resources: Vec<Resource>) -> Resource {
    let items = resources.into_iter().flat_map(|resource| match resource {
        Resource::Images { items, .. } => items,
        _ => Vec::new(),
    });
    Resource::Images {
        kind: ResourceType::IMAGE,
        items: items.collect(),
    }
}

/// The texts of a document's pages, as poppler reads them.
fn texts(file: &MediaFile) -> Vec<String> {
    let said = Command::new("pdftotext").arg(&file.path).arg("-").output();
    let said = said.expect("the tests need poppler's pdftotext");
    let words = String::from_utf8_lossy(&said.stdout).into_owned();
    words.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn pages_of_documents_are_chosen_and_joined_with_pictures() {
    let bench = Bench::new();
    let given = several(vec![
        pdf(&bench, "a.pdf", &["One", "Two", "Three"]),
        bench.jpeg(
            "photo.jpg",
            &RgbImage::from_pixel(80, 60, Rgb([200, 90, 30])),
        ),
        scan(&bench, "fax.tif", 2),
    ]);
    let all = bench.run("pages", [("image", given)]).unwrap();
    assert_eq!(all.files()[0].name, "a_pages.pdf");
    let mut pages = Pages::open(&all.files()[0].path, "a_pages.pdf").unwrap();
    assert_eq!(pages.count(), 6);
    assert_eq!(texts(all.files()[0]), ["One", "Two", "Three"]);
    let photo = pages.read(3, Some(96.0)).unwrap().pixels.into_rgb8();
    assert_eq!(photo.dimensions(), (80, 60));
    assert!(photo.get_pixel(40, 30)[0] > 190);
    let some = [
        ("image", pdf(&bench, "b.pdf", &["One", "Two", "Three"])),
        ("pages", text("3, 1")),
    ];
    assert_eq!(
        texts(bench.run("pages", some).unwrap().files()[0]),
        ["Three", "One"]
    );
    let none = [
        ("image", pdf(&bench, "b.pdf", &["One"])),
        ("pages", text("2")),
    ];
    let error = bench.run("pages", none).unwrap_err().to_string();
    assert!(
        error.contains("b.pdf") && error.contains("no page 2"),
        "{error}"
    );
}

#[test]
fn a_document_is_taken_apart_into_documents_and_pictures() {
    let bench = Bench::new();
    let given = || pdf(&bench, "a.pdf", &["One", "Two"]);
    let apart = [("image", given()), ("files", text("one for each page"))];
    let apart = bench.run("pages", apart).unwrap();
    let names: Vec<_> = apart.files().iter().map(|file| file.name.clone()).collect();
    assert_eq!(names, ["a_page-1.pdf", "a_page-2.pdf"]);
    assert_eq!(texts(apart.files()[1]), ["Two"]);
    let values = [
        ("image", given()),
        ("format", text("png")),
        ("resolution", text("72")),
        ("turn", text("90")),
    ];
    let pictures = bench.run("pages", values).unwrap();
    assert_eq!(pictures.files().len(), 2);
    let first = open(pictures.files()[0]);
    assert_eq!(first.dimensions(), (200, 300));
    // The blue line at the bottom lies at the left.
    assert_eq!(first.to_rgb8().get_pixel(20, 150).0, [0, 0, 255]);
}

#[test]
fn a_scan_stays_one_and_pictures_become_one() {
    let bench = Bench::new();
    let turned = [
        ("image", scan(&bench, "fax.tif", 3)),
        ("turn", text("90")),
        ("pages", text("2-3")),
    ];
    let turned = bench.run("pages", turned).unwrap();
    assert_eq!(turned.files()[0].name, "fax_pages.tiff");
    let mut pages = Pages::open(&turned.files()[0].path, "fax_pages.tiff").unwrap();
    assert_eq!(pages.count(), 2);
    assert_eq!(pages.read(1, None).unwrap().pixels.dimensions(), (40, 80));
    let photo = |name: &str| bench.jpeg(name, &RgbImage::from_pixel(30, 20, Rgb([9, 90, 200])));
    let given = several(vec![photo("a.jpg"), photo("b.jpg")]);
    let scan = bench
        .run("pages", [("image", given), ("format", text("tiff"))])
        .unwrap();
    let pages = Pages::open(&scan.files()[0].path, "a_pages.tiff").unwrap();
    assert_eq!((scan.files().len(), pages.count()), (1, 2));
}

#[test]
fn a_scan_becomes_a_picture_for_each_page() {
    let bench = Bench::new();
    let values = [
        ("image", scan(&bench, "fax.tif", 3)),
        ("format", text("png")),
    ];
    let made = bench.run("pages", values).unwrap();
    let names: Vec<_> = made.files().iter().map(|file| file.name.clone()).collect();
    assert_eq!(
        names,
        ["fax_page-1.png", "fax_page-2.png", "fax_page-3.png"]
    );
    for (page, file) in (0..3_u8).zip(made.files()) {
        assert_eq!(fs::read(&file.path).unwrap()[..4], *b"\x89PNG");
        let pixels = open(file).into_rgb8();
        assert_eq!(pixels.dimensions(), (60 + 10 * u32::from(page), 40));
        assert_eq!(pixels.get_pixel(30, 20).0, [50 * page, 90, 30]);
    }
}

#[test]
fn five_hundred_pages_tell_how_far_they_are_and_stop() {
    let bench = Bench::new();
    let words: Vec<String> = (0..500).map(|page| format!("P{page}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let given = pdf(&bench, "long.pdf", &words);
    let context = bench.context();
    let (progress, folder) = (context.progress.clone(), context.folder.clone());
    let worker = std::thread::spawn(move || {
        run_in(
            &context,
            "pages",
            [("image", given), ("format", text("png"))],
        )
    });
    while progress.get() <= 0.0 && !worker.is_finished() {
        std::thread::yield_now();
    }
    progress.cancel();
    assert_eq!(worker.join().unwrap(), Err(ToolError::Cancelled));
    let made = std::fs::read_dir(folder).unwrap().count();
    assert!(made < 500, "{made} pages");
}

#[test]
fn what_is_lost_is_said_before() {
    let bench = Bench::new();
    let given = || ("image".to_owned(), pdf(&bench, "a.pdf", &["One", "Two"]));
    let told = |set: &[(&str, &str)]| {
        let set = set
            .iter()
            .map(|(name, value)| ((*name).to_owned(), text(value)));
        super::PagesTool.losses(&Inputs::new(set.chain([given()]).collect()))
    };
    assert!(told(&[("turn", "90")]).is_empty());
    assert!(told(&[("pages", "1")])[0].contains("Bookmarks of “a.pdf”"));
    assert!(told(&[("format", "png")])[0].contains("become pixels"));
}
