//! Extent of masks.

use image::GrayImage;

/// The part of the image that a mask touches and `margin` pixels around it, `(left, top, width,
/// height)`; none where it covers nothing.
pub fn extent(mask: &GrayImage, margin: u32) -> Option<(u32, u32, u32, u32)> {
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for (x, y, _) in mask.enumerate_pixels().filter(|(_, _, p)| p[0] > 0) {
        (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
    }
    if left > right {
        return None;
    }
    let (left, top) = (left.saturating_sub(margin), top.saturating_sub(margin));
    let (right, bottom) = (
        (right + margin).min(mask.width() - 1),
        (bottom + margin).min(mask.height() - 1),
    );
    Some((left, top, right + 1 - left, bottom + 1 - top))
}
