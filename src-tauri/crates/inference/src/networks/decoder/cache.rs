//! Keys and values of what was read, so that the next token costs one token.

use std::collections::HashMap;

use candle_core::{Device, Result, Tensor, bail};

/// How many tokens room is made for at once.
const ROOM: usize = 256;

/// The keys and values of each layer.
#[derive(Debug, Clone)]
pub struct KeyValueCache {
    layers: Vec<LayerCache>,
}

/// The keys and values of one layer, `(heads, tokens, width)` each; what stands behind `len` is of
/// no meaning.
#[derive(Debug, Clone, Default)]
pub(super) struct LayerCache {
    tensors: Option<[Tensor; 2]>,
    len: usize,
}

impl KeyValueCache {
    pub(super) fn new(layers: usize) -> Self {
        Self {
            layers: vec![LayerCache::default(); layers],
        }
    }

    /// How many tokens were read into it.
    pub fn len(&self) -> usize {
        let lens = self.layers.iter().map(|layer| layer.len);
        lens.min().unwrap_or(0)
    }

    /// Whether nothing was read into it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all tokens but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        for layer in &mut self.layers {
            layer.len = layer.len.min(len);
        }
    }

    pub(super) fn layer(&mut self, index: usize) -> &mut LayerCache {
        &mut self.layers[index]
    }

    /// What it holds, by name, to be saved.
    pub fn tensors(&self) -> Result<HashMap<String, Tensor>> {
        let mut tensors = HashMap::new();
        for (index, layer) in self.layers.iter().enumerate() {
            let Some(pair) = &layer.tensors else { continue };
            for (tensor, name) in pair.iter().zip(["keys", "values"]) {
                let held = tensor.narrow(1, 0, layer.len)?.contiguous()?;
                tensors.insert(format!("{index}.{name}"), held);
            }
        }
        Ok(tensors)
    }

    /// Holds what was saved instead of what it holds. An error where that is of another network.
    pub fn restore(&mut self, saved: &HashMap<String, Tensor>, device: &Device) -> Result<()> {
        let layers = (0..self.layers.len()).map(|index| {
            let of = |name: &str| match saved.get(&format!("{index}.{name}")) {
                Some(tensor) => tensor.to_device(device),
                None => bail!("layer {index} lacks its {name}"),
            };
            let (keys, values) = (of("keys")?, of("values")?);
            if keys.dims3()? != values.dims3()? {
                bail!("keys and values of layer {index} differ in shape");
            }
            Ok(LayerCache {
                len: keys.dim(1)?,
                tensors: Some([keys, values]),
            })
        });
        self.layers = layers.collect::<Result<_>>()?;
        Ok(())
    }
}

impl LayerCache {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Puts keys and values of tokens, `(heads, tokens, width)`, behind those that are there, and
    /// returns all.
    pub(super) fn append(&mut self, keys: &Tensor, values: &Tensor) -> Result<(Tensor, Tensor)> {
        let (heads, count, _) = keys.dims3()?;
        let len = self.len + count;
        let grown = |held: Option<&Tensor>, new: &Tensor| {
            let (_, _, width) = new.dims3()?;
            let room = len.next_multiple_of(ROOM);
            let tensor = Tensor::zeros((heads, room, width), new.dtype(), new.device())?;
            if let Some(held) = held.filter(|_| self.len > 0) {
                tensor.slice_set(&held.narrow(1, 0, self.len)?.contiguous()?, 1, 0)?;
            }
            Ok::<_, candle_core::Error>(tensor)
        };
        let [held_keys, held_values] = match &self.tensors {
            Some(pair) if pair[0].dim(1)? >= len => pair.clone(),
            pair => [
                grown(pair.as_ref().map(|pair| &pair[0]), keys)?,
                grown(pair.as_ref().map(|pair| &pair[1]), values)?,
            ],
        };
        held_keys.slice_set(&keys.contiguous()?, 1, self.len)?;
        held_values.slice_set(&values.contiguous()?, 1, self.len)?;
        let all = (held_keys.narrow(1, 0, len)?, held_values.narrow(1, 0, len)?);
        self.tensors = Some([held_keys, held_values]);
        self.len = len;
        Ok(all)
    }
}
