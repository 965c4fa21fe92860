//! Frames and audio that pass through libav's own filters on their way.

use std::path::Path;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::ChannelLayout;
use ffmpeg_next::filter;
use ffmpeg_next::format::{Sample, sample};
use ffmpeg_next::util::frame;

use super::audio_reader::{AudioSource, Block, SAMPLE_RATE};
use super::frames::{ColorMatrix, Frame, FrameFormat, FrameSource};
use super::{Watch, filters, library};
use crate::MediaError;

/// An image that fills its frame to within so many pixels is stretched by them: a line of black
/// would catch the eye more.
const UNSEEN: u32 = 2;
/// One `atempo` filter drops samples beyond this factor, so that several share the work.
const FASTEST_STEP: f64 = 2.0;
/// And is not defined below this one.
const SLOWEST_STEP: f64 = 0.5;

/// A video's frames after filters that answer each with one at the same time.
pub struct FilteredFrames<S> {
    source: S,
    format: FrameFormat,
    graph: filter::Graph,
}

impl<S: FrameSource> FilteredFrames<S> {
    fn new(source: S, format: FrameFormat, chain: &str) -> Result<Self, MediaError> {
        library::start();
        let FrameFormat {
            width,
            height,
            time_base: (numerator, denominator),
            ..
        } = source.format();
        let arguments = format!(
            "video_size={width}x{height}:pix_fmt=yuv420p:time_base={numerator}/{denominator}:pixel_aspect=1/1"
        );
        let graph = filters::graph("buffer", &arguments, chain)
            .map_err(|error| library::unwritable(error, "film"))?;
        Ok(Self {
            source,
            format,
            graph,
        })
    }

    /// Every image in the middle of a frame of the size and colours of `like`: scaled until it
    /// fills one direction, its shape kept, with black beside it.
    pub fn framed(source: S, like: &FrameFormat) -> Result<Self, MediaError> {
        let own = source.format();
        let (width, height) = (like.width, like.height);
        let scale = (f64::from(width) / f64::from(own.width))
            .min(f64::from(height) / f64::from(own.height));
        let fitted = |side: u32, whole: u32| {
            let fitted = ((f64::from(side) * scale / 2.0).round() as u32 * 2).clamp(2, whole);
            if whole - fitted <= UNSEEN {
                whole
            } else {
                fitted
            }
        };
        let (across, down) = (fitted(own.width, width), fitted(own.height, height));
        let (from, to) = (matrix(&own), matrix(like));
        let mut chain = Vec::new();
        if (across, down) != (own.width, own.height) || from != to {
            chain.push(format!(
                "scale={across}:{down}:flags=bicubic+accurate_rnd:in_color_matrix={from}:out_color_matrix={to}:in_range=tv:out_range=tv"
            ));
        }
        if (across, down) != (width, height) {
            // Even places, so that colours stay where they belong.
            let (left, top) = ((width - across) / 4 * 2, (height - down) / 4 * 2);
            chain.push(format!("pad={width}:{height}:{left}:{top}:black"));
        }
        chain.push("setsar=1,format=yuv420p".to_owned());
        Self::new(
            source,
            FrameFormat {
                width,
                height,
                color: like.color,
                ..own
            },
            &chain.join(","),
        )
    }

    /// Every frame with the subtitles of a file in the format of Advanced `SubStation` Alpha drawn
    /// on it, with the fonts of this computer and those in the folder `fonts`. [`draws_subtitles`]
    /// says whether that can be.
    pub fn subtitled(source: S, subtitles: &Path, fonts: &Path) -> Result<Self, MediaError> {
        let (subtitles, fonts) = (
            library::text(subtitles, "film")?,
            library::text(fonts, "film")?,
        );
        let (subtitles, fonts) = (filters::escaped(subtitles), filters::escaped(fonts));
        let format = source.format();
        Self::new(
            source,
            format,
            &format!("ass=filename={subtitles}:fontsdir={fonts},format=yuv420p"),
        )
    }
}

/// Whether libav came with libass, which draws subtitles in every script.
pub fn draws_subtitles() -> bool {
    library::start();
    filter::find("ass").is_some()
}

/// The matrix of a video's colours by the name that the filters know; where the video does not say,
/// what players guess.
fn matrix(format: &FrameFormat) -> &'static str {
    match format.color {
        ColorMatrix::Bt709 => "bt709",
        ColorMatrix::Unknown if format.height >= 720 => "bt709",
        ColorMatrix::Bt601 | ColorMatrix::Unknown => "bt601",
    }
}

impl<S: FrameSource> FrameSource for FilteredFrames<S> {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.source.expected_seconds()
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let Some(Frame {
            mut image,
            time,
            duration,
        }) = self.source.next_frame(watch)?
        else {
            return Ok(None);
        };
        image.set_pts(Some(time));
        let mut filtered = frame::Video::empty();
        filters::feed(&mut self.graph, &image)
            .and_then(|()| filters::take(&mut self.graph, &mut filtered))
            .map_err(|error| library::unwritable(error, "film"))?;
        Ok(Some(Frame {
            image: filtered,
            time,
            duration,
        }))
    }
}

/// Audio after filters that may change its length.
pub struct FilteredAudio<S> {
    source: S,
    graph: filter::Graph,
    /// Samples given in and taken out.
    fed: i64,
    taken: i64,
    ended: bool,
}

impl<S: AudioSource> FilteredAudio<S> {
    fn new(source: S, chain: &str) -> Result<Self, MediaError> {
        library::start();
        let arguments = format!(
            "time_base=1/{SAMPLE_RATE}:sample_rate={SAMPLE_RATE}:sample_fmt=fltp:channel_layout=stereo"
        );
        let chain = format!(
            "{chain},aformat=sample_fmts=fltp:sample_rates={SAMPLE_RATE}:channel_layouts=stereo"
        );
        let graph = filters::graph("abuffer", &arguments, &chain)
            .map_err(|error| library::unwritable(error, "sound"))?;
        Ok(Self {
            source,
            graph,
            fed: 0,
            taken: 0,
            ended: false,
        })
    }

    /// The audio played `factor` times as fast (0.05 to 20) at its own pitch.
    pub fn at_tempo(source: S, factor: f64) -> Result<Self, MediaError> {
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
        Self::new(source, &steps.join(","))
    }

    /// The audio held under `ceiling` (of 1, the full scale) without distortion, 5 ms later: the
    /// gain falls before a peak comes and recovers after it.
    pub fn limited(source: S, ceiling: f64) -> Result<Self, MediaError> {
        Self::new(
            source,
            &format!("alimiter=limit={ceiling:.4}:level=false:attack=5:release=80"),
        )
    }

    fn feed(&mut self, block: &Block) -> Result<(), ffmpeg::Error> {
        let mut frame = frame::Audio::new(
            Sample::F32(sample::Type::Planar),
            block.samples(),
            ChannelLayout::STEREO,
        );
        frame.set_rate(SAMPLE_RATE);
        frame.set_pts(Some(self.fed));
        for (channel, samples) in block.channels.iter().enumerate() {
            frame.plane_mut::<f32>(channel).copy_from_slice(samples);
        }
        self.fed += block.samples() as i64;
        filters::feed(&mut self.graph, &frame)
    }

    /// What the filters have ready; none where they want more or are at their end.
    fn take(&mut self) -> Result<Option<Block>, ffmpeg::Error> {
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
                Ok(Some(block))
            }
            Ok(_) | Err(ffmpeg::Error::Eof) => Ok(None),
            Err(error) if library::is_again(error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl<S: AudioSource> AudioSource for FilteredAudio<S> {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        let failed = |error| library::unwritable(error, "sound");
        loop {
            if let Some(block) = self.take().map_err(failed)? {
                return Ok(Some(block));
            }
            if self.ended {
                return Ok(None);
            }
            if let Some(block) = self.source.next_block(watch)? {
                self.feed(&block).map_err(failed)?;
            } else {
                self.ended = true;
                let mut context = self
                    .graph
                    .get("in")
                    .ok_or_else(|| failed(ffmpeg::Error::Bug))?;
                context.source().flush().map_err(failed)?;
            }
        }
    }
}
