//! How large resources are, as far as is known before they are there.

use patchbay_domain::{ResourceType, Toolbox};
use patchbay_store::Artifact;

/// Pixels of an ordinary image, in millions.
const IMAGE: f64 = 2.0;
/// Pixels of an ordinary video, in millions times seconds: ten seconds of 1280 × 720.
const VIDEO: f64 = 9.2;
/// Seconds of ordinary audio.
const AUDIO: f64 = 60.0;
/// Bytes of an ordinary text, in thousands.
const TEXT: f64 = 4.0;

/// How large a resource is; 0: not known, or it has none of that.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Size {
    /// Pixels of an image, or of one frame of a video, in millions.
    pub(super) megapixels: f64,
    /// Length of a video or audio clip.
    pub(super) seconds: f64,
    /// Bytes, in thousands.
    pub(super) kilobytes: f64,
}

impl Size {
    /// Size of an artifact.
    pub(super) fn of(artifact: &Artifact) -> Self {
        let pixels =
            f64::from(artifact.width.unwrap_or(0)) * f64::from(artifact.height.unwrap_or(0));
        Self {
            megapixels: pixels / 1e6,
            seconds: artifact.seconds.unwrap_or(0.0),
            kilobytes: artifact.bytes as f64 / 1e3,
        }
    }

    /// Size of what is made of this; what is made of what has no such measure is an ordinary one.
    pub(super) fn made(self, kind: &ResourceType, toolbox: &Toolbox) -> Self {
        let or = |own: f64, usual: f64| if own > 0.0 { own } else { usual };
        let is = |wanted| toolbox.fits(kind, &wanted);
        if is(ResourceType::IMAGE) {
            Self {
                megapixels: or(self.megapixels, IMAGE),
                ..Self::default()
            }
        } else if is(ResourceType::VIDEO) {
            Self {
                megapixels: or(self.megapixels, VIDEO / 10.0),
                seconds: or(self.seconds, 10.0),
                ..Self::default()
            }
        } else if is(ResourceType::AUDIO) {
            Self {
                seconds: or(self.seconds, AUDIO),
                ..Self::default()
            }
        } else {
            Self {
                kilobytes: 1.0,
                ..Self::default()
            }
        }
    }

    /// How many ordinary resources of its type this is.
    pub(super) fn ordinary(self, kind: &ResourceType, toolbox: &Toolbox) -> f64 {
        let is = |wanted| toolbox.fits(kind, &wanted);
        if is(ResourceType::IMAGE) {
            self.megapixels / IMAGE
        } else if is(ResourceType::VIDEO) {
            self.megapixels * self.seconds / VIDEO
        } else if is(ResourceType::AUDIO) {
            self.seconds / AUDIO
        } else if is(ResourceType::TEXT) {
            self.kilobytes / TEXT
        } else {
            0.0
        }
    }
}
