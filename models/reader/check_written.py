"""Says what is wrong with the form of written requests, and which habits a file has of its own.

`python check_written.py FILE.jsonl`; the status is 1 where a line is of another form.
"""

import collections
import json
import sys

FIELDS = {"voice", "kind", "situation", "turn", "text", "files"}
MARKS = {"segments", "calls", "cannot", "ask"}
FILE_FIELDS = {"name", "kind", "shows", "seconds", "pixels"}
KINDS = ("image", "video", "audio", "text")


def faults(row):
    if set(row) - MARKS != FIELDS:
        yield f"fields {sorted(set(row) ^ FIELDS)}"
        return
    if row["kind"] != "forward":
        yield f"kind {row['kind']}"
    if not isinstance(row["turn"], int):
        yield "turn is a number from 0 on"
    if not row["text"].strip():
        yield "no text"
    for file in row["files"]:
        whole = file.get("name") and file.get("shows") and file.get("kind") in KINDS
        if set(file) - FILE_FIELDS or not whole:
            yield f"file {file}"


def main(path):
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    wrong = [(number, fault) for number, row in enumerate(rows, 1) for fault in faults(row)]
    for number, fault in wrong:
        print(f"{path}:{number}: {fault}")
    texts = [row["text"].lower().split() for row in rows]
    print(len(rows), "requests, words in the median:", sorted(map(len, texts))[len(texts) // 2])
    for name, part in (("openers", slice(None, 3)), ("ends", slice(-3, None))):
        print(name, collections.Counter(" ".join(text[part]) for text in texts).most_common(5))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
