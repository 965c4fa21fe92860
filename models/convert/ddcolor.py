#!/usr/bin/env python3
"""Turns DDColor's weights, `pytorch_model.bin` of piddnad/ddcolor_modelscope or one of its neighbours, into a file that Patchbay
reads.

    python -m pip install torch safetensors
    python ddcolor.py pytorch_model.bin model.safetensors

The file is read as tensors only: no program in it is run. Their `config.json` belongs beside what is written.
"""

import sys

import torch
from safetensors.torch import save_file

if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tensors = torch.load(sys.argv[1], map_location="cpu", weights_only=True)
    # The files `.pth` have them one level further down.
    tensors = tensors.get("params", tensors)
    floats = {name: tensor for name, tensor in tensors.items() if tensor.is_floating_point()}
    save_file({name: tensor.float().contiguous() for name, tensor in floats.items()}, sys.argv[2])
