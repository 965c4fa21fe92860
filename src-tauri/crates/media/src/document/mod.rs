//! Documents (PDF) that were given: their pages as pictures, and documents of their pages.
//!
//! - [`Document`]: reads and draws
//! - [`write_pages`]: chooses, turns and joins pages; texts stay texts
//! - `packed`: pictures in a document made smaller

mod packed;
mod pages;

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use image::RgbImage;

pub use self::packed::Packing;
pub use self::pages::{PagesOf, write_pages};
use crate::{MediaError, regular};

/// Name of this kind of document in messages about files that are none.
const WANTED: &str = "PDF document";
/// The largest file that is read.
const MOST_BYTES: u64 = 512 << 20;
/// The most pixels of a page that is drawn: A0 at 150 dots per inch.
const MOST_PIXELS: f64 = 40e6;
/// The longest side of a page that is drawn, in pixels.
const LONGEST_SIDE: f64 = 32_000.0;
/// Points of an inch.
const INCH: f64 = 72.0;

/// A document whose pages can be drawn.
pub struct Document {
    pdf: Pdf,
    name: String,
}

impl Document {
    /// Whether a file that begins with these bytes is a document.
    pub fn is_document(first_bytes: &[u8]) -> bool {
        let head = &first_bytes[..first_bytes.len().min(1024)];
        head.windows(5).any(|word| word == b"%PDF-")
    }

    /// Opens a document. `name` is what a person knows it by.
    ///
    /// # Errors
    /// It is locked with a password, broken, too large, or has no page.
    pub fn open(path: &Path, name: &str) -> Result<Self, MediaError> {
        Self::of(load(path, name)?, name)
    }

    /// Reads a document in memory.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn of(bytes: Vec<u8>, name: &str) -> Result<Self, MediaError> {
        let found = catch_unwind(AssertUnwindSafe(|| {
            let pdf = Pdf::new(Arc::new(bytes))?;
            let count = pdf.pages().len();
            Ok::<_, LoadPdfError>((pdf, count))
        }));
        match found {
            Ok(Ok((pdf, 1..))) => Ok(Self {
                pdf,
                name: name.to_owned(),
            }),
            Ok(Ok(_)) => Err(malformed(name, "it has no pages")),
            Ok(Err(LoadPdfError::Decryption(DecryptionError::PasswordProtected))) => {
                Err(locked(name))
            }
            Ok(Err(LoadPdfError::Decryption(_))) => Err(malformed(
                name,
                "it is locked in a way that is not known here; save it without a password first",
            )),
            Ok(Err(LoadPdfError::Invalid)) | Err(_) => {
                Err(malformed(name, "it is cut off or broken"))
            }
        }
    }

    /// Returns the number of pages: one or more.
    pub fn page_count(&self) -> usize {
        self.pdf.pages().len()
    }

    /// How wide and high a page is as it is seen, in points, of which an inch has 72.
    pub fn size(&self, page: usize) -> (f64, f64) {
        let (width, height) = self.pdf.pages()[page].render_dimensions();
        (f64::from(width), f64::from(height))
    }

    /// Returns a page's size in pixels at `dots` per inch: smaller if it is too large to be drawn
    /// at that.
    pub fn pixels(&self, page: usize, dots: f64) -> (u32, u32) {
        let (width, height) = self.size(page);
        let scale = dots / INCH;
        let most = (MOST_PIXELS / (width * height))
            .sqrt()
            .min(LONGEST_SIDE / width.max(height));
        let side = |length: f64| (length * scale.min(most)).round().max(1.0) as u32;
        (side(width), side(height))
    }

    /// Draws a page in so many pixels, on white.
    ///
    /// # Errors
    /// It cannot be drawn, or has too many pixels.
    pub fn drawn(&self, page: usize, (width, height): (u32, u32)) -> Result<RgbImage, MediaError> {
        let most = f64::from(width.max(height));
        if f64::from(width) * f64::from(height) > MOST_PIXELS * 1.01 || most > LONGEST_SIDE {
            return Err(MediaError::TooLarge {
                name: self.name.clone(),
                reason: format!(
                    "page {} would be {width} x {height} pixels, and pages of up to {} million pixels are drawn; choose fewer dots per inch",
                    page + 1,
                    (MOST_PIXELS / 1e6) as u32
                ),
            });
        }
        let drawn = catch_unwind(AssertUnwindSafe(|| {
            let page = &self.pdf.pages()[page];
            let (wide, high) = page.render_dimensions();
            let form = PixmapSettings {
                // The renderer rounds down.
                x_scale: (width as f32 + 0.01) / wide,
                y_scale: (height as f32 + 0.01) / high,
                bg_color: WHITE,
            };
            render(
                page,
                &RenderCache::new(),
                &InterpreterSettings::default(),
                &RenderSettings::default(),
                &form,
            )
        }));
        let broken = || malformed(&self.name, &format!("page {} cannot be drawn", page + 1));
        let drawn = drawn.map_err(|_| broken())?;
        let (wide, high) = (u32::from(drawn.width()), u32::from(drawn.height()));
        let rgb = drawn
            .data()
            .iter()
            .flat_map(|pixel| [pixel.r, pixel.g, pixel.b]);
        RgbImage::from_raw(wide, high, rgb.collect()).ok_or_else(broken)
    }
}

fn malformed(name: &str, reason: &str) -> MediaError {
    MediaError::Malformed {
        name: name.to_owned(),
        wanted: WANTED,
        reason: reason.to_owned(),
    }
}

fn locked(name: &str) -> MediaError {
    malformed(
        name,
        "it is locked with a password; open it in a program that asks for the password and save it without one",
    )
}

fn load(path: &Path, name: &str) -> Result<Vec<u8>, MediaError> {
    let unreadable = |error: std::io::Error| MediaError::Unreadable {
        name: name.to_owned(),
        reason: error.to_string(),
    };
    let (mut file, facts) = regular::open(path, name)?;
    let length = facts.len();
    if length > MOST_BYTES {
        return Err(MediaError::TooLarge {
            name: name.to_owned(),
            reason: format!(
                "{} MB, and documents of up to {} MB are read",
                length >> 20,
                MOST_BYTES >> 20
            ),
        });
    }
    let mut bytes = Vec::with_capacity(length as usize);
    file.read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}
