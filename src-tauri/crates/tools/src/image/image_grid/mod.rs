//! Puts images together on one: in a grid, in a row, in a column, with labels where wanted.

mod labels;
mod titles;

use patchbay_domain::{LabelledImage, MediaFile, Resource};
use patchbay_media::image::{self as media_image, converted, read, resize};
use patchbay_vision::lettering::undrawable;
use patchbay_vision::pixels::is_deep;

use self::labels::labelled;
use super::shared::canvas::Canvas;
use super::shared::changed;
use crate::shared::arranging::{Bounds, Layout, arranged};
use crate::shared::order;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Default distance of the images of a grid, in percent.
const USUAL_GAP: f64 = 2.0;

/// JPEG and WebP files hold no longer sides.
const BOUNDS: Bounds = Bounds {
    pixels: 64e6,
    longest: 16_000.0,
};

struct ImageGrid;
inventory::submit!(Registered(&ImageGrid));

impl Implementation for ImageGrid {
    fn tool(&self) -> &'static str {
        "image_grid"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = order::images(inputs, inputs.images("image")?, context);
        let sizes = images
            .iter()
            .map(|LabelledImage { file, .. }| media_image::probe(&file.path, &file.name))
            .collect::<Result<Vec<_>, _>>()?;
        let layout = layout(inputs, images.len())?;
        let usual = match layout {
            Layout::Grid(_) | Layout::Rows(_) => USUAL_GAP,
            _ => 0.0,
        };
        let gap = inputs.number("gap")?.unwrap_or(usual);
        let words = words(inputs, &images)?;
        let mut whole = arranged(&sizes, &layout, gap / 100.0, BOUNDS);
        let plates = titles::room(&titles::of(inputs, images.len())?, &mut whole);
        let first = read(&images[0].file.path, &images[0].file.name)?;
        let profile = first.metadata.icc.clone();
        let mut laid = Vec::with_capacity(images.len());
        for (number, (image, cell)) in images.iter().zip(&whole.cells).enumerate() {
            context.step(number, images.len() + 1)?;
            let picture = read(&image.file.path, &image.file.name)?;
            let small = resize(&picture.pixels, cell.width, cell.height);
            let icc = picture.metadata.icc.as_deref();
            let small = converted(small, icc, profile.as_deref());
            laid.push(match words.get(number) {
                Some(word) => labelled(&small, word),
                None => small,
            });
        }
        let has = |what: fn(&image::DynamicImage) -> bool| laid.iter().any(what);
        let (deep, color) = (has(is_deep), has(|image| image.color().has_color()));
        let clear = has(|image| image.color().has_alpha());
        let (ground, is_clear) = match inputs.value("background").as_deref() {
            Some("white") => ([255; 4], false),
            Some("black") => ([0, 0, 0, 255], false),
            Some("grey") => ([128, 128, 128, 255], false),
            Some("transparent") => ([255, 255, 255, 0], true),
            _ if clear => ([255, 255, 255, 0], true),
            _ => ([255; 4], false),
        };
        let is_dark = ground[0] < 100 && ground[3] > 0;
        let mut canvas = Canvas::new(whole.size, deep, ground);
        for (image, cell) in laid.iter().zip(&whole.cells) {
            context.check()?;
            canvas.lay(image, (cell.left, cell.top), 1.0);
        }
        for plate in &plates {
            canvas.lay(&plate.drawn(is_dark), plate.corner, 1.0);
        }
        let made = canvas.finished(color, is_clear);
        let name = &images[0].file.name;
        let file: MediaFile = changed::write(context, &first, name, "collage", &made)?;
        context.progress.set(1.0);
        Ok(Resource::image(file))
    }
}

/// Arrangement of so many images, as the values say; two in a row, more in a grid about as wide as
/// high.
fn layout(inputs: &Inputs, count: usize) -> Result<Layout, ToolError> {
    if let Some(rows) = inputs.value("rows") {
        return rows_of(&rows, count).map(Layout::Rows);
    }
    let columns = inputs.count("columns")?;
    Ok(match (inputs.value("layout").as_deref(), columns) {
        (Some("row"), _) => Layout::Row,
        (Some("column"), _) => Layout::Column,
        (_, Some(columns)) => Layout::Grid(columns),
        (None, None) if count <= 2 => Layout::Row,
        (_, None) => Layout::Grid((count as f64).sqrt().ceil() as u32),
    })
}

/// Number of images in each row, such as `3, 2`.
fn rows_of(value: &str, count: usize) -> Result<Vec<u32>, ToolError> {
    let rows: Option<Vec<u32>> = value
        .split([',', ' ', '+'])
        .filter(|row| !row.is_empty())
        .map(|row| row.parse().ok().filter(|row| *row > 0))
        .collect();
    let rows = rows.filter(|rows| !rows.is_empty()).ok_or_else(|| {
        ToolError::Refused(format!(
            "“{value}” says no rows. Write how many lie in each, such as 3, 2."
        ))
    })?;
    let all: u64 = rows.iter().map(|row| u64::from(*row)).sum();
    if all == count as u64 {
        return Ok(rows);
    }
    Err(ToolError::Refused(format!(
        "Rows of {value} are for {all} pictures, and {count} were given. Write how many lie in each row."
    )))
}

/// Words that are written on the images; nothing where no labels are asked for.
fn words(inputs: &Inputs, images: &[LabelledImage]) -> Result<Vec<String>, ToolError> {
    let words: Vec<String> = match inputs.value("labels").as_deref() {
        Some("before and after") if images.len() == 2 => {
            ["Before", "After"].map(str::to_owned).to_vec()
        }
        Some("before and after") => {
            return Err(ToolError::Refused(format!(
                "“Before” and “after” can be written on two pictures, and {} were given. Choose two, or their names as \
                 labels.",
                images.len()
            )));
        }
        Some("numbers") => (1..=images.len())
            .map(|number| number.to_string())
            .collect(),
        Some("names") => images
            .iter()
            .map(|image| {
                let name = &image.file.name;
                let stem = name
                    .rsplit_once('.')
                    .map_or(name.as_str(), |(stem, _)| stem);
                stem.to_owned()
            })
            .collect(),
        _ => Vec::new(),
    };
    match words.iter().find_map(|word| undrawable(word)) {
        Some(letter) => Err(ToolError::Input(format!(
            "“{letter}” cannot be written on a picture here. Rename the file, or do without labels."
        ))),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    fn photos(bench: &Bench, colors: &[[u8; 3]]) -> Resource {
        let photo = |(number, color): (usize, &[u8; 3])| {
            let pixels = RgbImage::from_pixel(120, 80, Rgb(*color)).into();
            let Resource::Images { items, .. } = bench.png(&format!("{number}.png"), &pixels)
            else {
                panic!("a picture")
            };
            items
        };
        Resource::Images {
            kind: patchbay_domain::ResourceType::IMAGE,
            items: colors.iter().enumerate().flat_map(photo).collect(),
        }
    }

    fn text(value: &str) -> Resource {
        Resource::Text(value.to_owned())
    }

    const COLORS: [[u8; 3]; 4] = [[200, 0, 0], [0, 200, 0], [0, 0, 200], [200, 200, 0]];

    #[test]
    fn two_lie_side_by_side_and_four_in_a_grid() {
        let bench = Bench::new();
        let two = [("image", photos(&bench, &COLORS[..2]))];
        let two = bench.run("image_grid", two).unwrap();
        let pixels = open(two.files()[0]).into_rgb8();
        assert_eq!(pixels.dimensions(), (240, 80));
        assert_eq!(pixels.get_pixel(60, 40).0, COLORS[0]);
        assert_eq!(pixels.get_pixel(180, 40).0, COLORS[1]);
        let four = [("image", photos(&bench, &COLORS)), ("gap", text("10"))];
        let four = bench.run("image_grid", four).unwrap();
        assert_eq!(four.files()[0].name, "0_collage.png");
        let pixels = open(four.files()[0]).into_rgb8();
        assert_eq!(pixels.dimensions(), (248, 168));
        for (number, (x, y)) in [(60, 40), (190, 40), (60, 130), (190, 130)]
            .into_iter()
            .enumerate()
        {
            assert_eq!(pixels.get_pixel(x, y).0, COLORS[number]);
        }
        assert_eq!(pixels.get_pixel(124, 84).0, [255; 3], "the gap is white");
    }

    #[test]
    fn columns_and_background_are_as_said() {
        let bench = Bench::new();
        let values = [
            ("image", photos(&bench, &COLORS)),
            ("columns", text("3")),
            ("gap", text("0")),
            ("background", text("black")),
        ];
        let made = bench.run("image_grid", values).unwrap();
        let pixels = open(made.files()[0]).into_rgb8();
        assert_eq!(pixels.dimensions(), (360, 160));
        assert_eq!(pixels.get_pixel(180, 120).0, COLORS[3], "it is centred");
        assert_eq!(pixels.get_pixel(60, 120).0, [0; 3]);
    }

    #[test]
    fn three_lie_above_and_two_below_with_titles_under_each() {
        let bench = Bench::new();
        let five = [COLORS.as_slice(), &[[0, 200, 200]]].concat();
        let values = || {
            [
                ("image", photos(&bench, &five)),
                ("rows", text("3, 2")),
                ("gap", text("0")),
            ]
        };
        let plain = bench.run("image_grid", values()).unwrap();
        let pixels = open(plain.files()[0]).into_rgb8();
        // Rows are equally wide: the lower pictures are larger.
        assert_eq!(pixels.dimensions(), (360, 80 + 120));
        for (number, (x, y)) in [(60, 40), (180, 40), (300, 40), (90, 140), (270, 140)]
            .into_iter()
            .enumerate()
        {
            assert_eq!(pixels.get_pixel(x, y).0, five[number]);
        }
        let [image, rows, gap] = values();
        let titled = [
            image,
            rows,
            gap,
            ("titles", text("One; Two; Three; Four; Five")),
        ];
        let titled = bench.run("image_grid", titled).unwrap();
        let with = open(titled.files()[0]).into_rgb8();
        let (width, height) = with.dimensions();
        assert!(width == 360 && height > 220, "{height}");
        let strip = (height - 200) / 2;
        let ink = |left: u32, top: u32| {
            let places = (left..left + 120).flat_map(|x| (top..top + strip).map(move |y| (x, y)));
            places
                .filter(|(x, y)| with.get_pixel(*x, *y).0.iter().all(|value| *value < 90))
                .count()
        };
        assert!(ink(0, 80) > 10 && ink(240, 80) > 10 && ink(0, height - strip) > 10);
        assert_eq!(with.get_pixel(90, 80 + strip + 60).0, five[3]);
        let wrong = [("image", photos(&bench, &five)), ("rows", text("3, 3"))];
        let error = bench.run("image_grid", wrong).unwrap_err().to_string();
        assert!(error.contains("5 were given"), "{error}");
    }

    #[test]
    fn numbers_stand_on_each_picture_or_below_it() {
        let bench = Bench::new();
        let made = |what: &str| {
            let image = ("image", photos(&bench, &COLORS[..3]));
            let values = [image, ("layout", text("row")), (what, text("numbers"))];
            open(bench.run("image_grid", values).unwrap().files()[0]).into_rgb8()
        };
        let (on, below) = (made("labels"), made("titles"));
        let (width, height) = below.dimensions();
        assert!(on.dimensions() == (360, 80) && width == 360 && height > 90);
        let part = |of: &RgbImage, place: u32, top: u32, down: u32| {
            image::imageops::crop_imm(of, 120 * place, top, 120, down).to_image()
        };
        for (place, color) in (0..3).zip(COLORS) {
            let plain = RgbImage::from_pixel(120, 80, Rgb(color));
            let numbered = labelled(&plain.clone().into(), &(place + 1).to_string());
            let seen = part(&on, place, 0, 80);
            let is_near = |(a, b): (&u8, &u8)| a.abs_diff(*b) < 3;
            assert!(
                seen.iter().zip(numbered.into_rgb8().iter()).all(is_near),
                "{place}"
            );
            assert!(part(&below, place, 0, 80) == plain, "{place} is whole");
            let strip = part(&below, place, 80, height - 80);
            let ink = strip
                .enumerate_pixels()
                .filter(|(.., pixel)| pixel.0[0] < 200);
            let across: Vec<u32> = ink.map(|(x, ..)| x).collect();
            assert!(across.len() > 5 && across.iter().all(|x| (50..70).contains(x)));
            assert!(strip != part(&below, (place + 1) % 3, 80, height - 80));
        }
    }

    #[test]
    fn before_and_after_is_written_on_two_and_on_no_more() {
        let bench = Bench::new();
        let labels = || ("labels", text("before and after"));
        let two = bench.run(
            "image_grid",
            [("image", photos(&bench, &COLORS[..2])), labels()],
        );
        let pixels = open(two.unwrap().files()[0]).into_rgb8();
        for left in [0, 120] {
            let white = (left..left + 60)
                .flat_map(|x| (0..20).map(move |y| (x, y)))
                .filter(|(x, y)| pixels.get_pixel(*x, *y).0.iter().all(|value| *value > 180));
            assert!(white.count() > 20);
        }
        assert_eq!(pixels.get_pixel(100, 60).0, COLORS[0]);
        let four = bench.run("image_grid", [("image", photos(&bench, &COLORS)), labels()]);
        assert!(four.unwrap_err().to_string().contains("4 were given"));
    }
}
