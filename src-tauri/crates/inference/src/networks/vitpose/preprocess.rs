//! A person's crop as `ViTPose` takes it: the box grown to the crop's shape and by a quarter, cut
//! out of the image along straight lines between its pixels (Huang et al. 2020, "The Devil Is in
//! the Details", section 3.1), black beyond it.

use candle_core::{DType, Device, Tensor};
use image::{Rgb, RgbImage};

use crate::InferenceError;
use crate::detection::Area;
use crate::images::{Normalisation, tensor};

/// Size of the crop as a multiple of the box around a person.
const GROWN: f64 = 1.25;

/// Place of a crop in its image, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crop {
    /// The first column's middle.
    left: f64,
    /// The first row's middle.
    top: f64,
    /// From the first column's middle to the last one's.
    width: f64,
    /// From the first row's middle to the last one's.
    height: f64,
}

/// How places along one side of an image lie in the crop: `scale · place + shift`, as far as single
/// precision goes. The published pipeline has rounded so too, and where a value lies between two
/// levels it decides.
struct Along {
    scale: f64,
    shift: f64,
}

impl Along {
    fn new(start: f64, length: f64, count: usize) -> Self {
        let scale = (count as f64 - 1.0).max(1.0) / length;
        Self {
            scale: f64::from(scale as f32),
            shift: f64::from((-scale * start) as f32),
        }
    }

    fn in_image(&self, place: u32) -> f64 {
        (f64::from(place) - self.shift) / self.scale
    }
}

impl Crop {
    /// The crop around a person, as wide to its height as `(height, width)`.
    pub fn around(person: Area, (height, width): (usize, usize)) -> Self {
        let edges = [person.left, person.top, person.right, person.bottom].map(f64::from);
        let [left, top, right, bottom] = edges;
        let shape = width as f64 / height as f64;
        let (across, down) = (right - left, bottom - top);
        let (width, height) = (
            GROWN * across.max(down * shape),
            GROWN * down.max(across / shape),
        );
        let (width, height) = (f64::from(width as f32), f64::from(height as f32));
        Self {
            left: f64::midpoint(left, right) - width / 2.0,
            top: f64::midpoint(top, bottom) - height / 2.0,
            width,
            height,
        }
    }

    /// Returns the position in the image of `(x, y)` of a grid of `(height, width)` places over the
    /// crop.
    pub fn in_image(&self, (x, y): (f64, f64), (height, width): (usize, usize)) -> (f64, f64) {
        let along = |place: f64, count: usize| place / (count as f64 - 1.0).max(1.0);
        (
            self.left + self.width * along(x, width),
            self.top + self.height * along(y, height),
        )
    }

    /// The crop as an image of `(height, width)` pixels.
    pub fn cut(&self, image: &RgbImage, size: (usize, usize)) -> RgbImage {
        let (right, bottom) = (
            f64::from(image.width()) - 1.0,
            f64::from(image.height()) - 1.0,
        );
        let (columns, rows) = (
            Along::new(self.left, self.width, size.1),
            Along::new(self.top, self.height, size.0),
        );
        RgbImage::from_fn(size.1 as u32, size.0 as u32, |x, y| {
            let (x, y) = (columns.in_image(x), rows.in_image(y));
            if !(0.0..=right).contains(&x) || !(0.0..=bottom).contains(&y) {
                return Rgb([0; 3]);
            }
            let (left, top) = (x.floor(), y.floor());
            let near = |column: f64, row: f64| {
                image
                    .get_pixel(column.min(right) as u32, row.min(bottom) as u32)
                    .0
            };
            let corners = [
                near(left, top),
                near(left + 1.0, top),
                near(left, top + 1.0),
                near(left + 1.0, top + 1.0),
            ];
            let (across, down) = (x - left, y - top);
            Rgb(std::array::from_fn(|channel| {
                let [a, b, c, d] = corners.map(|corner| f64::from(corner[channel]));
                let (above, below) = (a + across * (b - a), c + across * (d - c));
                (above + down * (below - above)).round() as u8
            }))
        })
    }
}

/// A crop as pixels of shape `(height, width, 3)`.
pub fn pixels(crop: &RgbImage, dtype: DType, device: &Device) -> Result<Tensor, InferenceError> {
    let planes = tensor(crop, Normalisation::IMAGENET, dtype, device)?;
    Ok(planes.squeeze(0)?.permute((1, 2, 0))?.contiguous()?)
}
