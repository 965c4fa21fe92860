//! Likelihood that chance aligns as many level lines as a rectangle has: the number of false alarms
//! (section 2.7).

use std::f64::consts::PI;

use super::field::Field;
use super::rectangle::Rectangle;

/// Number of times that each way to improve a rectangle is tried (section 2.9).
const TRIALS: usize = 5;
/// The number of tolerances that rectangles are tested with: the first and those halved (section
/// 2.7).
const TOLERANCES: f64 = 11.0;

/// Tells rectangles from chance, for images of one size.
pub(super) struct Chance {
    /// The decimal logarithm of the number of rectangles that there are in the image.
    tests: f64,
    /// Natural logarithms of the factorials from 0! on.
    factorials: Vec<f64>,
}

impl Chance {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let tests = 2.5 * ((width as f64).log10() + (height as f64).log10()) + TOLERANCES.log10();
        Self {
            tests,
            factorials: vec![0.0],
        }
    }

    /// The fewest aligned pixels that can be significant, at that probability of being aligned by
    /// chance.
    pub(super) fn least_pixels(&self, probability: f64) -> usize {
        (-self.tests / probability.log10()) as usize
    }

    /// The best of variations of a rectangle, with its significance: the negative decimal logarithm
    /// of how many such rectangles chance is expected to make in the image. 0 and more is
    /// significant (section 2.9).
    pub(super) fn improve(&mut self, rectangle: Rectangle, field: &Field) -> (Rectangle, f64) {
        let mut best = (rectangle, self.significance(&rectangle, field));
        let finer = |rectangle: Rectangle| Rectangle {
            tolerance: rectangle.tolerance / 2.0,
            ..rectangle
        };
        let narrower = |rectangle: Rectangle| Rectangle {
            width: rectangle.width - 0.5,
            ..rectangle
        };
        let variations: [&dyn Fn(Rectangle) -> Rectangle; 5] = [
            &finer,
            &narrower,
            &|rectangle| narrower(rectangle).moved(0.25),
            &|rectangle| narrower(rectangle).moved(-0.25),
            &finer,
        ];
        for vary in variations {
            if best.1 >= 0.0 {
                break;
            }
            let mut varied = best.0;
            for _ in 0..TRIALS {
                varied = vary(varied);
                if varied.width < 0.5 {
                    break;
                }
                let significance = self.significance(&varied, field);
                if significance > best.1 {
                    best = (varied, significance);
                }
            }
        }
        best
    }

    fn significance(&mut self, rectangle: &Rectangle, field: &Field) -> f64 {
        let (pixels, aligned) = rectangle.count(field);
        -self.tests - self.tail(pixels, aligned, rectangle.tolerance / PI)
    }

    /// The decimal logarithm of the probability that at least `aligned` of `pixels` are aligned by
    /// chance, each with the given probability: the tail of the binomial distribution.
    fn tail(&mut self, pixels: usize, aligned: usize, probability: f64) -> f64 {
        if aligned as f64 <= pixels as f64 * probability {
            return 0.0;
        }
        for next in self.factorials.len()..=pixels {
            self.factorials
                .push(self.factorials[next - 1] + (next as f64).ln());
        }
        let choose =
            self.factorials[pixels] - self.factorials[aligned] - self.factorials[pixels - aligned];
        let first = choose
            + aligned as f64 * probability.ln()
            + (pixels - aligned) as f64 * (1.0 - probability).ln();
        // Each further term is the one before times a factor below 1 that shrinks.
        let (mut sum, mut term) = (1.0, 1.0);
        for count in aligned..pixels {
            term *=
                (pixels - count) as f64 / (count + 1) as f64 * probability / (1.0 - probability);
            sum += term;
            if term < sum * 1e-6 {
                break;
            }
        }
        ((first + f64::ln(sum)) / std::f64::consts::LN_10).min(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_of_a_binomial_distribution() {
        let mut chance = Chance::new(100, 100);
        // Of ten fair coins at least eight heads: (45 + 10 + 1) / 1024.
        assert!((10.0_f64.powf(chance.tail(10, 8, 0.5)) - 56.0 / 1024.0).abs() < 1e-9);
        assert!((chance.tail(40, 40, 0.125) - 40.0 * 0.125_f64.log10()).abs() < 1e-9);
        assert!(chance.tail(40, 3, 0.125).abs() < 1e-9);
        assert!(chance.tail(0, 0, 0.125).abs() < 1e-9);
    }
}
