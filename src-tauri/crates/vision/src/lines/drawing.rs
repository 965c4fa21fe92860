//! Draws segments as soft-edged strokes.

use image::GrayImage;

use super::Segment;

/// Draws a segment in white with round ends, `width` pixels wide. Where strokes cross, the brighter
/// pixel stays.
pub fn draw(canvas: &mut GrayImage, segment: &Segment, width: f64) {
    let (start, end) = (segment.start, segment.end);
    let length = segment.length();
    if length <= 0.0 {
        return;
    }
    let along = ((end.0 - start.0) / length, (end.1 - start.1) / length);
    let reach = width / 2.0 + 0.5;
    let limit = |value: f64, most: u32| value.clamp(0.0, f64::from(most)) as u32;
    let (top, bottom) = (start.1.min(end.1) - reach, start.1.max(end.1) + reach);
    let (left, right) = (start.0.min(end.0) - reach, start.0.max(end.0) + reach);
    for y in limit(top.floor(), canvas.height())..limit(bottom.ceil(), canvas.height()) {
        let down = f64::from(y) + 0.5 - start.1;
        // Along a row that the stroke crosses, only the part near its axis.
        let (mut from, mut to) = (left, right);
        if along.1.abs() > 1e-6 {
            let (axis, spread) = (start.0 + down * along.0 / along.1, reach / along.1.abs());
            (from, to) = (from.max(axis - spread), to.min(axis + spread));
        }
        for x in limit(from.floor(), canvas.width())..limit(to.ceil(), canvas.width()) {
            let across = f64::from(x) + 0.5 - start.0;
            let forward = (across * along.0 + down * along.1).clamp(0.0, length);
            let distance = (across - forward * along.0).hypot(down - forward * along.1);
            let level = ((reach - distance).clamp(0.0, width.min(1.0)) * 255.0).round() as u8;
            let pixel = canvas.get_pixel_mut(x, y);
            pixel[0] = pixel[0].max(level);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_are_as_wide_as_asked_and_stay_in_the_image() {
        for (end, length) in [
            ((90.0, 10.0), 80.0),
            ((10.0, 90.0), 80.0),
            ((70.0, 90.0), 100.0),
        ] {
            let mut canvas = GrayImage::new(100, 100);
            draw(
                &mut canvas,
                &Segment {
                    start: (10.0, 10.0),
                    end,
                    width: 1.0,
                    significance: 0.0,
                },
                3.0,
            );
            let light: f64 = canvas.pixels().map(|p| f64::from(p[0]) / 255.0).sum();
            // A rectangle and a disc made of the two ends.
            let expected = 3.0 * length + std::f64::consts::PI * 1.5 * 1.5;
            assert!(
                (light - expected).abs() < 0.03 * expected,
                "{light} of {expected}"
            );
        }
        let mut canvas = GrayImage::new(20, 20);
        draw(
            &mut canvas,
            &Segment {
                start: (-50.0, 10.0),
                end: (80.0, 12.0),
                width: 1.0,
                significance: 0.0,
            },
            2.0,
        );
        // From frame to frame it crosses every column with two pixels, centred where it passes.
        for x in 0..20 {
            let column: Vec<f64> = (0..20)
                .map(|y| f64::from(canvas.get_pixel(x, y)[0]) / 255.0)
                .collect();
            let light: f64 = column.iter().sum();
            let middle = (0..20)
                .map(|y| (f64::from(y) + 0.5) * column[y as usize])
                .sum::<f64>()
                / light;
            let expected = 10.0 + 2.0 * (f64::from(x) + 0.5 + 50.0) / 130.0;
            assert!(
                (light - 2.0).abs() < 0.02 && (middle - expected).abs() < 0.02,
                "{light} at {middle} for {expected}"
            );
        }
    }
}
