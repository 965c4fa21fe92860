//! Files of several pages, and documents of their pages: what is a document already stays as it is stored, pictures become
//! pages.

use patchbay_domain::MediaFile;
use patchbay_media::document::{Packing, PagesOf, write_pages};
use patchbay_media::image::Pages;
use patchbay_media::pdf::{PdfImage, PdfPage, write_pdf};

use crate::{Context, ToolError};

/// Pages of a file.
#[derive(Debug, Clone)]
pub(crate) struct Paged {
    pub(crate) file: MediaFile,
    /// Numbers of the pages, the first being 0.
    pub(crate) pages: Vec<usize>,
    /// Number of pages that the file has.
    pub(crate) count: usize,
    pub(crate) is_document: bool,
}

impl Paged {
    /// All pages of a file.
    pub(crate) fn whole(file: &MediaFile) -> Result<Self, ToolError> {
        let pages = Pages::open(&file.path, &file.name)?;
        Ok(Self {
            file: file.clone(),
            pages: (0..pages.count()).collect(),
            count: pages.count(),
            is_document: pages.is_document(),
        })
    }
}

/// Writes a document of pages, each turned clockwise by `turn` degrees (a multiple of 90), its pictures packed where
/// `packing` says so. `page`: how a picture becomes a page.
///
/// # Errors
/// A file cannot be read, the step is to stop, or the document cannot be written; then there is none.
pub(crate) fn write_document(
    output: &MediaFile,
    files: &[Paged],
    (turn, packing): (i64, Option<Packing>),
    page: &dyn Fn(PdfImage) -> PdfPage,
    context: &Context,
) -> Result<(), ToolError> {
    let is_new = turn == 0 && packing.is_none() && files.iter().all(|file| !file.is_document);
    if is_new {
        return of_pictures(output, files, page, context);
    }
    let has_pictures = files.iter().any(|file| !file.is_document);
    let drawing = context.part(0.0, if has_pictures { 0.6 } else { 0.0 });
    let mut sources = Vec::new();
    for (number, file) in files.iter().enumerate() {
        drawing.step(number, files.len())?;
        if file.is_document {
            sources.push(PagesOf {
                path: file.file.path.clone(),
                name: file.file.name.clone(),
                pages: file.pages.clone(),
            });
            continue;
        }
        let between = MediaFile {
            path: context.folder.join(format!("pictures-{number}.pdf")),
            name: file.file.name.clone(),
        };
        let from = number as f64 / files.len() as f64;
        let part = drawing.part(from, from + 1.0 / files.len() as f64);
        of_pictures(&between, std::slice::from_ref(file), page, &part)?;
        sources.push(PagesOf {
            path: between.path,
            name: between.name,
            pages: (0..file.pages.len()).collect(),
        });
    }
    let writing = context.part(if has_pictures { 0.6 } else { 0.0 }, 1.0);
    write_pages::<ToolError>(
        (&output.path, &output.name),
        &sources,
        (turn, packing),
        &mut |done| {
            writing.progress.set(done);
            Ok(writing.check()?)
        },
    )
}

/// Writes a document of pictures, of which one is in memory at a time.
fn of_pictures(
    output: &MediaFile,
    files: &[Paged],
    page: &dyn Fn(PdfImage) -> PdfPage,
    context: &Context,
) -> Result<(), ToolError> {
    let all: usize = files.iter().map(|file| file.pages.len()).sum();
    let mut open: Option<(usize, Pages)> = None;
    let places = files
        .iter()
        .enumerate()
        .flat_map(|(number, file)| file.pages.iter().map(move |page| (number, *page)));
    let pages = places.enumerate().map(|(done, (number, wanted))| {
        context.step(done, all)?;
        let Paged { file, count, .. } = &files[number];
        if *count == 1 {
            // A JPEG is taken over as it is packed.
            return Ok(page(PdfImage::read(&file.path, &file.name)?));
        }
        if open.as_ref().is_none_or(|(known, _)| *known != number) {
            open = Some((number, Pages::open(&file.path, &file.name)?));
        }
        let image = match &mut open {
            Some((_, pages)) => pages.read(wanted, None)?,
            None => unreachable!("it was opened"),
        };
        Ok(page(PdfImage::of(image)))
    });
    let written = write_pdf::<ToolError>(&output.path, &output.name, pages);
    if written.is_err() {
        // What was asked for failed already.
        let _ = std::fs::remove_file(&output.path);
    }
    written
}
