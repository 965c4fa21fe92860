//! Adds subtitles to a video as a track that viewers switch on and off. Frames, audio and container stay
//! as they are, wherever that can hold them.

use patchbay_domain::Resource;
use patchbay_media::video::{
    AudioTrack, Cue, FrameReader, PacketReader, VideoInput, VideoStream, probe,
    subtitled_extension, write_subtitle_track, write_video,
};
use patchbay_tool_api::watching::watched;
use whatlang::Lang;

use super::shared::lost::{self, Held};
use crate::shared::subtitles::cues;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SoftSubtitleVideo;
inventory::submit!(Registered(&SoftSubtitleVideo));

impl Implementation for SoftSubtitleVideo {
    fn tool(&self) -> &'static str {
        "soft_subtitle_video"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let facts = probe(&video.path, &video.name)?;
        let cues = cues(&text, facts.seconds)?;
        let said = inputs.value("language");
        let language = said.as_deref().map_or_else(|| language(&cues), code);
        let ending = subtitled_extension(&video.path, &video.name)?;
        let output = context.output("subtitled", Some(&video.name), ending);
        let (from, to) = (
            (video.path.as_path(), video.name.as_str()),
            (output.path.as_path(), output.name.as_str()),
        );
        if watched(context, (0.0, 1.0), |watch| {
            write_subtitle_track(from, to, &cues, language, watch)
        })? {
            return Ok(Resource::Video(output));
        }
        // It cannot be held as it is packed: it is written anew as MP4 first.
        let output = context.output("subtitled", Some(&video.name), "mp4");
        let to = (output.path.as_path(), output.name.as_str());
        let scratch = tempfile::tempdir_in(&context.folder).map_err(|error| {
            ToolError::Failed(format!("“{}” could not be written: {error}.", output.name))
        })?;
        let anew = scratch.path().join("film.mp4");
        let audio_tracks = AudioTrack::all_of(&video.path, &video.name)?;
        let packets = PacketReader::video(&video.path, &video.name)?;
        watched(context, (0.0, 0.9), |watch| {
            if let Some(mut packets) = packets {
                let input = VideoInput {
                    video: VideoStream::Packets(&mut packets),
                    audio_tracks,
                };
                return write_video(&anew, &output.name, input, watch);
            }
            let mut frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks,
            };
            write_video(&anew, &output.name, input, watch)
        })?;
        let from = (anew.as_path(), video.name.as_str());
        let written = watched(context, (0.9, 1.0), |watch| {
            write_subtitle_track(from, to, &cues, language, watch)
        })?;
        if written {
            lost::say(video, &facts, &output, context)?;
            Ok(Resource::Video(output))
        } else {
            Err(ToolError::Failed(format!(
                "“{}” could not be packed so that it can hold subtitles.",
                video.name
            )))
        }
    }
}

/// The ISO 639-2 code of a language by its English name; none where it is not known.
fn code(name: &str) -> Option<&'static str> {
    let found = Lang::all()
        .iter()
        .find(|one| one.eng_name().eq_ignore_ascii_case(name));
    match name {
        // ISO 639-2 knows these by the wider language.
        "Chinese" => Some("zho"),
        "Norwegian" => Some("nor"),
        _ => found.map(Lang::code),
    }
}

/// The ISO 639-2 code of the language in which the words are written; none where that cannot be
/// told.
fn language(cues: &[Cue]) -> Option<&'static str> {
    let words = cues.iter().map(Cue::text).collect::<Vec<_>>().join("\n");
    let found = whatlang::detect(&words)
        .filter(whatlang::Info::is_reliable)?
        .lang();
    Some(match found {
        // ISO 639-2 knows these by the wider language.
        Lang::Cmn => "zho",
        Lang::Pes => "fas",
        found => found.code(),
    })
}
