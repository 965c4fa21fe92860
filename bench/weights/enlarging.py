"""Real-ESRGAN beside ncnn on its processor, on the same piece of a photograph."""
import time
from pathlib import Path

import ncnn
import numpy
from PIL import Image

from program import THREADS

TIMES = 2
PHOTOGRAPH, PIECE = "photos/09844.jpg", (200, 60, 328, 156)


def theirs(peers, picture):
    """What ncnn makes of it, the seconds of each call with the network loaded, and those of the processor that a call takes."""
    found = sorted(Path(peers).rglob("realesrgan-x4plus.param"))
    if not found:
        raise SystemExit(f"{peers} has no realesrgan-x4plus.param")
    network = ncnn.Net()
    network.opt.num_threads, network.opt.use_vulkan_compute = THREADS, False
    network.load_param(str(found[0]))
    network.load_model(str(found[0].with_suffix(".bin")))
    values = numpy.ascontiguousarray(numpy.asarray(picture, numpy.float32).transpose(2, 0, 1) / 255)
    seconds, before = [], time.process_time()
    for _ in range(TIMES):
        start = time.perf_counter()
        extractor = network.create_extractor()
        extractor.input("data", ncnn.Mat(values))
        _, made = extractor.extract("output")
        seconds.append(time.perf_counter() - start)
    spent = (time.process_time() - before) / TIMES
    pixels = numpy.clip(numpy.array(made), 0, 1).transpose(1, 2, 0) * 255
    return Image.fromarray(numpy.round(pixels).astype(numpy.uint8)), seconds, spent


def measure(program, models, weights, peers, media, folder):
    """How alike both pictures are, in decibels, and the seconds of both."""
    piece = Image.open(media / PHOTOGRAPH).convert("RGB").crop(PIECE)
    piece.save(folder / "piece.png")
    seconds, results, spent = program.timed("image_upscaling", models["real-esrgan-x4plus"], TIMES, image=folder / "piece.png")
    other, their_seconds, their_spent = theirs(peers, piece)
    other.save(folder / "piece-ncnn.png")
    apart = numpy.asarray(Image.open(results[0]).convert("RGB"), float) - numpy.asarray(other, float)
    decibels = 10 * numpy.log10(255**2 / max(1e-9, (apart**2).mean()))
    row = {"size": list(piece.size), "decibels": decibels, "most": numpy.abs(apart).max(), "seconds": [min(seconds[1:]), min(their_seconds)], "spent": [spent, their_spent], "first": seconds[0], "picture": results[0]}
    print(row, flush=True)
    return row
