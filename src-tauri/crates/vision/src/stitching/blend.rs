//! Blends two images along a seam, so that neither light nor detail breaks off there.
//!
//! Burt and Adelson, "A Multiresolution Spline with Application to Image Mosaics" (1983): each band
//! of detail is blended over a width that suits it. All bands but the finest are blended on the
//! small canvas; what the full images have beyond that is blended over one pixel of the small
//! canvas, row by row, so memory stays bounded.

use super::small::Small;
use crate::planes::Plane;

/// Changes to add to the two images at full size, and the share of the first that is shown.
pub(super) struct Blend {
    /// For each image and channel, on the small canvas.
    pub(super) changes: [[Plane; 3]; 2],
    /// From 0 to 1, on the small canvas.
    pub(super) share: Plane,
}

/// Blends two images on a small canvas; `sides` says where the first is shown.
pub(super) fn blended(first: &Small, second: &Small, sides: &[bool]) -> Blend {
    let share = Plane::from_fn(
        first.width,
        first.height,
        |at| if sides[at] { 1.0 } else { 0.0 },
    );
    let mut changes = [Vec::with_capacity(3), Vec::with_capacity(3)];
    for channel in 0..3 {
        // Each goes on beyond its frame: as the other image, and where that ends too as what is
        // nearest.
        let of = |one: &Small, other: &Small| {
            let known = |at: usize| one.shows(at) || other.shows(at);
            let value =
                |at: usize| (if one.shows(at) { one } else { other }).colors[channel].values[at];
            let plane = Plane::from_fn(one.width, one.height, |at| {
                if known(at) { value(at) } else { 0.0 }
            });
            filled(
                plane,
                &Plane::from_fn(
                    one.width,
                    one.height,
                    |at| if known(at) { 1.0 } else { 0.0 },
                ),
            )
        };
        let (a, b) = (of(first, second), of(second, first));
        let both = spline(&a, &b, &share);
        let change = |one: &Plane| {
            Plane::from_fn(one.width, one.height, |at| both.values[at] - one.values[at])
        };
        changes[0].push(change(&a));
        changes[1].push(change(&b));
    }
    let three = |planes: Vec<Plane>| {
        <[Plane; 3]>::try_from(planes).expect("one plane for each of three channels")
    };
    Blend {
        changes: changes.map(three),
        share,
    }
}

/// Blends band by band, from the finest to what fits into a few pixels.
fn spline(a: &Plane, b: &Plane, share: &Plane) -> Plane {
    let mix = |a: &Plane, b: &Plane| {
        Plane::from_fn(a.width, a.height, |at| {
            b.values[at] + share.values[at] * (a.values[at] - b.values[at])
        })
    };
    if a.width.min(a.height) < 8 {
        return mix(a, b);
    }
    let detail = |plane: &Plane, half: &Plane| {
        let coarse = half.enlarged(plane.width, plane.height);
        Plane::from_fn(plane.width, plane.height, |at| {
            plane.values[at] - coarse.values[at]
        })
    };
    let (half_a, half_b) = (a.halved(), b.halved());
    let fine = mix(&detail(a, &half_a), &detail(b, &half_b));
    let coarse = spline(&half_a, &half_b, &share.halved()).enlarged(a.width, a.height);
    Plane::from_fn(a.width, a.height, |at| fine.values[at] + coarse.values[at])
}

/// Fills what is not known (`known` 0) from what is around it: halved until everything is known,
/// and drawn back out.
fn filled(plane: Plane, known: &Plane) -> Plane {
    if known.values.iter().all(|known| *known > 0.5) || plane.width.max(plane.height) < 2 {
        return plane;
    }
    let (sum, weight) = (plane.halved(), known.halved());
    let mean = Plane::from_fn(sum.width, sum.height, |at| {
        if weight.values[at] > 1e-3 {
            sum.values[at] / weight.values[at]
        } else {
            0.0
        }
    });
    let seen = Plane::from_fn(sum.width, sum.height, |at| {
        if weight.values[at] > 1e-3 { 1.0 } else { 0.0 }
    });
    // The mean times whether it is known, so that the next size weighs it alike.
    let coarse = filled(mean, &seen).enlarged(plane.width, plane.height);
    Plane::from_fn(plane.width, plane.height, |at| {
        if known.values[at] > 0.5 {
            plane.values[at]
        } else {
            coarse.values[at]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(value: impl Fn(usize, usize) -> f32 + Sync) -> Plane {
        Plane::from_fn(64, 48, |at| value(at % 64, at / 64))
    }

    #[test]
    fn light_passes_over_slowly_and_detail_fast() {
        let fine = |x: usize| if x.is_multiple_of(2) { 0.1 } else { -0.1 };
        let (a, b) = (plane(|x, _| 0.3 + fine(x)), plane(|_, _| 0.7));
        let mixed = spline(&a, &b, &plane(|x, _| if x < 32 { 1.0 } else { 0.0 }));
        let row = &mixed.values[24 * 64..25 * 64];
        let light = |x: usize| f32::midpoint(row[x], row[x + 1]);
        assert!(light(2) < 0.42 && light(60) > 0.58, "{row:?}");
        assert!(
            (1..62).all(|x| (light(x + 1) - light(x)).abs() < 0.1),
            "no step: {row:?}"
        );
        assert!(
            (row[28] - row[29]).abs() > 0.12 && (row[36] - row[37]).abs() < 0.06,
            "{row:?}"
        );
        let same = spline(&a, &a, &plane(|x, y| if x + y < 50 { 1.0 } else { 0.0 }));
        assert!(
            same.values
                .iter()
                .zip(&a.values)
                .all(|(same, a)| (same - a).abs() < 1e-5)
        );
    }

    #[test]
    fn holes_take_what_is_around_them() {
        let known = plane(|x, _| if x < 20 { 1.0 } else { 0.0 });
        let full = filled(plane(|x, _| if x < 20 { 0.6 } else { 0.0 }), &known);
        assert!(full.values.iter().all(|value| (value - 0.6).abs() < 1e-3));
    }
}
