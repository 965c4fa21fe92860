//! Long short-term memory (Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al.
//! 2000): each step is seen in view of all before it.

use candle_core::{D, Result, Tensor};
use candle_nn::VarBuilder;
use candle_nn::ops::sigmoid;

use crate::kernels::{Activation, Linear};
use crate::{InferenceError, Watch};

/// Steps after which it is asked whether the work goes on.
const ASKED: usize = 25;

/// Layers of the same width, each of which sees what the one before gives.
pub(super) struct Lstm {
    layers: Vec<Layer>,
    width: usize,
}

struct Layer {
    /// Layer from a step's input to the gates, for all steps at once.
    input: Linear,
    /// Layer from the state before to the gates.
    before: Linear,
}

impl Lstm {
    /// Reads `lstm` as `PyTorch` has it: for each layer two matrices and two biases.
    pub(super) fn new(width: usize, layers: usize, weights: &VarBuilder) -> Result<Self> {
        let weights = weights.pp("lstm");
        let layer = |index: usize| -> Result<Layer> {
            let matrix =
                |name: &str| weights.get((4 * width, width), &format!("weight_{name}_l{index}"));
            let bias = |name: &str| weights.get(4 * width, &format!("bias_{name}_l{index}"));
            Ok(Layer {
                input: Linear::from_tensors(&matrix("ih")?, Some((bias("ih")? + bias("hh")?)?))?,
                before: Linear::from_tensors(&matrix("hh")?, None)?,
            })
        };
        Ok(Self {
            layers: (0..layers).map(layer).collect::<Result<_>>()?,
            width,
        })
    }

    /// `(steps, width)` to the same, with the input added.
    pub(super) fn forward(
        &self,
        x: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let steps = x.dim(0)?;
        let mut hidden = x.clone();
        for (index, layer) in self.layers.iter().enumerate() {
            let input = layer.input.forward(&hidden)?;
            let mut state = x.narrow(0, 0, 1)?.zeros_like()?;
            let mut cell = state.clone();
            let mut states = Vec::with_capacity(steps);
            for step in 0..steps {
                if step % ASKED == 0 {
                    watch.at(index * steps + step, self.layers.len() * steps)?;
                }
                let gates = layer.before.forward_then(
                    &state,
                    Some(&input.narrow(0, step, 1)?),
                    Activation::None,
                )?;
                (state, cell) = self.next(&gates, &cell)?;
                states.push(state.clone());
            }
            hidden = Tensor::cat(&states, 0)?;
        }
        Ok((hidden + x)?)
    }

    /// The state and the cell behind a step. The gates are those of input, forgetting, what is new,
    /// and output.
    fn next(&self, gates: &Tensor, cell: &Tensor) -> Result<(Tensor, Tensor)> {
        let gate = |index: usize| gates.narrow(D::Minus1, index * self.width, self.width);
        let kept = (sigmoid(&gate(1)?)? * cell)?;
        let cell = (kept + (sigmoid(&gate(0)?)? * gate(2)?.tanh()?)?)?;
        Ok(((sigmoid(&gate(3)?)? * cell.tanh()?)?, cell))
    }
}
