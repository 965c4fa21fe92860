//! Tells what an audio file is: length, codec, channels, sample rate, loudness, and who made it,
//! when and where, as far as the file says.

use patchbay_domain::Resource;
use patchbay_media::audio::{Meter, stream};
use patchbay_media::video::{Properties, chapters, properties};
use patchbay_values::times::clock;

use crate::shared::properties::{Lines, bit_rate, channels_in_words, hertz};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioProperties;
inventory::submit!(Registered(&AudioProperties));

impl Implementation for AudioProperties {
    fn tool(&self) -> &'static str {
        "audio_properties"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        let mut meter: Option<Meter> = None;
        let facts = stream(&audio.path, &audio.name, &mut |done, block| {
            context.progress.set(done);
            let planes: Vec<&[f32]> = block.channels.iter().map(Vec::as_slice).collect();
            let channels = planes.len() as u32;
            meter
                .get_or_insert_with(|| Meter::new(channels, block.sample_rate, true))
                .add(&planes);
            !context.progress.is_cancelled()
        })?;
        // What another library than libav reads, libav need not know.
        let properties = properties(&audio.path, &audio.name).ok();
        let mut lines = Lines::of(audio);
        lines.add("Length", clock(facts.seconds));
        if let Some(properties) = &properties {
            lines.add_tracks(properties);
        } else {
            let channels = channels_in_words(facts.channels as u16);
            lines.add("Audio", format!("{channels}, {}", hertz(facts.sample_rate)));
        }
        let measured = meter.map(|meter| meter.measure());
        let told = |value: Option<f64>, unit: &str| {
            let value = value.filter(|value| value.is_finite())?;
            Some(format!("{value:.1} {unit}"))
        };
        lines.add_known(
            "Loudness",
            told(measured.map(|measured| measured.integrated), "LUFS"),
        );
        lines.add_known(
            "Loudest peak",
            told(measured.map(|measured| measured.true_peak), "dB"),
        );
        let chapters = chapters(&audio.path, &audio.name).map_or(0, |chapters| chapters.len());
        lines.add_known("Chapters", (chapters > 0).then(|| chapters.to_string()));
        lines.add_file_size(audio)?;
        lines.add_known("Bit rate", total(properties.as_ref()));
        if let Some(properties) = &properties {
            lines.add_tags(properties);
        }
        Ok(Resource::Text(lines.text()))
    }
}

fn total(properties: Option<&Properties>) -> Option<String> {
    properties
        .and_then(|properties| properties.bit_rate)
        .map(bit_rate)
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn audio_is_told_about() {
        let (context, folder) = context();
        let arguments = "-f lavfi -i sine=frequency=440:duration=3 -ac 1 -ar 22050 -b:a 64k \
                         -metadata title=Waves -metadata artist=Jo";
        let file = MediaFile {
            path: make(folder.path(), "waves.mp3", arguments),
            name: "waves.mp3".to_owned(),
        };
        let inputs = inputs([("audio", Resource::Audio(file))]);
        let told = AudioProperties.run(&inputs, &context).expect("a text");
        let told = told.as_text().expect("a text");
        for line in [
            "“waves.mp3”",
            "Length: 3",
            "Audio: MP3, mono, 22.05 kHz",
            "Loudness: -2",
            "File size: ",
            "kbit/s",
            "Title: Waves",
            "Artist: Jo",
        ] {
            assert!(told.contains(line), "{line} is not in\n{told}");
        }
    }
}
