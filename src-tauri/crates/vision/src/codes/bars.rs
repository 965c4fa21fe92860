//! Bar codes. `rxing` reads them along rows and columns; slanted ones are found on a copy that is
//! turned by an eighth.

use std::collections::HashSet;
use std::f32::consts::FRAC_PI_4;

use image::{GrayImage, Luma};
use imageproc::drawing::draw_polygon_mut;
use imageproc::geometric_transformations::{Border, Interpolation, Projection, warp_into};
use imageproc::point::Point;
use patchbay_domain::Cancelled;
use rxing::oned::MultiFormatOneDReader;
use rxing::{BarcodeFormat, DecodeHints, Reader};

use super::strip::{self, Strip};
use super::{Code, Kind, attempt};

/// The most lines that are looked at; more look like a code and are none.
const MOST_LINES: usize = 60;

/// The bar codes on an image: those along its rows and columns, or those on the slant.
///
/// # Errors
/// Returns an error if `check` stops it.
pub(crate) fn find(
    grey: &GrayImage,
    slanted: bool,
    check: &(dyn Fn() -> Result<(), Cancelled> + Sync),
) -> Result<Vec<Code>, Cancelled> {
    if !slanted {
        return straight(grey.clone(), check);
    }
    let (turn, turned) = turned(grey);
    check()?;
    let back = turn.invert();
    let mut codes = straight(turned, check)?;
    for code in &mut codes {
        code.corners = code.corners.map(|corner| back * corner);
    }
    Ok(codes)
}

/// An image turned by an eighth on white ground, and the way to it.
fn turned(grey: &GrayImage) -> (Projection, GrayImage) {
    let (width, height) = (grey.width() as f32, grey.height() as f32);
    let side = ((width + height) * FRAC_PI_4.sin()).ceil();
    let turn = Projection::translate(side / 2.0, side / 2.0)
        * Projection::rotate(FRAC_PI_4)
        * Projection::translate(-width / 2.0, -height / 2.0);
    let mut turned = GrayImage::new(side as u32, side as u32);
    warp_into(
        grey,
        turn,
        Interpolation::Bilinear,
        Border::Constant(Luma([255])),
        &mut turned,
    );
    (turn, turned)
}

/// Finds one code after the other; each is painted over, so that the next one comes up.
fn straight(
    mut canvas: GrayImage,
    check: &(dyn Fn() -> Result<(), Cancelled> + Sync),
) -> Result<Vec<Code>, Cancelled> {
    let formats = HashSet::from([
        BarcodeFormat::EAN_13,
        BarcodeFormat::EAN_8,
        BarcodeFormat::UPC_A,
        BarcodeFormat::UPC_E,
        BarcodeFormat::CODE_128,
        BarcodeFormat::CODE_93,
        BarcodeFormat::CODE_39,
        BarcodeFormat::ITF,
        BarcodeFormat::CODABAR,
        BarcodeFormat::RSS_14,
    ]);
    let hints = DecodeHints {
        PossibleFormats: Some(formats),
        TryHarder: Some(true),
        ..DecodeHints::default()
    };
    let mut codes = Vec::new();
    for _ in 0..MOST_LINES {
        check()?;
        let read = attempt(&canvas, |bitmap| {
            MultiFormatOneDReader::new(&hints).decode_with_hints(bitmap, &hints)
        });
        let Some(result) = read else { break };
        let &[start, end, ..] = result.getPoints() else {
            break;
        };
        let strip = strip::around(&canvas, (start.x, start.y), (end.x, end.y));
        if strip.is_a_code() {
            codes.push(Code {
                kind: Kind::Bars,
                corners: strip.corners(),
                content: result.getText().to_owned(),
            });
        }
        paint_over(&mut canvas, &strip);
    }
    Ok(codes)
}

/// Paints what was found white, and at least the line that it was found on.
fn paint_over(canvas: &mut GrayImage, strip: &Strip) {
    let corners = strip
        .widened(3.0)
        .corners()
        .map(|(x, y)| Point::new(x.round() as i32, y.round() as i32));
    // A polygon may not close by itself; one without extent has no inside to paint.
    if corners[0] != corners[3] && corners[0] != corners[1] {
        draw_polygon_mut(canvas, &corners, Luma([255]));
    }
}
