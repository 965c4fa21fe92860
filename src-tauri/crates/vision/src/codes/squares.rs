//! QR codes.

use std::collections::HashSet;

use image::GrayImage;
use rxing::multi::MultipleBarcodeReader;
use rxing::qrcode::cpp_port::QrReader;
use rxing::{BarcodeFormat, DecodeHints};

use super::{Code, Kind, attempt};

/// The QR codes on an image. An `inverted` one is light on dark.
pub(crate) fn find(grey: &GrayImage, inverted: bool) -> Vec<Code> {
    let formats = HashSet::from([BarcodeFormat::QR_CODE, BarcodeFormat::MICRO_QR_CODE]);
    let hints = DecodeHints {
        PossibleFormats: Some(formats),
        TryHarder: Some(true),
        ..DecodeHints::default()
    };
    let negative = inverted.then(|| {
        let mut negative = grey.clone();
        image::imageops::invert(&mut negative);
        negative
    });
    let found = attempt(negative.as_ref().unwrap_or(grey), |bitmap| {
        QrReader.decode_multiple_with_hints(bitmap, &hints)
    });
    found
        .unwrap_or_default()
        .into_iter()
        .filter_map(|result| {
            let corners = result
                .getPoints()
                .iter()
                .map(|point| (point.x, point.y))
                .collect::<Vec<_>>();
            let corners: [(f32, f32); 4] = corners.try_into().ok()?;
            Some(Code {
                kind: Kind::Square,
                corners,
                content: result.getText().to_owned(),
            })
        })
        .collect()
}
