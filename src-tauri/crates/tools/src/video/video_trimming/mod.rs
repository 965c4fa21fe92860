//! Cuts a video to times, exact to the frame, its audio in step. Packed frames are taken over as they
//! are, and only those around a cut encoded anew, where the video allows it; `ProRes` with an alpha
//! channel into a MOV file, unless MP4 is set.

use patchbay_domain::{EditList, MediaFile, Resource};
use patchbay_media::video::{PacketReader, Span, Watch, probe};
use patchbay_values::times::{Counting, Part, clock};

use super::shared::cutting::cut;
use super::shared::lost::{self, Held};
use super::shared::timecodes::counting;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoTrimming;
inventory::submit!(Registered(&VideoTrimming));

impl VideoFilter for VideoTrimming {
    fn tool(&self) -> &'static str {
        "video_trimming"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "trimmed".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        context: &Context,
        _: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let spans = spans(inputs, video.seconds(), &video.counting())?;
        let kept = spans.iter().map(|span| (span.start, span.end));
        context.progress.record(EditList::cut(video.name(), kept));
        Ok(video.cut(&spans)?)
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        let keeps_alpha = |video: &MediaFile| {
            !wants_mp4(inputs)
                && matches!(
                    PacketReader::clear_video(&video.path, &video.name),
                    Ok(Some(_))
                )
        };
        let mut losses = lost::foreseen(inputs, Held::AllAudio);
        if inputs.video("video").is_ok_and(keeps_alpha) {
            losses.clear();
        }
        losses
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let spans = spans(inputs, facts.seconds, &counting(&facts))?;
        let keeps_alpha = facts.has_alpha && !wants_mp4(inputs);
        let output = cut(video, &spans, keeps_alpha, "trimmed", (0.0, 1.0), context)?;
        let kept = spans.iter().map(|span| (span.start, span.end));
        context.progress.record(EditList::cut(&video.name, kept));
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// The parts that are kept of a video of so many seconds.
fn spans(inputs: &Inputs, seconds: f64, counting: &Counting) -> Result<Vec<Span>, ToolError> {
    let ranges = inputs.time_ranges("parts")?.ok_or_else(|| {
        ToolError::Refused(format!(
            "“{}” does not say which part of the video to keep. Give times, such as “from 0:02 to 0:05”, “the first 10 \
             seconds” or “remove 0:10-0:20”; the video is {} long.",
            inputs.text("text").unwrap_or_default().trim(),
            clock(seconds)
        ))
    })?;
    let parts = ranges
        .counted(counting)
        .and_then(|ranges| ranges.kept(seconds, "video"))
        .map_err(|error| ToolError::Refused(error.to_string()))?;
    let span = |part: &Part| Span {
        start: part.start,
        end: part.end,
    };
    Ok(parts.iter().map(span).collect())
}

/// Whether MP4 is set, which holds no alpha channel.
fn wants_mp4(inputs: &Inputs) -> bool {
    inputs.value("format").as_deref() == Some("mp4")
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::{difference, frame_at, loudness, make, samples};

    use super::*;
    use crate::testing;

    #[test]
    fn timecodes_are_counted_from_that_of_the_file() {
        let (context, _folder) = testing::context();
        let path = make(
            &context.folder,
            "film.mp4",
            "-f lavfi -i color=black:s=64x48:d=4:r=30000/1001,geq=lum=N*2:cb=128:cr=128 \
             -timecode 01:00:59;00 -g 30 -pix_fmt yuv420p",
        );
        let video = MediaFile {
            path: path.clone(),
            name: "film.mp4".to_owned(),
        };
        // 01:01:00;02 comes one frame after 01:00:59;29: it is number 30 from the start.
        let values = [
            ("video", Resource::Video(video)),
            ("text", Resource::Text(String::new())),
            (
                "parts",
                Resource::Text("01:01:00;02 to 01:01:01;02".to_owned()),
            ),
        ];
        let made = VideoTrimming
            .run(&testing::inputs(values), &context)
            .unwrap();
        let cut = &made.files()[0].path;
        assert!((probe(cut, "cut").unwrap().seconds - 1.001).abs() < 0.001);
        let frame = 1001.0 / 30_000.0;
        for number in [0.0, 12.0, 29.0] {
            let at = |of, number: f64| frame_at(of, (number - 0.5) * frame);
            let gap = difference(&at(cut, number), &at(&path, number + 30.0));
            // One frame is lighter than the one before by 2.3.
            assert!(gap < 1.2, "frame {number} differs by {gap}");
        }
    }

    #[test]
    fn only_frames_around_a_cut_are_encoded_and_audio_stays_in_step() {
        let (context, _folder) = testing::context();
        // A second of light and a tone each from 2 to 3 s and from 6 to 7 s, a group of a second.
        let path = make(
            &context.folder,
            "talk.mp4",
            "-f lavfi -i color=gray:s=96x64:d=8:r=25,geq=lum=40+N/2+80*(eq(floor(T)\\,2)+eq(floor(T)\\,6)):cb=128:cr=128 \
             -f lavfi -i aevalsrc=0.4*sin(2*PI*440*t)*(eq(floor(t)\\,2)+eq(floor(t)\\,6)):d=8 \
             -c:v libx264 -g 25 -bf 2 -pix_fmt yuv420p -c:a aac",
        );
        let video = MediaFile {
            path: path.clone(),
            name: "talk.mp4".to_owned(),
        };
        let values = [
            ("video", Resource::Video(video)),
            ("text", Resource::Text(String::new())),
            (
                "parts",
                Resource::Text("without 0:03.4 to 0:04.6".to_owned()),
            ),
        ];
        let made = VideoTrimming
            .run(&testing::inputs(values), &context)
            .unwrap();
        let cut = &made.files()[0].path;
        assert!((probe(cut, "cut").unwrap().seconds - 6.8).abs() < 0.05);
        for (at, from) in [(0.5, 0.5), (3.3, 3.3), (3.5, 4.7), (5.0, 6.2), (6.5, 7.7)] {
            let gap = difference(&frame_at(cut, at), &frame_at(&path, from));
            assert!(gap < 1.5, "{at}: {gap}");
        }
        assert!(loudness(cut, 4.85, 5.75) > -20.0 && loudness(cut, 3.1, 4.75) < -50.0);
    }

    #[test]
    fn between_key_frames_audio_is_taken_over_in_step() {
        let (context, _folder) = testing::context();
        let path = make(
            &context.folder,
            "film.mp4",
            "-f lavfi -i testsrc2=s=320x180:d=8:r=25 -f lavfi -i aevalsrc=0.5*sin(2*PI*(200+60*t)*t):d=8 -c:v libx264 -g 25 \
             -bf 2 -pix_fmt yuv420p -c:a aac -b:a 128k",
        );
        let video = MediaFile {
            path: path.clone(),
            name: "film.mp4".to_owned(),
        };
        let values = [
            ("video", Resource::Video(video)),
            ("text", Resource::Text(String::new())),
            ("parts", Resource::Text("0:02 to 0:05".to_owned())),
        ];
        let made = VideoTrimming
            .run(&testing::inputs(values), &context)
            .unwrap();
        let made = made.files()[0].path.clone();
        let facts = probe(&made, "made").unwrap();
        assert!((facts.seconds - 3.0).abs() < 0.05, "{}", facts.seconds);
        for at in [0.0, 1.5, 2.9] {
            let apart = difference(&frame_at(&made, at), &frame_at(&path, 2.0 + at));
            assert!(apart < 0.01, "at {at} s: {apart}");
        }
        // The same packets say the same.
        let (now, before) = (samples(&made, 0.2, 2.8), samples(&path, 2.2, 4.8));
        let count = now.len().min(before.len());
        assert!(count > 80_000, "{count}");
        let apart = (0..count).map(|at| (now[at] - before[at]).abs());
        let most = apart.fold(0.0, f32::max);
        assert!(most < 0.01, "{most}");
    }
}
