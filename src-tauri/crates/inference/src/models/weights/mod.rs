//! A network's tensors out of its files: memory-mapped safetensors, whose names and shapes are
//! checked before use.
//!
//! What a network reads is found by building it on a backend that writes down what it is asked for
//! and answers with zeros that take no memory, so that the list can never differ from the network.

mod mapped;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use candle_core::safetensors::MmapedSafetensors;
use candle_core::{DType, Device, Shape, Tensor};
use candle_nn::var_builder::SimpleBackend;
use candle_nn::{Init, VarBuilder};
use safetensors::tensor::Metadata;
use serde::de::DeserializeOwned;

use self::mapped::Mapped;
use crate::InferenceError;

/// A network: layers made from a configuration and weights.
pub trait Network: Sized {
    /// What the hub's `config.json` says.
    type Config: DeserializeOwned;

    /// Builds the layers; each reads its tensors by the hub's names. It may join or turn tensors,
    /// but has to ask for each with its shape.
    fn new(config: &Self::Config, weights: VarBuilder) -> candle_core::Result<Self>;
}

/// The names and shapes of the tensors that a network reads.
pub fn expected<N: Network>(
    config: &N::Config,
) -> Result<BTreeMap<String, Vec<usize>>, InferenceError> {
    let asked = Asked::default();
    let boxed: Box<dyn SimpleBackend + '_> = Box::new(&asked);
    N::new(
        config,
        VarBuilder::from_backend(boxed, DType::F32, Device::Cpu),
    )?;
    Ok(asked
        .0
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// Reads `config.json`.
pub fn config<C: DeserializeOwned>(path: &Path) -> Result<C, InferenceError> {
    let wrong = |reason: String| InferenceError::File {
        path: path.to_owned(),
        reason,
    };
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))
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

/// The one file of weights in a folder of the hub's libraries, whole or of half of the precision.
pub fn only_file(folder: &Path) -> Result<PathBuf, InferenceError> {
    let names = ["diffusion_pytorch_model", "model"].into_iter();
    let mut paths = names.flat_map(|name| {
        [".safetensors", ".fp16.safetensors"].map(|end| folder.join(format!("{name}{end}")))
    });
    paths
        .find(|path| path.exists())
        .ok_or_else(|| InferenceError::File {
            path: folder.to_owned(),
            reason: "it has no diffusion_pytorch_model.safetensors or model.safetensors".to_owned(),
        })
}

/// All files of weights in a folder of the hub's libraries: those that its index names, where the
/// weights are split over several, else the one that there is.
pub fn all_files(folder: &Path) -> Result<Vec<PathBuf>, InferenceError> {
    #[derive(serde::Deserialize)]
    struct Index {
        weight_map: BTreeMap<String, String>,
    }
    let names = ["diffusion_pytorch_model", "model"]
        .map(|name| folder.join(format!("{name}.safetensors.index.json")));
    let Some(path) = names.into_iter().find(|path| path.exists()) else {
        return Ok(vec![only_file(folder)?]);
    };
    let index: Index = config(&path)?;
    let files: std::collections::BTreeSet<String> = index.weight_map.into_values().collect();
    // An index comes from outside: what it names lies beside it, and nowhere else.
    if let Some(outside) = files
        .iter()
        .find(|file| Path::new(file).file_name() != Some(std::ffi::OsStr::new(file.as_str())))
    {
        return Err(InferenceError::File {
            path,
            reason: format!("it names “{outside}”, which is no file beside it"),
        });
    }
    Ok(files.into_iter().map(|file| folder.join(file)).collect())
}

/// The dtype that files store the first of these tensors in that they hold.
pub(crate) fn stored(files: &[PathBuf], names: &[&str]) -> Result<Option<DType>, InferenceError> {
    for path in files {
        let metadata = metadata(path).map_err(|reason| InferenceError::File {
            path: path.clone(),
            reason,
        })?;
        if let Some(info) = names.iter().find_map(|name| metadata.info(name)) {
            return Ok(Some(DType::try_from(info.dtype)?));
        }
    }
    Ok(None)
}

/// What files hold: each tensor's file and shape.
type Headers<'a> = BTreeMap<String, (&'a PathBuf, Vec<usize>)>;

fn headers(files: &[PathBuf]) -> Result<Headers<'_>, InferenceError> {
    let mut found = BTreeMap::new();
    for path in files {
        let header = header(path).map_err(|reason| InferenceError::File {
            path: path.clone(),
            reason,
        })?;
        found.extend(
            header
                .into_iter()
                .map(|(name, shape)| (name, (path, shape))),
        );
    }
    Ok(found)
}

/// Refuses files that lack a tensor or hold it in another shape.
fn check(
    files: &[PathBuf],
    found: &Headers,
    expected: &BTreeMap<String, Vec<usize>>,
) -> Result<(), InferenceError> {
    for (tensor, shape) in expected {
        match found.get(tensor) {
            None => {
                let path = files.first().cloned().unwrap_or_default();
                return Err(InferenceError::MissingTensor {
                    path,
                    tensor: tensor.clone(),
                });
            }
            Some((path, there)) if there != shape => {
                return Err(InferenceError::TensorShape {
                    path: (*path).clone(),
                    tensor: tensor.clone(),
                    expected: shape.clone(),
                    found: there.clone(),
                });
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The names and shapes in a safetensors file. Reads its header only.
pub(crate) fn header(path: &Path) -> Result<BTreeMap<String, Vec<usize>>, String> {
    Ok(metadata(path)?
        .tensors()
        .into_iter()
        .map(|(name, info)| (name, info.shape.clone()))
        .collect())
}

fn metadata(path: &Path) -> Result<Metadata, String> {
    use std::io::Read;
    /// As the format's own library bounds it, against headers made to fill the memory.
    const LONGEST: u64 = 100_000_000;
    let mut file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    let mut length = [0; 8];
    let short = |_| "it is not a safetensors file".to_owned();
    file.read_exact(&mut length).map_err(short)?;
    let length = u64::from_le_bytes(length);
    if length > LONGEST || length + 8 > size {
        return Err("it is not a safetensors file, or it breaks off".to_owned());
    }
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes).map_err(short)?;
    let metadata: Metadata = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    let end = metadata
        .tensors()
        .values()
        .map(|info| info.data_offsets.1 as u64)
        .max()
        .unwrap_or(0);
    if end > size - 8 - length {
        return Err("it breaks off before its end".to_owned());
    }
    Ok(metadata)
}

/// Writes down what it is asked for.
#[derive(Default)]
struct Asked(Mutex<BTreeMap<String, Vec<usize>>>);

impl SimpleBackend for &Asked {
    fn get(
        &self,
        shape: Shape,
        name: &str,
        _: Init,
        dtype: DType,
        device: &Device,
    ) -> candle_core::Result<Tensor> {
        let mut asked = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        asked.insert(name.to_owned(), shape.dims().to_vec());
        Tensor::zeros((), dtype, device)?.broadcast_as(shape)
    }

    fn get_unchecked(&self, name: &str, _: DType, _: &Device) -> candle_core::Result<Tensor> {
        Err(candle_core::Error::Msg(format!(
            "{name} is asked for without its shape"
        )))
    }

    /// What a network asks for only where it is there may be missing, and is not written down.
    fn contains_tensor(&self, _: &str) -> bool {
        false
    }
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
