//! Shared code of the tools that hide a region: where it lies and how it is hidden.

use patchbay_values::regions::{PixelBox, Region};
use patchbay_vision::hiding::Hiding as HiddenBy;

use crate::{Inputs, ToolError};

/// Maximum number of blocks along the shorter side of a hidden region: fewer than letters have
/// strokes.
const BLOCKS: u32 = 4;
/// No block of it is smaller, in pixels.
const SMALLEST_BLOCK: u32 = 8;

/// Way in which a region is hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hiding {
    /// Blurred, beginning with large blocks: what only a blur hid could be made sharp again.
    Blurred,
    /// In large blocks.
    Pixelated,
    /// Under one colour.
    Covered([u8; 3]),
}

impl Hiding {
    /// Way that the values of `how` and `color` ask for; who names a colour wants it covered.
    ///
    /// # Errors
    /// The value of `color` is no colour.
    pub(crate) fn of(inputs: &Inputs) -> Result<Self, ToolError> {
        let color = inputs.color("color")?;
        Ok(match (inputs.value("how").as_deref(), color) {
            (Some("pixelated"), _) => Self::Pixelated,
            (Some("covered"), color) => Self::Covered(color.unwrap_or_default()),
            (None, Some(color)) => Self::Covered(color),
            _ => Self::Blurred,
        })
    }

    /// The same for frames in which places move.
    pub(crate) fn on_frames(self) -> HiddenBy {
        match self {
            Self::Blurred => HiddenBy::Blurred,
            Self::Pixelated => HiddenBy::Pixelated,
            Self::Covered(color) => HiddenBy::Covered(color),
        }
    }
}

/// The region that is set, on a picture of so many pixels.
///
/// # Errors
/// None is set, or it lies outside.
pub(crate) fn region(inputs: &Inputs, size: (u32, u32)) -> Result<PixelBox, ToolError> {
    let region = inputs.region("region")?.ok_or_else(|| {
        ToolError::Refused(
            "It is not said which place to hide. Give a box in pixels, such as “120x40 at 300,200” (120 wide and 40 \
             high, 300 from the left and 200 from the top), or a part, such as “top half”."
                .to_owned(),
        )
    })?;
    placed(region, size)
}

/// A region on a picture of so many pixels, cut off where that ends.
///
/// # Errors
/// It lies outside.
pub(crate) fn placed(region: Region, (width, height): (u32, u32)) -> Result<PixelBox, ToolError> {
    region.on(width, height).ok_or_else(|| {
        ToolError::Refused(format!(
            "The picture is {width} x {height} pixels large, so the box {region} lies outside of it. Choose one \
             within it."
        ))
    })
}

/// Number of blocks that hide a region, across and down.
pub(crate) fn blocks(region: PixelBox) -> [u32; 2] {
    [region.width, region.height].map(|side| side.div_ceil(block(region)))
}

/// Width of a block that hides a region, in pixels.
pub(crate) fn block(region: PixelBox) -> u32 {
    (region.width.min(region.height) / BLOCKS).max(SMALLEST_BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::inputs;
    use patchbay_domain::Resource;

    #[test]
    fn who_names_a_colour_wants_it_covered() {
        let text = |value: &str| Resource::Text(value.to_owned());
        let red = inputs([("color", text("#c81e0a"))]);
        assert_eq!(Hiding::of(&red), Ok(Hiding::Covered([200, 30, 10])));
        assert_eq!(Hiding::of(&inputs([])), Ok(Hiding::Blurred));
        let covered = inputs([("how", text("covered"))]);
        assert_eq!(Hiding::of(&covered), Ok(Hiding::Covered([0; 3])));
        let blocks = inputs([("how", text("pixelated")), ("color", text("#ffffff"))]);
        assert_eq!(Hiding::of(&blocks), Ok(Hiding::Pixelated));
        assert!(Hiding::of(&inputs([("color", text("loud"))])).is_err());
    }
}
