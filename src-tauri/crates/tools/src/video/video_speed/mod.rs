//! Plays a video or parts of it faster or slower, its audio at its own pitch, at a constant frame
//! rate: frames are left out or repeated, or blended.

use patchbay_domain::{EditList, EditPart, MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioTrack, Blended, FrameReader, FrameSource, GraphAudio, Retimed, Span, VideoFacts,
    VideoInput, VideoStream, Watch, probe, rate_at, write_joined,
};
use patchbay_phrases::speed::{self, Pace, Rate, Speed, SpeedError, speed};
use patchbay_phrases::times::{TimeRanges, TimesError, duration};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use super::shared::parts;
use super::shared::timecodes::counting;
use crate::{Context, Implementation, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

/// At most so many parts are played at another speed: each is read by itself.
const MOST_PARTS: usize = 20;

struct VideoSpeed;
inventory::submit!(Registered(&VideoSpeed));

impl Implementation for VideoSpeed {
    fn tool(&self) -> &'static str {
        "video_speed"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn filter(&self) -> Option<&dyn VideoFilter> {
        Some(self)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let facts = probe(&video.path, &video.name)?;
        let spans =
            within(&text, inputs, &facts).map_err(|error| ToolError::Refused(error.to_string()))?;
        let meant = spans.iter().map(|span| span.end - span.start).sum();
        let asked = said(&text, inputs).and_then(|speed| speed.pace(meant));
        let asked = asked.map_err(|error| ToolError::Refused(error.to_string()))?;
        if spans.len() > MOST_PARTS {
            return Err(ToolError::Refused(format!(
                "At most {MOST_PARTS} parts can get another speed at once. Choose fewer of them."
            )));
        }
        let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let is_whole = meant > facts.seconds - 0.01;
        // What stays as it is keeps its rate.
        let rate = if is_whole {
            rate_at(reader.constant_rate(), asked.factor)
        } else {
            reader.constant_rate()
        };
        let output = context.output(
            if asked.factor < 1.0 {
                "slower"
            } else {
                "faster"
            },
            Some(&video.name),
            "mp4",
        );
        let stretches = if is_whole {
            vec![Stretch::whole(asked, facts.seconds)]
        } else {
            stretches(&spans, asked, facts.seconds)
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
        context.progress.record(EditList {
            parts: stretches
                .iter()
                .map(|stretch| stretch.told(video, facts.seconds))
                .collect(),
            ..EditList::cut(&video.name, [])
        });
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

impl VideoFilter for VideoSpeed {
    fn purpose(&self, inputs: &Inputs) -> String {
        let said = inputs.text("text").map(|text| said(&text, inputs));
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
        let asked =
            said(&inputs.text("text")?, inputs).and_then(|speed| speed.pace(video.seconds()));
        let asked = asked.map_err(|error| ToolError::Refused(error.to_string()))?;
        let rate = rate_at(video.constant_rate()?, asked.factor);
        let whole = EditList::cut(video.name(), [(0.0, video.seconds())]);
        context.progress.record(whole.each(|part| {
            part.speed = asked.factor;
            part.silent = asked.silent;
        }));
        Ok(video.at_speed(
            asked.factor,
            rate,
            inputs.value("blending").is_some(),
            asked.silent,
        )?)
    }

    /// Parts at another speed are read one by one.
    fn suits(&self, inputs: &Inputs) -> bool {
        match inputs.set("within") {
            Some(set) => set.is_empty(),
            None => inputs
                .text("text")
                .is_ok_and(|text| speed::within(&text).is_none()),
        }
    }
}

/// A part of a video at one speed.
struct Stretch {
    span: Span,
    pace: Pace,
}

impl Stretch {
    /// All of a video of about `length` seconds.
    fn whole(pace: Pace, length: f64) -> Self {
        // Headers may be off a little.
        let span = Span {
            start: 0.0,
            end: length + 1.0,
        };
        Self { span, pace }
    }

    /// What it is, as steps record it, of a video of `length` seconds.
    fn told(&self, video: &MediaFile, length: f64) -> EditPart {
        EditPart {
            source: video.name.clone(),
            start: self.span.start,
            end: self.span.end.min(length),
            speed: self.pace.factor,
            gain: 0.0,
            silent: self.pace.silent,
        }
    }

    fn frames(
        &self,
        video: &MediaFile,
        rate: (i32, i32),
        is_blended: bool,
    ) -> Result<Box<dyn FrameSource>, MediaError> {
        let frames = parts::frames(video, &[self.span])?;
        let factor = self.pace.factor;
        Ok(if is_blended && (factor - 1.0).abs() > 1e-9 {
            Box::new(Blended::new(frames, factor, rate))
        } else {
            Box::new(Retimed::new(frames, factor, rate))
        })
    }

    fn audio(&self, video: &MediaFile) -> Result<Vec<AudioTrack<'static>>, MediaError> {
        if self.pace.silent {
            return Ok(Vec::new());
        }
        if (self.pace.factor - 1.0).abs() < 1e-9 {
            return parts::audio_tracks(video, &[self.span]);
        }
        let tracks = parts::audio(video, &[self.span])?.into_iter();
        let tracks = tracks.map(|(label, audio)| {
            let audio = GraphAudio::at_tempo(audio, self.pace.factor)?;
            Ok(AudioTrack::new(label, audio))
        });
        tracks.collect()
    }
}

/// A video of `length` seconds in stretches: the spans at their pace, and as it was what lies
/// between them.
fn stretches(spans: &[Span], pace: Pace, length: f64) -> Vec<Stretch> {
    const SHORTEST: f64 = 0.02;
    let ordinary = Pace {
        factor: 1.0,
        silent: false,
    };
    let (mut all, mut reached) = (Vec::new(), 0.0);
    for span in spans {
        all.push(Stretch {
            span: Span {
                start: reached,
                end: span.start,
            },
            pace: ordinary,
        });
        all.push(Stretch { span: *span, pace });
        reached = span.end;
    }
    all.push(Stretch {
        span: Span {
            start: reached,
            end: length,
        },
        pace: ordinary,
    });
    all.retain(|stretch| stretch.span.end - stretch.span.start >= SHORTEST);
    all
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

/// The speed that a sentence says, with the values that are set in place of its own: of the parts
/// that are meant, where a length is set, too.
fn said(text: &str, inputs: &Inputs) -> Result<Speed, SpeedError> {
    let set = inputs
        .value("speed")
        .and_then(|value| speed::factor(&value))
        .map(Rate::Times);
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

#[cfg(test)]
mod tests;
