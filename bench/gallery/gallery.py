"""What the built-in tools make of the samples, as three contact sheets to be looked at: `python gallery.py PATCHBAY_CLI FOLDER`.

Needs ImageMagick, ffmpeg, sox and espeak-ng. Each picture is what a tool made, sounds as spectrograms, films as three of their frames."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "assets" / "samples"
PHOTO, CLIP, VOICE = (str(SAMPLES / name) for name in ("photo.jpg", "clip.mp4", "voice.wav"))

# what stands under a result, the tool, its inputs; "@label" is the first result of an earlier line
PICTURES = [
    ("the sample", None, PHOTO),
    ("edges", "image_to_edge", ["image=" + PHOTO]),
    ("lines", "image_to_line", ["image=" + PHOTO]),
    ("soft edges", "image_to_hed", ["image=" + PHOTO]),
    ("sketch", "image_to_scribble", ["image=" + PHOTO]),
    ("normals", "image_to_normal", ["image=" + PHOTO]),
    ("regions", "segment_anything", ["image=" + PHOTO]),
    ("what stands out", "instance_segmentation", ["image=" + PHOTO]),
    ("pointed at", "segment_by_points", ["image=" + PHOTO, "point=middle"]),
    ("cut out", "mask_image", ["image=" + PHOTO, "mask=@pointed at"]),
    ("removed", "image_inpainting", ["image=" + PHOTO, "mask=@pointed at"]),
    ("blurred there", "partial_image_editing", ["image=" + PHOTO, "mask=@pointed at", "text=blur it"]),
    ("blue there", "partial_image_editing", ["image=" + PHOTO, "mask=@pointed at", "text=make it blue"]),
    ("highlighted", "highlight_mask_on_image", ["image=" + PHOTO, "mask=@pointed at"]),
    ("warmer, vignette", "text_image_editing", ["image=" + PHOTO, "text=a bit warmer and add a vignette"]),
    ("sepia", "text_image_editing", ["image=" + PHOTO, "text=sepia"]),
    ("posterised", "text_image_editing", ["image=" + PHOTO, "text=posterise it"]),
    ("text ‘Sale’", "text_image_editing", ["image=" + PHOTO, "text=add text 'Sale' at the top"]),
    ("square, border", "text_image_editing", ["image=" + PHOTO, "text=crop to 1:1 and add a white border"]),
    ("small", "text_image_editing", ["image=" + PHOTO, "text=resize to 160 wide"]),
    ("enlarged", "image_upscaling", ["image=@small"]),
    ("denoised", "image_denoising", ["image=NOISY"]),
    ("side by side", "image_stitching", ["image=" + PHOTO, "second=@sepia"]),
]
SOUNDS = [
    ("the voice", None, VOICE),
    ("calm piano", "text_to_music", ["text=calm piano music, 12 seconds"]),
    ("happy ukulele", "text_to_music", ["text=happy ukulele with drums, 12 seconds"]),
    ("epic strings", "text_to_music", ["text=epic cinematic orchestra, 12 seconds"]),
    ("lofi", "text_to_music", ["text=lofi hip hop, 12 seconds"]),
    ("speech", "text_to_speech", ["text=The tide was out, and the boats lay on the sand."]),
    ("cleaned", "audio_to_audio", ["audio=HISSING"]),
    ("echo", "audio_effects", ["audio=" + VOICE, "text=add an echo"]),
    ("lower", "audio_effects", ["audio=" + VOICE, "text=three semitones lower"]),
    ("slower", "audio_effects", ["audio=" + VOICE, "text=20 % slower"]),
    ("voice over music", "audio_mixing", ["audio=" + VOICE, "second=@calm piano"]),
    ("its drawing", "audio_to_image", ["audio=@happy ukulele"]),
]
FILMS = [
    ("the clip", None, CLIP),
    ("trimmed", "video_trimming", ["video=" + CLIP, "text=cut off the first second"]),
    ("twice as fast", "video_speed", ["video=" + CLIP, "text=twice as fast"]),
    ("joined", "video_concatenation", ["video=" + CLIP, "second=@twice as fast"]),
    ("subtitled", "subtitle_video", ["video=" + CLIP, "text=The tide was out, and the boats lay on the sand."]),
    ("steadied", "video_stabilization", ["video=" + CLIP]),
    ("with music", "dub_video", ["video=" + CLIP, "audio=@calm piano"]),
    ("a picture moves", "image_to_video", ["image=" + PHOTO]),
]


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


class Gallery:
    def __init__(self, program, folder):
        self.program, self.folder, self.made, self.number = program, folder, {}, 0

    def value(self, text):
        name, value = text.split("=", 1)
        if value == "NOISY":
            value = self.folder / "noisy.png"
            run("convert", PHOTO, "-attenuate", "0.5", "+noise", "Gaussian", value)
        elif value == "HISSING":
            value = self.folder / "hissing.wav"
            run("ffmpeg", "-v", "error", "-y", "-i", VOICE, "-f", "lavfi", "-i", "anoisesrc=amplitude=0.03:duration=60", "-filter_complex", "amix=inputs=2:duration=first:normalize=0", value)
        elif value == "middle":
            width, height = run("identify", "-format", "%w %h", PHOTO).split()
            value = f"{int(width) // 2},{int(height) // 2},+"
        elif value.startswith("@"):
            value = self.made[value[1:]]
        return f"{name}={value}"

    def make(self, label, tool, inputs):
        """The first result of a tool; its sentence where it refuses."""
        if tool is None:
            self.made[label] = inputs
            return
        self.number += 1
        out = self.folder / str(self.number)
        called = subprocess.run([self.program, "bench", "tool", tool, *(self.value(text) for text in inputs), "--out", str(out), "--times", "1"], capture_output=True, text=True)
        if called.returncode:
            raise SystemExit(f"{label}: {tool}: {called.stderr.strip()}")
        self.made[label] = json.loads(called.stdout)["results"][0]
        print(f"{label}: {tool}, {json.loads(called.stdout)['seconds'][0]:.2f} s", flush=True)

    def shown(self, label):
        """A picture of a result."""
        file, picture = self.made[label], self.folder / f"{label}.png"
        ending = Path(file).suffix
        if ending in (".wav", ".m4a"):
            sound = self.folder / "sound.wav"
            run("ffmpeg", "-v", "error", "-y", "-i", file, "-ac", "1", "-ar", "22050", sound)
            run("sox", sound, "-n", "spectrogram", "-r", "-x", "500", "-y", "257", "-o", picture)
        elif ending == ".mp4":
            run("ffmpeg", "-v", "error", "-y", "-i", file, "-vf", "thumbnail=24,scale=320:-2,tile=3x1", "-frames:v", "1", picture)
        else:
            run("convert", file, "-background", "#c8c8c8", "-flatten", picture)
        return picture

    def sheet(self, lines, target, tile):
        for line in lines:
            self.make(*line)
        words = [word for label, *_ in lines for word in ("-label", label, self.shown(label))]
        font = run("fc-match", "-f", "%{file}", "sans")
        run("montage", "-font", font, "-pointsize", "15", *words, "-geometry", tile, "-background", "white", "-quality", "82", target)


def main():
    program, target = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        gallery = Gallery(program, Path(folder))
        gallery.sheet(PICTURES, target / "pictures.jpg", "380x285+6+6")
        gallery.sheet(SOUNDS, target / "sounds.jpg", "420x216+6+6")
        gallery.sheet(FILMS, target / "films.jpg", "640x120+6+6")


main()
