#!/usr/bin/env bash
# Makes models/planner/encoder.safetensors and tokenizer.json from nothing but this folder, the toolbox and the packages
# of requirements.txt: about 20 minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")"
[ -d .venv ] || python3 -m venv .venv
.venv/bin/pip install --quiet --requirement requirements.txt
.venv/bin/python train.py ../../../assets/toolbox.json .. "$@"
