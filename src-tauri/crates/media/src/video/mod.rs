//! Video, in process through libav: what a file holds, its frames and its audio as streams, and new
//! files.
//!
//! Everything is pulled in small pieces, so that memory stays bounded however long a video is, and
//! every pull is given a [`Watch`] that hears of progress and can stop it:
//!
//! ```text
//! FrameReader ─► Cut, Retimed, Filtered ─┐
//! GeneratedFrames ───────────────────────┼─► write_video ─► MP4 (H.264, AAC, index first)
//! AudioReader ─► Cut, Filtered, Fitted ──┘
//! ```
//!
//! - [`facts`]: length, size, codecs of a file; [`chapters`]: its chapters; [`properties`]: all that
//!   it says of itself; [`checksums`]: of what is in it;
//!   [`fields`]: whether frames look interlaced
//! - [`frames`], [`audio_reader`]: a file's frames, upright and of even size, and its audio as 48
//!   kHz stereo;
//!   [`AudioTrack`]: each of its audio tracks
//! - [`cut`], [`fit`]: parts of a video; audio made as long as a video; [`partly`]: audio of which
//!   some parts are heard otherwise; [`shifted`]: audio that is heard later or earlier
//! - [`arranged`]: parts in any order; [`backwards`]: from the end to the start; [`looped`]: over and over again;
//!   [`held`]: standing still for a while
//! - [`retimed`]: a constant rate, faster or slower; [`blended`]: the same, mixed; [`ramped`]: ever
//!   faster or slower; [`filtered`]: other sizes, subtitles
//! - [`graph`]: one or more sources through any graph of libav's filters
//! - [`planes`]: a frame's bytes, to be measured and drawn anew
//! - [`spliced`]: parts of a video of which only the frames around the cuts are encoded
//! - [`video_file`]: writes a video from any of these, or several after each other; [`audio_file`]:
//!   audio alone, as M4A, MP3 or WAV; [`transcoded`]: audio alone in any form, its own kept
//! - [`output_format`]: in which container, with which codecs and how many bits a video is written
//! - [`remuxed`]: a video in another container, its streams as they are packed; [`gif`]: as an
//!   animated GIF
//! - [`resounded`]: a video with other audio, all else as it is packed, in its [`own_container`]
//! - [`described`]: tags, cover and chapters of an audio file in another one
//! - [`joined`]: videos one behind the other, as they are packed
//! - [`rewritten`]: a file that says something else of itself: tags, a cover, chapters
//! - [`subtitle_track`]: a video with subtitles that can be switched off; [`subtitles`]: those that
//!   it holds
//! - [`still`], [`scenes`], [`stillness`]: single frames, where the image changes, and where it
//!   does not

mod alpha;
pub mod arranged;
mod audio_depth;
mod audio_encoder;
pub mod audio_file;
mod audio_format;
pub mod audio_reader;
mod audio_tracks;
pub mod backwards;
pub mod blended;
mod block;
mod candidates;
mod chain;
pub mod chapters;
pub mod checksums;
mod clock;
mod cues;
pub mod cut;
pub mod described;
mod encoded;
mod encoder;
pub mod facts;
pub mod fields;
pub mod filtered;
mod filters;
pub mod fit;
mod form;
mod frame;
pub mod frames;
mod generated;
mod geometry;
pub mod gif;
pub mod graph;
pub mod held;
pub mod joined;
mod library;
pub mod looped;
mod muxer;
mod nal;
mod native_audio;
pub mod output_format;
pub mod own_container;
mod packets;
mod part;
pub mod partly;
pub mod planes;
mod playing;
mod polarity;
pub mod properties;
pub mod ramped;
pub mod remuxed;
pub mod resounded;
pub mod retimed;
pub mod rewritten;
pub mod scenes;
mod seeking;
mod shaped;
pub mod shifted;
mod source;
mod splice_plan;
pub mod spliced;
mod splicer;
pub mod still;
mod still_encoder;
pub mod stillness;
mod stills;
pub mod subtitle_track;
pub mod subtitles;
mod timed_text;
mod track_label;
pub mod transcoded;
mod turned;
pub mod video_file;
mod watch;

pub use arranged::{ArrangedAudio, ArrangedFrames};
pub use audio_depth::{Depth, Dither};
pub use audio_file::write_audio;
pub use audio_format::AudioFormat;
pub use audio_reader::{AudioReader, AudioSource, Block, SAMPLE_RATE, read_audio};
pub use audio_tracks::{AudioTrack, audio_tracks};
pub use backwards::{BackwardAudio, BackwardFrames};
pub use blended::Blended;
pub use chain::Chain;
pub use chapters::{Chapter, chapters};
pub use checksums::{StreamChecksum, stream_checksums};
pub use cues::{Cue, Run};
pub use cut::{CutAudio, CutFrames, Span};
pub use described::describe;
pub use facts::{AudioFacts, VideoFacts, probe};
pub use fields::seen_scan;
pub use filtered::{FilteredFrames, draws_subtitles};
pub use filters::{MIX_CEILING, TRUE_PEAK_CEILING, escaped, limiter};
pub use fit::{FittedAudio, Shortfall};
pub use frames::{Frame, FrameFormat, FrameReader, FrameSource};
pub use generated::GeneratedFrames;
pub use gif::{GifForm, write_gif};
pub use graph::{GraphAudio, GraphFrames, ImageFrames};
pub use held::{HeldAudio, HeldFrames};
pub use joined::join;
pub use looped::{LoopedAudio, LoopedFrames};
pub(crate) use native_audio::NativeAudio;
pub use output_format::{Codec, Container, OutputFormat, Quality};
pub use own_container::OwnContainer;
pub use packets::PacketReader;
pub use partly::{Replacement, SegmentedGain};
pub use planes::{Plane, PlaneMut};
pub use polarity::has_opposite_sides;
pub(crate) use properties::said_dates;
pub use properties::{Properties, Scan, TrackContent, TrackProperties, properties};
pub use ramped::{Ramp, RampedAudio};
pub use remuxed::{Taken, remux, remux_part};
pub use resounded::resound;
pub use retimed::{Retimed, rate_at};
pub use rewritten::{Change, Cover, NewChapter, Tag, Tags, rewrite};
pub use scenes::{Scene, find_scenes};
pub use shifted::ShiftedAudio;
pub use spliced::SplicedPackets;
pub use still::{clear_frame_at, frame_at};
pub(crate) use still_encoder::{encode_still, encode_webp};
pub use stillness::find_stillness;
pub use stills::{StillCodec, decode_stills};
pub use subtitle_track::{subtitled_extension, write_subtitle_track};
pub use subtitles::{Subtitle, SubtitleTrack, read_subtitles, subtitle_tracks};
pub use track_label::TrackLabel;
pub use transcoded::{AudioEncoding, copy_audio, write_audio_as, write_audio_through};
pub use video_file::{
    Likeness, VideoInput, VideoStream, Written, write_joined, write_joined_as, write_video,
    write_video_as,
};
pub use watch::Watch;
