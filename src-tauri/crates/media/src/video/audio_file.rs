//! Writes audio alone: as M4A (AAC), which plays everywhere, as MP3, or as WAV. What is AAC already
//! is taken over into M4A as it is.

use std::path::Path;

use super::Watch;
use super::audio_format::AudioFormat;
use super::audio_reader::{AudioReader, AudioSource, SAMPLE_RATE};
use super::muxer::Muxer;
use super::packets::PacketReader;
use super::track_label::TrackLabel;
use super::transcoded::{AudioEncoding, write_audio_as};
use crate::MediaError;
use crate::audio_buffer::AudioBuffer;
use crate::wav::{SampleFormat, WavFile};

/// Writes an audio track of the video or audio file at `from` to `path`: of several the one at the
/// index `track` in the order of [`super::VideoFacts::audio_tracks`]. A failed or cancelled run
/// leaves no file.
///
/// # Errors
/// [`MediaError::NoStream`] where `from` has no such audio, [`MediaError::NoEncoder`] where this
/// computer's libav cannot write that format, a broken file, a full disk, or a stop.
pub fn write_audio(
    (from, from_name): (&Path, &str),
    track: usize,
    (path, name): (&Path, &str),
    format: AudioFormat,
    watch: &Watch,
) -> Result<(), MediaError> {
    let open = || AudioReader::open_track(from, from_name, track);
    match format {
        AudioFormat::Wav => decoded(open()?, path, name, watch),
        AudioFormat::M4a | AudioFormat::M4b | AudioFormat::M4r => {
            match PacketReader::audio(from, from_name, track)? {
                Some(packets) => taken_over(packets, path, name, watch),
                None => encoded(open()?, (path, name), (format, "aac"), watch),
            }
        }
        AudioFormat::Mp3 => encoded(open()?, (path, name), (format, "libmp3lame"), watch),
        AudioFormat::Aiff
        | AudioFormat::Caf
        | AudioFormat::Flac
        | AudioFormat::Ogg
        | AudioFormat::Opus => {
            let encoding = AudioEncoding::of(format);
            write_audio_as((from, from_name), track, (path, name), encoding, watch)
        }
    }
}

fn taken_over(
    mut packets: PacketReader,
    path: &Path,
    name: &str,
    watch: &Watch,
) -> Result<(), MediaError> {
    let mut muxer = Muxer::create(path, name, "ipod")?;
    let (parameters, base) = packets.parameters()?;
    let copy = muxer.add_copy(parameters, base)?;
    packets.said()?.begin(&mut muxer, AudioFormat::M4a)?;
    let length = packets.seconds().max(0.001);
    while let Some((mut packet, time)) = packets.next_packet()? {
        watch.at((time / length).min(0.99))?;
        muxer.copy(copy, &mut packet)?;
    }
    muxer.finish()
}

fn encoded(
    mut reader: AudioReader,
    (path, name): (&Path, &str),
    (format, encoder): (AudioFormat, &str),
    watch: &Watch,
) -> Result<(), MediaError> {
    let length = reader.seconds().max(0.001);
    let mut muxer = Muxer::create(path, name, format.muxer())?;
    let is_mono = reader.is_mono();
    let track = muxer.add_audio((encoder, 192_000), is_mono, &TrackLabel::default())?;
    reader.said()?.begin(&mut muxer, format)?;
    while let Some(block) = reader.next_block(watch)? {
        watch.at((block.start as f64 / f64::from(SAMPLE_RATE) / length).min(0.99))?;
        muxer.write_block(track, &block)?;
    }
    muxer.finish()
}

fn decoded(
    mut reader: AudioReader,
    path: &Path,
    name: &str,
    watch: &Watch,
) -> Result<(), MediaError> {
    let length = reader.seconds().max(0.001);
    let channels = if reader.is_mono() { 1 } else { 2 };
    let form = (SAMPLE_RATE, channels);
    let mut file = WavFile::create(path, name, form, SampleFormat::Pcm16)?;
    let mut write = || {
        while let Some(block) = reader.next_block(watch)? {
            watch.at((block.start as f64 / f64::from(SAMPLE_RATE) / length).min(0.99))?;
            file.write(&AudioBuffer {
                sample_rate: SAMPLE_RATE,
                channels: block.channels.into_iter().take(channels).collect(),
            })?;
        }
        Ok(())
    };
    if let Err(error) = write() {
        drop(file);
        // What stands there is not whole. Why it is not counts, and not whether it could be
        // removed.
        let _ = std::fs::remove_file(path);
        return Err(error);
    }
    file.finish()
}
