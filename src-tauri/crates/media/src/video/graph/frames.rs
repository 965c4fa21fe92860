//! Frames after a graph.

use ffmpeg_next as ffmpeg;
use ffmpeg_next::filter;
use ffmpeg_next::format::Pixel;
use ffmpeg_next::util::frame;

use super::{add, end, failed, requests, sink_base};
use crate::MediaError;
use crate::video::frames::{ColorMatrix, Frame, FrameFormat, FrameSource};
use crate::video::{Watch, filters, library};

/// End of every graph of frames, which makes them what encoders take.
const ENCODABLE: &str = "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0:exact=1,setsar=1,format=yuv420p";
/// The same of frames whose alpha channel stays.
const CLEAR: &str = "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0:exact=1,setsar=1,format=yuva444p";

/// Frames after a graph of filters.
pub struct GraphFrames<'a> {
    sources: Vec<Feed<'a>>,
    graph: filter::Graph,
    format: FrameFormat,
    seconds: f64,
    /// The newest frame and its time: for how long it is shown tells the next one.
    held: Option<(frame::Video, i64)>,
    /// How long the frame before was shown, in ticks.
    shown: i64,
    /// By how many ticks frames are late, because their filters gave one time twice: where `tpad`
    /// repeats the last frame, libavfilter 8 does.
    late: i64,
    is_at_end: bool,
}

/// A source of frames on its way into a graph.
struct Feed<'a> {
    source: Box<dyn FrameSource + 'a>,
    /// The frame that was read to see its form, until it is fed.
    first: Option<Frame>,
    /// Seconds of it that were fed; none at its end.
    fed: Option<f64>,
}

impl<'a> GraphFrames<'a> {
    /// Opens `graph` over `sources`. `rate`: frames a second of the result, as a fraction; of the
    /// first source where none is given. `seconds`: about how long the result is, for progress.
    ///
    /// # Errors
    /// A graph that libav does not take, or what reading the first frames says.
    pub fn open(
        sources: Vec<Box<dyn FrameSource + 'a>>,
        graph: &str,
        rate: Option<(i32, i32)>,
        seconds: f64,
        watch: &Watch,
    ) -> Result<Self, MediaError> {
        Self::open_as_made(
            sources,
            &format!("{graph},{ENCODABLE}"),
            rate,
            seconds,
            watch,
        )
    }

    /// The same, its alpha channel kept: for sources that stay clear.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_clear(
        sources: Vec<Box<dyn FrameSource + 'a>>,
        graph: &str,
        rate: Option<(i32, i32)>,
        seconds: f64,
        watch: &Watch,
    ) -> Result<Self, MediaError> {
        Self::open_as_made(sources, &format!("{graph},{CLEAR}"), rate, seconds, watch)
    }

    /// The same with frames in whatever form the graph makes them.
    pub(in crate::video) fn open_as_made(
        sources: Vec<Box<dyn FrameSource + 'a>>,
        graph: &str,
        rate: Option<(i32, i32)>,
        seconds: f64,
        watch: &Watch,
    ) -> Result<Self, MediaError> {
        library::start();
        let mut feeds = Vec::with_capacity(sources.len());
        for mut source in sources {
            let first = source.next_frame(watch)?;
            feeds.push(Feed {
                source,
                first,
                fed: Some(0.0),
            });
        }
        let own = feeds.first().map(|feed| feed.source.format());
        let own = own.ok_or_else(|| failed(ffmpeg::Error::InvalidData))?;
        let arguments: Vec<String> = feeds.iter().map(Feed::arguments).collect();
        let graph = filters::joined("buffer", &arguments, graph).map_err(failed)?;
        let mut opened = Self {
            sources: feeds,
            graph,
            format: FrameFormat {
                rate: rate.unwrap_or(own.rate),
                color: own.color,
                ..own
            },
            seconds,
            held: None,
            shown: 1,
            late: 0,
            is_at_end: false,
        };
        opened.held = opened.pull(watch)?;
        let Some((image, _)) = &opened.held else {
            return Ok(opened);
        };
        let base = sink_base(&mut opened.graph)?;
        opened.format = FrameFormat {
            width: image.width(),
            height: image.height(),
            time_base: (base.numerator(), base.denominator()),
            color: color_of(&own, image.height()),
            ..opened.format
        };
        let nominal = f64::from(opened.format.rate.1) / f64::from(opened.format.rate.0.max(1));
        opened.shown = (nominal / f64::from(base)).round().max(1.0) as i64;
        Ok(opened)
    }

    /// The next frame that the graph gives, with its time in the graph's ticks; none at its end.
    fn pull(&mut self, watch: &Watch) -> Result<Option<(frame::Video, i64)>, MediaError> {
        while !self.is_at_end {
            watch.check()?;
            let mut image = frame::Video::empty();
            match filters::take(&mut self.graph, &mut image) {
                Ok(_) => {
                    let time = image.pts().unwrap_or(0);
                    return Ok(Some((image, time)));
                }
                Err(ffmpeg::Error::Eof) => self.is_at_end = true,
                Err(error) if library::is_again(error) => self.feed(watch)?,
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(None)
    }

    /// Feeds the source that the graph waits for.
    fn feed(&mut self, watch: &Watch) -> Result<(), MediaError> {
        let mut waits = Vec::new();
        for (number, feed) in self.sources.iter().enumerate() {
            if let Some(fed) = feed.fed {
                let asked = requests(&mut self.graph, number)?;
                waits.push((number, asked, fed));
            }
        }
        // Of those asked equally often the one that is behind.
        let next = waits
            .into_iter()
            .max_by(|a, b| a.1.cmp(&b.1).then(b.2.total_cmp(&a.2)));
        let Some((number, ..)) = next else {
            self.is_at_end = true;
            return Ok(());
        };
        let feed = &mut self.sources[number];
        let Some(frame) = feed.next(watch)? else {
            feed.fed = None;
            return end(&mut self.graph, number);
        };
        feed.fed = Some(feed.source.format().seconds(frame.time + frame.duration));
        let mut image = frame.image;
        image.set_pts(Some(frame.time));
        add(&mut self.graph, number, &image)
    }
}

impl Feed<'_> {
    fn next(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        match self.first.take() {
            Some(first) => Ok(Some(first)),
            None => self.source.next_frame(watch),
        }
    }

    /// Returns the description of it that libav's `buffer` needs.
    fn arguments(&self) -> String {
        let FrameFormat {
            width,
            height,
            rate,
            time_base: (numerator, denominator),
            ..
        } = self.source.format();
        let first = self.first.as_ref().map(|frame| &frame.image);
        let pixels = first.map_or(Pixel::YUV420P, frame::Video::format);
        let pixels = pixels.descriptor().map_or("yuv420p", |known| known.name());
        let (frames, seconds) = rate;
        format!(
            "video_size={width}x{height}:pix_fmt={pixels}:time_base={numerator}/{denominator}:\
             frame_rate={frames}/{seconds}:pixel_aspect=1/1"
        )
    }
}

impl FrameSource for GraphFrames<'_> {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.seconds
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let Some((image, time)) = self.held.take() else {
            return Ok(None);
        };
        self.held = self.pull(watch)?;
        if let Some((_, later)) = &mut self.held {
            *later += self.late;
            if *later <= time {
                self.late += time + self.shown - *later;
                *later = time + self.shown;
            }
            self.shown = *later - time;
        }
        Ok(Some(Frame {
            image,
            time,
            duration: self.shown,
        }))
    }
}

/// The colours of frames that had those of `own` and are `height` high now: what players guess by
/// size is written down where the size changed.
fn color_of(own: &FrameFormat, height: u32) -> ColorMatrix {
    match own.color {
        ColorMatrix::Unknown if height == own.height => ColorMatrix::Unknown,
        ColorMatrix::Unknown if own.height >= 720 => ColorMatrix::Bt709,
        ColorMatrix::Unknown => ColorMatrix::Bt601,
        known => known,
    }
}
