//! Deck of decoded frames: what is ready to be heard, how far it was heard, how loud, and which of
//! two files.

use std::collections::VecDeque;

use crate::RATE;

/// One sample of the left and one of the right channel, -1 to 1.
pub(crate) type Frame = [f32; 2];

pub(crate) const SILENCE: Frame = [0.0; 2];

/// Maximum change of loudness and side with each frame: all of the way in 5 ms, so that nothing
/// clicks.
const RAMP: f32 = 1.0 / (RATE as f32 * 0.005);

/// Frames in a row of each file that is played; all files have equally many, at least one.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    /// The first frame's position from the start of the files.
    pub(crate) at: u64,
    pub(crate) sides: Vec<Vec<Frame>>,
}

impl Block {
    pub(crate) fn frames(&self) -> usize {
        self.sides[0].len()
    }

    fn end(&self) -> u64 {
        self.at + self.frames() as u64
    }

    /// A frame, `blend` of the way from the first file (0) to the second (1).
    fn frame(&self, index: usize, blend: f32) -> Frame {
        let first = self.sides[0][index];
        match self.sides.get(1) {
            Some(second) if blend > 0.0 => {
                let second = second[index];
                std::array::from_fn(|channel| {
                    first[channel] + (second[channel] - first[channel]) * blend
                })
            }
            _ => first,
        }
    }
}

/// The blocks that were decoded ahead, and what is done with them.
#[derive(Debug, Default)]
pub(crate) struct Deck {
    blocks: VecDeque<Block>,
    /// Frames of the first block that were heard.
    heard: usize,
    /// Position of the next frame, in frames from the start.
    pub(crate) position: u64,
    /// Whether nothing comes after the blocks.
    pub(crate) whole: bool,
    pub(crate) playing: bool,
    /// From 0 to 1.
    pub(crate) volume: f32,
    /// The file that is heard of two: 0 or 1.
    pub(crate) side: usize,
    gain: f32,
    blend: f32,
}

impl Deck {
    /// The next frame; none where it is not decoded yet.
    pub(crate) fn next_frame(&mut self) -> Option<Frame> {
        let wanted = if self.playing { self.volume } else { 0.0 };
        self.gain = toward(self.gain, wanted);
        if !self.playing && (self.gain <= 0.0 || self.blocks.is_empty()) {
            self.gain = 0.0;
            return Some(SILENCE);
        }
        let Some(block) = self.blocks.front() else {
            if !self.whole {
                return None;
            }
            (self.playing, self.gain) = (false, 0.0);
            return Some(SILENCE);
        };
        self.blend = toward(self.blend, self.side as f32);
        let frame = block
            .frame(self.heard, self.blend)
            .map(|sample| sample * self.gain);
        self.heard += 1;
        self.position = block.at + self.heard as u64;
        if self.heard == block.frames() {
            self.blocks.pop_front();
            self.heard = 0;
        }
        Some(frame)
    }

    /// Returns the number of frames that are ready.
    pub(crate) fn ready(&self) -> usize {
        self.blocks.iter().map(Block::frames).sum::<usize>() - self.heard
    }

    /// Takes a block that follows what is there.
    pub(crate) fn push(&mut self, block: Block) {
        self.blocks.push_back(block);
    }

    /// Goes on at another place, with what was decoded there.
    pub(crate) fn jump(&mut self, position: u64, blocks: VecDeque<Block>, whole: bool) {
        (self.blocks, self.heard, self.position, self.whole) = (blocks, 0, position, whole);
        // It fades in where it was silent or elsewhere before.
        self.gain = 0.0;
    }

    /// Goes on where it is, without a gap, with blocks decoded anew from a place that was heard a
    /// moment ago.
    pub(crate) fn replace(&mut self, blocks: VecDeque<Block>, whole: bool) {
        (self.blocks, self.heard, self.whole) = (blocks, 0, whole);
        let mut follows = self.blocks.front().map_or(0, |block| block.at);
        while let Some(block) = self.blocks.front() {
            if block.at != follows {
                // A loop begins again here: what is heard lies behind its end.
                return;
            }
            follows = block.end();
            if follows > self.position {
                self.heard = self.position.saturating_sub(block.at) as usize;
                return;
            }
            self.blocks.pop_front();
        }
    }
}

fn toward(value: f32, wanted: f32) -> f32 {
    if value < wanted {
        (value + RAMP).min(wanted)
    } else {
        (value - RAMP).max(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block in which each frame of the first file tells its position, and of the second its
    /// negative.
    fn counting(at: u64, frames: u64) -> Block {
        let side = |sign: f32| {
            (at..at + frames)
                .map(|place| [sign * place as f32 / 1e4; 2])
                .collect()
        };
        Block {
            at,
            sides: vec![side(1.0), side(-1.0)],
        }
    }

    fn playing(blocks: impl IntoIterator<Item = Block>) -> Deck {
        let blocks = blocks.into_iter().collect();
        Deck {
            blocks,
            playing: true,
            volume: 1.0,
            gain: 1.0,
            ..Deck::default()
        }
    }

    #[test]
    fn what_is_replaced_goes_on_at_the_next_frame() {
        let mut deck = playing([counting(0, 1000)]);
        for _ in 0..700 {
            deck.next_frame();
        }
        deck.replace([counting(500, 100), counting(600, 400)].into(), true);
        assert_eq!(deck.next_frame(), Some([0.07; 2]));
        assert_eq!(deck.ready(), 299);
    }

    #[test]
    fn replacing_behind_a_loops_end_goes_on_at_its_start() {
        let mut deck = playing([counting(0, 1000)]);
        for _ in 0..700 {
            deck.next_frame();
        }
        deck.replace([counting(500, 100), counting(200, 400)].into(), false);
        assert_eq!(deck.next_frame(), Some([0.02; 2]));
        assert_eq!(deck.position, 201);
    }

    #[test]
    fn a_deck_without_frames_waits_unless_its_audio_is_over() {
        let mut deck = playing([counting(0, 1)]);
        assert!(deck.next_frame().is_some());
        assert_eq!(deck.next_frame(), None);
        deck.whole = true;
        assert_eq!(deck.next_frame(), Some(SILENCE));
        assert!(!deck.playing);
    }
}
