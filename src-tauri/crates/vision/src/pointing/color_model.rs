//! Colours of something: a mixture of Gaussians in L*a*b*, as `GrabCut` uses it (Rother, Kolmogorov
//! and Blake, 2004, section 3.1), fitted to patches instead of pixels.

use super::superpixels::Patch;
use crate::working_copy::{Lab, squared_distance};

const COMPONENTS: usize = 5;
/// Added to every variance: colours closer than about two units of L*a*b* look the same.
const LEAST_VARIANCE: f32 = 4.0;

/// A symmetric matrix of 3 x 3 as LL, La, Lb, aa, ab, bb.
type Symmetric = [f32; 6];

#[derive(Debug, Clone, Copy)]
struct Component {
    mean: Lab,
    /// Inverse covariance.
    precision: Symmetric,
    /// Logarithm of weight times the density's constant.
    height: f32,
}

/// A fitted mixture.
#[derive(Debug, Clone)]
pub(super) struct ColorModel(Vec<Component>);

impl ColorModel {
    /// Fits to patches with weights (pixels that count); none where no weight is above 0.
    pub(super) fn fit(patches: &[Patch], weights: &[f32]) -> Option<Self> {
        let members: Vec<(&Patch, f32)> = patches
            .iter()
            .zip(weights.iter().copied())
            .filter(|&(_, weight)| weight > 0.0)
            .collect();
        let groups = group(&members);
        let total: f32 = members.iter().map(|&(_, weight)| weight).sum();
        let components = (0..COMPONENTS).filter_map(|index| {
            let own: Vec<_> = members
                .iter()
                .zip(&groups)
                .filter(|&(_, &group)| group == index)
                .map(|(m, _)| *m)
                .collect();
            component(&own, total)
        });
        let components: Vec<_> = components.collect();
        (!components.is_empty()).then_some(Self(components))
    }

    /// The log likelihood of one colour.
    pub(super) fn of_color(&self, color: Lab) -> f32 {
        self.mixed(color, &[0.0; 6])
    }

    /// The mean log likelihood of the pixels of a patch: its spread counts, so an even patch does
    /// not pass for a part of a grained surface, nor the other way round.
    pub(super) fn of_patch(&self, patch: &Patch) -> f32 {
        self.mixed(patch.mean, &patch.spread)
    }

    fn mixed(&self, color: Lab, spread: &Symmetric) -> f32 {
        let mut most = f32::NEG_INFINITY;
        let mut values = [f32::NEG_INFINITY; COMPONENTS];
        for (value, component) in values.iter_mut().zip(&self.0) {
            let [x, y, z] = [0, 1, 2].map(|axis| color[axis] - component.mean[axis]);
            let products = [x * x, x * y, x * z, y * y, y * z, z * z];
            let expected: f32 = (0..6)
                .map(|i| {
                    (products[i] + spread[i])
                        * component.precision[i]
                        * if matches!(i, 0 | 3 | 5) { 1.0 } else { 2.0 }
                })
                .sum();
            *value = component.height - 0.5 * expected;
            most = most.max(*value);
        }
        most + values
            .iter()
            .map(|value| (value - most).exp())
            .sum::<f32>()
            .ln()
    }
}

/// Groups by colour: k-means from the farthest-first choice of starting colours, so that the same
/// patches always give the same groups.
fn group(members: &[(&Patch, f32)]) -> Vec<usize> {
    let Some(heaviest) = members.iter().max_by(|a, b| a.1.total_cmp(&b.1)) else {
        return Vec::new();
    };
    let mut centers = vec![heaviest.0.mean];
    let mut distances = vec![f32::INFINITY; members.len()];
    while centers.len() < COMPONENTS.min(members.len()) {
        let newest = centers[centers.len() - 1];
        for (distance, (patch, _)) in distances.iter_mut().zip(members) {
            *distance = distance.min(squared_distance(patch.mean, newest));
        }
        // Weighted, so that a stray speck does not become a group of its own.
        let pull = |index: usize| distances[index] * members[index].1.sqrt();
        let Some(farthest) = (0..members.len()).max_by(|&a, &b| pull(a).total_cmp(&pull(b))) else {
            break;
        };
        centers.push(members[farthest].0.mean);
    }
    let nearest = |centers: &[Lab], color: Lab| {
        let distance = |index: &usize| squared_distance(centers[*index], color);
        (0..centers.len())
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(0)
    };
    let mut groups = vec![0; members.len()];
    for _ in 0..8 {
        let mut sums = vec![([0.0_f32; 3], 0.0_f32); centers.len()];
        for (group, (patch, weight)) in groups.iter_mut().zip(members) {
            *group = nearest(&centers, patch.mean);
            let (sum, total) = &mut sums[*group];
            *total += weight;
            for (sum, value) in sum.iter_mut().zip(patch.mean) {
                *sum += weight * value;
            }
        }
        for (center, (sum, total)) in centers.iter_mut().zip(sums) {
            if total > 0.0 {
                *center = sum.map(|value| value / total);
            }
        }
    }
    groups
}

fn component(members: &[(&Patch, f32)], all: f32) -> Option<Component> {
    let total: f32 = members.iter().map(|&(_, weight)| weight).sum();
    if total <= 0.0 {
        return None;
    }
    let mut mean = [0.0; 3];
    for (patch, weight) in members {
        for (sum, value) in mean.iter_mut().zip(patch.mean) {
            *sum += weight / total * value;
        }
    }
    let mut covariance = [
        LEAST_VARIANCE,
        0.0,
        0.0,
        LEAST_VARIANCE,
        0.0,
        LEAST_VARIANCE,
    ];
    for (patch, weight) in members {
        let [x, y, z] = [0, 1, 2].map(|axis| patch.mean[axis] - mean[axis]);
        for ((sum, product), own) in covariance
            .iter_mut()
            .zip([x * x, x * y, x * z, y * y, y * z, z * z])
            .zip(patch.spread)
        {
            *sum += weight / total * (product + own);
        }
    }
    let (precision, determinant) = invert(&covariance);
    Some(Component {
        mean,
        precision,
        height: (total / all).ln() - 0.5 * determinant.ln(),
    })
}

/// Inverse and determinant of a positive definite symmetric matrix.
pub(super) fn invert(&[a, b, c, d, e, f]: &Symmetric) -> (Symmetric, f32) {
    let (x, y, z) = (d * f - e * e, c * e - b * f, b * e - c * d);
    let determinant = (a * x + b * y + c * z).max(f32::MIN_POSITIVE);
    let inverse =
        [x, y, z, a * f - c * c, b * c - a * e, a * d - b * b].map(|value| value / determinant);
    (inverse, determinant)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(mean: Lab, variance: f32) -> Patch {
        Patch {
            size: 200.0,
            mean,
            spread: [variance, 0.0, 0.0, variance, 0.0, variance],
            ..Patch::default()
        }
    }

    #[test]
    fn a_model_knows_its_own_colours() {
        let own: Vec<_> = (0..40)
            .map(|i| {
                patch(
                    [
                        40.0 + (i % 5) as f32,
                        30.0,
                        if i < 20 { 10.0 } else { -40.0 },
                    ],
                    2.0,
                )
            })
            .collect();
        let model = ColorModel::fit(&own, &vec![1.0; own.len()]).unwrap();
        assert!(model.of_color([42.0, 30.0, -40.0]) > model.of_color([42.0, 30.0, -15.0]) + 3.0);
        assert!(model.of_patch(&own[0]) > model.of_patch(&patch(own[0].mean, 60.0)));
        assert!(ColorModel::fit(&own, &vec![0.0; own.len()]).is_none());
    }

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = [5.0, 1.0, 0.5, 4.0, -1.0, 3.0];
        let ([a, b, c, ..], determinant) = invert(&matrix);
        assert!((5.0 * a + b + 0.5 * c - 1.0).abs() < 1e-5 && determinant > 0.0);
    }
}
