//! Writes a film: pictures, decoded or made or taken over, and a sound, side by side in time.

use std::path::Path;

use super::Watch;
use super::frames::FrameSource;
use super::muxer::Muxer;
use super::packets::PacketReader;
use super::sound::{SOUND_RATE, SoundSource};
use crate::MediaError;

/// Where a film's pictures come from.
pub enum FilmPicture<'a> {
    /// To be encoded.
    Frames(&'a mut dyn FrameSource),
    /// Taken over as they are.
    Packets(&'a mut PacketReader),
}

/// What a film is made of.
pub struct Film<'a> {
    /// Its pictures.
    pub picture: FilmPicture<'a>,
    /// Its sound, where it has any. What goes on after the last picture is kept.
    pub sound: Option<&'a mut dyn SoundSource>,
}

/// How a film was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// libav's name for the encoder of the pictures, such as `libx264`; `copy` where they were taken over.
    pub encoder: &'static str,
}

/// Writes a film as MP4 to `path`, which people will know as `name`. Picture and sound are pulled side by side, so that
/// memory stays bounded. A failed or cancelled run leaves no file.
pub fn write_film(path: &Path, name: &str, film: Film, watch: &Watch) -> Result<Written, MediaError> {
    let Film { mut picture, mut sound } = film;
    let mut muxer = Muxer::create(path, name, "mp4")?;
    let (encoder, expected) = match &mut picture {
        FilmPicture::Frames(frames) => (muxer.add_video(&frames.format())?, frames.expected_seconds()),
        FilmPicture::Packets(packets) => {
            let (parameters, base) = packets.parameters()?;
            muxer.add_copy(parameters, base)?;
            ("copy", packets.seconds())
        }
    };
    if sound.is_some() {
        muxer.add_sound()?;
    }
    muxer.begin()?;
    // The time in seconds up to which picture and sound are written; none at their end.
    let (mut pictured, mut sounded) = (Some(0.0), sound.as_ref().map(|_| 0.0));
    while pictured.is_some() || sounded.is_some() {
        watch.at((pictured.or(sounded).unwrap_or(0.0) / expected.max(0.001)).min(0.99))?;
        if sounded.is_none() || pictured.is_some_and(|time| sounded.is_some_and(|sound| time <= sound)) {
            pictured = match &mut picture {
                FilmPicture::Frames(frames) => match frames.next_frame(watch)? {
                    Some(frame) => {
                        let ends = frames.format().seconds(frame.time + frame.duration);
                        muxer.write_frame(frame)?;
                        Some(ends)
                    }
                    None => None,
                },
                FilmPicture::Packets(packets) => match packets.next_packet()? {
                    Some((mut packet, time)) => {
                        muxer.copy(0, &mut packet)?;
                        Some(time)
                    }
                    None => None,
                },
            };
        } else if let Some(sound) = sound.as_mut() {
            sounded = match sound.next_block(watch)? {
                Some(block) => {
                    muxer.write_sound(&block)?;
                    Some((block.start + block.samples() as i64) as f64 / f64::from(SOUND_RATE))
                }
                None => None,
            };
        }
    }
    muxer.finish()?;
    watch.at(1.0)?;
    tracing::debug!(encoder, name, "film written");
    Ok(Written { encoder })
}
