//! `pages`: pages of PDF and TIFF files and pictures: chosen, turned, joined, taken apart, made small; as a document, a TIFF
//! file or pictures.

mod chosen;
mod pictures;
#[cfg(test)]
mod tests;

use patchbay_domain::{LabelledImage, MediaFile, Resource, ResourceType};
use patchbay_media::document::Packing;
use patchbay_media::image::Animation;
use patchbay_media::pdf::{LONGEST_PAGE, PdfImage, PdfPage};

use self::chosen::chosen;
use super::shared::documents::{Paged, write_document};
use crate::{Context, Implementation, Inputs, PartsRead, Registered, ToolError};

struct PagesTool;
inventory::submit!(Registered(&PagesTool));

/// Default resolution of the pictures in a document that is made small, in dots per inch.
const SMALL_DOTS: f64 = 150.0;
/// Their quality as JPEG.
const SMALL_QUALITY: u8 = 75;
/// The most files that are written.
const MOST_FILES: usize = 2_000;

impl Implementation for PagesTool {
    fn tool(&self) -> &'static str {
        "pages"
    }

    fn reads(&self, inputs: &Inputs) -> PartsRead {
        let is_apart = !matches!(Wanted::format(inputs).as_deref(), None | Some("pdf"));
        PartsRead {
            pages: true,
            frames: is_apart,
            film: false,
        }
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        let some = inputs.value("pages").is_some() || inputs.value("files").is_some();
        let is_drawn = !matches!(Wanted::format(inputs).as_deref(), None | Some("pdf"));
        let documents = inputs.pictures().filter(|file| {
            let ending = file.name.rsplit_once('.').map(|(_, ending)| ending);
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"))
        });
        let several = inputs.pictures().count() > 1;
        documents
            .filter_map(|file| {
                if is_drawn {
                    Some(format!("The texts of “{}” become pixels.", file.name))
                } else if some || several {
                    Some(format!(
                        "Bookmarks of “{}” are not taken over, and its forms can no longer be filled in.",
                        file.name
                    ))
                } else {
                    None
                }
            })
            .collect()
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let wanted = Wanted::of(inputs)?;
        let mut files = Vec::with_capacity(images.len());
        for image in &images {
            context.check()?;
            let mut paged = Paged::whole(&image.file)?;
            // In a document an animation is one page.
            if paged.count == 1
                && !matches!(wanted.format.as_deref(), None | Some("pdf"))
                && let Some(animation) = Animation::open(&image.file.path, &image.file.name)?
            {
                paged.count = animation.frame_count;
                paged.pages = (0..animation.frame_count).collect();
            }
            if let Some(pages) = inputs.value("pages") {
                paged.pages = chosen(&pages, paged.count, &image.file.name)?;
            }
            files.push(paged);
        }
        let format = wanted
            .format
            .clone()
            .unwrap_or_else(|| usual(&files).to_owned());
        let made = match format.as_str() {
            "pdf" => documents(&files, &wanted, context)?,
            format => pictures::written(&files, &wanted, format, context)?,
        };
        context.progress.set(1.0);
        let items = made
            .into_iter()
            .map(|file| LabelledImage { file, label: None });
        Ok(Resource::Images {
            kind: ResourceType::IMAGE,
            items: items.collect(),
        })
    }
}

/// The format of what is made where none is set: pages of scans stay a scan, all else becomes a document.
fn usual(files: &[Paged]) -> &'static str {
    let is_scan = |file: &Paged| {
        let ending = file
            .file
            .name
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_lowercase());
        matches!(ending.as_deref(), Some("tif" | "tiff"))
    };
    if files.iter().all(is_scan) {
        "tiff"
    } else {
        "pdf"
    }
}

/// Form of the files to be made.
struct Wanted {
    format: Option<String>,
    /// Degrees clockwise.
    turn: i64,
    is_apart: bool,
    dots: Option<f64>,
    packing: Option<Packing>,
}

impl Wanted {
    fn format(inputs: &Inputs) -> Option<String> {
        inputs.value("format").map(|format| format.to_lowercase())
    }

    fn of(inputs: &Inputs) -> Result<Self, ToolError> {
        let (dots, quality) = (inputs.number("resolution")?, inputs.number("quality")?);
        if dots.is_some_and(|dots| !(10.0..=1_200.0).contains(&dots)) {
            return Err(ToolError::Refused(
                "Pages are drawn at 10 to 1200 dots per inch. Choose a resolution between."
                    .to_owned(),
            ));
        }
        let is_small = dots.is_some() || quality.is_some();
        let words = ("number of degrees", "90, 180 or 270");
        let turn = inputs.value_as("turn", words, |turn| turn.parse().ok())?;
        Ok(Self {
            format: Self::format(inputs),
            turn: turn.unwrap_or(0),
            is_apart: inputs.value("files").as_deref() == Some("one for each page"),
            dots,
            packing: is_small.then(|| Packing {
                dots: dots.unwrap_or(SMALL_DOTS),
                quality: quality.map_or(SMALL_QUALITY, |quality| quality.clamp(1.0, 100.0) as u8),
            }),
        })
    }
}

/// Documents: one of all pages, or one for each.
fn documents(
    files: &[Paged],
    wanted: &Wanted,
    context: &Context,
) -> Result<Vec<MediaFile>, ToolError> {
    let first = &files[0].file.name;
    let how = (wanted.turn, wanted.packing);
    if !wanted.is_apart {
        let output = context.output("pages", Some(first), "pdf");
        write_document(&output, files, how, &page, context)?;
        return Ok(vec![output]);
    }
    let all = count_within(files)?;
    let mut made = Vec::with_capacity(all);
    for file in files {
        for number in &file.pages {
            let one = Paged {
                pages: vec![*number],
                ..file.clone()
            };
            let part = context.part(
                made.len() as f64 / all as f64,
                (made.len() + 1) as f64 / all as f64,
            );
            let output =
                context.output(&purpose(*number, file.count), Some(&file.file.name), "pdf");
            write_document(&output, &[one], how, &page, &part)?;
            made.push(output);
        }
    }
    Ok(made)
}

/// Number of files that become of pages, one for each.
fn count_within(files: &[Paged]) -> Result<usize, ToolError> {
    let all = files.iter().map(|file| file.pages.len()).sum();
    if all > MOST_FILES {
        return Err(ToolError::Refused(format!(
            "That would be {all} files, and at most {MOST_FILES} are made at once. Choose some of the pages."
        )));
    }
    Ok(all)
}

/// The purpose after which the file of a page is named, such as `page-03`.
fn purpose(number: usize, count: usize) -> String {
    let width = count.to_string().len();
    format!("page-{:0width$}", number + 1)
}

/// A page as large as its picture, 96 pixels to an inch.
fn page(image: PdfImage) -> PdfPage {
    let [wide, high] = [image.size.0, image.size.1].map(f64::from);
    let scale = (72.0_f64 / 96.0).min(LONGEST_PAGE / wide.max(high));
    let size = (wide * scale, high * scale);
    PdfPage {
        size,
        place: [0.0, 0.0, size.0, size.1],
        image,
    }
}
