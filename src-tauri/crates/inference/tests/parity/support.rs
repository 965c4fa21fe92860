//! Fixtures, and how two tensors are compared.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use candle_core::{DType, Device, Tensor};
use patchbay_inference::weights::{self, Network};

/// A fixture's folder, with what `PyTorch` gave.
pub(crate) struct Fixture {
    /// Holds `config.json` and `model.safetensors` too, where it is a whole model.
    pub(crate) folder: PathBuf,
    expected: HashMap<String, Tensor>,
}

impl Fixture {
    /// Returns the folder of a fixture.
    pub(crate) fn folder(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../../tests/parity/fixtures")
            .join(name)
    }

    pub(crate) fn open(name: &str) -> Self {
        let folder = Self::folder(name);
        let expected =
            candle_core::safetensors::load(folder.join("expected.safetensors"), &Device::Cpu)
                .unwrap();
        Self { folder, expected }
    }

    /// Names and shapes of the tensors of the full-size model.
    pub(crate) fn full_size(&self) -> BTreeMap<String, Vec<usize>> {
        serde_json::from_slice(&std::fs::read(self.folder.join("full_size.json")).unwrap()).unwrap()
    }

    /// A tensor that was saved.
    pub(crate) fn tensor(&self, name: &str) -> &Tensor {
        self.expected
            .get(name)
            .unwrap_or_else(|| panic!("the fixture has no {name}"))
    }

    /// The fixture's model by the product's own loader.
    pub(crate) fn network<N: Network>(&self) -> N {
        self.network_of(DType::F32)
    }

    /// The same with another dtype.
    pub(crate) fn network_of<N: Network>(&self, dtype: DType) -> N {
        self.network_from(&self.folder.join("model.safetensors"), dtype)
    }

    fn network_from<N: Network>(&self, file: &Path, dtype: DType) -> N {
        let config = weights::config(&self.folder.join("config.json")).unwrap();
        weights::load(&config, &[file.to_owned()], dtype, &Device::Cpu).unwrap()
    }

    /// The fixture's model with one tensor disturbed.
    pub(crate) fn mutated<N: Network>(&self, tensor: &str) -> N {
        let (_folder, file) = disturbed(&self.folder.join("model.safetensors"), tensor);
        self.network_from(&file, DType::F32)
    }
}

/// A file of weights with one tensor disturbed: one element of a vector, or a square matrix turned,
/// so that a comparison that still passes is worth nothing.
pub(crate) fn disturbed(file: &Path, tensor: &str) -> (tempfile::TempDir, PathBuf) {
    let mut tensors = candle_core::safetensors::load(file, &Device::Cpu).unwrap();
    let value = tensors
        .get(tensor)
        .unwrap_or_else(|| panic!("the model has no {tensor}"))
        .to_dtype(DType::F32)
        .unwrap();
    let changed = match value.dims() {
        [rows, columns] if rows == columns => value.t().unwrap().contiguous().unwrap(),
        _ => {
            let mut values = value.flatten_all().unwrap().to_vec1::<f32>().unwrap();
            values[0] += 1.0;
            Tensor::from_vec(values, value.shape(), &Device::Cpu).unwrap()
        }
    };
    tensors.insert(tensor.to_owned(), changed);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    candle_core::safetensors::save(&tensors, &path).unwrap();
    (folder, path)
}

/// The largest difference over the largest magnitude of what is expected. The shapes have to be the
/// same.
pub(crate) fn difference(found: &Tensor, expected: &Tensor) -> f32 {
    assert_eq!(found.dims(), expected.dims());
    let values = |tensor: &Tensor| {
        tensor
            .to_dtype(DType::F32)
            .unwrap()
            .flatten_all()
            .unwrap()
            .to_vec1::<f32>()
            .unwrap()
    };
    let (found, expected) = (values(found), values(expected));
    let largest = expected
        .iter()
        .fold(f32::MIN_POSITIVE, |largest, value| largest.max(value.abs()));
    let apart = found.iter().zip(&expected).map(|(a, b)| {
        if a.is_nan() {
            f32::INFINITY
        } else {
            (a - b).abs()
        }
    });
    apart.fold(0.0, f32::max) / largest
}

/// The largest difference of two images' values, of 255, `expected` of shape `(1, 3, height,
/// width)`.
pub(crate) fn image_difference(found: &image::RgbImage, expected: &Tensor) -> u8 {
    let (_, _, height, width) = expected.dims4().unwrap();
    assert_eq!(found.dimensions(), (width as u32, height as u32));
    let planes = expected
        .squeeze(0)
        .unwrap()
        .permute((1, 2, 0))
        .unwrap()
        .flatten_all()
        .unwrap();
    let values = planes.to_vec1::<u8>().unwrap();
    found
        .as_raw()
        .iter()
        .zip(&values)
        .map(|(a, b)| a.abs_diff(*b))
        .max()
        .unwrap()
}

/// The sample photo, as the fixtures' scripts read it.
pub(crate) fn photo() -> image::RgbImage {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/parity/fixtures/pictures/photo.png");
    image::open(path).unwrap().to_rgb8()
}

/// The sample voice up to its last word, taken as if it had 16000 samples a second, as the
/// fixtures' scripts read it.
pub(crate) fn voice() -> Vec<f32> {
    /// Bytes before the samples.
    const HEADER: usize = 44;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/samples/voice.wav");
    let bytes = std::fs::read(path).unwrap();
    let samples = bytes[HEADER..].chunks_exact(2).take(90_000);
    samples
        .map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32_768.0)
        .collect()
}
