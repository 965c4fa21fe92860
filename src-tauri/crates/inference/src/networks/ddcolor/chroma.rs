//! Colours that an image gets, at the size at which the network saw it.

/// The axes a and b of CIE L*a*b* at each place.
#[derive(Debug, Clone, PartialEq)]
pub struct Chroma {
    /// Places in a row, one at least.
    pub width: usize,
    /// Rows, one at least.
    pub height: usize,
    /// Row by row, the axes a and b, roughly -100 to 100 each.
    pub values: Vec<[f32; 2]>,
}

impl Chroma {
    /// The axes a and b at the pixel `(x, y)` of an image of this `(width, height)`: along straight
    /// lines between the places, the edges of both being the same.
    pub fn at(&self, (x, y): (u32, u32), (width, height): (u32, u32)) -> [f32; 2] {
        let (left, right, across) = between(x, width, self.width);
        let (top, bottom, down) = between(y, height, self.height);
        let of = |row: usize, column: usize| self.values[row * self.width + column];
        let mixed = |first: [f32; 2], second: [f32; 2], share: f32| {
            [0, 1].map(|axis| first[axis] + share * (second[axis] - first[axis]))
        };
        let row = |row: usize| mixed(of(row, left), of(row, right), across);
        mixed(row(top), row(bottom), down)
    }
}

/// The places before and behind pixel `at` of `to`, out of `from` places, and how far it is from
/// the first to the second.
fn between(at: u32, to: u32, from: usize) -> (usize, usize, f32) {
    let last = from.saturating_sub(1);
    let exact = (f64::from(at) + 0.5) * from as f64 / f64::from(to.max(1)) - 0.5;
    let exact = exact.clamp(0.0, last as f64);
    let first = exact as usize;
    (first, (first + 1).min(last), (exact - first as f64) as f32)
}

#[cfg(test)]
mod tests {
    use super::Chroma;

    #[test]
    fn places_are_kept_and_what_lies_between_is_on_a_line() {
        let chroma = Chroma {
            width: 2,
            height: 1,
            values: vec![[0.0, 8.0], [4.0, 0.0]],
        };
        let row = |width: u32| {
            (0..width)
                .map(|x| chroma.at((x, 0), (width, 3)))
                .collect::<Vec<_>>()
        };
        assert_eq!(row(2), chroma.values);
        assert_eq!(row(4), [[0.0, 8.0], [1.0, 6.0], [3.0, 2.0], [4.0, 0.0]]);
        assert_eq!(row(1), [[2.0, 4.0]]);
    }
}
