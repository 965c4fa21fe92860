//! Shows an image for the length of an audio clip; several one after the other, as a slideshow does
//! without one.

use patchbay_domain::{LabelledImage, Resource};
use patchbay_media::video::{
    AudioReader, AudioTrack, FittedAudio, GeneratedFrames, Shortfall, VideoInput, VideoStream,
    write_video,
};
use patchbay_tool_api::watching::watched;

use super::shared::show::{Show, said_seconds};
use super::shared::still_image::video_still;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Time over which the audio fades where it is cut, in seconds.
const FADE: f64 = 0.5;

struct ImageAudioToVideo;
inventory::submit!(Registered(&ImageAudioToVideo));

impl Implementation for ImageAudioToVideo {
    fn tool(&self) -> &'static str {
        "image_audio_to_video"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (images, audio) = (inputs.images("image")?, inputs.audio("audio")?);
        let wanted = context.target_seconds.filter(|seconds| *seconds > 0.0);
        let said = said_seconds(inputs, images.len())?.map(|each| each * images.len() as f64);
        let seconds = match said.or(wanted) {
            Some(seconds) => seconds,
            None => AudioReader::open(&audio.path, &audio.name)?.seconds(),
        };
        let mut fitted =
            FittedAudio::open(&audio.path, &audio.name, seconds, FADE, Shortfall::Silence)?;
        let image = match images.as_slice() {
            [LabelledImage { file, .. }] if inputs.value("shape").is_none() => file,
            several => return show(inputs, several, seconds, &mut fitted, context),
        };
        let still = video_still(image)?;
        // A still needs few frames a second; short ones get the ordinary rate, which every editor
        // takes.
        let rate = if seconds <= 60.0 { 25 } else { 10 };
        let count = ((seconds * f64::from(rate)).round() as u32).max(1);
        let output = context.output("film", Some(&image.name), "mp4");
        watched(context, (0.0, 1.0), |watch| {
            let mut frames =
                GeneratedFrames::new(still.width(), still.height(), rate, count, |number| {
                    Ok((number == 0).then(|| still.clone()))
                })?;
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks: vec![AudioTrack::plain(&mut fitted)],
            };
            write_video(&output.path, &output.name, input, watch)
        })?;
        Ok(Resource::Video(output))
    }
}

/// The images one after the other, with the audio under them.
fn show(
    inputs: &Inputs,
    images: &[LabelledImage],
    seconds: f64,
    audio: &mut FittedAudio,
    context: &Context,
) -> Result<Resource, ToolError> {
    let output = context.output("slideshow", Some(&images[0].file.name), "mp4");
    let each = seconds / images.len() as f64;
    Show::new(inputs, images, each)?.write(&output, Some(audio), context)?;
    Ok(Resource::Video(output))
}
