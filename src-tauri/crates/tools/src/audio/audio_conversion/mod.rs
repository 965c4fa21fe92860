//! Writes a sound in another file format and changes nothing else: its sample rate, channels and
//! depth stay unless others are asked for.

use patchbay_domain::Resource;
use patchbay_media::video::{AudioEncoding, copy_audio, write_audio_as};
use patchbay_tool_api::watching::watched;

use crate::audio::shared::encoding::encoding;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioConversion;
inventory::submit!(Registered(&AudioConversion));

impl Implementation for AudioConversion {
    fn tool(&self) -> &'static str {
        "audio_conversion"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        let encoding = encoding(inputs, &audio.name)?;
        let format = encoding.format;
        let output = context.output("converted", Some(&audio.name), format.extension());
        let (from, to) = ((&*audio.path, &*audio.name), (&*output.path, &*output.name));
        let is_plain = encoding == AudioEncoding::of(format);
        let method = inputs.value("method");
        let is_copy = method.as_deref() == Some("copied");
        // What is lossless is the same either way, and every file of it is in order then.
        let may_copy = method.is_none() && !format.is_lossless();
        if is_plain && (is_copy || may_copy) {
            let copied = watched(context, (0.0, 1.0), |watch| {
                copy_audio(from, 0, to, format, watch)
            })?;
            if copied {
                return Ok(Resource::Audio(output));
            }
        }
        if is_copy && !(is_plain && format.is_lossless()) {
            return Err(ToolError::Refused(format!(
                "“{}” cannot become that without re-encoding. FLAC and WAV lose nothing; ask for \
                 one of these, or let it be re-encoded.",
                audio.name
            )));
        }
        watched(context, (0.0, 1.0), |watch| {
            write_audio_as(from, 0, to, encoding, watch)
        })?;
        Ok(Resource::Audio(output))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_media::audio;
    use patchbay_test_support::video::{facts, make, number, samples, stream};

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn audio_is_written_as_what_is_asked_for() {
        let (context, folder) = context();
        let file = MediaFile {
            path: folder.path().join("voice.wav"),
            name: "voice.wav".to_owned(),
        };
        let tone: Vec<f32> = (0..96_000).map(|n| (n as f32 * 0.06).sin() * 0.5).collect();
        let audio = audio::AudioBuffer {
            sample_rate: 48_000,
            channels: vec![tone.clone(), tone],
        };
        audio::write_wav(&audio, &file.path, "voice.wav").unwrap();
        for format in ["mp3", "m4a", "wav", "flac", "ogg", "opus"] {
            let values = [
                ("audio", Resource::Audio(file.clone())),
                ("format", Resource::Text(format.to_owned())),
            ];
            let made = AudioConversion.run(&inputs(values), &context).unwrap();
            assert_eq!(made.files()[0].name, format!("voice_converted.{format}"));
            let read = audio::read(&made.files()[0].path, format).unwrap();
            assert!(
                (read.seconds() - 2.0).abs() < 0.06,
                "{format}: {}",
                read.seconds()
            );
        }
        let error = AudioConversion
            .run(&inputs([("audio", Resource::Audio(file))]), &context)
            .unwrap_err();
        assert!(matches!(error, ToolError::Refused(said) if said.contains("mp3, m4a, wav")));
    }

    fn run(
        audio: &MediaFile,
        set: &[(&str, &str)],
        context: &Context,
    ) -> Result<MediaFile, String> {
        let given = [("audio", Resource::Audio(audio.clone()))];
        let set = set
            .iter()
            .map(|(name, value)| (*name, Resource::Text((*value).to_owned())));
        let values = given
            .into_iter()
            .chain(set)
            .map(|(name, value)| (name.to_owned(), value));
        match AudioConversion.run(&Inputs::new(values.collect()), context) {
            Ok(made) => Ok(made.files()[0].clone()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn track(path: &std::path::Path) -> serde_json::Value {
        stream(&facts(path), "audio").unwrap().clone()
    }

    #[test]
    fn what_is_not_asked_for_stays() {
        let (context, _folder) = context();
        let deep = "-f lavfi -i sine=frequency=440:sample_rate=44100:d=1 -ac 1 -c:a pcm_s24le";
        let audio = MediaFile {
            path: make(&context.folder, "deep.wav", deep),
            name: "deep.wav".to_owned(),
        };
        let made = run(&audio, &[("format", "flac")], &context).unwrap();
        let told = track(&made.path);
        assert_eq!(
            (&told["sample_rate"], &told["channels"]),
            (&"44100".into(), &1.into())
        );
        assert_eq!(told["bits_per_raw_sample"], "24");
        assert_eq!(
            samples(&made.path, 0.0, 1.0),
            samples(&audio.path, 0.0, 1.0)
        );
        let made = run(&audio, &[("format", "mp3")], &context).unwrap();
        let told = track(&made.path);
        assert_eq!(
            (&told["sample_rate"], &told["channels"]),
            (&"44100".into(), &1.into())
        );
    }

    #[test]
    fn a_bit_rate_a_sample_rate_and_channels_are_as_asked_for() {
        let (context, _folder) = context();
        let tone = "-f lavfi -i anoisesrc=d=4:r=48000 -ac 2";
        let audio = MediaFile {
            path: make(&context.folder, "noise.wav", tone),
            name: "noise.wav".to_owned(),
        };
        let set = [("format", "mp3"), ("bitrate", "64 kbps")];
        let made = run(&audio, &set, &context).unwrap();
        let rate = number(&track(&made.path), "bit_rate");
        assert!((rate - 64_000.0).abs() < 4000.0, "{rate}");
        let set = [("sample_rate", "16000"), ("channel_layout", "mono")];
        let made = run(&audio, &set, &context).unwrap();
        let told = track(&made.path);
        assert_eq!(made.path.extension().unwrap(), "wav", "{}", made.name);
        assert_eq!(
            (&told["sample_rate"], &told["channels"]),
            (&"16000".into(), &1.into())
        );
        let set = [("format", "flac"), ("bitrate", "64 kbps")];
        let error = run(&audio, &set, &context).unwrap_err();
        assert!(error.contains("no bit rate"), "{error}");
    }

    #[test]
    fn what_is_to_be_copied_is_copied_or_refused() {
        let (context, _folder) = context();
        let tone = "-f lavfi -i sine=d=1 -c:a libvorbis";
        let audio = MediaFile {
            path: make(&context.folder, "tone.ogg", tone),
            name: "tone.ogg".to_owned(),
        };
        let copied = ("method", "copied");
        let made = run(&audio, &[("format", "ogg"), copied], &context).unwrap();
        assert_eq!(
            samples(&made.path, 0.0, 1.0),
            samples(&audio.path, 0.0, 1.0)
        );
        let error = run(&audio, &[("format", "mp3"), copied], &context).unwrap_err();
        assert!(error.contains("without re-encoding"), "{error}");
    }

    #[test]
    fn tags_and_the_cover_go_into_every_format_and_back() {
        let (context, folder) = context();
        let folder = folder.path();
        make(
            folder,
            "c.jpg",
            "-f lavfi -i color=c=blue:s=32x32 -frames:v 1",
        );
        let song = format!(
            "-f lavfi -i sine=d=2 -i {} -map 0:a -map 1:v -c:a flac -c:v copy -disposition:v attached_pic \
             -metadata title=Boats -metadata artist=Ada -metadata track=4",
            folder.join("c.jpg").display()
        );
        let file = |path: std::path::PathBuf, name: &str| MediaFile {
            path,
            name: name.to_owned(),
        };
        let mut song = file(make(folder, "song.flac", &song), "song.flac");
        for format in [
            "mp3", "m4a", "ogg", "opus", "flac", "ogg", "mp3", "flac", "m4a",
        ] {
            song = run(&song, &[("format", format)], &context).unwrap();
            let told = facts(&song.path);
            let all = told["streams"].as_array().unwrap();
            assert!(
                all.iter()
                    .any(|stream| stream["disposition"]["attached_pic"] == 1),
                "{format}"
            );
            let said = told.to_string();
            assert!(said.contains("Boats") && said.contains("Ada"), "{format}");
        }
    }
}
