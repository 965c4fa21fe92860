//! `visual_grounding`: where the thing is that words name, whatever it is.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::VisualGrounding));
