//! Writes a sound alone: as M4A (AAC), which plays everywhere, as MP3, or as WAV. What is AAC already is taken over into M4A
//! as it is.

use std::path::Path;

use super::Watch;
use super::audio_reader::{SOUND_RATE, SoundReader, SoundSource};
use super::audio_tracks::TrackLabel;
use super::muxer::Muxer;
use super::packets::PacketReader;
use crate::MediaError;
use crate::audio_buffer::Sound;
use crate::wav::{SampleFormat, WavFile};

/// How a sound alone is written. AAC and MP3 at 192 kbit/s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SoundFormat {
    /// AAC in an MP4 file.
    M4a,
    /// MP3.
    Mp3,
    /// 16-bit samples as they are.
    Wav,
}

impl SoundFormat {
    /// The format of files with that ending; none where it is not written here.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "m4a" => Some(Self::M4a),
            "mp3" => Some(Self::Mp3),
            "wav" => Some(Self::Wav),
            _ => None,
        }
    }

    /// The ending of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::M4a => "m4a",
            Self::Mp3 => "mp3",
            Self::Wav => "wav",
        }
    }
}

/// Writes the sound of the film or sound file at `from` to `path`. A failed or cancelled run leaves no file.
///
/// # Errors
/// [`MediaError::NoStream`] where `from` has no sound, [`MediaError::NoEncoder`] where this computer's libav cannot write that
/// format, a broken file, a full disk, or a stop.
pub fn write_track(
    (from, from_name): (&Path, &str),
    (path, name): (&Path, &str),
    format: SoundFormat,
    watch: &Watch,
) -> Result<(), MediaError> {
    match format {
        SoundFormat::Wav => decoded(from, from_name, path, name, watch),
        SoundFormat::M4a => match PacketReader::sound(from, from_name)? {
            Some(packets) => taken_over(packets, path, name, watch),
            None => encoded((from, from_name), (path, name), ("ipod", "aac"), watch),
        },
        SoundFormat::Mp3 => encoded((from, from_name), (path, name), ("mp3", "libmp3lame"), watch),
    }
}

fn taken_over(mut packets: PacketReader, path: &Path, name: &str, watch: &Watch) -> Result<(), MediaError> {
    let mut muxer = Muxer::create(path, name, "ipod")?;
    let (parameters, base) = packets.parameters()?;
    let copy = muxer.add_copy(parameters, base)?;
    muxer.begin()?;
    let length = packets.seconds().max(0.001);
    while let Some((mut packet, time)) = packets.next_packet()? {
        watch.at((time / length).min(0.99))?;
        muxer.copy(copy, &mut packet)?;
    }
    muxer.finish()
}

fn encoded(
    (from, from_name): (&Path, &str),
    (path, name): (&Path, &str),
    (container, encoder): (&str, &str),
    watch: &Watch,
) -> Result<(), MediaError> {
    let mut reader = SoundReader::open(from, from_name)?;
    let length = reader.seconds().max(0.001);
    let mut muxer = Muxer::create(path, name, container)?;
    let sound = muxer.add_sound(encoder, &TrackLabel::default())?;
    muxer.begin()?;
    while let Some(block) = reader.next_block(watch)? {
        watch.at((block.start as f64 / f64::from(SOUND_RATE) / length).min(0.99))?;
        muxer.write_sound(sound, &block)?;
    }
    muxer.finish()
}

fn decoded(from: &Path, from_name: &str, path: &Path, name: &str, watch: &Watch) -> Result<(), MediaError> {
    let mut reader = SoundReader::open(from, from_name)?;
    let length = reader.seconds().max(0.001);
    let mut file = WavFile::create(path, name, (SOUND_RATE, 2), SampleFormat::Pcm16)?;
    let mut write = || {
        while let Some(block) = reader.next_block(watch)? {
            watch.at((block.start as f64 / f64::from(SOUND_RATE) / length).min(0.99))?;
            file.write(&Sound { sample_rate: SOUND_RATE, channels: block.channels.into() })?;
        }
        Ok(())
    };
    if let Err(error) = write() {
        drop(file);
        // What stands there is not whole. Why it is not counts, and not whether it could be removed.
        let _ = std::fs::remove_file(path);
        return Err(error);
    }
    file.finish()
}
