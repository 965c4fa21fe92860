//! Clicks and a box, read on the working copy.

use patchbay_domain::PointPrompt;

use super::patch_cut::{Hints, IN_ELLIPSE};
use super::{Place, Prepared};
use crate::VisionError;
use crate::pixels::beside;

/// A prompt as patches and pixels of the working copy.
pub(super) struct Reading {
    pub(super) hints: Hints,
    /// Pixels around the points, with what they say.
    pub(super) sure: Vec<(usize, Place)>,
    /// The pixels under include points.
    included: Vec<usize>,
    /// The box, where there is one.
    bounds: Option<Bounds>,
}

impl Reading {
    pub(super) fn new(prompt: &PointPrompt, prepared: &Prepared) -> Result<Self, VisionError> {
        let (width, height) = prepared.size();
        let outside = |what: String| {
            Err(VisionError::Unusable(format!(
                "{what} lies outside the picture, which is {width} x {height} pixels."
            )))
        };
        for point in &prompt.points {
            let within =
                (0.0..width as f32).contains(&point.x) && (0.0..height as f32).contains(&point.y);
            if !within {
                return outside(format!("The point ({:.0}, {:.0})", point.x, point.y));
            }
        }
        if prompt
            .bounding_box
            .is_some_and(|bounds| bounds.clamp_to(width, height).is_none())
        {
            return outside("The box".to_owned());
        }
        if prompt.is_empty() {
            return Err(VisionError::Unusable(
                "Nothing is pointed at: click on what is meant, or draw a box around it."
                    .to_owned(),
            ));
        }
        let copy = &prepared.copy;
        let (scale_x, scale_y) = (
            copy.width as f32 / width as f32,
            copy.height as f32 / height as f32,
        );
        let pixel = |x: f32, y: f32| {
            let x = ((x * scale_x) as usize).min(copy.width - 1);
            ((y * scale_y) as usize).min(copy.height - 1) * copy.width + x
        };
        let places = |include: bool| {
            prompt
                .points
                .iter()
                .filter(move |point| point.include == include)
                .map(|point| pixel(point.x, point.y))
        };
        let (included, excluded): (Vec<usize>, Vec<usize>) =
            (places(true).collect(), places(false).collect());
        let bounds = prompt.bounding_box.map(|bounds| Bounds {
            left: bounds.x * scale_x,
            top: bounds.y * scale_y,
            right: (bounds.x + bounds.width) * scale_x,
            bottom: (bounds.y + bounds.height) * scale_y,
        });
        let sure = included
            .iter()
            .map(|&at| (at, Place::Inside))
            .chain(excluded.iter().map(|&at| (at, Place::Outside)))
            .flat_map(|(at, place)| around(at, copy.width, copy.height).map(move |at| (at, place)))
            .collect();
        let hints = hints(prepared, &included, &excluded, bounds);
        Ok(Self {
            hints,
            sure,
            included,
            bounds,
        })
    }

    /// The box, where nothing else says what is meant.
    pub(super) fn only_box(&self) -> Option<Bounds> {
        self.bounds.filter(|_| self.included.is_empty())
    }

    /// Takes away pieces that hang together with no include point.
    pub(super) fn keep_connected(&self, mask: &mut [bool], width: usize, height: usize) {
        if self.included.is_empty() {
            return;
        }
        let mut kept = vec![false; mask.len()];
        let mut open = self.included.clone();
        while let Some(at) = open.pop() {
            if mask[at] && !std::mem::replace(&mut kept[at], true) {
                open.extend(beside(at, width, height).filter(|&next| mask[next] && !kept[next]));
            }
        }
        mask.copy_from_slice(&kept);
    }
}

/// A pixel and those next to it: a click is about as wide.
fn around(at: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    std::iter::once(at).chain(beside(at, width, height))
}

/// A box in pixels of the working copy.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Bounds {
    pub(super) fn holds(&self, (x, y): (f32, f32)) -> bool {
        x >= self.left && x <= self.right && y >= self.top && y <= self.bottom
    }

    /// The side of a square as large as the box.
    pub(super) fn side(&self) -> f32 {
        ((self.right - self.left) * (self.bottom - self.top))
            .max(1.0)
            .sqrt()
    }

    /// 0 in the middle, 1 on the ellipse that touches the sides.
    fn eccentricity(&self, (x, y): (f32, f32)) -> f32 {
        let across = (2.0 * x - self.left - self.right) / (self.right - self.left).max(1.0);
        let down = (2.0 * y - self.top - self.bottom) / (self.bottom - self.top).max(1.0);
        across.hypot(down)
    }
}

fn hints(
    prepared: &Prepared,
    included: &[usize],
    excluded: &[usize],
    bounds: Option<Bounds>,
) -> Hints {
    let superpixels = &prepared.superpixels;
    let patch = |&at: &usize| superpixels.labels[at];
    let included: Vec<u32> = included.iter().map(patch).collect();
    let excluded: Vec<u32> = excluded.iter().map(patch).collect();
    let mut place: Vec<Place> = superpixels
        .patches
        .iter()
        .map(|patch| match bounds {
            Some(bounds) if !bounds.holds(patch.center) => Place::Outside,
            _ => Place::Open,
        })
        .collect();
    for &patch in &excluded {
        place[patch as usize] = Place::Outside;
    }
    // A patch with both kinds of points is left to the closer look at its pixels, as far as it
    // reaches.
    for &patch in &included {
        place[patch as usize] = Place::Inside;
    }
    let from_included = prepared.paths.distances(&included);
    let from_excluded = prepared.paths.distances(&excluded);
    let refused = from_included
        .iter()
        .zip(&from_excluded)
        .map(|(included, excluded)| excluded < included)
        .collect();
    let distance = if included.is_empty() {
        let from_middle = |center| bounds.map_or(1.0, |bounds| bounds.eccentricity(center));
        superpixels
            .patches
            .iter()
            .map(|patch| (IN_ELLIPSE * from_middle(patch.center)).min(2.0))
            .collect()
    } else {
        relative(prepared, from_included)
    };
    Hints {
        place,
        included,
        distance,
        refused,
        samples: Vec::new(),
    }
}

/// Distances as shares of what most of the frame has: the frame is mostly background.
fn relative(prepared: &Prepared, distances: Vec<f32>) -> Vec<f32> {
    let mut frame: Vec<f32> = prepared
        .superpixels
        .patches
        .iter()
        .zip(&distances)
        .filter(|(patch, _)| patch.at_frame)
        .map(|(_, d)| *d)
        .collect();
    frame.sort_by(f32::total_cmp);
    let usual = frame
        .get(frame.len() * 6 / 10)
        .copied()
        .unwrap_or(1.0)
        .max(4.0);
    distances
        .into_iter()
        .map(|distance| distance / usual)
        .collect()
}
