//! Changes to a video's audio ([`Volume`]): other channels, then louder or softer, then silence or
//! a tone. Its frames stay untouched.

use patchbay_domain::{EditList, MediaFile};
use patchbay_media::MediaError;
use patchbay_media::audio::streamed_loudness;
use patchbay_media::video::{
    AudioReader, AudioSource, AudioTrack, CutAudio, GraphAudio, Replacement, SegmentedGain, Span,
    Watch,
};
use patchbay_tool_api::filtering::Filters;
use patchbay_tool_api::watching::watched;
use patchbay_values::effects::Channels;
use patchbay_values::times::Part;

use super::listened::filters_for;
use crate::{Context, Inputs, ToolError, VideoStreams};

/// Ceiling of peaks without a limiter, in dB of full scale.
const TRUE_PEAK: f64 = -1.0;
/// Maximum number of times that audio is measured until it has its loudness: a limiter takes a part
/// of it.
const PASSES: usize = 4;
/// A loudness is reached within so many LU.
const NEAR: f64 = 0.2;
/// Factor by which what a limiter took is asked for again, and the maximum of that in dB.
const AGAIN: (f64, f64) = (1.5, 6.0);

/// Share of the work that measuring is, where a loudness is to be reached.
const MEASURING: f64 = 0.6;

/// Does to a video's audio what the values say; `unsaid` is told where they say nothing.
pub(crate) fn changed(
    video: VideoStreams,
    inputs: &Inputs,
    unsaid: &str,
    context: &Context,
    watch: &Watch,
) -> Result<VideoStreams, ToolError> {
    let Some(mut volume) = Volume::of(inputs, video.seconds())? else {
        return Err(ToolError::Refused(unsaid.to_owned()));
    };
    if !video.has_audio() {
        return Err(ToolError::Refused(format!(
            "“{}” has no sound, so there is nothing to change in it.",
            video.name()
        )));
    }
    let whole = EditList::cut(video.name(), [(0.0, video.seconds())]);
    if volume.is_silence() {
        context
            .progress
            .record(whole.each(|part| part.silent = true));
        let silent = Filters {
            is_silent: true,
            ..Filters::default()
        };
        return Ok(video.filtered(&silent, watch)?);
    }
    let becomes_one = volume.channels == Some(Channels::Mono);
    volume.filters = filters_for(video.file(), (becomes_one, volume.levels), inputs, context)?;
    let measuring = volume.loudness.map_or(0.0, |_| MEASURING);
    let gains = volume.gains(video.file(), measuring, context)?;
    let mut gains = gains.into_iter();
    let changed = video.with_audio(|track| {
        let (label, source) = track.into_parts();
        let source = volume.on(source, gains.next().unwrap_or(volume.gain))?;
        Ok(AudioTrack::new(label, source))
    })?;
    if volume.is_level() {
        context
            .progress
            .record(whole.each(|part| part.gain = volume.gain));
    }
    Ok(changed.measured(measuring))
}

/// Whether the values ask for a loudness, which has to be measured.
pub(crate) fn measures(inputs: &Inputs) -> bool {
    inputs.value("loudness").is_some()
}

/// Word of results' names for what the values ask for.
pub(crate) fn purpose(inputs: &Inputs) -> String {
    let volume = Volume::of(inputs, f64::MAX).ok().flatten();
    volume
        .map_or("channels", |volume| volume.purpose())
        .to_owned()
}

/// Changes to audio.
#[derive(Debug, Clone, PartialEq)]
struct Volume {
    mute: Option<Replacement>,
    gain: f64,
    loudness: Option<f64>,
    channels: Option<Channels>,
    /// Whether soft voices are lifted.
    levels: bool,
    /// libav's filters before all else, as what is heard asks for them.
    filters: Vec<String>,
    /// The parts in which it is made louder, softer or silent; none: all of it.
    within: Option<Vec<Span>>,
}

impl Volume {
    /// Changes that the values ask of a video of `length` seconds; none where they ask for nothing.
    fn of(inputs: &Inputs, length: f64) -> Result<Option<Self>, ToolError> {
        let mute = inputs.value("mute").map(|value| match &*value {
            "beep" => Replacement::Tone,
            _ => Replacement::Scaled(0.0),
        });
        let ranges = inputs.time_ranges("within")?;
        let parts = ranges.map(|ranges| ranges.kept(length, "video"));
        let parts = parts
            .transpose()
            .map_err(|error| ToolError::Refused(error.to_string()))?;
        let span = |part: Part| Span {
            start: part.start,
            end: part.end,
        };
        let channels = (
            "way of the channels",
            "mono, stereo, left, right or swapped",
        );
        let volume = Self {
            mute,
            gain: inputs.number("gain")?.unwrap_or(0.0),
            loudness: inputs.number("loudness")?,
            channels: inputs.value_as("channels", channels, Channels::read)?,
            levels: inputs.value("lift").is_some(),
            filters: Vec::new(),
            within: parts.map(|parts| parts.into_iter().map(span).collect()),
        };
        let is_something = volume.mute.is_some()
            || volume.gain != 0.0
            || volume.loudness.is_some()
            || volume.channels.is_some()
            || volume.levels;
        Ok(is_something.then_some(volume))
    }

    /// Whether nothing is to be heard at all.
    fn is_silence(&self) -> bool {
        self.mute == Some(Replacement::Scaled(0.0)) && self.within.is_none()
    }

    /// Whether all of it is made louder or softer and nothing else is done to it.
    fn is_level(&self) -> bool {
        self.mute.is_none()
            && self.loudness.is_none()
            && self.channels.is_none()
            && !self.levels
            && self.within.is_none()
    }

    /// Word of the result's name.
    fn purpose(&self) -> &'static str {
        match self {
            Self {
                mute: Some(Replacement::Tone),
                ..
            } => "bleeped",
            Self { mute: Some(_), .. } => "muted",
            Self {
                loudness: Some(_), ..
            } => "normalised",
            Self { levels: true, .. } => "levelled",
            Self { gain, .. } if *gain > 0.0 => "louder",
            Self { gain, .. } if *gain < 0.0 => "quieter",
            _ => "channels",
        }
    }

    /// Gain of each audio track of a video in dB, where that has to be measured.
    fn gains(
        &self,
        video: &MediaFile,
        measuring: f64,
        context: &Context,
    ) -> Result<Vec<f64>, ToolError> {
        if self.loudness.is_none() {
            return Ok(Vec::new());
        }
        let count = AudioReader::open_all(&video.path, &video.name)?.len();
        let at = |number: usize| measuring * number as f64 / count as f64;
        let gain = |number: usize| {
            let open = || AudioReader::open_track(&video.path, &video.name, number);
            let decibels = self.decibels(&open, context, (at(number), at(number + 1)))?;
            if decibels.is_none() && number == 0 {
                let why =
                    "The sound is silent or shorter than 0.4 s, so its loudness cannot be set.";
                return Err(ToolError::Refused(why.to_owned()));
            }
            Ok(decibels.unwrap_or(0.0))
        };
        (0..count).map(gain).collect()
    }

    /// Gain of audio that `open` opens, in dB. Where a loudness is to be reached it is measured,
    /// while progress is shown in `share` of 0 to 1; none where it is silent.
    fn decibels(
        &self,
        open: &dyn Fn() -> Result<AudioReader, MediaError>,
        context: &Context,
        share: (f64, f64),
    ) -> Result<Option<f64>, ToolError> {
        match self.loudness {
            Some(target) => self.reaching(target, open, context, share),
            None => Ok(Some(self.gain)),
        }
    }

    /// Audio after all that is done to it, so many dB louder.
    fn on(
        &self,
        source: impl AudioSource + 'static,
        decibels: f64,
    ) -> Result<Box<dyn AudioSource>, MediaError> {
        let louder = self.amplified(source, decibels)?;
        let Some(mute) = self.mute else {
            return Ok(louder);
        };
        Ok(Box::new(SegmentedGain::new(louder, &self.spans(), mute)))
    }

    fn spans(&self) -> Vec<Span> {
        self.within.clone().unwrap_or_else(|| {
            vec![Span {
                start: 0.0,
                end: f64::MAX,
            }]
        })
    }

    /// Audio so many dB louder, after its channels were changed; a limiter holds what is louder
    /// than before.
    fn amplified(
        &self,
        source: impl AudioSource + 'static,
        decibels: f64,
    ) -> Result<Box<dyn AudioSource>, MediaError> {
        let graph = match self.channels {
            Some(Channels::Left) => Some("pan=stereo|c0=c0|c1=c0"),
            Some(Channels::Right) => Some("pan=stereo|c0=c1|c1=c1"),
            Some(Channels::Swapped) => Some("pan=stereo|c0=c1|c1=c0"),
            Some(Channels::Mono) => Some("pan=stereo|c0=0.5*c0+0.5*c1|c1=0.5*c0+0.5*c1"),
            Some(Channels::Stereo) => Some("pan=stereo|c0=c0|c1=c1"),
            None => None,
        };
        let graph: Vec<&str> = self
            .filters
            .iter()
            .map(String::as_str)
            .chain(graph)
            .collect();
        let source: Box<dyn AudioSource> = if graph.is_empty() {
            Box::new(source)
        } else {
            Box::new(GraphAudio::open(vec![Box::new(source)], &graph.join(","))?)
        };
        if decibels == 0.0 {
            return Ok(source);
        }
        let factor = 10.0_f64.powf(decibels / 20.0) as f32;
        let scaled = SegmentedGain::new(source, &self.spans(), Replacement::Scaled(factor));
        Ok(if decibels > 0.0 {
            Box::new(GraphAudio::held(scaled)?)
        } else {
            Box::new(scaled)
        })
    }

    /// Gain in dB with which audio reaches a loudness in LUFS; none where it is silent or too short
    /// to be measured.
    fn reaching(
        &self,
        target: f64,
        open: &dyn Fn() -> Result<AudioReader, MediaError>,
        context: &Context,
        (from, to): (f64, f64),
    ) -> Result<Option<f64>, ToolError> {
        let mut decibels = 0.0;
        for pass in 0..PASSES {
            let at = |pass: usize| from + (to - from) * pass as f64 / PASSES as f64;
            let now = watched(context, (at(pass), at(pass + 1)), |watch| {
                let reader = open()?;
                let length = reader.seconds();
                let source = self.amplified(reader, decibels)?;
                let source: Box<dyn AudioSource> = match &self.within {
                    Some(spans) => Box::new(CutAudio::new(source, spans)),
                    None => source,
                };
                streamed_loudness(source, length, pass == 0, watch)
            })?;
            let missing = target - now.integrated;
            if !missing.is_finite() {
                return Ok(None);
            }
            if pass == 0 {
                decibels = missing;
                if missing <= 0.0 || now.true_peak + missing <= TRUE_PEAK {
                    break;
                }
            } else if missing.abs() < NEAR {
                break;
            } else {
                decibels += (AGAIN.0 * missing).clamp(-AGAIN.1, AGAIN.1);
            }
        }
        Ok(Some(decibels))
    }
}
