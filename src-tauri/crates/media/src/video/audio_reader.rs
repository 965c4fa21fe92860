//! A video's or file's audio, in blocks: decoded and brought to 48 kHz stereo, without gaps.

use std::path::Path;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::util::frame;
use ffmpeg_next::{Packet, Rational, Rescale, filter};

pub use super::block::{AudioSource, Block, SAMPLE_RATE};
use super::described::Described;
use super::source::Source;
use super::{Watch, filters, library};
use crate::MediaError;

/// Gaps and overlaps up to this many samples (50 ms) are imprecise clocks; longer ones are filled
/// or cut.
const TOLERANCE: i64 = SAMPLE_RATE as i64 / 20;
/// A gap longer than this many samples (10 minutes) is a broken clock, not silence.
const LONGEST_GAP: i64 = SAMPLE_RATE as i64 * 600;
/// The longest audio track that [`read_audio`] takes into memory, in seconds (0.7 GB).
const LONGEST_IN_MEMORY: i64 = 1800;

/// Decodes the audio of a video or audio file. Surround audio is mixed down to stereo without
/// clipping.
pub struct AudioReader {
    source: Source,
    stream: usize,
    decoder: ffmpeg::decoder::Audio,
    graph: Option<(filter::Graph, String)>,
    begins: i64,
    length: f64,
    position: Option<i64>,
    waiting: Option<Block>,
    drained: bool,
    /// Whether it may end now: something was decoded, or nothing has to be.
    yielded: bool,
}

impl AudioReader {
    /// Opens the audio of a file; its time runs from the start of the video's frames where it has
    /// any. [`MediaError::NoStream`] where the file has no audio.
    pub fn open(path: &Path, name: &str) -> Result<Self, MediaError> {
        Self::open_track(path, name, 0)
    }

    /// The same of one of several audio tracks: the one at that index in the order of
    /// [`Self::open_all`].
    pub fn open_track(path: &Path, name: &str, track: usize) -> Result<Self, MediaError> {
        let source = Source::open(path, name, "sound")?;
        let index = source.audio_stream(track)?;
        Self::of_stream(source, index, false)
    }

    /// The audio of the stream `index`. `may_be_empty`: whether it counts as silence where nothing
    /// in it can be decoded.
    pub(super) fn of_stream(
        source: Source,
        index: usize,
        may_be_empty: bool,
    ) -> Result<Self, MediaError> {
        let length = source.measured_length(index)?;
        let decoder = source
            .decoder(index)?
            .audio()
            .map_err(|error| source.failed(error))?;
        let begins = (source.begins() * f64::from(SAMPLE_RATE)).round() as i64;
        Ok(Self {
            source,
            stream: index,
            decoder,
            graph: None,
            begins,
            length,
            position: Some(0),
            waiting: None,
            drained: false,
            yielded: may_be_empty,
        })
    }

    /// The same audio from its start, of the file opened once more.
    pub fn reopen(&self) -> Result<Self, MediaError> {
        Self::of_stream(self.source.reopen()?, self.stream, true)
    }

    /// Returns its file's description of itself.
    pub(super) fn said(&self) -> Result<Described, MediaError> {
        Described::of(&self.source, self.stream)
    }

    /// The number of its stream in the file.
    pub(super) fn stream(&self) -> usize {
        self.stream
    }

    /// Returns the number of its channels in the file.
    pub fn channels(&self) -> u16 {
        self.decoder.channels()
    }

    /// How long the audio is in seconds, as its file says.
    pub fn seconds(&self) -> f64 {
        self.length
    }

    /// Goes on from a place at or shortly before `position` seconds; the next block says where that
    /// is.
    pub fn seek(&mut self, position: f64) -> Result<(), MediaError> {
        self.source.seek(position)?;
        self.decoder.flush();
        (self.graph, self.position, self.waiting, self.drained) = (None, None, None, false);
        Ok(())
    }

    /// The next decoded block, at the position that its file gives it; none at the end.
    fn decode(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        let mut packet = Packet::empty();
        let mut decoded = frame::Audio::empty();
        loop {
            watch.check()?;
            if let Some(block) = self.filtered().map_err(|error| self.source.failed(error))? {
                return Ok(Some(block));
            }
            match self.decoder.receive_frame(&mut decoded) {
                Ok(()) => {
                    let time = decoded.timestamp();
                    decoded.set_pts(time);
                    self.feed(&decoded)
                        .map_err(|error| self.source.failed(error))?;
                    continue;
                }
                Err(ffmpeg::Error::InvalidData) => continue,
                Err(error) if library::is_again(error) && !self.drained => {}
                Err(_) if self.drained => return self.flushed(),
                Err(error) => return Err(self.source.failed(error)),
            }
            self.drained = !self
                .source
                .decode_next(self.stream, &mut self.decoder, &mut packet)?;
        }
    }

    /// Gives a decoded frame to the filters, which are made anew where audio changes its form on
    /// the way.
    fn feed(&mut self, decoded: &frame::Audio) -> Result<(), ffmpeg::Error> {
        let layout = decoded.channel_layout();
        let layout = if layout.is_empty() {
            ffmpeg::ChannelLayout::default(decoded.channels().into())
        } else {
            layout
        };
        let base = self.decoder.packet_time_base();
        let form = format!(
            "time_base={}/{}:sample_rate={}:sample_fmt={}:channel_layout=0x{:x}",
            base.numerator(),
            base.denominator(),
            decoded.rate(),
            decoded.format().name(),
            layout.bits(),
        );
        if self
            .graph
            .as_ref()
            .is_none_or(|(_, made_for)| *made_for != form)
        {
            // The resampler would make one channel softer by 3 dB when it spreads it over two.
            let spread = if layout.channels() == 1 {
                "pan=stereo|c0=c0|c1=c0,"
            } else {
                ""
            };
            // The weights of ITU-R BS.775 as they are, so that what is spoken (the centre) stays as
            // loud as in any player; where channels add up beyond full scale, a limiter holds them.
            let held = if layout.channels() > 2 {
                format!(",{}", filters::limiter(filters::MIX_CEILING))
            } else {
                String::new()
            };
            let chain = format!(
                "{spread}aresample={SAMPLE_RATE}:rematrix_maxval=1000:out_chlayout=stereo:out_sample_fmt=fltp{held},\
                 aformat=sample_fmts=fltp:sample_rates={SAMPLE_RATE}:channel_layouts=stereo"
            );
            self.graph = Some((filters::graph("abuffer", &form, &chain)?, form));
        }
        let (graph, _) = self.graph.as_mut().expect("it was made just now");
        filters::feed(graph, decoded)
    }

    /// Returns the block that the filters have ready.
    fn filtered(&mut self) -> Result<Option<Block>, ffmpeg::Error> {
        let Some((graph, _)) = self.graph.as_mut() else {
            return Ok(None);
        };
        let mut frame = frame::Audio::empty();
        match filters::take(graph, &mut frame) {
            Ok(_) if frame.samples() == 0 || frame.planes() < 2 => Ok(None),
            Ok(base) => {
                let at = frame.pts().map(|pts| {
                    pts.rescale(base, Rational::new(1, SAMPLE_RATE as i32)) - self.begins
                });
                let start = at.or(self.position).unwrap_or(0);
                Ok(Some(Block {
                    start,
                    channels: [
                        frame.plane::<f32>(0).to_vec(),
                        frame.plane::<f32>(1).to_vec(),
                    ],
                }))
            }
            Err(ffmpeg::Error::Eof) => Ok(None),
            Err(error) if library::is_again(error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The last samples, which the resampler kept back.
    fn flushed(&mut self) -> Result<Option<Block>, MediaError> {
        let Some((graph, _)) = self.graph.as_mut() else {
            return Ok(None);
        };
        if let Some(mut context) = graph.get("in") {
            // A second flush is refused; there is nothing left then.
            let _ = context.source().flush();
        }
        self.filtered().map_err(|error| self.source.failed(error))
    }
}

impl AudioSource for AudioReader {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        loop {
            let block = match self.waiting.take() {
                Some(block) => Some(block),
                None => self.decode(watch)?,
            };
            let Some(mut block) = block else {
                return if self.yielded {
                    Ok(None)
                } else {
                    Err(self.source.undecodable())
                };
            };
            self.yielded = true;
            let position = *self.position.get_or_insert(block.start);
            let gap = block.start - position;
            if (TOLERANCE + 1..=LONGEST_GAP).contains(&gap) {
                let silence = Block::silence(position, gap.min(SAMPLE_RATE.into()) as usize);
                self.position = Some(position + silence.samples() as i64);
                self.waiting = Some(block);
                return Ok(Some(silence));
            }
            if gap < -TOLERANCE {
                let overlap = gap.unsigned_abs() as usize;
                if overlap >= block.samples() {
                    continue;
                }
                let end = block.samples();
                block = block.part(overlap, end);
            }
            block.start = position;
            self.position = Some(position + block.samples() as i64);
            return Ok(Some(block));
        }
    }

    fn is_mono(&self) -> bool {
        self.decoder.channels() == 1
    }
}

/// The whole audio of a video or audio file as left and right samples at [`SAMPLE_RATE`], at most
/// half an hour.
pub fn read_audio(path: &Path, name: &str, watch: &Watch) -> Result<[Vec<f32>; 2], MediaError> {
    let mut reader = AudioReader::open(path, name)?;
    let length = reader.seconds().max(0.001);
    let mut whole = [Vec::new(), Vec::new()];
    while let Some(block) = reader.next_block(watch)? {
        watch.at(block.start as f64 / f64::from(SAMPLE_RATE) / length)?;
        if block.start > LONGEST_IN_MEMORY * i64::from(SAMPLE_RATE) {
            let reason = format!(
                "its sound is longer than {} minutes; cut it first",
                LONGEST_IN_MEMORY / 60
            );
            return Err(MediaError::TooLarge {
                name: name.to_owned(),
                reason,
            });
        }
        for (all, some) in whole.iter_mut().zip(block.channels) {
            all.extend(some);
        }
    }
    Ok(whole)
}
