"""How long local models take, and how much memory, beside candle-transformers and PyTorch: each network at full size with random
weights, on two threads, in one run.

    cargo build --release -p patchbay-inference -p patchbay-language --example speed --example encoder_speed
    venv/bin/python compare.py [--programs target/release/examples] [--runs 5] [--upstream] [network ...]

Both are built together, since the vector instructions that one asks for serve both, as they do in the app. The environment is
that of tests/parity/requirements.txt. The sides take turns, each in a process of its own. The least of their times counts, since
what else the machine does only makes a run slower; the memory is the most that the process had (with weights that are made
rather than read, and PyTorch's with its interpreter and libraries). Prints a Markdown table: milliseconds, megabytes, and
Patchbay's time over each of the others'. A network more is an entry of NETWORKS, and one of the same name in pytorch.py and in
src-tauri/crates/inference/examples/speed; the planner's encoder is in the crate `language`.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

THREADS = 2
HERE = pathlib.Path(__file__).parent

# Those that candle-transformers has too.
UPSTREAM = [
    "mobile_sam_encoder", "mobile_sam_decoder", "sam_vit_b_encoder", "clip_image", "clip_text", "depth_anything", "blip_encoder",
    "blip_decoder", "whisper_encoder", "whisper_decoder", "t5_encoder", "encodec_decoder", "parler_tts_decoder", "dac_decoder",
    "unet_step", "vae_decode",
]
NETWORKS = UPSTREAM + [
    "detr", "detr_panoptic", "owl_vit", "planner_encoder", "audio_spectrogram_transformer", "musicgen_decoder", "z_image_layers",
]
# Asks for another environment, which pytorch.py names.
APART = "parler_tts_decoder"


def measured(command):
    """The least milliseconds and the most megabytes of a process that prints its times as JSON."""
    threads = {name: str(THREADS) for name in ["OMP_NUM_THREADS", "RAYON_NUM_THREADS"]}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | threads) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {process.returncode}")
    return json.loads(output)["least"] * 1e3, usage.ru_maxrss * 1024 / 1e6


def sides(name, programs, runs):
    """The command of each side, Patchbay's first."""
    own = ["encoder_speed"] if name == "planner_encoder" else ["speed", name]
    yield [programs / own[0], *own[1:], runs]
    yield [programs / "speed", "--candle-transformers", name, runs] if name in UPSTREAM else None
    yield [sys.executable, HERE / "pytorch.py", name, runs]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", metavar="network", help=f"all but {APART} where none is named")
    parser.add_argument("--programs", default=HERE.parents[1] / "target" / "release" / "examples", type=pathlib.Path)
    parser.add_argument("--runs", default=5, type=int, help="of each side in each turn")
    parser.add_argument("--turns", default=3, type=int)
    parser.add_argument("--upstream", action="store_true", help="only those that candle-transformers has too")
    given = parser.parse_args()
    every = [name for name in (UPSTREAM if given.upstream else NETWORKS) if name != APART]
    print("| network | Patchbay | MB | candle-transformers | MB | PyTorch | MB | ratios |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in given.networks or every:
        commands = list(sides(name, given.programs, str(given.runs)))
        turns = [[command and measured(command) for command in commands] for _ in range(given.turns)]
        figures = [side[0] and (min(time for time, _ in side), max(memory for _, memory in side)) for side in zip(*turns)]
        cells = [f"{side[0]:.4g} | {side[1]:.0f}" if side else " | " for side in figures]
        ratios = [f"{figures[0][0] / side[0]:.2f}" for side in figures[1:] if side]
        print(f"| {name} | {' | '.join(cells)} | {', '.join(ratios)} |", flush=True)


if __name__ == "__main__":
    main()
