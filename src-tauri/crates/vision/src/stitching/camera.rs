//! Camera that took two views, as far as they tell: how long its lens is, and what lies halfway
//! between them.

use nalgebra::Matrix3;

/// Width and height of an image in pixels.
pub(super) type Sides = (f64, f64);

/// From places counted from the middle of an image to its pixels.
pub(super) fn centered((width, height): Sides) -> Matrix3<f64> {
    Matrix3::new(
        1.0,
        0.0,
        (width - 1.0) / 2.0,
        0.0,
        1.0,
        (height - 1.0) / 2.0,
        0.0,
        0.0,
        1.0,
    )
}

/// The principal square root of a matrix: Denman and Beavers, "The Matrix Sign Function and
/// Computations in Systems" (1976).
pub(super) fn square_root(matrix: &Matrix3<f64>) -> Option<Matrix3<f64>> {
    let matrix = matrix / matrix.determinant().cbrt();
    let (mut root, mut inverse) = (matrix, Matrix3::identity());
    for _ in 0..60 {
        let next = (root + inverse.try_inverse()?) / 2.0;
        inverse = (inverse + root.try_inverse()?) / 2.0;
        let change = (next - root).norm();
        root = next;
        if change < 1e-13 * root.norm() {
            break;
        }
    }
    ((root * root - matrix).norm() < 1e-6 * matrix.norm()).then_some(root)
}

/// The focal length in pixels of the camera that turned between two images, from a transformation
/// between places that are counted from their middles: Szeliski and Shum, "Creating Full View
/// Panoramic Image Mosaics and Environment Maps" (1997), section 5. None where the two images do
/// not tell, or tell of a lens that nobody has.
pub(super) fn focal_length(centered: &Matrix3<f64>, first: Sides, second: Sides) -> Option<f64> {
    let h = |row: usize, column: usize| centered[(row, column)];
    let of_first = longest([
        (-h(0, 0) * h(0, 1) - h(1, 0) * h(1, 1), h(2, 0) * h(2, 1)),
        (
            h(0, 0).powi(2) + h(1, 0).powi(2) - h(0, 1).powi(2) - h(1, 1).powi(2),
            h(2, 1).powi(2) - h(2, 0).powi(2),
        ),
    ]);
    let of_second = longest([
        (-h(0, 2) * h(1, 2), h(0, 0) * h(1, 0) + h(0, 1) * h(1, 1)),
        (
            h(1, 2).powi(2) - h(0, 2).powi(2),
            h(0, 0).powi(2) + h(0, 1).powi(2) - h(1, 0).powi(2) - h(1, 1).powi(2),
        ),
    ]);
    let focal = match (of_first, of_second) {
        (Some(first), Some(second)) => (first * second).sqrt(),
        (one, other) => one.or(other)?,
    };
    let side = first.0.max(first.1).max(second.0.max(second.1));
    // From 130 to 10 degrees across the longer side.
    (0.23 * side..5.7 * side).contains(&focal).then_some(focal)
}

/// The root of the quotient with the larger divisor, where that is positive; of two, the surer one.
fn longest(quotients: [(f64, f64); 2]) -> Option<f64> {
    let surest = quotients
        .into_iter()
        .filter(|(above, below)| above / below > 0.0);
    surest
        .max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
        .map(|(above, below)| (above / below).sqrt())
}
