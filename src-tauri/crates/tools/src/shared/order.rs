//! The order of two things that are joined.

use patchbay_domain::MediaFile;

use crate::Inputs;

/// Two things in the order in which they follow each other: as they were named, unless the value of
/// `order` says otherwise (“append b to a”).
pub(crate) fn in_order<'a>(inputs: &Inputs, named: [&'a MediaFile; 2]) -> [&'a MediaFile; 2] {
    let [first, second] = named;
    if inputs.value("order").as_deref() == Some("the other way round") {
        [second, first]
    } else {
        named
    }
}
