//! Sentences about pictures: whatever is understood can be done to a small picture, or says why not.
#![no_main]

use image::DynamicImage;
use libfuzzer_sys::fuzz_target;
use patchbay_tools::image::editing::words::wishes;

fuzz_target!(|text: &str| {
    if let Ok(wishes) = wishes(text) {
        let mut picture = DynamicImage::new_rgb8(9, 6);
        for adjustment in wishes.adjustments {
            match adjustment.apply(picture, &|_| Ok(())) {
                Ok(changed) if changed.width().max(changed.height()) < 2_000 => picture = changed,
                _ => return,
            }
        }
    }
});
