//! Products of matrices that lie in slices, on one thread: what the fused operations run in each of
//! their blocks.

use gemm::Parallelism;

/// A matrix in a slice: element `(row, column)` stands at `row * row_stride + column *
/// column_stride`.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a> {
    pub(super) values: &'a [f32],
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) row_stride: usize,
    pub(super) column_stride: usize,
}

impl<'a> Matrix<'a> {
    /// Rows that lie `row_stride` apart.
    pub(super) fn rows(values: &'a [f32], rows: usize, columns: usize, row_stride: usize) -> Self {
        Self {
            values,
            rows,
            columns,
            row_stride,
            column_stride: 1,
        }
    }

    pub(super) fn transposed(self) -> Self {
        Self {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }

    fn is_inside(&self) -> bool {
        span(self.rows, self.columns, self.row_stride, self.column_stride) <= self.values.len()
    }
}

/// The values that a matrix reaches over.
fn span(rows: usize, columns: usize, row_stride: usize, column_stride: usize) -> usize {
    if rows == 0 || columns == 0 {
        0
    } else {
        (rows - 1) * row_stride + (columns - 1) * column_stride + 1
    }
}

/// Writes `scale · a · b` to `target`, whose rows lie `row_stride` apart.
pub(super) fn multiply(target: &mut [f32], row_stride: usize, a: Matrix, b: Matrix, scale: f32) {
    assert_eq!(a.columns, b.rows, "the matrices do not fit each other");
    assert!(
        a.is_inside() && b.is_inside(),
        "a matrix reaches over the end of its values"
    );
    assert!(
        span(a.rows, b.columns, row_stride, 1) <= target.len(),
        "the target is too small"
    );
    assert!(
        row_stride >= b.columns || a.rows <= 1,
        "the target's rows overlap"
    );
    // SAFETY: the assertions above hold every element that is read or written within its slice; the
    // target is borrowed alone and its rows do not overlap.
    #[allow(unsafe_code)]
    unsafe {
        gemm::gemm(
            a.rows,
            b.columns,
            a.columns,
            target.as_mut_ptr(),
            1,
            row_stride as isize,
            false,
            a.values.as_ptr(),
            a.column_stride as isize,
            a.row_stride as isize,
            b.values.as_ptr(),
            b.column_stride as isize,
            b.row_stride as isize,
            0.0_f32,
            scale,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Matrix, multiply};

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
    fn a_product_of_strided_matrices() {
        // [[1, 2], [3, 4]] out of rows of three, times its own transpose.
        let values = [1.0, 2.0, 9.0, 3.0, 4.0, 9.0];
        let a = Matrix::rows(&values, 2, 2, 3);
        let mut product = [0.0; 5];
        multiply(&mut product, 3, a, a.transposed(), 2.0);
        assert_eq!(product, [10.0, 22.0, 0.0, 22.0, 50.0]);
    }

    #[test]
    #[should_panic(expected = "reaches over the end")]
    fn what_reaches_over_the_end_is_refused() {
        let values = [1.0; 5];
        let a = Matrix::rows(&values, 2, 2, 4);
        multiply(&mut [0.0; 4], 2, a, a, 1.0);
    }
}
