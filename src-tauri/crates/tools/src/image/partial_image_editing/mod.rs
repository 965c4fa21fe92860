//! `partial_image_editing`: changes what a mask covers, as far as that needs no model. The planner
//! read the changes and their order of words.

mod model;

use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_media::image as media_image;
use patchbay_values::retouching::{Change, Changes};
use patchbay_vision::retouching;

use super::shared::{changed, masks};
use crate::shared::edits;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct PartialImageEditing;
inventory::submit!(Registered(&PartialImageEditing));
inventory::submit!(Registered(&model::PartialImageEditing));

/// Changes to name to someone whose words were not understood.
const KNOWN: &str = "made brighter, darker, warmer, sharper or black and white, given more contrast or saturation, \
    recoloured (“make it red”), blurred, pixelated, blacked out, or removed";

impl Implementation for PartialImageEditing {
    fn tool(&self) -> &'static str {
        "partial_image_editing"
    }

    fn label(&self) -> &'static str {
        "built in: recolour, blur, remove and the like"
    }

    fn lacks_for(&self, inputs: &Inputs, _wanted: &[&str], _models: &Models) -> Option<String> {
        read(inputs).ok()?.is_none().then(|| needs(inputs))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let changes = read(inputs)?.ok_or_else(|| ToolError::Missing(needs(inputs)))?;
        let image = media_image::read(&file.path, &file.name)?;
        let mask = masks::meant(inputs, &file.name, &image.pixels)?;
        context.check()?;
        let changed = retouching::change(
            &image.pixels,
            &mask,
            &changes,
            context.seed,
            &context.progress,
        )?;
        let output = changed::write(context, &image, &file.name, "retouched", &changed)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

/// The changes that were read of words; none where there are none, or words that name others.
fn read(inputs: &Inputs) -> Result<Option<Vec<Change>>, ToolError> {
    let read = edits::given(inputs, "retouching", Changes::read)?;
    Ok(read.map(|read| read.0).filter(|all| !all.is_empty()))
}

/// What is lacking for words that name no change.
fn needs(inputs: &Inputs) -> String {
    let words = inputs.text("text").unwrap_or_default();
    format!(
        "To do “{}” a model that paints into pictures is needed (Stable Diffusion inpainting), and none is \
         installed. Without one the part can be {KNOWN}.",
        words.trim()
    )
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView, GrayImage, Luma, Rgb, RgbImage};
    use patchbay_domain::Resource;
    use patchbay_test_support::noise;

    use crate::ToolError;
    use crate::image::shared::testing::{Bench, open, run_in};

    fn ball(x: u32, y: u32) -> bool {
        (x as f32 - 100.0).hypot(y as f32 - 70.0) < 40.0
    }

    /// A shaded red ball with fine stripes on grained green.
    fn scene() -> RgbImage {
        RgbImage::from_fn(200, 140, |x, y| {
            let grain = noise(x, y, 8);
            let stripes = if x / 2 % 2 == 0 { 15 } else { -15 };
            let color = if ball(x, y) {
                [170 + (x / 4) as i32 - 20 + stripes, 40, 35]
            } else {
                [60, 130 + grain, 70]
            };
            Rgb(color.map(|component| (component + grain) as u8))
        })
    }

    fn mask() -> GrayImage {
        GrayImage::from_fn(200, 140, |x, y| Luma([if ball(x, y) { 255 } else { 0 }]))
    }

    fn edit(bench: &Bench, sentence: &str) -> Result<DynamicImage, ToolError> {
        let inputs = [
            ("image", bench.png("photo.png", &scene().into())),
            ("mask", bench.mask("ball.png", mask())),
            ("text", Resource::Text(sentence.to_owned())),
        ];
        let result = bench.run("partial_image_editing", inputs)?;
        assert_eq!(result.files()[0].name, "photo_retouched.png");
        Ok(open(result.files()[0]))
    }

    /// Mean colour and mean difference of pixels beside each other, well inside the ball.
    fn inside(pixels: &DynamicImage) -> ([f32; 3], f32) {
        let pixels = pixels.to_rgb8();
        let (mut sum, mut detail, mut count) = ([0.0; 3], 0.0, 0.0);
        for (x, y) in (55..100).flat_map(|y| (75..125).map(move |x| (x, y))) {
            let (here, next) = (pixels.get_pixel(x, y), pixels.get_pixel(x + 1, y));
            (0..3).for_each(|channel| sum[channel] += f32::from(here[channel]));
            detail += f32::from(here[0].abs_diff(next[0]));
            count += 1.0;
        }
        (sum.map(|sum| sum / count), detail / count)
    }

    #[test]
    fn make_the_ball_in_photo_png_blue() {
        let bench = Bench::new();
        let blue = edit(&bench, "make the ball in photo.png blue").unwrap();
        let ([r, _, b], detail) = inside(&blue);
        assert!(b > 1.8 * r, "red {r}, blue {b}");
        assert!(detail > 5.0, "the stripes are gone: {detail}");
        assert!(
            blue.pixels()
                .zip(scene().pixels())
                .filter(|((x, y, _), _)| !ball(*x, *y))
                .all(|((_, _, p), q)| { [p[0], p[1], p[2]] == q.0 })
        );
    }

    #[test]
    fn words_do_what_they_say_and_only_there() {
        let bench = Bench::new();
        let (before, detail) = inside(&scene().into());
        for sentence in [
            "blur the ball",
            "pixelate the ball",
            "brighten the ball",
            "desaturate it",
            "black it out",
            "remove the ball",
        ] {
            let edited =
                edit(&bench, sentence).unwrap_or_else(|error| panic!("{sentence}: {error}"));
            let (after, now) = inside(&edited);
            match sentence {
                "blur the ball" | "pixelate the ball" => {
                    assert!(now < 0.35 * detail, "{sentence}: {now} of {detail}");
                    assert!(
                        after[0] > 0.9 * before[0] && after[1] < before[1] + 8.0,
                        "{sentence}: the green shines in, {after:?}"
                    );
                }
                "brighten the ball" => assert!(after[0] > before[0] + 10.0, "{after:?}"),
                "desaturate it" => assert!(
                    after[0] - after[1] < 0.7 * (before[0] - before[1]),
                    "{after:?}"
                ),
                "remove the ball" => assert!(after[1] > after[0] + 30.0, "{after:?}"),
                _ => assert!(after.iter().all(|value| *value < 2.0), "{after:?}"),
            }
            assert_eq!(
                edited.view(0, 0, 40, 140).to_image(),
                DynamicImage::from(scene()).view(0, 0, 40, 140).to_image()
            );
        }
    }

    #[test]
    fn all_but_the_mask_is_changed_where_that_is_set() {
        let bench = Bench::new();
        let inputs = [
            ("image", bench.png("photo.png", &scene().into())),
            ("mask", bench.mask("ball.png", mask())),
            ("text", Resource::Text("blur everything else".to_owned())),
            ("where", Resource::Text("everything else".to_owned())),
        ];
        let edited = open(bench.run("partial_image_editing", inputs).unwrap().files()[0]);
        let before = DynamicImage::from(scene());
        let [is, was] = [&edited, &before].map(|image| image.view(75, 55, 50, 45).to_image());
        assert_eq!(is, was, "the ball stays");
        let grain = |image: &DynamicImage| {
            let pixels = image.view(0, 0, 40, 140).to_image();
            let pairs = pixels.pixels().zip(pixels.pixels().skip(1));
            pairs
                .map(|(a, b)| u64::from(a[1].abs_diff(b[1])))
                .sum::<u64>()
        };
        assert!(2 * grain(&edited) < grain(&before), "the rest is blurred");
    }

    #[test]
    fn depth_stays_and_grey_gets_colour_where_it_needs_it() {
        let bench = Bench::new();
        let deep = DynamicImage::ImageLuma16(DynamicImage::ImageRgb8(scene()).into_luma16());
        let run = |sentence: &str| {
            let inputs = [
                ("image", bench.png("deep.png", &deep)),
                ("mask", bench.mask("ball.png", mask())),
                ("text", Resource::Text(sentence.to_owned())),
            ];
            open(bench.run("partial_image_editing", inputs).unwrap().files()[0])
        };
        for sentence in ["blur it", "darken it", "pixelate it", "sharpen it"] {
            assert!(
                matches!(run(sentence), DynamicImage::ImageLuma16(_)),
                "{sentence}"
            );
        }
        assert!(matches!(run("make it red"), DynamicImage::ImageRgb16(_)));
    }

    #[test]
    fn what_cannot_be_done_is_told() {
        let bench = Bench::new();
        let told = edit(&bench, "replace the ball with a cat").unwrap_err();
        assert!(
            matches!(told, ToolError::Missing(_)) && told.to_string().contains("inpainting"),
            "{told}"
        );
        let inputs = |mask| {
            [
                ("image", bench.png("photo.png", &scene().into())),
                ("mask", bench.mask("m.png", mask)),
                ("text", Resource::Text("blur it".to_owned())),
            ]
        };
        let told = bench
            .run("partial_image_editing", inputs(GrayImage::new(200, 140)))
            .unwrap_err()
            .to_string();
        assert!(told.contains("covers nothing"), "{told}");
        let context = bench.context();
        context.progress.cancel();
        assert_eq!(
            run_in(&context, "partial_image_editing", inputs(mask())),
            Err(ToolError::Cancelled)
        );
    }
}
