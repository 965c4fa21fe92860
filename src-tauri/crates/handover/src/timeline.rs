//! A sequence in whole frames.

use std::rc::Rc;

use crate::media::Media;
use crate::rate::Rate;
use crate::sequence::{Sequence, TransitionKind};

/// An edit in whole frames.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// Name for people.
    pub name: String,
    /// Frames a second.
    pub rate: Rate,
    /// Its clips, one after the other; where one passes over into the next both are there.
    pub clips: Vec<Clip>,
    /// Over how many frames it comes out of black.
    pub fade_in: i64,
    /// Over how many frames it goes into black.
    pub fade_out: i64,
}

/// A part of a file on a timeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// The file.
    pub media: Rc<Media>,
    /// Its first frame, in the file's frames from the file's start.
    pub source_start: i64,
    /// Number of the file's frames that it shows.
    pub source_frames: i64,
    /// Number of the timeline's frames for which it is there, including transitions.
    pub frames: i64,
    /// Speed as a multiple of the file's.
    pub speed: f64,
    /// Gain over the file's volume, in dB.
    pub gain: f64,
    /// Whether nothing is heard of it.
    pub silent: bool,
    /// Transition into the next: its look and its length in frames of the timeline.
    pub into_next: Option<(TransitionKind, i64)>,
    /// Notes about it.
    pub notes: Vec<String>,
}

/// A clip as programs show it that put a transition over a cut: half of the transition lies before
/// and half of it behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// Its first frame on the timeline.
    pub at: i64,
    /// Length in frames of the timeline.
    pub frames: i64,
    /// Its first frame, in the file's frames from the file's start.
    pub source_start: i64,
    /// Number of the file's frames that it shows.
    pub source_frames: i64,
    /// Transition into the next: its look, and the numbers of its frames that lie before and behind
    /// the end of this clip.
    pub into_next: Option<(TransitionKind, i64, i64)>,
}

impl Clip {
    /// Whether anything is heard of it.
    pub fn is_heard(&self) -> bool {
        self.media.audio.is_some() && !self.silent
    }

    /// Whether it plays at the speed of its file.
    pub fn is_even(&self) -> bool {
        (self.speed - 1.0).abs() < 1e-6
    }

    /// Returns its notes, with those of its values that programs may not take over.
    pub fn all_notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        if self.is_heard() && self.gain.abs() > 0.05 {
            notes.push(format!("Volume {:+.1} dB", self.gain));
        }
        if let Some((kind, _)) = self.into_next {
            match kind {
                TransitionKind::Dissolve => {}
                TransitionKind::ThroughBlack => notes.push("Transition: through black".to_owned()),
                TransitionKind::Wipe => notes.push("Transition: wipe".to_owned()),
            }
        }
        notes
    }

    /// Converts a number of the timeline's frames to frames of the file.
    fn in_source(&self, frames: i64, rate: Rate) -> i64 {
        if self.is_even() {
            return rate.in_rate(frames, self.media.rate);
        }
        let seconds = rate.seconds_of(frames) * self.speed;
        self.media.rate.frame_at(seconds)
    }
}

impl Timeline {
    /// A sequence at so many frames a second.
    pub fn of(name: &str, sequence: &Sequence, rate: Rate) -> Self {
        let mut clips: Vec<Clip> = sequence
            .shots
            .iter()
            .map(|shot| {
                let start = shot.media.rate.frame_at(shot.start);
                let end = shot.media.rate.frame_at(shot.end).max(start + 1);
                let even = (shot.speed - 1.0).abs() < 1e-6;
                let frames = if even {
                    shot.media.rate.in_rate(end - start, rate)
                } else {
                    rate.frame_at(shot.media.rate.seconds_of(end - start) / shot.speed)
                };
                let transition = shot.into_next;
                Clip {
                    media: shot.media.clone(),
                    source_start: start,
                    source_frames: end - start,
                    frames: frames.max(1),
                    speed: shot.speed,
                    gain: shot.gain,
                    silent: shot.silent,
                    into_next: transition
                        .map(|transition| (transition.kind, rate.frame_at(transition.seconds)))
                        .filter(|(_, frames)| *frames > 0),
                    notes: shot.notes.clone(),
                }
            })
            .collect();
        // Both transitions of a clip have room in it.
        for place in 1..clips.len() {
            let room = clips[place - 1].frames.min(clips[place].frames) / 2;
            if let Some((_, frames)) = &mut clips[place - 1].into_next {
                *frames = (*frames).min(room);
            }
        }
        let longest = |seconds: f64, clip: Option<&Clip>| {
            let most = clip.map_or(0, |clip| clip.frames / 2);
            rate.frame_at(seconds).min(most)
        };
        Self {
            name: name.to_owned(),
            rate,
            fade_in: longest(sequence.fade_in, clips.first()),
            fade_out: longest(sequence.fade_out, clips.last()),
            clips,
        }
    }

    /// Returns its length in frames.
    pub fn frames(&self) -> i64 {
        self.clips
            .iter()
            .map(|clip| clip.frames - clip.into_next.map_or(0, |(_, frames)| frames))
            .sum()
    }

    /// Its clips with transitions over the cuts.
    pub fn shown(&self) -> Vec<Shown> {
        let (mut at, mut head) = (0, 0);
        let mut shown = Vec::with_capacity(self.clips.len());
        for clip in &self.clips {
            let tail = clip.into_next.map_or(0, |(_, frames)| frames / 2);
            let next_head = clip.into_next.map_or(0, |(_, frames)| frames - frames / 2);
            let frames = clip.frames - head - tail;
            let skipped = clip.in_source(head, self.rate);
            shown.push(Shown {
                at,
                frames,
                source_start: clip.source_start + skipped,
                source_frames: clip.source_frames - skipped - clip.in_source(tail, self.rate),
                into_next: clip.into_next.map(|(kind, _)| (kind, next_head, tail)),
            });
            at += frames;
            head = next_head;
        }
        shown
    }

    /// The files that it names, each once, in the order in which they come.
    pub fn media(&self) -> Vec<Rc<Media>> {
        let mut all: Vec<Rc<Media>> = Vec::new();
        for clip in &self.clips {
            if !all.contains(&clip.media) {
                all.push(clip.media.clone());
            }
        }
        all
    }

    /// Pixels across and down: those of its first file that is seen; none where nothing is.
    pub fn size(&self) -> Option<(u32, u32)> {
        self.clips.iter().find_map(|clip| clip.media.size)
    }

    /// Whether anything is heard in it.
    pub fn is_heard(&self) -> bool {
        self.clips.iter().any(Clip::is_heard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cut, edit, media};

    #[test]
    fn transitions_lie_over_cuts_and_lengths_are_exact() {
        let edit = edit();
        assert_eq!(edit.frames(), 60 + 100 + 100 - 20);
        let shown = edit.shown();
        let places: Vec<_> = shown
            .iter()
            .map(|clip| (clip.at, clip.frames, clip.source_start, clip.source_frames))
            .collect();
        assert_eq!(
            places,
            [(0, 60, 100, 60), (60, 90, 300, 90), (150, 90, 60, 180),]
        );
        assert_eq!(shown[1].into_next, Some((TransitionKind::Dissolve, 10, 10)));
        assert_eq!((edit.fade_in, edit.fade_out), (0, 15));
        assert_eq!(edit.media().len(), 2);
    }

    #[test]
    fn a_file_of_another_rate_keeps_its_own_frames() {
        let film = Sequence::whole(Rc::new(media("a.mp4", 25.0, 4.0)), Vec::new());
        let film = film.cut(&[cut(1.0, 3.0)]).expect("a part");
        let timeline = Timeline::of("x", &film, Rate::whole(30));
        let clip = &timeline.clips[0];
        assert_eq!(
            (clip.source_start, clip.source_frames, clip.frames),
            (25, 50, 60)
        );
    }
}
