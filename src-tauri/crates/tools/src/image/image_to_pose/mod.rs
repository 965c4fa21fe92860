//! `image_to_pose`: how people stand and move, drawn as `OpenPose` draws it.

mod model;
mod skeletons;

use crate::Registered;

inventory::submit!(Registered(&model::ImageToPose));
