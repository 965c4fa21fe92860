"""The audio spectrogram transformer: Kaldi's filter bank of a voice, and what is heard in it."""

import torch
from common import FIXTURES, disturb, save, save_shapes, voice
from transformers import ASTConfig, ASTFeatureExtractor, ASTForAudioClassification

# Steps of a window; the published model hears 1024.
WINDOW = 104
LABELS = ["Speech", "Dog", "Music", "Cat", "Rain", "Bell", "Silence"]


def features(samples, length):
    # Without torchaudio, which the requirements leave out, transformers makes Kaldi's filter bank itself.
    hears = ASTFeatureExtractor(max_length=length)
    return hears(samples, sampling_rate=16000, return_tensors="pt").input_values


@torch.no_grad()
def make():
    folder = FIXTURES / "audio_spectrogram_transformer"
    folder.mkdir(parents=True, exist_ok=True)
    names = dict(enumerate(LABELS))
    model = disturb(ASTForAudioClassification(ASTConfig(
        hidden_size=24, num_hidden_layers=2, num_attention_heads=3, intermediate_size=40, max_length=WINDOW,
        id2label=names, label2id={name: number for number, name in names.items()},
    )))
    # So that what is heard differs from window to window.
    model.audio_spectrogram_transformer.embeddings.patch_embeddings.projection.weight.mul_(4)
    ASTFeatureExtractor(max_length=WINDOW).save_pretrained(folder)
    # One behind the other, and the last so that it ends with the sound, of 561 steps.
    whole, steps = features(voice(), 561), 561
    starts = [*range(0, steps - WINDOW, WINDOW), steps - WINDOW]
    windows = torch.stack([whole[0, start:start + WINDOW] for start in starts])
    window = windows[1:2].half().float()
    short = features(voice()[40000:50000], WINDOW)
    save("audio_spectrogram_transformer", {
        # Every tenth step.
        "bank": whole[0, ::10], "short_bank": short[0, ::10], "window": window[0].half(),
        "logits": model(window).logits, "likely": model(windows).logits.sigmoid(),
        "short_likely": model(short).logits.sigmoid(),
    }, model)
    with torch.device("meta"):
        save_shapes("audio_spectrogram_transformer", ASTForAudioClassification(ASTConfig(
            id2label={number: str(number) for number in range(527)})))
