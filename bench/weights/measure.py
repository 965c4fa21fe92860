"""The networks whose published weights are there, through `models import`, beside other programs in the same run.

`python measure.py PATCHBAY_CLI FOLDER [PART…]` (a release build; packages: requirements.txt; program: espeak-ng). PATCHBAY_WEIGHTS
names the folder of weights, with a folder for each model, and PATCHBAY_MEDIA that of `speech` and `photos`. PATCHBAY_PEERS is
where CTranslate2's and ncnn's files of the same weights lie, somewhere below; without it, in `.packages` of the weights. Writes
PART.json for each part into FOLDER; `python table.py FOLDER` prints them all as Markdown."""
import datetime
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

from program import Program

PARTS = ["speech", "writing", "enlarging", "edges"]
# The models of a folder of models, by the names of their weights' folders; HED's weights are no entry of the registry.
FOLDERS = {
    "whisper-base": ["whisper-base"],
    "whisper-tiny-en": ["whisper-tiny-en"],
    "pp-ocr": ["pp-ocrv6-small-detector", "pp-ocrv6-small-recogniser"],
    "real-esrgan-x4plus": ["real-esrgan-x4plus"],
    "hed": [],
}
HED = """[[model]]
id = "hed-bsds500"
name = "HED, trained on BSDS500"
network = "hed"
tools = ["image_to_hed"]
folder = {folder}
files = [{{ path = "model.safetensors" }}]
bytes = 59_000_000
memory = 600_000_000
devices = ["cpu"]
licence = "MIT"
"""


def folder_named(name):
    """The folder that an environment variable names."""
    named = os.environ.get(name)
    if not named or not Path(named).is_dir():
        raise SystemExit(f"{name} names no folder: set it to the folder that `measure.py` says.")
    return Path(named).resolve()


def imported(program, weights, folder):
    """Folders of models, each with the models of one way to do something: the program takes the first that does."""
    made = {}
    for name, models in FOLDERS.items():
        made[name] = folder / "models" / name
        made[name].mkdir(parents=True, exist_ok=True)
        for model in models:
            subprocess.run([program, "models", "import", model, weights / model, "--models-folder", made[name]]).returncode and sys.exit(f"{model} cannot be imported.")
    (made["hed"] / "registry.toml").write_text(HED.format(folder=json.dumps(str(weights / "hed"))))
    return made


def processor():
    """The processor's name."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next(line.split(": ")[1] for line in lines if line.startswith("model name"))


def main(program, folder, parts):
    unknown = set(parts) - set(PARTS)
    if unknown:
        raise SystemExit(f"There is no part {', '.join(sorted(unknown))}: the parts are {', '.join(PARTS)}.")
    weights, media = folder_named("PATCHBAY_WEIGHTS"), folder_named("PATCHBAY_MEDIA")
    peers = Path(os.environ.get("PATCHBAY_PEERS", weights / ".packages"))
    folder = Path(folder).resolve()
    made = folder / "made"
    made.mkdir(parents=True, exist_ok=True)
    models = imported(program, weights, folder)
    for part in parts or PARTS:
        found = importlib.import_module(part).measure(Program(program, made), models, weights, peers, media, made)
        said = {"date": datetime.date.today().isoformat(), "processor": processor(), "found": found}
        (folder / f"{part}.json").write_text(json.dumps(said, indent=1) + "\n")


main(os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:])
