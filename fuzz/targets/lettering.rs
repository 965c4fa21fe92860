//! Words to write on a picture: whatever they say, they are written to the letter, where and in the
//! colour that is asked for.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::adjustments::wishes;
use patchbay_values::file_names::is_file_name;
use patchbay_values::adjustments::Adjustment;

fuzz_target!(|text: &str| {
    let words = text.replace(['“', '”'], "").replace("\\n", "\n");
    let words = words.trim();
    if words.is_empty() || is_file_name(words) {
        return;
    }
    let said = wishes(&format!(
        "write “{words}” in large yellow letters in the top left corner, and flip it"
    ));
    let said = said.unwrap_or_else(|error| panic!("{error}")).adjustments;
    let [Adjustment::Write(caption), Adjustment::FlipHorizontally] = said.as_slice() else {
        panic!("{said:?}")
    };
    assert_eq!(
        (caption.words.as_str(), caption.across, caption.down),
        (words, 0.0, 0.0)
    );
    assert_eq!(caption.color, Some([240, 205, 50]));
});
