//! Soft edges: bright where things end, faint where only their texture changes.
//!
//! Gradients of colour are measured in several directions and at three scales ([`oriented`]); what
//! the surroundings are full of is taken away, for texture is no outline (Grigorescu, Petkov and
//! Westenberg, "Contour Detection Based on Nonclassical Receptive Field Inhibition", 2003,
//! equations 8 to 11, isotropic); what is left is thinned to ridges, drawn with a soft brush and
//! added up over the scales.

mod oriented;

use image::RgbImage;
use patchbay_domain::Cancelled;

use self::oriented::Gradients;
use crate::planes::Plane;
use crate::working_copy::lab_colors;

/// Weight of each scale, from the size of the image to a quarter of it.
const SCALES: [f32; 3] = [0.3, 0.35, 0.35];
/// Share of the mean of the surroundings that is taken away.
const INHIBITION: f32 = 1.0;
/// The surroundings: a ring, the difference of two Gaussians with these deviations in pixels of the
/// scale.
const RING: (f32, f32) = (3.0, 9.0);
/// The deviation of the brush in pixels of the scale.
const BRUSH: f32 = 1.5;
/// The share of pixels that are less than white before the curve, and the least that white can be:
/// edges of about two levels of lightness are never made as bright as those of a good photo.
const WHITE: (f32, f32) = (0.98, 0.6);

/// Strength of the edge at each pixel of an image in sRGB, 0 to 1. Meant for images of 500 to 1000
/// pixels: an edge is drawn a few pixels wide. `reach` is told which share of the work (0 to 1) is
/// done.
///
/// # Errors
/// Returns an error if `reach` stops it.
pub fn soft_edges(
    image: &RgbImage,
    reach: &mut dyn FnMut(f64) -> Result<(), Cancelled>,
) -> Result<Plane, Cancelled> {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let colors = lab_colors(image);
    let mut channels: [Plane; 3] =
        [0, 1, 2].map(|channel| Plane::from_fn(width, height, |at| colors[at][channel]));
    let mut sum = vec![0.0; width * height];
    for (index, weight) in SCALES.into_iter().enumerate() {
        if index > 0 {
            channels = channels.map(|channel| channel.halved());
        }
        reach(0.2 + 0.6 * index as f64 / SCALES.len() as f64)?;
        let edges = edges_at_one_scale(&channels);
        let edges = if index == 0 {
            edges
        } else {
            edges.enlarged(width, height)
        };
        sum.iter_mut()
            .zip(&edges.values)
            .for_each(|(sum, edge)| *sum += weight * edge);
    }
    reach(0.9)?;
    let sum = Plane {
        width,
        height,
        values: sum,
    };
    let white = sum.quantile(WHITE.0).max(WHITE.1);
    // Rises fast enough that weak outlines are seen, and lets strong ones differ little.
    Ok(Plane::from_fn(width, height, |at| {
        1.0 - (-1.6 * (sum.values[at] / white).max(0.0).powf(1.2)).exp()
    }))
}

fn edges_at_one_scale(channels: &[Plane; 3]) -> Plane {
    let gradients = Gradients::of(channels);
    let outlines = without_texture(&gradients.strength);
    thinned(&outlines, &gradients.direction).blurred(BRUSH)
}

/// Strengths less the mean strength in a ring around each pixel.
fn without_texture(strength: &Plane) -> Plane {
    // The ring is wide and smooth: at half the size it is the same and takes an eighth of the time.
    let half = strength.halved();
    let (inner, outer) = (half.blurred(RING.0 / 2.0), half.blurred(RING.1 / 2.0));
    let ratio = (RING.1 / RING.0).powi(2);
    let around = Plane::from_fn(half.width, half.height, |at| {
        ((ratio * outer.values[at] - inner.values[at]) / (ratio - 1.0)).max(0.0)
    });
    let around = around.enlarged(strength.width, strength.height);
    Plane::from_fn(strength.width, strength.height, |at| {
        (strength.values[at] - INHIBITION * around.values[at]).max(0.0)
    })
}

/// Strengths that are larger than their neighbours across the edge; almost equal ones fade instead
/// of being cut, so that ridges do not fray.
fn thinned(strength: &Plane, direction: &[u8]) -> Plane {
    let steps = oriented::directions();
    Plane::from_fn(strength.width, strength.height, |at| {
        let here = strength.values[at];
        if here <= 0.0 {
            return 0.0;
        }
        let (x, y) = ((at % strength.width) as f32, (at / strength.width) as f32);
        let (across, down) = steps[direction[at] as usize];
        let beside = strength
            .between(x + across, y + down)
            .max(strength.between(x - across, y - down));
        here * ((here - beside) / (0.1 * here) + 0.5).clamp(0.0, 1.0)
    })
}

#[cfg(test)]
mod tests {
    use image::Rgb;
    use patchbay_test_support::noise;

    use super::*;

    fn edges(image: &RgbImage) -> Plane {
        soft_edges(image, &mut |_| Ok(())).expect("nobody stops it")
    }

    #[test]
    fn colours_of_one_lightness_have_an_edge_between_them() {
        // Red and green of about the same luma.
        let image = RgbImage::from_fn(160, 120, |x, _| {
            if x < 80 {
                Rgb([200, 80, 80])
            } else {
                Rgb([60, 121, 80])
            }
        });
        let plane = edges(&image);
        assert!(
            plane.values[60 * 160 + 80] > 0.7,
            "{}",
            plane.values[60 * 160 + 80]
        );
        assert!(plane.values[60 * 160 + 20] < 0.05 && plane.values[60 * 160 + 140] < 0.05);
    }

    #[test]
    fn texture_counts_less_than_an_outline_of_the_same_contrast() {
        // A plain square on stripes of the same two colours.
        let image = RgbImage::from_fn(256, 256, |x, y| {
            let inside = (64..192).contains(&x) && (64..192).contains(&y);
            let light = inside || (x < 128 && (x / 4) % 2 == 0);
            Rgb([if light { 170 } else { 90 }; 3])
        });
        let plane = edges(&image);
        let mean = |xs: std::ops::Range<usize>, ys: std::ops::Range<usize>| {
            let count = (xs.len() * ys.len()) as f32;
            ys.flat_map(|y| xs.clone().map(move |x| y * 256 + x))
                .map(|at| plane.values[at])
                .sum::<f32>()
                / count
        };
        let (outline, stripes) = (mean(190..194, 90..160), mean(10..50, 90..160));
        assert!(
            outline > 0.6 && stripes < 0.35 * outline,
            "outline {outline}, stripes {stripes}"
        );
    }

    #[test]
    fn grain_alone_stays_dark() {
        let grain = RgbImage::from_fn(200, 150, |x, y| Rgb([(120 + noise(x, y, 6)) as u8; 3]));
        let plane = edges(&grain);
        assert!(plane.values.iter().sum::<f32>() / (200.0 * 150.0) < 0.08);
        assert!(
            edges(&RgbImage::from_pixel(5, 1, Rgb([9; 3])))
                .values
                .iter()
                .all(|&value| value == 0.0)
        );
    }
}
