//! Place of an overlay on what it is laid over, its size and its opacity.

use patchbay_values::overlays::{Measure, OverlaySize, Place, margin};

use super::hiding::placed;
use crate::{Inputs, ToolError};

/// Default width of an overlay: a quarter of what it is laid over.
const USUAL_SIZE: OverlaySize = OverlaySize::Width(Measure::Percent(25.0));
/// Default distance from the edge: 2 % of the shorter side.
const USUAL_MARGIN: Measure = Measure::Percent(2.0);

/// Whether what lies below was named first: the value of `overlay_order`.
pub(crate) fn is_ground_first(inputs: &Inputs) -> bool {
    inputs.value("overlay_order").as_deref() == Some("the other way round")
}

/// An overlay on a ground, in pixels of the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placing {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// From 0 to 1.
    pub(crate) opacity: f64,
}

impl Placing {
    /// Placing that the values of the parameters ask for, of an overlay of one size on a ground of
    /// another: whole within it, its proportions kept.
    ///
    /// # Errors
    /// A value does not hold, or its box lies outside.
    pub(crate) fn of(
        inputs: &Inputs,
        ground: (u32, u32),
        overlay: (u32, u32),
    ) -> Result<Self, ToolError> {
        Self::with_usual(inputs, ground, overlay, (Place::BOTTOM_RIGHT, USUAL_SIZE))
    }

    /// The same, with the place and the size that hold where nothing is said.
    pub(crate) fn with_usual(
        inputs: &Inputs,
        ground: (u32, u32),
        overlay: (u32, u32),
        (usual_place, usual_size): (Place, OverlaySize),
    ) -> Result<Self, ToolError> {
        let opacity = inputs.number("overlay_opacity")?.unwrap_or(100.0);
        let opacity = opacity.clamp(0.0, 100.0) / 100.0;
        if let Some(exact) = Self::exactly(inputs, ground)? {
            return Ok(Self { opacity, ..exact });
        }
        let words = ("place", "a place such as top left, middle or bottom");
        let place = inputs.value_as("overlay_position", words, Place::read)?;
        let words = ("size", "a size such as 25%, 300 wide, 10% high or 320x180");
        let size = inputs.value_as("overlay_size", words, OverlaySize::read)?;
        let words = ("distance", "a distance such as 2% or 20 px");
        let said = inputs.value_as("overlay_margin", words, margin)?;
        let [wide, high] = [ground.0, ground.1].map(f64::from);
        let [own_wide, own_high] = [overlay.0, overlay.1].map(|side| f64::from(side.max(1)));
        let room = |side: f64, margin: f64| (side - 2.0 * margin).max(side.min(2.0));
        let margin = said.unwrap_or(USUAL_MARGIN).of(wide.min(high));
        let wanted = match size.unwrap_or(usual_size) {
            OverlaySize::Width(width) => width.of(wide) / own_wide,
            OverlaySize::Height(height) => height.of(high) / own_high,
            OverlaySize::Within(across, down) => {
                (f64::from(across) / own_wide).min(f64::from(down) / own_high)
            }
        };
        // What is to fill the ground needs no margin.
        let margin = if wanted * own_wide >= wide - 1.0 || wanted * own_high >= high - 1.0 {
            0.0
        } else {
            margin
        };
        let fitting = (room(wide, margin) / own_wide).min(room(high, margin) / own_high);
        let scale = wanted.min(fitting);
        let side = |own: f64, ground: u32| ((own * scale).round() as u32).clamp(1, ground.max(1));
        let (width, height) = (side(own_wide, ground.0), side(own_high, ground.1));
        let (across, down) = place.unwrap_or(usual_place).shares();
        let at = |share: f64, ground: u32, side: u32| {
            let free = f64::from(ground - side);
            let margin = margin.min(free / 2.0);
            (margin + share * (free - 2.0 * margin)).round() as u32
        };
        Ok(Self {
            left: at(across, ground.0, width),
            top: at(down, ground.1, height),
            width,
            height,
            opacity,
        })
    }

    /// The place and size that `overlay_box` gives, whatever the overlay's proportions; none where it is not set.
    fn exactly(inputs: &Inputs, ground: (u32, u32)) -> Result<Option<Self>, ToolError> {
        let region = inputs.region("overlay_box")?;
        let found = region.map(|region| placed(region, ground)).transpose()?;
        Ok(found.map(|found| Self {
            left: found.left,
            top: found.top,
            width: found.width,
            height: found.height,
            opacity: 1.0,
        }))
    }

    /// The same on even pixels, as the colours of videos lie.
    #[must_use]
    pub(crate) fn even(self) -> Self {
        let even = |side: u32| side & !1;
        Self {
            left: even(self.left),
            top: even(self.top),
            width: even(self.width).max(2),
            height: even(self.height).max(2),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::Resource;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::cases;

    fn tried(
        values: &[(&str, &str)],
        ground: (u32, u32),
        overlay: (u32, u32),
    ) -> Result<Placing, ToolError> {
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        Placing::of(&Inputs::new(values.collect()), ground, overlay)
    }

    fn placing(values: &[(&str, &str)], ground: (u32, u32), overlay: (u32, u32)) -> Placing {
        tried(values, ground, overlay).unwrap()
    }

    #[test]
    fn what_cannot_be_is_not_laid_elsewhere() {
        for (name, value) in [
            ("overlay_position", "somewhere"),
            ("overlay_size", "large"),
            ("overlay_margin", "wide"),
            ("overlay_opacity", "faint"),
            ("overlay_box", "left"),
        ] {
            let error = tried(&[(name, value)], (1000, 500), (200, 100)).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(&format!("“{value}” of “{name}”")), "{error}");
        }
        let beyond = [("overlay_box", "300x200 at 1200,40")];
        let error = tried(&beyond, (1000, 500), (200, 100))
            .unwrap_err()
            .to_string();
        assert!(error.contains("lies outside"), "{error}");
    }

    #[test]
    fn an_overlay_lies_where_and_as_large_as_is_said() {
        let usual = placing(&[], (1000, 500), (200, 100));
        let corners = (usual.left, usual.top, usual.width, usual.height);
        assert_eq!(corners, (740, 365, 250, 125));
        assert!((usual.opacity - 1.0).abs() < 1e-9);
        let said = [
            ("overlay_position", "top left"),
            ("overlay_size", "100 wide"),
            ("overlay_margin", "0 px"),
            ("overlay_opacity", "40"),
        ];
        let said = placing(&said, (1000, 500), (200, 100));
        assert_eq!((said.left, said.top, said.width), (0, 0, 100));
        assert!((said.opacity - 0.4).abs() < 1e-9);
        let middle = [("overlay_position", "middle"), ("overlay_size", "50% high")];
        let middle = placing(&middle, (1000, 500), (200, 100));
        assert_eq!((middle.left, middle.top, middle.height), (250, 125, 250));
        let exact = [
            ("overlay_box", "300x200 at 50,40"),
            ("overlay_opacity", "50"),
        ];
        let exact = placing(&exact, (1000, 500), (200, 100));
        let corners = (exact.left, exact.top, exact.width, exact.height);
        assert_eq!(corners, (50, 40, 300, 200));
        assert!((exact.opacity - 0.5).abs() < 1e-9);
        let full = placing(&[("overlay_size", "100%")], (1000, 500), (200, 100));
        assert_eq!((full.left, full.top, full.width), (0, 0, 1000));
    }

    proptest! {
        #![proptest_config(cases(256))]
        #[test]
        fn an_overlay_lies_within_its_ground(
            ground in (1_u32..3000, 1_u32..3000), overlay in (1_u32..5000, 1_u32..5000), percent in 1_u32..101,
        ) {
            let size = format!("{percent}%");
            let placed = placing(&[("overlay_size", &size)], ground, overlay);
            prop_assert!(placed.left + placed.width <= ground.0);
            prop_assert!(placed.top + placed.height <= ground.1);
        }
    }
}
