//! Places in the frames of a video made unrecognisable, wherever they are in each frame.

use patchbay_media::MediaError;
use patchbay_media::video::{Frame, FrameFormat, FrameSource, Plane, PlaneMut, Watch};

use crate::following::Place;

/// Maximum number of blocks along the shorter side of a hidden place: fewer than letters have
/// strokes.
const BLOCKS: usize = 4;
/// No block of it is smaller, in pixels.
const SMALLEST_BLOCK: usize = 8;
/// Factor by which what hides a thing is larger than it.
const MARGIN: f64 = 1.06;

/// Way in which a place is hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hiding {
    /// Soft: blocks that pass over into each other, so that nothing can be made sharp again.
    Blurred,
    /// In blocks.
    Pixelated,
    /// By a colour: red, green, blue.
    Covered([u8; 3]),
}

/// A video's frames with places hidden.
pub struct HiddenFrames<S> {
    source: S,
    hiding: Hiding,
    /// The places that are hidden in each frame, from the first on, and how much larger the frames
    /// are than what they were found on.
    places: Vec<Vec<Place>>,
    scale: f64,
    /// The parts in seconds in which they are hidden; none: all the time.
    parts: Option<Vec<(f64, f64)>>,
    next: usize,
}

impl<S: FrameSource> HiddenFrames<S> {
    /// The frames of `source` with `places` hidden, which were found on a copy that is `found`
    /// pixels wide.
    pub fn new(
        source: S,
        hiding: Hiding,
        (places, found): (Vec<Vec<Place>>, u32),
        parts: Option<Vec<(f64, f64)>>,
    ) -> Self {
        let scale = f64::from(source.format().width) / f64::from(found.max(1));
        Self {
            source,
            hiding,
            places,
            scale,
            parts,
            next: 0,
        }
    }

    fn is_within(&self, seconds: f64) -> bool {
        let is_in = |part: &(f64, f64)| (part.0 - 1e-4..part.1 - 1e-4).contains(&seconds);
        self.parts
            .as_ref()
            .is_none_or(|parts| parts.iter().any(is_in))
    }
}

impl<S: FrameSource> FrameSource for HiddenFrames<S> {
    fn format(&self) -> FrameFormat {
        self.source.format()
    }

    fn expected_seconds(&self) -> f64 {
        self.source.expected_seconds()
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let Some(frame) = self.source.next_frame(watch)? else {
            return Ok(None);
        };
        let format = self.source.format();
        let number = self.next;
        self.next += 1;
        let places = match self.places.get(number) {
            Some(places) if !places.is_empty() && self.is_within(format.seconds(frame.time)) => {
                places
            }
            _ => return Ok(Some(frame)),
        };
        let color = match self.hiding {
            Hiding::Covered(color) => Some(encoded(color, format.matrix())),
            Hiding::Blurred | Hiding::Pixelated => None,
        };
        let hidden = frame.redrawn(|plane, from, mut to| {
            let share = if plane == 0 { 1 } else { 2 };
            for place in places {
                let place = place.scaled(self.scale).grown(MARGIN);
                if let Some(area) = Area::of(place, share, (from.width, from.height)) {
                    match color {
                        Some(color) => area.fill(&mut to, color[plane]),
                        None => area.hide(from, &mut to, self.hiding == Hiding::Blurred),
                    }
                }
            }
        });
        Ok(Some(hidden))
    }
}

/// Columns and rows of a plane that are hidden, in blocks.
#[derive(Debug, PartialEq)]
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
    block: usize,
}

impl Area {
    /// A place on a plane with one value for `share` pixels in a row; none beyond it.
    fn of(place: Place, share: usize, (width, height): (usize, usize)) -> Option<Self> {
        let [left, top, right, bottom] = place.edges();
        // Whole values of the colour planes, so that all planes hide the same.
        let from = |edge: f64| ((edge / 2.0).floor().max(0.0) as usize) * 2 / share;
        let to = |edge: f64, most: usize| {
            (((edge / 2.0).ceil().max(0.0) as usize) * 2 / share).min(most)
        };
        let (right, bottom) = (to(right, width), to(bottom, height));
        let (left, top) = (from(left), from(top));
        let shorter = place.width.min(place.height).max(0.0) as usize;
        let block = (shorter / BLOCKS).max(SMALLEST_BLOCK) / share;
        (left < right && top < bottom).then_some(Self {
            left,
            top,
            right,
            bottom,
            block,
        })
    }

    fn fill(&self, to: &mut PlaneMut, value: u8) {
        for row in self.top..self.bottom {
            to.bytes[row * to.stride + self.left..row * to.stride + self.right].fill(value);
        }
    }

    /// Draws the mean of each block, or what lies between the means of neighbours.
    fn hide(&self, from: Plane, to: &mut PlaneMut, is_soft: bool) {
        let columns = (self.right - self.left).div_ceil(self.block);
        let rows = (self.bottom - self.top).div_ceil(self.block);
        let means: Vec<f32> = (0..columns * rows)
            .map(|number| self.mean(from, (number % columns, number / columns)))
            .collect();
        let blend = |place: usize, count: usize| {
            let at = if is_soft {
                ((place as f32 + 0.5) / self.block as f32 - 0.5).clamp(0.0, (count - 1) as f32)
            } else {
                (place / self.block) as f32
            };
            (at as usize, (at as usize + 1).min(count - 1), at.fract())
        };
        for row in self.top..self.bottom {
            let (upper, lower, down) = blend(row - self.top, rows);
            let line = &mut to.bytes[row * to.stride..][self.left..self.right];
            for (column, value) in line.iter_mut().enumerate() {
                let (near, far, across) = blend(column, columns);
                let between = |row: usize| {
                    let (near, far) = (means[row * columns + near], means[row * columns + far]);
                    near + across * (far - near)
                };
                *value = (between(upper) + down * (between(lower) - between(upper))).round() as u8;
            }
        }
    }

    /// The mean of a block.
    fn mean(&self, from: Plane, (column, row): (usize, usize)) -> f32 {
        let left = self.left + column * self.block;
        let right = (left + self.block).min(self.right);
        let top = self.top + row * self.block;
        let bottom = (top + self.block).min(self.bottom);
        let lines = (top..bottom).map(|row| &from.bytes[row * from.stride..][left..right]);
        let sum: u64 = lines.flatten().map(|value| u64::from(*value)).sum();
        sum as f32 / ((right - left) * (bottom - top)) as f32
    }
}

/// A colour as the three planes have it.
fn encoded(color: [u8; 3], matrix: &str) -> [u8; 3] {
    let (of_red, of_blue) = if matrix == "bt709" {
        (0.2126, 0.0722)
    } else {
        (0.299, 0.114)
    };
    let [red, green, blue] = color.map(|level| f64::from(level) / 255.0);
    let light = of_red * red + (1.0 - of_red - of_blue) * green + of_blue * blue;
    let to_blue = (blue - light) / (2.0 * (1.0 - of_blue));
    let to_red = (red - light) / (2.0 * (1.0 - of_red));
    [
        16.0 + 219.0 * light,
        128.0 + 224.0 * to_blue,
        128.0 + 224.0 * to_red,
    ]
    .map(|value| value.round().clamp(1.0, 254.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_encoded_as_their_matrix_says() {
        assert_eq!(encoded([0, 0, 0], "bt709"), [16, 128, 128]);
        assert_eq!(encoded([255, 255, 255], "bt601"), [235, 128, 128]);
        assert_eq!(encoded([255, 0, 0], "bt601"), [81, 90, 240]);
        assert_eq!(encoded([255, 0, 0], "bt709"), [63, 102, 240]);
    }

    #[test]
    fn an_area_is_cut_to_its_plane_and_hidden_without_its_detail() {
        let place = Place {
            x: 30.0,
            y: 20.0,
            width: 40.0,
            height: 32.0,
        };
        let area = Area::of(place, 1, (40, 64)).expect("a part of it");
        let cut = (area.left, area.top, area.right, area.bottom, area.block);
        assert_eq!(cut, (10, 4, 40, 36, 8));
        assert_eq!(Area::of(place, 2, (20, 32)).map(|area| area.left), Some(5));
        assert_eq!(Area::of(place, 1, (8, 64)), None);
        let stripes: Vec<u8> = (0..40 * 64)
            .map(|at| if at % 2 == 0 { 40 } else { 200 })
            .collect();
        for is_soft in [false, true] {
            let mut drawn = stripes.clone();
            let (from, mut to) = (
                Plane {
                    bytes: &stripes,
                    stride: 40,
                    width: 40,
                    height: 64,
                },
                PlaneMut {
                    bytes: &mut drawn,
                    stride: 40,
                    width: 40,
                    height: 64,
                },
            );
            area.hide(from, &mut to, is_soft);
            assert!((10..40).all(|x| drawn[20 * 40 + x] == 120), "{is_soft}");
            assert_eq!(drawn[20 * 40..20 * 40 + 10], stripes[20 * 40..20 * 40 + 10]);
            assert_eq!(drawn[40 * 40..], stripes[40 * 40..]);
        }
    }
}
