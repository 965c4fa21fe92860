"""What `measure.py` measured as Markdown: `python table.py FOLDER`."""
import json
import sys
from pathlib import Path

folder = Path(sys.argv[1])
parts = {part: json.loads((folder / f"{part}.json").read_text()) for part in ["speech", "writing", "enlarging", "edges"]}
found = {part: said["found"] for part, said in parts.items()}
dates = sorted({said["date"] for said in parts.values()})
processors = sorted({said["processor"] for said in parts.values()})
print(f"Measured on {' and '.join(dates)} with two threads on: {', '.join(processors)}.\n")

print("Words that are wrong, in a hundred; CTranslate2 4.8 by faster-whisper 1.2 in f32, with the same search and with five beams:\n")
print("| model | sounds | Patchbay | CTranslate2 | five beams |\n| --- | --- | ---: | ---: | ---: |")
for row in found["speech"]:
    print(f"| {row['model']} | {row['set']} | {row['ours']:.1f} % | {row['theirs']:.1f} % | {row['beams']:.1f} % |")

print("\nSeconds of a call with the model loaded, on the clock and of the processor, and on the clock of the first call, which loads it:\n")
print("| what | Patchbay | beside it | ratio | processor | beside it | ratio | first call | beside it |")
print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")


def line(what, row, first):
    (ours, theirs), (own, other) = row["seconds"], row["spent"]
    print(f"| {what} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} | {own:.2f} | {other:.2f} | {own / other:.2f} | {first} |")


for row in found["speech"]:
    if "seconds" in row:
        line(f"{row['model']}, an utterance, beside CTranslate2", row, f"{row['first'][0]:.2f} | {row['first'][1]:.2f}")
row = found["enlarging"]
line(f"Real-ESRGAN x4plus, {row['size'][0]} by {row['size'][1]} px, beside ncnn", row, f"{row['first']:.2f} | ")
print(f"| HED, 500 by 375 px | {found['edges']['seconds']:.2f} | | | {found['edges']['spent']:.2f} | | | {found['edges']['first']:.2f} | |")
print(f"\nReal-ESRGAN's picture is ncnn's to {row['decibels']:.1f} dB (PSNR); no component is further than {row['most']:.0f} of 255 from it.")

print("\n| page | characters | wrong | seconds |\n| --- | ---: | ---: | ---: |")
pages = [row for row in found["writing"] if "page" in row]
for row in pages:
    print(f"| {row['page']} | {row['characters']} | {row['wrong']:.1f} % | {row['seconds']:.2f} |")
characters = sum(row["characters"] for row in pages)
wrong = sum(row["wrong"] * row["characters"] for row in pages) / characters
print(f"| all | {characters} | {wrong:.2f} % | |")
print("\n| photograph, with what a person reads on it plainly | found |\n| --- | ---: |")
for row in found["writing"]:
    if "photograph" in row:
        print(f"| {' '.join(row['words'])} | {len(row['found'])} of {len(row['words'])} |")
