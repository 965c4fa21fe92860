//! A video's frames, one after the other: decoded, whole where they were two fields, in the
//! ordinary range of light where it was a higher one, on white where it was clear, upright, with
//! square pixels, even sides, as yuv420p.

use std::collections::VecDeque;
use std::path::Path;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::util::{color, frame};
use ffmpeg_next::{Packet, Rational, Rescale, Stream, filter};

use super::form::{Clear, Form, is_hdr};
pub use super::frame::{ColorMatrix, Frame, FrameFormat, FrameSource};
use super::source::Source;
use super::{Watch, filters, geometry, library};
use crate::MediaError;

/// The average rate of a stream where it is sensible, else what the container suggests, else 25 a
/// second.
pub(super) fn rate_of(stream: &Stream) -> Rational {
    let sensible =
        |rate: &Rational| rate.denominator() > 0 && (0.01..=480.0).contains(&f64::from(*rate));
    [stream.avg_frame_rate(), stream.rate()]
        .into_iter()
        .find(sensible)
        .unwrap_or(Rational::new(25, 1))
}

/// Decodes a video's frames.
#[allow(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub struct FrameReader {
    source: Source,
    stream: usize,
    decoder: ffmpeg::decoder::Video,
    turn: geometry::Turn,
    format: FrameFormat,
    begins: i64,
    nominal: i64,
    finest: f64,
    length: f64,
    clear: Clear,
    /// Whether all frames count as two fields.
    is_of_fields: bool,
    filter: Option<(filter::Graph, Form)>,
    /// Filtered frames that are not given out yet, with their times in ticks.
    ready: VecDeque<(frame::Video, i64)>,
    drained: bool,
    held: Option<(frame::Video, i64)>,
    /// When the newest decoded frame is shown and for how long its packet says, in ticks; 0: it does
    /// not say.
    newest: (i64, i64),
    yielded: bool,
    /// Whether nothing was passed over: players show the first frame from the start on.
    is_from_start: bool,
}

impl FrameReader {
    /// Opens the frames of a video, none of their sides longer than `longest` pixels (larger ones
    /// are scaled down).
    pub fn open(path: &Path, name: &str, longest: u32) -> Result<Self, MediaError> {
        let source = Source::open(path, name, "video")?;
        let Some(stream) = source.video() else {
            return Err(MediaError::NoStream {
                name: name.to_owned(),
                what: "picture",
            });
        };
        let (index, base, rate, turn) = (
            stream.index(),
            stream.time_base(),
            rate_of(&stream),
            geometry::turn_of(&stream),
        );
        let finest = f64::from(stream.rate());
        let length = source.measured_length(index)?;
        let decoder = source
            .decoder(index)?
            .video()
            .map_err(|error| source.failed(error))?;
        if decoder.width() == 0 || decoder.height() == 0 {
            return Err(source.undecodable());
        }
        let (width, height) = geometry::upright(
            decoder.width(),
            decoder.height(),
            f64::from(decoder.aspect_ratio()),
            turn,
        );
        let (width, height) = geometry::even(width, height, longest);
        let color = match decoder.color_space() {
            color::Space::BT709 | color::Space::RGB => ColorMatrix::Bt709,
            // It is brought to the ordinary range.
            _ if is_hdr(decoder.color_transfer_characteristic()) => ColorMatrix::Bt709,
            color::Space::BT470BG | color::Space::SMPTE170M => ColorMatrix::Bt601,
            _ => ColorMatrix::Unknown,
        };
        let is_clear = source.is_clear(&source.stream(index)?, decoder.format());
        let clear = if is_clear {
            Clear::OnWhite
        } else {
            Clear::Ignored
        };
        let begins = (source.begins() / f64::from(base)).round() as i64;
        let nominal = (1.0 / f64::from(rate) / f64::from(base)).round().max(1.0) as i64;
        let (rate, time_base) = (
            (rate.numerator(), rate.denominator()),
            (base.numerator(), base.denominator()),
        );
        let format = FrameFormat {
            width,
            height,
            rate,
            time_base,
            color,
        };
        Ok(Self {
            source,
            stream: index,
            decoder,
            turn,
            format,
            begins,
            nominal,
            finest,
            length,
            clear,
            is_of_fields: false,
            filter: None,
            ready: VecDeque::new(),
            drained: false,
            held: None,
            newest: (0, 0),
            yielded: false,
            is_from_start: true,
        })
    }

    /// The same frames with their alpha channel, where they have one: for [`Frame::to_image`] and
    /// [`super::GraphFrames`].
    #[must_use]
    pub fn staying_clear(self) -> Self {
        let clear = if self.clear == Clear::OnWhite {
            Clear::Kept
        } else {
            self.clear
        };
        Self { clear, ..self }
    }

    /// The same frames made whole of two fields each, also where the file does not say that they
    /// are interlaced.
    #[must_use]
    pub fn deinterlaced(self) -> Self {
        Self {
            is_of_fields: true,
            ..self
        }
    }

    /// Frames per second at which all its times fall on a frame, as far as the container knows; may
    /// be huge, or 0.
    pub(super) fn finest_rate(&self) -> f64 {
        self.finest
    }

    /// Goes on from the last key frame at or before `position` seconds.
    pub fn seek(&mut self, position: f64) -> Result<(), MediaError> {
        self.source.seek(position)?;
        self.decoder.flush();
        self.filter = None;
        self.ready.clear();
        self.drained = false;
        self.held = None;
        self.is_from_start = false;
        Ok(())
    }

    /// The next decoded and filtered frame with its time in ticks; none at the end.
    fn decode(&mut self, watch: &Watch) -> Result<Option<(frame::Video, i64)>, MediaError> {
        let mut packet = Packet::empty();
        let mut decoded = frame::Video::empty();
        loop {
            watch.check()?;
            if let Some(ready) = self.ready.pop_front() {
                return Ok(Some(ready));
            }
            match self.decoder.receive_frame(&mut decoded) {
                Ok(()) => {
                    let time = decoded.timestamp().unwrap_or(self.begins) - self.begins;
                    decoded.set_pts(Some(time));
                    self.newest = (time, decoded.packet().duration);
                    self.filter(&decoded)
                        .map_err(|error| self.source.failed(error))?;
                    continue;
                }
                Err(ffmpeg::Error::InvalidData) => continue,
                Err(error) if library::is_again(error) && !self.drained => {}
                Err(error) if self.drained || error == ffmpeg::Error::Eof => {
                    self.finish_filters()
                        .map_err(|error| self.source.failed(error))?;
                    return Ok(self.ready.pop_front());
                }
                Err(error) => return Err(self.source.failed(error)),
            }
            self.drained = !self
                .source
                .decode_next(self.stream, &mut self.decoder, &mut packet)?;
        }
    }

    /// Takes a decoded frame through the filters, which are made anew where a video changes its
    /// form on the way.
    fn filter(&mut self, decoded: &frame::Video) -> Result<(), ffmpeg::Error> {
        let form = Form::of(decoded).of_fields(self.is_of_fields);
        if self
            .filter
            .as_ref()
            .is_none_or(|(_, made_for)| *made_for != form)
        {
            self.finish_filters()?;
            self.filter = Some((self.graph(decoded, form)?, form));
        }
        if let Some((graph, _)) = &mut self.filter {
            filters::feed(graph, decoded)?;
        }
        self.take_ready()
    }

    /// Takes what the filters have ready.
    fn take_ready(&mut self) -> Result<(), ffmpeg::Error> {
        let Some((graph, _)) = &mut self.filter else {
            return Ok(());
        };
        loop {
            let mut image = frame::Video::empty();
            match filters::take(graph, &mut image) {
                Ok(base) => {
                    let (numerator, denominator) = self.format.time_base;
                    let time = image
                        .pts()
                        .unwrap_or(0)
                        .rescale(base, Rational::new(numerator, denominator));
                    self.ready.push_back((image, time));
                }
                Err(ffmpeg::Error::Eof) => return Ok(()),
                Err(error) if library::is_again(error) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes what the filters still hold, and lets go of them.
    fn finish_filters(&mut self) -> Result<(), ffmpeg::Error> {
        if let Some((graph, _)) = &mut self.filter {
            graph
                .get("in")
                .ok_or(ffmpeg::Error::Bug)?
                .source()
                .flush()?;
            self.take_ready()?;
            self.filter = None;
        }
        Ok(())
    }

    fn graph(&self, decoded: &frame::Video, form: Form) -> Result<filter::Graph, ffmpeg::Error> {
        let (numerator, denominator) = self.format.time_base;
        let descriptor = decoded
            .format()
            .descriptor()
            .ok_or(ffmpeg::Error::InvalidData)?;
        let arguments = format!(
            "video_size={}x{}:pix_fmt={}:time_base={numerator}/{denominator}:pixel_aspect=1/1",
            decoded.width(),
            decoded.height(),
            descriptor.name(),
        );
        filters::graph(
            "buffer",
            &arguments,
            &form.chain(descriptor.name(), self.turn, &self.format, self.clear),
        )
    }
}

impl FrameSource for FrameReader {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.length
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        // One frame is held back: only the next one's time says for how long it is shown.
        loop {
            let next = self.decode(watch)?;
            let Some((image, time)) = self.held.take() else {
                match next {
                    Some((image, time)) if self.is_from_start => {
                        self.held = Some((image, time.min(0)));
                    }
                    Some(first) => self.held = Some(first),
                    None if self.yielded => return Ok(None),
                    None => return Err(self.source.undecodable()),
                }
                continue;
            };
            let duration = match &next {
                Some((_, later)) if *later > time => later - time,
                // Times that stand still or run backwards: the later frame takes the place of this
                // one.
                Some(_) => {
                    self.held = next.map(|(image, _)| (image, time));
                    continue;
                }
                // As long as its file says, where that is no slip of a clock: an animated GIF may show it for seconds.
                None if self.newest.0 == time && self.newest.1 > self.nominal / 2 => self.newest.1,
                None => self.nominal,
            };
            self.held = next;
            self.yielded = true;
            return Ok(Some(Frame {
                image,
                time,
                duration,
            }));
        }
    }
}
