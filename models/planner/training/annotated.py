"""Whole requests with their clauses marked by hand (data/*.jsonl), varied each time they are read.

`<tool+helping_tool|F0 C0: words>` is a clause with its key tool and sources, `[object:words]` a span in it, `{slot}` words
from vocabulary.py; a `>` outside of clauses, and `->` everywhere, is only an arrow; F0 is the first file, Q0 the first quotation, C0 the first clause.
Among sources F0? and F1? are two of which nobody can tell which is meant, and X is something that is not there."""
import json
import re
from pathlib import Path

import vocabulary as v
from conversation import prolonged
from roughen import roughen
from templates import KINDS, NOTHING, Clause, Request

PIECE = re.compile(r"<([^|<>]+)\|([^:<>]*):\s*|((?<![-=])>)|\[(object|content|title):|(\])|\{(\w+)\}")


def read(path, tools):
    """The requests of a file, as (files, before, marked text); fails where one cannot be parsed."""
    found = []
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        case = json.loads(line)
        try:
            request = parse(case, lambda slot: slot)
            for clause in request.clauses:
                unknown = {clause.tool, *clause.supports} - {NOTHING, *tools}
                assert not unknown, unknown
                before = request.clauses.index(clause)
                assert all(place < (before if kind == "c" else len(case["files"])) for kind, place in clause.sources if kind != "x"), clause
            assert request.clauses
        except (AssertionError, ValueError) as error:
            raise SystemExit(f"{path}:{number}: {error!r}: {line}")
        found.append(case)
    return found


def source_of(mark):
    if mark == "X":
        return ("x", 0)
    return ("?" if mark[-1] == "?" else mark[0].lower(), int(mark[1:].rstrip("?")))


def parse(case, word):
    text, position, clauses, spans, clause, span = "", 0, [], [], None, None
    marked = case["text"]
    for piece in PIECE.finditer(marked):
        text += marked[position:piece.start()]
        position = piece.end()
        tools, sources, clause_end, role, span_end, slot = piece.groups()
        if tools:
            key, *helps = tools.split("+")
            sources = [source_of(mark) for mark in sources.split() if mark != "-"]
            assert clause is None
            clause = Clause(key, helps, sources, len(text), 0)
        elif clause_end and clause:
            clause.end = len(text)
            clauses.append(clause)
            clause = None
        elif role:
            assert span is None
            span = (len(text), role)
        elif span_end and span:
            spans.append((span[0], len(text), span[1]))
            span = None
        elif slot:
            text += word(slot)
        else:
            text += piece.group()
    text += marked[position:]
    assert clause is None and span is None
    if clauses and re.fullmatch(r"F\d+\s*(->|=>|→|>|:)\s*", text[:clauses[0].start]):
        clauses[0].start = 0
    # In long dialogues each file says how many turns ago it came, and all requests before are there.
    ages = [file[3] for file in case["files"] if len(file) > 3] or None
    before = case["before"] if isinstance(case["before"], list) else [case["before"]] if case["before"] else []
    return Request(text, [tuple(file[:3]) for file in case["files"]], clauses, spans, before, ages)


def draw(case, maker):
    """One of the many requests that a marked one stands for."""
    def word(slot):
        if slot == "object":
            return maker.thing()
        if slot == "content":
            return maker.scene()
        return maker.music() if slot == "music" else maker.word(slot)

    request = parse(case, word)
    if maker.chance(0.3):
        said = set(re.findall(r"\w+", " ".join([request.text, *request.before]).lower()))

        def renamed(kind, name, status):
            """Another name, where nothing is meant by the one that it has."""
            tells = status != "given" or kind not in v.NAMES or said & set(re.findall(r"\w+", name.lower()))
            return (kind, name if tells else maker.pick(v.NAMES[kind]), status)
        request.files = [renamed(*file) for file in request.files]
    request.files = [(kind if kind not in KINDS and kind != "mask" or status == "made" or maker.chance(0.5) else "image", name, status) for kind, name, status in request.files]
    if request.before and not request.ages and maker.chance(0.4):
        request = prolonged(request, maker)
    request = request.in_order()
    if maker.chance(0.3):
        roughen(request, maker.random)
    return request
