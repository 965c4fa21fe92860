"""Tools beside what people would use instead, on the same input in the same run, one after the other.

`python compare.py PATCHBAY_CLI TABLE.md` (a release build; packages: requirements.txt; programs: ffmpeg, sox, ImageMagick, exiftool). Each side is called
several times in a process of its own; the table has the median time of a call and the process's peak memory."""
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import everyday

TIMES = 5

# name, our tool and its inputs, the other side's name, and what it does: Python on the prepared `image`, `mask`, … or a command
IMAGE = "import cv2, numpy as np; image = cv2.imread('photo.png'); grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY); mask = cv2.imread('mask.png', 0)"
READ, WRITE = "image = cv2.imread('photo.png')", "cv2.imwrite('theirs.png', {})"
PAIRS = [
    ("edges, 1 megapixel", "image_to_edge", ["image=photo.png"], "OpenCV Canny", [READ, "e = cv2.Canny(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 100, 200)", WRITE.format("e")]),
    ("line segments, 1 megapixel", "image_to_line", ["image=photo.png"], "OpenCV LSD", [READ, "d = cv2.createLineSegmentDetector(); l = d.detect(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))[0]", "c = d.drawSegments(np.zeros_like(image), l)", WRITE.format("c")]),
    ("cut out by a box, 1 megapixel", "segment_by_box", ["image=photo.png", "bbox=330,180,420,700"], "OpenCV GrabCut", [READ, "m = np.zeros(image.shape[:2], np.uint8); cv2.grabCut(image, m, (330, 180, 420, 700), np.zeros((1, 65)), np.zeros((1, 65)), 5, cv2.GC_INIT_WITH_RECT)", WRITE.format("m * 80")]),
    ("fill a hole, 1 megapixel", "image_inpainting", ["image=photo.png", "mask=mask.png"], "OpenCV Telea", [READ, "r = cv2.inpaint(image, mask, 5, cv2.INPAINT_TELEA)", WRITE.format("r")]),
    ("regions, 1 megapixel", "segment_anything", ["image=photo.png"], "scikit-image Felzenszwalb", [READ, "import skimage.segmentation as s; r = s.felzenszwalb(image, scale=300, sigma=0.8, min_size=200)", WRITE.format("(r % 256).astype(np.uint8)")]),
    ("denoise, 1 megapixel", "image_denoising", ["image=noisy.png"], "OpenCV non-local means", ["image = cv2.imread('noisy.png')", "r = cv2.fastNlMeansDenoisingColored(image, None, 10, 10, 7, 21)", WRITE.format("r")]),
    ("enlarge, 1 to 4 megapixels", "image_upscaling", ["image=photo.png"], "Pillow Lanczos", ["from PIL import Image; p = Image.open('photo.png').convert('RGB')", "r = p.resize((p.width * 2, p.height * 2), Image.LANCZOS)", "r.save('theirs.png')"]),
    ("black and white, 1 megapixel", "text_image_editing", ["image=photo.png", "text=black and white"], "Pillow", ["from PIL import Image; p = Image.open('photo.png')", "r = p.convert('L')", "r.save('theirs.png')"]),
    ("panorama of two, 1 megapixel each", "image_stitching", ["image=left.png", "second=right.png"], "OpenCV Stitcher", ["a, b = cv2.imread('left.png'), cv2.imread('right.png')", "s, r = cv2.Stitcher.create().stitch([a, b])", "assert s == 0", WRITE.format("r")]),
    ("trim, 20 s of 720p", "video_trimming", ["video=film.mp4", "text=from 0:05 to 0:15"], "ffmpeg", "ffmpeg -v error -y -i film.mp4 -ss 5 -to 15 -c:v libx264 -preset veryfast -crf 20 -c:a aac -movflags +faststart theirs.mp4"),
    ("join two, 20 s of 720p each", "video_concatenation", ["video=film.mp4", "second=other.mp4"], "ffmpeg", "ffmpeg -v error -y -i film.mp4 -i other.mp4 -filter_complex [0:v][0:a][1:v][1:a]concat=n=2:v=1:a=1[v][a] -map [v] -map [a] -c:v libx264 -preset veryfast -crf 20 -c:a aac theirs.mp4"),
    ("twice as fast, 20 s of 720p", "video_speed", ["video=film.mp4", "text=twice as fast"], "ffmpeg", "ffmpeg -v error -y -i film.mp4 -filter_complex [0:v]setpts=PTS/2[v];[0:a]atempo=2[a] -map [v] -map [a] -r 30 -c:v libx264 -preset veryfast -crf 20 -c:a aac theirs.mp4"),
    ("new sound, 20 s of 720p", "dub_video", ["video=silent.mp4", "audio=music.wav"], "ffmpeg", "ffmpeg -v error -y -i silent.mp4 -i music.wav -map 0:v -map 1:a -c:v copy -c:a aac -shortest theirs.mp4"),
    ("echo, 60 s", "audio_effects", ["audio=music.wav", "text=add an echo"], "sox", "sox music.wav theirs.wav echo 0.8 0.9 300 0.3"),
    ("pitch, 60 s", "audio_effects", ["audio=music.wav", "text=two semitones higher"], "sox", "sox music.wav theirs.wav pitch 200"),
    ("tempo, 60 s", "audio_effects", ["audio=music.wav", "text=20 % faster"], "sox", "sox music.wav theirs.wav tempo 1.2"),
    ("loudness, 60 s", "audio_effects", ["audio=music.wav", "text=normalise to -16 LUFS"], "pyloudnorm", ["import soundfile, pyloudnorm; x, rate = soundfile.read('music.wav')", "r = pyloudnorm.normalize.loudness(x, pyloudnorm.Meter(rate).integrated_loudness(x), -16.0)", "soundfile.write('theirs.wav', r, rate)"]),
    ("mix two, 60 s", "audio_mixing", ["audio=music.wav", "second=voice.wav"], "ffmpeg", "ffmpeg -v error -y -i music.wav -i voice.wav -filter_complex amix=inputs=2 theirs.wav"),
    *everyday.ROWS,
]


def prepare():
    """Writes the inputs into the folder; called in a process of its own, since a child's peak memory counts its parent's."""
    import cv2
    import numpy as np
    import skimage.data
    photo = cv2.cvtColor(skimage.data.astronaut(), cv2.COLOR_RGB2BGR)
    photo = cv2.resize(photo, (1024, 1024), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite("photo.png", photo)
    mask = np.zeros(photo.shape[:2], np.uint8)
    cv2.ellipse(mask, (200, 760), (70, 50), 20, 0, 360, 255, -1)
    cv2.imwrite("mask.png", mask)
    noise = np.random.default_rng(1).normal(0, 18, photo.shape)
    cv2.imwrite("noisy.png", np.clip(photo + noise, 0, 255).astype(np.uint8))
    wide = cv2.resize(cv2.cvtColor(skimage.data.rocket(), cv2.COLOR_RGB2BGR), (1600, 1000), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite("left.png", wide[:, :1000])
    cv2.imwrite("right.png", wide[:, 600:])
    run = lambda words: subprocess.run(words.split(), check=True)
    encode = "-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p -c:a aac"
    run(f"ffmpeg -v error -y -f lavfi -i testsrc2=duration=20:size=1280x720:rate=30 -f lavfi -i sine=frequency=330:duration=20 {encode} film.mp4")
    run(f"ffmpeg -v error -y -f lavfi -i testsrc=duration=20:size=1280x720:rate=30 -f lavfi -i sine=frequency=440:duration=20 {encode} other.mp4")
    run("ffmpeg -v error -y -i film.mp4 -c copy -an silent.mp4")
    run("ffmpeg -v error -y -f lavfi -i anoisesrc=duration=60:color=pink:amplitude=0.3 -f lavfi -i sine=frequency=220:duration=60 -filter_complex amix=inputs=2 -ac 2 -ar 44100 music.wav")
    run("ffmpeg -v error -y -f lavfi -i sine=frequency=180:duration=40 -af tremolo=f=4:d=0.9 -ac 1 -ar 44100 voice.wav")
    everyday.prepare(run)


def measured(command):
    """Runs a process: what it prints, and its peak memory in bytes."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{command} failed")
        out.seek(0)
        return out.read().decode(), usage.ru_maxrss * 1024


def ours(program, tool, inputs):
    out, memory = measured([program, "bench", "tool", tool, *inputs, "--out", "ours", "--times", str(TIMES)])
    return statistics.median(json.loads(out)["seconds"]), memory


def theirs(how):
    if isinstance(how, str):
        body = [f"subprocess.run({how.split()!r}, check=True, stdin=subprocess.DEVNULL)"]
    else:
        body = how
    script = "\n".join(["import subprocess, time", IMAGE if isinstance(how, list) else "", "times = []", f"for _ in range({TIMES}):", "    start = time.perf_counter()", *(f"    {line}" for line in body), "    times.append(time.perf_counter() - start)", "print(sorted(times)[len(times) // 2])"])
    out, memory = measured([sys.executable, "-c", script])
    if isinstance(how, str):
        # The command's own memory, not that of what calls it.
        memory = measured(how.split())[1]
    return float(out), memory


def main():
    if sys.argv[1] == "--prepare":
        return prepare()
    program, table = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    only = sys.argv[3:]
    folder = Path(tempfile.mkdtemp(prefix="compare-"))
    here = os.path.abspath(__file__)
    os.chdir(folder)
    subprocess.run([sys.executable, here, "--prepare"], check=True)
    rows = ["| what | Patchbay | beside it | | time | memory |", "|---|---|---|---|---|---|"]
    for name, tool, inputs, other, how in PAIRS:
        if only and tool not in only:
            continue
        a, a_memory = ours(program, tool, inputs)
        b, b_memory = theirs(how)
        megabytes = lambda size: f"{size / 1e6:.0f} MB"
        rows.append(f"| {name} | {a * 1000:.0f} ms, {megabytes(a_memory)} | {other} | {b * 1000:.0f} ms, {megabytes(b_memory)} | × {a / b:.2f} | × {a_memory / b_memory:.2f} |")
        print(rows[-1], flush=True)
    Path(table).write_text("\n".join(rows) + "\n")


main()
