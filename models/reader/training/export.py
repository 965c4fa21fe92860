"""Writes the weights of a trained reader as the app takes them: `python export.py TOOLBOX FOLDER FILE.safetensors`.

All are in half precision. The metadata names the tools in the order of `tool_own`, and the texts of tools and closed values whose
vectors stand in `texts`.
"""

import json
import pathlib
import sys

import torch
from safetensors.torch import save_file

from read import opened
from train import texts_of


def main(toolbox, folder, file):
    trained, model = opened(toolbox, pathlib.Path(folder))
    state = {name: tensor.detach().half().contiguous() for name, tensor in model.state_dict().items() if tensor.is_floating_point()}
    texts = texts_of(trained.tools)
    vectors = {}
    for kind, own in texts.items():
        vectors |= {text: model.texts[kind][number] for number, text in enumerate(own)}
    state["texts"] = torch.stack(list(vectors.values())).half()
    save_file(state, file, metadata={"tools": json.dumps(trained.tools.names), "texts": json.dumps(list(vectors))})


if __name__ == "__main__":
    main(*sys.argv[1:])
