//! Parts of a video, each at its speed.

use patchbay_domain::{EditPart, MediaFile};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioTrack, Blended, FrameSource, GraphAudio, Ramp, RampedAudio, Retimed, Span,
};
use patchbay_values::speeds::Pace;

use crate::video::shared::parts;

/// A part of a video at one speed, or at one that is gradually reached.
pub(super) struct Stretch {
    span: Span,
    pace: Pace,
    /// The speed at its end, where that is another than at its start.
    end: Option<f64>,
}

impl Stretch {
    /// All of a video of about `length` seconds.
    pub(super) fn whole(pace: Pace, length: f64) -> Self {
        // Headers may be off a little.
        let span = Span {
            start: 0.0,
            end: length + 1.0,
        };
        Self {
            span,
            pace,
            end: None,
        }
    }

    /// Change of its speed, where it has one.
    fn ramp(&self) -> Option<Ramp> {
        Some(Ramp {
            from: self.pace.factor,
            to: self.end?,
            seconds: self.span.end - self.span.start,
        })
    }

    /// Its frames, `rate` a second.
    pub(super) fn frames(
        &self,
        video: &MediaFile,
        rate: (i32, i32),
        is_blended: bool,
    ) -> Result<Box<dyn FrameSource>, MediaError> {
        let frames = parts::frames(video, &[self.span])?;
        let factor = self.pace.factor;
        Ok(match self.ramp() {
            Some(ramp) => Box::new(Retimed::ramped(frames, ramp, rate)),
            None if is_blended && (factor - 1.0).abs() > 1e-9 => {
                Box::new(Blended::new(frames, factor, rate))
            }
            None => Box::new(Retimed::new(frames, factor, rate)),
        })
    }

    /// Part as steps record it, of a video of `length` seconds.
    pub(super) fn told(&self, video: &MediaFile, length: f64) -> EditPart {
        EditPart {
            source: video.name.clone(),
            start: self.span.start,
            end: self.span.end.min(length),
            speed: self.pace.factor,
            gain: 0.0,
            silent: self.pace.silent,
        }
    }

    /// Its audio tracks; none where they are left out.
    pub(super) fn audio(&self, video: &MediaFile) -> Result<Vec<AudioTrack<'static>>, MediaError> {
        if self.pace.silent {
            return Ok(Vec::new());
        }
        if let Some(ramp) = self.ramp() {
            let tracks = parts::audio(video, &[self.span])?.into_iter();
            let tracks =
                tracks.map(|(label, audio)| AudioTrack::new(label, RampedAudio::new(audio, ramp)));
            return Ok(tracks.collect());
        }
        if (self.pace.factor - 1.0).abs() < 1e-9 {
            return parts::audio_tracks(video, &[self.span]);
        }
        let tracks = parts::audio(video, &[self.span])?.into_iter();
        let tracks = tracks.map(|(label, audio)| {
            let audio = GraphAudio::at_tempo(audio, self.pace.factor)?;
            Ok(AudioTrack::new(label, audio))
        });
        tracks.collect()
    }
}

/// A video of `length` seconds in stretches: the spans at their pace, or up to the speed that each
/// has at its end, and as it was what lies between them.
pub(super) fn stretches(
    spans: &[Span],
    (pace, end): (Pace, Option<f64>),
    length: f64,
) -> Vec<Stretch> {
    const SHORTEST: f64 = 0.02;
    let ordinary = Pace {
        factor: 1.0,
        silent: false,
    };
    let (mut all, mut reached) = (Vec::new(), 0.0);
    for span in spans {
        all.push(Stretch {
            span: Span {
                start: reached,
                end: span.start,
            },
            pace: ordinary,
            end: None,
        });
        all.push(Stretch {
            span: *span,
            pace,
            end,
        });
        reached = span.end;
    }
    all.push(Stretch {
        span: Span {
            start: reached,
            end: length,
        },
        pace: ordinary,
        end: None,
    });
    all.retain(|stretch| stretch.span.end - stretch.span.start >= SHORTEST);
    all
}
