//! The audio spectrogram transformer against transformers' `ASTFeatureExtractor` and
//! `ASTForAudioClassification`.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::audio_spectrogram_transformer::{
    AudioSpectrogramTransformer, AudioSpectrogramTransformerConfig,
    AudioSpectrogramTransformerNetwork, Heard, Listener, PreprocessorConfig, Spectrogram,
};
use patchbay_inference::{InferenceError, Watch, weights};

use crate::support::{Fixture, difference, voice};

const NAME: &str = "audio_spectrogram_transformer";

/// A spectrogram of samples that come in pieces of a size, looked at in windows of so many steps.
fn heard(samples: &[f32], window: usize, piece: usize) -> Spectrogram {
    let mut listener = Listener::new(&PreprocessorConfig {
        max_length: window,
        ..PreprocessorConfig::default()
    });
    samples
        .chunks(piece)
        .for_each(|samples| listener.hear(samples));
    listener.finish()
}

fn starts_and_ends(audio: &Spectrogram) -> Vec<(usize, usize)> {
    audio
        .windows()
        .into_iter()
        .map(|steps| (steps.start, steps.end))
        .collect()
}

/// Every tenth step of a spectrogram's first window, as the fixtures have them.
fn thinned(audio: &Spectrogram) -> Tensor {
    let window = audio
        .window(&audio.windows()[0], DType::F32, &Device::Cpu)
        .unwrap();
    let kept: Vec<u32> = (0..window.dim(0).unwrap() as u32).step_by(10).collect();
    window
        .index_select(&Tensor::new(kept, &Device::Cpu).unwrap(), 0)
        .unwrap()
}

#[test]
fn the_filter_bank_is_that_of_transformers_however_the_samples_come() {
    let (fixture, samples) = (Fixture::open(NAME), voice());
    for piece in [1, 77, 1000, samples.len()] {
        let audio = heard(&samples, 561, piece);
        assert_eq!(audio.steps(), 561);
        let apart = difference(&thinned(&audio), fixture.tensor("bank"));
        assert!(apart < 1e-4, "{piece}: {apart}");
    }
    let short = heard(&samples[40_000..50_000], 104, 500);
    assert_eq!(
        (short.steps(), starts_and_ends(&short)),
        (61, vec![(0, 61)])
    );
    let apart = difference(&thinned(&short), fixture.tensor("short_bank"));
    assert!(apart < 1e-4, "{apart}");
}

#[test]
fn windows_cover_audio_of_any_length() {
    for (samples, windows) in [
        (0, vec![]),
        (399, vec![]),
        (400, vec![(0, 1)]),
        (400 + 103 * 160, vec![(0, 104)]),
        (400 + 104 * 160, vec![(0, 104), (1, 105)]),
        (400 + 300 * 160, vec![(0, 104), (104, 208), (197, 301)]),
    ] {
        let audio = heard(&vec![0.0; samples], 104, 4096);
        assert_eq!(starts_and_ends(&audio), windows, "{samples}");
        assert!(audio.windows().iter().all(|steps| audio.is_silent(steps)));
    }
    let damaged = heard(&[f32::NAN, f32::INFINITY, 1.0].repeat(20_000), 104, 4096);
    let values = damaged
        .window(&(0..104), DType::F32, &Device::Cpu)
        .unwrap()
        .flatten_all()
        .unwrap();
    assert!(
        values
            .to_vec1::<f32>()
            .unwrap()
            .iter()
            .all(|value| value.is_finite())
    );
}

fn apart(fixture: &Fixture, network: &AudioSpectrogramTransformerNetwork) -> f32 {
    let window = fixture.tensor("window").to_dtype(DType::F32).unwrap();
    let logits = network.logits(&window, Watch::nobody()).unwrap();
    difference(&logits.unsqueeze(0).unwrap(), fixture.tensor("logits"))
}

#[test]
fn the_layers_agree_and_disturbed_ones_do_not() {
    let fixture = Fixture::open(NAME);
    let same = apart(&fixture, &fixture.network());
    assert!(same < 1e-4, "{same}");
    for tensor in [
        "embeddings.cls_token",
        "embeddings.distillation_token",
        "embeddings.position_embeddings",
        "embeddings.patch_embeddings.projection.weight",
        "embeddings.patch_embeddings.projection.bias",
        "encoder.layer.0.attention.attention.key.weight",
        "encoder.layer.0.attention.attention.query.bias",
        "encoder.layer.1.attention.attention.value.bias",
        "encoder.layer.1.attention.output.dense.weight",
        "encoder.layer.0.layernorm_before.weight",
        "encoder.layer.1.layernorm_after.bias",
        "encoder.layer.0.intermediate.dense.bias",
        "encoder.layer.1.output.dense.bias",
        "layernorm.weight",
    ] {
        let apart = apart(&fixture, &fixture.mutated(&format!("{NAME}.{tensor}")));
        assert!(apart > 5e-4, "{tensor}: {apart}");
    }
    for tensor in [
        "classifier.layernorm.bias",
        "classifier.dense.weight",
        "classifier.dense.bias",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 5e-4, "{tensor}: {apart}");
    }
}

fn listened(samples: &[f32]) -> Vec<Heard> {
    let model = AudioSpectrogramTransformer::open(&Fixture::folder(NAME), DType::F32, &Device::Cpu)
        .unwrap();
    assert_eq!(
        model.labels(),
        ["Speech", "Dog", "Music", "Cat", "Rain", "Bell", "Silence"]
    );
    let mut listener = model.listener();
    listener.hear(samples);
    model.listen(&listener.finish(), Watch::nobody()).unwrap()
}

fn rows(heard: &[Heard]) -> Tensor {
    let rows: Vec<Vec<f32>> = heard.iter().map(|heard| heard.likely.clone()).collect();
    Tensor::new(rows, &Device::Cpu).unwrap()
}

#[test]
fn what_is_heard_in_each_window_is_as_likely_as_to_transformers() {
    let fixture = Fixture::open(NAME);
    let found = listened(&voice());
    let times: Vec<(f64, f64)> = found.iter().map(|heard| (heard.start, heard.end)).collect();
    assert_eq!(
        times,
        [
            (0.0, 1.04),
            (1.04, 2.08),
            (2.08, 3.12),
            (3.12, 4.16),
            (4.16, 5.2),
            (4.57, 5.61)
        ]
    );
    let apart = difference(&rows(&found), fixture.tensor("likely"));
    assert!(apart < 1e-4, "{apart}");
    let short = listened(&voice()[40_000..50_000]);
    assert_eq!((short[0].start, short[0].end), (0.0, 0.61));
    let apart = difference(&rows(&short), fixture.tensor("short_likely"));
    assert!(apart < 1e-4, "{apart}");
}

#[test]
fn where_nothing_sounds_nothing_is_looked_at() {
    for length in [0, 100, 60_000] {
        assert_eq!(listened(&vec![0.0; length]), [], "{length}");
    }
    // Of a step at the window's end, 400 samples are looked at.
    let mut later = vec![0.0; 104 * 160 + 400];
    later.extend(&voice()[..104 * 160]);
    let found = listened(&later);
    assert!(
        !found.is_empty() && found[0].start > 1.0,
        "the first window is silent"
    );
}

#[test]
fn the_published_model_has_the_hubs_names_and_shapes() {
    let config = AudioSpectrogramTransformerConfig {
        id2label: (0..527).map(|class| (class, class.to_string())).collect(),
        ..AudioSpectrogramTransformerConfig::default()
    };
    let expected = weights::expected::<AudioSpectrogramTransformerNetwork>(&config).unwrap();
    assert_eq!(expected, Fixture::open(NAME).full_size());
}

#[test]
fn what_does_not_fit_is_refused_by_its_field() {
    let endless = AudioSpectrogramTransformerConfig {
        max_length: 1 << 40,
        time_stride: 1 << 38,
        frequency_stride: 1 << 38,
        id2label: [(0, "Speech".to_owned())].into(),
        ..AudioSpectrogramTransformerConfig::default()
    };
    let said = weights::expected::<AudioSpectrogramTransformerNetwork>(&endless)
        .unwrap_err()
        .to_string();
    assert!(said.contains("max_length"), "{said}");
    for (file, field, value) in [
        ("preprocessor_config.json", "num_mel_bins", 64.into()),
        ("preprocessor_config.json", "max_length", 1024.into()),
        ("preprocessor_config.json", "sampling_rate", 8000.into()),
        ("preprocessor_config.json", "std", 0.0.into()),
        ("config.json", "patch_size", 200.into()),
        ("config.json", "time_stride", 0.into()),
        ("config.json", "time_stride", 5.into()),
        ("config.json", "qkv_bias", false.into()),
        ("config.json", "id2label", serde_json::json!({"1": "Dog"})),
        ("config.json", "num_attention_heads", 5.into()),
    ] {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "config.json",
            "preprocessor_config.json",
            "model.safetensors",
        ] {
            std::fs::copy(Fixture::folder(NAME).join(name), folder.path().join(name)).unwrap();
        }
        let path = folder.path().join(file);
        let mut config: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        config[field] = value;
        std::fs::write(&path, config.to_string()).unwrap();
        let refused: Option<InferenceError> =
            AudioSpectrogramTransformer::open(folder.path(), DType::F32, &Device::Cpu).err();
        let said = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(
            said.contains(if field == "num_attention_heads" {
                "heads"
            } else {
                field
            }),
            "{field}: {said}"
        );
    }
}
