//! Interpretation of OWL-ViT's numbers: the query that each patch fits best, if it fits well
//! enough.

use candle_core::{DType, Tensor};

use crate::InferenceError;
use crate::detection::{Area, Detection, surest_first};

/// Returns the detections with a score above `threshold`, the surest first. Takes fits before the
/// sigmoid,
/// `(patches, queries)`, and boxes as middle and size in shares of the image, `(patches, 4)`.
pub fn detections(
    fits: &Tensor,
    boxes: &Tensor,
    queries: &[String],
    image: (u32, u32),
    threshold: f32,
) -> Result<Vec<Detection>, InferenceError> {
    let fits = fits.to_dtype(DType::F32)?.to_vec2::<f32>()?;
    let boxes = boxes.to_dtype(DType::F32)?.to_vec2::<f32>()?;
    let mut found = Vec::new();
    for (fits, area) in fits.iter().zip(&boxes) {
        let best = fits
            .iter()
            .zip(queries)
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        let (Some((fit, query)), [x, y, width, height]) = (best, area.as_slice()) else {
            continue;
        };
        let score = 1.0 / (1.0 + (-fit).exp());
        if score > threshold {
            let area = Area::from_middle([*x, *y, *width, *height], image);
            found.push(Detection {
                label: query.clone(),
                score,
                area,
            });
        }
    }
    Ok(surest_first(found))
}
