//! Images from and to real files.

use std::fs;
use std::path::{Path, PathBuf};

use image::codecs::jpeg::JpegEncoder;
use image::{
    DynamicImage, GenericImageView, ImageBuffer, ImageEncoder, ImageReader, Rgb, RgbImage, Rgba,
    RgbaImage,
};
use patchbay_media::MediaError;
use patchbay_media::image::{
    Animation, DecodedImage, Encoding, fit_within, is_image, probe, read, resize, thumbnail,
};
use patchbay_media::image::{write_like, write_png};

/// Left half red, right half blue.
fn red_and_blue(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| {
        if x < width / 2 {
            Rgb([220, 20, 20])
        } else {
            Rgb([20, 20, 220])
        }
    })
}

/// A little-endian EXIF block that says nothing but an orientation.
fn exif_with_orientation(orientation: u8) -> Vec<u8> {
    let mut exif = vec![0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0];
    exif.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    exif.extend([0; 4]);
    exif
}

fn jpeg(folder: &Path, orientation: u8) -> PathBuf {
    let path = folder.join("photo.jpg");
    let mut encoder = JpegEncoder::new_with_quality(fs::File::create(&path).unwrap(), 95);
    encoder
        .set_exif_metadata(exif_with_orientation(orientation))
        .unwrap();
    let mut profile = vec![0; 128];
    profile[16..20].copy_from_slice(b"RGB ");
    encoder.set_icc_profile(profile).unwrap();
    let pixels = red_and_blue(64, 40);
    encoder
        .write_image(pixels.as_raw(), 64, 40, image::ExtendedColorType::Rgb8)
        .unwrap();
    path
}

fn refused(path: &Path) -> MediaError {
    let error = read(path, "given.jpg").expect_err("the file is unusable");
    assert!(error.to_string().contains("given.jpg"), "{error}");
    assert!(error.is_input());
    error
}

#[test]
fn a_photo_taken_sideways_is_upright() {
    let folder = tempfile::tempdir().unwrap();
    let path = jpeg(folder.path(), 6);
    assert_eq!(probe(&path, "photo.jpg").unwrap(), (40, 64));
    let picture = read(&path, "photo.jpg").unwrap();
    assert_eq!(picture.pixels.dimensions(), (40, 64));
    // Orientation 6: the stored left side is the top.
    assert!(picture.pixels.get_pixel(20, 5)[0] > 180);
    assert!(picture.pixels.get_pixel(20, 60)[2] > 180);
}

#[test]
fn a_jpeg_keeps_its_metadata_and_is_not_turned_twice() {
    let folder = tempfile::tempdir().unwrap();
    let picture = read(&jpeg(folder.path(), 6), "photo.jpg").unwrap();
    let encoding = picture.encoding_for(&picture.pixels);
    assert_eq!(encoding, Encoding::Jpeg);
    let path = folder.path().join("result.jpg");
    write_like(&picture, &path, &picture.pixels, encoding, "result.jpg").unwrap();
    let again = read(&path, "result.jpg").unwrap();
    assert_eq!(again.pixels.dimensions(), (40, 64));
    assert_eq!(again.metadata, picture.metadata);
    assert!(again.metadata.exif.is_some() && again.metadata.icc.is_some());
}

#[test]
fn transparency_and_sixteen_bits_survive() {
    let folder = tempfile::tempdir().unwrap();
    let picture = read(&jpeg(folder.path(), 1), "photo.jpg").unwrap();
    let clear = DynamicImage::ImageRgba8(RgbaImage::from_pixel(9, 7, Rgba([200, 100, 50, 80])));
    assert_eq!(picture.encoding_for(&clear), Encoding::Png);
    let deep = DynamicImage::ImageRgb16(ImageBuffer::from_fn(16, 16, |x, y| {
        Rgb([(x * 4001) as u16, (y * 17) as u16, 3])
    }));
    for (name, pixels) in [("clear.png", &clear), ("deep.png", &deep)] {
        let path = folder.path().join(name);
        write_png(&path, pixels, name).unwrap();
        assert_eq!(&read(&path, name).unwrap().pixels, pixels);
    }
    let path = folder.path().join("clear.webp");
    write_like(&picture, &path, &clear, Encoding::WebP, "clear.webp").unwrap();
    assert_eq!(read(&path, "clear.webp").unwrap().pixels, clear);
}

#[test]
fn a_giant_is_refused_by_its_header() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("giant.png");
    let mut header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    header.extend(30_000_u32.to_be_bytes());
    header.extend(30_000_u32.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    header.extend(crc(&header[12..]).to_be_bytes());
    header.extend(b"\0\0\0\x0cIDAT");
    fs::write(&path, &header).unwrap();
    let error = refused(&path);
    assert!(matches!(&error, MediaError::TooLarge { .. }), "{error}");
    assert!(error.to_string().contains("30000 x 30000"), "{error}");
    assert!(matches!(
        probe(&path, "giant.png"),
        Err(MediaError::TooLarge { .. })
    ));
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    })
}

#[test]
fn files_that_are_cut_off_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let jpeg = fs::read(jpeg(folder.path(), 1)).unwrap();
    let whole = read(&folder.path().join("photo.jpg"), "photo.jpg").unwrap();
    let path = folder.path().join("cut");
    for encoding in [Encoding::Png, Encoding::WebP] {
        write_like(&whole, &path, &whole.pixels, encoding, "cut").unwrap();
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() * 9 / 10]).unwrap();
        assert!(
            refused(&path).to_string().contains("ends in the middle"),
            "{encoding:?}"
        );
    }
    for part in 1..20 {
        fs::write(&path, &jpeg[..jpeg.len() * part / 20]).unwrap();
        assert!(matches!(refused(&path), MediaError::Malformed { .. }));
    }
    assert!(refused(&path).to_string().contains("ends in the middle"));
}

#[test]
fn files_that_are_no_pictures_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("photo.jpg");
    assert!(matches!(refused(&path), MediaError::Unreadable { .. }));
    assert!(matches!(
        refused(folder.path()),
        MediaError::Unreadable { .. }
    ));
    fs::write(&path, "").unwrap();
    assert!(matches!(refused(&path), MediaError::Empty { .. }));
    fs::write(&path, "Dear diary, today I renamed a text file.").unwrap();
    assert!(matches!(refused(&path), MediaError::Malformed { .. }));
    assert!(!is_image(b"Dear diary, today"));
    fs::write(&path, b"\0\0\0\x18ftypheic\0\0\0\0mif1heic").unwrap();
    assert!(refused(&path).to_string().contains("HEIC"));
}

#[test]
fn the_content_counts_and_not_the_ending() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("actually-a-png.jpg");
    write_png(&path, &red_and_blue(30, 20).into(), "x").unwrap();
    let picture = read(&path, "actually-a-png.jpg").unwrap();
    assert_eq!(picture.encoding_for(&picture.pixels), Encoding::Png);
    assert!(is_image(&fs::read(&path).unwrap()[..16]));
}

#[test]
fn thumbnails_fit_and_are_never_enlarged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.png");
    write_png(&path, &red_and_blue(400, 100).into(), "wide.png").unwrap();
    let small = thumbnail(&path, "wide.png", 100).unwrap();
    assert_eq!(small.dimensions(), (100, 25));
    assert!(small.get_pixel(10, 12)[0] > 200 && small.get_pixel(90, 12)[2] > 200);
    assert_eq!(
        thumbnail(&path, "wide.png", 4000).unwrap().dimensions(),
        (400, 100)
    );
    assert_eq!(fit_within(10_000, 1, 100), (100, 1));
}

#[test]
fn resizing_keeps_colours_of_see_through_pixels_out() {
    let half_clear = RgbaImage::from_fn(64, 64, |x, _| {
        if x < 32 {
            Rgba([255, 0, 0, 255])
        } else {
            Rgba([0, 255, 0, 0])
        }
    });
    let small = resize(&half_clear.into(), 16, 16).into_rgba8();
    assert!(
        small.pixels().filter(|p| p[3] > 8).all(|p| p[1] < 8),
        "green shines through"
    );
}

#[test]
fn a_full_place_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let picture = DecodedImage {
        pixels: red_and_blue(8, 8).into(),
        metadata: patchbay_media::image::Metadata::default(),
    };
    let nowhere = folder.path().join("gone").join("result.png");
    let error = write_like(
        &picture,
        &nowhere,
        &picture.pixels,
        Encoding::Png,
        "result.png",
    )
    .unwrap_err();
    assert!(
        matches!(&error, MediaError::Unwritable { .. }) && !error.is_input(),
        "{error}"
    );
    let odd = folder.path().join("a \"name\"\nof its own.png");
    write_png(&odd, &picture.pixels, "odd").unwrap();
    assert_eq!(
        ImageReader::open(&odd)
            .unwrap()
            .with_guessed_format()
            .unwrap()
            .into_dimensions()
            .unwrap(),
        (8, 8)
    );
}

#[test]
fn an_animation_keeps_its_frames_and_times() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, arguments: &str| {
        let path = folder.path().join(name);
        let words = format!("-delay 12 -size 40x30 {arguments} -loop 0");
        let done = std::process::Command::new("convert")
            .args(words.split_whitespace())
            .arg(&path)
            .status();
        assert!(
            done.expect("the tests need ImageMagick's convert")
                .success()
        );
        path
    };
    for name in ["moving.gif", "moving.webp"] {
        let path = make(name, "xc:red xc:lime xc:blue");
        let animation = Animation::open(&path, name).unwrap().expect("it moves");
        assert_eq!(animation.frame_count, 3, "{name}");
        let turned = folder.path().join("turned.gif");
        let change = |number: usize, frame: DynamicImage| {
            assert_eq!(
                frame.to_rgb8().get_pixel(5, 5).0[number],
                255,
                "{name}: frame {number}"
            );
            Ok::<_, MediaError>(frame.rotate90())
        };
        animation
            .write_changed(&turned, "turned.gif", change)
            .unwrap();
        let again = Animation::open(&turned, "turned.gif")
            .unwrap()
            .expect("it still moves");
        assert_eq!(
            (again.frame_count, probe(&turned, "turned.gif").unwrap()),
            (3, (30, 40)),
            "{name}"
        );
        let identified = std::process::Command::new("identify")
            .args(["-format", "%T %wx%h\n"])
            .arg(&turned)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(identified.stdout).unwrap(),
            "12 30x40\n".repeat(3),
            "{name}"
        );
    }
    let still = make("still.gif", "xc:red");
    assert!(Animation::open(&still, "still.gif").unwrap().is_none());
}

#[test]
fn an_animated_png_stays_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moving.png");
    let source = "testsrc=size=40x30:rate=8:duration=1,format=rgba";
    let made = std::process::Command::new("ffmpeg")
        .args([
            "-v", "error", "-f", "lavfi", "-i", source, "-f", "apng", "-plays", "0",
        ])
        .arg(&path)
        .status();
    assert!(made.expect("the tests need ffmpeg").success());
    let animation = Animation::open(&path, "moving.png")
        .unwrap()
        .expect("it moves");
    assert_eq!((animation.frame_count, animation.extension()), (8, "png"));
    let smaller = folder.path().join("smaller.png");
    let half = |_, frame: DynamicImage| Ok::<_, MediaError>(frame.thumbnail(20, 15));
    animation
        .write_changed(&smaller, "smaller.png", half)
        .unwrap();
    let probed = std::process::Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-count_frames",
            "-show_entries",
            "stream=codec_name,width,height,nb_read_frames",
        ])
        .args(["-show_entries", "format=duration", "-of", "csv=p=0"])
        .arg(&smaller)
        .output()
        .unwrap();
    let told = String::from_utf8(probed.stdout).unwrap();
    assert!(told.starts_with("apng,20,15,8"), "{told}");
    let again = Animation::open(&smaller, "smaller.png")
        .unwrap()
        .expect("it still moves");
    assert_eq!(again.frame_count, 8);
    let still = folder.path().join("still.png");
    image::RgbImage::new(8, 8).save(&still).unwrap();
    assert!(Animation::open(&still, "still.png").unwrap().is_none());
}

#[test]
fn an_animation_with_a_profile_is_changed_into_srgb() {
    let folder = tempfile::tempdir().unwrap();
    let mut gif = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut gif);
    for blue in [30, 61] {
        // An orange of Display P3: 230, 120, 40 in sRGB where blue is 61.
        let frame = RgbaImage::from_pixel(12, 8, Rgba([216, 126, blue, 255]));
        encoder.encode_frame(image::Frame::new(frame)).unwrap();
    }
    drop(encoder);
    // The profile stands in an application extension before the first frame.
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let mut extension = b"\x21\xFF\x0BICCRGBG1012".to_vec();
    for part in profile.chunks(255) {
        extension.push(part.len() as u8);
        extension.extend(part);
    }
    extension.push(0);
    let table = if gif[10] & 0x80 == 0 {
        0
    } else {
        3 << ((gif[10] & 7) + 1)
    };
    gif.splice(13 + table..13 + table, extension);
    let path = folder.path().join("wide.gif");
    fs::write(&path, gif).unwrap();
    let animation = Animation::open(&path, "wide.gif")
        .unwrap()
        .expect("it moves");
    let changed = folder.path().join("narrow.gif");
    animation
        .write_changed(&changed, "narrow.gif", |_, frame| {
            Ok::<_, MediaError>(frame)
        })
        .unwrap();
    let animation = Animation::open(&changed, "narrow.gif")
        .unwrap()
        .expect("it still moves");
    let mut seen = Vec::new();
    let look = |_, frame: DynamicImage| {
        seen.push(frame.to_rgb8().get_pixel(5, 5).0);
        Ok::<_, MediaError>(frame)
    };
    animation.write_changed(&path, "again.gif", look).unwrap();
    assert!(
        seen.len() == 2
            && seen[1]
                .iter()
                .zip([230, 120, 40])
                .all(|(a, b)| a.abs_diff(b) < 5),
        "{seen:?}"
    );
}

#[test]
fn a_packet_goes_along_and_takes_a_recipe_in() {
    let folder = tempfile::tempdir().unwrap();
    let mut picture = read(&jpeg(folder.path(), 1), "photo.jpg").unwrap();
    let packet = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
        <rdf:Description rdf:about=\"\"><dc:rights>Jo</dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>";
    picture.metadata.xmp = Some(packet.into());
    for encoding in [Encoding::Png, Encoding::Jpeg, Encoding::WebP] {
        let path = folder.path().join(format!("made.{}", encoding.extension()));
        write_like(&picture, &path, &picture.pixels, encoding, "made").unwrap();
        let plain = read(&path, "made").unwrap();
        assert_eq!(plain.metadata.xmp.as_deref(), Some(packet.as_bytes()));
        // Written twice, as a copy of a copy is.
        for text in ["a recipe", "another & longer recipe"] {
            assert!(patchbay_media::xmp::write_text(&path, "made", text).unwrap());
        }
        let text = patchbay_media::xmp::read_text(&path, "made").unwrap();
        let again = read(&path, "made").unwrap();
        assert_eq!(again.pixels, plain.pixels);
        assert_eq!(
            (text.as_deref(), again.metadata),
            (Some("another & longer recipe"), plain.metadata)
        );
        let packets = fs::read(&path)
            .unwrap()
            .windows(10)
            .filter(|part| part == b"<x:xmpmeta")
            .count();
        assert_eq!(packets, 1, "{encoding:?}");
    }
}
