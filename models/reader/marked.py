"""Joins written requests with their marks, and drops what does not hold.

`python marked.py TOOLBOX.json REQUESTS.jsonl MARKS.jsonl > MARKED.jsonl`; the toolbox as `patchbay-cli tools --json` writes
it. A marked request is a line: `voice`, `kind`, `situation`, `turn`, `text`, `files`, `segments` [{from, to, act}], `calls`
[{tool, anchor, sources, slots: [{parameter, value, from, to}]}], `cannot` [{from, to}], `ask` (readings). Places are bytes of
the text in UTF-8; a slot without a place has its value from elsewhere. What is dropped, and why, goes to standard error.
"""

import json
import re
import sys

ACTS = set("wish told correction amendment undo again question answer choice aside courtesy impossible".split())
RESULT = re.compile(r"(?:t(\d+)\.)?c(\d+)")
MEDIA = ("image", "video", "audio", "text")


class Wrong(Exception):
    """Why a mark does not hold."""


def need(holds, reason):
    if not holds:
        raise Wrong(reason)


def place(text, words, start=0):
    """The bytes where words stand in a text."""
    at = text.find(words, start)
    need(at >= 0 and words, f"{words!r} is not in the text")
    return len(text[:at].encode()), len(text[: at + len(words)].encode())


def segments(text, acts):
    """Segments with their acts; none of the text's letters is left over."""
    at = 0
    for act, words in acts:
        need(act in ACTS, f"act {act}")
        begin = text.find(words, at)
        need(begin >= 0, f"segment {words!r} is not in the text")
        need(not re.search(r"\w", text[at:begin]), f"{text[at:begin]!r} is in no segment")
        at = begin + len(words)
        yield {"from": len(text[:begin].encode()), "to": len(text[:at].encode()), "act": act}
    need(not re.search(r"\w", text[at:]), f"{text[at:]!r} is in no segment")


class Situation:
    """The turns of a situation so far: how many calls each has."""

    def __init__(self):
        self.calls = {}

    def result(self, reference, turn, own):
        """Whether a result of an earlier turn or of this request is meant."""
        found = RESULT.fullmatch(reference)
        if not found:
            return False
        if found[1] is None:
            return int(found[2]) < own
        return int(found[1]) < turn and int(found[2]) < self.calls.get(int(found[1]), 0)

    def source(self, source, turn, own, names):
        if isinstance(source, list):
            need(len(source) == 2 and source[0] == "words" and isinstance(source[1], str), f"source {source}")
            return {"words": source[1]}
        of_all, kind = source.startswith("ALL "), source[4:]
        is_known = source in names or self.result(source, turn, own) or (of_all and kind in MEDIA)
        need(is_known or (source.startswith("NOT ") and kind in names), f"source {source}")
        return source


def slots(text, tool, marks):
    parameters = {one["name"]: one for one in tool.get("parameters", [])}
    for mark in marks:
        need(len(mark) == 3, f"slot {mark}")
        name, value, words = mark
        need(name in parameters, f"{tool['name']} has no {name}")
        one = parameters[name]
        choices = tool.get("formats", []) if one["kind"] == "file_format" else one.get("choices", [])
        need(not choices or value in choices or not value or RESULT.fullmatch(value), f"{name} cannot be {value}")
        slot = {"parameter": name, "value": value}
        if words is not None:
            slot["from"], slot["to"] = place(text, words)
        yield slot


def calls(text, turn, marks, names, situation, tools):
    for number, mark in enumerate(marks):
        call = {}
        for field in ("amends", "undo", "again"):
            if field in mark:
                need(situation.result(mark[field], turn, number), f"{field} {mark[field]}")
                call[field] = mark[field]
        if "tool" in mark:
            need(mark["tool"] in tools, f"tool {mark['tool']}")
            call["tool"] = mark["tool"]
        if mark.get("anchor"):
            call["anchor"] = dict(zip(("from", "to"), place(text, mark["anchor"])))
        if "sources" in mark:
            call["sources"] = [situation.source(one, turn, number, names) for one in mark["sources"]]
        if mark.get("slots"):
            need("tool" in mark or "amends" in mark, "slots of no tool")
            if "tool" in mark:
                call["slots"] = list(slots(text, tools[mark["tool"]], mark["slots"]))
            else:
                call["slots"] = [
                    {"parameter": name, "value": value} | (dict(zip(("from", "to"), place(text, words))) if words else {})
                    for name, value, words in mark["slots"]
                ]
        yield call


def marked(request, mark, situation, tools):
    text, turn = request["text"], request["turn"]
    names = {file["name"] for file in request["files"]}
    made = list(calls(text, turn, mark.get("calls", []), names, situation, tools))
    cannot = [dict(zip(("from", "to"), place(text, words))) for words in mark.get("cannot", [])]
    row = request | {"segments": list(segments(text, mark["acts"])), "calls": made, "cannot": cannot}
    if mark.get("ask"):
        row["ask"] = mark["ask"]
    return row


def main(toolbox, requests, marks):
    with open(toolbox, encoding="utf-8") as file:
        tools = {tool["name"]: tool for tool in json.load(file)["tools"]}
    with open(marks, encoding="utf-8") as lines:
        marks = {(one["situation"], one["turn"]): one for one in map(json.loads, lines)}
    situations = {}
    with open(requests, encoding="utf-8") as lines:
        for request in map(json.loads, lines):
            key = (request["situation"], request["turn"])
            situation = situations.setdefault(key[0], Situation())
            mark = marks.get(key, {})
            situation.calls[key[1]] = len(mark.get("calls", []))
            try:
                need(mark, "no mark")
                print(json.dumps(marked(request, mark, situation, tools), ensure_ascii=False))
            except Wrong as wrong:
                print(f"{key}: {wrong}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
