"""HED as ControlNet's annotator has it, written from Xie and Tu 2015 and the names of its published tensors: no class of
transformers has it. Each block looks at the picture at half the size of the block before, and says where it sees edges."""

import json

import numpy
import PIL.Image
import torch
from common import disturb, photo, save, save_json
from safetensors.torch import save_file
from scipy import ndimage

DEPTHS = [2, 2, 3, 3, 3]
PUBLISHED = [64, 128, 256, 512, 512]
TINY = [6, 8, 10, 12, 12]


class Block(torch.nn.Module):
    def __init__(self, before, width, depth):
        super().__init__()
        inputs = [before] + [width] * (depth - 1)
        self.convs = torch.nn.ModuleList(torch.nn.Conv2d(channels, width, 3, padding=1) for channels in inputs)
        self.projection = torch.nn.Conv2d(width, 1, 1)

    def forward(self, x):
        for convolution in self.convs:
            x = convolution(x).relu()
        return x, self.projection(x)


class Hed(torch.nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.norm = torch.nn.Parameter(torch.zeros(1, 3, 1, 1))
        for number, (before, width, depth) in enumerate(zip([3] + widths, widths, DEPTHS), start=1):
            setattr(self, f"block{number}", Block(before, width, depth))

    def forward(self, pixels):
        """Where each block sees edges, before the sigmoid. Takes values of 0 to 255."""
        x, seen = pixels - self.norm, []
        for number in range(1, 6):
            if number > 1:
                x = torch.nn.functional.max_pool2d(x, 2)
            x, side = getattr(self, f"block{number}")(x)
            seen.append(side)
        return seen


def blurred(values, sigma, radius):
    return ndimage.gaussian_filter(values, sigma, radius=radius, mode="mirror")


def strokes(edges):
    """What ControlNet's annotator makes scribbles of: ridges of the smoothed edges in any of four directions, made broad.
    The reaches of its Gaussians are those that OpenCV chooses for floats and for bytes."""
    smooth = blurred(edges.astype(numpy.float32) * 255, 3.0, 12)
    lines = [numpy.eye(3), numpy.eye(3)[::-1], numpy.array([[0, 0, 0], [1, 1, 1], [0, 0, 0]])]
    lines.append(lines[2].T)
    ridge = lambda line: ndimage.maximum_filter(smooth, footprint=line, mode="constant", cval=-numpy.inf) == smooth
    ridges = numpy.logical_or.reduce([ridge(line) for line in lines]) & (smooth > 127)
    return numpy.rint(blurred(ridges * 255.0, 3.0, 9)) > 4


def make():
    model = disturb(Hed(TINY))
    with torch.no_grad():
        model.norm.copy_(torch.tensor([104.0, 116.0, 122.0]).reshape(1, 3, 1, 1))
        for number in range(1, 6):
            block = getattr(model, f"block{number}")
            for convolution in block.convs:
                convolution.weight.mul_(1.5)
            block.projection.weight.mul_(0.05)
            block.projection.bias.sub_(1)
    # Neither side is a multiple of 16, so that the smaller maps leave something out.
    picture = photo().resize((134, 90), PIL.Image.Resampling.BILINEAR)
    pixels = torch.from_numpy(numpy.array(picture)).permute(2, 0, 1)[None].float()
    with torch.no_grad():
        sides = model(pixels)
        resized = [torch.nn.functional.interpolate(side, size=pixels.shape[2:], mode="bilinear") for side in sides]
        edges = torch.stack(resized).mean(0).sigmoid()[0, 0]
    print("edges", edges.min(), edges.mean(), edges.max(), edges.std(), [side.std().item() for side in sides])
    # Soft lines, straight and round, some of them along the frame.
    y, x = numpy.mgrid[0:90, 0:134]
    soft = lambda distance: numpy.exp(-numpy.abs(distance) / 4)
    drawn = numpy.max([
        soft(numpy.hypot(x - 60, y - 50) - 30), soft(x - 2), 0.7 * soft(y - 88), soft(x + y - 150.5), 0.45 * soft(y - 20),
    ], axis=0)
    drawn = numpy.floor(drawn * 255) / 255
    scribble = strokes(drawn)
    print("strokes", scribble.mean())
    folder = save("hed", {
        "pixels": pixels.to(torch.uint8),
        **{f"side_{number}": side[0, 0] for number, side in enumerate(sides, start=1)},
        "edges": edges,
        "drawn": torch.from_numpy(drawn).float(),
        "strokes": torch.from_numpy(scribble).to(torch.uint8),
    })
    save_file({name: value.contiguous() for name, value in model.state_dict().items()}, folder / "model.safetensors")
    save_json("hed", "config.json", {"widths": TINY})
    with torch.device("meta"):
        shapes = {name: list(value.shape) for name, value in sorted(Hed(PUBLISHED).state_dict().items())}
    (folder / "full_size.json").write_text(json.dumps(shapes, separators=(",", ":")) + "\n")
