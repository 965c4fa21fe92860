//! `image_to_edge`: Canny edges, thin and white on black, at the picture's size.
//!
//! Canny, "A Computational Approach to Edge Detection" (1986): smooth, differentiate, keep ridges, follow them with two
//! thresholds. The thresholds come from the same gradients, so that neither a dim nor a noisy photo needs a setting.

use image::{DynamicImage, GrayImage, Luma};
use patchbay_domain::{LabelledImage, Resource, ResourceType};
use patchbay_media::image as pictures;
use rayon::prelude::*;

use super::planes::Plane;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageToEdge;
inventory::submit!(Registered(&ImageToEdge));

impl Implementation for ImageToEdge {
    fn tool(&self) -> &'static str {
        "image_to_edge"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let mut items = Vec::with_capacity(images.len());
        for (index, LabelledImage { file, label }) in images.iter().enumerate() {
            context.step(index, images.len())?;
            let picture = pictures::read(&file.path, &file.name)?;
            context.check()?;
            let edges = canny(&picture.pixels, context)?;
            let output = context.output("edges", Some(&file.name), "png");
            pictures::write_png(&output.path, &DynamicImage::ImageLuma8(edges), &output.name)?;
            items.push(LabelledImage { file: output, label: label.clone() });
        }
        context.progress.set(1.0);
        Ok(Resource::Images { kind: ResourceType::new("edge"), items })
    }
}

/// Smoothing before differentiation, in pixels of a picture of about two megapixels; larger ones are smoothed more, for
/// their grain is finer than what people call an edge.
const SIGMA: f32 = 1.4;

fn canny(pixels: &DynamicImage, context: &Context) -> Result<GrayImage, ToolError> {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let megapixels = (width * height) as f32 / 1e6;
    let smooth = Plane::luma(&pixels.to_rgb8()).blurred(SIGMA * (megapixels / 2.0).sqrt().clamp(1.0, 2.5));
    context.check()?;
    let gradients = gradients(&smooth);
    context.check()?;
    let (low, high) = thresholds(&gradients);
    let ridges = ridges(&gradients, width, height);
    context.check()?;
    Ok(follow(&ridges, width as u32, height as u32, low, high))
}

/// Sobel derivatives `(to the right, downwards)` of every pixel, edges repeated.
fn gradients(smooth: &Plane) -> Vec<(i16, i16)> {
    let Plane { width, height, values } = smooth;
    let (width, height) = (*width, *height);
    let grey: Vec<u8> = values.par_iter().with_min_len(4096).map(|value| (value + 0.5) as u8).collect();
    let mut out = vec![(0, 0); width * height];
    out.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
        let line = |y: usize| &grey[y * width..(y + 1) * width];
        let (above, middle, below) = (line(y.saturating_sub(1)), line(y), line((y + 1).min(height - 1)));
        for (x, value) in row.iter_mut().enumerate() {
            let (left, right) = (x.saturating_sub(1), (x + 1).min(width - 1));
            let at = |line: &[u8], x: usize| i16::from(line[x]);
            let across = at(above, right) + 2 * at(middle, right) + at(below, right)
                - (at(above, left) + 2 * at(middle, left) + at(below, left));
            let down = at(below, left) + 2 * at(below, x) + at(below, right)
                - (at(above, left) + 2 * at(above, x) + at(above, right));
            *value = (across, down);
        }
    });
    out
}

fn strength((across, down): (i16, i16)) -> f32 {
    let square = |value: i16| i32::from(value) * i32::from(value);
    ((square(across) + square(down)) as f32).sqrt()
}

/// Thresholds `(low, high)`: an edge begins where the gradient stands well above both the grain (its median) and most of
/// the picture, and is followed down to four tenths of that.
fn thresholds(gradients: &[(i16, i16)]) -> (f32, f32) {
    let mut counts = [0_usize; 1500];
    for &gradient in gradients {
        counts[(strength(gradient) as usize).min(1499)] += 1;
    }
    let quantile = |share: f64| {
        let wanted = (gradients.len() as f64 * share) as usize;
        let mut seen = 0;
        counts.iter().position(|&count| {
            seen += count;
            seen > wanted
        })
    };
    let median = quantile(0.5).unwrap_or(0) as f32;
    let upper = quantile(0.85).unwrap_or(0) as f32;
    let high = upper.max(3.0 * median).clamp(24.0, 400.0);
    (0.4 * high, high)
}

/// The gradient's strength where it is largest across the edge, 0 elsewhere and on the frame.
fn ridges(gradients: &[(i16, i16)], width: usize, height: usize) -> Vec<f32> {
    let mut out = vec![0.0; width * height];
    out.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
        if y == 0 || y + 1 >= height {
            return;
        }
        let inner = width.saturating_sub(1);
        for (x, ridge) in row.iter_mut().enumerate().take(inner).skip(1) {
            let at = y * width + x;
            let (across, down) = gradients[at];
            let (steep, flat) = (down.unsigned_abs(), across.unsigned_abs());
            // tan 22.5 degrees is 0.4142; between the two limits the edge runs diagonally.
            let step = if u32::from(steep) * 1000 <= u32::from(flat) * 414 {
                1
            } else if u32::from(flat) * 1000 <= u32::from(steep) * 414 {
                width
            } else if (across >= 0) == (down >= 0) {
                width + 1
            } else {
                width - 1
            };
            let here = strength(gradients[at]);
            // Strict on one side only: of two equal neighbours one stays.
            if here > strength(gradients[at - step]) && here >= strength(gradients[at + step]) {
                *ridge = here;
            }
        }
    });
    out
}

/// Ridges of at least `high`, and those of at least `low` that hang together with them.
fn follow(ridges: &[f32], width: u32, height: u32, low: f32, high: f32) -> GrayImage {
    let mut edges = GrayImage::new(width, height);
    let mut open = Vec::new();
    for (at, _) in ridges.iter().enumerate().filter(|&(_, &strength)| strength >= high) {
        open.push((at as u32 % width, at as u32 / width));
        while let Some((x, y)) = open.pop() {
            if edges.get_pixel(x, y)[0] == 255 {
                continue;
            }
            edges.put_pixel(x, y, Luma([255]));
            // A ridge never lies on the frame, so all eight neighbours exist.
            for (next_x, next_y) in (y - 1..=y + 1).flat_map(|row| (x - 1..=x + 1).map(move |column| (column, row))) {
                let strength = ridges[(next_y * width + next_x) as usize];
                if strength >= low && edges.get_pixel(next_x, next_y)[0] == 0 {
                    open.push((next_x, next_y));
                }
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use crate::image::testing::{Bench, noise, open};

    #[test]
    fn show_me_the_edges_of_photo_jpg() {
        let bench = Bench::new();
        let disc = |x: u32, y: u32| (x as f32 - 100.0).hypot(y as f32 - 80.0) < 50.0;
        let scene = RgbImage::from_fn(200, 160, |x, y| {
            let level = if disc(x, y) { 190 } else { 70 } + noise(x, y, 12);
            Rgb([level as u8; 3])
        });
        let photo = bench.jpeg("photo.jpg", &scene);
        let result = bench.run("image_to_edge", [("image", photo)]).unwrap();
        assert_eq!(result.resource_type().as_str(), "edge");
        assert_eq!(result.files()[0].name, "photo_edges.png");
        let edges = open(result.files()[0]).into_luma8();
        assert_eq!(edges.dimensions(), (200, 160));
        let white: Vec<f32> = edges
            .enumerate_pixels()
            .filter(|(_, _, p)| p[0] > 0)
            .map(|(x, y, _)| ((x as f32 - 100.0).hypot(y as f32 - 80.0) - 50.0).abs())
            .collect();
        let near = white.iter().filter(|&&distance| distance < 3.0).count();
        assert!(near >= 250 && near * 10 >= white.len() * 9, "{near} of {} edge pixels lie on the rim", white.len());
    }

    #[test]
    fn an_even_picture_and_a_tiny_one_have_no_edges() {
        let bench = Bench::new();
        for (width, height) in [(64, 64), (1, 1), (2, 1)] {
            let even = bench.png("even.png", &RgbImage::from_pixel(width, height, Rgb([90; 3])).into());
            let result = bench.run("image_to_edge", [("image", even)]).unwrap();
            assert!(open(result.files()[0]).into_luma8().pixels().all(|p| p[0] == 0));
        }
    }
}
