//! Plays a video or parts of it faster or slower, at one speed or ever faster or slower, its audio
//! at its own pitch, at a constant frame rate.

mod stretch;

use patchbay_domain::Resource;
use patchbay_media::MediaError;
use patchbay_media::video::{
    FrameReader, Span, VideoFacts, VideoInput, VideoStream, probe, rate_at, write_joined,
};
use patchbay_phrases::speed::{self, Rate, Speed, SpeedError, speed};
use patchbay_phrases::times::{TimeRanges, TimesError, duration};
use patchbay_tool_api::watching::watched;

use self::stretch::{Stretch, stretches};
use super::shared::lost::{self, Held};
use super::shared::timecodes::counting;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

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
        let asked = said(&text, inputs, end.is_some()).and_then(|speed| speed.pace(meant));
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
        watched(context, (0.0, 1.0), |watch| {
            let frames = stretches
                .iter()
                .map(|stretch| stretch.frames(video, rate))
                .collect::<Result<Vec<_>, MediaError>>();
            let mut frames = frames?;
            let inputs = frames.iter_mut().zip(&stretches).map(|(frames, stretch)| {
                Ok(VideoInput {
                    video: VideoStream::Frames(frames),
                    audio_tracks: stretch.audio(video)?,
                })
            });
            let inputs = inputs.collect::<Result<_, MediaError>>()?;
            write_joined(&output.path, &output.name, inputs, watch)
        })?;
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
    let set = inputs.value("ramp").and_then(|value| speed::factor(&value));
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
        .and_then(|value| speed::factor(&value))
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

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::{facts, frame_at, frequency, make, stream};

    use super::*;
    use crate::testing;

    #[test]
    fn a_part_plays_faster_and_the_rest_as_it_was() {
        let (context, _folder) = testing::context();
        // Six seconds from dark to light, a tone of its own in each third.
        let arguments = "-f lavfi -i color=black:s=64x48:d=6:r=10,geq=lum=N*3+20:cb=128:cr=128 \
                         -f lavfi -i aevalsrc=0.5*sin(2*PI*t*if(lt(t\\,2)\\,300\\,if(lt(t\\,4)\\,600\\,900))):d=6 \
                         -pix_fmt yuv420p";
        let film = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let before = |seconds| i32::from(frame_at(&film.path, seconds).get_pixel(30, 20).0[1]);
        for (words, within) in [("twice as fast", "0:02 to 0:04"), ("0:02-0:04 at 2x", "")] {
            let text = |value: &str| Resource::Text(value.to_owned());
            let mut values = vec![
                ("video", Resource::Video(film.clone())),
                ("text", text(words)),
            ];
            if !within.is_empty() {
                values.push(("within", text(within)));
            }
            let values = values.into_iter().map(|(name, of)| (name.to_owned(), of));
            let made = VideoSpeed.run(&Inputs::new(values.collect()), &context);
            let path = &made.unwrap().files()[0].path.clone();
            assert!((probe(path, "made").unwrap().seconds - 5.0).abs() < 0.11);
            let grey = |seconds| i32::from(frame_at(path, seconds).get_pixel(30, 20).0[1]);
            for (at, was) in [(0.5, 0.5), (1.5, 1.5), (2.5, 3.0), (3.5, 4.5), (4.5, 5.5)] {
                assert!((grey(at) - before(was)).abs() < 10, "{words} at {at}");
            }
            for (from, to, hertz) in [(0.2, 1.8, 300.0), (2.2, 2.8, 600.0), (3.2, 4.8, 900.0)] {
                let found = frequency(path, from, to);
                assert!((found - hertz).abs() < 20.0, "{words} from {from}: {found}");
            }
            let facts = facts(path);
            assert_eq!(stream(&facts, "video").unwrap()["avg_frame_rate"], "10/1");
        }
    }

    #[test]
    fn a_ramp_changes_speed_evenly_with_its_audio_in_step() {
        let (context, _folder) = testing::context();
        // Ten seconds ever lighter, the last two of them at 900 Hz and those before at 300 Hz.
        let arguments = "-f lavfi -i color=black:s=64x48:d=10:r=20,geq=lum=N+20:cb=128:cr=128 \
                         -f lavfi -i aevalsrc=0.5*sin(2*PI*t*if(lt(t\\,8)\\,300\\,900)):d=10 -pix_fmt yuv420p";
        let film = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let light =
            |of: &std::path::Path, seconds| f64::from(frame_at(of, seconds).get_pixel(30, 20).0[1]);
        // From 2 s on, and so for four seconds of it: the eight seconds last 4 · ln 3 = 4.394 s.
        for (words, values) in [
            ("ramp from 1x to 3x from 0:02 to the end", &[][..]),
            ("", &[("ramp", "3"), ("within", "0:02 to 0:10")]),
        ] {
            let text = |value: &str| Resource::Text(value.to_owned());
            let values = values.iter().map(|(name, value)| (*name, text(value)));
            let values = values.chain([
                ("video", Resource::Video(film.clone())),
                ("text", text(words)),
            ]);
            let values = values.map(|(name, of)| (name.to_owned(), of));
            let made = VideoSpeed.run(&Inputs::new(values.collect()), &context);
            let file = made.unwrap().files()[0].clone();
            assert_eq!(file.name, "film_ramped.mp4");
            let seconds = probe(&file.path, "made").unwrap().seconds;
            assert!((seconds - 6.394).abs() < 0.08, "{seconds}");
            // The moment 6 s, the middle of the ramp, is there after 2 + 4 · ln 2 = 4.773 s.
            for (at, moment) in [(1.0, 1.0), (4.773, 6.0), (6.2, 9.42)] {
                let gap = light(&file.path, at) - light(&film.path, moment);
                assert!(gap.abs() < 6.0, "{at}: {gap}");
            }
            // The moment 8 s is there after 2 + 4 · ln 2.5 = 5.665 s.
            assert!((frequency(&file.path, 4.5, 5.6) - 300.0).abs() < 15.0);
            assert!((frequency(&file.path, 5.75, 6.3) - 900.0).abs() < 30.0);
        }
    }

    #[test]
    fn a_ramp_has_no_length_of_its_own() {
        let (context, _folder) = testing::context();
        let film = MediaFile {
            path: make(
                &context.folder,
                "film.mp4",
                "-f lavfi -i testsrc2=s=64x48:d=1:r=10 -pix_fmt yuv420p",
            ),
            name: "film.mp4".to_owned(),
        };
        let text = |value: &str| Resource::Text(value.to_owned());
        let values = [
            ("video", Resource::Video(film)),
            ("text", text("")),
            ("ramp", text("2")),
            ("length", text("3")),
        ];
        let refused = VideoSpeed.run(&testing::inputs(values), &context);
        assert!(
            refused
                .unwrap_err()
                .to_string()
                .contains("Leave the length out")
        );
    }
}
