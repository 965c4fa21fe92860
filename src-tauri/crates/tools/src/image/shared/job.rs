//! Progress of a tool that works through several images.

use patchbay_domain::{Cancelled, ResourceType};

use crate::Context;

/// One of the images that a tool works through.
pub(crate) struct Job<'a> {
    context: &'a Context,
    /// Index of the image, from 0, and number of images.
    place: (usize, usize),
    /// Its name for people.
    pub(crate) name: &'a str,
    /// Its type: `image`, or one that is an image too, such as `depth`.
    pub(crate) kind: &'a ResourceType,
}

impl<'a> Job<'a> {
    pub(crate) fn new(
        context: &'a Context,
        place: (usize, usize),
        name: &'a str,
        kind: &'a ResourceType,
    ) -> Self {
        Self {
            context,
            place,
            name,
            kind,
        }
    }

    /// A part of the work on this image as a part of the whole step, both from 0 to 1.
    pub(crate) fn span(&self, (from, to): (f64, f64)) -> (f64, f64) {
        let whole = |fraction: f64| (self.place.0 as f64 + fraction) / self.place.1 as f64;
        (whole(from), whole(to))
    }

    /// Reports that this part (0 to 1) of the work on this image is done; an error where it is to
    /// stop.
    pub(crate) fn reach(&self, fraction: f64) -> Result<(), Cancelled> {
        self.context
            .progress
            .set(self.span((fraction.clamp(0.0, 1.0), 1.0)).0);
        self.context.check()
    }
}
