//! A mixture of experts: a router sends each token to a few of many feed-forward layers, whose
//! results are added by how surely it sends it there (Qwen3 technical report, arXiv 2505.09388,
//! section 2; Mixtral, arXiv 2401.04088, section 2.1).

use std::io::{Read, Seek};

use candle_core::{Result, Tensor, bail};
use candle_nn::ops::softmax_last_dim;

use super::config::DecoderConfig;
use super::gated::Gated;
use super::projections::Projections;
use super::weights::GgufWeights;
use crate::kernels::QuantisedMatrix;

/// The name of the router's matrix in the layer `index`.
pub(super) fn router(index: usize) -> String {
    format!("blk.{index}.ffn_gate_inp.weight")
}

/// The experts of one layer.
pub(super) struct Experts {
    router: QuantisedMatrix,
    all: Vec<Gated>,
    /// Number of them that a token is sent to.
    used: usize,
}

impl Experts {
    /// Those of the layer `index`.
    pub(super) fn new<R: Read + Seek>(
        config: &DecoderConfig,
        index: usize,
        weights: &mut GgufWeights<'_, R>,
    ) -> Result<Self> {
        let router = weights.matrix(&router(index))?;
        let count = weights.rows(&self::router(index))?;
        let Some(used) = config
            .experts_used
            .filter(|used| (1..=count).contains(used))
        else {
            bail!("expert_used_count has to be between 1 and the {count} experts");
        };
        let mut matrices = |part: &str| {
            let name = format!("blk.{index}.{part}_exps.weight");
            weights.matrices(&name, count)
        };
        let (gates, ups) = (matrices("ffn_gate")?, matrices("ffn_up")?);
        let downs = matrices("ffn_down")?;
        let experts = gates.into_iter().zip(ups).zip(downs);
        let experts = experts
            .map(|((gate, up), down)| Gated::new(Projections::Apart(vec![gate, up]), down, config));
        Ok(Self {
            router,
            all: experts.collect(),
            used,
        })
    }

    /// `(tokens, width)` to the same.
    pub(super) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let shares = softmax_last_dim(&self.router.forward(x)?)?.to_vec2::<f32>()?;
        let mut tokens = vec![(Vec::new(), Vec::new()); self.all.len()];
        for (token, shares) in (0u32..).zip(&shares) {
            for (expert, share) in largest(shares, self.used) {
                let (sent, weights) = &mut tokens[expert];
                sent.push(token);
                weights.push(share);
            }
        }
        let mut sum = x.zeros_like()?;
        for (expert, (sent, weights)) in self.all.iter().zip(tokens) {
            if sent.is_empty() {
                continue;
            }
            let count = sent.len();
            let sent = Tensor::from_vec(sent, count, x.device())?;
            let weights = Tensor::from_vec(weights, (count, 1), x.device())?;
            let made = expert.forward(&x.index_select(&sent, 0)?)?;
            sum = sum.index_add(&sent, &made.broadcast_mul(&weights)?, 0)?;
        }
        Ok(sum)
    }
}

/// The places of the `count` largest shares, with what each is of their sum.
fn largest(shares: &[f32], count: usize) -> Vec<(usize, f32)> {
    let mut places: Vec<(usize, f32)> = shares.iter().copied().enumerate().collect();
    places.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    places.truncate(count);
    let sum: f32 = places.iter().map(|(_, share)| share).sum();
    let part = |(place, share)| (place, share / sum);
    places.into_iter().map(part).collect()
}
