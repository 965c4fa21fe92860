//! Audio after a graph.

use ffmpeg_next as ffmpeg;
use ffmpeg_next::ChannelLayout;
use ffmpeg_next::filter;
use ffmpeg_next::format::{Sample, sample};
use ffmpeg_next::util::frame;

use super::{add, end, requests};
use crate::MediaError;
use crate::video::audio_reader::{AudioSource, Block, SAMPLE_RATE};
use crate::video::{Watch, filters, library};

/// One `atempo` filter drops samples beyond this factor, so that several share the work.
const FASTEST_STEP: f64 = 2.0;
/// And is not defined below this one.
const SLOWEST_STEP: f64 = 0.5;

/// Audio after a graph of filters, which may change its length.
pub struct GraphAudio<'a> {
    sources: Vec<AudioFeed<'a>>,
    graph: filter::Graph,
    taken: i64,
    is_at_end: bool,
    is_mono: bool,
}

/// A source of audio on its way into a graph.
struct AudioFeed<'a> {
    source: Box<dyn AudioSource + 'a>,
    /// Samples of it that were fed; none at its end.
    fed: Option<i64>,
}

impl<'a> GraphAudio<'a> {
    /// Opens `graph` over `sources`, stereo at [`SAMPLE_RATE`] each.
    ///
    /// # Errors
    /// A graph that libav does not take.
    pub fn open(sources: Vec<Box<dyn AudioSource + 'a>>, graph: &str) -> Result<Self, MediaError> {
        library::start();
        let arguments = format!(
            "time_base=1/{SAMPLE_RATE}:sample_rate={SAMPLE_RATE}:sample_fmt=fltp:channel_layout=stereo"
        );
        let description = format!(
            "{graph},aformat=sample_fmts=fltp:sample_rates={SAMPLE_RATE}:channel_layouts=stereo"
        );
        let arguments = vec![arguments; sources.len()];
        let opened = filters::joined("abuffer", &arguments, &description)
            .map_err(|error| library::unwritable(error, "sound"))?;
        // Other filters treat both channels alike.
        let is_mono = !graph.contains("pan=") && sources.iter().all(AudioSource::is_mono);
        let sources = sources
            .into_iter()
            .map(|source| AudioFeed {
                source,
                fed: Some(0),
            })
            .collect();
        Ok(Self {
            sources,
            graph: opened,
            taken: 0,
            is_at_end: false,
            is_mono,
        })
    }

    /// The audio played `factor` times as fast (0.05 to 20) at its own pitch.
    pub fn at_tempo(source: impl AudioSource + 'a, factor: f64) -> Result<Self, MediaError> {
        let mut rest = factor.clamp(0.05, 20.0);
        let mut steps = Vec::new();
        while !(SLOWEST_STEP..=FASTEST_STEP).contains(&rest) {
            let step = if rest > 1.0 {
                FASTEST_STEP
            } else {
                SLOWEST_STEP
            };
            steps.push(format!("atempo={step}"));
            rest /= step;
        }
        steps.push(format!("atempo={rest:.9}"));
        Self::open(vec![Box::new(source)], &steps.join(","))
    }

    /// The audio held under `ceiling` (of 1, the full scale) by [`filters::limiter`].
    pub fn limited(source: impl AudioSource + 'a, ceiling: f64) -> Result<Self, MediaError> {
        Self::open(vec![Box::new(source)], &filters::limiter(ceiling))
    }

    /// The audio held under a true peak of -1 dB, whatever goes beyond full scale before: what lies
    /// between samples is looked at too.
    pub fn held(source: impl AudioSource + 'a) -> Result<Self, MediaError> {
        let finer = 4 * SAMPLE_RATE;
        let chain = format!(
            "aresample={finer},{},aresample={SAMPLE_RATE}",
            filters::limiter(filters::TRUE_PEAK_CEILING)
        );
        Self::open(vec![Box::new(source)], &chain)
    }

    fn feed(&mut self, watch: &Watch) -> Result<(), MediaError> {
        let mut waits = Vec::new();
        for (number, feed) in self.sources.iter().enumerate() {
            if let Some(fed) = feed.fed {
                waits.push((number, requests(&mut self.graph, number)?, fed));
            }
        }
        let next = waits
            .into_iter()
            .max_by(|a, b| a.1.cmp(&b.1).then(b.2.cmp(&a.2)));
        let Some((number, _, fed)) = next else {
            self.is_at_end = true;
            return Ok(());
        };
        let feed = &mut self.sources[number];
        let Some(block) = feed.source.next_block(watch)? else {
            feed.fed = None;
            return end(&mut self.graph, number);
        };
        feed.fed = Some(fed + block.samples() as i64);
        let stereo = Sample::F32(sample::Type::Planar);
        let mut frame = frame::Audio::new(stereo, block.samples(), ChannelLayout::STEREO);
        frame.set_rate(SAMPLE_RATE);
        frame.set_pts(Some(fed));
        for (channel, samples) in block.channels.iter().enumerate() {
            frame.plane_mut::<f32>(channel).copy_from_slice(samples);
        }
        add(&mut self.graph, number, &frame)
    }
}

impl AudioSource for GraphAudio<'_> {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        while !self.is_at_end {
            watch.check()?;
            let mut frame = frame::Audio::empty();
            match filters::take(&mut self.graph, &mut frame) {
                Ok(_) if frame.samples() > 0 && frame.planes() >= 2 => {
                    let channels = [
                        frame.plane::<f32>(0).to_vec(),
                        frame.plane::<f32>(1).to_vec(),
                    ];
                    let block = Block {
                        start: self.taken,
                        channels,
                    };
                    self.taken += block.samples() as i64;
                    return Ok(Some(block));
                }
                Ok(_) => {}
                Err(ffmpeg::Error::Eof) => self.is_at_end = true,
                Err(error) if library::is_again(error) => self.feed(watch)?,
                Err(error) => return Err(library::unwritable(error, "sound")),
            }
        }
        Ok(None)
    }

    fn is_mono(&self) -> bool {
        self.is_mono
    }
}
