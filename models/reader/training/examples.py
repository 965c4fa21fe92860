"""Marked requests as the reader takes them: tokens, and what each head should say."""

import json
import pathlib
import re

from goals import FOUND, anchor_of, goals

ACTS = "wish told correction amendment undo again question answer choice aside courtesy impossible".split()
CHANGES = ["amends", "undo", "again"]
# Marks of files and of earlier steps among the tokenizer's unused ones.
FILE_MARK, STEP_MARK = 1, 21
MOST_TEXT, MOST_FILES, MOST_STEPS, MOST_TOKENS = 220, 16, 12, 400
# Values that another call finds: where it is, when it is.
FINDABLE = {"box", "time_ranges", "times", "time", "track", "loudness", "decibel", "size"}
WORDS = {"name": "WORDS", "kind": "text", "question": "Which words is it given: what is looked for, asked, said or written?"}


class Tools:
    """The toolbox, with a number for each tool and parameter."""

    def __init__(self, path, usual):
        tools = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["tools"]
        self.tools = {tool["name"]: tool for tool in tools}
        self.names = list(self.tools)
        self.number = {name: number for number, name in enumerate(self.names)}
        self.usual = usual
        self.parameters = [("", WORDS)]
        self.of = {}
        for tool in tools:
            self.of[tool["name"]] = [0]
            for parameter in tool.get("parameters", []):
                self.of[tool["name"]].append(len(self.parameters))
                self.parameters.append((tool["name"], parameter))

    def closed(self, index):
        """The closed values of a parameter: its choices, its tool's formats, or the usual values."""
        tool, parameter = self.parameters[index]
        if parameter.get("choices"):
            return parameter["choices"]
        if parameter["kind"] == "file_format":
            return self.tools[tool].get("formats", [])
        return self.usual.get(f"{tool}.{parameter['name']}", [])


def number_of(value):
    try:
        return float(value)
    except ValueError:
        return None


def usual_values(requests, tools, most=6):
    """For each parameter the values that were meant and not said, as few as stand for all of them."""
    meant = {}
    for request in requests:
        for call in request["calls"]:
            for slot in call.get("slots", []):
                if "written" in slot and not slot.get("right"):
                    meant.setdefault(f"{slot.get('tool', call.get('tool'))}.{slot['parameter']}", []).append(slot["written"])
    usual = {}
    for name, values in meant.items():
        numbers = [number_of(value) for value in values]
        if None in numbers:
            counts = {value: values.count(value) for value in values}
            usual[name] = sorted(counts, key=lambda value: -counts[value])[:most]
            continue
        chosen = []
        for side in (sorted(n for n in numbers if n < 0), sorted(n for n in numbers if n >= 0)):
            share = [side[int(q * (len(side) - 1))] for q in (0.15, 0.5, 0.85)] if side else []
            chosen += [n for n in share if n not in chosen]
        usual[name] = [f"{n:g}" for n in chosen]
    return usual


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
        self.request, self.steps, self.tools = request, steps[-MOST_STEPS:], tools
        text = request["text"]
        coded = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        ids, offsets = coded["input_ids"][:MOST_TEXT], coded["offset_mapping"][:MOST_TEXT]
        self.bytes = [(len(text[:a].encode()), len(text[:b].encode())) for a, b in offsets]
        self.ids = [tokenizer.cls_token_id, *ids, tokenizer.sep_token_id]
        self.words = len(ids)
        mark = lambda number: f"[unused{number}]"
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

    def tokens(self, begin, end):
        """Positions of the tokens of a range of bytes."""
        return [place + 1 for place, (a, b) in enumerate(self.bytes) if a < end and begin < b]

    def label(self):
        request = self.request
        self.acts = [-100] * len(self.ids)
        for segment in request["segments"]:
            for order, token in enumerate(self.tokens(segment["from"], segment["to"])):
                self.acts[token] = 1 + 2 * ACTS.index(segment["act"]) + (order > 0)
        for token in range(1, self.words + 1):
            self.acts[token] = max(self.acts[token], 0)
        self.asks = bool(request.get("ask"))
        self.wishes, taken = [], set()
        place_of = {}
        for call in goals(request, self.tools.tools):
            begin = anchor_of(call, request)
            end = call["anchor"]["to"] if call.get("anchor") else (begin or 0) + 1
            free = [token for token in self.tokens(begin, max(end, begin + 1)) if token not in taken] if begin is not None else []
            if not free:
                continue
            taken.add(free[0])
            place_of[call["number"]] = len(self.wishes)
            self.wishes.append(self.wish(call, free[0], place_of))

    def step_of(self, reference):
        return next((number for number, step in enumerate(self.steps) if step["reference"] == reference), None)

    def wish(self, call, anchor, place_of):
        change = next((kind for kind in CHANGES if kind in call), None)
        step = self.step_of(call[change]) if change else None
        tool = call.get("tool") or (self.steps[step]["tool"] if step is not None else None)
        wish = {"anchor": anchor, "change": change, "step": step, "tool": tool, "call": call}
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
    """The steps of a conversation after a turn: those before, with changed values, and the new ones."""
    steps = [dict(step, values=dict(step["values"])) for step in steps]
    by_reference = {step["reference"]: step for step in steps}
    for call in goals(request, tools.tools):
        reference = f"t{request['turn']}.c{call['number']}"
        values = {slot["parameter"]: str(slot["value"]) for slot in call.get("slots", [])}
        old = by_reference.get(call.get("amends"))
        if old is not None:
            old["values"] |= values
        elif call.get("undo") in by_reference:
            steps.remove(by_reference[call["undo"]])
        else:
            before = by_reference.get(call.get("again"), {"tool": call.get("tool"), "values": {}})
            if before["tool"]:
                steps.append({"reference": reference, "tool": before["tool"], "values": before["values"] | values})
    return steps


def load(paths):
    """Requests of files, each with the tool of every amended call."""
    requests = []
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            requests += [json.loads(line) for line in lines]
    return requests


def examples(tokenizer, requests, tools):
    steps = {}
    for request in requests:
        key = request["situation"]
        yield Example(tokenizer, request, steps.get(key, []), tools)
        steps[key] = steps_after(request, steps.get(key, []), tools)
