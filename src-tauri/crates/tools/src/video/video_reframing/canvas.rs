//! Canvas that a video is fitted into, and the filters that do it.

use patchbay_values::sizes::{Size, joined, ratio};

use crate::video::shared::graphs::even;
use crate::{Inputs, ToolError};

/// Surroundings of a video that has another shape than what it is fitted into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Fill {
    /// Nothing: it is cropped.
    Cropped,
    /// A blurred copy of itself.
    Blurred,
    /// Bars of that colour.
    Bars(&'static str),
}

/// Canvas that a video is to be fitted into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    /// Pixels across and down.
    Size(u32, u32),
    /// Width to height, at the video's own fineness.
    Ratio(f64),
}

impl Wanted {
    /// Canvas that values ask for. A size goes before a ratio, and that before the size that a
    /// named shape usually has.
    pub(super) fn of(inputs: &Inputs) -> Result<Self, ToolError> {
        let shape = match inputs.value("shape").as_deref() {
            Some("vertical") => Some((1080, 1920)),
            Some("square") => Some((1080, 1080)),
            Some("landscape") => Some((1920, 1080)),
            _ => None,
        };
        let words = ("size of a frame", "both sides such as 1080x1920");
        let sides = |text: &str| match Size::read(text)? {
            Size::Within(across, down) => Some((across, down)),
            _ => None,
        };
        if let Some((across, down)) = inputs.value_as("resolution", words, sides)? {
            // “Vertical in 1080p” is 1080 pixels wide.
            let lies = shape.is_some_and(|(width, height)| {
                (width < height && across > down) || (width > height && across < down)
            });
            let (across, down) = if lies { (down, across) } else { (across, down) };
            return Ok(Self::Size(even(f64::from(across)), even(f64::from(down))));
        }
        let words = ("ratio", "width to height such as 9:16");
        let ratio = inputs.value_as("ratio", words, |text| ratio(&joined(text)))?;
        let ratio = ratio.map(f64::from);
        match (ratio, shape) {
            (Some(ratio), Some((width, height)))
                if (ratio - f64::from(width) / f64::from(height)).abs() < 0.01 =>
            {
                Ok(Self::Size(width, height))
            }
            (Some(ratio), _) => Ok(Self::Ratio(ratio)),
            (None, Some((width, height))) => Ok(Self::Size(width, height)),
            (None, None) => Err(ToolError::Refused(
                "It is not said into which format the video is to fit. Say “vertical”, “square” or “landscape”, a ratio \
                 such as 4:5, or a size such as 1080x1920."
                    .to_owned(),
            )),
        }
    }

    /// The size of the result for frames of the size `own`.
    pub(super) fn canvas(self, own: (u32, u32), fill: Fill) -> (u32, u32) {
        let (width, height) = (f64::from(own.0), f64::from(own.1));
        match self {
            Self::Size(across, down) => (across, down),
            Self::Ratio(ratio) if fill == Fill::Cropped => (
                even(width.min(height * ratio)),
                even(height.min(width / ratio)),
            ),
            // As long as the video is: nothing becomes larger.
            Self::Ratio(ratio) => {
                let longer = width.max(height);
                (
                    even(longer.min(longer * ratio)),
                    even(longer.min(longer / ratio)),
                )
            }
        }
    }
}

/// The filters that bring frames of the size `own` onto a canvas.
pub(super) fn graph(own: (u32, u32), canvas: (u32, u32), fill: Fill) -> String {
    let (across, down) = canvas;
    let scales = [
        f64::from(across) / f64::from(own.0),
        f64::from(down) / f64::from(own.1),
    ];
    let scaled = |scale: f64| {
        (
            even(f64::from(own.0) * scale),
            even(f64::from(own.1) * scale),
        )
    };
    // No side is shorter than the canvas, or none longer.
    let covering = scaled(scales[0].max(scales[1]));
    let covering = (covering.0.max(across), covering.1.max(down));
    let fitting = scaled(scales[0].min(scales[1]));
    let fitting = (fitting.0.min(across), fitting.1.min(down));
    let lanczos = |size: (u32, u32)| {
        if size == own {
            "null".to_owned()
        } else {
            format!("scale={}:{}:flags=lanczos+accurate_rnd", size.0, size.1)
        }
    };
    // Colours lie at even places.
    let (left, top) = (((across - fitting.0) / 4) * 2, ((down - fitting.1) / 4) * 2);
    match fill {
        Fill::Cropped => format!("{},crop={across}:{down}", lanczos(covering)),
        Fill::Bars(color) => format!(
            "{},pad={across}:{down}:{left}:{top}:color={color}",
            lanczos(fitting)
        ),
        Fill::Blurred => {
            // A wide blur of a small copy looks the same and takes a fraction of the time.
            let small = (
                even(f64::from(covering.0) / 8.0),
                even(f64::from(covering.1) / 8.0),
            );
            let deviation = f64::from(across.max(down)) / 8.0 / 40.0;
            format!(
                "[in]split[behind][before];\
                 [behind]scale={}:{}:flags=area,gblur=sigma={deviation:.2}:steps=3,scale={}:{}:flags=bicubic,crop={across}:{down}[blurred];\
                 [before]{}[whole];[blurred][whole]overlay={left}:{top}:format=yuv420",
                small.0,
                small.1,
                covering.0,
                covering.1,
                lanczos(fitting)
            )
        }
    }
}
