use ::image::{DynamicImage, Rgb, RgbImage, Rgba, RgbaImage};
use patchbay_domain::MediaFile;

use super::*;
use crate::testing::context;

/// A photo-like image that no encoder makes small: waves under fine noise.
fn photo(context: &Context, (width, height): (u32, u32)) -> MediaFile {
    let mut state = 1_u32;
    let pixels = RgbImage::from_fn(width, height, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (state >> 26) as f32;
        let wave = (x as f32 / 19.0).sin() * 60.0 + (y as f32 / 31.0).cos() * 60.0 + 100.0;
        Rgb([wave + noise, wave * 0.8 + noise, 200.0 - wave * 0.6].map(|value| value as u8))
    });
    written(context, "photo.png", pixels.into())
}

fn written(context: &Context, name: &str, pixels: DynamicImage) -> MediaFile {
    let path = context.folder.join(name);
    media_image::write_png(&path, &pixels, name).unwrap();
    MediaFile {
        path,
        name: name.to_owned(),
    }
}

fn run(
    file: &MediaFile,
    values: &[(&str, &str)],
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let mut all = vec![("image".to_owned(), Resource::image(file.clone()))];
    for (name, value) in values {
        all.push(((*name).to_owned(), Resource::Text((*value).to_owned())));
    }
    let made = ImageCompression.run(&Inputs::new(all.into_iter().collect()), context)?;
    Ok(made.files()[0].clone())
}

fn length(file: &MediaFile) -> u64 {
    std::fs::metadata(&file.path).unwrap().len()
}

#[test]
fn a_picture_is_as_good_as_its_bytes_allow() {
    let (context, _folder) = context();
    let file = photo(&context, (640, 480));
    for (target, most) in [("120 kB", 120_000), ("60 kB", 60_000)] {
        let made = run(&file, &[("target", target)], &context).unwrap();
        assert_eq!(made.name, "photo_compressed.jpg");
        let long = length(&made);
        assert!(long <= most && long * 10 > most * 8, "{target}: {long}");
        let read = media_image::read(&made.path, &made.name).unwrap();
        assert_eq!((read.pixels.width(), read.pixels.height()), (640, 480));
    }
}

#[test]
fn pixels_go_before_it_looks_bad_unless_they_are_asked_for() {
    let (context, _folder) = context();
    let file = photo(&context, (640, 480));
    let sides = |file: &MediaFile| {
        let read = media_image::read(&file.path, &file.name).unwrap();
        (read.pixels.width(), read.pixels.height())
    };
    let small = run(&file, &[("target", "12 kB")], &context).unwrap();
    assert!(length(&small) <= 12_000);
    assert!(sides(&small).0 < 640, "{:?}", sides(&small));
    let values = [("target", "20 kB"), ("size", "640x480")];
    let kept = run(&file, &values, &context).unwrap();
    assert!(length(&kept) <= 20_000);
    assert_eq!(sides(&kept), (640, 480));
    let values = [("target", "2 kB"), ("size", "640x480")];
    let error = run(&file, &values, &context).unwrap_err().to_string();
    assert!(
        error.contains("2 kB") && error.contains("640 × 480"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_so_small_is_refused_and_leaves_nothing() {
    let (context, folder) = context();
    let file = photo(&context, (64, 48));
    let error = run(&file, &[("target", "10 B")], &context).unwrap_err();
    assert!(error.to_string().contains("10 bytes"), "{error}");
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 1);
}

#[test]
fn clear_pixels_become_white_and_qualities_differ() {
    let (context, _folder) = context();
    let clear = RgbaImage::from_pixel(40, 30, Rgba([0, 0, 0, 0]));
    let file = written(&context, "clear.png", clear.into());
    let made = run(&file, &[], &context).unwrap();
    let said = context.progress.said().join(" ");
    assert!(said.contains("no transparency"), "{said}");
    let read = media_image::read(&made.path, &made.name).unwrap();
    assert!(
        read.pixels
            .to_rgb8()
            .get_pixel(20, 15)
            .0
            .iter()
            .all(|value| *value > 250)
    );
    let file = photo(&context, (320, 240));
    let of = |quality| length(&run(&file, &[("quality", quality)], &context).unwrap());
    assert!(of("small") < of("normal") && of("normal") < of("high"));
}

#[test]
fn a_sticker_meets_all_that_its_service_asks() {
    let (context, _folder) = context();
    let clear = RgbaImage::from_fn(300, 120, |x, _| match x {
        ..150 => Rgba([200, 40, 60, 255]),
        _ => Rgba([0; 4]),
    });
    let file = written(&context, "logo.png", clear.into());
    for (service, sides, most) in [
        ("Telegram sticker", (512, 205), 512_000),
        ("WhatsApp sticker", (512, 512), 100_000),
    ] {
        let made = run(&file, &[("preset", service)], &context).unwrap();
        assert_eq!(made.name, "logo_compressed.webp", "{service}");
        assert!(length(&made) <= most);
        let read = media_image::read(&made.path, &made.name).unwrap().pixels;
        assert_eq!((read.width(), read.height()), sides, "{service}");
        let read = read.into_rgba8();
        let middle = read.height() / 2;
        assert!(read.get_pixel(60, middle)[3] > 240 && read.get_pixel(480, middle)[3] < 20);
    }
    let error = run(
        &file,
        &[("preset", "Telegram sticker"), ("format", "jpg")],
        &context,
    );
    let error = error.unwrap_err().to_string();
    assert!(error.contains("takes WEBP, but not JPG"), "{error}");
    let toolbox = patchbay_domain::Toolbox::from_json(crate::TOOLBOX).unwrap();
    let tool = toolbox
        .tools
        .iter()
        .find(|tool| tool.name == "image_compression");
    let choices = &tool.unwrap().parameter("preset").unwrap().choices;
    let services = patchbay_tool_api::services::services();
    let takers = services.iter().filter(|service| service.image.is_some());
    let names: Vec<&String> = takers.map(|service| &service.name).collect();
    assert_eq!(choices.iter().collect::<Vec<_>>(), names);
}

#[test]
fn pictures_become_what_services_and_mails_take() {
    let (context, _folder) = context();
    let file = photo(&context, (8_400, 40));
    for (service, most, width) in [
        ("Discord", 10_000_000, 8_400),
        ("email", 18_000_000, 8_400),
        ("Mastodon", 16_000_000, 8_192),
    ] {
        let made = run(&file, &[("preset", service)], &context).unwrap();
        assert_eq!(made.name, "photo_compressed.jpg", "{service}");
        assert!(length(&made) <= most);
        let bytes = std::fs::read(&made.path).unwrap();
        assert!(bytes.starts_with(&[0xFF, 0xD8]), "{service}");
        let read = media_image::read(&made.path, &made.name).unwrap().pixels;
        assert_eq!(read.width(), width, "{service}");
    }
    for service in ["Discord", "email"] {
        let set = [("preset", service), ("format", "avif")];
        let error = run(&file, &set, &context).unwrap_err().to_string();
        assert!(error.contains("but not AVIF"), "{service}: {error}");
    }
}
