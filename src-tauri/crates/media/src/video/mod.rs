//! Film, in process through libav: what a file holds, its pictures and its sound as streams, and new MP4 files.
//!
//! Everything is pulled in small pieces, so that memory stays bounded however long a film is, and every pull is given a
//! [`Watch`] that hears of progress and can stop it:
//!
//! ```text
//! FrameReader ─► Cut ─┐
//! Pictures ───────────┼─► write_film ─► MP4 (H.264, AAC, index first)
//! SoundReader ─► Cut ─┤
//! SoundReader ─► Fit ─┘
//! ```
//!
//! - [`facts`]: length, size, codecs of a file
//! - [`frames`], [`sound`]: a file's pictures, upright and of even size, and its sound as 48 kHz stereo
//! - [`cut`], [`fit`]: parts of a film; a sound made as long as a film
//! - [`film`]: writes a film from any of these; [`track`]: sound alone, as M4A
//! - [`still`], [`scenes`]: single frames, and where the picture changes

pub mod cut;
mod encoder;
pub mod facts;
pub mod film;
mod filters;
pub mod fit;
pub mod frames;
mod geometry;
mod library;
mod muxer;
mod packets;
mod pictures;
pub mod scenes;
pub mod sound;
mod source;
pub mod still;
pub mod track;
mod watch;

pub use cut::{CutFrames, CutSound, Span};
pub use facts::{AudioFacts, VideoFacts, probe};
pub use film::{Film, FilmPicture, Written, write_film};
pub use fit::{FittedSound, Shortfall};
pub use frames::{Frame, FrameReader, FrameSource};
pub use packets::PacketReader;
pub use pictures::Pictures;
pub use scenes::{Scene, find_scenes};
pub use sound::{Block, SOUND_RATE, SoundReader, SoundSource, read_sound};
pub use still::frame_at;
pub use track::write_track;
pub use watch::Watch;
