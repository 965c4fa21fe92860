//! A network's tensors out of its files: memory-mapped safetensors, whose names and shapes are
//! checked before use.
//!
//! - `expected`: the tensors that a network reads
//! - `headers`: the tensors that files hold
//! - `files`: the files in a folder of the hub's libraries
//! - `mapped`: tensors out of mapped files

mod expected;
mod files;
mod headers;
mod mapped;

use std::collections::BTreeMap;
use std::path::PathBuf;

use candle_core::safetensors::MmapedSafetensors;
use candle_core::{DType, Device};
use candle_nn::VarBuilder;
use candle_nn::var_builder::SimpleBackend;
use serde::de::DeserializeOwned;

use crate::InferenceError;

pub use self::expected::expected;
pub use self::files::{all_files, config, only_file};
use self::headers::{check, headers};
pub(crate) use self::headers::{header, stored};
use self::mapped::Mapped;

/// A network: layers made from a configuration and weights.
pub trait Network: Sized {
    /// Content of the hub's `config.json`.
    type Config: DeserializeOwned;

    /// Builds the layers; each reads its tensors by the hub's names. It may join or turn tensors,
    /// but has to ask for each with its shape.
    fn new(config: &Self::Config, weights: VarBuilder) -> candle_core::Result<Self>;
}

/// Loads a network from safetensors files, which are mapped, so that the system reads what is used
/// and can give the memory back. Every tensor that the network reads is looked for first: what
/// lacks one, or has another shape, is refused.
pub fn load<N: Network>(
    config: &N::Config,
    files: &[PathBuf],
    dtype: DType,
    device: &Device,
) -> Result<N, InferenceError> {
    load_renamed(config, files, dtype, device, |_| None)
}

/// The same for a network whose tensors have had other names: where the files lack one, it is
/// looked for under the name that `other` gives it.
pub fn load_renamed<N: Network>(
    config: &N::Config,
    files: &[PathBuf],
    dtype: DType,
    device: &Device,
    other: impl Fn(&str) -> Option<String>,
) -> Result<N, InferenceError> {
    Ok(N::new(
        config,
        mapped::<N>(config, files, dtype, device, other)?,
    )?)
}

/// The tensors that [`load_renamed`] builds a network of, looked for in the same way, for one that
/// reads its layers when it is their turn.
pub fn mapped<N: Network>(
    config: &N::Config,
    files: &[PathBuf],
    dtype: DType,
    device: &Device,
    other: impl Fn(&str) -> Option<String>,
) -> Result<VarBuilder<'static>, InferenceError> {
    let expected = expected::<N>(config)?;
    let there = headers(files)?;
    let is_other = |name: &String| !there.contains_key(name);
    let renamed: BTreeMap<String, String> = (expected.keys().filter(|name| is_other(name)))
        .filter_map(|name| {
            Some((
                name.clone(),
                other(name).filter(|other| there.contains_key(other))?,
            ))
        })
        .collect();
    let named = |name: &str| {
        renamed
            .get(name)
            .cloned()
            .unwrap_or_else(|| name.to_owned())
    };
    check(
        files,
        &there,
        &expected
            .iter()
            .map(|(name, shape)| (named(name), shape.clone()))
            .collect(),
    )?;
    // SAFETY: a file of the models' folder is written once, under another name, and moved into
    // place when it is complete; it is removed but never changed, and what is removed stays
    // readable as long as it is mapped.
    #[allow(unsafe_code)]
    let tensors = Mapped(unsafe { MmapedSafetensors::multi(files)? });
    let weights = VarBuilder::from_backend(
        Box::new(tensors) as Box<dyn SimpleBackend>,
        dtype,
        device.clone(),
    );
    if renamed.is_empty() {
        return Ok(weights);
    }
    Ok(weights.rename_f(move |name: &str| {
        renamed
            .get(name)
            .cloned()
            .unwrap_or_else(|| name.to_owned())
    }))
}

/// Refuses files that lack a tensor of a network or hold it in another shape. Reads their headers
/// only.
pub(crate) fn fit<N: Network>(config: &N::Config, files: &[PathBuf]) -> Result<(), InferenceError> {
    check(files, &headers(files)?, &expected::<N>(config)?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use candle_core::{DType, Device, Tensor};
    use candle_nn::{Linear, VarBuilder, linear};

    use super::{Network, expected, load};

    struct Two(Linear, #[allow(dead_code)] Linear);

    impl Network for Two {
        type Config = usize;

        fn new(width: &usize, weights: VarBuilder) -> candle_core::Result<Self> {
            Ok(Self(
                linear(3, *width, weights.pp("first"))?,
                linear(*width, 1, weights.pp("second"))?,
            ))
        }
    }

    fn tensors(width: usize) -> HashMap<String, Tensor> {
        let made = |shape: &[usize]| Tensor::ones(shape, DType::F32, &Device::Cpu).unwrap();
        HashMap::from([
            ("first.weight".to_owned(), made(&[width, 3])),
            ("first.bias".to_owned(), made(&[width])),
            ("second.weight".to_owned(), made(&[1, width])),
            ("second.bias".to_owned(), made(&[1])),
        ])
    }

    #[test]
    fn a_file_that_lacks_a_tensor_is_refused_by_its_name() {
        let names: Vec<String> = expected::<Two>(&4).unwrap().into_keys().collect();
        assert_eq!(
            names,
            ["first.bias", "first.weight", "second.bias", "second.weight"]
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.safetensors");
        let saved = |tensors: HashMap<String, Tensor>| {
            candle_core::safetensors::save(&tensors, &path).unwrap();
            load::<Two>(&4, std::slice::from_ref(&path), DType::F32, &Device::Cpu)
        };
        let whole = saved(tensors(4)).unwrap();
        assert_eq!(whole.0.weight().dims(), [4, 3]);
        let mut less = tensors(4);
        less.remove("second.bias");
        assert!(
            saved(less)
                .err()
                .unwrap()
                .to_string()
                .contains("no tensor “second.bias”")
        );
        assert!(saved(tensors(5)).err().unwrap().to_string().contains("[5]"));
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 4]).unwrap();
        let cut = load::<Two>(&5, std::slice::from_ref(&path), DType::F32, &Device::Cpu)
            .err()
            .unwrap();
        assert!(cut.to_string().contains("cannot be used"), "{cut}");
    }
}
