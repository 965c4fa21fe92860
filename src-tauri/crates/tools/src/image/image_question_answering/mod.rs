//! `image_question_answering`: answers questions about an image that measuring it and reading what
//! its camera wrote down can answer, and says of every other that a model is needed.

mod answer;
mod model;
mod topic;

use std::fs;
use std::io::Read;

use image::ImageFormat;
use patchbay_domain::{MediaFile, Resource};
use patchbay_inference::Models;
use patchbay_media::image as media_image;
use patchbay_tool_api::missing::lacks;
use patchbay_vision::faces;
use patchbay_vision::measured::Measured;

use crate::image::shared::changed::for_each;
use crate::{Context, Implementation, Inputs, Registered, ToolError};
use answer::Facts;
use topic::{Topic, topics};

struct ImageQuestionAnswering;
inventory::submit!(Registered(&ImageQuestionAnswering));
inventory::submit!(Registered(&model::ImageQuestionAnswering));

impl Implementation for ImageQuestionAnswering {
    fn tool(&self) -> &'static str {
        "image_question_answering"
    }

    fn label(&self) -> &'static str {
        "measured"
    }

    fn lacks_for(&self, inputs: &Inputs, _wanted: &[&str], models: &Models) -> Option<String> {
        let question = inputs.text("text").ok()?;
        if topics(&question).is_some() {
            return None;
        }
        let lacks = lacks(models, self.tool()).unwrap_or_default();
        Some(format!(
            "To answer “{}” somebody has to look at the picture. {lacks} Without one you can ask for a picture's size, \
             proportions, colours, brightness, contrast, sharpness and transparency, whether it is black and white, how many \
             faces are on it, its format, and when, where and with which camera and settings it was taken.",
            question.trim()
        ))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let question = inputs.text("text")?;
        let topics = topics(&question).ok_or_else(|| {
            ToolError::Missing(
                self.lacks_for(inputs, &[], &context.models)
                    .unwrap_or_default(),
            )
        })?;
        let with_faces = topics.contains(&Topic::Faces);
        let answers = for_each(&images, context, |_, image| {
            Ok(facts(&image.file, with_faces, context)?.answer(&topics))
        })?;
        let answers: Vec<String> = answers.into_iter().map(|(_, answer)| answer).collect();
        Ok(Resource::Text(answers.join("\n")))
    }
}

/// Answer from measuring an image, or from what its camera wrote down, where that is better than a
/// look at it. None where only a look can tell, and where it tells more: of people, of which faces
/// are but a part, and of a place that the camera did not write down.
pub(crate) fn measured(
    question: &str,
    file: &MediaFile,
    context: &Context,
) -> Result<Option<String>, ToolError> {
    let Some(topics) = topics(question).filter(|topics| !topics.contains(&Topic::Faces)) else {
        return Ok(None);
    };
    let facts = facts(file, false, context)?;
    let is_unknown = topics == [Topic::Place] && facts.shot.place.is_none();
    Ok((!is_unknown).then(|| facts.answer(&topics)))
}

/// `with_faces`: whether faces are looked for.
fn facts(file: &MediaFile, with_faces: bool, context: &Context) -> Result<Facts, ToolError> {
    let image = media_image::read(&file.path, &file.name)?;
    context.check()?;
    let mut start = Vec::new();
    // The image was read from the same file just now: what fails here is only left unsaid.
    let _ = fs::File::open(&file.path).and_then(|file| file.take(16).read_to_end(&mut start));
    let faces = if with_faces {
        faces::find(&image.pixels, &|_| context.check())?.len()
    } else {
        0
    };
    Ok(Facts {
        name: file.name.clone(),
        measured: Measured::of(&image.pixels),
        faces,
        shot: image.metadata.shot(),
        orientation: media_image::orientation(&file.path, &file.name)?,
        format: image::guess_format(&start).map_or("picture", format_name),
        bytes: fs::metadata(&file.path).map_or(0, |facts| facts.len()),
    })
}

fn format_name(format: ImageFormat) -> &'static str {
    match format {
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::Png => "PNG",
        ImageFormat::WebP => "WebP",
        ImageFormat::Gif => "GIF",
        ImageFormat::Tiff => "TIFF",
        ImageFormat::Bmp => "BMP",
        ImageFormat::Ico => "ICO",
        ImageFormat::Qoi => "QOI",
        _ => "picture",
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_domain::{MediaFile, Resource};

    use crate::ToolError;
    use crate::image::shared::testing::Bench;

    fn ask(bench: &Bench, photo: &Resource, question: &str) -> Result<String, ToolError> {
        let inputs = [
            ("image", photo.clone()),
            ("text", Resource::Text(question.to_owned())),
        ];
        bench
            .run("image_question_answering", inputs)
            .map(|answer| answer.as_text().unwrap())
    }

    #[track_caller]
    fn check(bench: &Bench, photo: &Resource, question: &str, parts: &[&str]) {
        let answer =
            ask(bench, photo, question).unwrap_or_else(|error| panic!("{question}: {error}"));
        for part in parts {
            assert!(
                answer.contains(part),
                "{question}: {part} is missing in: {answer}"
            );
        }
    }

    #[test]
    fn what_is_measured_is_answered() {
        let bench = Bench::new();
        let night = RgbImage::from_fn(320, 180, |x, y| {
            if x / 40 % 4 == 0 && y > 90 {
                Rgb([90, 10, 10])
            } else {
                Rgb([8, 10, 40])
            }
        });
        let photo = bench.png("photo.png", &night.into());
        check(
            &bench,
            &photo,
            "what is the size of photo.png",
            &["“photo.png” is 320 x 180 pixels"],
        );
        check(&bench, &photo, "what is its aspect ratio?", &["16:9"]);
        check(
            &bench,
            &photo,
            "is it landscape or portrait?",
            &["landscape"],
        );
        check(
            &bench,
            &photo,
            "what are the dominant colours and how bright is it",
            &["dark blue (", "%, #", "very dark"],
        );
        check(&bench, &photo, "is it black and white?", &["in colour"]);
        check(&bench, &photo, "is photo.png in focus?", &["is sharp"]);
        check(&bench, &photo, "is it transparent", &["no transparency"]);
        check(&bench, &photo, "what format is it?", &["a PNG with 8 bits"]);
        check(
            &bench,
            &photo,
            "when was it taken and with what camera",
            &["not say when", "not say what"],
        );
        let grey = bench.png(
            "grey.png",
            &RgbImage::from_fn(64, 64, |x, y| Rgb([(x * 2 + y) as u8; 3])).into(),
        );
        check(
            &bench,
            &grey,
            "is grey.png in colour?",
            &["black and white"],
        );
        check(&bench, &grey, "is it blurry?", &["blurred"]);
    }

    #[test]
    fn faces_are_counted() {
        let bench = Bench::new();
        let photo = bench.png("photo.png", &patchbay_test_support::portrait().into());
        check(
            &bench,
            &photo,
            "how many people are on photo.png?",
            &["shows one face"],
        );
        check(
            &bench,
            &photo,
            "is there a person on it",
            &["shows one face"],
        );
        let wall = bench.png(
            "wall.png",
            &RgbImage::from_pixel(90, 90, Rgb([200, 0, 0])).into(),
        );
        check(
            &bench,
            &wall,
            "are there any faces",
            &["no face", "turned away"],
        );
    }

    #[test]
    fn what_the_camera_wrote_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let file = MediaFile {
            path: folder.path().join("turned.jpg"),
            name: "turned.jpg".to_owned(),
        };
        patchbay_test_support::jpeg(&file.path, 60, 40, 6);
        let bench = Bench::new();
        let photo = Resource::image(file);
        check(
            &bench,
            &photo,
            "what orientation does turned.jpg have",
            &["portrait", "40 x 60", "stores it turned"],
        );
        check(
            &bench,
            &photo,
            "where was this taken?",
            &["does not say where"],
        );
    }

    #[test]
    fn what_it_shows_needs_a_model() {
        let bench = Bench::new();
        let photo = bench.png(
            "photo.png",
            &RgbImage::from_pixel(20, 20, Rgb([200, 0, 0])).into(),
        );
        for question in [
            "what colour is the car",
            "what is happening in photo.png",
            "how many dogs are there",
        ] {
            let error = ask(&bench, &photo, question).unwrap_err();
            assert!(matches!(error, ToolError::Missing(_)), "{error}");
            assert!(
                error.to_string().contains(question) && error.to_string().contains("size"),
                "{error}"
            );
        }
    }
}
