//! Playing sound on this computer by `rodio`.
