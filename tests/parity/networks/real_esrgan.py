"""Real-ESRGAN's compact and dense networks as spandrel (requirements-spandrel.txt) has them, and a picture of several pieces.

    python -m venv venv && venv/bin/pip install -r requirements-spandrel.txt
    venv/bin/python make_fixtures.py real_esrgan
"""

import json

import numpy
import PIL.Image
import torch
from common import FIXTURES, disturb, photo, save, save_json
from safetensors.torch import save_file


def published(model):
    """The tensors by the names that Real-ESRGAN's own files have: spandrel's dense network has older ones."""
    names = {"model.0": "conv_first", "model.3": "conv_up1", "model.6": "conv_up2", "model.8": "conv_hr", "model.10": "conv_last"}

    def renamed(name):
        part, _, end = name.rpartition(".")
        if part in names:
            return f"{names[part]}.{end}"
        pieces = part.split(".")
        if pieces[:3] == ["model", "1", "sub"]:
            if len(pieces) == 4:
                return f"conv_body.{end}"
            return f"body.{pieces[3]}.{pieces[4].lower()}.{pieces[5]}.{end}"
        return name

    return {renamed(name): value.contiguous() for name, value in model.state_dict().items()}


def write(name, model, config, pixels):
    disturb(model)
    with torch.no_grad():
        large = model(pixels)
    print(name, large.shape, large.min(), large.mean(), large.max(), large.std())
    folder = save(name, {"pixels": pixels, "large": large})
    save_file(published(model), folder / "model.safetensors")
    save_json(name, "config.json", config)


def shapes(name, model):
    found = {key: list(value.shape) for key, value in sorted(published(model).items())}
    (FIXTURES / name / "full_size.json").write_text(json.dumps(found, separators=(",", ":")) + "\n")


def make():
    from spandrel.architectures.Compact import Compact
    from spandrel.architectures.ESRGAN import ESRGAN

    picture = photo().resize((37, 26), PIL.Image.Resampling.BILINEAR)
    pixels = torch.from_numpy(numpy.array(picture)).permute(2, 0, 1)[None].float() / 255
    compact = lambda width, count: Compact(num_feat=width, num_conv=count, upscale=4)
    config = {"body": {"compact": {"convolutions": 3}}, "features": 12, "scale": 4}
    write("real_esrgan", compact(12, 3), config, pixels)
    shapes("real_esrgan", compact(64, 32))
    dense = lambda width, blocks, growth: ESRGAN(num_filters=width, num_blocks=blocks, scale=4, in_nc=3, out_nc=3)
    config = {"body": {"dense": {"blocks": 1, "growth": 32}}, "features": 8, "scale": 4}
    write("real_esrgan_dense", dense(8, 1, 32), config, pixels)
    shapes("real_esrgan_dense", dense(64, 23, 32))
