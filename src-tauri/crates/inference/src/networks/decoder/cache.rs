//! Keys and values of what was read, so that the next token costs one token.

use std::collections::HashMap;

use candle_core::{DType, Device, Result, Tensor, bail};

/// Number of tokens for which room is made at once.
const ROOM: usize = 256;

/// The keys and values of each layer.
#[derive(Debug)]
pub struct KeyValueCache {
    layers: Vec<LayerCache>,
    dtype: DType,
}

/// The keys and values of one layer, `(heads, tokens, width)` each; what stands behind `len` is of
/// no meaning.
#[derive(Debug)]
pub(super) struct LayerCache {
    tensors: Option<[Tensor; 2]>,
    len: usize,
    dtype: DType,
}

impl KeyValueCache {
    /// Of so many layers, with keys and values of the type `dtype`.
    pub(super) fn new(layers: usize, dtype: DType) -> Self {
        let empty = || LayerCache {
            tensors: None,
            len: 0,
            dtype,
        };
        Self {
            layers: std::iter::repeat_with(empty).take(layers).collect(),
            dtype,
        }
    }

    /// Returns the number of tokens that were read into it.
    pub fn len(&self) -> usize {
        self.layers.first().map_or(0, LayerCache::len)
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

    /// The type of keys and values.
    pub(super) fn dtype(&self) -> DType {
        self.dtype
    }

    pub(super) fn layer(&mut self, index: usize) -> &mut LayerCache {
        &mut self.layers[index]
    }

    /// Returns its tensors by name, to be saved.
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
        let layers = self.layers.iter().enumerate().map(|(index, layer)| {
            let of = |name: &str| match saved.get(&format!("{index}.{name}")) {
                Some(tensor) => tensor.to_device(device)?.to_dtype(layer.dtype),
                None => bail!("layer {index} lacks its {name}"),
            };
            let (keys, values) = (of("keys")?, of("values")?);
            if keys.dims3()? != values.dims3()? {
                bail!("keys and values of layer {index} differ in shape");
            }
            Ok(LayerCache {
                len: keys.dim(1)?,
                tensors: Some([keys, values]),
                dtype: layer.dtype,
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

    /// Puts keys and values of tokens, `(heads, tokens, width)`, behind those that are there.
    pub(super) fn append(&mut self, keys: &Tensor, values: &Tensor) -> Result<()> {
        let (heads, count, width) = keys.dims3()?;
        let len = self.len + count;
        let grown = |held: Option<&Tensor>| {
            let room = len.next_multiple_of(ROOM);
            let tensor = Tensor::zeros((heads, room, width), self.dtype, keys.device())?;
            if let Some(held) = held.filter(|_| self.len > 0) {
                tensor.slice_set(&held.narrow(1, 0, self.len)?.contiguous()?, 1, 0)?;
            }
            Ok::<_, candle_core::Error>(tensor)
        };
        let held = match &self.tensors {
            Some(pair) if pair[0].dim(1)? >= len => pair.clone(),
            pair => {
                let held = |side: usize| pair.as_ref().map(|pair| &pair[side]);
                [grown(held(0))?, grown(held(1))?]
            }
        };
        for (held, new) in held.iter().zip([keys, values]) {
            let new = new.to_dtype(self.dtype)?.contiguous()?;
            held.slice_set(&new, 1, self.len)?;
        }
        self.tensors = Some(held);
        self.len = len;
        Ok(())
    }

    /// The keys and values, `(heads, room, width)`, of which the first rows count, as many as
    /// [`LayerCache::len`] says.
    pub(super) fn held(&self) -> Result<[&Tensor; 2]> {
        match &self.tensors {
            Some([keys, values]) => Ok([keys, values]),
            None => bail!("nothing was read yet"),
        }
    }
}
