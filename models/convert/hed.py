#!/usr/bin/env python3
"""Turns HED's weights, `ControlNetHED.pth` of lllyasviel/Annotators, into a file that Patchbay reads.

    python -m pip install torch safetensors
    python hed.py ControlNetHED.pth model.safetensors

The file is read as tensors only: no program in it is run.
"""

import sys

import torch
from safetensors.torch import save_file

if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tensors = torch.load(sys.argv[1], map_location="cpu", weights_only=True)
    save_file({name: tensor.float().contiguous() for name, tensor in tensors.items()}, sys.argv[2])
