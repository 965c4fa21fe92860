//! Splits an audio clip into several: every so often, at times, into equal parts, in its pauses, at
//! its chapters. Put together again they are the audio, to the sample. Or a file of each channel or track.

mod pauses;

use patchbay_domain::{EditList, MediaFile, Resource, ResourceType};
use patchbay_media::audio::{AudioBuffer, Decoder, SampleFormat, WavFile, probe, stream};
use patchbay_media::video::{AudioEncoding, AudioFormat, chapters, write_audio};
use patchbay_tool_api::converting::audio_format;
use patchbay_tool_api::watching::watched;

use self::pauses::Listener;
use crate::audio::shared::apart::{each_channel, each_track};
use crate::audio::shared::through::own_format;
use crate::shared::splitting::{Piece, Whole, begin, purpose, range};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The share of the work that finding pauses takes.
const FINDING: f64 = 0.3;
/// Minimum distance of cuts, in seconds.
const SHORTEST: f64 = 0.01;

struct AudioSplitting;
inventory::submit!(Registered(&AudioSplitting));

impl Implementation for AudioSplitting {
    fn tool(&self) -> &'static str {
        "audio_splitting"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        let whole = Whole {
            file: audio,
            what: "sound",
            length: probe(&audio.path, &audio.name)?.seconds,
            frame: SHORTEST,
        };
        let format = audio_format(inputs)?.unwrap_or_else(|| own_format(audio));
        let apart = match inputs.value("by").as_deref() {
            Some("channels") => Some(each_channel(
                (audio, 0),
                AudioEncoding::of(format),
                context,
            )?),
            Some("tracks") => Some(each_track(audio, AudioEncoding::of(format), context)?),
            _ => None,
        };
        if let Some(files) = apart {
            return Ok(Resource::several(ResourceType::AUDIO, files));
        }
        let (pieces, begun) = pieces(whole, inputs, context)?;
        let mut unread = Unread {
            decoder: Decoder::open(&audio.path, &audio.name)?,
            given: 0,
            rest: None,
        };
        let mut files = Vec::with_capacity(pieces.len());
        for (index, piece) in pieces.iter().enumerate() {
            let range = range(begun, index, pieces.len());
            begin(context, range)?;
            let end = (index + 1 < pieces.len()).then_some(piece.end);
            let purpose = purpose(piece, index, pieces.len());
            let plain = context.output(&purpose, Some(&audio.name), "wav");
            unread.write(end, &plain, context)?;
            let kept = [(piece.start, piece.end)];
            context.progress.record(EditList::cut(&audio.name, kept));
            files.push(encoded(plain, format, range, context)?);
        }
        Ok(Resource::several(ResourceType::AUDIO, files))
    }
}

/// The pieces, and the share of the work that finding them took.
fn pieces(
    whole: Whole,
    inputs: &Inputs,
    context: &Context,
) -> Result<(Vec<Piece>, f64), ToolError> {
    let MediaFile { path, name } = whole.file;
    if let Some(parts) = whole.parts(inputs)? {
        return Ok((parts, 0.0));
    }
    if let Some(places) = whole.places(inputs)? {
        return Ok((whole.pieces(places)?, 0.0));
    }
    match inputs.value("by").as_deref() {
        Some("chapters") => Ok((whole.by_chapters(&chapters(path, name)?)?, 0.0)),
        Some("silence") => {
            let mut listener = Listener::default();
            stream(path, name, &mut |done, block| {
                context.progress.set(FINDING * done);
                listener.hear(block);
                !context.progress.is_cancelled()
            })?;
            let places = listener.pauses();
            if places.is_empty() {
                return Err(ToolError::Refused(format!(
                    "“{name}” has no pauses. Say at which times, how often or into how many parts to split it."
                )));
            }
            Ok((whole.pieces(places)?, FINDING))
        }
        _ => Err(whole.unsaid("at the pauses")),
    }
}

/// Audio that is read piece after piece.
struct Unread {
    decoder: Decoder,
    /// Number of samples of each channel that were given.
    given: u64,
    /// Samples that were read beyond the end of a piece.
    rest: Option<Vec<Vec<f32>>>,
}

impl Unread {
    /// Writes what comes before `end` seconds, or all that is left, as WAV with the audio's own
    /// rate and channels.
    fn write(
        &mut self,
        end: Option<f64>,
        file: &MediaFile,
        context: &Context,
    ) -> Result<(), ToolError> {
        let sample_rate = self.decoder.sample_rate();
        let form = (sample_rate, self.decoder.channels());
        let end = end.map_or(u64::MAX, |end| {
            (end * f64::from(sample_rate)).round() as u64
        });
        let mut written = WavFile::create(&file.path, &file.name, form, SampleFormat::Pcm16)?;
        while self.given < end {
            context.check()?;
            let read = match self.rest.take() {
                Some(rest) => Some(rest),
                None => self.decoder.next_block()?,
            };
            let Some(mut channels) = read else { break };
            let frames = channels.first().map_or(0, Vec::len);
            let kept = usize::try_from(end - self.given).map_or(frames, |left| left.min(frames));
            if kept < frames {
                let rest = channels.iter_mut().map(|channel| channel.split_off(kept));
                self.rest = Some(rest.collect());
            }
            self.given += kept as u64;
            written.write(&AudioBuffer {
                sample_rate,
                channels,
            })?;
        }
        Ok(written.finish()?)
    }
}

/// A piece in the format that is wanted; what was written before is removed.
fn encoded(
    plain: MediaFile,
    format: AudioFormat,
    range: (f64, f64),
    context: &Context,
) -> Result<MediaFile, ToolError> {
    if format == AudioFormat::Wav {
        return Ok(plain);
    }
    let ending = format.extension();
    let output = MediaFile {
        path: plain.path.with_extension(ending),
        name: format!("{}.{ending}", plain.name.trim_end_matches(".wav")),
    };
    let (from, to) = ((&*plain.path, &*plain.name), (&*output.path, &*output.name));
    watched(context, range, |watch| {
        write_audio(from, 0, to, format, watch)
    })?;
    // It lies in the step's own folder, which is removed in any case.
    let _ = std::fs::remove_file(&plain.path);
    Ok(output)
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio::{read, write_wav};
    use patchbay_test_support::video::make;

    use super::*;
    use crate::audio::shared::testing::tone;
    use crate::testing::{context, inputs};

    fn split(
        audio: &MediaFile,
        values: [(&'static str, &str); 2],
        context: &Context,
    ) -> Vec<MediaFile> {
        let [first, second] = values.map(|(name, value)| (name, Resource::Text(value.to_owned())));
        let inputs = inputs([("audio", Resource::Audio(audio.clone())), first, second]);
        let made = AudioSplitting.run(&inputs, context).expect("pieces");
        made.files().into_iter().cloned().collect()
    }

    #[test]
    fn pieces_together_are_the_audio_to_the_sample() {
        let (context, folder) = context();
        let audio = tone(300.0, 2.5, 22_050);
        let file = MediaFile {
            path: folder.path().join("tone.wav"),
            name: "tone.wav".to_owned(),
        };
        write_wav(&audio, &file.path, "tone.wav").unwrap();
        let made = split(&file, [("every", "1 s"), ("by", "")], &context);
        let pieces: Vec<AudioBuffer> = made
            .iter()
            .map(|piece| read(&piece.path, &piece.name).unwrap())
            .collect();
        let lengths: Vec<usize> = pieces.iter().map(AudioBuffer::frames).collect();
        assert_eq!(lengths, [22_050, 22_050, 11_025]);
        assert_eq!(pieces[0].sample_rate, 22_050);
        let joined = pieces.iter().flat_map(|piece| &piece.channels[0]);
        let off = joined
            .zip(&audio.channels[0])
            .fold(0.0_f32, |most, (a, b)| most.max((a - b).abs()));
        assert!(off < 0.001, "{off}");
        let made = split(&file, [("count", "2"), ("format", "mp3")], &context);
        assert_eq!(made[1].name, "tone_part-2.mp3");
        assert!((probe(&made[1].path, "made").unwrap().seconds - 1.25).abs() < 0.06);
    }

    #[test]
    fn each_channel_becomes_a_mono_file() {
        let (context, folder) = context();
        let arguments = "-f lavfi -i sine=frequency=440:duration=1 -f lavfi -i sine=frequency=880:duration=1 \
                         -filter_complex amerge";
        let file = MediaFile {
            path: make(folder.path(), "talk.wav", arguments),
            name: "talk.wav".to_owned(),
        };
        let made = split(&file, [("by", "channels"), ("format", "flac")], &context);
        let names: Vec<&str> = made.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names, ["talk_left.flac", "talk_right.flac"]);
        let whole = read(&file.path, "talk.wav").unwrap();
        for (piece, wanted) in made.iter().zip(&whole.channels) {
            let read = read(&piece.path, &piece.name).unwrap();
            assert_eq!((read.channels.len(), read.frames()), (1, whole.frames()));
            let off = read.channels[0].iter().zip(wanted);
            let off = off.fold(0.0_f32, |most, (a, b)| most.max((a - b).abs()));
            assert!(off < 0.001, "{off}");
        }
        let error = split_error(&made[0], &context);
        assert!(error.contains("is mono"), "{error}");
    }

    #[test]
    fn channels_without_names_and_tracks_become_files() {
        let (context, folder) = context();
        // Four channels and sixteen, of which the header names none.
        for (count, layout) in [(4, "4.0"), (16, "hexadecagonal")] {
            let tone = |channel: usize| format!("0.2*sin({}*2*PI*t)", 300 + 100 * channel);
            let tones: Vec<String> = (0..count).map(tone).collect();
            let arguments = format!(
                "-f lavfi -i aevalsrc={}:c={layout}:s=48000:d=1 -c:a pcm_s24le",
                tones.join("|")
            );
            let file = MediaFile {
                path: make(folder.path(), "ZOOM0001.WAV", &arguments),
                name: "ZOOM0001.WAV".to_owned(),
            };
            let mut bytes = std::fs::read(&file.path).unwrap();
            bytes[40..44].fill(0);
            std::fs::write(&file.path, bytes).unwrap();
            let made = split(&file, [("by", "channels"), ("format", "")], &context);
            assert_eq!(made.len(), count);
            assert_eq!(made[3].name, "ZOOM0001_channel-4.wav");
            for (channel, piece) in made.iter().enumerate() {
                let read = read(&piece.path, &piece.name).unwrap();
                assert_eq!((read.channels.len(), read.frames()), (1, 48_000));
                let hertz = 300.0 + 100.0 * channel as f64;
                let heard = crate::audio::shared::testing::pitch(&read, 0.2, 0.8);
                assert!((heard - hertz).abs() < 2.0, "{}: {heard} Hz", piece.name);
            }
        }
        let arguments = "-f lavfi -i sine=frequency=440:duration=1 -f lavfi -i sine=frequency=880:duration=1 -map 0 -map 1 -c:a flac";
        let file = MediaFile {
            path: make(folder.path(), "takes.mka", arguments),
            name: "takes.mka".to_owned(),
        };
        let made = split(&file, [("by", "tracks"), ("format", "flac")], &context);
        let names: Vec<&str> = made.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names, ["takes_track-1.flac", "takes_track-2.flac"]);
        for (piece, hertz) in made.iter().zip([440.0, 880.0]) {
            let read = read(&piece.path, &piece.name).unwrap();
            let heard = crate::audio::shared::testing::pitch(&read, 0.2, 0.8);
            assert!((heard - hertz).abs() < 2.0, "{}: {heard} Hz", piece.name);
        }
    }

    fn split_error(audio: &MediaFile, context: &Context) -> String {
        let inputs = inputs([
            ("audio", Resource::Audio(audio.clone())),
            ("by", Resource::Text("channels".to_owned())),
        ]);
        AudioSplitting
            .run(&inputs, context)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn pauses_and_chapters_split_audio() {
        let (context, folder) = context();
        let arguments = "-f lavfi -i sine=frequency=440:duration=1 -f lavfi -i anullsrc=r=44100:cl=mono:d=1 \
                         -f lavfi -i sine=frequency=880:duration=1 -filter_complex concat=n=3:v=0:a=1";
        let file = MediaFile {
            path: make(folder.path(), "talk.mp3", arguments),
            name: "talk.mp3".to_owned(),
        };
        let made = split(&file, [("by", "silence"), ("format", "")], &context);
        let names: Vec<&str> = made.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names, ["talk_part-1.mp3", "talk_part-2.mp3"]);
        let inputs = inputs([
            ("audio", Resource::Audio(file)),
            ("by", Resource::Text("chapters".to_owned())),
        ]);
        let error = AudioSplitting.run(&inputs, &context).unwrap_err();
        assert!(error.to_string().contains("has no chapters"), "{error}");
    }
}
