//! Texts that were read on images, as both ways answer them.

use patchbay_domain::{LabelledImage, Resource};

/// Answer with the texts of images, each beside its image: of one image the text alone, of several
/// (`given`) each under its image's name. None where nothing was read.
pub(crate) fn answer(given: usize, texts: &[(&LabelledImage, String)]) -> Option<Resource> {
    let read: Vec<_> = texts.iter().filter(|(_, text)| !text.is_empty()).collect();
    match (given, read.as_slice()) {
        (_, []) => None,
        (1, [(_, text)]) => Some(Resource::Text((*text).clone())),
        (_, read) => {
            let named: Vec<String> = read
                .iter()
                .map(|(image, text)| format!("{}:\n{text}", image.file.name))
                .collect();
            Some(Resource::Text(named.join("\n\n")))
        }
    }
}

/// The names of images, as messages list them.
pub(crate) fn names(images: &[LabelledImage]) -> String {
    let names: Vec<String> = images
        .iter()
        .map(|image| format!("“{}”", image.file.name))
        .collect();
    names.join(", ")
}
