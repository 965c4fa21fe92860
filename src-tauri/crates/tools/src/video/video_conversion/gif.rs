//! A video as an animated GIF: of a bearable size and rate unless something else is asked for, and
//! smaller where it is to have fewer bytes.

use std::fs;

use patchbay_domain::MediaFile;
use patchbay_media::video::{
    CutFrames, FrameReader, FrameSource, GifForm, Span, VideoFacts, write_gif,
};
use patchbay_tool_api::watching::watched;
use patchbay_values::data::written_bytes;

use super::constraints::scaled;
use super::wanted::Wanted;
use crate::{Context, ToolError};

/// Pixels across at most, unless a size is asked for.
const WIDEST: f64 = 480.0;
/// Frames a second at most, unless a rate is asked for.
const USUAL_RATE: f64 = 15.0;
/// Browsers show faster ones slower: a GIF counts hundredths of a second, of which two are the
/// fewest that they take to the letter.
const FASTEST_RATE: f64 = 50.0;
/// The narrowest that a GIF becomes to have fewer bytes.
const NARROWEST: u32 = 64;
/// Maximum number of times that it is written.
const ATTEMPTS: i32 = 5;

/// Writes a GIF.
///
/// # Errors
/// It cannot become as small as is asked for, or what reading and writing says.
pub(super) fn write(
    video: &MediaFile,
    facts: &VideoFacts,
    wanted: &Wanted,
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let output = context.output("converted", Some(&video.name), "gif");
    let own = (f64::from(facts.width), f64::from(facts.height));
    let mut size = wanted
        .size
        .unwrap_or_else(|| scaled(own, (WIDEST / own.0).min(1.0)));
    let rate = match wanted.rate {
        Some(rate) if f64::from(rate.0) / f64::from(rate.1) <= FASTEST_RATE => rate,
        Some(_) => (FASTEST_RATE as i32, 1),
        None if facts.frames_per_second < USUAL_RATE => {
            ((facts.frames_per_second * 1000.0).round() as i32, 1000)
        }
        None => (USUAL_RATE as i32, 1),
    };
    let most = wanted.most();
    let mut bytes = 0;
    for attempt in 0..ATTEMPTS {
        let part = |attempts: i32| {
            if most.is_some() {
                1.0 - 0.5_f64.powi(attempts)
            } else {
                f64::from(attempts)
            }
        };
        let form = GifForm {
            width: size.0,
            height: size.1,
            rate,
        };
        watched(context, (part(attempt), part(attempt + 1)), |watch| {
            let open = || {
                let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
                let reader = if wanted.is_deinterlaced {
                    reader.deinterlaced()
                } else {
                    reader
                };
                let reader = reader.staying_clear();
                let frames: Box<dyn FrameSource> = match wanted.end {
                    Some(end) => Box::new(CutFrames::new(reader, &[Span { start: 0.0, end }])),
                    None => Box::new(reader),
                };
                Ok(frames)
            };
            write_gif(open, (&output.path, &output.name), form, watch)
        })?;
        bytes = fs::metadata(&output.path).map_or(0, |facts| facts.len());
        let Some(most) = most.filter(|most| bytes > *most) else {
            return Ok(output);
        };
        let factor = (0.93 * most as f64 / bytes as f64).sqrt();
        let smaller = scaled((f64::from(size.0), f64::from(size.1)), factor);
        if wanted.size.is_some() || smaller.0 < NARROWEST {
            break;
        }
        size = smaller;
    }
    // What was written is larger than what may be.
    let _ = fs::remove_file(&output.path);
    Err(ToolError::Refused(format!(
        "“{}” as a GIF takes about {}. Ask for a smaller picture or fewer frames a second, cut it \
         shorter first, or ask for a video instead, which is much smaller.",
        video.name,
        written_bytes(bytes)
    )))
}
