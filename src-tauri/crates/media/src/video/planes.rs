//! A frame of a video as bytes: to measure it, and to draw it anew.

use super::frames::Frame;

/// One of a frame's planes: brightness (16 to 235), or one of its two colour differences (16 to
/// 240, 128 is grey), which have half as many columns and rows, rounded up.
#[derive(Debug, Clone, Copy)]
pub struct Plane<'a> {
    /// The bytes, row by row.
    pub bytes: &'a [u8],
    /// Bytes from one row to the next, at least `width`.
    pub stride: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// A plane that is written to; see [`Plane`].
#[derive(Debug)]
pub struct PlaneMut<'a> {
    /// The bytes, row by row.
    pub bytes: &'a mut [u8],
    /// Bytes from one row to the next, at least `width`.
    pub stride: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Frame {
    /// One of its planes: 0 for brightness, 1 and 2 for the colour differences.
    pub fn plane(&self, number: usize) -> Plane<'_> {
        let image = &self.image;
        let (width, height) = (
            image.plane_width(number) as usize,
            image.plane_height(number) as usize,
        );
        Plane {
            bytes: image.data(number),
            stride: image.stride(number),
            width,
            height,
        }
    }

    /// The same moment with another frame of the same size. `draw` is called for each plane with
    /// its number, what it showed, and what it will show: the same, until it is drawn over.
    #[must_use]
    pub fn redrawn(&self, mut draw: impl FnMut(usize, Plane<'_>, PlaneMut<'_>)) -> Self {
        let mut redrawn = self.clone();
        for number in 0..redrawn.image.planes() {
            let plane = self.plane(number);
            let (width, height, stride) = (plane.width, plane.height, redrawn.image.stride(number));
            draw(
                number,
                plane,
                PlaneMut {
                    bytes: redrawn.image.data_mut(number),
                    stride,
                    width,
                    height,
                },
            );
        }
        redrawn
    }
}
