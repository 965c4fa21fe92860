//! Models from a server that may be hostile: each download ends right or with an error that says
//! what to do.

mod disk;
mod hostile;
mod own;
mod right;
mod support;
