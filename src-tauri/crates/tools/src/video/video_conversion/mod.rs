//! Writes a video as another kind of file: in another container, as an animated GIF, at a constant
//! frame rate, at another size, under a number of bytes, deinterlaced, in the ordinary range of light,
//! or as a service takes it. What fits the container is taken over as it is packed.

mod constraints;
mod encoding;
mod gif;
mod landing;
#[cfg(test)]
mod limits_tests;
mod passing;
#[cfg(test)]
mod tests;
mod wanted;

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::video::{
    Codec, Container, OutputFormat, Taken, VideoFacts, Watch, probe, remux,
};
use patchbay_tool_api::watching::watched;
use patchbay_values::times::clock;

use self::encoding::Encoded;
use self::wanted::{Method, Wanted};
use super::shared::lost;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoConversion;
inventory::submit!(Registered(&VideoConversion));

impl VideoFilter for VideoConversion {
    fn tool(&self) -> &'static str {
        "video_conversion"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "converted".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        _: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        passing::converted(video, inputs, watch)
    }

    fn suits(&self, inputs: &Inputs) -> bool {
        passing::suits(inputs)
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        let Ok(video) = inputs.video("video") else {
            return Vec::new();
        };
        let Ok(facts) = probe(&video.path, &video.name) else {
            return Vec::new();
        };
        let Ok(wanted) = Wanted::of(inputs, video, &facts) else {
            return Vec::new();
        };
        let mut told = lost_as(wanted.container, video, &facts);
        told.extend(left_out(&wanted, video, &facts));
        let facts = wanted.left_of(facts);
        let target = wanted.target.filter(|_| !wanted.fits(video));
        if let Some(bytes) = target.filter(|_| wanted.container != Container::Gif) {
            let encoded = Encoded::new(video, &facts, &wanted);
            told.push(landing::expected(&encoded, bytes));
        }
        told
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let wanted = Wanted::of(inputs, video, &facts)?;
        if let Some(told) = left_out(&wanted, video, &facts) {
            context.progress.say(told);
        }
        let facts = wanted.left_of(facts);
        if wanted.container == Container::Gif {
            let output = gif::write(video, &facts, &wanted, context)?;
            for told in lost_as(wanted.container, video, &facts) {
                context.progress.say(told);
            }
            return Ok(Resource::image(output));
        }
        let output = context.output("converted", Some(&video.name), wanted.container.extension());
        if wanted.method != Some(Method::Anew)
            && wanted.changes_no_frame(video, &facts)
            && !wanted.is_silent
            && taken_over(video, &wanted, &output, context)?
        {
            return Ok(Resource::Video(output));
        }
        if wanted.method == Some(Method::Copied) {
            return Err(cannot_copy(video, &facts, &wanted));
        }
        let encoded = Encoded::new(video, &facts, &wanted);
        let is_met = wanted.fits(video);
        let asked = wanted.target.filter(|_| !is_met);
        let tight = wanted
            .limit
            .filter(|limit| !is_met && landing::is_tight(&encoded, *limit));
        if let Some(bytes) = asked.or(tight) {
            landing::write(&encoded, bytes, &output, context)?;
        } else {
            watched(context, (0.0, 1.0), |watch| {
                encoded.write(&output, &wanted.output(&facts), encoded.size(), watch)
            })?;
            if let Some(most) = wanted
                .most()
                .filter(|most| landing::length(&output) > *most)
            {
                landing::write(&encoded, most, &output, context)?;
            }
        }
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// Takes a video's streams over into another container; false where that cannot be.
fn taken_over(
    video: &MediaFile,
    wanted: &Wanted,
    output: &MediaFile,
    context: &Context,
) -> Result<bool, ToolError> {
    let taken = if wanted.method == Some(Method::Copied) {
        Taken::Everything
    } else {
        Taken::Playable
    };
    let (from, to) = ((&*video.path, &*video.name), (&*output.path, &*output.name));
    watched(context, (0.0, 1.0), |watch| {
        remux(from, to, wanted.container, taken, watch)
    })
}

fn cannot_copy(video: &MediaFile, facts: &VideoFacts, wanted: &Wanted) -> ToolError {
    let name = &video.name;
    if !wanted.changes_no_frame(video, facts) {
        return ToolError::Refused(
            "Without re-encoding, a video keeps its size, its frame rate, its quality, its codec, its length, its \
             fields and its range of light. Leave one of the two wishes out."
                .to_owned(),
        );
    }
    let sound = facts.audio.as_ref().map(|audio| audio.codec.as_str());
    let packed = match sound {
        Some(sound) => format!("{} and {sound}", facts.video_codec),
        None => facts.video_codec.clone(),
    };
    let ending = wanted.container.extension().to_uppercase();
    ToolError::Refused(format!(
        "“{name}” is packed as {packed}, which cannot be moved to {ending} without re-encoding. \
         Ask for MKV, or let it be re-encoded."
    ))
}

/// Sentence about what is cut off of a video; none where nothing is.
fn left_out(wanted: &Wanted, video: &MediaFile, facts: &VideoFacts) -> Option<String> {
    let end = wanted.end?;
    Some(format!(
        "“{}” is {} long; what comes after {} is cut off.",
        video.name,
        clock(facts.seconds),
        clock(end)
    ))
}

/// Sentences about what a video loses in a container, whatever is done to it.
fn lost_as(container: Container, video: &MediaFile, facts: &VideoFacts) -> Vec<String> {
    let has_sound = !facts.audio_tracks.is_empty();
    let told = match container {
        Container::Gif if has_sound => Some("A GIF has no sound.".to_owned()),
        Container::Mp4 | Container::Mkv | Container::Avi if facts.has_alpha => Some(format!(
            "Where “{}” is clear, the result is white.",
            video.name
        )),
        _ => None,
    };
    told.into_iter().collect()
}

impl Wanted {
    /// Whether the result is clear where the video is.
    fn is_clear(&self, facts: &VideoFacts) -> bool {
        self.container == Container::WebM && facts.has_alpha && self.codec != Codec::Av1
    }

    /// Form in which its result is written where no number of bytes has to be met.
    fn output(&self, facts: &VideoFacts) -> OutputFormat {
        let usual = OutputFormat {
            quality: self.quality,
            codec: self.codec,
            is_clear: self.is_clear(facts),
            ..OutputFormat::of(self.container)
        };
        let Some(bytes) = self.most() else {
            return usual;
        };
        let bits = bytes as f64 * 8.0 * landing::AIM / facts.seconds.max(0.1);
        let sound = landing::audio_bit_rate(bits);
        let frames = bits - f64::from(sound) * facts.audio_tracks.len() as f64;
        OutputFormat {
            limit: Some(frames.clamp(20_000.0, 50e6) as u32),
            audio_bit_rate: sound,
            ..usual
        }
    }
}
