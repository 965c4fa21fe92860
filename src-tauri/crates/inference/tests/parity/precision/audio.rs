//! Networks that hear, speak and play.

use candle_core::{DType, Device};
use patchbay_inference::Watch;
use patchbay_inference::networks::audio_spectrogram_transformer::{
    AudioSpectrogramTransformer, AudioSpectrogramTransformerNetwork,
};
use patchbay_inference::networks::musicgen::{MusicGen, MusicGenNetwork, Options as MusicOptions};
use patchbay_inference::networks::parler_tts::{ParlerTts, ParlerTtsNetwork};
use patchbay_inference::networks::whisper::{Options, Whisper, WhisperNetwork};

use super::{BOUND, assert_near, half};
use crate::support::{Fixture, voice};

#[test]
fn whisper() {
    let fixture = Fixture::open("whisper");
    let network: WhisperNetwork = fixture.network_of(DType::F16);
    let heard = network
        .hear(&half(&fixture, "window"), Watch::nobody())
        .unwrap();
    assert_near(&heard, fixture.tensor("heard"), BOUND, "heard");
    let ids: Vec<u32> = fixture
        .tensor("ids")
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec1()
        .unwrap();
    let logits = network.logits(&half(&fixture, "heard"), &ids).unwrap();
    assert_near(
        &logits.unsqueeze(0).unwrap(),
        fixture.tensor("logits"),
        BOUND,
        "logits",
    );
    let whisper = Whisper::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let mut listener = whisper.listener();
    listener.hear(&voice());
    assert!(
        !whisper
            .transcribe(&listener.finish(), &Options::default(), Watch::nobody())
            .unwrap()
            .segments
            .is_empty()
    );
}

#[test]
fn audio_spectrogram_transformer() {
    let fixture = Fixture::open("audio_spectrogram_transformer");
    let network: AudioSpectrogramTransformerNetwork = fixture.network_of(DType::F16);
    let logits = network
        .logits(&half(&fixture, "window"), Watch::nobody())
        .unwrap();
    assert_near(
        &logits.unsqueeze(0).unwrap(),
        fixture.tensor("logits"),
        BOUND,
        "logits",
    );
    let model =
        AudioSpectrogramTransformer::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let mut listener = model.listener();
    listener.hear(&voice());
    let found = model.listen(&listener.finish(), Watch::nobody()).unwrap();
    assert_eq!(found.len(), 6);
    assert!(
        found
            .iter()
            .flat_map(|heard| &heard.likely)
            .all(|likely| (0.0..=1.0).contains(likely))
    );
}

#[test]
fn musicgen() {
    let fixture = Fixture::open("musicgen");
    let network: MusicGenNetwork = fixture.network_of(DType::F16);
    let frames: Vec<Vec<u32>> = fixture
        .tensor("frames")
        .to_dtype(DType::U32)
        .unwrap()
        .t()
        .unwrap()
        .to_vec2()
        .unwrap();
    let logits = network.logits(&half(&fixture, "read"), &frames).unwrap();
    assert_near(&logits, fixture.tensor("logits"), BOUND, "logits");
    let model = MusicGen::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let played = model
        .play(
            "a tune",
            0.2,
            &MusicOptions::default(),
            &mut || 0.5,
            Watch::nobody(),
        )
        .unwrap();
    assert!(played.len() == 240 && played.iter().all(|sample| sample.is_finite()));
}

#[test]
fn parler_tts() {
    let fixture = Fixture::open("parler_tts");
    let network: ParlerTtsNetwork = fixture.network_of(DType::F16);
    let whole = |name: &str| fixture.tensor(name).to_dtype(DType::U32).unwrap();
    let ids = |name: &str| whole(name).flatten_all().unwrap().to_vec1().unwrap();
    let described = network.describe(&ids("read"), Watch::nobody()).unwrap();
    let steps = whole("codes").t().unwrap().to_vec2().unwrap();
    let logits = network.logits(&described, &ids("before"), &steps).unwrap();
    assert_near(
        &logits.transpose(0, 1).unwrap(),
        fixture.tensor("logits"),
        BOUND,
        "logits",
    );
    let model = ParlerTts::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let voice = model.voice("a calm woman", Watch::nobody()).unwrap();
    let said = model
        .say(
            "the gulls",
            &voice,
            ParlerTts::SAMPLING,
            &mut || 0.5,
            Watch::nobody(),
        )
        .unwrap();
    assert!(!said.is_empty() && said.iter().all(|sample| sample.abs() <= 1.0));
}
