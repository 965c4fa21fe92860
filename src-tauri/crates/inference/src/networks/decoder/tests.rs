//! Files with quantised matrices, whose rows are rounded and whose keys and values are kept in half
//! precision, against the same weights in single precision.

use std::io::Cursor;

use candle_core::quantized::gguf_file::{Content, Value, write};
use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{DType, Device, Result, Tensor};

use super::Decoder;
use crate::Watch;
use crate::kernels::testing::{apart, draws, largest};

const IDS: [u32; 40] = {
    let mut ids = [0; 40];
    let mut at = 0;
    while at < 40 {
        ids[at] = (at * 37 % 96) as u32;
        at += 1;
    }
    ids
};

/// A network of two layers, 128 values wide, with random weights as `dtype` has them; in single
/// precision where `exact`.
fn network(dtype: GgmlDType, exact: bool) -> Result<Decoder> {
    let fields = [
        ("embedding_length", 128),
        ("attention.head_count", 4),
        ("attention.head_count_kv", 2),
        ("block_count", 2),
        ("context_length", 64),
    ];
    let mut metadata = vec![(
        "general.architecture".to_owned(),
        Value::String("llama".into()),
    )];
    metadata.extend(fields.map(|(name, value)| (format!("llama.{name}"), Value::U32(value))));
    let mut shapes = vec![("token_embd.weight".to_owned(), (96, 128))];
    for layer in 0..2 {
        let matrices = [
            ("attn_q", (128, 128)),
            ("attn_k", (64, 128)),
            ("attn_v", (64, 128)),
            ("attn_output", (128, 128)),
            ("ffn_gate", (256, 128)),
            ("ffn_up", (256, 128)),
            ("ffn_down", (128, 256)),
        ];
        shapes.extend(matrices.map(|(name, shape)| (format!("blk.{layer}.{name}.weight"), shape)));
    }
    let mut random = draws(21);
    let mut tensors = Vec::new();
    for (name, (rows, width)) in shapes {
        let values = (random(&[rows, width]) * 0.2)?;
        let mut tensor = QTensor::quantize(&values, dtype)?;
        if exact {
            tensor = QTensor::quantize(&tensor.dequantize(&Device::Cpu)?, GgmlDType::F32)?;
        }
        tensors.push((name, tensor));
    }
    for name in [
        "blk.0.attn_norm",
        "blk.0.ffn_norm",
        "blk.1.attn_norm",
        "blk.1.ffn_norm",
        "output_norm",
    ] {
        let ones = Tensor::ones(128, DType::F32, &Device::Cpu)?;
        tensors.push((
            format!("{name}.weight"),
            QTensor::quantize(&ones, GgmlDType::F32)?,
        ));
    }
    let metadata: Vec<_> = metadata
        .iter()
        .map(|(name, value)| (name.as_str(), value))
        .collect();
    let tensors: Vec<_> = tensors
        .iter()
        .map(|(name, tensor)| (name.as_str(), tensor))
        .collect();
    let mut file = Cursor::new(Vec::new());
    write(&mut file, &metadata, &tensors)?;
    file.set_position(0);
    let content = Content::read(&mut file)?;
    Decoder::new(&content, &mut file, &Device::Cpu)
}

/// The logits behind all tokens, read in parts of `size`.
fn logits(network: &Decoder, size: usize) -> Tensor {
    let mut cache = network.cache();
    let parts = IDS
        .chunks(size)
        .map(|part| network.read(part, &mut cache, Watch::nobody()));
    parts.last().unwrap().unwrap()
}

#[test]
fn quantised_files_say_nearly_what_their_exact_weights_say() -> Result<()> {
    for dtype in [GgmlDType::Q8_0, GgmlDType::Q5_0, GgmlDType::Q4_1] {
        let exact = logits(&network(dtype, true)?, 40);
        let quantised = network(dtype, false)?;
        for size in [40, 13, 1] {
            let apart = apart(&logits(&quantised, size), &exact)? / largest(&exact)?;
            assert!(apart > 0.0 && apart < 0.03, "{dtype:?} by {size}: {apart}");
        }
    }
    Ok(())
}

#[test]
fn keys_and_values_are_as_precise_as_the_file() -> Result<()> {
    for (exact, dtype) in [(true, DType::F32), (false, DType::F16)] {
        let network = network(GgmlDType::Q8_0, exact)?;
        let mut cache = network.cache();
        network
            .read(&IDS[..9], &mut cache, Watch::nobody())
            .unwrap();
        let saved = cache.tensors()?;
        assert_eq!(saved.len(), 4);
        assert!(saved.values().all(|tensor| tensor.dtype() == dtype));
        let mut restored = network.cache();
        restored.restore(&saved, &Device::Cpu)?;
        let rest = |cache: &mut _| network.read(&IDS[9..], cache, Watch::nobody()).unwrap();
        assert_eq!(
            rest(&mut cache).to_vec1::<f32>()?,
            rest(&mut restored).to_vec1::<f32>()?
        );
    }
    Ok(())
}
