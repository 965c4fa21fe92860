//! An audio track on its way into a video file, kept in step with the frames.

use super::Watch;
use super::audio_reader::{AudioSource, Block, SAMPLE_RATE};
use super::audio_tracks::AudioTrack;
use super::cut::EDGE;
use super::muxer::Muxer;
use super::packets::PacketReader;
use crate::MediaError;

/// Samples of silence that are given out at once.
const SILENCE: usize = 1024;

/// Treatment of a video's audio after its last frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    Kept,
    Cut,
}

/// How an audio track gets into the file that is written, by the number of its track there.
pub(super) enum Form {
    /// It is encoded.
    Encoded(usize),
    /// Its packets are taken over, each by itself.
    Packed(usize, Box<PacketReader>),
}

/// An audio track of the video that is written.
pub(super) struct Playing<'a> {
    form: Form,
    source: Box<dyn AudioSource + 'a>,
    tail: Tail,
    /// The time in seconds up to which it was read.
    pub(super) audio_end: f64,
    /// Whether more comes.
    is_going: bool,
    /// Audio that reaches further than the frames do so far: where they end is not known yet.
    ahead: Option<Block>,
}

impl<'a> Playing<'a> {
    /// Adds a track for `track`: for its packets where there are any, else for libav's encoder of that
    /// name and so many bits a second.
    pub(super) fn form(
        packed: Option<PacketReader>,
        track: &AudioTrack,
        encoder: (&str, u32),
        muxer: &mut Muxer,
    ) -> Result<Form, MediaError> {
        if let Some(packets) = packed {
            let copy = packets.add_to(muxer)?;
            return Ok(Form::Packed(copy, Box::new(packets)));
        }
        let is_mono = track.source.is_mono();
        let encoded = muxer.add_audio(encoder, is_mono, &track.label)?;
        Ok(Form::Encoded(encoded))
    }

    pub(super) fn of(form: Form, source: Box<dyn AudioSource + 'a>, tail: Tail) -> Self {
        Self {
            form,
            source,
            tail,
            audio_end: 0.0,
            is_going: true,
            ahead: None,
        }
    }

    /// Silence for as long as there are frames.
    pub(super) fn silence(number: usize) -> Self {
        Self::of(Form::Encoded(number), Box::new(Silence(0)), Tail::Cut)
    }

    /// Whether more of it is wanted where frames reach to `video_end` seconds so far.
    pub(super) fn is_wanted(&self, more_video: bool, video_end: f64) -> bool {
        self.is_going && (more_video || self.tail == Tail::Kept || self.audio_end < video_end)
    }

    /// Reads its next block, and writes the one before; or takes over its next packet.
    pub(super) fn go_on(&mut self, muxer: &mut Muxer, watch: &Watch) -> Result<(), MediaError> {
        let number = match &mut self.form {
            Form::Packed(copy, packets) => {
                watch.check()?;
                match packets.next_packet()? {
                    Some((mut packet, _)) => {
                        self.audio_end = packets.ends()?;
                        muxer.copy(*copy, &mut packet)?;
                    }
                    None => self.is_going = false,
                }
                return Ok(());
            }
            Form::Encoded(number) => *number,
        };
        if let Some(block) = self.ahead.take() {
            muxer.write_block(number, &block)?;
        }
        self.ahead = self.source.next_block(watch)?;
        match &self.ahead {
            Some(block) => {
                self.audio_end =
                    (block.start + block.samples() as i64) as f64 / f64::from(SAMPLE_RATE);
            }
            None => self.is_going = false,
        }
        Ok(())
    }

    /// Writes the last of it, for frames that reach to `video_end` seconds.
    pub(super) fn end(
        self,
        video_end: f64,
        muxer: &mut Muxer,
        watch: &Watch,
    ) -> Result<(), MediaError> {
        let Form::Encoded(number) = self.form else {
            return Ok(());
        };
        let samples = |seconds: f64| (seconds * f64::from(SAMPLE_RATE)).round() as i64;
        let end = samples(video_end);
        if let Some(mut block) = self.ahead {
            if self.tail == Tail::Cut && block.start + block.samples() as i64 > end {
                let kept = (end - block.start).max(0) as usize;
                block = block.part(0, kept);
                block.scale(|position| ((end - position) as f32 / EDGE as f32).min(1.0));
            }
            muxer.write_block(number, &block)?;
        }
        let mut position = samples(self.audio_end);
        while self.tail == Tail::Cut && position < end {
            watch.check()?;
            let silence =
                Block::silence(position, (end - position).min(SAMPLE_RATE.into()) as usize);
            muxer.write_block(number, &silence)?;
            position += silence.samples() as i64;
        }
        Ok(())
    }
}

/// Silence without end.
struct Silence(i64);

impl AudioSource for Silence {
    fn next_block(&mut self, _: &Watch) -> Result<Option<Block>, MediaError> {
        let block = Block::silence(self.0, SILENCE);
        self.0 += SILENCE as i64;
        Ok(Some(block))
    }

    fn is_mono(&self) -> bool {
        true
    }
}
