//! The equations of the smoothest path: a symmetric matrix with three diagonals beside its own,
//! solved by its factors (Cholesky, `LDLᵀ`).

/// The weight of jerk against that of acceleration, between neighbouring frames.
const JERK: f64 = 10.0;
/// Strength with which the bounds pull, against accelerations of 1.
pub(super) const PULL: f64 = 0.01;

/// The matrix of accelerations, jerks and pull as its factors: a lower triangle with ones on its
/// diagonal, of which three diagonals are not 0, and a diagonal.
pub(super) struct Banded {
    /// For each row the entries before the diagonal, the nearest first.
    lower: Vec<[f64; 3]>,
    diagonal: Vec<f64>,
}

impl Banded {
    /// For paths of `length` frames, at least 4.
    pub(super) fn new(length: usize) -> Self {
        // The diagonal and the three below it.
        let mut matrix = vec![[0.0; 4]; length];
        let mut add = |differences: &[f64], weight: f64| {
            for start in 0..=length - differences.len() {
                for (row, a) in differences.iter().enumerate() {
                    for (column, b) in differences.iter().enumerate().take(row + 1) {
                        matrix[start + row][row - column] += weight * a * b;
                    }
                }
            }
        };
        add(&[1.0, -2.0, 1.0], 1.0);
        add(&[-1.0, 3.0, -3.0, 1.0], JERK);
        let (mut lower, mut diagonal) = (vec![[0.0; 3]; length], vec![0.0; length]);
        for row in 0..length {
            for back in (1..=3.min(row)).rev() {
                let column = row - back;
                let shared: f64 = (back + 1..=3.min(row))
                    .filter(|further| further - back <= 3.min(column))
                    .map(|further| {
                        lower[row][further - 1]
                            * lower[column][further - back - 1]
                            * diagonal[row - further]
                    })
                    .sum();
                lower[row][back - 1] = (matrix[row][back] - shared) / diagonal[column];
            }
            let used: f64 = (1..=3.min(row))
                .map(|back| lower[row][back - 1].powi(2) * diagonal[row - back])
                .sum();
            diagonal[row] = matrix[row][0] + PULL - used;
        }
        Self { lower, diagonal }
    }

    /// Solves for the right side `values`, in place.
    pub(super) fn solve(&self, values: &mut [f64]) {
        for row in 0..values.len() {
            for back in 1..=3.min(row) {
                values[row] -= self.lower[row][back - 1] * values[row - back];
            }
        }
        values
            .iter_mut()
            .zip(&self.diagonal)
            .for_each(|(value, diagonal)| *value /= diagonal);
        for row in (0..values.len()).rev() {
            for back in 1..=3.min(row) {
                values[row - back] -= self.lower[row][back - 1] * values[row];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factors_solve_the_equations() {
        let solver = Banded::new(9);
        let wanted: Vec<f64> = (0..9).map(|n| f64::from(n * n % 5)).collect();
        // The product with the matrix: differences, weighted, and back.
        let mut right: Vec<f64> = wanted.iter().map(|value| PULL * value).collect();
        for (differences, weight) in [
            (vec![1.0, -2.0, 1.0], 1.0),
            (vec![-1.0, 3.0, -3.0, 1.0], JERK),
        ] {
            for start in 0..=9 - differences.len() {
                let sum: f64 = differences
                    .iter()
                    .zip(&wanted[start..])
                    .map(|(a, b)| a * b)
                    .sum();
                differences
                    .iter()
                    .enumerate()
                    .for_each(|(at, a)| right[start + at] += weight * a * sum);
            }
        }
        solver.solve(&mut right);
        assert!(
            right.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9),
            "{right:?}"
        );
    }
}
