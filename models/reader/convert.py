"""Converts the marked requests of the planner's encoder: `python convert.py TOOLBOX FOLDER > CONVERTED.jsonl`.

FOLDER is models/planner/training. Each of its requests is drawn once, with words for its slots and names with endings for its
files; clauses become calls with anchors and sources. Values are marked afterwards by `patchbay-cli bench values`, which leaves
out what it cannot be sure of. What is said around the clauses has no act (`segments` are of the wishes alone). Left out:
requests that speak of what is not there, and invented tools.
"""

import json
import pathlib
import random
import re
import sys

ENDINGS = {"image": ["jpg", "png", "jpeg", "heic"], "video": ["mp4", "mov", "mkv"], "audio": ["mp3", "wav", "m4a"], "text": ["txt", "md"]}
SOURCES = ("creators", "dialogues", "asked", "others", "long", "everyday")


def files_of(request, draw):
    """The files with names as computers give them; what is no medium is an image."""
    files = []
    for kind, name, *_ in request.files:
        kind = kind if kind in ENDINGS else "image"
        written = draw.choice([name, name.replace(" ", "_"), name.title().replace(" ", "")])
        files.append({"name": f"{written}.{draw.choice(ENDINGS[kind])}", "kind": kind})
    return files


def rendered(text, files, draw):
    """A text with the names of files in the place of their marks, and for each place of the old text its place in the new one."""
    table, out = [], ""
    at = 0
    for found in [*re.finditer(r"[FQ]\d+", text), None]:
        end = found.start() if found else len(text)
        table += range(len(out), len(out) + end - at)
        out += text[at:end]
        if found:
            number = int(found[0][1:])
            name = files[number]["name"] if found[0][0] == "F" and number < len(files) else '"' + draw.choice(QUOTES) + '"'
            table += [len(out)] * (found.end() - end)
            out += name if draw.random() < 0.5 else name.rsplit(".", 1)[0]
            at = found.end()
    return out, [*table, len(out)]


QUOTES = ["Summer 2024", "hello there", "The End", "Lena & Tom", "SALE", "do not touch", "Chapter one", "we are open again"]


def converted(request, number, name, tools, draw):
    """A request in the form of marked ones; none where it cannot be."""
    if any(clause.tool not in tools and clause.tool != "nothing" for clause in request.clauses):
        return None
    kinds = {kind for clause in request.clauses for kind, _ in clause.sources}
    if "x" in kinds:
        return None
    files = files_of(request, draw)
    text, table = rendered(request.text, files, draw)
    place = lambda index: len(text[: table[index]].encode())
    calls, segments, cannot = [], [], []
    numbers = {}
    for index, clause in enumerate(request.clauses):
        span = {"from": place(clause.start), "to": place(clause.end)}
        if span["from"] >= span["to"]:
            return None
        segments.append(span | {"act": "impossible" if clause.tool == "nothing" else "wish"})
        if clause.tool == "nothing":
            cannot.append(span)
            continue
        numbers[index] = len(calls)
        sources = []
        for kind, source in clause.sources:
            if kind == "f" and source < len(files):
                sources.append(files[source]["name"])
            elif kind == "c":
                if source not in numbers:
                    return None
                sources.append(f"c{numbers[source]}")
        words = [text[table[a] : table[b]] for a, b, role in request.spans or [] if clause.start <= a and b <= clause.end]
        if words and any(one["type"] == "text" for one in tools[clause.tool]["args"]):
            sources.append({"words": words[0]})
        calls.append({"tool": clause.tool, "anchor": span, "sources": sources})
    row = {"voice": "-", "kind": name, "situation": f"{name}-{number}", "turn": 0, "text": text, "files": files}
    row |= {"segments": segments, "calls": calls, "cannot": cannot}
    if "?" in kinds:
        row["ask"] = ["Which file is meant?"]
    return row


def main(toolbox, folder):
    folder = pathlib.Path(folder)
    sys.path.insert(0, str(folder))
    import annotated
    import wishes

    with open(toolbox, encoding="utf-8") as file:
        tools = {tool["name"]: tool for tool in json.load(file)["tools"]}
    maker = wishes.Maker(toolbox, 1)
    trained = {name: tool for name, tool in maker.tools.items() if name not in maker.held_out}
    draw = random.Random(1)
    for name in SOURCES:
        for number, case in enumerate(annotated.read(folder / f"data/{name}.jsonl", trained)):
            request = annotated.draw(case, maker)
            row = converted(request, number, name, tools, draw)
            if row is not None:
                print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
