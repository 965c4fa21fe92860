//! Puts the audio that another device recorded at the same time under a video, where it belongs: by
//! what both heard.

use patchbay_audio_dsp::alignment::{RATE, begins_at};
use patchbay_domain::{Cancelled, MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::audio::StreamResampler;
use patchbay_media::video::{
    AudioReader, AudioSource, AudioTrack, GraphAudio, SAMPLE_RATE, ShiftedAudio, Watch, probe,
};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use super::shared::replace_audio::ReplaceAudio;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Seconds of each that are listened to.
const LONGEST: f64 = 300.0;
/// Shares of the work that are done after listening to the one and the other, and after comparing.
const HEARD: [f64; 3] = [0.15, 0.3, 0.4];

struct AudioSync;
inventory::submit!(Registered(&AudioSync));

impl Implementation for AudioSync {
    fn tool(&self) -> &'static str {
        "audio_sync"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, audio) = (inputs.video("video")?, inputs.audio("audio")?);
        if probe(&video.path, &video.name)?.audio.is_none() {
            return Err(ToolError::Refused(format!(
                "“{}” has no sound of its own, so nothing tells when “{}” begins in it. Say “replace \
                 the sound” to put it under the video from the start.",
                video.name, audio.name
            )));
        }
        let own = watched(context, (0.0, HEARD[0]), |watch| heard(video, watch))?;
        let other = watched(context, (HEARD[0], HEARD[1]), |watch| heard(audio, watch))?;
        let check = || {
            context.progress.set(HEARD[1]);
            context.check()
        };
        let begins = begins_at(&own, &other, &check)
            .map_err(|Cancelled| ToolError::Cancelled)?
            .ok_or_else(|| {
                ToolError::Refused(format!(
                    "“{}” and the sound of “{}” do not seem to hold the same: no place fits clearly \
                     in the first {} minutes of both.",
                    audio.name,
                    video.name,
                    LONGEST / 60.0
                ))
            })?;
        drop((own, other));
        let recording = ShiftedAudio::new(AudioReader::open(&audio.path, &audio.name)?, begins);
        let mut tracks = AudioTrack::all_of(&video.path, &video.name)?;
        let first = tracks.remove(0);
        let track = if inputs.value("own_sound").as_deref() == Some("kept") {
            let both: Vec<Box<dyn AudioSource>> = vec![first.source, Box::new(recording)];
            let graph = "[in][in1]amix=inputs=2:normalize=0:duration=longest";
            AudioTrack::new(
                first.label,
                GraphAudio::held(GraphAudio::open(both, graph)?)?,
            )
        } else {
            AudioTrack::new(first.label, recording)
        };
        tracks.insert(0, track);
        let way = ReplaceAudio {
            purpose: "synced",
            is_fitted: true,
            from: HEARD[2],
        };
        let made = way.write(video, tracks, context)?;
        context.progress.say(told(begins, audio, video));
        Ok(made)
    }
}

/// Sentence for people about the place that was found.
fn told(begins: f64, audio: &MediaFile, video: &MediaFile) -> String {
    let (audio, video, by) = (&audio.name, &video.name, begins.abs());
    if by < 0.0005 {
        return format!("“{audio}” and “{video}” begin together.");
    }
    let way = if begins > 0.0 { "after" } else { "before" };
    format!("“{audio}” begins {by:.3} s {way} “{video}”.")
}

/// The start of a file's audio, in one channel at [`RATE`].
fn heard(file: &MediaFile, watch: &Watch) -> Result<Vec<f32>, MediaError> {
    let mut reader = AudioReader::open(&file.path, &file.name)?;
    let length = reader.seconds().clamp(0.001, LONGEST);
    let most = (LONGEST * f64::from(RATE)) as usize;
    let mut resampler = StreamResampler::new((SAMPLE_RATE, RATE), 1);
    let mut samples = Vec::new();
    while samples.len() < most
        && let Some(block) = reader.next_block(watch)?
    {
        watch.at(samples.len() as f64 / f64::from(RATE) / length)?;
        let [left, right] = &block.channels;
        let mono = left.iter().zip(right).map(|(left, right)| left + right);
        samples.extend(resampler.add(vec![mono.collect()]).concat());
    }
    samples.extend(resampler.finish().concat());
    samples.truncate(most);
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio::{self, AudioBuffer};
    use patchbay_test_support::audio::{noise, voice};
    use patchbay_test_support::video::{make, samples};

    use super::*;
    use crate::testing;
    use crate::video::shared::sounding::frames;

    /// A video that hears a voice from its second on, with noise, and a clean recording of it.
    fn given(context: &Context) -> (MediaFile, MediaFile) {
        let clean = voice(12.0, 48_000);
        let file = |name: &str| MediaFile {
            path: context.folder.join(name),
            name: name.to_owned(),
        };
        let write = |samples: Vec<f32>, name: &str| {
            let audio = AudioBuffer {
                sample_rate: 48_000,
                channels: vec![samples],
            };
            audio::write_wav(&audio, &context.folder.join(name), name).expect("written");
        };
        let far = clean[48_000..].iter().zip(noise(0.01));
        write(
            far.map(|(sample, noise)| 0.3 * sample + noise).collect(),
            "far.wav",
        );
        write(clean, "recorder.wav");
        make(
            &context.folder,
            "camera.mp4",
            &format!(
                "-f lavfi -i testsrc=s=64x48:d=8:r=25 -i {} -map 0:v -map 1:a -t 8 -pix_fmt yuv420p -c:a aac",
                context.folder.join("far.wav").display()
            ),
        );
        (file("camera.mp4"), file("recorder.wav"))
    }

    fn run(
        (video, audio): (&MediaFile, &MediaFile),
        own_audio: &str,
        context: &Context,
    ) -> Result<MediaFile, ToolError> {
        let inputs = testing::inputs([
            ("video", Resource::Video(video.clone())),
            ("audio", Resource::Audio(audio.clone())),
            ("own_sound", Resource::Text(own_audio.to_owned())),
        ]);
        Ok(AudioSync.run(&inputs, context)?.files()[0].clone())
    }

    /// Number of samples by which `later` lags behind `earlier`, at most 100 ms, by the strongest
    /// match.
    fn lag(earlier: &[f32], later: &[f32]) -> i64 {
        let match_at = |lag: i64| -> f32 {
            let place = |index: usize| usize::try_from(index as i64 + lag).ok();
            (4_800..earlier.len().min(later.len()) - 4_800)
                .step_by(3)
                .filter_map(|index| Some(earlier[index] * later.get(place(index)?)?))
                .sum()
        };
        (-4_800..4_800)
            .step_by(24)
            .max_by(|a, b| match_at(*a).total_cmp(&match_at(*b)))
            .expect("there are lags")
    }

    #[test]
    fn a_recording_replaces_the_audio_within_20_ms() {
        let (context, _folder) = testing::context();
        let (video, audio) = given(&context);
        let made = run((&video, &audio), "", &context).unwrap();
        assert_eq!(made.name, "camera_synced.mp4");
        let said = context.progress.said().join(" ");
        assert!(
            said.contains("begins 1.00") || said.contains("begins 0.99"),
            "{said}"
        );
        assert!(said.contains("before “camera.mp4”"), "{said}");
        let (clean, heard) = (
            samples(&audio.path, 1.0, 9.0),
            samples(&made.path, 0.0, 8.0),
        );
        let lag = lag(&clean, &heard);
        assert!(lag.abs() <= 960, "{lag} samples");
        let loud = |samples: &[f32]| samples.iter().map(|sample| sample * sample).sum::<f32>();
        let ratio = loud(&heard) / loud(&clean[..heard.len().min(clean.len())]);
        assert!(
            (0.7..1.4).contains(&ratio),
            "the clean one is heard alone: {ratio}"
        );
        assert_eq!(frames(&made.path), frames(&video.path));
        let mixed = run((&video, &audio), "kept", &context).unwrap();
        let ratio = loud(&samples(&mixed.path, 0.0, 8.0)) / loud(&clean);
        assert!(ratio > 1.3, "both are heard: {ratio}");
    }

    #[test]
    fn what_holds_something_else_is_refused() {
        let (context, _folder) = testing::context();
        let (video, _) = given(&context);
        let hiss = AudioBuffer {
            sample_rate: 48_000,
            // Another part of the noise than the one that the camera hears.
            channels: vec![noise(0.1).skip(5_000_000).take(480_000).collect()],
        };
        let file = MediaFile {
            path: context.folder.join("rain.wav"),
            name: "rain.wav".to_owned(),
        };
        audio::write_wav(&hiss, &file.path, &file.name).expect("written");
        let error = run((&video, &file), "", &context).unwrap_err().to_string();
        assert!(error.contains("do not seem to hold the same"), "{error}");
        let silent = make(
            &context.folder,
            "silent.mp4",
            "-f lavfi -i testsrc=s=64x48:d=1:r=25 -pix_fmt yuv420p",
        );
        let silent = MediaFile {
            path: silent,
            name: "silent.mp4".to_owned(),
        };
        let error = run((&silent, &file), "", &context).unwrap_err().to_string();
        assert!(error.contains("no sound of its own"), "{error}");
    }
}
