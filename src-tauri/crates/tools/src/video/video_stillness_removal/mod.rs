//! Cuts the parts of a video in which nothing moves, its audio with them.

use patchbay_audio_dsp::silence::Pause;
use patchbay_domain::Resource;
use patchbay_media::video::{find_stillness, probe};
use patchbay_tool_api::watching::watched;

use super::shared::cutting::left_of;
use super::shared::lost::{self, Held};
use crate::shared::pauses::Cutting;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The shortest part that is cut out where nobody says, in seconds.
const USUAL_SHORTEST: f64 = 2.0;
/// Default movement that counts as none, in percent.
const USUAL_MOVEMENT: f64 = 1.0;
/// Share of the work that looking is.
const LOOKING: f64 = 0.4;

struct VideoStillnessRemoval;
inventory::submit!(Registered(&VideoStillnessRemoval));

impl Implementation for VideoStillnessRemoval {
    fn tool(&self) -> &'static str {
        "video_stillness_removal"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let cutting = Cutting::of(inputs, USUAL_SHORTEST)?;
        let movement = inputs.number("movement")?.unwrap_or(USUAL_MOVEMENT);
        let measure = (movement, cutting.shortest);
        let (still, length) = watched(context, (0.0, LOOKING), |watch| {
            find_stillness(&video.path, &video.name, measure, watch)
        })?;
        let pauses: Vec<Pause> = still
            .iter()
            .map(|span| Pause {
                start: span.start,
                end: span.end,
            })
            .collect();
        let Some(kept) = cutting.kept(&pauses, length) else {
            return Err(ToolError::Refused(if pauses.is_empty() {
                format!(
                    "Something moves throughout the video: nothing stands still for {} s or more. \
                     Set a shorter time, or let more movement count as none.",
                    cutting.shortest
                )
            } else {
                "Nothing moves in the whole video, so that nothing would be left of it.".to_owned()
            }));
        };
        left_of(
            (video, &facts),
            (&kept, length),
            "tightened",
            LOOKING,
            context,
        )
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::{frame_at, frequency, make};

    use super::*;
    use crate::shared::pauses::with;
    use crate::testing;

    fn made(
        arguments: &str,
        values: &[(&str, &str)],
    ) -> (Result<Resource, ToolError>, tempfile::TempDir) {
        let (context, folder) = testing::context();
        let film = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let inputs = with("video", Resource::Video(film), values);
        (VideoStillnessRemoval.run(&inputs, &context), folder)
    }

    #[test]
    fn what_stands_still_goes_with_its_sound() {
        // It gets lighter, stands still from 2 to 5 s, and gets lighter again; tones of 300, 600
        // and 900 Hz.
        let arguments = "-f lavfi -i color=black:s=64x48:d=7:r=10,geq=lum=20+5*if(lt(N\\,20)\\,N\\,if(lt(N\\,50)\\,20\\,N-29)):cb=128:cr=128 \
                         -f lavfi -i aevalsrc=0.5*sin(2*PI*t*if(lt(t\\,2)\\,300\\,if(lt(t\\,5)\\,600\\,900))):d=7 \
                         -pix_fmt yuv420p";
        let (cut, _folder) = made(arguments, &[]);
        let path = &cut.unwrap().files()[0].path.clone();
        let seconds = probe(path, "made").unwrap().seconds;
        assert!((seconds - 4.2).abs() < 0.11, "{seconds}");
        let grey = |seconds| i32::from(frame_at(path, seconds).get_pixel(30, 20).0[1]);
        assert!(grey(1.0) < grey(2.1) - 30 && grey(2.1) < grey(3.5) - 30);
        assert!((frequency(path, 0.2, 1.8) - 300.0).abs() < 20.0);
        assert!((frequency(path, 2.4, 4.0) - 900.0).abs() < 20.0);
        let (long, _folder) = made(arguments, &[("shortest", "4")]);
        let error = long.unwrap_err().to_string();
        assert!(error.contains("still for 4 s"), "{error}");
    }

    #[test]
    fn what_is_small_moves_too_and_nothing_is_left_of_a_still() {
        let cursor = "-f lavfi -i color=gray:s=320x180:d=4:r=10,geq=lum=if(between(X\\,N*3\\,N*3+12)*between(Y\\,50\\,62)\\,235\\,128):cb=128:cr=128 \
                      -pix_fmt yuv420p";
        let error = made(cursor, &[]).0.unwrap_err().to_string();
        assert!(error.contains("Something moves"), "{error}");
        let still = "-f lavfi -i color=gray:s=64x48:d=4:r=10 -pix_fmt yuv420p";
        let error = made(still, &[]).0.unwrap_err().to_string();
        assert!(error.contains("Nothing moves"), "{error}");
    }
}
