//! Joins two films: the second follows the first, in its size and shape. Pictures that are packed in the same way are taken
//! over as they are.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    Film, FilmPicture, FilteredFrames, FrameReader, FrameSource, PacketReader, Retimed, SoundReader, SoundSource,
    Watch, write_joined,
};

use super::watching::watched;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoConcatenation;
inventory::submit!(Registered(&VideoConcatenation));

impl Implementation for VideoConcatenation {
    fn tool(&self) -> &'static str {
        "video_concatenation"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (first, second) = (inputs.video("video")?, inputs.video("second")?);
        let output = context.output("joined", Some(&first.name), "mp4");
        watched(context, (0.0, 1.0), |watch| {
            let mut sounds = [sound(first)?, sound(second)?];
            if let Some([mut before, mut after]) = packets(first, second)? {
                let pictures = [FilmPicture::Packets(&mut before), FilmPicture::Packets(&mut after)];
                return join(pictures, &mut sounds, &output, watch);
            }
            let [mut before, mut after] = frames(first, second)?;
            join([FilmPicture::Frames(&mut before), FilmPicture::Frames(&mut after)], &mut sounds, &output, watch)
        })?;
        Ok(Resource::Video(output))
    }
}

/// The pictures of both films as they are packed, where those of the second can follow those of the first.
fn packets(first: &MediaFile, second: &MediaFile) -> Result<Option<[PacketReader; 2]>, MediaError> {
    let before = PacketReader::pictures(&first.path, &first.name)?;
    let after = PacketReader::pictures(&second.path, &second.name)?;
    let (Some(before), Some(mut after)) = (before, after) else { return Ok(None) };
    Ok(if after.continues(&before)? { Some([before, after]) } else { None })
}

/// The pictures of both films at the size and in the colours of the first, and at the rate of the one that has more.
fn frames(first: &MediaFile, second: &MediaFile) -> Result<[FilteredFrames<Retimed<FrameReader>>; 2], MediaError> {
    let before = FrameReader::open(&first.path, &first.name, u32::MAX)?;
    let after = FrameReader::open(&second.path, &second.name, u32::MAX)?;
    let rates = [before.constant_rate(), after.constant_rate()];
    let per_second = |(numerator, denominator): (i32, i32)| f64::from(numerator) / f64::from(denominator);
    let rate = if per_second(rates[1]) > per_second(rates[0]) * 1.001 { rates[1] } else { rates[0] };
    let format = before.format();
    let before = FilteredFrames::framed(Retimed::new(before, 1.0, rate), &format)?;
    let after = FilteredFrames::framed(Retimed::new(after, 1.0, rate), &format)?;
    Ok([before, after])
}

fn join<'a>(
    pictures: [FilmPicture<'a>; 2],
    sounds: &'a mut [Option<SoundReader>; 2],
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let films = pictures.into_iter().zip(sounds).map(|(picture, sound)| {
        let sound = sound.as_mut().map(|sound| sound as &mut dyn SoundSource);
        Film { picture, sound }
    });
    write_joined(&output.path, &output.name, films.collect(), watch).map(drop)
}

/// A film's sound; none where it has none.
fn sound(film: &MediaFile) -> Result<Option<SoundReader>, MediaError> {
    match SoundReader::open(&film.path, &film.name) {
        Ok(sound) => Ok(Some(sound)),
        Err(MediaError::NoStream { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
