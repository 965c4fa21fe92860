//! Sentences about pictures: whatever is understood can be done to a small picture, or says why
//! not, and its values are read back as they are written.
#![no_main]

use image::DynamicImage;
use libfuzzer_sys::fuzz_target;
use patchbay_phrases::adjustments::wishes;
use patchbay_values::adjustments::named;
use patchbay_vision::editing::apply;

fuzz_target!(|text: &str| {
    if let Ok(wishes) = wishes(text) {
        for (name, value) in named::values(&wishes.adjustments) {
            assert!(
                matches!(name, "caption" | "position")
                    || named::read(name, &value).as_ref() == Some(&value),
                "{name} {value}"
            );
        }
        let mut picture = DynamicImage::new_rgb8(9, 6);
        for adjustment in wishes.adjustments {
            match apply(&adjustment, picture, &|_| Ok(())) {
                Ok(changed) if changed.width().max(changed.height()) < 2_000 => picture = changed,
                _ => return,
            }
        }
    }
});
