//! How the next token is chosen.

use candle_transformers::generation;

/// How the next token is chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// How freely, from 0: the likeliest token always.
    pub temperature: f64,
    /// Only of the likeliest tokens that have this probability together, 0 to 1 (Holtzman et al.
    /// 2020, "The Curious Case of Neural Text Degeneration", section 3.1).
    pub top_p: f64,
    /// Only of this many of the likeliest tokens.
    pub top_k: usize,
    /// The same seed chooses the same.
    pub seed: u64,
}

impl Sampling {
    /// The likeliest token always.
    pub const GREEDY: Self = Self {
        temperature: 0.0,
        top_p: 1.0,
        top_k: usize::MAX,
        seed: 0,
    };

    pub(crate) fn processor(&self) -> generation::LogitsProcessor {
        let (k, p, temperature) = (self.top_k, self.top_p, self.temperature);
        let sampling = if temperature < 1e-3 {
            generation::Sampling::ArgMax
        } else {
            match (k == usize::MAX, p < 1.0) {
                (true, false) => generation::Sampling::All { temperature },
                (true, true) => generation::Sampling::TopP { p, temperature },
                (false, false) => generation::Sampling::TopK { k, temperature },
                (false, true) => generation::Sampling::TopKThenTopP { k, p, temperature },
            }
        };
        generation::LogitsProcessor::from_sampling(self.seed, sampling)
    }
}
