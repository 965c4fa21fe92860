"""What PyTorch reads with weights that anybody can make again: `python fixture.py TOOLBOX OPTIONS FIXTURE.json`.

The fixture of `src-tauri/crates/reader/tests/parity.rs`: names and shapes of the weights, whose values follow from these alone
(`values`), a few tools, and what is read of some requests (lines that `bench options` printed).
"""

import json
import math
import sys

import numpy
import torch

from examples import Tools, examples, load
from read import Reading
from reader import Reader
from train import Trained, encoder, texts_of, tokenizer_of

TOOLS = "image_resizing image_cropping video_trimming video_fading video_volume subtitle_video audio_to_audio video_to_image text_to_speech image_grid".split()


def values(name, shape):
    """Numbers from -0.5 to 0.5 by SplitMix64, seeded with the FNV-1a hash of the name, and stretched by what the weight is for."""
    seed = 0xCBF29CE484222325
    for byte in name.encode():
        seed = ((seed ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    with numpy.errstate(over="ignore"):
        z = numpy.arange(1, math.prod(shape) + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15) + numpy.uint64(seed)
        z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        z ^= z >> numpy.uint64(31)
    unit = (z >> numpy.uint64(40)).astype(numpy.float32) / numpy.float32(2**24) - numpy.float32(0.5)
    if "LayerNorm.weight" in name or name == "wish.2.weight":
        unit = unit * numpy.float32(0.5) + numpy.float32(1)
    elif name.startswith("bert."):
        unit = unit * numpy.float32(0.25)
    elif name == "tool_scale":
        unit = unit + numpy.float32(3)
    return torch.from_numpy(unit.astype(numpy.float16).astype(numpy.float32)).reshape(shape)


@torch.no_grad()
def main(toolbox, options, fixture):
    with open(toolbox, encoding="utf-8") as file:
        chosen = {"tools": [tool for tool in json.load(file)["tools"] if tool["name"] in TOOLS]}
    few = f"{fixture}.tools"
    with open(few, "w", encoding="utf-8") as file:
        json.dump(chosen, file)
    trained = Trained(tokenizer_of(), Tools(few))
    model = Reader(encoder(), len(trained.tools.names))
    shapes = {name: list(tensor.shape) for name, tensor in model.state_dict().items() if tensor.is_floating_point()}
    model.load_state_dict({name: values(name, shape) for name, shape in shapes.items()}, strict=False)
    model.refresh(trained.tokenizer, texts_of(trained.tools))
    model.eval()
    cases = []
    for example in examples(trained.tokenizer, load([options]), trained.tools):
        steps = [{"reference": s["reference"], "tool": s["tool"], "values": list(s["values"].items())} for s in example.steps]
        files = [{"name": f["name"], "type": f["kind"]} for f in example.request["files"]]
        cases.append({"text": example.request["text"], "files": files, "steps": steps, "read": Reading(model, trained, example).parsed()})
    with open(fixture, "w", encoding="utf-8") as file:
        json.dump({"tools": trained.tools.names, "weights": shapes, "cases": cases}, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
