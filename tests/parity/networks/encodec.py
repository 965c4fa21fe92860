"""EnCodec as MusicGen has it: the sound that random codes make."""

import torch
from common import FIXTURES, disturb, save, save_shapes
from safetensors.torch import load_file, save_file
from transformers import EncodecConfig, EncodecModel

FRAMES = 230


def tiny(codebooks):
    """50 frames a second; one of the ratios is odd."""
    return EncodecConfig(
        sampling_rate=1200, target_bandwidths=[0.25 * codebooks], codebook_size=32, codebook_dim=12, hidden_size=12, num_filters=4,
        upsampling_ratios=[4, 3, 2], use_causal_conv=False, use_conv_shortcut=False, num_lstm_layers=2,
    )


def published():
    """That of encodec_32khz."""
    return EncodecConfig(
        sampling_rate=32000, target_bandwidths=[2.2], codebook_size=2048, codebook_dim=128, num_filters=64,
        upsampling_ratios=[8, 5, 4, 4], use_causal_conv=False, use_conv_shortcut=False,
    )


def older(name):
    """The name that the hub's files have for a tensor of a normalised convolution."""
    return name.replace("parametrizations.weight.original0", "weight_g").replace("parametrizations.weight.original1", "weight_v")


def rename(fixture):
    """Gives a fixture's tensors the names that the hub's files have."""
    path = FIXTURES / fixture / "model.safetensors"
    save_file({older(name): value for name, value in load_file(path).items()}, path)
    shapes = FIXTURES / fixture / "full_size.json"
    shapes.write_text(older(shapes.read_text()))


def lively(model):
    """Makes the LSTM's gates open and close, and no length of a convolution too small to be heard."""
    with torch.no_grad():
        for name, value in model.named_parameters():
            if ".lstm.weight" in name:
                value.mul_(2)
            if "original0" in name:
                value.add_(value.sign())
    return model


@torch.no_grad()
def make():
    model = lively(disturb(EncodecModel(tiny(3)), 61))
    codes = torch.randint(32, (3, FRAMES), generator=torch.Generator().manual_seed(62))
    sound = {f"sound_{count}": model.decode(codes[None, None, :, :count], [None]).audio_values[0, 0] for count in [1, 2, 3, FRAMES]}
    save("encodec", {"codes": codes, **sound}, model)
    with torch.device("meta"):
        save_shapes("encodec", EncodecModel(published()))
    rename("encodec")
