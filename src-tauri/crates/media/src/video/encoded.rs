//! The tracks of a file being written: what goes into them, encoded, and their packets.

use std::collections::BTreeMap;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::encoder;
use ffmpeg_next::format::{self, Sample, sample};
use ffmpeg_next::software::scaling;
use ffmpeg_next::util::frame;
use ffmpeg_next::{ChannelLayout, Packet, Rational};

use super::audio_reader::SAMPLE_RATE;
use super::encoder::VideoEncoder;
use super::library;

/// Destination of the packets of one stream.
#[derive(Clone, Copy)]
pub(super) struct Track {
    pub(super) stream: usize,
    /// The ticks that its packets come in.
    pub(super) base: Rational,
}

/// A track of frames to encode.
pub(super) struct EncodedVideo {
    pub(super) track: Track,
    pub(super) encoder: VideoEncoder,
    pub(super) converter: Option<scaling::Context>,
    /// For how long each frame that is still in the encoder is shown: encoders forget it.
    pub(super) durations: BTreeMap<i64, i64>,
    /// For how long a frame is shown usually, in ticks.
    pub(super) nominal: i64,
}

/// A track of audio to encode.
pub(super) struct EncodedAudio {
    pub(super) track: Track,
    pub(super) encoder: encoder::Audio,
    /// Samples that wait until they fill a frame of the encoder: left, right.
    pub(super) queue: [Vec<f32>; 2],
    /// Number of samples given to the encoder.
    pub(super) written: i64,
}

impl EncodedVideo {
    /// The frame in the form that the encoder wants.
    pub(super) fn converted(&mut self, image: frame::Video) -> Result<frame::Video, ffmpeg::Error> {
        if image.format() == self.encoder.pixels {
            return Ok(image);
        }
        let converter = match self.converter.as_mut() {
            Some(converter) => converter,
            None => self.converter.insert(scaling::Context::get(
                image.format(),
                image.width(),
                image.height(),
                self.encoder.pixels,
                image.width(),
                image.height(),
                scaling::Flags::BICUBIC,
            )?),
        };
        let mut converted = frame::Video::empty();
        converter.run(&image, &mut converted)?;
        Ok(converted)
    }
}

impl EncodedAudio {
    /// Encodes as much of the queue as fills whole frames; at the end also the rest.
    pub(super) fn encode(
        &mut self,
        output: &mut format::context::Output,
        end: bool,
    ) -> Result<(), ffmpeg::Error> {
        let size = (self.encoder.frame_size() as usize).max(1);
        let mut taken = 0;
        while self.queue[0].len() - taken >= size || (end && taken < self.queue[0].len()) {
            let samples = size.min(self.queue[0].len() - taken);
            let format = self.encoder.format();
            let layout = self.encoder.channel_layout();
            let mut frame = frame::Audio::new(format, samples, layout);
            frame.set_rate(SAMPLE_RATE);
            let [left, right] = self
                .queue
                .each_ref()
                .map(|queue| &queue[taken..taken + samples]);
            if layout == ChannelLayout::MONO {
                frame.plane_mut::<f32>(0).copy_from_slice(left);
            } else if format == Sample::F32(sample::Type::Packed) {
                for (pair, (left, right)) in frame
                    .plane_mut::<(f32, f32)>(0)
                    .iter_mut()
                    .zip(left.iter().zip(right))
                {
                    *pair = (*left, *right);
                }
            } else {
                frame.plane_mut::<f32>(0).copy_from_slice(left);
                frame.plane_mut::<f32>(1).copy_from_slice(right);
            }
            self.give(frame, output)?;
            taken += samples;
        }
        for queue in &mut self.queue {
            queue.drain(..taken);
        }
        if end {
            self.encoder.send_eof()?;
            self.drain(output)?;
        }
        Ok(())
    }

    /// Encodes a frame, in the form that the encoder wants, after those before it.
    pub(super) fn give(
        &mut self,
        mut frame: frame::Audio,
        output: &mut format::context::Output,
    ) -> Result<(), ffmpeg::Error> {
        frame.set_pts(Some(self.written));
        self.written += frame.samples() as i64;
        self.encoder.send_frame(&frame)?;
        self.drain(output)
    }

    fn drain(&mut self, output: &mut format::context::Output) -> Result<(), ffmpeg::Error> {
        let mut packet = Packet::empty();
        loop {
            match self.encoder.receive_packet(&mut packet) {
                Ok(()) => write(output, self.track, &mut packet)?,
                Err(ffmpeg::Error::Eof) => return Ok(()),
                Err(error) if library::is_again(error) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }
}

/// Writes a packet into its track.
pub(super) fn write(
    output: &mut format::context::Output,
    track: Track,
    packet: &mut Packet,
) -> Result<(), ffmpeg::Error> {
    let base = output
        .stream(track.stream)
        .ok_or(ffmpeg::Error::StreamNotFound)?
        .time_base();
    packet.set_stream(track.stream);
    packet.set_position(-1);
    packet.rescale_ts(track.base, base);
    packet.write_interleaved(output)
}
