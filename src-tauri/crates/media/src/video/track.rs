//! Writes a sound as M4A (AAC), which plays everywhere: taken over where it is AAC already, else encoded.

use std::path::Path;

use super::Watch;
use super::muxer::Muxer;
use super::packets::PacketReader;
use super::sound::{SOUND_RATE, SoundReader, SoundSource};
use crate::MediaError;

/// Writes the sound of the film or sound file at `from` as M4A to `path`. A failed or cancelled run leaves no file.
/// [`MediaError::NoStream`] where `from` has no sound.
pub fn write_track(from: &Path, from_name: &str, path: &Path, name: &str, watch: &Watch) -> Result<(), MediaError> {
    if let Some(mut packets) = PacketReader::sound(from, from_name)? {
        let mut muxer = Muxer::create(path, name, "ipod")?;
        let (parameters, base) = packets.parameters()?;
        let copy = muxer.add_copy(parameters, base)?;
        muxer.begin()?;
        let length = packets.seconds().max(0.001);
        while let Some((mut packet, time)) = packets.next_packet()? {
            watch.at((time / length).min(0.99))?;
            muxer.copy(copy, &mut packet)?;
        }
        return muxer.finish();
    }
    let mut reader = SoundReader::open(from, from_name)?;
    let length = reader.seconds().max(0.001);
    let mut muxer = Muxer::create(path, name, "ipod")?;
    muxer.add_sound()?;
    muxer.begin()?;
    while let Some(block) = reader.next_block(watch)? {
        watch.at((block.start as f64 / f64::from(SOUND_RATE) / length).min(0.99))?;
        muxer.write_sound(&block)?;
    }
    muxer.finish()
}
