"""Draws what backward requests are written for: tools and parameters first, then a voice that says it.

`python backward.py TOOLBOX.json SPLIT COUNT SEED > ITEMS.jsonl`; the toolbox as `patchbay-cli tools --json` writes it. An item
is a line: `id`, `voice` (with what it is like), `kind`, `tools` [{tool, set}] (the parameters whose values are said), `avoid`
(words of the tools that may not be used). The writer chooses files and values, and may leave out an item that makes no sense.
Kinds stand in their shares, and tools as often as people want them, each at least now and then.
"""

import collections
import json
import pathlib
import random
import re
import sys

KINDS = {  # shares, of 100
    "straight": 20,
    "told": 16,
    "two": 20,
    "more": 12,
    "corrected": 8,
    "aside": 11,
    "impossible": 8,
    "unclear": 5,
}
CALLS = {"two": (2,), "more": (3, 3, 4, 5), "impossible": (1, 2), "corrected": (1, 1, 2), "aside": (1, 1, 2)}
LIGHT = set("a an and as at be by for from in is it its of off on or so that the this to up with one two image video audio text".split())


def kinds_of(tool):
    return {one["type"] for one in tool.get("args", [])} | {tool["returns"]}


def family(tool):
    """Whether a tool works on sound, on images, on films or on texts."""
    types = [one["type"] for one in tool.get("args", [])] or [tool["returns"]]
    for medium in ("video", "audio"):
        if medium in types:
            return medium
    return "text" if set(types) <= {"text", "document"} else "image"


def usual_words(tool, count=10):
    """The tool's name and label, and the most usual words of its examples."""
    words = collections.Counter()
    for example in tool.get("examples", []):
        words.update(set(re.findall(r"[a-z]{3,}", re.sub(r"\{.*?\}", "", example.lower()))) - LIGHT)
    named = set(re.findall(r"[a-z]{3,}", f"{tool['name']} {tool['label']}".lower().replace("_", " "))) - LIGHT
    return sorted(named | {word for word, _ in words.most_common(count)})


def weights(tools):
    """How often people want each tool who know nothing of the tools (the forward requests): half to three times a usual one."""
    wanted = collections.Counter()
    for path in sorted((pathlib.Path(__file__).parent / "data" / "forward").glob("train-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            wanted.update(call["tool"] for call in json.loads(line)["calls"] if "tool" in call)
    return {tool["name"]: min(3.0, max(0.5, (wanted[tool["name"]] / 8) ** 0.5)) for tool in tools}


class Drawn:
    """Draws tools of one family, those that came least often for their weight first."""

    def __init__(self, tools, draw):
        self.tools, self.draw, self.times, self.weights = tools, draw, collections.Counter(), weights(tools)

    def often(self, tool):
        return (self.times[tool["name"]] + 1) / self.weights[tool["name"]]

    def tool(self, of=None):
        fits = [one for one in self.tools if of is None or family(one) == of]
        least = min(map(self.often, fits))
        chosen = self.draw.choice([one for one in fits if self.often(one) == least])
        self.times[chosen["name"]] += 1
        return chosen


def parameters(tool, draw):
    """One to three of a tool's parameters, sometimes none."""
    names = [one["name"] for one in tool.get("parameters", [])]
    count = min(len(names), draw.choice((0, 1, 1, 1, 2, 2, 3)))
    return draw.sample(names, count)


def items(tools, voices, count, seed):
    draw = random.Random(seed)
    drawn = Drawn(tools, draw)
    kinds, shares = zip(*KINDS.items())
    for number in range(count):
        kind = draw.choices(kinds, shares)[0]
        first = drawn.tool()
        chosen = [first]
        for _ in range(draw.choice(CALLS.get(kind, (1,))) - 1):
            chosen.append(drawn.tool(family(first) if draw.random() < 0.8 else None))
        is_told = kind == "told" or draw.random() < 0.35
        yield {
            "id": f"b{seed}-{number:04}",
            "voice": draw.choice(voices),
            "kind": kind,
            "tools": [{"tool": one["name"], "set": parameters(one, draw)} for one in chosen],
            "avoid": sorted({word for one in chosen for word in usual_words(one)}) if is_told else [],
        }


def main(toolbox, split, count, seed):
    with open(toolbox, encoding="utf-8") as file:
        tools = json.load(file)["tools"]
    voices_file = pathlib.Path(__file__).parent / "data" / "voices.jsonl"
    voices = [json.loads(line) for line in voices_file.read_text(encoding="utf-8").splitlines()]
    voices = [voice for voice in voices if voice["split"] == split]
    for item in items(tools, voices, int(count), int(seed)):
        print(json.dumps(item, ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
