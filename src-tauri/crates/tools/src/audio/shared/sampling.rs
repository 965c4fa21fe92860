//! Settings by which models that compose audio choose its pieces, the same for all of them.

use patchbay_domain::StepSetting;
use patchbay_inference::networks::musicgen::Sampling;

use crate::shared::settings::{Values, number};

/// The settings, usually as `usual` says; there are `most` pieces to choose from.
pub(crate) fn declared(usual: Sampling, most: f64) -> [StepSetting; 2] {
    [
        number(
            (
                "top_k",
                "Choices",
                "Each piece of sound is one of so many of the likeliest.",
            ),
            (1.0, most, 1.0),
            usual.top_k as f64,
        ),
        number(
            (
                "temperature",
                "Temperature",
                "Above 1 makes the unlikely likelier, below 1 less so.",
            ),
            (0.1, 2.0, 0.05),
            usual.temperature,
        ),
    ]
}

/// Sampling that holds in a step.
pub(crate) fn of(values: &Values) -> Sampling {
    Sampling {
        top_k: values.number("top_k") as usize,
        temperature: values.number("temperature"),
    }
}
