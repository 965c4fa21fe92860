//! Colours by CIE L*a*b* (ISO/CIE 11664-4), white point D65: what of a colour is light, and a
//! colour with other axes a and b in the same light. Colours are sRGB (IEC 61966-2-1), components
//! from 0 to 1.

/// Linear sRGB to CIE Y, and CIE XYZ to linear sRGB (Lindbloom, "RGB/XYZ Matrices", sRGB).
const LUMINANCE: [f32; 3] = [0.212_672_9, 0.715_152_2, 0.072_175];
const FROM_XYZ: [[f32; 3]; 3] = [
    [3.240_454_2, -1.537_138_5, -0.498_531_4],
    [-0.969_266, 1.876_010_8, 0.041_556],
    [0.055_643_4, -0.204_025_9, 1.057_225_2],
];
/// XYZ of white.
const WHITE: [f32; 3] = [0.950_47, 1.0, 1.088_83];
/// Light at which the curve of lightness becomes a line, and the curve's value there.
const BEND: f32 = 216.0 / 24_389.0;
const BENT: f32 = 6.0 / 29.0;
/// How steep that line is, and what it has without light.
const SLOPE: f32 = 841.0 / 108.0;
const DARK: f32 = 4.0 / 29.0;

/// The grey that is as light as a colour, from 0 to 1.
pub fn grey(color: [f32; 3]) -> f32 {
    encoded(luminance(color))
}

/// A colour that is as light as `color`, with the axes a and b of CIE L*a*b* (roughly -100 to 100
/// each) of `chroma`; what sRGB does not have is cut off.
pub fn recolored(color: [f32; 3], [a, b]: [f32; 2]) -> [f32; 3] {
    let light = curve(luminance(color));
    let bent = [light + a / 500.0, light, light - b / 200.0];
    let [x, y, z] = std::array::from_fn(|axis| straightened(bent[axis]) * WHITE[axis]);
    FROM_XYZ.map(|[from_x, from_y, from_z]| {
        encoded((from_x * x + from_y * y + from_z * z).clamp(0.0, 1.0))
    })
}

fn luminance(color: [f32; 3]) -> f32 {
    color
        .into_iter()
        .zip(LUMINANCE)
        .map(|(component, weight)| linear(component) * weight)
        .sum()
}

/// The light of an encoded component.
fn linear(component: f32) -> f32 {
    if component <= 0.040_45 {
        component / 12.92
    } else {
        ((component + 0.055) / 1.055).powf(2.4)
    }
}

/// An encoded component of light.
fn encoded(light: f32) -> f32 {
    if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    }
}

fn curve(light: f32) -> f32 {
    if light > BEND {
        light.cbrt()
    } else {
        SLOPE * light + DARK
    }
}

/// The light that [`curve`] makes this of.
fn straightened(bent: f32) -> f32 {
    if bent > BENT {
        bent.powi(3)
    } else {
        (bent - DARK) / SLOPE
    }
}

#[cfg(test)]
mod tests {
    use super::{grey, recolored};

    #[test]
    fn greys_stay_and_colours_keep_their_light() {
        for level in 0..=255 {
            let level = level as f32 / 255.0;
            assert!((grey([level; 3]) - level).abs() < 1e-4, "{level}");
            for component in recolored([level; 3], [0.0; 2]) {
                assert!(
                    (component - level).abs() < 1e-4,
                    "{level} became {component}"
                );
            }
        }
        // Full red has L* 53.24, a* 80.09 and b* 67.20 (Lindbloom's calculator).
        let red = recolored([grey([1.0, 0.0, 0.0]); 3], [80.09, 67.2]);
        assert!(red[0] > 0.998 && red[1] < 0.02 && red[2] < 0.02, "{red:?}");
    }

    #[test]
    fn what_srgb_does_not_have_is_cut_off() {
        for (level, chroma) in [
            (0.0, [127.0, -127.0]),
            (1.0, [-127.0, 127.0]),
            (0.5, [1e6, -1e6]),
        ] {
            let found = recolored([level; 3], chroma);
            assert!(
                found
                    .iter()
                    .all(|component| (0.0..=1.0).contains(component)),
                "{level} {chroma:?}: {found:?}"
            );
        }
    }
}
