//! Letters on a video's frames.
//!
//! - [`look`]: how large they are and where they stand; [`letters`]: drawn without libass

pub(crate) mod letters;
pub(crate) mod look;

pub(crate) use self::letters::Letters;
pub(crate) use self::look::{Across, Down, LINE, Look, Place, Style};
