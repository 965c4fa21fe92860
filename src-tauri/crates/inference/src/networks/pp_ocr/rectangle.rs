//! The smallest rectangle around points, turned as it has to be: one of its sides lies along a side
//! of the points' convex hull (Freeman and Shapira 1975, "Determining the minimum-area encasing
//! rectangle for an arbitrary closed curve").

/// A place as `[x, y]`.
type Point = [f64; 2];

/// A rectangle that may be turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rectangle {
    middle: Point,
    /// The direction of its first side, of length 1; the other one's is to its right.
    along: Point,
    /// Half of the lengths of its sides.
    half: [f64; 2],
}

impl Rectangle {
    /// The smallest rectangle around points, in the order of their `y`; none where there are no two
    /// places.
    pub(super) fn around(points: &[Point]) -> Option<Self> {
        let hull = hull(points);
        let sides = hull.iter().zip(hull.iter().cycle().skip(1));
        let around = sides.filter_map(|(from, to)| {
            let (x, y) = (to[0] - from[0], to[1] - from[1]);
            let length = x.hypot(y);
            (length > 0.0).then(|| Self::along(&hull, [x / length, y / length]))
        });
        around.min_by(|a, b| a.area().total_cmp(&b.area()))
    }

    /// The smallest rectangle around points with a side in this direction.
    fn along(points: &[Point], along: Point) -> Self {
        let across = [-along[1], along[0]];
        let reach = |axis: Point| {
            let places = points
                .iter()
                .map(|point| point[0] * axis[0] + point[1] * axis[1]);
            places.fold((f64::MAX, f64::MIN), |(least, most), place| {
                (least.min(place), most.max(place))
            })
        };
        let (first, second) = (reach(along), reach(across));
        let middle = [
            f64::midpoint(first.0, first.1),
            f64::midpoint(second.0, second.1),
        ];
        let at = |axis: usize| middle[0] * along[axis] + middle[1] * across[axis];
        Self {
            middle: [at(0), at(1)],
            along,
            half: [(first.1 - first.0) / 2.0, (second.1 - second.0) / 2.0],
        }
    }

    /// The length of its shorter side.
    pub(super) fn shorter(&self) -> f64 {
        2.0 * self.half[0].min(self.half[1])
    }

    pub(super) fn area(&self) -> f64 {
        4.0 * self.half[0] * self.half[1]
    }

    pub(super) fn circumference(&self) -> f64 {
        4.0 * (self.half[0] + self.half[1])
    }

    /// The same with each side this much further out.
    pub(super) fn wider_by(mut self, distance: f64) -> Self {
        self.half = self.half.map(|half| half + distance);
        self
    }

    /// Its corners: of the two on the left the upper one, of those on the right the upper, then the
    /// lower one, and the lower one on the left.
    pub(super) fn corners(&self) -> [Point; 4] {
        let corner = |first: f64, second: f64| {
            let (first, second) = (first * self.half[0], second * self.half[1]);
            [
                self.middle[0] + first * self.along[0] - second * self.along[1],
                self.middle[1] + first * self.along[1] + second * self.along[0],
            ]
        };
        let mut corners = [
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ];
        corners.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let upper_first = |a: Point, b: Point| if b[1] > a[1] { [a, b] } else { [b, a] };
        let (left, right) = (
            upper_first(corners[0], corners[1]),
            upper_first(corners[2], corners[3]),
        );
        [left[0], right[0], right[1], left[1]]
    }
}

/// The convex hull, from points in the order of their `y` (Andrew 1979, "Another efficient
/// algorithm for convex hulls in two dimensions").
fn hull(points: &[Point]) -> Vec<Point> {
    let turns = |a: Point, b: Point, c: Point| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let mut hull: Vec<Point> = Vec::new();
    let mut chain = |points: &mut dyn Iterator<Item = &Point>| {
        let start = hull.len();
        for point in points {
            while hull.len() >= start + 2
                && turns(hull[hull.len() - 2], hull[hull.len() - 1], *point) <= 0.0
            {
                hull.pop();
            }
            hull.push(*point);
        }
        // The last point begins the other chain.
        hull.pop();
    };
    chain(&mut points.iter());
    chain(&mut points.iter().rev());
    hull
}

#[cfg(test)]
mod tests {
    use super::Rectangle;

    #[test]
    fn a_turned_square_is_found_and_becomes_wider() {
        let square =
            Rectangle::around(&[[5.0, 0.0], [4.0, 3.0], [0.0, 5.0], [10.0, 5.0], [5.0, 10.0]])
                .unwrap();
        assert!(
            (square.area() - 50.0).abs() < 1e-9 && (square.shorter().powi(2) - 50.0).abs() < 1e-9
        );
        let wider = square.wider_by(50_f64.sqrt() / 2.0);
        assert!((wider.circumference() - 2.0 * square.circumference()).abs() < 1e-9);
        let upright = Rectangle::around(&[[1.0, 2.0], [7.0, 2.0], [1.0, 5.0], [7.0, 5.0]]).unwrap();
        assert_eq!(
            upright.corners(),
            [[1.0, 2.0], [7.0, 2.0], [7.0, 5.0], [1.0, 5.0]]
        );
        assert!(
            Rectangle::around(&[[1.0, 2.0], [1.0, 2.0]]).is_none()
                && Rectangle::around(&[]).is_none()
        );
        let line = Rectangle::around(&[[1.0, 2.0], [4.0, 2.0]]).unwrap();
        assert!(line.shorter().abs() < 1e-9);
    }
}
