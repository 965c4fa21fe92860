//! Cuts a video by a list: an EDL, a CSV table, Audacity's labels or a cue sheet. Each part becomes a video, or all of them
//! one after the other become one.

use patchbay_domain::{EditList, Resource, ResourceType};
use patchbay_media::video::{Span, probe};
use patchbay_values::times::{Counting, Timecode};

use super::shared::cutting::cut;
use super::shared::lost::{self, Held};
use crate::shared::cut_list::parts;
use crate::shared::splitting::{begin, purpose, range};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoCutList;
inventory::submit!(Registered(&VideoCutList));

impl Implementation for VideoCutList {
    fn tool(&self) -> &'static str {
        "video_cut_list"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let own = facts.frames_per_second.clamp(1.0, 1000.0);
        let counting = Counting {
            rate: inputs.number("frame_rate")?.unwrap_or(own),
            start: facts.timecode.as_deref().and_then(Timecode::read),
        };
        let list = inputs.text("list")?;
        let parts = parts(&list, &video.name, facts.seconds, &counting)?;
        let span = |start: f64, end: f64| Span { start, end };
        let spans: Vec<Span> = parts
            .iter()
            .map(|part| span(part.start, part.end))
            .collect();
        if inputs.value("together").is_some() {
            if spans.windows(2).any(|pair| pair[1].start < pair[0].end) {
                return Err(ToolError::Refused(
                    "The parts overlap or are not in the order of time, so they cannot become one video. Have each as a file of \
                     its own and join these."
                        .to_owned(),
                ));
            }
            let made = cut(video, &spans, facts.has_alpha, "cut", (0.0, 1.0), context)?;
            let kept = parts.iter().map(|part| (part.start, part.end));
            context.progress.record(EditList::cut(&video.name, kept));
            lost::say(video, &facts, &made, context)?;
            return Ok(Resource::Video(made));
        }
        let mut files = Vec::with_capacity(parts.len());
        for (index, (part, span)) in parts.iter().zip(spans).enumerate() {
            let range = range(0.0, index, parts.len());
            begin(context, range)?;
            let purpose = purpose(&part.piece(), index, parts.len());
            let made = cut(video, &[span], facts.has_alpha, &purpose, range, context)?;
            let kept = [(part.start, part.end)];
            context.progress.record(EditList::cut(&video.name, kept));
            files.push(made);
        }
        if let Some(first) = files.first() {
            lost::say(video, &facts, first, context)?;
        }
        Ok(Resource::several(ResourceType::VIDEO, files))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::{facts, frame_at, frequency, make, number, stream};

    use super::*;
    use crate::testing::{context, inputs};

    /// Three seconds of red, lime and blue, each with a tone of its own.
    fn video(context: &Context) -> MediaFile {
        let inputs = ["red", "lime", "blue"]
            .map(|color| format!("-f lavfi -i color={color}:s=64x48:d=1:r=25"));
        let tones =
            [300, 500, 800].map(|hertz| format!("-f lavfi -i sine=frequency={hertz}:duration=1"));
        let arguments = format!(
            "{} {} -filter_complex concat=n=3[v];[3][4][5]concat=n=3:v=0:a=1[a] -map [v] -map [a] -c:v libx264 \
             -pix_fmt yuv420p -c:a aac",
            inputs.join(" "),
            tones.join(" ")
        );
        MediaFile {
            path: make(&context.folder, "trip.mp4", &arguments),
            name: "trip.mp4".to_owned(),
        }
    }

    fn run(
        video: &MediaFile,
        list: &str,
        together: &str,
        context: &Context,
    ) -> Result<Vec<MediaFile>, String> {
        let values = [
            ("video", Resource::Video(video.clone())),
            ("list", Resource::Text(list.to_owned())),
            ("together", Resource::Text(together.to_owned())),
        ];
        match VideoCutList.run(&inputs(values), context) {
            Ok(made) => Ok(made.files().into_iter().cloned().collect()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn strongest(file: &MediaFile, seconds: f64) -> usize {
        let pixel = frame_at(&file.path, seconds).get_pixel(20, 20).0;
        (0..3).max_by_key(|channel| pixel[*channel]).unwrap_or(0)
    }

    const LIST: &str = "TITLE: Trip\n001  AX  V  C  00:00:00:05 00:00:00:20 00:00:00:00 00:00:00:15\n* FROM CLIP NAME: red\n\
                        002  AX  V  C  00:00:02:05 00:00:02:20 00:00:00:15 00:00:01:05\n";

    #[test]
    fn an_edl_is_carried_out() {
        let (context, _folder) = context();
        let video = video(&context);
        let made = run(&video, LIST, "", &context).unwrap();
        assert_eq!(made.len(), 2);
        assert_eq!(made[0].name, "trip_1-red.mp4");
        for (file, place) in made.iter().zip([0, 2]) {
            let length = number(stream(&facts(&file.path), "video").unwrap(), "duration");
            assert!((length - 0.6).abs() < 0.05, "{length}");
            assert_eq!(strongest(file, 0.3), place);
        }
        let made = run(&video, LIST, "joined", &context).unwrap();
        let length = number(stream(&facts(&made[0].path), "video").unwrap(), "duration");
        assert!((length - 1.2).abs() < 0.08, "{length}");
        assert_eq!((strongest(&made[0], 0.3), strongest(&made[0], 0.9)), (0, 2));
        assert!((frequency(&made[0].path, 0.7, 1.1) - 800.0).abs() < 10.0);
    }

    #[test]
    fn what_lies_beyond_the_end_is_told_with_its_line() {
        let (context, _folder) = context();
        let video = video(&context);
        let error = run(&video, "0,1\n4,5\n", "", &context).unwrap_err();
        assert!(error.contains("“trip.mp4” is wrong in line 2"), "{error}");
        let error = run(&video, "2,3\n0,1\n", "joined", &context).unwrap_err();
        assert!(error.contains("order of time"), "{error}");
    }
}
