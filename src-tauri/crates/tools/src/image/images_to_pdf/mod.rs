//! `images_to_pdf`: a PDF document of images, a page each, on paper or as large as the images are.

use patchbay_domain::{Label, Resource};
use patchbay_media::pdf::{LONGEST_PAGE, PdfImage, PdfPage};

use super::shared::documents::{Paged, write_document};
use crate::shared::order;
use crate::{Context, Implementation, Inputs, PartsRead, Registered, ToolError};

struct ImagesToPdf;
inventory::submit!(Registered(&ImagesToPdf));

/// Points of a pixel where the page is as large as the image: 96 pixels are an inch.
const POINTS: f64 = 72.0 / 96.0;

impl Implementation for ImagesToPdf {
    fn tool(&self) -> &'static str {
        "images_to_pdf"
    }

    fn reads(&self, _inputs: &Inputs) -> PartsRead {
        PartsRead {
            pages: true,
            ..PartsRead::default()
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = order::images(inputs, inputs.images("image")?, context);
        let form = Form::of(inputs)?;
        let first = &images[0].file;
        let output = context.output("pages", Some(&first.name), "pdf");
        let files = images.iter().map(|image| Paged::whole(&image.file));
        let files = files.collect::<Result<Vec<_>, _>>()?;
        let count: usize = files.iter().map(|file| file.pages.len()).sum();
        write_document(
            &output,
            &files,
            (0, None),
            &|image| form.page(image),
            context,
        )?;
        context.progress.set(1.0);
        let name = match count {
            1 => "1 page".to_owned(),
            count => format!("{count} pages"),
        };
        Ok(Resource::Document {
            file: output,
            label: Some(Label { name, score: None }),
        })
    }
}

/// Form of the pages.
struct Form {
    /// The shorter and the longer side of the paper, in points; none: as each image is.
    paper: Option<(f64, f64)>,
    /// Whether pages lie on their longer side; none: as each image lies.
    is_wide: Option<bool>,
    /// Margin that stays free all around, as a share of the page's shorter side.
    margin: f64,
}

impl Form {
    fn of(inputs: &Inputs) -> Result<Self, ToolError> {
        let is_wide = inputs
            .value("orientation")
            .map(|orientation| orientation == "landscape");
        let millimetres = |short: f64, long: f64| Some((short * 72.0 / 25.4, long * 72.0 / 25.4));
        let inches = |short: f64, long: f64| Some((short * 72.0, long * 72.0));
        let paper = match inputs.value("page").as_deref() {
            Some("A3") => millimetres(297.0, 420.0),
            Some("A4") => millimetres(210.0, 297.0),
            Some("A5") => millimetres(148.0, 210.0),
            Some("letter") => inches(8.5, 11.0),
            Some("legal") => inches(8.5, 14.0),
            // How pages lie is said of paper alone.
            None if is_wide.is_some() => millimetres(210.0, 297.0),
            _ => None,
        };
        let margin = inputs.number("margin")?.unwrap_or(0.0);
        Ok(Self {
            paper,
            is_wide,
            margin: margin.clamp(0.0, 40.0) / 100.0,
        })
    }

    /// The page of an image.
    fn page(&self, image: PdfImage) -> PdfPage {
        let (size, place) = self.laid(image.size);
        PdfPage { size, place, image }
    }

    /// The size of a page for an image of so many pixels, and where the image lies on it.
    fn laid(&self, (width, height): (u32, u32)) -> ((f64, f64), [f64; 4]) {
        let (wide, high) = (f64::from(width), f64::from(height));
        let Some((short, long)) = self.paper else {
            // With its margin, which is a share of the whole page, no longer than a page may be.
            let fit = POINTS.min(LONGEST_PAGE * (1.0 - 2.0 * self.margin) / wide.max(high));
            let (across, down) = (wide * fit, high * fit);
            let margin = across.min(down) * self.margin / (1.0 - 2.0 * self.margin);
            let size = (across + 2.0 * margin, down + 2.0 * margin);
            return (size, [margin, margin, across, down]);
        };
        let size = if self.is_wide.unwrap_or(width > height) {
            (long, short)
        } else {
            (short, long)
        };
        let margin = self.margin * short;
        let fit = ((size.0 - 2.0 * margin) / wide).min((size.1 - 2.0 * margin) / high);
        let (across, down) = (wide * fit, high * fit);
        let place = [(size.0 - across) / 2.0, (size.1 - down) / 2.0, across, down];
        (size, place)
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, Rgba, RgbaImage};
    use patchbay_domain::ResourceType;

    use super::*;
    use crate::image::shared::testing::Bench;

    fn photo() -> RgbImage {
        RgbImage::from_fn(120, 80, |x, y| Rgb([x as u8, y as u8, 90]))
    }

    /// The bytes of the document, and what it says of itself as words.
    fn made(bench: &Bench, images: Vec<Resource>, values: [(&str, &str); 2]) -> (Vec<u8>, String) {
        let items = images.into_iter().flat_map(|image| match image {
            Resource::Images { items, .. } => items,
            _ => Vec::new(),
        });
        let images = Resource::Images {
            kind: ResourceType::IMAGE,
            items: items.collect(),
        };
        let count = images.files().len();
        let [first, second] = values.map(|(name, value)| (name, Resource::Text(value.to_owned())));
        let made = bench
            .run("images_to_pdf", [("image", images), first, second])
            .unwrap();
        let Resource::Document { file, label } = made else {
            panic!("a document")
        };
        assert_eq!(file.name, "a_pages.pdf");
        assert!(label.unwrap().name.starts_with(&format!("{count} page")));
        let bytes = std::fs::read(&file.path).unwrap();
        let words = String::from_utf8_lossy(&bytes).into_owned();
        (bytes, words)
    }

    #[test]
    fn a_jpeg_is_taken_over_as_it_is_and_others_without_loss() {
        let bench = Bench::new();
        let jpeg = bench.jpeg("a.jpg", &photo());
        let packed = std::fs::read(&jpeg.files()[0].path).unwrap();
        let clear = RgbaImage::from_fn(50, 90, |x, _| Rgba([9, 8, 7, (x * 5) as u8]));
        let png = bench.png("b.png", &clear.into());
        let (bytes, words) = made(&bench, vec![jpeg, png], [("page", ""), ("margin", "")]);
        assert!(words.starts_with("%PDF-1.7") && words.ends_with("%%EOF\n"));
        assert_eq!(words.matches("/Type/Page/").count(), 2);
        assert!(words.contains("/Count 2/"));
        assert!(bytes.windows(packed.len()).any(|part| part == packed));
        assert_eq!(words.matches("/DCTDecode").count(), 1);
        assert_eq!(words.matches("/SMask").count(), 1);
        // As large as the images, 96 pixels to an inch.
        assert!(words.contains("/MediaBox[0 0 90.000 60.000]"));
        assert!(words.contains("/MediaBox[0 0 37.500 67.500]"));
    }

    #[test]
    fn every_object_lies_where_the_table_says() {
        let bench = Bench::new();
        let (bytes, _) = made(
            &bench,
            vec![bench.png("a.png", &photo().into())],
            [("page", "A4"), ("margin", "10")],
        );
        let find = |words: &[u8], from: usize| {
            let found = bytes[from..]
                .windows(words.len())
                .position(|part| part == words);
            from + found.unwrap()
        };
        let table = find(b"xref\n", 0);
        let lines: Vec<String> = String::from_utf8_lossy(&bytes[table..])
            .lines()
            .map(str::to_owned)
            .collect();
        let count: usize = lines[1].split_once(' ').unwrap().1.parse().unwrap();
        for number in 1..count {
            let offset: usize = lines[number + 2][..10].parse().unwrap();
            assert!(bytes[offset..].starts_with(format!("{number} 0 obj\n").as_bytes()));
        }
        let start = lines.iter().position(|line| line == "startxref").unwrap();
        assert_eq!(lines[start + 1], table.to_string());
    }

    #[test]
    fn paper_lies_as_the_image_does_unless_it_is_said() {
        let laid = |page: Option<(f64, f64)>, is_wide, margin| {
            Form {
                paper: page,
                is_wide,
                margin,
            }
            .laid((200, 100))
        };
        let letter = Some((612.0, 792.0));
        let near = |found: ((f64, f64), [f64; 4]), wanted: ((f64, f64), [f64; 4])| {
            let ((a, b), place) = found;
            let is_near = [a - wanted.0.0, b - wanted.0.1]
                .into_iter()
                .chain((0..4).map(|i| place[i] - wanted.1[i]))
                .all(|apart| apart.abs() < 0.01);
            assert!(is_near, "{found:?} {wanted:?}");
        };
        near(
            laid(letter, None, 0.0),
            ((792.0, 612.0), [0.0, 108.0, 792.0, 396.0]),
        );
        near(
            laid(letter, Some(false), 0.1),
            ((612.0, 792.0), [61.2, 273.6, 489.6, 244.8]),
        );
        near(
            laid(None, None, 0.1),
            ((168.75, 93.75), [9.375, 9.375, 150.0, 75.0]),
        );
    }
}
