"""The Descript audio codec: the sound that codes make. transformers' model computes, the names are those of the codec's authors,
which Parler-TTS's files have."""

import re

import torch
from common import disturb, save, save_json
from transformers import DacConfig, DacModel

# Frames: more than are made at once, with all that the layers see around them.
FRAMES = 150
CODES = 16


def tiny():
    return DacConfig(
        encoder_hidden_size=4, downsampling_ratios=[2, 4], decoder_hidden_size=16, upsampling_ratios=[4, 2], hidden_size=12,
        n_codebooks=4, codebook_size=CODES, codebook_dim=5, sampling_rate=44100,
    )


def config(model):
    """`config.json` as the authors have it, with the sizes that theirs leaves out."""
    own = model.config
    return {
        "model_type": "dac", "num_codebooks": own.n_codebooks, "codebook_size": own.codebook_size,
        "codebook_dim": own.codebook_dim, "latent_dim": own.hidden_size, "decoder_dim": own.decoder_hidden_size,
        "decoder_rates": list(own.upsampling_ratios), "sampling_rate": own.sampling_rate,
    }


def authors_name(name, blocks):
    """A tensor's name in the authors' files; none of what makes codes of sounds."""
    parts = {"snake1": 0, "conv1": 1, "snake2": 2, "conv2": 3}
    if name.startswith("encoder.") or ".in_proj." in name:
        return None
    if name.startswith("quantizer."):
        return name
    found = re.fullmatch(r"decoder\.block\.(\d+)\.res_unit(\d)\.(\w+)\.(\w+)", name)
    if found:
        block, unit, part, tensor = found.groups()
        return f"decoder.model.{int(block) + 1}.block.{int(unit) + 1}.block.{parts[part]}.{tensor}"
    found = re.fullmatch(r"decoder\.block\.(\d+)\.(snake1|conv_t1)\.(\w+)", name)
    if found:
        block, part, tensor = found.groups()
        return f"decoder.model.{int(block) + 1}.block.{['snake1', 'conv_t1'].index(part)}.{tensor}"
    place = {"decoder.conv1": 0, "decoder.snake1": blocks + 1, "decoder.conv2": blocks + 2}
    layer, tensor = name.rsplit(".", 1)
    return f"decoder.model.{place[layer]}.{tensor}"


def authors_tensors(model, prefix="", lengths=None):
    """The tensors that make sounds of codes, under the authors' names: of the weight of each convolution a direction, and the
    length of each of its parts (Salimans and Kingma 2016). Without lengths, the shapes matter alone."""
    tensors = {}
    for name, value in model.state_dict().items():
        other = authors_name(name, len(model.decoder.block))
        if other is None:
            continue
        if other.endswith(".weight") and ".codebook." not in other:
            length = value.flatten(1).norm(dim=1)[:, None, None]
            scale = torch.ones_like(length) if lengths is None else 0.5 + torch.rand(length.shape, generator=lengths)
            tensors |= {f"{prefix}{other}_g": length, f"{prefix}{other}_v": value * scale}
        else:
            tensors[f"{prefix}{other}"] = value
    return tensors


def disturbed(seed):
    """A small model that hears the codes: random weights alone make nearly the same sound of all."""
    model = disturb(DacModel(tiny()), seed)
    with torch.no_grad():
        for codebook in model.quantizer.quantizers:
            codebook.codebook.weight.mul_(3)
        model.decoder.conv2.weight.mul_(0.03)
    return model


@torch.no_grad()
def make():
    from safetensors.torch import save_file

    model, generator = disturbed(61), torch.Generator().manual_seed(62)
    codes = torch.randint(CODES, (4, FRAMES), generator=generator)
    # Those that the tests disturb are heard.
    codes[:, 0] = 0
    folder = save("dac", {"codes": codes, "samples": model.decode(audio_codes=codes[None]).audio_values[0]})
    tensors = {name: value.contiguous() for name, value in authors_tensors(model, "", generator).items()}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    save_json("dac", "config.json", config(model))
    with torch.device("meta"):
        tensors = authors_tensors(DacModel(DacConfig()))
    save_json("dac", "full_size.json", {name: list(value.shape) for name, value in sorted(tensors.items())})
