"""Writes remarks on values as conversations of two turns: `python remarks.py TOOLBOX.json ../data/remarks.tsv > REMARKS.jsonl`, in the
form of marked requests, for `patchbay-cli bench options` and then `relative.py`.

The first turn asks the parameter's question and names the value that the step has; the second one is the remark.
"""

import json
import sys

FILES = {"image": "photo.jpg", "video": "clip.mp4", "audio": "voice.wav", "document": "paper.pdf", "text": "note.txt"}

# Roles of words that a request says itself; no file is read for them.
WORDS = {"instruction", "object", "question"}


def turn(number, situation, text, files, act, call):
    span = {"from": 0, "to": len(text.encode())}
    call |= {"anchor": span, "slots": [slot | span for slot in call["slots"]]}
    return {"voice": "p000", "kind": "dialogue", "situation": situation, "turn": number, "text": text, "files": files,
            "segments": [span | {"act": act}], "calls": [call], "cannot": []}


def main(toolbox, remarks):
    with open(toolbox, encoding="utf-8") as file:
        tools = {tool["name"]: tool for tool in json.load(file)["tools"]}
    with open(remarks, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    for number, (name, parameter, now, wanted, remark) in enumerate(rows):
        tool = tools[name]
        read = [one["type"] for one in tool["args"] if one["type"] in FILES and one.get("role") not in WORDS]
        types = list(dict.fromkeys(read)) or ["image"]
        files = [{"name": FILES[kind], "kind": kind} for kind in types]
        question = next(one["question"] for one in tool["parameters"] if one["name"] == parameter)
        situation = f"p{number:04}"
        asked = {"tool": name, "sources": [file["name"] for file in files], "slots": [{"parameter": parameter, "value": now}]}
        changed = {"amends": "t0.c0", "slots": [{"parameter": parameter, "value": wanted}]}
        for one in (turn(0, situation, f"{question} {now}", files, "wish", asked), turn(1, situation, remark, files, "amendment", changed)):
            print(json.dumps(one, ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
