"""Marked requests as the reader takes them: tokens, and what each head should say."""

import itertools
import json
import pathlib
import re

import torch

from goals import FOUND, anchor_of, goals

ACTS = "wish told correction amendment undo again question answer choice aside courtesy impossible".split()
CHANGES = ["amends", "undo", "again"]
# Marks of files and of earlier steps among the tokenizer's unused ones.
FILE_MARK, STEP_MARK = 1, 21
MOST_TEXT, MOST_FILES, MOST_STEPS, MOST_TOKENS = 220, 16, 12, 298
# Values that another call finds: where it is, when it is.
FINDABLE = {"box", "time_ranges", "times", "time", "track", "loudness", "decibel", "size"}
WORDS = {"name": "WORDS", "kind": "text", "question": "Which words is it given: what is looked for, asked, said or written?"}


class Tools:
    """The toolbox, with a number for each tool and parameter."""

    def __init__(self, path):
        tools = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["tools"]
        self.tools = {tool["name"]: tool for tool in tools}
        self.names = list(self.tools)
        self.number = {name: number for number, name in enumerate(self.names)}
        self.layouts = {}
        self.parameters = [("", WORDS)]
        self.of = {}
        for tool in tools:
            self.of[tool["name"]] = [0]
            for parameter in tool.get("parameters", []):
                if parameter["kind"] == "edits":
                    continue
                self.of[tool["name"]].append(len(self.parameters))
                self.parameters.append((tool["name"], parameter))

    def option_kind(self, index):
        """The kind of a parameter that takes what stands in the words; none where it is free text or has closed choices."""
        parameter = self.parameters[index][1]
        return None if parameter.get("choices") or parameter["kind"] == "text" else parameter["kind"]

    def layout(self, indices):
        """For parameters together: the rows of their closed values, and which of absent, found, a span and these each may take."""
        key = tuple(indices)
        if key not in self.layouts:
            counts = [self.count(index) for index in range(len(self.parameters))]
            begins = [0, *itertools.accumulate(counts)]
            rows = [row for index in indices for row in range(begins[index], begins[index] + counts[index])]
            fixed = torch.zeros(len(indices), 3 + len(rows), dtype=torch.bool)
            at = 3
            for place, index in enumerate(indices):
                parameter = self.parameters[index][1]
                fixed[place, 0] = True
                fixed[place, 1] = parameter["kind"] in FINDABLE
                fixed[place, 2] = parameter["kind"] == "text" and not parameter.get("choices")
                fixed[place, at : at + counts[index]] = True
                at += counts[index]
            self.layouts[key] = (torch.tensor(rows, dtype=torch.long), fixed)
        return self.layouts[key]

    def count(self, index):
        return len(self.closed(index)) if index else 0

    def closed(self, index):
        """The closed values of a parameter: its choices, its tool's formats, or the usual values."""
        tool, parameter = self.parameters[index]
        if parameter.get("choices"):
            return parameter["choices"]
        if parameter["kind"] == "file_format":
            return self.tools[tool].get("formats", [])
        return parameter.get("usual", [])


def number_of(value):
    try:
        return float(value)
    except ValueError:
        return None


def nearest(value, closed):
    """The place of the closed value that stands for one that was meant; none where none is alike."""
    if value in closed:
        return closed.index(value)
    number = number_of(value)
    near = [(abs(number - other), place) for place, text in enumerate(closed) if number is not None and (other := number_of(text)) is not None and number * other >= 0]
    return min(near)[1] if near else None


def words_of(name):
    return " ".join(re.findall(r"[a-z]+|\d+", name.lower())[:8])


class Example:
    """A request as token ids and labels."""

    def __init__(self, tokenizer, request, steps, tools):
        self.request, self.steps, self.tools, self.options = request, steps[-MOST_STEPS:], tools, {}
        mark = lambda number: f"[unused{number}]"
        ids, self.bytes = self.text_tokens(tokenizer, mark)
        self.ids = [tokenizer.cls_token_id, *ids, tokenizer.sep_token_id]
        self.words = len(ids)
        tail = lambda words: tokenizer(words, add_special_tokens=False)["input_ids"]
        self.files, self.file_places, self.step_places = request["files"][:MOST_FILES], [], []
        for number, file in enumerate(self.files):
            self.file_places.append(len(self.ids))
            self.ids += tail(f"{mark(FILE_MARK + number)} {file['kind']} {words_of(file['name'])}")[:16]
        for number, step in enumerate(self.steps):
            self.step_places.append(len(self.ids))
            values = " ".join(f"{name} {value}," for name, value in step["values"].items())
            label = tools.tools[step["tool"]]["label"] if step["tool"] in tools.tools else step["tool"]
            self.ids += tail(f"{mark(STEP_MARK + number)} {label} {values}")[:28]
        self.ids = self.ids[:MOST_TOKENS]
        self.file_places = [place for place in self.file_places if place < MOST_TOKENS]
        self.step_places = [place for place in self.step_places if place < MOST_TOKENS]
        self.ids.append(tokenizer.sep_token_id)
        self.types = [0] * (self.words + 2) + [1] * (len(self.ids) - self.words - 2)
        self.label()

    def text_tokens(self, tokenizer, mark):
        """The ids of the request's words and the bytes of each; names of files are their marks."""
        text, ids, places = self.request["text"], [], []
        names = {file["name"]: number for number, file in enumerate(self.request["files"][:MOST_FILES])}
        named = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)"
        at = 0
        for found in [*re.finditer(named, text), None]:
            end = found.start() if found else len(text)
            coded = tokenizer(text[at:end], add_special_tokens=False, return_offsets_mapping=True)
            ids += coded["input_ids"]
            places += [(at + a, at + b) for a, b in coded["offset_mapping"]]
            if found:
                ids.append(tokenizer.convert_tokens_to_ids(mark(FILE_MARK + names[found[0]])))
                places.append((end, found.end()))
                at = found.end()
        ids, places = ids[:MOST_TEXT], places[:MOST_TEXT]
        return ids, [(len(text[:a].encode()), len(text[:b].encode())) for a, b in places]

    def tokens(self, begin, end):
        """Positions of the tokens of a range of bytes."""
        return [place + 1 for place, (a, b) in enumerate(self.bytes) if a < end and begin < b]

    def label(self):
        request = self.request
        # Of converted requests the words around the wishes have no act, and where wishes begin is another matter.
        self.is_partial = request["voice"] == "-"
        self.acts = [-100] * len(self.ids)
        for segment in request["segments"]:
            for order, token in enumerate(self.tokens(segment["from"], segment["to"])):
                self.acts[token] = 1 + 2 * ACTS.index(segment["act"]) + (order > 0)
        for token in range(1, self.words + 1):
            self.acts[token] = max(self.acts[token], -100 if self.is_partial else 0)
        self.asks = bool(request.get("ask"))
        self.wishes, taken = [], set()
        place_of = {}
        for call in goals(request, self.tools.tools):
            begin = anchor_of(call, request)
            end = call["anchor"]["to"] if call.get("anchor") else (begin or 0) + 1
            free = [token for token in self.tokens(begin, max(end, begin + 1)) if token not in taken] if begin is not None else []
            if not free:
                continue
            taken |= set(free)
            place_of[call["number"]] = len(self.wishes)
            self.wishes.append(self.wish(call, free, place_of))
        self.anchors = [-100] * len(self.ids)
        for token in range(1, self.words + 1):
            self.anchors[token] = -100 if self.is_partial else 0
        for wish in self.wishes if not self.is_partial else []:
            for order, token in enumerate(wish["tokens"]):
                self.anchors[token] = 1 + (order > 0)

    def step_of(self, reference):
        return next((number for number, step in enumerate(self.steps) if reference in step["names"]), None)

    def wish(self, call, tokens, place_of):
        change = next((kind for kind in CHANGES if kind in call), None)
        step = self.step_of(call[change]) if change else None
        tool = call.get("tool") or (self.steps[step]["tool"] if step is not None else None)
        wish = {"tokens": tokens, "change": change, "step": step, "tool": tool, "call": call}
        files, steps, wishes, words = set(), set(), set(), None
        names = [file["name"] for file in self.files]
        for source in call.get("sources", []):
            if isinstance(source, dict):
                words = source["words"]
            elif source.startswith("ALL "):
                files |= {number for number, file in enumerate(self.files) if file["kind"] == source[4:]}
            elif source.startswith("NOT "):
                files -= {number for number, name in enumerate(names) if name == source[4:]}
            elif source in names:
                files.add(names.index(source))
            elif re.fullmatch(r"t\d+\.c\d+", source):
                found = self.step_of(source)
                steps |= {found} if found is not None else set()
            elif re.fullmatch(r"c\d+", source) and int(source[1:]) in place_of:
                wishes.add(place_of[int(source[1:])])
        wish |= {"files": files, "steps": steps, "wishes": wishes, "values": self.values(call, tool, words)}
        return wish

    def values(self, call, tool, words):
        """What each parameter should be: `absent`, places among closed values and options, `found`, or a span of tokens."""
        values = {}
        if call.get("unknown"):
            return values
        given = {slot["parameter"]: slot for slot in call.get("slots", [])}
        for index in self.tools.of.get(tool, []):
            parameter = self.tools.parameters[index][1]
            if index == 0:
                if words is not None:
                    values[0] = {"span": self.span_of(words)}
                continue
            slot = given.get(parameter["name"])
            values[index] = {"absent": True} if slot is None else self.value(parameter, slot, index)
        return values

    def span_of(self, words):
        begin = self.request["text"].lower().find(words.lower())
        if begin < 0:
            return None
        begin = len(self.request["text"][:begin].encode())
        tokens = self.tokens(begin, begin + len(words.encode()))
        return (tokens[0], tokens[-1]) if tokens else None

    def value(self, parameter, slot, index):
        tokens = self.tokens(slot["from"], slot["to"]) if "from" in slot else []
        if slot["value"] == FOUND or re.search(r"\bc\d+\b", str(slot["value"])):
            return {"found": True} if parameter["kind"] in FINDABLE else {}
        if parameter["kind"] == "text" and not parameter.get("choices"):
            exact = self.span_of(str(slot["value"]))
            return {"span": exact or ((tokens[0], tokens[-1]) if tokens else None)}
        written = slot.get("written", str(slot["value"]))
        closed = self.tools.closed(index)
        right = {"options": slot.get("right", [])}
        place = closed.index(written) if written in closed else (None if right["options"] else nearest(written, closed))
        return right | {"closed": [] if place is None else [place]}


def steps_after(request, steps, tools):
    """The steps of a conversation after a turn: those before, with changed values, and the new ones. A step has the names of the call
    that asked for it and of those that changed it."""
    steps = [dict(step, values=dict(step["values"]), names=list(step["names"]), before=list(step["before"])) for step in steps]
    for call in goals(request, tools.tools):
        reference = f"t{request['turn']}.c{call['number']}"
        values = {slot["parameter"]: str(slot["value"]) for slot in call.get("slots", [])}
        named = lambda name: next((step for step in steps if name in step["names"]), None)
        changed, undone = named(call.get("amends")), named(call.get("undo"))
        if changed is not None:
            changed["before"].append((reference, changed["values"]))
            changed["values"] = {name: value for name, value in (changed["values"] | values).items() if value}
            changed["names"].append(reference)
        elif undone is not None and call["undo"] == undone["reference"]:
            steps.remove(undone)
        elif undone is not None:
            undone["values"] = next(values for name, values in undone["before"] if name == call["undo"])
        elif "amends" not in call and "undo" not in call:
            before = named(call.get("again")) or {"tool": call.get("tool"), "values": {}}
            if before["tool"]:
                steps.append({"reference": reference, "names": [reference], "tool": before["tool"], "values": before["values"] | values, "before": []})
    return steps


def load(paths):
    """Requests of files, each with the tool of every amended call."""
    requests = []
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            requests += [json.loads(line) for line in lines]
    return requests


def examples(tokenizer, requests, tools, changed=lambda request: request):
    """The examples of requests, in order; `changed`: what is made of each before (its steps stay those of the request itself)."""
    steps = {}
    for request in requests:
        key = request["situation"]
        yield Example(tokenizer, changed(request), steps.get(key, []), tools)
        steps[key] = steps_after(request, steps.get(key, []), tools)
