//! Files of several pages and pictures.

use std::fs;
use std::path::Path;
use std::process::Command;

use image::{DynamicImage, GenericImageView, GrayImage, ImageFormat, Luma, Rgb, RgbImage};
use patchbay_media::document::{Document, Packing, PagesOf, write_pages};
use patchbay_media::image::{Contents, Metadata, Pages, probe, read, write_dots, write_tiff};
use patchbay_media::{MediaError, MediaKind, probe as probe_any};
use patchbay_test_support::pages::{document, mpo};

/// Returns the output of another program.
fn said(program: &str, arguments: &[&str], path: &Path) -> String {
    let said = Command::new(program).args(arguments).arg(path).output();
    let said = said.unwrap_or_else(|_| panic!("the tests need {program}"));
    String::from_utf8_lossy(&said.stdout).into_owned()
}

const COLORS: [[u8; 3]; 3] = [[200, 0, 0], [0, 200, 0], [0, 0, 200]];

#[test]
fn every_page_of_a_tiff_is_read_whoever_wrote_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scan.tiff");
    let pages = COLORS.iter().enumerate().map(|(number, color)| {
        let pixels = RgbImage::from_pixel(30 + 10 * number as u32, 20, Rgb(*color));
        Ok::<_, MediaError>((DynamicImage::from(pixels), Metadata::default()))
    });
    write_tiff((&path, "scan.tiff"), Some(200.0), pages).unwrap();
    let listed = said("identify", &["-format", "%wx%h %x\n"], &path);
    assert_eq!(listed.lines().count(), 3, "{listed}");
    assert!(
        listed.contains("30x20 200") && listed.contains("50x20 200"),
        "{listed}"
    );
    let fax = folder.path().join("fax.tif");
    let packed = Command::new("convert")
        .arg(&path)
        .args([
            "-threshold",
            "30%",
            "-compress",
            "Group4",
            "-define",
            "tiff:endian=msb",
        ])
        .arg(&fax)
        .status();
    assert!(
        packed
            .expect("the tests need ImageMagick's convert")
            .success()
    );
    for (file, is_fax) in [(&path, false), (&fax, true)] {
        assert_eq!(Contents::of(file, "scan.tiff").unwrap().pages, 3);
        let mut pages = Pages::open(file, "scan.tiff").unwrap();
        assert_eq!(pages.count(), 3);
        for number in [2, 0, 1] {
            let page = pages.read(number, None).unwrap().pixels;
            assert_eq!(page.dimensions(), (30 + 10 * number as u32, 20));
            if !is_fax {
                assert_eq!(page.into_rgb8().get_pixel(3, 3).0, COLORS[number]);
            }
        }
        assert!(pages.read(3, None).is_err());
    }
}

#[test]
fn the_profile_and_sixteen_bits_of_a_tiff_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep.tiff");
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let metadata = Metadata {
        icc: Some(profile.clone()),
        ..Metadata::default()
    };
    let pixels = image::ImageBuffer::from_fn(9, 7, |x, y| {
        image::Rgba([x as u16 * 7_001, y as u16 * 9_001, 3, 40_000])
    });
    let pixels = DynamicImage::ImageRgba16(pixels);
    let page = std::iter::once(Ok::<_, MediaError>((pixels.clone(), metadata)));
    write_tiff((&path, "deep.tiff"), None, page).unwrap();
    let again = read(&path, "deep.tiff").unwrap();
    assert_eq!(again.pixels, pixels);
    assert_eq!(again.metadata.icc, Some(profile));
}

#[test]
fn the_second_picture_of_an_mpo_is_read_and_previews_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let jpeg = |name: &str, size: (u32, u32), color| {
        let path = folder.path().join(name);
        RgbImage::from_pixel(size.0, size.1, Rgb(color))
            .save_with_format(&path, ImageFormat::Jpeg)
            .unwrap();
        fs::read(&path).unwrap()
    };
    let (first, second) = (
        jpeg("1", (64, 48), COLORS[0]),
        jpeg("2", (32, 24), COLORS[1]),
    );
    let path = folder.path().join("P1.JPG");
    fs::write(&path, mpo(&first, &second)).unwrap();
    assert_eq!(said("exiftool", &["-b", "-NumberOfImages"], &path), "2");
    assert_eq!(Contents::of(&path, "P1.JPG").unwrap().pages, 2);
    assert_eq!(read(&path, "P1.JPG").unwrap().pixels.dimensions(), (64, 48));
    let mut pages = Pages::open(&path, "P1.JPG").unwrap();
    let other = pages.read(1, None).unwrap().pixels.into_rgb8();
    assert_eq!(other.dimensions(), (32, 24));
    assert!(other.get_pixel(9, 9)[1] > 180);
    // What shows the first one again, smaller, is no picture of its own.
    let mut preview = mpo(&first, &second);
    let at = preview
        .windows(4)
        .position(|part| part == (second.len() as u32).to_be_bytes())
        .unwrap();
    preview[at - 4..at].copy_from_slice(&0x0001_0001_u32.to_be_bytes());
    fs::write(&path, preview).unwrap();
    assert_eq!(Contents::of(&path, "P1.JPG").unwrap().pages, 1);
    for length in (0..400).step_by(7) {
        fs::write(&path, &mpo(&first, &second)[..length]).unwrap();
        let _ = Contents::of(&path, "P1.JPG");
    }
}

#[test]
fn pages_of_a_document_are_drawn_as_others_draw_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pdf");
    fs::write(&path, document(&["First", "Second"])).unwrap();
    assert_eq!(probe_any(&path, "a.pdf").unwrap().kind, MediaKind::Image);
    assert_eq!(probe(&path, "a.pdf").unwrap(), (625, 417));
    assert_eq!(Contents::of(&path, "a.pdf").unwrap().pages, 2);
    let mut pages = Pages::open(&path, "a.pdf").unwrap();
    let drawn = pages.read(1, Some(100.0)).unwrap().pixels.into_luma8();
    assert_eq!(drawn.dimensions(), (417, 278));
    let root = folder.path().join("other");
    let other = Command::new("pdftoppm")
        .args(["-r", "100", "-gray", "-f", "2", "-singlefile"])
        .arg(&path)
        .arg(&root)
        .status();
    assert!(other.expect("the tests need poppler's pdftoppm").success());
    let other = image::open(root.with_extension("pgm"))
        .unwrap()
        .into_luma8();
    // The same ink in every part; letters differ where the other program has no such font.
    let small = |image: &GrayImage| image::imageops::thumbnail(image, 8, 5);
    let apart = small(&drawn)
        .iter()
        .zip(small(&other).iter())
        .map(|(a, b)| a.abs_diff(*b))
        .max();
    assert!(apart < Some(40), "{apart:?}");
}

#[test]
fn pages_are_chosen_turned_and_joined_and_their_texts_stay() {
    let folder = tempfile::tempdir().unwrap();
    let source = |name: &str, texts: &[&str], pages: &[usize]| {
        let path = folder.path().join(name);
        fs::write(&path, document(texts)).unwrap();
        PagesOf {
            path,
            name: name.to_owned(),
            pages: pages.to_vec(),
        }
    };
    let sources = [
        source("a.pdf", &["One", "Two", "Three"], &[2, 0]),
        source("b.pdf", &["Four"], &[0, 0]),
    ];
    let path = folder.path().join("made.pdf");
    let mut last = 0.0;
    write_pages::<MediaError>((&path, "made.pdf"), &sources, (90, None), &mut |done| {
        last = done;
        Ok(())
    })
    .unwrap();
    assert!(last > 0.9);
    let text = said("pdftotext", &["-q"], &path);
    assert!(text.is_empty());
    let words = fs::read_to_string(path.with_extension("txt")).unwrap();
    let words: Vec<_> = words.split_whitespace().collect();
    assert_eq!(words, ["Three", "One", "Four", "Four"]);
    let facts = said("pdfinfo", &[], &path);
    assert!(
        facts.contains("Pages:           4") && facts.contains("Page rot:        90"),
        "{facts}"
    );
    // Pages that are not wanted leave nothing behind.
    let bytes = fs::read(&path).unwrap();
    assert!(!bytes.windows(5).any(|part| part == b"(Two)"));
    assert_eq!(
        Document::open(&path, "made.pdf").unwrap().size(0),
        (200.0, 300.0)
    );
    let stopped = write_pages((&path, "made.pdf"), &sources, (0, None), &mut |_| {
        Err(MediaError::Cancelled)
    });
    assert_eq!(stopped, Err(MediaError::Cancelled));
    let missing = [source("a.pdf", &["One"], &[4])];
    let error =
        write_pages::<MediaError>((&path, "made.pdf"), &missing, (0, None), &mut |_| Ok(()))
            .unwrap_err();
    assert!(
        error.to_string().contains("a.pdf") && error.to_string().contains("no page 5"),
        "{error}"
    );
}

#[test]
fn pictures_in_a_document_become_smaller() {
    use patchbay_media::pdf::{PdfImage, PdfPage, write_pdf};
    let folder = tempfile::tempdir().unwrap();
    let (photo, plain) = (folder.path().join("a.png"), folder.path().join("a.pdf"));
    let pixels = RgbImage::from_fn(1600, 1200, |x, y| {
        Rgb([(x / 8) as u8, (y / 6) as u8, ((x * y) % 251) as u8])
    });
    pixels.save(&photo).unwrap();
    let page = || {
        Ok::<_, MediaError>(PdfPage {
            size: (400.0, 300.0),
            place: [0.0, 0.0, 400.0, 300.0],
            image: PdfImage::read(&photo, "a.png")?,
        })
    };
    write_pdf(&plain, "a.pdf", std::iter::once_with(page)).unwrap();
    let small = folder.path().join("small.pdf");
    let sources = [PagesOf {
        path: plain.clone(),
        name: "a.pdf".to_owned(),
        pages: vec![0],
    }];
    let packing = Packing {
        dots: 72.0,
        quality: 70,
    };
    write_pages::<MediaError>(
        (&small, "small.pdf"),
        &sources,
        (0, Some(packing)),
        &mut |_| Ok(()),
    )
    .unwrap();
    let length = |path: &Path| fs::metadata(path).unwrap().len();
    assert!(
        length(&small) * 10 < length(&plain),
        "{} {}",
        length(&small),
        length(&plain)
    );
    let listed = said("pdfimages", &["-list"], &small);
    assert!(
        listed.contains(" 400 ") && listed.contains("jpeg"),
        "{listed}"
    );
    let drawn = read(&small, "small.pdf").unwrap().pixels.into_rgb8();
    let (width, height) = drawn.dimensions();
    let corner = drawn.get_pixel(width - 20, height - 20).0;
    assert!(corner[0] > 180 && corner[1] > 180, "{corner:?}");
}

#[test]
fn a_locked_or_broken_document_is_told_by_its_name() {
    use lopdf::{EncryptionState, EncryptionVersion, Object, Permissions};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bank.pdf");
    let mut stored = lopdf::Document::load_mem(&document(&["Secret"])).unwrap();
    let id = Object::string_literal("0123456789abcdef");
    stored
        .trailer
        .set("ID", Object::Array(vec![id.clone(), id]));
    let version = EncryptionVersion::V2 {
        document: &stored,
        owner_password: "owner",
        user_password: "user",
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    stored.encrypt(&state).unwrap();
    stored.save(&path).unwrap();
    let error = read(&path, "bank.pdf").unwrap_err().to_string();
    assert!(
        error.contains("“bank.pdf”") && error.contains("locked with a password"),
        "{error}"
    );
    let whole = document(&["Cut"]);
    for bytes in [&whole[..40], b"%PDF-1.7\nnothing".as_slice()] {
        fs::write(&path, bytes).unwrap();
        let error = read(&path, "bank.pdf").unwrap_err().to_string();
        assert!(
            error.contains("bank.pdf") && error.ends_with('.'),
            "{error}"
        );
    }
}

#[test]
fn dots_per_inch_are_written_where_a_format_says_them() {
    let folder = tempfile::tempdir().unwrap();
    let pixels = GrayImage::from_pixel(20, 10, Luma([90]));
    for (name, is_said) in [
        ("a.png", true),
        ("a.jpg", true),
        ("a.tiff", true),
        ("a.bmp", false),
    ] {
        let path = folder.path().join(name);
        pixels.save(&path).unwrap();
        for dots in [72.0, 300.0] {
            assert_eq!(write_dots(&path, name, dots).unwrap(), is_said, "{name}");
        }
        if is_said {
            let found = said(
                "identify",
                &["-units", "PixelsPerInch", "-format", "%x"],
                &path,
            );
            let found: f64 = found.trim().parse().unwrap();
            assert!((found - 300.0).abs() < 0.1, "{name}: {found}");
        }
        assert_eq!(
            read(&path, name).unwrap().pixels.to_luma8(),
            pixels,
            "{name}"
        );
    }
}
