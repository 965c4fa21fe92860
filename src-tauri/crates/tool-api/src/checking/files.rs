//! Checks of a file as a whole: its bytes, its frames a second and the sides of its frames.

use std::fs;

use patchbay_domain::{MediaFile, Resource, ResourceType, Tool};
use patchbay_media::image;
use patchbay_media::video::probe;
use patchbay_values::adjustments::{Adjustment, named};
use patchbay_values::data::{bytes, written_bytes};
use patchbay_values::sizes::Size;

use crate::Inputs;
use crate::services::Limits;

/// Tolerance of a frame rate, as share of it: containers round the length of a frame.
const RATE_LENIENCE: f64 = 0.02;
/// Tolerance of a side, in pixels: encoders want even ones.
const SIDE_LENIENCE: f64 = 2.0;

/// The first requirement that the result's files do not meet, and what was made, in words; none
/// where they meet all.
pub(super) fn differ(tool: &Tool, inputs: &Inputs, result: &Resource) -> Option<(String, String)> {
    let asked = inputs.value("target").and_then(|target| bytes(&target));
    if let Some(asked) = asked {
        let length = |file: &&MediaFile| fs::metadata(&file.path).map_or(0, |facts| facts.len());
        let largest = result.files().iter().map(length).max()?;
        if largest > asked {
            return Some((
                format!("a file of at most {}", written_bytes(asked)),
                format!("one of {}", written_bytes(largest)),
            ));
        }
    }
    if let Resource::Images { items, .. } = result {
        // What a service says of pictures does not hold for a film that became a GIF.
        if tool.returns != ResourceType::IMAGE {
            return None;
        }
        let limits = Limits::of_image(inputs);
        return items.iter().find_map(|item| {
            let sides = image::probe(&item.file.path, &item.file.name).ok()?;
            limits.broken_by_image(&item.file, sides)
        });
    }
    let Resource::Video(file) = result else {
        return None;
    };
    if let Ok(Ok(Some(broken))) = Limits::asked(inputs).map(|limits| limits.broken_by(file)) {
        return Some(broken);
    }
    let facts = probe(&file.path, &file.name).ok()?;
    let made = facts.frames_per_second;
    let rate = inputs
        .value("frame_rate")
        .and_then(|rate| rate.parse().ok());
    if let Some(asked) = rate.filter(|asked: &f64| (made / asked - 1.0).abs() > RATE_LENIENCE) {
        return Some((
            format!("a video of {asked} frames a second"),
            format!("one of {made:.2}"),
        ));
    }
    let size = inputs.value("size")?;
    let is_near =
        |side: u32, asked: u32| (f64::from(side) - f64::from(asked)).abs() <= SIDE_LENIENCE;
    let mut adjustments = Vec::new();
    named::set(&mut adjustments, "size", &size)?;
    let (wide, high) = (facts.width, facts.height);
    let is_so = match adjustments.pop()? {
        Adjustment::Resize(Size::Width(pixels)) => is_near(wide, pixels),
        Adjustment::Resize(Size::Height(pixels)) => is_near(high, pixels),
        Adjustment::Resize(Size::Longer(pixels)) => is_near(wide.max(high), pixels),
        _ => true,
    };
    (!is_so).then(|| {
        (
            format!("a video of the size {size}"),
            format!("one of {wide} × {high}"),
        )
    })
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn a_file_with_more_bytes_than_asked_for_differs() {
        let (_context, folder) = context();
        let file = MediaFile {
            path: folder.path().join("made.gif"),
            name: "made.gif".to_owned(),
        };
        fs::write(&file.path, vec![0; 3000]).unwrap();
        let made = Resource::image(file);
        let asked = |target: &str| inputs([("target", Resource::Text(target.to_owned()))]);
        let tool = writing("image");
        assert_eq!(differ(&tool, &asked("3 kB"), &made), None);
        let (wanted, is) = differ(&tool, &asked("2 kB"), &made).unwrap();
        assert!(
            wanted.contains("2 kB") && is.contains("3 kB"),
            "{wanted} {is}"
        );
    }

    fn writing(made: &str) -> Tool {
        let text = format!(r#"{{"name": "convert_it", "args": [], "returns": "{made}"}}"#);
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_film_made_a_gif_for_a_service_is_held_against_no_limit_of_its_pictures() {
        let (_context, folder) = context();
        let path = folder.path().join("made.gif");
        ::image::RgbImage::new(40, 30).save(&path).unwrap();
        let name = "made.gif".to_owned();
        let made = Resource::image(MediaFile { path, name });
        let asked = inputs([("preset", Resource::Text("email".to_owned()))]);
        assert_eq!(differ(&writing("video"), &asked, &made), None);
        let (wanted, _) = differ(&writing("image"), &asked, &made).unwrap();
        assert!(wanted.contains("JPG"), "{wanted}");
    }
}
