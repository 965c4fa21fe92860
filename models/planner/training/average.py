"""Mixes what a training began with into what it made: `python average.py BEFORE.safetensors FOLDER SHARE`, SHARE from 0 to 1
being that of the new weights. Half-way weights forget less of what the new requests do not speak of (Wortsman et al. 2022,
"Robust fine-tuning of zero-shot models", section 3)."""
import sys
from pathlib import Path

from safetensors.torch import load_file, save_file

before, path, share = load_file(sys.argv[1]), Path(sys.argv[2]) / "encoder.safetensors", float(sys.argv[3])
after = load_file(path)
mixed = {name: ((1 - share) * before[name].float() + share * new.float()).to(new.dtype).contiguous() for name, new in after.items()}
save_file(mixed, path)
