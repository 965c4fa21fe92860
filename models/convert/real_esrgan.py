#!/usr/bin/env python3
"""Turns Real-ESRGAN's weights, `realesr-general-x4v3.pth` or `RealESRGAN_x4plus.pth` of xinntao/Real-ESRGAN's releases, into a file
that Patchbay reads.

    python -m pip install torch safetensors
    python real_esrgan.py realesr-general-x4v3.pth model.safetensors

The file is read as tensors only: no program in it is run.
"""

import sys

import torch
from safetensors.torch import save_file

if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tensors = torch.load(sys.argv[1], map_location="cpu", weights_only=True)
    # The weights proper lie beside, or instead of, those of training's moving average.
    tensors = tensors.get("params_ema", tensors.get("params", tensors))
    save_file({name: tensor.float().contiguous() for name, tensor in tensors.items()}, sys.argv[2])
