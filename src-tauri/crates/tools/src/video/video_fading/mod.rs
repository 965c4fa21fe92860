//! Fades a video in from black or white, out to it, or both, its audio with it.

use patchbay_domain::EditList;
use patchbay_media::video::Watch;
use patchbay_tool_api::filtering::Filters;

use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoFading;
inventory::submit!(Registered(&VideoFading));

impl VideoFilter for VideoFading {
    fn tool(&self) -> &'static str {
        "video_fading"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "faded".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        context: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let length = video.seconds();
        let seconds = |name| {
            let set = inputs.seconds(name)?;
            // Both together are at most as long as the video.
            Ok::<_, ToolError>(set.map(|seconds| seconds.min(length / 2.0)))
        };
        let (begins, ends) = (seconds("fade_in")?, seconds("fade_out")?);
        if begins.or(ends).is_none() {
            return Err(ToolError::Refused(
                "It is not said whether the video is to fade in or out. Say “fade in”, “fade out”, \
                 or both, and over how many seconds."
                    .to_owned(),
            ));
        }
        let color = inputs.value("color").unwrap_or_else(|| "black".to_owned());
        let (mut video_filters, mut audio_filters) = (Vec::new(), Vec::new());
        let mut fade = |direction: &str, start: f64, seconds: f64| {
            let times = format!("{direction}:st={start:.6}:d={seconds:.6}");
            video_filters.push(format!("fade={times}:color={color}"));
            audio_filters.push(format!("afade={times}"));
        };
        if let Some(seconds) = begins {
            fade("in", 0.0, seconds);
        }
        if let Some(seconds) = ends {
            fade("out", length - seconds, seconds);
        }
        let filters = Filters {
            video: Some(video_filters.join(",")),
            audio: Some(audio_filters.join(",")),
            ..Filters::default()
        };
        if color == "black" {
            context.progress.record(EditList {
                fade_in: begins.unwrap_or(0.0),
                fade_out: ends.unwrap_or(0.0),
                ..EditList::cut(video.name(), [(0.0, length)])
            });
        }
        Ok(video.filtered(&filters, watch)?)
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{MediaFile, Resource};
    use patchbay_media::video::probe;
    use patchbay_test_support::video::{frame_at, loudness, make};

    use super::*;
    use crate::testing;

    #[test]
    fn a_video_fades_at_its_ends_and_stays_as_it_is_between() {
        let (context, _folder) = testing::context();
        let arguments = "-f lavfi -i color=gray:s=64x48:d=4:r=10 -f lavfi -i \
                         sine=frequency=440:duration=4 -pix_fmt yuv420p";
        let video = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let values = [
            ("video", Resource::Video(video)),
            ("fade_out", Resource::Text("2".to_owned())),
            ("color", Resource::Text("white".to_owned())),
        ];
        let made = VideoFading.run(&testing::inputs(values), &context).unwrap();
        let path = &made.files()[0].path;
        let grey = |seconds| frame_at(path, seconds).get_pixel(30, 20).0[1];
        assert!((120..136).contains(&grey(0.0)), "{}", grey(0.0));
        assert!((120..136).contains(&grey(1.8)), "{}", grey(1.8));
        assert!(grey(3.0) > 160 && grey(3.9) > 235, "{}", grey(3.9));
        assert!(loudness(path, 3.5, 4.0) < loudness(path, 0.0, 1.0) - 10.0);
        assert!((probe(path, "made").unwrap().seconds - 4.0).abs() < 0.01);
    }

    #[test]
    fn what_is_not_said_is_asked_for() {
        let (context, _folder) = testing::context();
        let path = make(
            &context.folder,
            "film.mp4",
            "-f lavfi -i color=gray:s=64x48:d=1:r=10 -pix_fmt yuv420p",
        );
        let video = MediaFile {
            path,
            name: "film.mp4".to_owned(),
        };
        let inputs = testing::inputs([("video", Resource::Video(video))]);
        let error = VideoFading.run(&inputs, &context).unwrap_err();
        assert!(error.to_string().contains("fade in"), "{error}");
    }
}
