use patchbay_test_support::noise;

use super::*;
use crate::optical_flow::tests::seen;

/// A thing of soft spots at a place, before a scene that a camera passes; hidden by a wall where
/// that is said.
fn sight(frame: usize, place: Place, wall: Option<f64>) -> Sight {
    let scene = seen(320, 200, (frame as f32 * 1.5, 0.0, 0.0), 0.0);
    let [left, top, ..] = place.edges();
    let spots = |x: f64, y: f64| {
        let (column, row) = (x.floor() as u32, y.floor() as u32);
        [7, 3]
            .iter()
            .map(|cell| noise(column / cell + 400, row / cell + 900, 70) as f32)
            .sum::<f32>()
            / 2.0
            + 130.0
    };
    let plane = Plane::from_fn(320, 200, |at| {
        let (x, y) = ((at % 320) as f64 + 0.5, (at / 320) as f64 + 0.5);
        if wall.is_some_and(|wall| (wall..wall + 46.0).contains(&x)) {
            return 90.0 + noise(at as u32 % 320, at as u32 / 320, 6) as f32;
        }
        // As it was when it was 60 pixels wide.
        let (across, down) = ((x - left) / place.width, (y - top) / place.height);
        let is_it = (0.0..1.0).contains(&across) && (0.0..1.0).contains(&down);
        if is_it {
            spots(60.0 * across, 44.0 * down)
        } else {
            scene.values[at]
        }
    });
    Sight(Pyramid::new(plane.blurred(0.8)))
}

fn place(x: f64, y: f64, size: f64) -> Place {
    Place {
        x,
        y,
        width: 60.0 * size,
        height: 44.0 * size,
    }
}

/// The overlaps of where a thing is with where it is found, frame by frame, and its last fate.
fn followed(frames: usize, wall: Option<f64>, way: impl Fn(usize) -> Place) -> (Vec<f64>, Fate) {
    let mut before = sight(0, way(0), wall);
    let mut follower = Follower::new(&before, way(0)).expect("something that looks like something");
    let mut overlaps = Vec::new();
    let mut fate = Fate::Seen(way(0));
    for frame in 1..frames {
        let now = sight(frame, way(frame), wall);
        fate = follower.step(&before, &now, 1.0 / 25.0);
        match fate {
            Fate::Seen(found) | Fate::Unseen(found) => overlaps.push(found.overlap(way(frame))),
            Fate::Left | Fate::Lost => break,
        }
        before = now;
    }
    (overlaps, fate)
}

#[test]
fn a_thing_is_followed_however_it_goes_and_grows() {
    let way = |frame: usize| {
        let at = frame as f64;
        place(
            60.0 + 2.5 * at,
            100.0 + 30.0 * (at / 12.0).sin(),
            1.0 + at / 120.0,
        )
    };
    let (overlaps, fate) = followed(70, None, way);
    assert!(matches!(fate, Fate::Seen(_)), "{fate:?}");
    let worst = overlaps.iter().copied().fold(1.0, f64::min);
    assert!(worst > 0.75, "{worst}");
}

#[test]
fn a_thing_that_passes_behind_a_wall_is_found_again() {
    let way = |frame: usize| place(50.0 + 3.0 * frame as f64, 100.0, 1.0);
    let (overlaps, fate) = followed(78, Some(130.0), way);
    assert!(matches!(fate, Fate::Seen(_)), "{fate:?}");
    assert!(
        overlaps.last().is_some_and(|last| *last > 0.7),
        "{overlaps:?}"
    );
}

#[test]
fn a_thing_that_leaves_the_frame_has_left() {
    let way = |frame: usize| place(200.0 + 6.0 * frame as f64, 100.0, 1.0);
    let (overlaps, fate) = followed(60, None, way);
    assert_eq!(fate, Fate::Left);
    assert!((20..=30).contains(&overlaps.len()), "{}", overlaps.len());
}

#[test]
fn an_even_or_tiny_place_cannot_be_followed() {
    let even = Sight(Pyramid::new(Plane::from_fn(100, 80, |_| 90.0)));
    assert!(Follower::new(&even, place(50.0, 40.0, 0.5)).is_none());
    let scene = sight(0, place(60.0, 60.0, 1.0), None);
    assert!(Follower::new(&scene, place(60.0, 60.0, 0.05)).is_none());
    assert!(Follower::new(&scene, place(500.0, 60.0, 1.0)).is_none());
}
