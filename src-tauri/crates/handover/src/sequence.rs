//! Shots in seconds, and what cutting, joining, fading and other levels make of them. What a
//! sequence cannot say is none: then the file that was made stands for it.

use std::rc::Rc;

use crate::media::Media;

/// A shot that is shorter, in seconds, is nothing.
const SHORTEST: f64 = 0.001;
/// How far the length of a file that was made may be from that of its shots, in seconds: its frames
/// are whole.
const ROUNDED: f64 = 0.05;

/// Shots that follow each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Sequence {
    /// The shots.
    pub shots: Vec<Shot>,
    /// Over how many seconds it comes out of black.
    pub fade_in: f64,
    /// Over how many seconds it goes into black.
    pub fade_out: f64,
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Shot {
    /// The file.
    pub media: Rc<Media>,
    /// Start in the file, in seconds.
    pub start: f64,
    /// End in the file, in seconds.
    pub end: f64,
    /// Speed as a multiple of the file's.
    pub speed: f64,
    /// Gain over the file's volume, in dB.
    pub gain: f64,
    /// Whether nothing is heard of it.
    pub silent: bool,
    /// How it passes over into the next; none: it is cut.
    pub into_next: Option<Transition>,
    /// Notes about it, such as what was done to the file before.
    pub notes: Vec<String>,
}

/// How a shot passes over into the next, both being there at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transition {
    /// Its look.
    pub kind: TransitionKind,
    /// How long it is, in seconds.
    pub seconds: f64,
}

/// Look of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransitionKind {
    /// One shot becomes the other.
    Dissolve,
    /// A shot goes into black, and the next comes out of it.
    ThroughBlack,
    /// The next shot pushes its edge over the other.
    Wipe,
}

/// A part of a sequence, and what is done to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// Start in the sequence, in seconds.
    pub start: f64,
    /// End in the sequence, in seconds.
    pub end: f64,
    /// Speed as a multiple of the one before.
    pub speed: f64,
    /// Gain over the volume before, in dB.
    pub gain: f64,
    /// Whether nothing is heard of it.
    pub silent: bool,
}

impl Shot {
    /// How long it is shown, in seconds.
    pub fn seconds(&self) -> f64 {
        (self.end - self.start) / self.speed
    }
}

impl Sequence {
    /// All of a file. `notes`: what is to be known of it.
    pub fn whole(media: Rc<Media>, notes: Vec<String>) -> Self {
        let end = media.seconds;
        let shot = Shot {
            media,
            start: 0.0,
            end,
            speed: 1.0,
            gain: 0.0,
            silent: false,
            into_next: None,
            notes,
        };
        Self {
            shots: vec![shot],
            fade_in: 0.0,
            fade_out: 0.0,
        }
    }

    /// How long it is, in seconds.
    pub fn seconds(&self) -> f64 {
        let overlap = |shot: &Shot| shot.into_next.map_or(0.0, |transition| transition.seconds);
        self.shots
            .iter()
            .map(|shot| shot.seconds() - overlap(shot))
            .sum()
    }

    fn is_plain(&self) -> bool {
        self.fade_in == 0.0
            && self.fade_out == 0.0
            && self.shots.iter().all(|shot| shot.into_next.is_none())
    }

    /// Parts of it one after the other; none where it passes over or fades somewhere: a part of a
    /// transition is none.
    pub fn cut(&self, cuts: &[Cut]) -> Option<Self> {
        let near = if self.is_plain() { SHORTEST } else { ROUNDED };
        let is_all = |cut: &Cut| cut.start <= near && cut.end >= self.seconds() - near;
        if let [cut] = cuts
            && is_all(cut)
            && (cut.speed - 1.0).abs() < 1e-9
        {
            let whole = self.clone().louder(cut.gain);
            return Some(if cut.silent { whole.silent() } else { whole });
        }
        if !self.is_plain() {
            return None;
        }
        let mut shots = Vec::new();
        for cut in cuts {
            let mut begins = 0.0;
            for shot in &self.shots {
                let (from, to) = (cut.start.max(begins), cut.end.min(begins + shot.seconds()));
                let place = |seconds: f64| shot.start + (seconds - begins) * shot.speed;
                if to - from > SHORTEST {
                    shots.push(Shot {
                        start: place(from),
                        end: place(to),
                        speed: shot.speed * cut.speed,
                        gain: shot.gain + cut.gain,
                        silent: shot.silent || cut.silent,
                        ..shot.clone()
                    });
                }
                begins += shot.seconds();
            }
        }
        (!shots.is_empty()).then_some(Self {
            shots,
            fade_in: 0.0,
            fade_out: 0.0,
        })
    }

    /// Sequences one after the other; none where one of them fades within the whole.
    pub fn join(parts: Vec<Self>, transition: Option<Transition>) -> Option<Self> {
        let last = parts.len().checked_sub(1)?;
        let (fade_in, fade_out) = (parts[0].fade_in, parts[last].fade_out);
        let mut shots: Vec<Shot> = Vec::new();
        for (place, part) in parts.into_iter().enumerate() {
            let fades_within =
                (place > 0 && part.fade_in > 0.0) || (place < last && part.fade_out > 0.0);
            if fades_within {
                return None;
            }
            if let Some(before) = shots.last_mut() {
                before.into_next = transition;
            }
            shots.extend(part.shots);
        }
        Some(Self {
            shots,
            fade_in,
            fade_out,
        })
    }

    /// The same so many dB louder.
    #[must_use]
    pub fn louder(mut self, decibels: f64) -> Self {
        for shot in &mut self.shots {
            shot.gain += decibels;
        }
        self
    }

    /// The same without sound.
    #[must_use]
    pub fn silent(mut self) -> Self {
        for shot in &mut self.shots {
            shot.silent = true;
        }
        self
    }

    /// The same out of black and into it over so many seconds; none where it fades already.
    pub fn faded(mut self, fade_in: f64, fade_out: f64) -> Option<Self> {
        if (fade_in > 0.0 && self.fade_in > 0.0) || (fade_out > 0.0 && self.fade_out > 0.0) {
            return None;
        }
        self.fade_in = self.fade_in.max(fade_in);
        self.fade_out = self.fade_out.max(fade_out);
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cut, media};

    fn film(name: &str) -> Sequence {
        Sequence::whole(Rc::new(media(name, 25.0, 10.0)), Vec::new())
    }

    fn ranges(sequence: &Sequence) -> Vec<(f64, f64)> {
        let round = |seconds: f64| (seconds * 1000.0).round() / 1000.0;
        let shots = sequence.shots.iter();
        shots
            .map(|shot| (round(shot.start), round(shot.end)))
            .collect()
    }

    #[test]
    fn a_cut_of_a_cut_is_a_cut_of_the_file() {
        let once = film("a.mp4").cut(&[cut(1.0, 3.0), cut(5.0, 8.0)]).unwrap();
        assert!((once.seconds() - 5.0).abs() < 1e-9);
        let twice = once.cut(&[cut(1.5, 3.0)]).unwrap();
        assert_eq!(ranges(&twice), [(2.5, 3.0), (5.0, 6.0)]);
        let faster = Cut {
            speed: 2.0,
            ..cut(0.0, 1.5)
        };
        let faster = twice.cut(&[faster]).unwrap();
        assert!((faster.seconds() - 0.75).abs() < 1e-9);
        let rest = faster.cut(&[cut(0.5, 0.75)]).unwrap();
        assert_eq!(ranges(&rest), [(5.5, 6.0)]);
        assert_eq!(film("a.mp4").cut(&[cut(20.0, 30.0)]), None);
    }

    #[test]
    fn what_is_joined_overlaps_in_transitions_and_is_not_cut_through_them() {
        let dissolve = Transition {
            kind: TransitionKind::Dissolve,
            seconds: 1.0,
        };
        let joined = Sequence::join(vec![film("a.mp4"), film("b.mp4")], Some(dissolve)).unwrap();
        assert!((joined.seconds() - 19.0).abs() < 1e-9);
        assert_eq!(joined.cut(&[cut(2.0, 4.0)]), None);
        assert_eq!(joined.cut(&[cut(0.0, 19.0)]), Some(joined.clone()));
        let faded = film("c.mp4").faded(1.0, 0.5).unwrap();
        assert_eq!(faded.clone().faded(1.0, 0.0), None);
        assert_eq!(
            Sequence::join(vec![faded.clone(), film("a.mp4")], None),
            None
        );
        let ends = film("a.mp4").faded(0.0, 2.0).unwrap();
        let whole = Sequence::join(vec![joined, ends], None).unwrap();
        assert_eq!((whole.fade_in, whole.fade_out), (0.0, 2.0));
        assert_eq!(whole.shots.len(), 3);
        let louder = whole.louder(3.0).louder(-6.0).silent();
        assert!(
            louder
                .shots
                .iter()
                .all(|shot| shot.silent && (shot.gain + 3.0).abs() < 1e-9)
        );
    }
}
