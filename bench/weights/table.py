"""What `measure.py` measured as Markdown, of the parts that there are: `python table.py FOLDER`."""
import json
import sys
from pathlib import Path


def line(what, row, first):
    """A line of the times: both sides on the clock and of the processor."""
    (ours, theirs), (own, other) = row["seconds"], row["spent"]
    print(f"| {what} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} | {own:.2f} | {other:.2f} | {own / other:.2f} | {first} |")


def speech(rows):
    print("Words that are wrong, in a hundred; CTranslate2 4.8 by faster-whisper 1.2 in f32 with the same search, one beam:\n")
    print("| model | sounds | Patchbay | CTranslate2 |\n| --- | --- | ---: | ---: |")
    for row in rows:
        print(f"| {row['model']} | {row['set']} | {row['ours']:.1f} % | {row['theirs']:.1f} % |")


def times(found):
    print("Seconds of a call with the model loaded, on the clock and of the processor, and on the clock of the first call, which loads it:\n")
    print("| what | Patchbay | beside it | ratio | processor | beside it | ratio | first call | beside it |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for row in found.get("speech", []):
        if "seconds" in row:
            line(f"{row['model']}, an utterance, beside CTranslate2", row, f"{row['first'][0]:.2f} | {row['first'][1]:.2f}")
    if row := found.get("enlarging"):
        line(f"Real-ESRGAN x4plus, {row['size'][0]} by {row['size'][1]} px, beside ncnn", row, f"{row['first']:.2f} | ")
    if row := found.get("edges"):
        print(f"| HED, 500 by 375 px | {row['seconds']:.2f} | | | {row['spent']:.2f} | | | {row['first']:.2f} | |")


def enlarging(row):
    print(f"Real-ESRGAN's picture is ncnn's to {row['decibels']:.1f} dB (PSNR); no component is further than {row['most']:.0f} of 255 from it.")


def writing(rows):
    print("| page | characters | wrong |\n| --- | ---: | ---: |")
    pages = [row for row in rows if "page" in row]
    for row in pages:
        print(f"| {row['page']} | {row['characters']} | {row['wrong']:.1f} % |")
    characters = sum(row["characters"] for row in pages)
    print(f"| all | {characters} | {sum(row['wrong'] * row['characters'] for row in pages) / characters:.2f} % |\n")
    print("| photograph, with what a person reads on it plainly | found |\n| --- | ---: |")
    for row in rows:
        if "photograph" in row:
            print(f"| {' '.join(row['words'])} | {len(row['found'])} of {len(row['words'])} |")


def main(folder):
    files = {part: folder / f"{part}.json" for part in ["speech", "enlarging", "edges", "writing"]}
    said = {part: json.loads(file.read_text()) for part, file in files.items() if file.is_file()}
    found = {part: one["found"] for part, one in said.items()}
    dates = " and ".join(sorted({one["date"] for one in said.values()}))
    print(f"Measured on {dates} with two threads on: {', '.join(sorted({one['processor'] for one in said.values()}))}.")
    for part, show in [("speech", speech), ("enlarging", enlarging), ("writing", writing)]:
        if part in found:
            print()
            show(found[part])
    if found.keys() & {"speech", "enlarging", "edges"}:
        print()
        times(found)


main(Path(sys.argv[1]))
