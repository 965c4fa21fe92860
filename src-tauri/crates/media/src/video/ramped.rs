//! Audio whose speed changes evenly from one to another, at its own pitch.
//!
//! Pieces of the source overlap in the result (Verhelst and Roelands 1993, WSOLA): each is taken from
//! where it belongs at that moment, give or take what makes it go on best from the one before.

use super::Watch;
use super::audio_reader::{AudioSource, Block, SAMPLE_RATE};
use crate::MediaError;

/// Half a piece (20 ms): the distance between pieces in the result.
const HOP: i64 = 960;
/// A piece may lie so far from where it belongs (10 ms).
const SEARCH: i64 = 480;
/// Places are compared this far apart first, and then one by one around the best.
const COARSE: i64 = 4;

/// A speed that changes evenly over a stretch of a source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ramp {
    /// Factor of its speed at its start: how many times as fast it plays.
    pub from: f64,
    /// And at its end.
    pub to: f64,
    /// How long the stretch is at its own speed, in seconds.
    pub seconds: f64,
}

impl Ramp {
    /// One speed all along.
    pub(super) fn even(factor: f64) -> Self {
        Self {
            from: factor,
            to: factor,
            seconds: f64::INFINITY,
        }
    }

    /// By how much the speed grows in a second of the source.
    fn growth(&self) -> f64 {
        (self.to - self.from) / self.seconds
    }

    fn is_even(&self) -> bool {
        self.growth().abs() < 1e-9
    }

    /// The moment of the source, in seconds, that is there so long after the start of the result.
    pub fn moment(&self, after: f64) -> f64 {
        if self.is_even() {
            return after * self.from;
        }
        self.from / self.growth() * (self.growth() * after).exp_m1()
    }

    /// How long the stretch lasts in the result, in seconds.
    pub fn lasts(&self) -> f64 {
        if self.is_even() {
            return self.seconds / self.from;
        }
        (self.to / self.from).ln() / self.growth()
    }
}

/// Audio played with a ramp.
pub struct RampedAudio<S> {
    source: S,
    ramp: Ramp,
    /// Samples of the source that are still needed, and the first one's position.
    held: [Vec<f32>; 2],
    held_from: i64,
    is_at_end: bool,
    /// The middle of the last piece in the source, and what of it goes under the next one.
    last: Option<i64>,
    under: [Vec<f32>; 2],
    /// Number of pieces that were taken.
    pieces: i64,
}

impl<S: AudioSource> RampedAudio<S> {
    /// `source` played with `ramp`, as long as that lasts.
    pub fn new(source: S, ramp: Ramp) -> Self {
        Self {
            source,
            ramp,
            held: Default::default(),
            held_from: 0,
            is_at_end: false,
            last: None,
            under: Default::default(),
            pieces: 0,
        }
    }

    /// Reads the source up to a position, and lets go of what lies before another.
    fn hold(&mut self, (from, to): (i64, i64), watch: &Watch) -> Result<(), MediaError> {
        while !self.is_at_end && self.held_from + (self.held[0].len() as i64) < to {
            match self.source.next_block(watch)? {
                Some(block) => {
                    for (held, samples) in self.held.iter_mut().zip(block.channels) {
                        held.extend(samples);
                    }
                }
                None => self.is_at_end = true,
            }
            self.release(from);
        }
        self.release(from);
        Ok(())
    }

    fn release(&mut self, from: i64) {
        let past = (from - self.held_from).clamp(0, self.held[0].len() as i64);
        for held in &mut self.held {
            held.drain(..past as usize);
        }
        self.held_from += past;
    }

    fn sample(&self, channel: usize, position: i64) -> f32 {
        let index = usize::try_from(position - self.held_from);
        index
            .ok()
            .and_then(|index| self.held[channel].get(index).copied())
            .unwrap_or(0.0)
    }

    /// Both channels together around a middle, as every so many samples.
    fn around(&self, middle: i64) -> impl Iterator<Item = f32> {
        let places = (middle - HOP..middle + HOP).step_by(COARSE as usize);
        places.map(|place| self.sample(0, place) + self.sample(1, place))
    }

    /// The middle of the next piece: near where it belongs, as like as can be to what follows the
    /// last one.
    fn best(&self, middle: i64) -> i64 {
        let Some(last) = self.last else {
            return middle;
        };
        let wanted: Vec<f32> = self.around(last + HOP).collect();
        let likeness = |middle: i64| {
            let (mut product, mut power) = (0.0_f32, 1e-9_f32);
            for (sample, wanted) in self.around(middle).zip(&wanted) {
                product += sample * wanted;
                power += sample * sample;
            }
            product / power.sqrt()
        };
        let best_of = |places: &mut dyn Iterator<Item = i64>| {
            let found = places.map(|place| (likeness(place), place));
            // Of equal ones, such as in silence, the one that is nearest to where it belongs.
            let better = |a: &(f32, i64), b: &(f32, i64)| {
                let distance = |place: i64| (place - middle).abs();
                a.0.total_cmp(&b.0).then(distance(b.1).cmp(&distance(a.1)))
            };
            found.max_by(better).map_or(middle, |(_, place)| place)
        };
        let (first, end) = (middle - SEARCH, middle + SEARCH);
        let near = best_of(&mut (first..=end).step_by(COARSE as usize));
        best_of(&mut (near - COARSE + 1..near + COARSE))
    }

    /// Takes the next piece: the first half of it, and what goes under that, come out.
    fn piece(&mut self, watch: &Watch) -> Result<[Vec<f32>; 2], MediaError> {
        let rate = f64::from(SAMPLE_RATE);
        let after = (self.pieces * HOP) as f64 / rate;
        let belongs = (self.ramp.moment(after) * rate).round() as i64;
        let needed = self.last.map_or(belongs, |last| belongs.min(last + HOP));
        let reach = belongs.max(self.last.map_or(0, |last| last + HOP)) + HOP + SEARCH;
        self.hold((needed - HOP - SEARCH, reach), watch)?;
        let middle = self.best(belongs);
        let under = std::mem::take(&mut self.under);
        let rising = |index: usize| {
            let turn = std::f32::consts::PI * (index as f32 + 0.5) / HOP as f32;
            0.5 - 0.5 * turn.cos()
        };
        let half = |channel: usize, from: i64| -> Vec<f32> {
            (from..from + HOP)
                .map(|place| self.sample(channel, place))
                .collect()
        };
        let mut made = [0, 1].map(|channel| half(channel, middle - HOP));
        let mut next = [0, 1].map(|channel| half(channel, middle));
        for channel in 0..2 {
            for (index, sample) in made[channel].iter_mut().enumerate() {
                let under = under[channel].get(index).copied().unwrap_or(0.0);
                *sample = *sample * rising(index) + under;
            }
            for (index, sample) in next[channel].iter_mut().enumerate() {
                *sample *= 1.0 - rising(index);
            }
        }
        self.under = next;
        self.last = Some(middle);
        self.pieces += 1;
        Ok(made)
    }
}

impl<S: AudioSource> AudioSource for RampedAudio<S> {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        watch.check()?;
        if self.pieces == 0 {
            // Half of the first piece lies before the start.
            self.piece(watch)?;
        }
        let start = (self.pieces - 1) * HOP;
        let end = (self.ramp.lasts() * f64::from(SAMPLE_RATE)).round() as i64;
        if start >= end || (self.is_at_end && self.held[0].is_empty()) {
            return Ok(None);
        }
        let mut channels = self.piece(watch)?;
        for channel in &mut channels {
            channel.truncate((end - start) as usize);
        }
        Ok(Some(Block { start, channels }))
    }

    fn is_mono(&self) -> bool {
        self.source.is_mono()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tone of 500 Hz for the first 0.3 s of every second, eight seconds in blocks of 1000.
    struct Bursts(i64);

    impl AudioSource for Bursts {
        fn next_block(&mut self, _: &Watch) -> Result<Option<Block>, MediaError> {
            if self.0 >= 8 * 48_000 {
                return Ok(None);
            }
            let value = |n: i64| {
                let is_on = n % 48_000 < 14_400;
                let turn = n as f32 * 500.0 / 48_000.0;
                if is_on {
                    0.5 * (std::f32::consts::TAU * turn.fract()).sin()
                } else {
                    0.0
                }
            };
            let samples: Vec<f32> = (self.0..self.0 + 1000).map(value).collect();
            self.0 += 1000;
            Ok(Some(Block {
                start: self.0 - 1000,
                channels: [samples.clone(), samples],
            }))
        }
    }

    #[test]
    fn a_ramp_lasts_as_long_as_its_speeds_say() {
        let ramp = Ramp {
            from: 1.0,
            to: 3.0,
            seconds: 8.0,
        };
        assert!((ramp.lasts() - 4.0 * 3.0_f64.ln()).abs() < 1e-9);
        assert!((ramp.moment(ramp.lasts()) - 8.0).abs() < 1e-9);
        // At first as fast as its start, at last as its end.
        assert!((ramp.moment(0.001) - 0.001).abs() < 1e-6);
        let last = ramp.moment(ramp.lasts()) - ramp.moment(ramp.lasts() - 0.001);
        assert!((last - 0.003).abs() < 1e-5, "{last}");
        assert!((Ramp::even(2.0).moment(3.0) - 6.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_heard_stays_where_it_belongs_at_its_own_pitch() {
        for (from, to) in [(1.0, 3.0), (1.0, 0.5), (0.3, 1.0), (2.0, 0.25)] {
            let ramp = Ramp {
                from,
                to,
                seconds: 8.0,
            };
            let mut ramped = RampedAudio::new(Bursts(0), ramp);
            let mut heard = Vec::new();
            while let Some(block) = ramped.next_block(&Watch::nobody()).unwrap() {
                assert_eq!(block.start, heard.len() as i64);
                heard.extend(block.channels[0].iter().copied());
            }
            assert_eq!(heard.len(), (ramp.lasts() * 48_000.0).round() as usize);
            let rate = 48_000.0;
            let is_loud = |seconds: f64| {
                let at = (seconds * rate) as usize;
                heard[at.saturating_sub(96)..(at + 96).min(heard.len())]
                    .iter()
                    .any(|sample| sample.abs() > 0.15)
            };
            let (mut crossings, mut count) = (0, 0);
            for number in 0..(ramp.lasts() * 100.0) as usize {
                let after = number as f64 / 100.0;
                let moment = ramp.moment(after).fract();
                // What lies at the edge of a burst by less than 20 ms of the result may be either.
                let edge = 0.03 * from.max(to);
                if moment > edge && moment < 0.3 - edge {
                    assert!(is_loud(after), "{from} to {to}: silent at {after}");
                    let at = (after * rate) as usize;
                    let part = &heard[at..(at + 481).min(heard.len())];
                    crossings += part
                        .windows(2)
                        .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0)
                        .count();
                    count += 1;
                } else if moment > 0.3 + edge && moment < 1.0 - edge {
                    assert!(!is_loud(after), "{from} to {to}: heard at {after}");
                }
            }
            // Five turns in 10 ms.
            let turns = crossings as f64 / f64::from(count);
            assert!((turns - 5.0).abs() < 0.3, "{from} to {to}: {turns}");
        }
    }
}
