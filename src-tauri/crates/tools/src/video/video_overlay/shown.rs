//! Visible part of an overlay: all of it or a part, mirrored or not.

use crate::shared::hiding::placed;
use crate::{Inputs, ToolError};

/// Visible part of an overlay.
pub(super) struct Shown {
    /// libav's filters that make it; empty: all of it as it is.
    pub(super) filters: String,
    /// Its size in pixels of its own.
    pub(super) size: (u32, u32),
}

impl Shown {
    /// Part of an overlay of `size` that values ask to be seen.
    ///
    /// # Errors
    /// The part that is asked for is none, or lies outside.
    pub(super) fn of(inputs: &Inputs, mut size: (u32, u32)) -> Result<Self, ToolError> {
        let mut filters = Vec::new();
        if let Some(region) = inputs.region("overlay_crop")? {
            let found = placed(region, size)?;
            let even = |side: u32| (side & !1).max(2);
            size = (even(found.width), even(found.height));
            let (left, top) = (found.left & !1, found.top & !1);
            filters.push(format!("crop={}:{}:{left}:{top}", size.0, size.1));
        }
        match inputs.value("overlay_mirror").as_deref() {
            Some("left to right") => filters.push("hflip".to_owned()),
            Some(_) => filters.push("vflip".to_owned()),
            None => {}
        }
        Ok(Self {
            filters: filters.join(","),
            size,
        })
    }
}
