//! Takes the middle out of a stereo sound, where songs have the singer, for karaoke. The sides and the
//! bass stay.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio::Polarity;
use patchbay_media::video::{Chain, MIX_CEILING, limiter};
use patchbay_tool_api::converting::audio_format;

use crate::audio::shared::through::{heard, own_format, through};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The share of the work that listening is.
const LISTENING: f64 = 0.3;
/// Default frequency below which all stays, in Hz: the bass is in the middle too.
const BASS: f64 = 120.0;
/// Samples of a window of the spectrum.
const WINDOW: u32 = 4096;
/// Delay of the spectrum, in samples: a window but its step.
const LATE: u32 = WINDOW - WINDOW / 4;

struct CenterRemoval;
inventory::submit!(Registered(&CenterRemoval));

impl Implementation for CenterRemoval {
    fn tool(&self) -> &'static str {
        "center_removal"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let sound = inputs.audio("audio")?;
        let format = audio_format(inputs)?.unwrap_or_else(|| own_format(sound));
        let bass = inputs.number("keep_below")?.unwrap_or(BASS);
        has_sides(sound, context)?;
        let chain = Chain {
            filters: filters(bass),
            channels: Some(2),
            span: None,
        };
        let range = (LISTENING, 1.0);
        let made = through(sound, (format, &chain), "without-center", range, context)?;
        context.progress.say(format!(
            "The middle is gone: the voice, and with it drums or solos that were there too. Below {bass} Hz all of it stays; \
             reverb and choirs at the sides are still heard."
        ));
        Ok(Resource::Audio(made))
    }
}

/// Finds out whether there are two sides that differ.
fn has_sides(sound: &MediaFile, context: &Context) -> Result<(), ToolError> {
    let (mut polarity, mut channels) = (Polarity::default(), 0);
    heard(sound, (0.0, LISTENING), context, |block| {
        channels = block.channels.len();
        if let [left, right] = &block.channels[..] {
            polarity.hear(left, right);
        }
    })?;
    let why = match channels {
        2 if !polarity.is_mono() => return Ok(()),
        2 => "has the same on both sides",
        0 | 1 => "is mono",
        _ => {
            return Err(ToolError::Refused(format!(
                "“{}” has {channels} channels. Make it stereo first; its centre is a channel of its own.",
                sound.name
            )));
        }
    };
    Err(ToolError::Refused(format!(
        "“{}” {why}, so there is no middle that could be told from the sides: all of it would go.",
        sound.name
    )))
}

/// The filters, by spectral subtraction: in each bin above the bass the sum of both sides is lessened by
/// their difference, which is what only one side has, and what is left of the sum, the middle, is taken
/// from both sides. Nothing comes later than before.
fn filters(bass: f64) -> String {
    // Channels 0 and 1 become the middle; 2 and 3 pass.
    let passing = |part: &str| {
        format!(
            "{part}*clip(2*b*sr/{WINDOW}/{bass}-1.5,0,1)*max(0,\
             ((re*re+im*im)-st(0,st(1,real(b,1))*ld(1)+st(2,imag(b,1))*ld(2)))/((re*re+im*im)+ld(0)+1e-12))\
             |0|{part}|{part}"
        )
    };
    let (real, imaginary) = (passing("re"), passing("im"));
    format!(
        "apad=pad_len={LATE},pan=quad|c0=c0+c1|c1=c0-c1|c2=c0|c3=c1,\
         afftfilt=real='{real}':imag='{imaginary}':win_size={WINDOW}:overlap=0.75:threads=1,\
         pan=stereo|c0=c2-0.5*c0|c1=c3-0.5*c0,atrim=start_sample={LATE},asetpts=N/SR/TB,\
         {}",
        limiter(MIX_CEILING)
    )
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio::{AudioBuffer, read, write_wav};

    use super::*;
    use crate::audio::shared::testing::tone;
    use crate::testing::{context, inputs};

    fn without(audio: &AudioBuffer) -> Result<(AudioBuffer, Vec<String>), ToolError> {
        let (context, _folder) = context();
        let file = MediaFile {
            path: context.folder.join("song.wav"),
            name: "song.wav".to_owned(),
        };
        write_wav(audio, &file.path, &file.name).unwrap();
        let made = CenterRemoval.run(&inputs([("audio", Resource::Audio(file))]), &context)?;
        let made = read(&made.files()[0].path, "made").unwrap();
        Ok((made, context.progress.said()))
    }

    /// Level of a frequency in a channel, in dB of full scale.
    fn at(samples: &[f32], frequency: f64) -> f64 {
        let middle = &samples[44_100..3 * 44_100];
        let turn = std::f64::consts::TAU * frequency / 44_100.0;
        let parts = middle.iter().enumerate().map(|(place, sample)| {
            let angle = place as f64 * turn;
            (
                f64::from(*sample) * angle.cos(),
                f64::from(*sample) * angle.sin(),
            )
        });
        let (real, imaginary) =
            parts.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        20.0 * (2.0 * real.hypot(imaginary) / middle.len() as f64)
            .max(1e-9)
            .log10()
    }

    #[test]
    fn the_middle_goes_and_sides_and_bass_stay() {
        let [singer, guitar, piano, bass] = [500.0, 900.0, 1_700.0, 60.0]
            .map(|frequency| tone(frequency, 4.0, 44_100).channels.remove(0));
        let side = |own: &[f32]| -> Vec<f32> {
            (0..own.len())
                .map(|place| 0.3 * (singer[place] + own[place] + bass[place]))
                .collect()
        };
        let song = AudioBuffer {
            sample_rate: 44_100,
            channels: vec![side(&guitar), side(&piano)],
        };
        let (made, said) = without(&song).unwrap();
        assert_eq!((made.channels.len(), made.frames()), (2, song.frames()));
        for (channel, own, other) in [(0, 900.0, 1_700.0), (1, 1_700.0, 900.0)] {
            let heard = |frequency| {
                at(&made.channels[channel], frequency) - at(&song.channels[channel], frequency)
            };
            assert!(heard(500.0) < -20.0, "the singer: {}", heard(500.0));
            assert!(heard(own).abs() < 1.0, "an instrument: {}", heard(own));
            assert!(heard(60.0).abs() < 1.0, "the bass: {}", heard(60.0));
            assert!(
                at(&made.channels[channel], other) < -40.0,
                "each stays on its side"
            );
        }
        assert!(said[0].contains("drums or solos"), "{said:?}");
    }

    #[test]
    fn without_two_sides_there_is_no_middle() {
        let mono = tone(440.0, 2.0, 44_100);
        let error = without(&mono).unwrap_err().to_string();
        assert!(error.contains("is mono"), "{error}");
        let same = AudioBuffer {
            channels: vec![mono.channels[0].clone(); 2],
            ..mono
        };
        let error = without(&same).unwrap_err().to_string();
        assert!(error.contains("the same on both sides"), "{error}");
    }
}
