//! Results in another format than the one that their tool writes.

use patchbay_domain::{LabelledImage, MediaFile, Resource, ResourceType};
use patchbay_media::image::{self as media_image, Encoding};
use patchbay_media::video::{
    AudioEncoding, AudioFormat, AudioTrack, Container, FrameReader, OutputFormat, Retimed, Taken,
    VideoInput, VideoStream, Watch, remux, write_audio_as, write_video_as,
};
use patchbay_media::{MediaError, audio};
use patchbay_vision::pixels;

use crate::each::each;
use crate::watching::watched;
use crate::{Context, Inputs, ToolError};

/// A result with its files as `format` (an ending such as `mp3`): those that are so already are
/// left as they are.
///
/// # Errors
/// Such a result is not written in that format, or what reading and writing says.
pub fn converted(result: Resource, format: &str, context: &Context) -> Result<Resource, ToolError> {
    let is_so = |file: &MediaFile| {
        file.name
            .rsplit_once('.')
            .is_some_and(|(_, ending)| ending == format)
    };
    if result.files().iter().all(|file| is_so(file)) {
        return Ok(result);
    }
    match result {
        Resource::Audio(file) => Ok(Resource::Audio(sound_as(&file, format, context)?)),
        Resource::Several { kind, files } if kind == ResourceType::AUDIO => {
            let convert = |file: MediaFile| {
                if is_so(&file) {
                    Ok(file)
                } else {
                    sound_as(&file, format, context)
                }
            };
            let files = files.into_iter().map(convert).collect::<Result<_, _>>()?;
            Ok(Resource::several(kind, files))
        }
        Resource::Images { kind, items } => {
            let encoding =
                Encoding::of_extension(format).ok_or_else(|| refused("Pictures", format))?;
            let convert = |LabelledImage { file, label }: LabelledImage| {
                if is_so(&file) {
                    return Ok(LabelledImage { file, label });
                }
                context.check()?;
                let image = media_image::read(&file.path, &file.name)?;
                let pixels = fit_for(image.pixels.clone(), encoding)?;
                let output = renamed(&file, format);
                media_image::write_like(&image, &output.path, &pixels, encoding, &output.name)?;
                Ok(LabelledImage {
                    file: output,
                    label,
                })
            };
            let names: Vec<&str> = items.iter().map(|item| item.file.name.as_str()).collect();
            let progress = context.part(0.99, 1.0);
            let made = each(&progress, &names, |index| convert(items[index].clone()))?;
            Ok(Resource::Images {
                kind,
                items: made.into_iter().map(|(_, image)| image).collect(),
            })
        }
        Resource::Video(file) => {
            let container = video_container(format)?;
            let output = renamed(&file, format);
            watched(context, (0.99, 1.0), |watch| {
                contained(&file, &output, container, watch)
            })?;
            Ok(Resource::Video(output))
        }
        _ => Err(refused("This", format)),
    }
}

/// A sound in another format.
fn sound_as(file: &MediaFile, format: &str, context: &Context) -> Result<MediaFile, ToolError> {
    let encoding = AudioFormat::of_extension(format).ok_or_else(|| refused("Sound", format))?;
    let output = renamed(file, format);
    let (from, to) = ((&*file.path, &*file.name), (&*output.path, &*output.name));
    watched(context, (0.99, 1.0), |watch| {
        // Rate and channels stay: a mono voice on two channels would be 3 LU louder.
        write_audio_as(from, 0, to, AudioEncoding::of(encoding), watch)
    })?;
    say_ringtone(&output, context);
    Ok(output)
}

/// Writes a video in another container: what fits it is taken over as it is packed.
fn contained(
    file: &MediaFile,
    output: &MediaFile,
    container: Container,
    watch: &Watch,
) -> Result<(), MediaError> {
    let (from, to) = ((&*file.path, &*file.name), (&*output.path, &*output.name));
    if remux(from, to, container, Taken::Playable, watch)? {
        return Ok(());
    }
    let reader = FrameReader::open(from.0, from.1, u32::MAX)?;
    let rate = reader.constant_rate();
    let mut frames = Retimed::new(reader, 1.0, rate);
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
        audio_tracks: AudioTrack::all_of(from.0, from.1)?,
    };
    let form = OutputFormat::of(container);
    write_video_as(to, input, &form, Some(from.into()), watch).map(drop)
}

/// The longest ringtone and the longest tone of a message that an iPhone takes, in seconds.
const RINGTONE: (f64, f64) = (40.0, 30.0);

/// Says of a ringtone that is longer than a telephone takes that it is.
pub fn say_ringtone(file: &MediaFile, context: &Context) {
    if file
        .name
        .rsplit_once('.')
        .is_none_or(|(_, ending)| ending != "m4r")
    {
        return;
    }
    let Ok(facts) = audio::probe(&file.path, &file.name) else {
        return;
    };
    let (ringtone, message) = RINGTONE;
    if facts.seconds > message {
        context.progress.say(format!(
            "An iPhone takes ringtones of up to {ringtone} s and tones of messages of up to {message} s; this one lasts {:.0} s.",
            facts.seconds
        ));
    }
}

/// The container of a video with that ending.
///
/// # Errors
/// A video with sound is not written so.
pub fn video_container(ending: &str) -> Result<Container, ToolError> {
    Container::of_extension(ending)
        .filter(|container| *container != Container::Gif)
        .ok_or_else(|| refused("A video", ending))
}

/// The format that is set for a sound; none where none is.
///
/// # Errors
/// Audio is not written so.
pub fn audio_format(inputs: &Inputs) -> Result<Option<AudioFormat>, ToolError> {
    let of = |format: String| {
        AudioFormat::of_extension(&format).ok_or_else(|| refused("Sound", &format))
    };
    inputs.value("format").map(of).transpose()
}

fn refused(what: &str, format: &str) -> ToolError {
    ToolError::Refused(format!(
        "{what} cannot be written as {} here.",
        format.to_uppercase()
    ))
}

/// The file with another ending, beside it.
fn renamed(file: &MediaFile, ending: &str) -> MediaFile {
    let name = file
        .name
        .rsplit_once('.')
        .map_or(file.name.as_str(), |(stem, _)| stem);
    MediaFile {
        path: file.path.with_extension(ending),
        name: format!("{name}.{ending}"),
    }
}

/// The image as a format can hold it: a JPEG shows white where it was clear.
pub fn fit_for(
    pixels: image::DynamicImage,
    encoding: Encoding,
) -> Result<image::DynamicImage, ToolError> {
    // Of an AVIF: what an encoder can have in memory.
    let (most, name) = match encoding {
        Encoding::Png | Encoding::Tiff | Encoding::Ico => return Ok(pixels),
        Encoding::Jpeg => (65_535, "JPEG"),
        Encoding::WebP => (16_383, "WebP"),
        Encoding::Avif => (16_384, "AVIF"),
    };
    let longer_side = pixels.width().max(pixels.height());
    if longer_side > most {
        return Err(ToolError::Input(format!(
            "The picture is {longer_side} pixels long, and a {name} holds at most {most}. Ask for PNG, or make it smaller."
        )));
    }
    Ok(if encoding == Encoding::Jpeg {
        pixels::opaque(pixels, [1.0; 3])
    } else {
        pixels
    })
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio;

    use super::*;
    use crate::testing::context;

    #[test]
    fn audio_becomes_an_mp3_of_its_length_and_an_image_a_jpeg() {
        let (context, folder) = context();
        let file = |name: &str| MediaFile {
            path: folder.path().join(name),
            name: name.to_owned(),
        };
        let tone = (0..48_000)
            .map(|n| (n as f32 * 0.06).sin() * 0.5)
            .collect::<Vec<f32>>();
        let audio = audio::AudioBuffer {
            sample_rate: 48_000,
            channels: vec![tone.clone(), tone],
        };
        audio::write_wav(&audio, &file("tone.wav").path, "tone.wav").unwrap();
        let made = converted(Resource::Audio(file("tone.wav")), "mp3", &context).unwrap();
        assert_eq!(made.files()[0].name, "tone.mp3");
        let read = audio::read(&made.files()[0].path, "tone.mp3").unwrap();
        assert!((read.seconds() - 1.0).abs() < 0.06, "{}", read.seconds());
        assert!((0.4..0.6).contains(&read.peak()), "{}", read.peak());

        media_image::write_png(
            &file("dot.png").path,
            &image::DynamicImage::new_rgb8(8, 6),
            "dot.png",
        )
        .unwrap();
        let made = converted(Resource::image(file("dot.png")), "jpg", &context).unwrap();
        assert_eq!(made.files()[0].name, "dot.jpg");
        let modern = converted(Resource::image(file("dot.png")), "avif", &context).unwrap();
        let read = media_image::read(&modern.files()[0].path, "dot.avif").unwrap();
        assert_eq!((read.pixels.width(), read.pixels.height()), (8, 6));
        assert_eq!(
            &std::fs::read(&made.files()[0].path).unwrap()[..2],
            [0xFF, 0xD8]
        );

        let error = converted(Resource::image(file("dot.png")), "mp3", &context).unwrap_err();
        assert!(
            matches!(&error, ToolError::Refused(said) if said.contains("MP3")),
            "{error}"
        );
    }
}
