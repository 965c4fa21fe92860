//! Tests that what an image brings along is still there in what tools make of it: colour profile,
//! depth, transparency, the way up, and what it says about itself.

mod given;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, ImageDecoder, ImageReader, Luma, Rgb, RgbImage};
use moxcms::ColorProfile;
use patchbay_domain::{
    BoundingBox, Label, LabelledBox, LabelledMask, MediaFile, Resource, ResourceParameter,
    ResourceType, Toolbox,
};
use patchbay_phrases::values::said;
use patchbay_tools::{Context, Inputs, Progress, TOOLBOX, ToolError, registry};
use serde_json::Value;

use self::given::{Given, given, write};

fn words(tool: &str) -> [&'static str; 7] {
    match tool {
        "partial_image_editing" => [
            "blur it",
            "make it brighter",
            "make it red",
            "remove it",
            "pixelate it",
            "sharpen it",
            "black it out",
        ],
        "image_color_lookup" => ["LUT_1D_SIZE 2\n0 0 0.1\n1 0.9 1\n"; 7],
        _ => [
            "make it brighter",
            "blur it",
            "sharpen it and add a vignette",
            "more contrast",
            "half size",
            "add a black border",
            "add text 'Sale' at the top",
        ],
    }
}

/// The values that a tool has to be given to make an image of the same content.
fn set(tool: &str) -> impl Iterator<Item = (String, Resource)> {
    let trials: Value = serde_json::from_str(patchbay_toolbox::TRIALS).expect("trials of tools");
    let values = trials[tool]["values"].as_object().expect("values").clone();
    values.into_iter().map(|(name, value)| {
        let value = value.as_str().expect("a text").to_owned();
        (name, Resource::Text(value))
    })
}

/// The tools that make an image of the same content, in a format that holds what it brings along: a
/// GIF, an icon and a document do not.
fn tools(toolbox: &Toolbox) -> impl Iterator<Item = (&str, &[ResourceParameter])> {
    toolbox.tools.iter().filter_map(|tool| {
        let from_image = tool
            .args
            .first()
            .is_some_and(|first| first.resource_type == ResourceType::IMAGE);
        let can_run = registry::runnable(&tool.name, &patchbay_inference::Models::none()).is_some();
        let is_bare = tool
            .formats
            .first()
            .is_some_and(|format| ["gif", "ico", "pdf"].contains(&format.as_str()));
        // One is there to keep nothing of that, and the other needs a scan.
        let others = ["image_metadata_removal", "photo_extraction"];
        let keeps = !is_bare && !others.contains(&tool.name.as_str());
        (from_image && tool.returns == ResourceType::IMAGE && can_run && keeps)
            .then_some((tool.name.as_str(), tool.args.as_slice()))
    })
}

/// Place of a tool's mask and box on the upright image: its middle.
const MIDDLE: BoundingBox = BoundingBox {
    x: 9.0,
    y: 12.0,
    width: 18.0,
    height: 22.0,
};

fn mask(folder: &Path) -> MediaFile {
    let inside = |x: u32, y: u32| (9..27).contains(&x) && (12..34).contains(&y);
    let mask = GrayImage::from_fn(36, 48, |x, y| Luma([if inside(x, y) { 255 } else { 0 }]));
    mask.save(folder.join("mask.png")).unwrap();
    MediaFile {
        path: folder.join("mask.png"),
        name: "mask.png".to_owned(),
    }
}

fn resource(
    parameter: &ResourceParameter,
    file: &MediaFile,
    words: &str,
    folder: &Path,
) -> Resource {
    let label = || {
        Some(Label {
            name: "thing".to_owned(),
            score: None,
        })
    };
    match parameter.resource_type.as_str() {
        "mask" => Resource::Masks(vec![LabelledMask {
            file: mask(folder),
            label: label(),
        }]),
        "bbox" => Resource::BoundingBoxes(vec![LabelledBox {
            bounding_box: MIDDLE,
            label: label(),
        }]),
        "text" => Resource::Text(words.to_owned()),
        "image" => Resource::image(file.clone()),
        kind => panic!("a tool takes a {kind}"),
    }
}

fn run(
    tool: &str,
    values: BTreeMap<String, Resource>,
    folder: &Path,
) -> Result<Resource, ToolError> {
    let context = Context {
        folder: folder.to_owned(),
        progress: Progress::default(),
        seed: 1,
        models: patchbay_inference::Models::none(),
        target_seconds: None,
        settings: std::collections::BTreeMap::new(),
    };
    registry::runnable(tool, &patchbay_inference::Models::none())
        .expect("the tool is built in")
        .run(&Inputs::new(values), &context)
}

/// Properties that a result has lost.
fn lost(given: &Given, result: &MediaFile) -> Vec<String> {
    let reader = ImageReader::new(BufReader::new(File::open(&result.path).unwrap()))
        .with_guessed_format()
        .unwrap();
    let mut decoder = reader.into_decoder().unwrap();
    let mut lost = Vec::new();
    let (icc, exif) = (
        decoder.icc_profile().unwrap(),
        decoder.exif_metadata().unwrap().unwrap_or_default(),
    );
    if decoder.orientation().unwrap() != Orientation::NoTransforms {
        lost.push("it says that it has to be turned".to_owned());
    }
    let has = |text: &str| exif.windows(text.len()).any(|part| part == text.as_bytes());
    if !has("Camera One") || !has("Jo Doe, 2024") {
        lost.push("EXIF".to_owned());
    }
    let bytes = fs::read(&result.path).unwrap();
    let packets = bytes
        .windows(22)
        .filter(|part| part == b"<dc:rights>Jo Doe, 202")
        .count();
    if packets != 1 {
        lost.push(format!("{packets} XMP packets"));
    }
    let pixels = DynamicImage::from_decoder(decoder).unwrap();
    let (before, after) = (given.pixels.color(), pixels.color());
    // Grey that was drawn on in colour has a profile with the same tones.
    if icc.as_ref() != Some(&given.icc) && (before.has_color() || !after.has_color()) {
        lost.push(format!(
            "the profile, of {} bytes: {:?}",
            given.icc.len(),
            icc.map(|icc| icc.len())
        ));
    } else if icc.is_none() {
        lost.push("the profile".to_owned());
    }
    if before.has_alpha() && !after.has_alpha() {
        lost.push("transparency".to_owned());
    }
    let wide = |pixels: &DynamicImage| pixels.to_rgba16().iter().any(|level| level % 257 != 0);
    if wide(&given.pixels) && !wide(&pixels) {
        lost.push(format!("its depth: {after:?}"));
    }
    // The light end was put on top, where the tool leaves a top.
    let grey = pixels.to_luma8();
    let row = |y: u32| {
        (0..grey.width())
            .map(|x| u32::from(grey.get_pixel(x, y)[0]))
            .sum::<u32>()
    };
    let (top, bottom) = (row(grey.height() / 4), row(grey.height() * 3 / 4));
    if top <= bottom {
        lost.push(format!("its way up: {top} above {bottom}"));
    }
    lost
}

#[test]
fn what_an_image_brings_along_is_kept() {
    let toolbox = Toolbox::from_json(TOOLBOX).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (mut faults, mut tried) = (Vec::new(), 0);
    for given in given() {
        let file = write(folder.path(), &given);
        for (tool, parameters) in tools(&toolbox) {
            let takes_words = parameters
                .iter()
                .any(|parameter| parameter.resource_type.as_str() == "text");
            for words in words(tool)
                .into_iter()
                .take(if takes_words { usize::MAX } else { 1 })
            {
                let values = parameters.iter().map(|parameter| {
                    (
                        parameter.name.clone(),
                        resource(parameter, &file, words, folder.path()),
                    )
                });
                let words = if takes_words { words } else { "" };
                let read = said(toolbox.tool(tool).expect("a tool"), words);
                let read = read
                    .into_iter()
                    .map(|(name, value)| (name, Resource::Text(value)));
                let values = values.chain(read).chain(set(tool));
                let place = tempfile::tempdir_in(folder.path()).unwrap();
                let lost = match run(tool, values.collect(), place.path()) {
                    Ok(result) => lost(&given, result.files()[0]),
                    Err(error) => vec![error.to_string()],
                };
                tried += 1;
                // A tool that is there to write a JPEG cannot keep what that does not hold.
                let is_jpeg = toolbox
                    .tool(tool)
                    .is_some_and(|tool| tool.formats.first().is_some_and(|usual| usual == "jpg"));
                let cannot_be = |lost: &String| {
                    is_jpeg && (lost == "transparency" || lost.starts_with("its depth"))
                };
                faults.extend(
                    lost.into_iter()
                        .filter(|lost| !cannot_be(lost))
                        .map(|lost| format!("{tool} ({words}) with {}: {lost}", given.name)),
                );
            }
        }
    }
    assert!(tried >= 6 * 20, "only {tried}");
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn images_of_two_profiles_look_alike_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let wide = ColorProfile::new_display_p3().encode().unwrap();
    // One orange, in sRGB and in Display P3 (CSS Color 4's sample code).
    let of = |name, color, icc: &[u8]| {
        let pixels = RgbImage::from_pixel(40, 30, Rgb(color)).into();
        Resource::image(write(
            folder.path(),
            &Given {
                name,
                pixels,
                icc: icc.to_vec(),
            },
        ))
    };
    let narrow = ColorProfile::new_srgb().encode().unwrap();
    let (first, second) = (
        of("narrow.png", [230, 120, 40], &narrow),
        of("wide.png", [216, 126, 61], &wide),
    );
    let values = BTreeMap::from([("image".to_owned(), first), ("second".to_owned(), second)]);
    let result = run("image_stitching", values, folder.path()).unwrap();
    let joined = patchbay_media::image::read(&result.files()[0].path, "joined.png")
        .unwrap()
        .pixels
        .into_rgb8();
    // They were stored on their side.
    let (left, right) = (joined.get_pixel(10, 15), joined.get_pixel(50, 15));
    assert_eq!((joined.dimensions(), left.0), ((60, 40), [230, 120, 40]));
    assert!(
        left.0
            .iter()
            .zip(right.0)
            .all(|(left, right)| left.abs_diff(right) < 4),
        "{left:?} {right:?}"
    );
}
