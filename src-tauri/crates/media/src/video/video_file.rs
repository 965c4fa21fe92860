//! Writes a film, or several after each other: pictures, decoded or made or taken over, and a sound, side by side in time.

use std::path::Path;

use ffmpeg_next::Rational;

use super::Watch;
use super::audio_reader::{Block, SOUND_RATE, SoundSource};
use super::audio_tracks::FilmSound;
use super::cut::EDGE;
use super::frames::{Frame, FrameSource};
use super::muxer::Muxer;
use super::packets::PacketReader;
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
    /// Its sounds, a track each, where it has any: the first is heard unless another is chosen. What goes on after the last
    /// picture is kept.
    pub sounds: Vec<FilmSound<'a>>,
}

/// How a film was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// libav's name for the encoder of the pictures, such as `libx264`; `copy` where they were taken over.
    pub encoder: &'static str,
}

/// Writes a film to `path`, which people will know as `name`: as MP4, or as MOV where packets of
/// [`PacketReader::clear_pictures`] are taken over. Picture and sound are pulled side by side, so that
/// memory stays bounded. A failed or cancelled run leaves no file.
pub fn write_film(path: &Path, name: &str, film: Film, watch: &Watch) -> Result<Written, MediaError> {
    write(path, name, vec![film], Tail::Kept, watch)
}

/// As [`write_film`], with films that follow each other. Their pictures have one [`FrameSource::format`], or are packets of
/// which each film's [`PacketReader::continues`] those before. Each film's sounds are cut, or filled up with silence, to the
/// length of its pictures. The first sounds follow each other, so do the second ones and so on; silence stands for one that is
/// missing.
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
    let container = match films.first().map(|film| &film.picture) {
        Some(FilmPicture::Packets(packets)) => packets.container()?,
        _ => "mp4",
    };
    let mut muxer = Muxer::create(path, name, container)?;
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
    let tracks = films.iter().map(|film| film.sounds.len()).max().unwrap_or(0);
    for number in 0..tracks {
        let label = films.iter().find_map(|film| film.sounds.get(number)).map(|sound| sound.label.clone());
        muxer.add_sound("aac", &label.unwrap_or_default())?;
    }
    muxer.begin()?;
    let base = base.unwrap_or(Rational::new(1, SOUND_RATE as i32));
    let mut part = Part { muxer, base, begins: 0.0, expected: expected.max(0.001), watch };
    for Film { picture, sounds } in films {
        let mut playing: Vec<_> = sounds.into_iter().map(|sound| Playing::new(sound.source, tail)).collect();
        playing.resize_with(tracks, || Playing::new(Box::new(Silence(0)), Tail::Cut));
        part.write(picture, playing)?;
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
    fn write(&mut self, mut picture: FilmPicture, mut sounds: Vec<Playing>) -> Result<(), MediaError> {
        // The time in seconds up to which there are pictures; `pictures_going`: whether more come.
        let (mut pictured, mut pictures_going) = (0.0, true);
        loop {
            let wanted = |sound: &Playing| sound.is_wanted(pictures_going, pictured);
            let sounding = sounds.iter_mut().enumerate().filter(|(_, sound)| wanted(sound));
            let behind = sounding.min_by(|(_, a), (_, b)| a.sounded.total_cmp(&b.sounded));
            let sounded = behind.as_ref().map_or(pictured, |(_, sound)| sound.sounded.max(pictured));
            let reached = if pictures_going { pictured } else { sounded };
            self.watch.at(((self.begins + reached) / self.expected).min(0.99))?;
            match behind {
                Some((number, sound)) if !pictures_going || sound.sounded < pictured => {
                    sound.go_on(number, &mut self.muxer, self.watch)?;
                }
                _ if pictures_going => match self.write_picture(&mut picture)? {
                    Some(ends) => pictured = ends,
                    None => pictures_going = false,
                },
                _ => break,
            }
        }
        for (number, sound) in sounds.into_iter().enumerate() {
            sound.end(number, pictured, &mut self.muxer, self.watch)?;
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
}

/// A sound of the film that is written.
struct Playing<'a> {
    source: Box<dyn SoundSource + 'a>,
    tail: Tail,
    /// The time in seconds up to which it was read.
    sounded: f64,
    /// Whether more comes.
    is_going: bool,
    /// What reaches further than the pictures do so far: where they end is not known yet.
    ahead: Option<Block>,
}

impl<'a> Playing<'a> {
    fn new(source: Box<dyn SoundSource + 'a>, tail: Tail) -> Self {
        Self { source, tail, sounded: 0.0, is_going: true, ahead: None }
    }

    /// Whether more of it is wanted where pictures reach to `pictured` seconds so far.
    fn is_wanted(&self, pictures_going: bool, pictured: f64) -> bool {
        self.is_going && (pictures_going || self.tail == Tail::Kept || self.sounded < pictured)
    }

    /// Reads its next block, and writes the one before.
    fn go_on(&mut self, number: usize, muxer: &mut Muxer, watch: &Watch) -> Result<(), MediaError> {
        if let Some(block) = self.ahead.take() {
            muxer.write_sound(number, &block)?;
        }
        self.ahead = self.source.next_block(watch)?;
        match &self.ahead {
            Some(block) => self.sounded = (block.start + block.samples() as i64) as f64 / f64::from(SOUND_RATE),
            None => self.is_going = false,
        }
        Ok(())
    }

    /// Writes the last of it, for pictures that reach to `pictured` seconds.
    fn end(self, number: usize, pictured: f64, muxer: &mut Muxer, watch: &Watch) -> Result<(), MediaError> {
        let samples = |seconds: f64| (seconds * f64::from(SOUND_RATE)).round() as i64;
        let end = samples(pictured);
        if let Some(mut block) = self.ahead {
            if self.tail == Tail::Cut && block.start + block.samples() as i64 > end {
                let kept = (end - block.start).max(0) as usize;
                block = block.part(0, kept);
                block.scale(|position| ((end - position) as f32 / EDGE as f32).min(1.0));
            }
            muxer.write_sound(number, &block)?;
        }
        let mut position = samples(self.sounded);
        while self.tail == Tail::Cut && position < end {
            watch.check()?;
            let silence = Block::silence(position, (end - position).min(SOUND_RATE.into()) as usize);
            muxer.write_sound(number, &silence)?;
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
