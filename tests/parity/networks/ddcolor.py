"""DDColor as `spandrel_extra_arches` has it: what its encoder and its two decoders make of a grey picture, and colours by CIE
L*a*b*, written from its definition.

That package asks for libraries that no other network needs, so this is made in an environment of its own, and only where it is
named:

    python -m venv venv-ddcolor && venv-ddcolor/bin/pip install -r requirements-ddcolor.txt
    venv-ddcolor/bin/python make_fixtures.py ddcolor
"""

import json
from unittest import mock

import numpy
import PIL.Image
import torch
from common import disturb, photo, save, save_json
from safetensors.torch import save_file
from spandrel_extra_arches.architectures.DDColor.__arch.convnext import ConvNeXt
from spandrel_extra_arches.architectures.DDColor.__arch.ddcolor import DDColor, Decoder, Encoder, MultiScaleColorDecoder
from spandrel_extra_arches.architectures.DDColor.__arch.unet import NormType, custom_conv_layer

# As the published models' `config.json` says it.
PUBLISHED = {
    "decoder_name": "MultiScaleColorDecoder",
    "num_output_channels": 2,
    "last_norm": "Spectral",
    "do_normalize": False,
    "num_queries": 100,
    "num_scales": 3,
    "dec_layers": 9,
}
# Four layers go through the three maps and begin anew. Height and width differ, so that no two axes can be swapped.
TINY = PUBLISHED | {
    "encoder_name": "convnext-t",
    "depths": [1, 2, 1, 1],
    "dims": [6, 8, 10, 12],
    "input_size": [64, 96],
    "num_queries": 7,
    "dec_layers": 4,
    "nf": 16,
    "hidden_dim": 16,
    "nheads": 2,
    "dim_feedforward": 24,
}


class Tiny(DDColor):
    """The same parts at the sizes of `TINY`, some of which the package's own constructor does not take."""

    def __init__(self):
        torch.nn.Module.__init__(self)
        width, queries = TINY["nf"], TINY["num_queries"]
        self.num_output_channels, self.do_normalize = 2, False
        self.encoder = Encoder("convnext-t", ["norm0", "norm1", "norm2", "norm3"])
        self.encoder.arch = ConvNeXt(depths=TINY["depths"], dims=TINY["dims"])
        self.encoder.hooks = self.encoder.setup_hooks()
        self.encoder(torch.zeros(1, 3, 32, 32))
        self.decoder = Decoder(self.encoder.hooks, nf=width, last_norm="Spectral", num_queries=queries)
        self.decoder.color_decoder = MultiScaleColorDecoder(
            in_channels=[width, width, width // 2],
            hidden_dim=TINY["hidden_dim"],
            num_queries=queries,
            nheads=TINY["nheads"],
            dim_feedforward=TINY["dim_feedforward"],
            dec_layers=TINY["dec_layers"],
            color_embed_dim=width // 2,
        )
        last = custom_conv_layer(queries + 3, 2, ks=1, use_activ=False, norm_type=NormType.Spectral)
        self.refine_net = torch.nn.Sequential(last)
        self.register_buffer("mean", torch.zeros(1, 3, 1, 1))
        self.register_buffer("std", torch.ones(1, 3, 1, 1))


def power_iteration(model):
    """Gives spectral norms vectors as one step of training leaves them: of length 1, near the largest singular value's."""
    generator = torch.Generator().manual_seed(1)
    unit = lambda vector: vector / vector.norm()
    for module in model.modules():
        if hasattr(module, "weight_u"):
            rows = module.weight_orig.flatten(1)
            v = unit(rows.t() @ unit(torch.randn(len(rows), generator=generator)))
            module.weight_v.copy_(v)
            module.weight_u.copy_(unit(rows @ v))


# sRGB (IEC 61966-2-1) to XYZ of D65 (Lindbloom, "RGB/XYZ Matrices"), and white.
TO_XYZ = numpy.array([
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
])
WHITE = numpy.array([0.95047, 1.0, 1.08883])


def linear(encoded):
    return numpy.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def encoded(light):
    return numpy.where(light <= 0.0031308, light * 12.92, 1.055 * numpy.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)


def lab(colors):
    """CIE L*a*b* of sRGB, `(n, 3)`."""
    light = linear(colors) @ TO_XYZ.T / WHITE
    x, y, z = numpy.where(light > 216 / 24389, numpy.cbrt(light), (24389 / 27 * light + 16) / 116).T
    return numpy.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def from_lab(colors):
    """sRGB of CIE L*a*b*, `(n, 3)`, cut off."""
    y = (colors[:, 0] + 16) / 116
    bent = numpy.stack([y + colors[:, 1] / 500, y, y - colors[:, 2] / 200], axis=1)
    light = numpy.where(bent > 6 / 29, bent**3, (116 * bent - 16) * 27 / 24389)
    return encoded((light * WHITE @ numpy.linalg.inv(TO_XYZ).T).clip(0, 1))


def grey(colors):
    """The grey that is as light, `(n,)`."""
    lightness = lab(colors) * [1, 0, 0]
    return from_lab(lightness).mean(1)


def shapes(name):
    """Names and shapes of a published model's tensors, without those that no output depends on."""
    # The rates of layers left out in training, of which there are none, are asked for as numbers.
    zeros = mock.patch("torch.linspace", lambda first, last, count: torch.zeros(count, device="cpu"))
    with zeros, torch.device("meta"):
        model = DDColor(encoder_name=name, **PUBLISHED)
    read = lambda key: not key.endswith("num_batches_tracked") and not key.startswith("encoder.arch.norm.")
    found = {key: list(value.shape) for key, value in sorted(model.state_dict().items()) if read(key)}
    return json.dumps(found, separators=(",", ":")) + "\n"


def make():
    model = disturb(Tiny())
    with torch.no_grad():
        power_iteration(model)
        model.mean.copy_(torch.tensor([0.485, 0.456, 0.406]).reshape(1, 3, 1, 1))
        model.std.copy_(torch.tensor([0.229, 0.224, 0.225]).reshape(1, 3, 1, 1))
        # As far apart as colours are, and more of them from what was seen than from the grey itself.
        model.refine_net[0][0].weight_orig[:, TINY["num_queries"]:].mul_(0.1)
        model.refine_net[0][0].weight_u.div_(20)
    height, width = TINY["input_size"]
    picture = photo().resize((width, height), PIL.Image.Resampling.BILINEAR)
    levels = grey(numpy.array(picture).reshape(-1, 3) / 255).reshape(height, width)
    levels = torch.from_numpy(levels).float()
    features, colors = [], []
    for layer in model.decoder.layers:
        layer.register_forward_hook(lambda module, inputs, output: features.append(output[0]))
    model.decoder.color_decoder.color_embed.register_forward_hook(lambda module, inputs, output: colors.append(output[0]))
    with torch.no_grad():
        chroma = model(levels.expand(1, 3, height, width))
        # Smaller one way and larger the other.
        resized = torch.nn.functional.interpolate(chroma, size=(51, 130), mode="bilinear")
    maps = [hook.feature[0] for hook in model.encoder.hooks]
    for name, value in {"maps": maps[-1], "features": features[-1], "colors": colors[0], "chroma": chroma}.items():
        print(name, tuple(value.shape), value.mean().item(), value.std().item())
    generator = numpy.random.default_rng(1)
    before = numpy.concatenate([generator.random((200, 3)), generator.random((56, 3)) * 0.05])
    axes = generator.normal(scale=40, size=(256, 2))
    folder = save("ddcolor", {
        "grey": levels,
        **{f"map_{index}": map.permute(1, 2, 0) for index, map in enumerate(maps)},
        **{f"feature_{index}": map.permute(1, 2, 0) for index, map in enumerate(features)},
        "colors": colors[0],
        "chroma": chroma[0].permute(1, 2, 0),
        "resized": resized[0].permute(1, 2, 0),
        "before": before.astype(numpy.float32),
        "axes": axes.astype(numpy.float32),
        "recolored": from_lab(numpy.concatenate([lab(before)[:, :1], axes], axis=1)).astype(numpy.float32),
    })
    tensors = {name: value.contiguous() for name, value in model.state_dict().items() if value.is_floating_point()}
    save_file(tensors, folder / "model.safetensors")
    save_json("ddcolor", "config.json", TINY)
    (folder / "full_size.json").write_text(shapes("convnext-l"))
    (folder / "full_size_tiny.json").write_text(shapes("convnext-t"))
