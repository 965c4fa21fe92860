//! Possible meanings of points on an image, as fronts see them.

use std::io::Cursor;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageEncoder};
use patchbay_vision::pointing::{Candidate as Found, CandidateKind};

use crate::api::{Candidate, CandidateName};
use crate::error::Error;

/// Pixels on the longer side of a mask that is shown over an image.
const PREVIEW: u32 = 1280;

/// The candidates that differ, each with a preview of its mask; of equal ones the best stays.
pub(crate) fn candidates(found: &[Found], best: CandidateKind) -> Result<Vec<Candidate>, Error> {
    distinct(found, best).into_iter().map(candidate).collect()
}

/// Returns the name that fronts use for a candidate.
pub(crate) fn name_of(kind: CandidateKind) -> CandidateName {
    match kind {
        CandidateKind::Part => CandidateName::Part,
        CandidateKind::Object => CandidateName::Object,
        CandidateKind::Whole => CandidateName::Whole,
    }
}

/// The candidate that fronts call so.
pub(crate) fn kind_of(name: CandidateName) -> CandidateKind {
    match name {
        CandidateName::Part => CandidateKind::Part,
        CandidateName::Object => CandidateKind::Object,
        CandidateName::Whole => CandidateKind::Whole,
    }
}

fn distinct(found: &[Found], best: CandidateKind) -> Vec<&Found> {
    let is_best = |candidate: &Found| candidate.kind == best;
    let equals_best = |candidate: &Found| {
        found
            .iter()
            .any(|other| is_best(other) && !is_best(candidate) && other.mask == candidate.mask)
    };
    found
        .iter()
        .filter(|candidate| !equals_best(candidate))
        .collect()
}

fn candidate(found: &Found) -> Result<Candidate, Error> {
    let (width, height) =
        patchbay_media::image::fit_within(found.mask.width(), found.mask.height(), PREVIEW);
    let small =
        patchbay_media::image::resize(&DynamicImage::from(found.mask.clone()), width, height)
            .into_luma8();
    let mut png = Cursor::new(Vec::new());
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Up)
        .write_image(small.as_raw(), width, height, image::ExtendedColorType::L8)
        .map_err(|error| Error::Internal {
            reason: error.to_string(),
        })?;
    let mask_png = format!("data:image/png;base64,{}", STANDARD.encode(png.get_ref()));
    Ok(Candidate {
        name: name_of(found.kind),
        coverage: found.coverage,
        mask_png,
    })
}
