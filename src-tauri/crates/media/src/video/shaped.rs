//! Decoded audio in the form that an encoder wants.

use ffmpeg_next as ffmpeg;
use ffmpeg_next::util::frame;
use ffmpeg_next::{ChannelLayout, filter};

use super::audio_encoder::AudioForm;
use super::chain::Chain;
use super::{filters, library};

/// Decoded frames on their way into the form that an encoder wants.
pub(super) struct Shaped {
    form: AudioForm,
    /// Samples of each of its frames.
    size: u32,
    /// Changes made to the audio before.
    before: Chain,
    /// The filter that takes bits away.
    dither: Option<String>,
    /// The filters, with what they were made for.
    graph: Option<(filter::Graph, String)>,
}

impl Shaped {
    /// Nothing yet, for an encoder that takes so many samples in a frame.
    pub(super) fn new(form: AudioForm, size: u32) -> Self {
        Self {
            form,
            size,
            before: Chain::default(),
            dither: None,
            graph: None,
        }
    }

    /// The same after filters of libav's, and with one that takes bits away.
    pub(super) fn through(self, before: Chain, dither: Option<String>) -> Self {
        Self {
            before,
            dither,
            ..self
        }
    }

    /// Whether it was never given a frame.
    pub(super) fn is_empty(&self) -> bool {
        self.graph.is_none()
    }

    /// Gives a decoded frame to the filters, which are made anew where audio changes its form on
    /// the way; answers what they have ready.
    pub(super) fn feed(
        &mut self,
        decoded: &frame::Audio,
        base: ffmpeg::Rational,
    ) -> Result<Vec<frame::Audio>, ffmpeg::Error> {
        let layout = match decoded.channel_layout() {
            layout if layout.is_empty() => ChannelLayout::default(decoded.channels().into()),
            layout => layout,
        };
        // More channels than any layout has names for.
        let named = if layout.is_empty() {
            format!("{}C", decoded.channels())
        } else {
            format!("0x{:x}", layout.bits())
        };
        let made_for = format!(
            "time_base={}/{}:sample_rate={}:sample_fmt={}:channel_layout={named}",
            base.numerator(),
            base.denominator(),
            decoded.rate(),
            decoded.format().name(),
        );
        let mut ready = Vec::new();
        if self
            .graph
            .as_ref()
            .is_none_or(|(_, other)| *other != made_for)
        {
            ready = self.end()?;
            let graph =
                filters::graph("abuffer", &made_for, &self.chain(decoded.channels().into()))?;
            self.graph = Some((graph, made_for));
        }
        if let Some((graph, _)) = &mut self.graph {
            filters::feed(graph, decoded)?;
        }
        ready.extend(self.taken()?);
        Ok(ready)
    }

    /// Returns the frames that the filters still hold.
    pub(super) fn end(&mut self) -> Result<Vec<frame::Audio>, ffmpeg::Error> {
        if let Some((graph, _)) = &mut self.graph {
            let mut way_in = graph.get("in").ok_or(ffmpeg::Error::Bug)?;
            way_in.source().flush()?;
        }
        self.taken()
    }

    fn taken(&mut self) -> Result<Vec<frame::Audio>, ffmpeg::Error> {
        let mut ready = Vec::new();
        let Some((graph, _)) = &mut self.graph else {
            return Ok(ready);
        };
        loop {
            let mut samples = frame::Audio::empty();
            match filters::take(graph, &mut samples) {
                Ok(_) => ready.push(samples),
                Err(ffmpeg::Error::Eof) => return Ok(ready),
                Err(error) if library::is_again(error) => return Ok(ready),
                Err(error) => return Err(error),
            }
        }
    }

    /// The filters for audio of so many channels.
    fn chain(&self, channels: i32) -> String {
        let Chain {
            filters,
            channels: left,
            ..
        } = &self.before;
        let channels = left.map_or(channels, i32::from);
        let before = if filters.is_empty() {
            String::new()
        } else {
            format!("{filters},")
        };
        let dithered = self.dither.as_ref();
        let dithered = dithered.map_or_else(String::new, |filter| format!(",{filter}"));
        let AudioForm {
            rate,
            layout,
            format,
            ..
        } = self.form;
        let wanted = layout.channels();
        // The resampler would make one channel softer when it spreads it over two, and two louder
        // when it brings them into one.
        let spread = match (channels, wanted) {
            (1, 2) => "pan=stereo|c0=c0|c1=c0,",
            (2, 1) => "pan=mono|c0=0.5*c0+0.5*c1,",
            _ => "",
        };
        // As in `AudioReader`: what is spoken stays as loud, and a limiter holds what adds up.
        let (mixed, held) = if channels > wanted && channels > 2 {
            let layout = format!(":rematrix_maxval=1000:out_chlayout=0x{:x}", layout.bits());
            let limiter = format!(",{}", filters::limiter(filters::MIX_CEILING));
            (format!("{layout}:out_sample_fmt=fltp"), limiter)
        } else {
            (String::new(), String::new())
        };
        format!(
            "{before}{spread}aresample={rate}:async=1{mixed}{held}{dithered},\
             aformat=sample_fmts={}:sample_rates={rate}:channel_layouts=0x{:x},asetnsamples=n={}:p=0",
            format.name(),
            layout.bits(),
            self.size,
        )
    }
}
