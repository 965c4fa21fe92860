//! Takes the subtitles out of a video as words with times, as `SubRip` or `WebVTT`. Of several tracks
//! it takes the one that is asked for, else the first that is words.

use std::fmt::Write;

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::video::{Subtitle, SubtitleTrack, probe, read_subtitles, subtitle_tracks};
use patchbay_tool_api::watching::watched;
use patchbay_values::tracks::{Language, Track};

use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SubtitleExtraction;
inventory::submit!(Registered(&SubtitleExtraction));

impl Implementation for SubtitleExtraction {
    fn tool(&self) -> &'static str {
        "subtitle_extraction"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        // Whether it is a video at all is told first.
        probe(&video.path, &video.name)?;
        let tracks = subtitle_tracks(&video.path, &video.name)?;
        let track = chosen(inputs.value("track"), video, &tracks)?;
        let subtitles = watched(context, (0.0, 1.0), |watch| {
            read_subtitles(&video.path, &video.name, track, watch)
        })?;
        if subtitles.is_empty() {
            return Err(ToolError::Refused(format!(
                "The subtitles of “{}” hold no words.",
                video.name
            )));
        }
        let others = tracks.len() - 1;
        if others > 0 && inputs.value("track").is_none() {
            context.progress.say(format!(
                "“{}” has {} subtitle tracks ({}); this is the first with words.",
                video.name,
                tracks.len(),
                named(&tracks)
            ));
        }
        let is_vtt = inputs.value("format").as_deref() == Some("vtt");
        Ok(Resource::Text(if is_vtt {
            web_vtt(&subtitles)
        } else {
            sub_rip(&subtitles)
        }))
    }
}

/// The index of the track that is asked for, or of the first that is words.
fn chosen(
    wanted: Option<String>,
    video: &MediaFile,
    tracks: &[SubtitleTrack],
) -> Result<usize, ToolError> {
    let name = &video.name;
    if tracks.is_empty() {
        return Err(ToolError::Refused(format!(
            "“{name}” holds no subtitles that could be taken out. Those that are part of its picture cannot; transcribe its \
             speech instead."
        )));
    }
    let drawn = || {
        ToolError::Refused(format!(
            "The subtitles of “{name}” are stored as drawings, not as words. Transcribe its speech instead."
        ))
    };
    let Some(wanted) = wanted else {
        return tracks
            .iter()
            .position(|track| track.is_words)
            .ok_or_else(drawn);
    };
    let index = match Track::read(&wanted) {
        Some(Track::Number(number)) => (number as usize).checked_sub(1),
        Some(Track::Language(language)) => tracks.iter().position(|track| {
            let code = track.label.language.as_deref().unwrap_or_default();
            language.codes.contains(&code.to_lowercase().as_str())
        }),
        None => None,
    };
    let index = index.filter(|index| *index < tracks.len());
    let index = index.ok_or_else(|| {
        ToolError::Refused(format!(
            "“{name}” has no subtitle track “{wanted}”. It has {}.",
            named(tracks)
        ))
    })?;
    if tracks[index].is_words {
        Ok(index)
    } else {
        Err(drawn())
    }
}

/// The tracks by number and language.
fn named(tracks: &[SubtitleTrack]) -> String {
    let name = |(index, track): (usize, &SubtitleTrack)| {
        let code = track.label.language.as_deref();
        let language = code.map_or("no language", |code| {
            Language::of(code).map_or(code, |language| language.name)
        });
        format!("{} ({language})", index + 1)
    };
    tracks
        .iter()
        .enumerate()
        .map(name)
        .collect::<Vec<_>>()
        .join(", ")
}

/// `00:00:01,000`, with that mark before the thousandths.
fn time(seconds: f64, mark: char) -> String {
    let thousandths = (seconds * 1000.0).round() as u64;
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}{mark}{rest:03}")
}

fn sub_rip(subtitles: &[Subtitle]) -> String {
    let mut text = String::new();
    for (index, subtitle) in subtitles.iter().enumerate() {
        let (start, end) = (time(subtitle.start, ','), time(subtitle.end, ','));
        // Writing to a text does not fail.
        let _ = write!(
            text,
            "{}\n{start} --> {end}\n{}\n\n",
            index + 1,
            subtitle.words
        );
    }
    text.trim_end().to_owned() + "\n"
}

fn web_vtt(subtitles: &[Subtitle]) -> String {
    let mut text = "WEBVTT\n\n".to_owned();
    for subtitle in subtitles {
        let (start, end) = (time(subtitle.start, '.'), time(subtitle.end, '.'));
        let _ = write!(text, "{start} --> {end}\n{}\n\n", subtitle.words);
    }
    text.trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing;

    fn video(context: &Context, name: &str, codec: &str) -> MediaFile {
        let write = |file: &str, words: &str| {
            let path = context.folder.join(file);
            let text = format!(
                "1\n00:00:00,500 --> 00:00:01,250\n{words}\n\n2\n00:00:01,500 --> 00:00:02,000\nBye, bye\n"
            );
            std::fs::write(&path, text).expect("a file");
            path
        };
        let (english, german) = (write("en.srt", "Hello\nthere"), write("de.srt", "Hallo"));
        let arguments = format!(
            "-f lavfi -i color=gray:s=64x48:d=3:r=10 -i {} -i {} -map 0 -map 1 -map 2 -pix_fmt yuv420p -c:s {codec} \
             -metadata:s:s:0 language=eng -metadata:s:s:1 language=deu",
            english.display(),
            german.display()
        );
        MediaFile {
            path: make(&context.folder, name, &arguments),
            name: name.to_owned(),
        }
    }

    fn taken(video: &MediaFile, name: &'static str, value: &str, context: &Context) -> String {
        let inputs = testing::inputs([
            ("video", Resource::Video(video.clone())),
            (name, Resource::Text(value.to_owned())),
        ]);
        let made = SubtitleExtraction.run(&inputs, context).expect("a text");
        made.as_text().expect("a text")
    }

    #[test]
    fn words_and_times_are_those_of_the_track() {
        let (context, _folder) = testing::context();
        for (name, codec) in [("a.mkv", "srt"), ("b.mp4", "mov_text"), ("c.mkv", "ass")] {
            let video = video(&context, name, codec);
            assert_eq!(
                taken(&video, "track", "", &context),
                "1\n00:00:00,500 --> 00:00:01,250\nHello\nthere\n\n2\n00:00:01,500 --> 00:00:02,000\nBye, bye\n",
                "{name}"
            );
            let german = taken(&video, "track", "German", &context);
            assert!(german.contains("Hallo") && german == taken(&video, "track", "2", &context));
            let vtt = taken(&video, "format", "vtt", &context);
            assert!(
                vtt.starts_with("WEBVTT\n\n00:00:00.500 --> 00:00:01.250\nHello\nthere\n"),
                "{vtt}"
            );
        }
    }

    #[test]
    fn a_video_without_subtitles_or_such_a_track_says_so() {
        let (context, _folder) = testing::context();
        let film = video(&context, "a.mkv", "srt");
        let told = |video: &MediaFile, track: &str| {
            let inputs = testing::inputs([
                ("video", Resource::Video(video.clone())),
                ("track", Resource::Text(track.to_owned())),
            ]);
            SubtitleExtraction
                .run(&inputs, &context)
                .unwrap_err()
                .to_string()
        };
        let error = told(&film, "French");
        assert!(error.contains("1 (English), 2 (German)"), "{error}");
        let plain = MediaFile {
            path: make(
                &context.folder,
                "plain.mp4",
                "-f lavfi -i color=gray:s=64x48:d=1:r=10 -pix_fmt yuv420p",
            ),
            name: "plain.mp4".to_owned(),
        };
        assert!(told(&plain, "").contains("holds no subtitles"));
    }
}
