//! The second look: a request once more, with the tools of its wishes beside the words.

use candle_core::{Device, Result, Tensor};
use patchbay_domain::Tool;

use crate::blocks::{BEGINS_AT, Block};
use crate::encoder::Encoder;
use crate::words::Words;

/// The last position that the encoder knows.
const LAST_POSITION: usize = 511;

/// A wish of the second look: its tokens and its tool.
pub(crate) struct Wished<'a> {
    pub(crate) tokens: &'a [usize],
    pub(crate) tool: &'a Tool,
    pub(crate) block: Block,
}

/// The states of a second look, and the start of the block of each wish.
pub(crate) struct Look {
    pub(crate) states: Tensor,
    pub(crate) begins: Vec<usize>,
}

impl Look {
    /// Looks at a request with the blocks of its wishes beside the words.
    pub(crate) fn new(
        encoder: &Encoder,
        mark: &Tensor,
        words: &Words,
        wishes: &[Wished<'_>],
    ) -> Result<Self> {
        let (mut ids, mut types) = (words.ids.clone(), words.types.clone());
        let mut positions: Vec<u32> = (0..ids.len() as u32).collect();
        let mut marks = vec![0u32; ids.len()];
        let mut begins = Vec::new();
        for (wish, number) in wishes.iter().zip(1u32..) {
            for token in wish.tokens {
                marks[*token] = number;
            }
            begins.push(ids.len());
            let length = wish.block.ids.len();
            ids.extend(&wish.block.ids);
            types.extend(std::iter::repeat_n(1, length));
            positions
                .extend((0..length).map(|place| (BEGINS_AT + place).min(LAST_POSITION) as u32));
            marks.push(number);
            marks.extend(std::iter::repeat_n(0, length - 1));
        }
        let marks = mark.index_select(&Tensor::new(marks, &Device::Cpu)?, 0)?;
        let states = encoder
            .network
            .forward_at(&ids, &types, &positions, Some(&marks))?;
        Ok(Self { states, begins })
    }
}
