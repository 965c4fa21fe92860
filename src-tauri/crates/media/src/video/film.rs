//! Writes a film, or several after each other: pictures, decoded or made or taken over, and a sound, side by side in time.

use std::path::Path;

use ffmpeg_next::Rational;

use super::Watch;
use super::cut::EDGE;
use super::frames::{Frame, FrameSource};
use super::muxer::Muxer;
use super::packets::PacketReader;
use super::sound::{Block, SOUND_RATE, SoundSource};
use crate::MediaError;

/// Samples of silence that are given out at once.
const SILENCE: usize = 1024;

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
    write(path, name, vec![film], Tail::Kept, watch)
}

/// As [`write_film`], with films that follow each other. Their pictures have one [`FrameSource::format`], or are packets of
/// which each film's [`PacketReader::continues`] those before. Each film's sound is cut, or filled up with silence, to the
/// length of its pictures; silence stands for one that is missing, unless all are.
pub fn write_joined(path: &Path, name: &str, films: Vec<Film>, watch: &Watch) -> Result<Written, MediaError> {
    write(path, name, films, Tail::Cut, watch)
}

/// What becomes of a film's sound after its last picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    Kept,
    Cut,
}

fn write(path: &Path, name: &str, films: Vec<Film>, tail: Tail, watch: &Watch) -> Result<Written, MediaError> {
    let mut muxer = Muxer::create(path, name, "mp4")?;
    let (mut encoder, mut expected, mut base) = ("copy", 0.0, None);
    for film in &films {
        expected += film.picture.seconds();
        match &film.picture {
            _ if base.is_some() => {}
            FilmPicture::Frames(frames) => {
                let format = frames.format();
                encoder = muxer.add_video(&format)?;
                base = Some(Rational::new(format.time_base.0, format.time_base.1));
            }
            FilmPicture::Packets(packets) => {
                let (parameters, ticks) = packets.parameters()?;
                muxer.add_copy(parameters, ticks)?;
                base = Some(ticks);
            }
        }
    }
    let sounds = films.iter().any(|film| film.sound.is_some());
    if sounds {
        muxer.add_sound("aac")?;
    }
    muxer.begin()?;
    let base = base.unwrap_or(Rational::new(1, SOUND_RATE as i32));
    let mut part = Part { muxer, base, begins: 0.0, expected: expected.max(0.001), watch };
    for Film { picture, sound } in films {
        match sound {
            Some(sound) => part.write(picture, Some(sound), tail)?,
            None if sounds => part.write(picture, Some(&mut Silence(0)), Tail::Cut)?,
            None => part.write(picture, None, tail)?,
        }
    }
    part.muxer.finish()?;
    watch.at(1.0)?;
    tracing::debug!(encoder, name, "film written");
    Ok(Written { encoder })
}

impl FilmPicture<'_> {
    /// About how long they are, in seconds.
    fn seconds(&self) -> f64 {
        match self {
            Self::Frames(frames) => frames.expected_seconds(),
            Self::Packets(packets) => packets.seconds(),
        }
    }
}

/// One film after others in a file.
struct Part<'a, 'w> {
    muxer: Muxer,
    /// The ticks of the file's pictures.
    base: Rational,
    /// Where it begins, in seconds.
    begins: f64,
    /// How long the whole is going to be, in seconds.
    expected: f64,
    watch: &'a Watch<'w>,
}

impl Part<'_, '_> {
    fn write(
        &mut self,
        mut picture: FilmPicture,
        mut sound: Option<&mut dyn SoundSource>,
        tail: Tail,
    ) -> Result<(), MediaError> {
        // The time in seconds up to which there are pictures and sound; `going`: whether more comes.
        let (mut pictured, mut pictures_going) = (0.0, true);
        let (mut sounded, mut sound_going) = (0.0, sound.is_some());
        // Sound that reaches further than the pictures do so far: where they end is not known yet.
        let mut ahead: Option<Block> = None;
        while pictures_going || (sound_going && (tail == Tail::Kept || sounded < pictured)) {
            let reached = if pictures_going { pictured } else { sounded };
            self.watch.at(((self.begins + reached) / self.expected).min(0.99))?;
            if pictures_going && (!sound_going || pictured <= sounded) {
                match self.write_picture(&mut picture)? {
                    Some(ends) => pictured = ends,
                    None => pictures_going = false,
                }
            } else if let Some(sound) = sound.as_mut() {
                if let Some(block) = ahead.take() {
                    self.muxer.write_sound(&block)?;
                }
                ahead = sound.next_block(self.watch)?;
                match &ahead {
                    Some(block) => sounded = (block.start + block.samples() as i64) as f64 / f64::from(SOUND_RATE),
                    None => sound_going = false,
                }
            }
        }
        if sound.is_some() {
            self.end_sound(ahead, sounded, pictured, tail)?;
        }
        self.begins += pictured;
        Ok(())
    }

    /// Writes the next picture; answers when it ends, in seconds from the start of its film.
    fn write_picture(&mut self, picture: &mut FilmPicture) -> Result<Option<f64>, MediaError> {
        let after = (self.begins / f64::from(self.base)).round() as i64;
        match picture {
            FilmPicture::Frames(frames) => {
                let Some(frame) = frames.next_frame(self.watch)? else { return Ok(None) };
                let ends = frames.format().seconds(frame.time + frame.duration);
                self.muxer.write_frame(Frame { time: frame.time + after, ..frame })?;
                Ok(Some(ends))
            }
            FilmPicture::Packets(packets) => {
                let Some((mut packet, _)) = packets.next_packet()? else { return Ok(None) };
                packet.rescale_ts(packets.base()?, self.base);
                packet.set_pts(packet.pts().map(|time| time + after));
                packet.set_dts(packet.dts().map(|time| time + after));
                self.muxer.copy(0, &mut packet)?;
                Ok(Some(packets.ends()?))
            }
        }
    }

    /// Writes the last of the sound, which reaches to `sounded` seconds, for pictures that reach to `pictured`.
    fn end_sound(&mut self, last: Option<Block>, sounded: f64, pictured: f64, tail: Tail) -> Result<(), MediaError> {
        let samples = |seconds: f64| (seconds * f64::from(SOUND_RATE)).round() as i64;
        let end = samples(pictured);
        if let Some(mut block) = last {
            if tail == Tail::Cut && block.start + block.samples() as i64 > end {
                let kept = (end - block.start).max(0) as usize;
                block = block.part(0, kept);
                block.scale(|position| ((end - position) as f32 / EDGE as f32).min(1.0));
            }
            self.muxer.write_sound(&block)?;
        }
        let mut position = samples(sounded);
        while tail == Tail::Cut && position < end {
            self.watch.check()?;
            let silence = Block::silence(position, (end - position).min(SOUND_RATE.into()) as usize);
            self.muxer.write_sound(&silence)?;
            position += silence.samples() as i64;
        }
        Ok(())
    }
}

/// Silence without end.
struct Silence(i64);

impl SoundSource for Silence {
    fn next_block(&mut self, _: &Watch) -> Result<Option<Block>, MediaError> {
        let block = Block::silence(self.0, SILENCE);
        self.0 += SILENCE as i64;
        Ok(Some(block))
    }
}
