//! Sentences that say what there is too much of.

use patchbay_values::adjustments::Adjustment::{Sharpen, Tone};
use patchbay_values::adjustments::Tone::{Brightness, Exposure, Warmth};

use super::check;

#[test]
fn a_complaint_asks_for_the_opposite_once() {
    check("it's too dark", &[Tone(Brightness(0.35))]);
    check(
        "the photo is way too bright",
        &[Tone(Brightness(-0.35 * 1.8))],
    );
    check("too cold, too blurry", &[Tone(Warmth(0.4)), Sharpen(1.0)]);
    check(
        "it is too dark, raise the exposure by a stop",
        &[Tone(Exposure(1.0))],
    );
    check("make it a bit darker too", &[Tone(Brightness(-0.175))]);
}
