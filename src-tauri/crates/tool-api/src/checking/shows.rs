//! Lengths that values ask of shows of images.

use patchbay_values::times::duration;

use crate::Inputs;

/// Total length of a show of images, in seconds; none where values do not say.
pub(super) fn seconds(inputs: &Inputs) -> Option<f64> {
    let rate = inputs.value("rate").and_then(|rate| rate.parse().ok());
    if let Some(rate) = rate.filter(|rate: &f64| *rate > 0.0)
        && inputs.value("length").is_none()
    {
        return Some(inputs.images("image").ok()?.len() as f64 / rate);
    }
    let said = inputs.value("seconds").and_then(|value| duration(&value))?;
    let count = inputs.images("image").ok()?.len();
    Some(match inputs.value("counted").as_deref() {
        Some("for all") => said,
        _ => said * count as f64,
    })
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{LabelledImage, MediaFile, Resource, ResourceType};

    use super::*;
    use crate::testing::inputs;

    #[test]
    fn a_time_is_that_of_each_image_unless_it_is_that_of_all() {
        let file = MediaFile {
            path: "a.png".into(),
            name: "a.png".to_owned(),
        };
        let image = LabelledImage { file, label: None };
        let images = Resource::Images {
            kind: ResourceType::IMAGE,
            items: vec![image; 4],
        };
        let text = |value: &str| Resource::Text(value.to_owned());
        let each = [("image", images.clone()), ("seconds", text("2"))];
        assert_eq!(seconds(&inputs(each)), Some(8.0));
        let all = [
            ("image", images.clone()),
            ("seconds", text("2")),
            ("counted", text("for all")),
        ];
        assert_eq!(seconds(&inputs(all)), Some(2.0));
        let fast = [("image", images.clone()), ("rate", text("8"))];
        assert_eq!(seconds(&inputs(fast)), Some(0.5));
        assert_eq!(seconds(&inputs([("image", images)])), None);
    }
}
