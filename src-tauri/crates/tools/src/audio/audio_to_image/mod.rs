//! `audio_to_image`: a waveform and a spectrogram with axes, as one PNG.

mod chart;

use patchbay_audio_dsp::spectrogram::{COLUMNS, Spectrogram};
use patchbay_domain::Resource;
use patchbay_media::audio::{Decoder, Peaks, probe};
use patchbay_media::image;

use crate::{Context, Implementation, Inputs, Registered, ToolError};
use chart::Chart;

struct AudioToImage;

impl Implementation for AudioToImage {
    fn tool(&self) -> &'static str {
        "audio_to_image"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let source = inputs.audio("audio")?;
        let facts = probe(&source.path, &source.name)?;
        let mut decoder = Decoder::open(&source.path, &source.name)?;
        let mut peaks = Peaks::default();
        let mut spectrogram = Spectrogram::new(facts.seconds, facts.sample_rate, COLUMNS);
        let mut seconds = 0.0;
        while let Some(block) = decoder.next_block()? {
            context
                .progress
                .set(0.9 * (seconds / facts.seconds).min(1.0));
            context.check()?;
            peaks.add(&block);
            let count = block.len() as f32;
            let frames = block.first().map_or(0, Vec::len);
            let mono: Vec<f32> = (0..frames)
                .map(|i| block.iter().map(|channel| channel[i]).sum::<f32>() / count)
                .collect();
            spectrogram.add(&mono);
            seconds += frames as f64 / f64::from(facts.sample_rate);
        }
        let outline = peaks.columns(COLUMNS);
        let spectrum = spectrogram.finish();
        let chart = Chart {
            title: &source.name,
            seconds: facts.seconds,
            sample_rate: facts.sample_rate,
            outline: &outline,
            spectrum: &spectrum,
        };
        let image = chart.draw();
        let file = context.output("spectrogram", Some(&source.name), "png");
        image::write_png(&file.path, &image.into(), &file.name)?;
        Ok(Resource::image(file))
    }
}

inventory::submit!(Registered(&AudioToImage));

#[cfg(test)]
mod tests {
    use patchbay_media::audio::{AudioBuffer, write_wav};

    use super::*;
    use crate::testing;

    #[test]
    fn a_tone_is_a_bright_line_at_its_height() {
        let (context, _folder) = testing::context();
        let source = context.output("tone \"1\"", None, "wav");
        let tone: Vec<f32> = (0..96_000)
            .map(|i| (i as f32 * std::f32::consts::TAU * 1_000.0 / 48_000.0).sin() * 0.5)
            .collect();
        write_wav(
            &AudioBuffer {
                sample_rate: 48_000,
                channels: vec![tone],
            },
            &source.path,
            &source.name,
        )
        .expect("written");
        let inputs = testing::inputs([("audio", Resource::Audio(source))]);
        let drawn = AudioToImage.run(&inputs, &context).expect("a picture");
        let file = drawn.files()[0].clone();
        let image = image::read(&file.path, &file.name)
            .expect("read")
            .pixels
            .to_rgb8();
        assert!(image.width() > 1_400 && image.height() > 800);
        let light = |y: u32| {
            (400..1_200)
                .map(|x| {
                    image
                        .get_pixel(x, y)
                        .0
                        .iter()
                        .map(|c| u32::from(*c))
                        .sum::<u32>()
                })
                .sum::<u32>()
        };
        let brightest = (345..890).max_by_key(|y| light(*y)).expect("rows");
        // The spectrogram spans 30 Hz to 20 kHz over 560 rows from row 340 on.
        let expected =
            340.0 + 560.0 * (1.0 - (1_000.0_f32 / 30.0).log2() / (20_000.0_f32 / 30.0).log2());
        assert!(
            (brightest as f32 - expected).abs() < 6.0,
            "{brightest} for {expected}"
        );
    }
}
