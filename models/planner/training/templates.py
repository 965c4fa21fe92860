"""Phrasings and what a request is made of."""
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
KINDS = {"line": ["straight lines", "line drawing", "lines", "line map"], "hed": ["soft edges", "hed", "soft outlines", "hed map"],
         "scribble": ["sketch", "scribble", "rough sketch"], "pose": ["pose", "body pose", "posture", "pose map"],
         "segmentation": ["segmentation", "regions", "segmentation map"], "edge": ["edges", "canny edges", "edge map", "contours"],
         "depth": ["depth", "depth map"], "normal": ["normals", "normal map", "surface normals"]}
# Types of other toolboxes (elsewhere.json), which Patchbay's tools know nothing of.
OTHER = ["table", "document", "code", "map", "model", "chart", "contact", "calendar", "score", "page"]
MEDIA = {"image", "video", "audio", "text", "mask", "bbox", "title", *KINDS, *OTHER}
NOUNS = {"image": ["image", "photo", "picture", "pic", "shot", "photograph", "one"], "video": ["video", "clip", "film", "footage", "movie", "recording"],
         "audio": ["audio", "sound", "recording", "track", "file", "music", "voice"], "text": ["text", "document", "file", "words", "story", "note"],
         "mask": ["mask", "region", "selection"], "bbox": ["box", "boxes"], "title": ["title"], "html": ["page", "web page"],
         "tags": ["tags"], "category": ["labels"], **{k: w for k, w in KINDS.items()}}
# Stands for a tool where no tool can do what is wished for.
NOTHING = "nothing"
MAKERS = {"segmentation": "segment_anything"}


@dataclass
class Template:
    text: str
    tool: str
    supports: list
    slots: list


@dataclass
class Clause:
    tool: str
    supports: list
    sources: list = field(default_factory=list)  # ("f", file), ("?", one of several files), ("c", earlier clause) or ("x", 0): something that is not there
    start: int = 0
    end: int = 0


@dataclass
class Request:
    text: str
    files: list  # (type, words of the name, "given" | "earlier" | "made")
    clauses: list
    spans: list  # (start, end, "object" | "content" | "title")
    before: list = field(default_factory=list)  # the requests of the turns before, newest first
    ages: list | None = None  # how many turns ago each file came; none: as its place among the files tells

    def turns_ago(self):
        """How many turns ago each file came: 0 is with this request. What was made follows what was given one turn later."""
        if self.ages:
            return self.ages
        ages, age, last = [], 1, None
        for _, _, status in self.files:
            age += status == "made" and last == "earlier"
            ages.append(0 if status == "given" else age)
            last = status
        return ages

    def in_order(self):
        """The same with its files as the program orders them: given ones, then turn by turn what was made and what was given."""
        ages = self.ages or [1] * len(self.files)
        order = sorted(range(len(self.files)), key=lambda i: (self.files[i][2] != "given") * (2 * ages[i] + (self.files[i][2] == "earlier")))
        place = {old: new for new, old in enumerate(order)}
        moved = lambda text: re.sub(r"\bF(\d)(?!\d)", lambda m: f"F{place[int(m[1])]}", text)
        for clause in self.clauses:
            clause.sources = [(kind, place[i] if kind in "f?" else i) for kind, i in clause.sources]
        files, before = [self.files[i] for i in order], [moved(told) for told in self.before]
        return Request(moved(self.text), files, self.clauses, self.spans, before, self.ages and [self.ages[i] for i in order])


def slots_of(text):
    return re.findall(r"\{(\w+)\}", text)


def load(toolbox_path, phrasings):
    """The tools of a toolbox by name, and how they are asked for: in full, and without naming what is worked on."""
    toolbox = json.loads(Path(toolbox_path).read_text())
    tools = {tool["name"]: tool for tool in toolbox["tools"]}
    full, bare = [], []

    def add(text, tool):
        more = []
        while match := re.search(r" \+ ([a-z]+_[a-z_]+)$", text):
            more.append(match[1])
            text = text[:match.start()]
        target = bare if text.startswith("- ") else full
        target.append(Template(text.removeprefix("- "), tool, more, slots_of(text)))

    section = None
    lines = [line for path in phrasings for line in (HERE / path).read_text().splitlines()]
    for line in lines:
        if line.startswith("## "):
            section = line[3:]
        elif line and not line.startswith("# "):
            if section.startswith("{kind}"):
                for kind in KINDS:
                    add(line.replace("{kindword}", "{%sword}" % kind).replace("{kindfile}", "{%sfile}" % kind), section.replace("{kind}", kind))
            else:
                assert section in tools, section
                add(line, section)
    for tool in toolbox["tools"]:
        for example in tool.get("examples", []):
            add(example, tool["name"])
    return tools, full, bare
