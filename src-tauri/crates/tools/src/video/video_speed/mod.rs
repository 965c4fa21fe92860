//! Plays a video or parts of it faster or slower, at one speed or ever faster or slower, its audio
//! at its own pitch, at a constant frame rate: frames are left out or repeated, or blended.

mod stretch;
#[cfg(test)]
mod tests;

use patchbay_domain::{EditList, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    FrameReader, Span, VideoFacts, VideoInput, VideoStream, Watch, probe, rate_at, write_joined,
};
use patchbay_phrases::speed::{self, SpeedError, speed};
use patchbay_tool_api::watching::watched;
use patchbay_values::speeds::{Rate, Speed, factor};
use patchbay_values::times::{TimeRanges, TimesError, duration};

use self::stretch::{Stretch, stretches};
use super::shared::lost;
use super::shared::timecodes::counting;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

/// At most so many parts are played at another speed: each is read by itself.
const MOST_PARTS: usize = 20;

struct VideoSpeed;
inventory::submit!(Registered(&VideoSpeed));

impl VideoFilter for VideoSpeed {
    fn tool(&self) -> &'static str {
        "video_speed"
    }

    fn purpose(&self, inputs: &Inputs) -> String {
        let said = inputs.text("text").map(|text| said(&text, inputs, false));
        let is_slower =
            matches!(said, Ok(Ok(Speed { rate: Rate::Times(factor), .. })) if factor < 1.0);
        if is_slower { "slower" } else { "faster" }.to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        context: &Context,
        _: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let asked = said(&inputs.text("text")?, inputs, false)
            .and_then(|speed| Ok(speed.pace(video.seconds())?));
        let asked = asked.map_err(|error| ToolError::Refused(error.to_string()))?;
        let rate = rate_at(video.constant_rate()?, asked.factor);
        let whole = EditList::cut(video.name(), [(0.0, video.seconds())]);
        context.progress.record(whole.each(|part| {
            part.speed = asked.factor;
            part.silent = asked.silent;
        }));
        let is_blended = inputs.value("blending").is_some();
        Ok(video.at_speed(asked.factor, rate, is_blended, asked.silent)?)
    }

    /// Parts at another speed are read one by one, and so are ramps.
    fn suits(&self, inputs: &Inputs) -> bool {
        let Ok(text) = inputs.text("text") else {
            return false;
        };
        let is_whole = match inputs.set("within") {
            Some(set) => set.is_empty(),
            None => speed::within(&text).is_none(),
        };
        is_whole && speed_at_end(&text, inputs).is_none()
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let facts = probe(&video.path, &video.name)?;
        let spans =
            within(&text, inputs, &facts).map_err(|error| ToolError::Refused(error.to_string()))?;
        let meant = spans.iter().map(|span| span.end - span.start).sum();
        let end = speed_at_end(&text, inputs);
        if end.is_some() && inputs.value("length").is_some() {
            return Err(ToolError::Refused(
                "How long a speed ramp lasts comes from both of its speeds. Leave the length out."
                    .to_owned(),
            ));
        }
        let asked = said(&text, inputs, end.is_some()).and_then(|speed| Ok(speed.pace(meant)?));
        let asked = asked.map_err(|error| ToolError::Refused(error.to_string()))?;
        if spans.len() > MOST_PARTS {
            return Err(ToolError::Refused(format!(
                "At most {MOST_PARTS} parts can get another speed at once. Choose fewer of them."
            )));
        }
        let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let is_whole = meant > facts.seconds - 0.01;
        // What stays as it is keeps its rate.
        let rate = if is_whole && end.is_none() {
            rate_at(reader.constant_rate(), asked.factor)
        } else {
            reader.constant_rate()
        };
        let done = match end {
            Some(_) => "ramped",
            None if asked.factor < 1.0 => "slower",
            None => "faster",
        };
        let output = context.output(done, Some(&video.name), "mp4");
        let stretches = if is_whole && end.is_none() {
            vec![Stretch::whole(asked, facts.seconds)]
        } else {
            stretches(&spans, (asked, end), facts.seconds)
        };
        let is_blended = inputs.value("blending").is_some();
        watched(context, (0.0, 1.0), |watch| {
            let frames = stretches
                .iter()
                .map(|stretch| stretch.frames(video, rate, is_blended))
                .collect::<Result<Vec<_>, MediaError>>();
            let mut frames = frames?;
            let inputs = frames.iter_mut().zip(&stretches).map(|(frames, stretch)| {
                Ok(VideoInput {
                    video: VideoStream::Frames(&mut **frames),
                    audio_tracks: stretch.audio(video)?,
                })
            });
            let inputs = inputs.collect::<Result<_, MediaError>>()?;
            write_joined(&output.path, &output.name, inputs, watch)
        })?;
        if end.is_none() {
            context.progress.record(EditList {
                parts: stretches
                    .iter()
                    .map(|stretch| stretch.told(video, facts.seconds))
                    .collect(),
                ..EditList::cut(&video.name, [])
            });
        }
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// The spans that are played faster or slower, of a video.
fn within(text: &str, inputs: &Inputs, facts: &VideoFacts) -> Result<Vec<Span>, TimesError> {
    let ranges = match inputs.set("within") {
        Some(set) => TimeRanges::read(&set),
        None => speed::within(text),
    };
    let Some(ranges) = ranges else {
        return Ok(vec![Span {
            start: 0.0,
            end: facts.seconds,
        }]);
    };
    let parts = ranges
        .counted(&counting(facts))?
        .kept(facts.seconds, "video")?
        .into_iter();
    Ok(parts
        .map(|part| Span {
            start: part.start,
            end: part.end,
        })
        .collect())
}

/// The speed that is gradually reached; none where it stays the same.
fn speed_at_end(text: &str, inputs: &Inputs) -> Option<f64> {
    let set = inputs.value("ramp").and_then(|value| factor(&value));
    set.or_else(|| speed::ramp(text).map(|(_, end)| end))
}

/// The speed that a sentence says, with the values that are set in place of its own: of the parts
/// that are meant, where a length is set, too. A ramp begins at the video's own speed where nothing
/// else is said.
fn said(text: &str, inputs: &Inputs, is_ramp: bool) -> Result<Speed, SpeedError> {
    let start = || {
        is_ramp.then(|| {
            let said = speed::ramp(text);
            Rate::Times(said.map_or(1.0, |(start, _)| start))
        })
    };
    let set = inputs
        .value("speed")
        .and_then(|value| factor(&value))
        .map(Rate::Times)
        .or_else(start);
    let set = set.or_else(|| {
        inputs
            .value("length")
            .and_then(|value| duration(&value))
            .map(Rate::Lasting)
    });
    let said = speed(text);
    match (set, said) {
        (Some(rate), said) => Ok(Speed {
            rate,
            silent: said.is_ok_and(|said| said.silent),
        }),
        (None, said) => said,
    }
}
