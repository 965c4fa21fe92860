#!/usr/bin/env bash
# Makes models/planner/encoder.safetensors, tokenizer.json and texts.json from nothing but this folder, ControlLLM's
# published requests (the first argument), the toolbox as `patchbay-cli tools --json` writes it (the second) and the packages
# of requirements.txt: about five and a half hours on two cores.
set -euo pipefail
cases=$(realpath "$1") toolbox=$(realpath "$2")
cd "$(dirname "$0")"
[ -d .venv ] || python3 -m venv .venv
.venv/bin/pip install --quiet --requirement requirements.txt
train() { .venv/bin/python train.py "$toolbox" .. --cases "$cases" --every 2 "$@"; }
train --requests 40000
train --requests 72000 --rate 1.2e-4 --from .. --freeze 2
train --requests 84000 --rate 1.3e-4 --from .. --freeze 2 --seed 6
train --requests 56000 --rate 1.3e-4 --from .. --freeze 2 --seed 7
train --requests 76000 --rate 1.3e-4 --from .. --freeze 2 --seed 8
# Half-way weights forget less of what the new requests do not speak of.
train_and_mix() {
  local share=$1 before
  before=$(mktemp)
  cp ../encoder.safetensors "$before"
  train "${@:2}"
  .venv/bin/python average.py "$before" .. "$share"
  rm "$before"
}
train_and_mix 0.7 --requests 60000 --rate 1.4e-4 --from .. --freeze 2 --seed 9
train_and_mix 0.5 --requests 60000 --rate 1.4e-4 --from .. --freeze 2 --seed 10
# The everyday tools, from the unmixed weights on: what those before them say rightly is to stay.
kept=$(mktemp -d)
cp ../encoder.safetensors "$kept"
train --requests 33000 --rate 5e-5 --from .. --keep "$kept" --freeze 3 --seed 51 --phrasings .12
rm -r "$kept"
