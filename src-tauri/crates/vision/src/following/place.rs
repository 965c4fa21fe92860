//! A box on a frame, to fractions of a pixel.

use patchbay_domain::BoundingBox;

/// A box on a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Its middle, in pixels from the frame's left edge.
    pub x: f64,
    /// Its middle, in pixels from the frame's upper edge.
    pub y: f64,
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
}

impl Place {
    /// The box, on a copy that is `scale` times as large.
    pub fn of(bounds: BoundingBox, scale: f64) -> Self {
        let [x, y, width, height] =
            [bounds.x, bounds.y, bounds.width, bounds.height].map(|at| f64::from(at) * scale);
        Self {
            x: x + width / 2.0,
            y: y + height / 2.0,
            width,
            height,
        }
    }

    /// Its left and top, and its right and bottom edges.
    pub fn edges(self) -> [f64; 4] {
        let (across, down) = (self.width / 2.0, self.height / 2.0);
        [
            self.x - across,
            self.y - down,
            self.x + across,
            self.y + down,
        ]
    }

    /// The same on a copy that is `factor` times as large.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
            width: self.width * factor,
            height: self.height * factor,
        }
    }

    /// The same with its middle elsewhere.
    #[must_use]
    pub(super) fn shifted(self, (across, down): (f64, f64)) -> Self {
        Self {
            x: self.x + across,
            y: self.y + down,
            ..self
        }
    }

    /// The same around its middle, `factor` times as large.
    #[must_use]
    pub fn grown(self, factor: f64) -> Self {
        Self {
            width: self.width * factor,
            height: self.height * factor,
            ..self
        }
    }

    /// Shift of its middle from that of another.
    pub(super) fn from(self, other: Self) -> (f64, f64) {
        (self.x - other.x, self.y - other.y)
    }

    /// The place a share of the way from this one to another.
    #[must_use]
    pub fn towards(self, other: Self, share: f64) -> Self {
        let between = |from: f64, to: f64| from + (to - from) * share;
        Self {
            x: between(self.x, other.x),
            y: between(self.y, other.y),
            width: between(self.width, other.width),
            height: between(self.height, other.height),
        }
    }

    /// Share of it that lies within a frame of that size, from 0 to 1.
    pub(super) fn share_within(self, (width, height): (f64, f64)) -> f64 {
        let frame = Self {
            x: width / 2.0,
            y: height / 2.0,
            width,
            height,
        };
        self.common(frame) / (self.width * self.height).max(1e-9)
    }

    /// The pixels that it has in common with another.
    fn common(self, other: Self) -> f64 {
        let (mine, others) = (self.edges(), other.edges());
        let across = mine[2].min(others[2]) - mine[0].max(others[0]);
        let down = mine[3].min(others[3]) - mine[1].max(others[1]);
        across.max(0.0) * down.max(0.0)
    }

    /// Area that it has in common with another, as a share of what both cover.
    pub fn overlap(self, other: Self) -> f64 {
        let common = self.common(other);
        common / (self.width * self.height + other.width * other.height - common).max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_overlap_by_what_they_share() {
        let bounds = BoundingBox {
            x: 10.0,
            y: 20.0,
            width: 40.0,
            height: 20.0,
        };
        let place = Place::of(bounds, 0.5);
        let off = place.edges().into_iter().zip([5.0, 10.0, 25.0, 20.0]);
        assert!(
            off.into_iter()
                .all(|(edge, wanted)| (edge - wanted).abs() < 1e-9)
        );
        assert!((place.overlap(place) - 1.0).abs() < 1e-9);
        let beside = place.shifted((10.0, 0.0));
        assert!((place.overlap(beside) - 1.0 / 3.0).abs() < 1e-9);
        assert!((place.share_within((15.0, 100.0)) - 0.5).abs() < 1e-9);
        assert!(place.overlap(place.shifted((99.0, 0.0))) < 1e-9);
        assert!((place.towards(beside, 0.5).x - 20.0).abs() < 1e-9);
    }
}
