//! Pieces of which tools make graphs of libav's filters.

use patchbay_values::times::Part;

use crate::{Inputs, ToolError, VideoStreams};

/// No side of a video is longer than this: what H.264 can be.
pub(crate) const LONGEST_SIDE: f64 = 16_384.0;
/// No frame has more pixels than this (8192 × 4320).
const MOST_PIXELS: f64 = 35_389_440.0;

/// The parts of a video to which its tool's parameter `within` limits what is done; none where it
/// is done to the whole.
pub(crate) fn parts_within(
    inputs: &Inputs,
    video: &VideoStreams,
) -> Result<Option<Vec<Part>>, ToolError> {
    let Some(ranges) = inputs.time_ranges("within")? else {
        return Ok(None);
    };
    ranges
        .counted(&video.counting())
        .and_then(|ranges| ranges.kept(video.seconds(), "video"))
        .map(Some)
        .map_err(|error| ToolError::Refused(error.to_string()))
}

/// Filters on frames in RGB, for what yuv would colour otherwise. `matrix`: that of the frames.
pub(crate) fn in_rgb(matrix: &str, filters: &str) -> String {
    let flags = "flags=bicubic+accurate_rnd+full_chroma_int";
    format!(
        "scale=in_color_matrix={matrix}:in_range=tv:{flags},format=gbrp,{filters},\
         scale=out_color_matrix={matrix}:out_range=tv:{flags},format=yuv420p"
    )
}

/// Graph that lays what `filters` make of a piece of each frame over the frame at `left`, `top`;
/// only in `parts` where they are given. All other pixels and frames stay as they are: so the first
/// of the filters that takes or makes another form than yuv420p has to be `scale`, or libav
/// converts what is kept, too.
pub(crate) fn laid_over(filters: &str, (left, top): (u32, u32), parts: Option<&[Part]>) -> String {
    let when = parts.map_or_else(String::new, |parts| {
        let within: Vec<String> = parts
            .iter()
            .map(|part| format!("gte(t,{:.4})*lt(t,{:.4})", part.start, part.end))
            .collect();
        format!(":enable='{}'", within.join("+"))
    });
    format!(
        "[in]split[kept][taken];[taken]{filters}[done];[kept][done]overlay=x={left}:y={top}:format=yuv420{when}"
    )
}

/// Filters on whole frames; only in `parts` where they are given.
pub(crate) fn in_parts(filters: String, parts: Option<&[Part]>) -> String {
    match parts {
        Some(_) => laid_over(&filters, (0, 0), parts),
        None => filters,
    }
}

/// A side as videos have them: the nearest even number, at least 2.
pub(crate) fn even(side: f64) -> u32 {
    ((side / 2.0).round().max(1.0) * 2.0).min(1e6) as u32
}

/// Refuses a size that no video has.
pub(crate) fn check_size(width: f64, height: f64) -> Result<(), ToolError> {
    if width.max(height) > LONGEST_SIDE || width * height > MOST_PIXELS {
        return Err(ToolError::Input(format!(
            "A video of {width:.0} x {height:.0} pixels would be too large: at most 8192 x 4320 are possible. \
             Ask for a smaller size."
        )));
    }
    Ok(())
}
