//! PDF documents of images, a page each (ISO 32000-1).
//!
//! - `stored`: images as a document holds them

mod stored;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub use self::stored::PdfImage;
use self::stored::Stored;
use crate::MediaError;

/// The longest side of a page, in points.
pub const LONGEST_PAGE: f64 = 14_400.0;

/// A page with one image on it. Lengths are points, of which an inch has 72.
pub struct PdfPage {
    /// How wide and how high the page is.
    pub size: (f64, f64),
    /// The image's left side, its lower side, its width and its height, as it is seen upright.
    pub place: [f64; 4],
    /// The image.
    pub image: PdfImage,
}

/// Writes a document page by page, so that none but one is in memory. `name` is what a person knows
/// it by.
///
/// # Errors
/// An error of `pages`, or the file cannot be written.
pub fn write_pdf<E: From<MediaError>>(
    path: &Path,
    name: &str,
    pages: impl Iterator<Item = Result<PdfPage, E>>,
) -> Result<(), E> {
    let unwritable = |error: io::Error| MediaError::Unwritable {
        name: name.to_owned(),
        reason: error.to_string(),
    };
    let file = File::create(path).map_err(unwritable)?;
    let mut document = Document::begun(BufWriter::new(file)).map_err(unwritable)?;
    for page in pages {
        let page = page?;
        let stored = page.image.stored(name)?;
        document.page(&page, &stored).map_err(unwritable)?;
    }
    document.finish().map_err(unwritable)?;
    Ok(())
}

/// The number of the list of pages, which each page names.
const PAGES: usize = 2;

/// A document that is being written.
struct Document<W> {
    out: W,
    written: usize,
    /// Offset of each object, the first being number 1; 0 if it is not written yet.
    offsets: Vec<usize>,
    /// The numbers of the pages.
    pages: Vec<usize>,
}

impl<W: Write> Document<W> {
    fn begun(out: W) -> io::Result<Self> {
        let mut document = Self {
            out,
            written: 0,
            // The catalogue and the list of pages come last.
            offsets: vec![0; PAGES],
            pages: Vec::new(),
        };
        // Bytes that are no letters tell programs that the file is not text.
        document.put(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")?;
        Ok(document)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len();
        self.out.write_all(bytes)
    }

    /// Writes an object, and answers with its number.
    fn object(&mut self, dictionary: &str, stream: Option<&[u8]>) -> io::Result<usize> {
        self.offsets.push(0);
        let number = self.offsets.len();
        self.numbered(number, dictionary, stream)?;
        Ok(number)
    }

    fn numbered(
        &mut self,
        number: usize,
        dictionary: &str,
        stream: Option<&[u8]>,
    ) -> io::Result<()> {
        self.offsets[number - 1] = self.written;
        self.put(format!("{number} 0 obj\n<<{dictionary}").as_bytes())?;
        if let Some(stream) = stream {
            self.put(format!("/Length {}>>\nstream\n", stream.len()).as_bytes())?;
            self.put(stream)?;
            return self.put(b"\nendstream\nendobj\n");
        }
        self.put(b">>\nendobj\n")
    }

    fn page(&mut self, page: &PdfPage, stored: &Stored) -> io::Result<()> {
        let image = self.image(stored)?;
        let [left, lower, width, height] = page.place;
        let matrix = stored
            .matrix([left, lower, width, height])
            .map(|value| format!("{value:.3}"))
            .join(" ");
        let content = self.object("", Some(format!("q {matrix} cm /I Do Q").as_bytes()))?;
        let (width, height) = page.size;
        let dictionary = format!(
            "/Type/Page/Parent {PAGES} 0 R/MediaBox[0 0 {width:.3} {height:.3}]\
             /Resources<</XObject<</I {image} 0 R>>>>/Contents {content} 0 R"
        );
        let number = self.object(&dictionary, None)?;
        self.pages.push(number);
        Ok(())
    }

    fn image(&mut self, stored: &Stored) -> io::Result<usize> {
        let colors = match &stored.profile {
            Some(profile) => {
                let dictionary = format!("/N {}", stored.components);
                let number = self.object(&dictionary, Some(profile))?;
                format!("[/ICCBased {number} 0 R]")
            }
            None if stored.components == 1 => "/DeviceGray".to_owned(),
            None => "/DeviceRGB".to_owned(),
        };
        let alpha = match &stored.alpha {
            Some(alpha) => {
                let number = self.object(&alpha.dictionary("/DeviceGray"), Some(&alpha.bytes))?;
                format!("/SMask {number} 0 R")
            }
            None => String::new(),
        };
        let dictionary = format!("{}{alpha}", stored.dictionary(&colors));
        self.object(&dictionary, Some(&stored.bytes))
    }

    fn finish(mut self) -> io::Result<()> {
        self.numbered(1, &format!("/Type/Catalog/Pages {PAGES} 0 R"), None)?;
        let kids: Vec<String> = self
            .pages
            .iter()
            .map(|page| format!("{page} 0 R"))
            .collect();
        let list = format!(
            "/Type/Pages/Count {}/Kids[{}]",
            self.pages.len(),
            kids.join(" ")
        );
        self.numbered(PAGES, &list, None)?;
        let (start, count) = (self.written, self.offsets.len() + 1);
        self.put(format!("xref\n0 {count}\n0000000000 65535 f \n").as_bytes())?;
        for offset in std::mem::take(&mut self.offsets) {
            self.put(format!("{offset:010} 00000 n \n").as_bytes())?;
        }
        let end = format!("trailer\n<</Size {count}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
        self.put(end.as_bytes())?;
        self.out.flush()
    }
}
