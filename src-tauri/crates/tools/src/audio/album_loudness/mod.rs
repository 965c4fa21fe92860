//! Brings several sounds to a loudness together, by one and the same gain: what was quieter than the others stays so, as the
//! songs of an album.

use patchbay_audio_dsp::levelling::CEILING;
use patchbay_domain::{MediaFile, Resource, ResourceType};
use patchbay_media::audio::Meter;
use patchbay_media::video::{Chain, TRUE_PEAK_CEILING, limiter};

use crate::audio::shared::through::{heard, own_format, through};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The loudness where none is set, in LUFS: that of the large streaming services.
const USUAL: f64 = -14.0;
/// The share of the work that listening is.
const LISTENING: f64 = 0.4;

struct AlbumLoudness;
inventory::submit!(Registered(&AlbumLoudness));

impl Implementation for AlbumLoudness {
    fn tool(&self) -> &'static str {
        "album_loudness"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let sounds = inputs.files("audio")?;
        let (loudness, most) = (inputs.number("loudness")?, inputs.number("peak")?);
        let (together, peak) = measured(&sounds, context)?;
        let missing = || loudness.unwrap_or(USUAL) - together;
        let room = |most: f64| most - 20.0 * peak.log10();
        // A peak alone is reached; beside a loudness it is not exceeded.
        let gain = match (loudness, most) {
            (None, Some(most)) => room(most),
            (_, Some(most)) => missing().min(room(most)),
            _ => missing(),
        };
        if !gain.is_finite() {
            return Err(ToolError::Input(
                "The sounds are silent or shorter than 0.4 s, so their loudness cannot be set."
                    .to_owned(),
            ));
        }
        let chain = chain(gain, peak, context);
        context.progress.say(format!(
            "All {} sounds were changed by one gain of {gain:+.1} dB.",
            sounds.len()
        ));
        let share =
            |place: usize| LISTENING + (1.0 - LISTENING) * place as f64 / sounds.len() as f64;
        let write = |(place, sound): (usize, &MediaFile)| {
            let range = (share(place), share(place + 1));
            through(sound, (own_format(sound), &chain), "album", range, context)
        };
        let files = sounds.iter().enumerate().map(write);
        let files = files.collect::<Result<Vec<_>, _>>()?;
        Ok(Resource::several(ResourceType::AUDIO, files))
    }
}

/// The loudness of all sounds together in LUFS, and the largest absolute sample of any.
fn measured(sounds: &[MediaFile], context: &Context) -> Result<(f64, f64), ToolError> {
    let share = |place: usize| LISTENING * place as f64 / sounds.len() as f64;
    let (mut meters, mut peak) = (Vec::with_capacity(sounds.len()), 0.0_f32);
    for (place, sound) in sounds.iter().enumerate() {
        let mut meter: Option<Meter> = None;
        heard(sound, (share(place), share(place + 1)), context, |block| {
            peak = peak.max(block.peak());
            let planes: Vec<&[f32]> = block.channels.iter().map(Vec::as_slice).collect();
            let channels = planes.len() as u32;
            meter
                .get_or_insert_with(|| Meter::new(channels, block.sample_rate, false))
                .add(&planes);
        })?;
        meters.extend(meter);
    }
    Ok((Meter::together(&meters), f64::from(peak)))
}

/// The filters for a gain in dB; what it drives beyond -1 dB is held there, which is told.
fn chain(gain: f64, peak: f64, context: &Context) -> Chain {
    let mut filters = format!("volume={gain:.4}dB:precision=double");
    let most = peak.max(f64::from(CEILING));
    if peak * 10.0_f64.powf(gain / 20.0) > most {
        filters.push(',');
        filters.push_str(&limiter(TRUE_PEAK_CEILING));
        context.progress.say(
            "Their highest peaks would go beyond full scale, so a limiter holds them at -1 dB."
                .to_owned(),
        );
    }
    Chain::of(filters)
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio::{AudioBuffer, loudness, read, write_wav};
    use patchbay_test_support::video::make;

    use super::*;
    use crate::audio::shared::testing::music;
    use crate::testing::{context, inputs};

    fn songs(context: &Context) -> Vec<MediaFile> {
        let song = |(name, gain): (&str, f32)| {
            let mut audio = music(6.0, 44_100);
            audio
                .channels
                .iter_mut()
                .flatten()
                .for_each(|sample| *sample *= gain);
            let file = MediaFile {
                path: context.folder.join(name),
                name: name.to_owned(),
            };
            write_wav(&audio, &file.path, name).unwrap();
            file
        };
        [
            ("1 Overture.wav", 0.5),
            ("2 Lullaby.wav", 0.1),
            ("3 Dance.wav", 0.3),
        ]
        .map(song)
        .to_vec()
    }

    fn levelled(
        songs: &[MediaFile],
        values: [(&str, &str); 2],
        context: &Context,
    ) -> Vec<AudioBuffer> {
        let [first, second] = values.map(|(name, value)| (name, Resource::Text(value.to_owned())));
        let all = Resource::several(ResourceType::AUDIO, songs.to_vec());
        let made = AlbumLoudness
            .run(&inputs([("audio", all), first, second]), context)
            .unwrap();
        let files = made.files().into_iter();
        files
            .map(|file| read(&file.path, &file.name).unwrap())
            .collect()
    }

    fn one_after_the_other(parts: &[AudioBuffer]) -> f64 {
        let mut whole = AudioBuffer::silence(44_100, 2, 0);
        for part in parts {
            let pairs = whole.channels.iter_mut().zip(&part.channels);
            pairs.for_each(|(whole, part)| whole.extend(part));
        }
        loudness(&whole).integrated
    }

    #[test]
    fn one_gain_brings_all_of_them_to_a_loudness() {
        let (context, _folder) = context();
        let songs = songs(&context);
        let before: Vec<f64> = songs
            .iter()
            .map(|song| loudness(&read(&song.path, &song.name).unwrap()).integrated)
            .collect();
        let made = levelled(&songs, [("loudness", "-20"), ("peak", "")], &context);
        let reached = one_after_the_other(&made);
        assert!((reached + 20.0).abs() < 0.2, "{reached}");
        let gains: Vec<f64> = made
            .iter()
            .zip(&before)
            .map(|(song, before)| loudness(song).integrated - before)
            .collect();
        let spread = gains
            .iter()
            .fold(0.0_f64, |most, gain| most.max((gain - gains[0]).abs()));
        assert!(spread < 0.1, "{gains:?}");
        let made = levelled(&songs, [("loudness", ""), ("peak", "-6")], &context);
        let peaks = made.iter().map(|song| 20.0 * song.peak().log10());
        let highest = peaks.fold(f32::NEG_INFINITY, f32::max);
        assert!((highest + 6.0).abs() < 0.05, "{highest}");
    }

    #[test]
    fn every_song_keeps_its_format() {
        let (context, _folder) = context();
        let mut all = songs(&context);
        let tone = "-f lavfi -i sine=frequency=440:duration=3 -c:a libmp3lame";
        all.push(MediaFile {
            path: make(&context.folder, "4 Coda.mp3", tone),
            name: "4 Coda.mp3".to_owned(),
        });
        let all = Resource::several(ResourceType::AUDIO, all);
        let made = AlbumLoudness
            .run(&inputs([("audio", all)]), &context)
            .unwrap();
        let names: Vec<&str> = made.files().iter().map(|file| &*file.name).collect();
        assert_eq!(names[0], "1 Overture_album.wav");
        assert_eq!(names[3], "4 Coda_album.mp3");
    }
}
