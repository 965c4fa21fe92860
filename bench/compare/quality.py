"""How good results are beside those of other programs, on inputs whose right answer is known: `python quality.py PATCHBAY_CLI TABLE.md`.

Pictures come from scikit-image's data or are drawn; nothing is random from one run to the next. Packages: requirements.txt."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
import pyloudnorm
import skimage.data
import soundfile
from skimage.metrics import peak_signal_noise_ratio, structural_similarity
from skimage.restoration import inpaint_biharmonic

PHOTOS = {"astronaut": skimage.data.astronaut, "chelsea": skimage.data.chelsea, "coffee": skimage.data.coffee, "rocket": skimage.data.rocket}


def photo(name, width=384, height=288):
    """A photograph in OpenCV's order of colours, cut to its middle and scaled."""
    pixels = cv2.cvtColor(PHOTOS[name](), cv2.COLOR_RGB2BGR)
    tall = int(pixels.shape[1] * height / width)
    if tall <= pixels.shape[0]:
        top = (pixels.shape[0] - tall) // 2
        pixels = pixels[top:top + tall]
    else:
        wide = int(pixels.shape[0] * width / height)
        left = (pixels.shape[1] - wide) // 2
        pixels = pixels[:, left:left + wide]
    return cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)


class Ours:
    def __init__(self, program):
        self.program = program

    def __call__(self, tool, **inputs):
        called = subprocess.run([self.program, "bench", "tool", tool, *(f"{k}={v}" for k, v in inputs.items()), "--out", "ours", "--times", "1"], capture_output=True, text=True)
        if called.returncode:
            raise SystemExit(f"{tool}: {called.stderr}")
        return json.loads(called.stdout)["results"][0]

    def picture(self, tool, flags=cv2.IMREAD_COLOR, **inputs):
        return cv2.imread(self(tool, **inputs), flags)


# --- cutting out

def scenes():
    """Pictures with a thing whose place is known: a blob of one photograph on another, and drawn shapes on drawn ground."""
    rng = np.random.default_rng(4)
    height, width = 288, 384
    y, x = np.mgrid[:height, :width]
    for ground, thing in [("astronaut", "coffee"), ("coffee", "chelsea"), ("chelsea", "rocket"), ("rocket", "astronaut")]:
        angle = np.arctan2(y - 150, x - 190)
        radius = 70 + 14 * np.sin(3 * angle + 1) + 8 * np.sin(5 * angle)
        mask = np.hypot(x - 190, y - 150) < radius
        soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.0)[..., None]
        yield f"{thing} on {ground}", (photo(ground) * (1 - soft) + photo(thing) * soft).astype(np.uint8), mask, (185, 140)
    for number, (inside, outside) in enumerate([((60, 70, 200), (90, 160, 90)), ((200, 180, 60), (120, 110, 130)), ((90, 90, 100), (160, 170, 180))]):
        mask = np.zeros((height, width), np.uint8)
        cv2.fillPoly(mask, [np.array([[120, 220], [150, 80], [260, 60], [290, 190], [210, 240]])], 1)
        texture = rng.normal(0, 22, (height, width, 3))
        texture = cv2.GaussianBlur(texture, (0, 0), 1.5) * 3
        picture = np.where(mask[..., None] > 0, inside, outside) + texture * (0.5 + 0.5 * mask[..., None])
        yield f"drawn {number + 1}", cv2.GaussianBlur(np.clip(picture, 0, 255).astype(np.uint8), (0, 0), 0.7), mask > 0, (205, 150)


def overlap(mask, truth):
    return (mask & truth).sum() / max((mask | truth).sum(), 1)


def cutting(ours):
    by_box, by_point = [], []
    for name, picture, truth, (x, y) in scenes():
        cv2.imwrite("scene.png", picture)
        rows, columns = np.nonzero(truth)
        box = (columns.min() - 8, rows.min() - 8, columns.max() - columns.min() + 16, rows.max() - rows.min() + 16)
        grab = np.zeros(truth.shape, np.uint8)
        cv2.setRNGSeed(1)
        cv2.grabCut(picture, grab, box, np.zeros((1, 65)), np.zeros((1, 65)), 5, cv2.GC_INIT_WITH_RECT)
        mine = ours.picture("segment_by_box", cv2.IMREAD_GRAYSCALE, image="scene.png", bbox=",".join(str(int(v)) for v in box)) > 127
        by_box.append((name, overlap(mine, truth), overlap(grab % 2 == 1, truth)))
        # The same clicks: three on the thing, four beside it; of what nothing is said of, GrabCut may guess either.
        inner = [(x, y), (x - 32, y + 30), (x + 34, y - 28)]
        outer = [(box[0] - 12, box[1] - 12), (box[0] + box[2] + 12, box[1] - 12), (box[0] - 12, box[1] + box[3] + 8), (box[0] + box[2] + 12, box[1] + box[3] + 8)]
        outer = [(int(np.clip(u, 3, 380)), int(np.clip(v, 3, 284))) for u, v in outer]
        best = 0
        for unsaid in (cv2.GC_PR_BGD, cv2.GC_PR_FGD):
            grab[:] = unsaid
            for (u, v), value in [*((p, cv2.GC_BGD) for p in outer), *((p, cv2.GC_FGD) for p in inner)]:
                cv2.circle(grab, (u, v), 4, int(value), -1)
            cv2.setRNGSeed(1)
            cv2.grabCut(picture, grab, None, np.zeros((1, 65)), np.zeros((1, 65)), 5, cv2.GC_INIT_WITH_MASK)
            best = max(best, overlap(grab % 2 == 1, truth))
        clicks = ";".join([f"{u},{v},+" for u, v in inner] + [f"{u},{v},-" for u, v in outer])
        mine = ours.picture("segment_by_points", cv2.IMREAD_GRAYSCALE, image="scene.png", point=clicks) > 127
        by_point.append((name, overlap(mine, truth), best))
    for how, rows in (("a box", by_box), ("seven clicks", by_point)):
        for name, a, b in rows:
            print(f"  {how}: {name} {a:.3f} {b:.3f}", flush=True)
        yield f"mask by {how}: overlap with the right one (IoU), mean of {len(rows)}", np.mean([r[1] for r in rows]), {"OpenCV GrabCut": np.mean([r[2] for r in rows])}, 3, True


# --- filling holes

def filling(ours):
    totals = {name: [[], [], []] for name in ("ours", "OpenCV Telea", "OpenCV Navier-Stokes", "scikit-image biharmonic")}
    grain = lambda picture: np.abs(cv2.Laplacian(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32), cv2.CV_32F))
    for name in PHOTOS:
        picture = photo(name, 256, 192)
        holes = np.zeros(picture.shape[:2], np.uint8)
        cv2.ellipse(holes, (70, 120), (22, 16), 20, 0, 360, 255, -1)
        cv2.line(holes, (120, 20), (230, 70), 255, 4)
        cv2.rectangle(holes, (180, 120), (205, 150), 255, -1)
        cv2.imwrite("whole.png", np.where(holes[..., None] > 0, 0, picture))
        cv2.imwrite("holes.png", holes)
        results = {
            "ours": ours.picture("image_inpainting", image="whole.png", mask="holes.png"),
            "OpenCV Telea": cv2.inpaint(picture, holes, 5, cv2.INPAINT_TELEA),
            "OpenCV Navier-Stokes": cv2.inpaint(picture, holes, 5, cv2.INPAINT_NS),
            "scikit-image biharmonic": (inpaint_biharmonic(np.where(holes[..., None] > 0, 0, picture), holes > 0, channel_axis=2) * 255).round().astype(np.uint8),
        }
        inside = holes > 0
        for other, result in results.items():
            error = np.mean((result[inside].astype(float) - picture[inside]) ** 2)
            full = structural_similarity(picture, result, channel_axis=2, full=True)[1].mean(axis=2)
            totals[other][0].append(10 * np.log10(255 ** 2 / error)), totals[other][1].append(full[inside].mean())
            # How much detail there is beside how much there was, whichever is less by the other.
            detail = grain(result)[inside].mean() / grain(picture)[inside].mean()
            totals[other][2].append(min(detail, 1 / detail))
    for kind, place, digits in (("PSNR in the hole, dB", 0, 1), ("SSIM in the hole", 1, 3), ("detail in the hole beside what was there (1: as much)", 2, 3)):
        means = {name: np.mean(values[place]) for name, values in totals.items()}
        mine = means.pop("ours")
        yield f"filled holes: {kind}, mean of {len(PHOTOS)}", mine, means, digits, True


# --- lines

def line_scene(seed):
    rng = np.random.default_rng(seed)
    picture = np.full((288, 384), 120, np.uint8)
    segments = []
    for _ in range(14):
        while True:
            a, b = rng.uniform((15, 15), (369, 273)), rng.uniform((15, 15), (369, 273))
            if np.hypot(*(a - b)) > 50:
                break
        tone = int(rng.choice([40, 60, 190, 220]))
        # A band of four pixels has two edges, which both are lines.
        cv2.line(picture, tuple((a * 16).astype(int).tolist()), tuple((b * 16).astype(int).tolist()), tone, 4, cv2.LINE_AA, 4)
        segments.append((a, b))
    noisy = picture + rng.normal(0, 8, picture.shape)
    return cv2.cvtColor(np.clip(noisy, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), segments


def lines(ours):
    found = {"ours": [[], []], "OpenCV LSD": [[], []]}
    for seed in range(6):
        picture, segments = line_scene(seed)
        cv2.imwrite("lines.png", picture)
        mine = ours.picture("image_to_line", cv2.IMREAD_GRAYSCALE, image="lines.png")
        detector = cv2.createLineSegmentDetector()
        theirs = np.zeros(mine.shape, np.uint8)
        for x1, y1, x2, y2 in detector.detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))[0][:, 0]:
            cv2.line(theirs, (int(round(x1)), int(round(y1))), (int(round(x2)), int(round(y2))), 255, 1)
        truth = np.zeros(mine.shape, np.uint8)
        for a, b in segments:
            cv2.line(truth, tuple(a.round().astype(int).tolist()), tuple(b.round().astype(int).tolist()), 255, 1)
        for name, drawn in (("ours", mine > 60), ("OpenCV LSD", theirs > 0)):
            near = cv2.dilate(drawn.astype(np.uint8), np.ones((7, 7)))
            covered = [np.mean([near[int(round(p[1])), int(round(p[0]))] for p in np.linspace(a, b, 60)]) for a, b in segments]
            near_truth = cv2.dilate(truth, np.ones((9, 9))) > 0
            found[name][0].append(np.mean(np.array(covered) > 0.7)), found[name][1].append((drawn & near_truth).sum() / max(drawn.sum(), 1))
    for kind, place in (("found of those that are there (recall)", 0), ("drawn where one is (precision)", 1)):
        yield f"line segments: {kind}", np.mean(found["ours"][place]), {"OpenCV LSD": np.mean(found["OpenCV LSD"][place])}, 3, True


# --- noise

def noise(ours):
    for sigma in (10, 20, 35):
        mine, theirs = [], []
        for name in PHOTOS:
            picture = photo(name)
            noisy = np.clip(picture + np.random.default_rng(7).normal(0, sigma, picture.shape), 0, 255).astype(np.uint8)
            cv2.imwrite("noisy.png", noisy)
            mine.append(peak_signal_noise_ratio(picture, ours.picture("image_denoising", image="noisy.png")))
            # The strength that suits it best, which a user would have to find.
            theirs.append(max(peak_signal_noise_ratio(picture, cv2.fastNlMeansDenoisingColored(noisy, None, h, h, 7, 21)) for h in (3, 5, 8, 10, 15, 20)))
        yield f"noise of {sigma} grey levels removed: PSNR, dB", np.mean(mine), {"OpenCV non-local means, its best strength": np.mean(theirs)}, 1, True


# --- sound

def sound(ours):
    rate = 44100
    time = np.arange(8 * rate) / rate
    rng = np.random.default_rng(3)
    music = 0.05 * rng.normal(size=time.size) + 0.2 * np.sin(2 * np.pi * 220 * time) * (1 + np.sin(2 * np.pi * 0.5 * time))
    soundfile.write("music.wav", music, rate)
    off = []
    for target in (-14, -16, -23):
        samples, of = soundfile.read(ours("audio_effects", audio="music.wav", text=f"normalise to {target} LUFS"))
        off.append(abs(pyloudnorm.Meter(of).integrated_loudness(samples) - target))
    yield "loudness: largest distance from −14, −16 and −23 LUFS, LU", max(off), {"wanted": 0.5}, 2, False
    soundfile.write("tone.wav", 0.4 * np.sin(2 * np.pi * 440 * time), rate)

    def pitch(path):
        samples, of = soundfile.read(path)
        samples = samples if samples.ndim == 1 else samples[:, 0]
        middle = samples[of:-of] * np.hanning(len(samples) - 2 * of)
        spectrum = np.abs(np.fft.rfft(middle, 1 << 21))
        return np.argmax(spectrum) * of / (1 << 21), len(samples) / of
    worst_pitch, worst_tempo = [], []
    for words, higher, longer in (("two semitones higher", 2 ** (2 / 12), 1), ("five semitones lower", 2 ** (-5 / 12), 1), ("20 % faster", 1, 1 / 1.2), ("half as fast", 1, 2)):
        at, seconds = pitch(ours("audio_effects", audio="tone.wav", text=words))
        worst_pitch.append(abs(at / (440 * higher) - 1) * 100), worst_tempo.append(abs(seconds / (8 * longer) - 1) * 100)
    yield "pitch and tempo: largest error of the pitch, %", max(worst_pitch), {"wanted": 1.0}, 2, False
    yield "pitch and tempo: largest error of the length, %", max(worst_tempo), {"wanted": 1.0}, 2, False


def main():
    ours, table = Ours(os.path.abspath(sys.argv[1])), Path(sys.argv[2]).absolute()
    os.chdir(tempfile.mkdtemp(prefix="quality-"))
    rows = ["| what | Patchbay | beside it | |", "|---|---|---|---|"]
    for part in (cutting, filling, lines, noise, sound):
        for what, mine, others, digits, more_is_better in part(ours):
            best = max(others.values()) if more_is_better else min(others.values())
            beats = mine >= best if more_is_better else mine <= best
            beside = ", ".join(f"{name} {value:.{digits}f}" for name, value in others.items())
            rows.append(f"| {what} | {mine:.{digits}f} | {beside} | {'✓' if beats else '–'} |")
            print(rows[-1], flush=True)
    table.write_text("\n".join(rows) + "\n")


main()
