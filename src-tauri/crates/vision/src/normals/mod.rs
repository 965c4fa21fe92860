//! Surface normals: which way each place of a surface faces.
//!
//! - [`depth`]: from how far away it is
//! - [`shading`]: from how bright it is, which is a guess
//!
//! Both make slopes; [`facing`] makes normals of them.

pub mod depth;
pub mod shading;

use crate::planes::Plane;

/// Rise of a surface towards the viewer for each pixel to the right and for each pixel downwards.
#[derive(Debug, Clone)]
pub struct Slopes {
    /// For each pixel to the right.
    pub to_the_right: Plane,
    /// For each pixel downwards.
    pub downwards: Plane,
}

/// The normal of a slope, of length 1: to the right, upwards and towards the viewer.
pub fn facing(to_the_right: f32, downwards: f32) -> [f32; 3] {
    let length = (to_the_right * to_the_right + downwards * downwards + 1.0).sqrt();
    [-to_the_right / length, downwards / length, 1.0 / length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_face_away_from_what_comes_nearer() {
        assert!(facing(0.0, 0.0)[2] > 0.999_999);
        let [right, up, near] = facing(1.0, 0.0);
        assert!(
            (right + near).abs() < 1e-6 && up == 0.0,
            "nearer on the right: it faces left"
        );
        let [_, up, _] = facing(0.0, 2.0);
        assert!(up > 0.8, "nearer at the bottom, as a floor: it faces up");
    }
}
