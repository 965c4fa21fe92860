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
use patchbay_tool_api::watching::watched;
use patchbay_values::speeds::{Pace, Rate, Speed};

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
        let asked = asked(inputs, false);
        let is_slower =
            matches!(asked, Ok(Speed { rate: Rate::Times(factor), .. }) if factor < 1.0);
        if is_slower { "slower" } else { "faster" }.to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        context: &Context,
        _: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let asked = paced(asked(inputs, false)?, video.seconds())?;
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
        inputs.value("within").is_none() && inputs.value("ramp").is_none()
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let spans = within(inputs, &facts)?;
        let meant = spans.iter().map(|span| span.end - span.start).sum();
        let end = inputs.factor("ramp")?;
        if end.is_some() && inputs.value("length").is_some() {
            return Err(ToolError::Refused(
                "How long a speed ramp lasts comes from both of its speeds. Leave the length out."
                    .to_owned(),
            ));
        }
        let asked = paced(asked(inputs, end.is_some())?, meant)?;
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
fn within(inputs: &Inputs, facts: &VideoFacts) -> Result<Vec<Span>, ToolError> {
    let Some(ranges) = inputs.time_ranges("within")? else {
        return Ok(vec![Span {
            start: 0.0,
            end: facts.seconds,
        }]);
    };
    let parts = ranges
        .counted(&counting(facts))
        .and_then(|ranges| ranges.kept(facts.seconds, "video"))
        .map_err(|error| ToolError::Refused(error.to_string()))?;
    Ok(parts
        .into_iter()
        .map(|part| Span {
            start: part.start,
            end: part.end,
        })
        .collect())
}

/// The speed that is set, or that was read of words; where it changes gradually, the one from which it begins,
/// the video's own where none is set.
fn asked(inputs: &Inputs, is_ramp: bool) -> Result<Speed, ToolError> {
    let pace = inputs.value("pace").unwrap_or_default();
    let read = Speed::read(&pace);
    let (speed, length) = (inputs.factor("speed")?, inputs.seconds("length")?);
    let start = || match (is_ramp, &read) {
        (true, None) => Some(Rate::Times(1.0)),
        (true, Some(read)) => Some(read.rate),
        (false, _) => None,
    };
    let set = speed
        .map(Rate::Times)
        .or_else(start)
        .or(length.map(Rate::Lasting));
    let silent = read.is_some_and(|read| read.silent);
    set.map(|rate| Speed { rate, silent })
        .or(read)
        .ok_or_else(|| {
            ToolError::Refused(format!(
                "“{}” does not say how fast the video is to play. Say “twice as fast”, “half speed”, “150 %”, “slow motion” or a \
                 length, such as “to 30 seconds”.",
                inputs.text("text").unwrap_or_default().trim()
            ))
        })
}

fn paced(speed: Speed, seconds: f64) -> Result<Pace, ToolError> {
    speed
        .pace(seconds)
        .map_err(|error| ToolError::Refused(error.to_string()))
}
