//! The same adjustments on every frame of an animation.

use image::DynamicImage;
use patchbay_domain::MediaFile;
use patchbay_media::image::Animation;
use patchbay_values::adjustments::Adjustment;
use patchbay_vision::Report;
use patchbay_vision::editing::apply;

use crate::{Context, ToolError};

/// Writes an animation with every frame adjusted.
///
/// # Errors
/// As [`apply`], a frame is broken, or the file cannot be written.
pub(crate) fn adjust(
    animation: &Animation,
    adjustments: &[Adjustment],
    output: &MediaFile,
    report: &Report,
    context: &Context,
) -> Result<(), ToolError> {
    let is_stopped = || context.progress.is_cancelled();
    let all = (animation.frame_count * adjustments.len()).max(1) as f64;
    let change = |number: usize, mut frame: DynamicImage| {
        for (step, adjustment) in adjustments.iter().enumerate() {
            let before = (number * adjustments.len() + step) as f64;
            frame = apply(adjustment, frame, &|done| report((before + done) / all))?;
        }
        Ok(frame)
    };
    animation.write_changed((&output.path, &output.name), &is_stopped, change)
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use image::codecs::gif::GifEncoder;
    use image::{Delay, Frame, Rgba, RgbaImage};
    use patchbay_domain::Resource;
    use patchbay_media::image::Animation;

    use crate::image::shared::testing::Bench;

    #[test]
    fn an_animation_is_edited_frame_by_frame() {
        let bench = Bench::new();
        let Resource::Images { items, .. } = bench.png("wave.gif", &RgbaImage::new(1, 1).into())
        else {
            panic!()
        };
        let mut encoder = GifEncoder::new(File::create(&items[0].file.path).unwrap());
        for (color, time) in [
            ([200, 0, 0, 255], 80),
            ([0, 200, 0, 255], 240),
            ([0, 0, 200, 255], 40),
        ] {
            let image = RgbaImage::from_pixel(60, 40, Rgba(color));
            encoder
                .encode_frame(Frame::from_parts(
                    image,
                    0,
                    0,
                    Delay::from_numer_denom_ms(time, 1),
                ))
                .unwrap();
        }
        drop(encoder);
        let wave = Resource::image(items[0].file.clone());
        let edit = |words: &str| {
            let inputs = [
                ("image", wave.clone()),
                ("text", Resource::Text(words.to_owned())),
            ];
            bench.run("text_image_editing", inputs).unwrap().files()[0].clone()
        };
        let turned = edit("invert it and rotate it 90 degrees");
        assert_eq!(turned.name, "wave_edited.gif");
        let animation = Animation::open(&turned.path, &turned.name)
            .unwrap()
            .expect("it still moves");
        let mut seen = Vec::new();
        let look = |_: usize, frame: image::DynamicImage| {
            seen.push((
                frame.width(),
                frame.height(),
                frame.to_rgb8().get_pixel(20, 30).0.map(|value| value / 50),
            ));
            Ok::<_, crate::ToolError>(frame)
        };
        animation
            .write_changed(
                (&turned.path.with_extension("again.gif"), "again.gif"),
                &|| false,
                look,
            )
            .unwrap();
        assert_eq!(
            seen,
            [
                (40, 60, [1, 5, 5]),
                (40, 60, [5, 1, 5]),
                (40, 60, [5, 5, 1])
            ]
        );
        assert!(
            Animation::open(&edit("convert it to png").path, "one.png")
                .unwrap()
                .is_none()
        );
    }
}
