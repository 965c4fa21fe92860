"""Makes requests with everything that there is to know about them: clauses, key tools, spans, sources.

A request is a text in which files and quotations are marks (F0, Q0), a list of what they are, and its clauses. It is
written from phrasings.txt, the toolbox's own examples and vocabulary.py; nothing is read from a benchmark."""
import json
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

import vocabulary as v

HERE = Path(__file__).parent
KINDS = {"line": ["straight lines", "line drawing", "lines", "line map"], "hed": ["soft edges", "hed", "soft outlines", "hed map"],
         "scribble": ["sketch", "scribble", "rough sketch"], "pose": ["pose", "body pose", "posture", "pose map"],
         "segmentation": ["segmentation", "regions", "segmentation map"], "edge": ["edges", "canny edges", "edge map", "contours"],
         "depth": ["depth", "depth map"], "normal": ["normals", "normal map", "surface normals"]}
MEDIA = {"image", "video", "audio", "text", "mask", "bbox", "title", *KINDS}
NOUNS = {"image": ["image", "photo", "picture", "pic", "shot", "photograph", "one"], "video": ["video", "clip", "film", "footage", "movie", "recording"],
         "audio": ["audio", "sound", "recording", "track", "file", "music", "voice"], "text": ["text", "document", "file", "words", "story", "note"],
         "mask": ["mask", "region", "selection"], "bbox": ["box", "boxes"], "title": ["title"], "html": ["page", "web page"],
         "tags": ["tags"], "category": ["labels"], **{k: w for k, w in KINDS.items()}}
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
    sources: list = field(default_factory=list)  # ("f", file) or ("c", earlier clause)
    start: int = 0
    end: int = 0


@dataclass
class Request:
    text: str
    files: list  # (type, words of the name, "given" | "earlier" | "made")
    clauses: list
    spans: list  # (start, end, "object" | "content" | "title")
    before: str = ""


def slots_of(text):
    return re.findall(r"\{(\w+)\}", text)


def load(toolbox_path):
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
    for line in (HERE / "phrasings.txt").read_text().splitlines():
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
        for example in tool["examples"]:
            add(example, tool["name"])
    return tools, full, bare


class Maker:
    def __init__(self, toolbox, seed, held_out=()):
        self.random = random.Random(seed)
        self.tools, full, bare = load(toolbox)
        usable = lambda templates: [t for t in templates if t.tool not in held_out]
        self.full, self.bare = usable(full), usable(bare)
        self.by_tool = {}
        for t in self.full:
            self.by_tool.setdefault(t.tool, []).append(t)
        self.bare_by_tool = {}
        for t in self.bare:
            self.bare_by_tool.setdefault(t.tool, []).append(t)
        self.accepts = {}
        for tool, templates in self.by_tool.items():
            one = [[s for s in t.slots if s in MEDIA] for t in templates]
            self.accepts[tool] = {s[0] for s in one if len(s) == 1}
        self.names = sorted(self.by_tool)

    # --- words -------------------------------------------------------------------------------------------------
    def pick(self, items):
        return self.random.choice(items)

    def chance(self, p):
        return self.random.random() < p

    def music(self):
        parts = [self.pick(v.MOODS)] if self.chance(0.8) else []
        if self.chance(0.15) and parts:
            parts[0] += self.pick([", ", " and ", " "]) + self.pick(v.MOODS)
        if self.chance(0.7) or not parts:
            parts.append(self.pick(v.STYLES_OF_MUSIC))
        return " ".join([*parts, self.pick(v.KINDS_OF_MUSIC)])

    def essay(self):
        """A question or task of several sentences: all of it is one wish."""
        first = self.pick(v.TASKS)
        if self.chance(0.5):
            first = self.pick([f"what are the benefits of {self.pick(v.TOPICS)}", f"how does {self.pick(v.TOPICS)} affect {self.pick(v.TOPICS)}", f"explain the link between {self.pick(v.TOPICS)} and {self.pick(v.TOPICS)}", f"imagine that you write about {self.pick(v.TOPICS)}", f"as a fan of {self.pick(v.TOPICS)}, i plan to write about {self.pick(v.TOPICS)}"]) 
        sentences = [first] + self.random.sample(v.FURTHER, self.pick([0, 1, 1, 2, 3]))
        return self.pick([". ", ". ", "? ", ", "]).join(sentences)

    def scene(self):
        if self.chance(0.22):
            things = [self.article(self.thing()) for _ in range(self.pick([2, 3, 3]))]
            if self.chance(0.5):
                things[0] = self.pick(v.SCENES) + self.pick([" with ", " with ", ", "]) + things[0]
            if self.chance(0.3):
                things[-1] += " " + self.pick(["in the background", "on a hill", "sitting on a bench", "perched on a roof", "grazing", "in the foreground"])
            return ", ".join(things[:-1]) + self.pick([", and ", " and "]) + things[-1]
        scene = self.pick(v.SCENES)
        if self.chance(0.25):
            scene += " " + self.pick(["at sunset", "in the rain", "in winter", "with dramatic light", "in soft colours", "at night", "on a table", "next to " + self.article(self.thing()), "in the style of " + self.pick(v.STYLES)])
        elif self.chance(0.2):
            scene = self.article(self.thing()) + " " + self.pick(["in a forest", "on the moon", "at the beach", "in the kitchen", "under a bridge", "made of glass", "on a blue background", "with " + self.article(self.thing())])
        if self.chance(0.3):
            scene = re.sub(r"^an? ", "", scene)
        return scene

    def thing(self):
        thing = self.pick(v.THINGS)
        if self.chance(0.12):
            thing = self.pick(["big", "small", "old", "green", "white", "black", "wooden", "second", "broken", "tall", "left", "right"]) + " " + thing
        if self.chance(0.05) and not thing.endswith("s"):
            thing += self.pick(["s", " on the left", " in the middle", " at the back"])
        return thing

    def article(self, noun):
        return noun if noun.endswith("s") else ("an " if noun[0] in "aeiou" else "a ") + noun

    def word(self, slot):
        lists = {"edit": v.EDITS, "edits": v.EDITS, "adjust": v.ADJUSTMENTS, "look": v.LOOKS, "style": v.STYLES, "size": v.SIZES, "ratio": v.RATIOS, "weather": v.WEATHERS,
                 "format": v.FORMATS, "color": v.COLORS, "language": v.LANGUAGES, "span": v.SPANS, "time": v.TIMES, "seconds": v.SECONDS,
                 "speed": v.SPEEDS, "percent": v.PERCENTS, "effect": v.EFFECTS, "effectnoun": v.EFFECT_NOUNS, "louder": v.LOUDER}
        if slot.endswith("word") and slot[:-4] in KINDS:
            return self.pick(KINDS[slot[:-4]])
        return self.pick(lists[slot])

    # --- requests ----------------------------------------------------------------------------------------------
    def request(self):
        shape = self.random.random()
        writer = Writer(self)
        if shape < 0.30:
            writer.chain(1)
        elif shape < 0.58:
            writer.chain(self.pick([2, 2, 2, 3, 3, 4, 5]))
        elif shape < 0.70:
            writer.topic()
        elif shape < 0.80:
            writer.each_its_own()
        elif shape < 0.89:
            writer.many()
        else:
            writer.dialogue()
        return writer.finish()


class Writer:
    """Writes one request, piece by piece."""

    def __init__(self, maker):
        self.m = maker
        self.files, self.clauses, self.spans = [], [], []
        self.text, self.quotes, self.before = "", 0, ""
        self.current = {}  # type -> source that "it" means
        self.said = set()
        self.careless = maker.chance(0.35)
        self.style = maker.pick(["plain", "plain", "plain", "polite", "terse"])

    def add_file(self, kind, status="given", words=None, as_type=None):
        base = kind if kind in v.NAMES else "image"
        words = words or self.m.pick(v.NAMES[base])
        if kind not in v.NAMES:
            words = self.m.pick([f"{words} {kind}", f"{kind}", words, f"{words}_{kind}"])
        self.files.append((as_type or (base if self.m.chance(0.7) else kind), words, status))
        return ("f", len(self.files) - 1)

    def put(self, text):
        self.text += text

    def space(self):
        if self.text and not self.text.endswith((" ", "\n")):
            self.put(" ")

    # --- mentions ----------------------------------------------------------------------------------------------
    def mention(self, source, kind):
        """How a source is spoken of; a file by its mark, or by a word where no other can be meant."""
        r = self.m
        kind_of = kind if kind in NOUNS else "image"
        noun = r.pick(NOUNS[kind_of])
        if source[0] == "c":
            return r.pick(["it", "it", "the result", "that", "this", f"the {noun}", f"the new {noun}", f"that {noun}", "the result of that"])
        mark = f"F{source[1]}"
        same = [f for f in self.files if f[0] == self.files[source[1]][0]]
        status = self.files[source[1]][2]
        words = self.files[source[1]][1]
        if len(same) > 1 and r.chance(0.14):
            place = [i for i, f in enumerate(self.files) if f[0] == self.files[source[1]][0] and f[2] == status].index(source[1])
            count = sum(f[0] == self.files[source[1]][0] and f[2] == status for f in self.files)
            ordinal = ["first", "second", "third", "fourth", "fifth"][min(place, 4)]
            if place + 1 == count and count > 1 and r.chance(0.5):
                ordinal = r.pick(["last", "last"] + (["other", "second"] if count == 2 else []))
            self.said.add(source)
            return f"the {ordinal} {r.pick(['one', noun, noun])}"
        if len(same) > 1 and re.fullmatch("[a-z]{4,}", words) and [f[1] for f in self.files].count(words) == 1 and r.chance(0.15):
            self.said.add(source)
            return f"the {words}" + r.pick(["", f" {noun}"])
        if status == "given" and (len(same) > 1 or r.chance(0.62)) or (status != "given" and r.chance(0.3)):
            if source in self.said and r.chance(0.5):
                return "it" if len(self.files) == 1 or r.chance(0.3) else mark
            self.said.add(source)
            return r.pick([mark] * 7 + [f"{noun} {mark}", f"the {noun} {mark}", f"my {noun} {mark}", f"the file {mark}", f"{mark} file", f"the {noun} named {mark}"])
        self.said.add(source)
        return r.pick(["it", "this", f"the {noun}", f"this {noun}", f"my {noun}", f"the {noun} I sent", "that", f"that {noun}", f"the attached {noun}"])

    def listed(self, sources, kind):
        r = self.m
        marks = [f"F{s[1]}" for s in sources]
        noun = r.pick(NOUNS[kind])
        everything = len([f for f in self.files if f[0] == self.files[sources[0][1]][0]]) == len(sources)
        if everything and r.chance(0.4):
            count = {2: "two", 3: "three", 4: "four", 5: "five"}.get(len(sources), "several")
            return r.pick([f"these {noun}s", f"all {noun}s", f"all the {noun}s", "all of them", "these", "them", f"the {count} {noun}s", f"each {noun}", "each of them", f"every {noun}", f"these {count}", f"each of the {count}", "both" if len(sources) == 2 else "all of these", f"all {count}"])
        if r.chance(0.25):
            return r.pick([" ", ", ", " / "]).join(marks)
        if r.chance(0.25):
            return "".join(mark + r.pick([" ", ", ", ",", ", "]) for mark in marks[:-1]) + marks[-1]
        return ", ".join(marks[:-1]) + r.pick([" and ", ", ", " & ", ", and "]) + marks[-1]

    # --- a wish ------------------------------------------------------------------------------------------------
    def fill(self, template, sources):
        """Writes a template; `sources`: a text for each media slot, in order."""
        r = self.m
        sources = list(sources)
        for part in re.split(r"(\{\w+\}|\[\w+\])", template.text):
            slot = part[1:-1] if part.startswith("{") else None
            if part.startswith("["):
                self.spans.append((len(self.text), len(self.text) + len(part) - 2, "object"))
                self.put(part[1:-1])
            elif slot is None:
                self.put(part)
            elif slot in MEDIA or slot.endswith("file"):
                self.put(sources.pop(0))
            elif slot in ("object", "content", "music", "words", "quote", "title", "question", "essay"):
                self.put_span(template, slot)
            else:
                self.put(r.word(slot))
        return self

    def put_span(self, template, slot):
        r = self.m
        tool = template.tool
        if slot == "object":
            text, role = r.thing(), "object"
        elif slot == "music":
            text, role = r.music(), "content"
        elif slot == "words":
            text, role = r.pick(v.SENTENCES), "content"
        elif slot == "quote":
            text, role = f"Q{self.quotes}", "content"
            self.quotes += 1
        elif slot == "title":
            text, role = f"Q{self.quotes}", "title"
            self.quotes += 1
        elif slot == "essay":
            text, role = r.essay(), None
        elif slot == "question":
            text, role = r.pick(v.QUESTIONS), None
            if template.text.startswith(("given", "in {", "as for", "with {", "what", "where", "are", "is", "who", "does", "how", "why")):
                text = r.thing() if r.chance(0.7) else re.sub(r"^\w+ (is|are) ", "", text)
        elif tool in ("text_to_music", "dub_video"):
            # "{content} music": the word itself stands in the example.
            text, role = " ".join(filter(None, [r.pick(v.MOODS), r.pick(v.STYLES_OF_MUSIC) if r.chance(0.6) else ""])), "content"
        elif tool in ("question_answering", "text_to_text_generation", "sentiment_analysis"):
            text, role = (r.pick(v.SENTENCES) if template.text.endswith(": {content}") else r.pick(v.TOPICS)), "content"
        elif tool in ("text_translation", "text_to_speech", "subtitle_video", "named_entity_recognition"):
            text, role = (f"Q{self.quotes}" if r.chance(0.5) else r.pick(v.SENTENCES)), "content"
            self.quotes += text.startswith("Q")
        elif tool == "partial_image_editing":
            text, role = r.pick(v.CHANGES_INTO), "content"
            if template.text[max(0, template.text.find("{content}") - 2):].startswith("a "):
                text = re.sub(r"^an? ", "", text)
        elif tool == "text_image_editing":
            text, role = f"Q{self.quotes}", "content"
            self.quotes += 1
        else:
            text, role = r.scene(), "content"
        start = len(self.text)
        self.put(text)
        if role:
            self.spans.append((start, len(self.text), role))

    def begin(self):
        self.space()
        return len(self.text)

    def end(self, start, template, sources):
        tool = template.tool
        supports = list(template.supports)
        kind = tool.split("_")[0]
        if tool.endswith("_text_to_image") and kind in KINDS and not any(s.startswith(kind) and not s.endswith("word") for s in template.slots):
            maker = MAKERS.get(kind, f"image_to_{kind}")
            if not any(k == "c" and self.clauses[j].tool == maker for k, j in sources):
                supports.append(maker)
        while start < len(self.text) and self.text[start] == " ":
            start += 1
        clause = Clause(tool, supports, list(dict.fromkeys(sources)), start, len(self.text.rstrip()))
        self.clauses.append(clause)
        made = ("c", len(self.clauses) - 1)
        returns = self.m.tools[tool]["returns"]
        self.made(returns, made, tool)

    def made(self, returns, source, tool):
        if returns in ("text", "image", "video", "audio", "mask", *KINDS):
            looking = tool.startswith(("count", "select_cat"))
            if not looking:
                self.current[returns] = source

    def wish(self, template, fresh=True):
        """Writes a full template, with new files for its slots or what is at hand."""
        r = self.m
        slots = [s for s in template.slots if s in MEDIA or s.endswith("file")]
        sources, texts = [], []
        for number, slot in enumerate(slots):
            kind = slot.removesuffix("file")
            source = self.current.get(kind)
            if kind == "title":
                kind = "text"
            if number and source in sources:
                source = None
            if source is None or (fresh and number == 0 and source[0] == "f" and r.chance(0.1)):
                have = [("f", i) for i, f in enumerate(self.files) if f[0] == kind and f[2] == "given" and ("f", i) not in sources]
                source = r.pick(have) if have else self.add_file(kind)
                if kind in ("image", "video", "audio", "text"):
                    self.current.setdefault(kind, source)
            text = self.mention(source, kind)
            if slot.endswith("file") or (kind in KINDS or kind in ("mask", "bbox")) and text.startswith("F"):
                word = r.pick(NOUNS[kind])
                text = f"the {word} {text}" if not text.startswith(("it", "this", "that", "the", "my")) and r.chance(0.8) else text
            sources.append(source)
            texts.append(text)
        self.fill(template, texts)
        return sources

    def sources_for_bare(self, tool):
        accepted = self.m.accepts.get(tool, set())
        if not accepted:
            return []
        order = list(self.current.items())[::-1]
        args = [a["type"] for a in self.m.tools[tool]["args"] if a["type"] not in ("title", "tags")]
        found = []
        kinds = [a for a in args if a in self.current and a != "text"]
        if "text" in args and len(args) == 1:
            kinds = ["text"] if "text" in self.current else []
        if not kinds:
            kinds = [k for k, _ in order if k in accepted][:1]
        if tool in ("image_stitching", "video_concatenation", "audio_mixing"):
            kind = args[0]
            return self.pair(kind)
        for kind in kinds[:2]:
            found.append(self.current[kind])
        if tool.endswith("_text_to_image"):
            kind = tool.split("_")[0]
            found = [self.current[kind]] if kind in self.current else ([self.current["image"]] if "image" in self.current else [])
        return found

    def pair(self, kind):
        results = [("c", i) for i, c in enumerate(self.clauses) if self.m.tools[c.tool]["returns"] == kind]
        files = [("f", i) for i, f in enumerate(self.files) if f[0] == kind]
        if len(results) > 1:
            return results
        return (results + files)[:2] if results else files

    def can_bare(self, tool):
        accepted = self.m.accepts.get(tool, set())
        contents = all(set(t.slots) & {"content", "music"} for t in self.m.bare_by_tool[tool])
        if tool in ("image_stitching", "video_concatenation", "audio_mixing"):
            return len(self.pair(self.m.tools[tool]["args"][0]["type"])) > 1
        if tool.endswith("_text_to_image"):
            return tool.split("_")[0] in self.current or "image" in self.current
        return bool(accepted & set(self.current)) or (contents and not accepted)

    def next_tool(self, bare):
        """A tool for what is at hand; of the kinds that people chain."""
        r = self.m
        for _ in range(40):
            tool = r.pick(r.names)
            if self.clauses and self.clauses[-1].tool == tool and tool not in ("text_image_editing", "audio_effects"):
                continue
            if bare:
                if tool in r.bare_by_tool and self.can_bare(tool):
                    return tool
            elif r.accepts.get(tool, set()) & set(self.current):
                return tool
        return None

    def same_again(self, tool, kind, returns_first=True):
        """"Do the same with F1": the tool of before on something new."""
        r = self.m
        source = self.add_file(kind)
        others = len([f for f in self.files if f[0] == kind])
        mark = f"F{source[1]}" if others != 2 or r.chance(0.7) else r.pick(["the other one", "the second one", f"the other {r.pick(NOUNS[kind])}"])
        text = r.pick(["do the same with {}", "the same for {}", "do the same for {}", "same with {}", "same thing for {}", "and {} too", "also {}", "repeat that for {}", "do that to {} as well", "then {} in the same way", "now {}"]).format(mark)
        start = len(self.text)
        self.put(text)
        again = [t for t in r.bare_by_tool.get(tool, []) if re.fullmatch(r"as \{(content|style)\}.*|in \{language\}|as \{content\}, same .*|\{adjust\}", t.text)]
        if again and r.chance(0.5):
            self.put(r.pick([" but ", ", but "]))
            template = r.pick(again)
            self.fill(template, ["it"] * 4)
        self.end(start, Template("", tool, [], []), [source])

    # --- shapes ------------------------------------------------------------------------------------------------
    def open(self):
        r = self.m
        if r.chance(0.15):
            self.put(self.sentence(r.pick(v.CONTEXT)))
        if r.chance(0.3 if self.style == "polite" else 0.12):
            self.space()
            self.put(r.pick(v.POLITE_BEFORE))

    def sentence(self, text):
        if self.careless:
            return text + self.m.pick([". ", ", ", " - ", "\n"])
        return text[0].upper() + text[1:] + ". "

    def join(self, last):
        r = self.m
        choices = [", ", ", then ", " and then ", ". Then ", ". ", "; ", ", after that ", " and ", ", and "]
        if last:
            choices += [" and ", " and ", ", and ", " and finally ", ", lastly ", " and also "]
        if self.careless:
            choices += [" ", " n ", " + ", " then ", "\n", " & ", ",", " -> "]
        text = r.pick(choices)
        if text == ". " and r.chance(0.2):
            text += r.pick(v.CONTEXT)[0].upper() + r.pick(v.CONTEXT)[1:] + ". "
        elif text == ", " and r.chance(0.06):
            text = ", " + r.pick(v.CONTEXT) + ", "
        self.put(text)

    def chain(self, length):
        r = self.m
        self.open()
        if r.chance(0.06) and not self.text:
            # What is said of a file first; the wish then speaks of "it".
            kind = r.pick(["image", "image", "video", "audio"])
            source = self.add_file(kind)
            self.current[kind] = source
            self.said.add(source)
            self.put(r.pick(v.ABOUT).replace("{f}", f"F{source[1]}") + r.pick([", ", ". ", "; ", ": ", " - "]))
            self.follow_first(length)
            return
        tool = r.pick(r.names)
        start = self.begin()
        template = r.pick(r.by_tool[tool])
        sources = self.wish(template)
        self.end(start, template, sources)
        kinds = [s for s in template.slots if s in MEDIA]
        if kinds in (["image"], ["video"], ["audio"]) and r.chance(0.05):
            self.put(r.pick([", then ", " and ", ", ", ". ", " and then "]))
            self.same_again(tool, kinds[0])
            length = 1
        self.follow(length - 1)
        if r.chance(0.09):
            # A file that nothing is to be done with.
            kind = self.files[0][0] if self.files and self.files[0][0] in v.NAMES else r.pick(["image", "video", "audio"])
            file = self.add_file(kind)
            if r.chance(0.75):
                self.put(r.pick([". ", ", ", "; ", " - ", ", but "]) + r.pick(v.LEFT_ALONE).replace("{f}", f"F{file[1]}"))

    def follow(self, count, arrows=None):
        r = self.m
        for left in range(count, 0, -1):
            bare = arrows is not None or r.chance(0.6)
            tool = self.next_tool(bare) or self.next_tool(not bare)
            if tool is None:
                return
            bare = (bare or not (r.accepts.get(tool, set()) & set(self.current))) and tool in r.bare_by_tool and self.can_bare(tool)
            if not bare and not (r.accepts.get(tool, set()) & set(self.current)):
                return
            if arrows:
                self.put(arrows)
            else:
                self.join(left == 1)
            start = self.begin() if self.text.endswith((" ", "\n")) else len(self.text)
            if bare:
                sources = self.sources_for_bare(tool)
                templates = r.bare_by_tool[tool]
                if tool.endswith("_text_to_image") and tool.split("_")[0] not in self.current:
                    templates = [t for t in templates if any(s.endswith("word") for s in t.slots)]
                template = r.pick(templates)
                self.fill(template, ["it"] * 4)
            else:
                fitting = [t for t in r.by_tool[tool] if any(s in self.current for s in t.slots)]
                if not fitting:
                    return
                template = r.pick(fitting)
                sources = self.wish(template, fresh=False)
            self.end(start, template, sources)

    def topic(self):
        """F0: sharper, black and white. / F0 -> depth -> ..."""
        r = self.m
        kind = r.pick(["image"] * 5 + ["video"] * 3 + ["audio"] * 2 + ["text"])
        source = self.add_file(kind)
        self.current[kind] = source
        arrows = r.pick([None, None, None, " -> ", " → ", " => ", " > "])
        prefix = f"F{source[1]}" + (arrows or r.pick([": ", ": ", " - ", ", ", " "]))
        if r.chance(0.15):
            prefix = r.pick(["for ", "from ", "take ", "with "]) + prefix
        if r.chance(0.2):
            prefix = r.pick(v.CONTEXT) + r.pick([". ", ", ", "; "]) + prefix
        before = len(self.text)
        self.put(prefix)
        tool = self.next_tool(True)
        if tool is None:
            return self.chain(1)
        start = before + prefix.rfind(f"F{source[1]}")
        template = r.pick(r.bare_by_tool[tool])
        self.fill(template, ["it"] * 4)
        sources = self.sources_for_bare(tool)
        self.end(start, template, sources or [source])
        self.follow(r.pick([0, 1, 1, 2, 2, 3, 4]), arrows)

    def each_its_own(self):
        """Several files, each with a wish of its own."""
        r = self.m
        kind = r.pick(["image"] * 6 + ["video", "audio", "video"])
        count = r.pick([2, 2, 2, 3, 3, 4])
        sources = [self.add_file(kind) for _ in range(count)]
        if r.chance(0.15):
            self.put(self.sentence(r.pick(v.CONTEXT)))
        form = r.random.random()
        for number, source in enumerate(sources):
            if number:
                self.put(r.pick([". ", ", ", "; ", "\n", " and ", ", and "]) if form > 0.4 else r.pick([". ", "\n", ", ", "; "]))
            self.current = {kind: source}
            if form < 0.4:
                tool = self.next_tool(True)
                if tool is None:
                    return
                start = len(self.text)
                self.put(f"F{source[1]}" + r.pick([": ", " - ", " ", ": "]))
                template = r.pick(r.bare_by_tool[tool])
                self.fill(template, ["it"] * 4)
                self.end(start, template, [source])
            else:
                tool = self.next_tool(False)
                if tool is None:
                    return
                fitting = [t for t in r.by_tool[tool] if [s for s in t.slots if s in MEDIA] == [kind]]
                start = len(self.text)
                template = r.pick(fitting)
                self.fill(template, [f"F{source[1]}"])
                self.end(start, template, [source])
                if r.chance(0.2):
                    self.follow(1)

    def many(self):
        """One wish for several files, all but one, and another wish for the one that is left."""
        r = self.m
        kind = r.pick(["image"] * 7 + ["video", "audio", "video"])
        count = r.pick([2, 2, 3, 3, 4, 5])
        sources = [self.add_file(kind) for _ in range(count)]
        tools = [t for t in r.names if kind in r.accepts.get(t, ())]
        tool = r.pick(tools)
        fitting = [t for t in r.by_tool[tool] if [s for s in t.slots if s in MEDIA] == [kind]]
        if not fitting:
            return self.chain(1)
        template = r.pick(fitting)
        self.open()
        start = self.begin()
        if count > 2 and r.chance(0.3):
            out = r.pick(sources)
            rest = [s for s in sources if s != out]
            noun = r.pick(NOUNS[kind])
            self.fill(template, [r.pick(["all of them", f"all {noun}s", "everything", "these", f"the {noun}s", "all"]) + r.pick([" except ", " but ", " apart from ", ", not ", " but not "]) + f"F{out[1]}"])
            self.end(start, template, rest)
            if r.chance(0.5):
                other = r.pick([t for t in tools if t in r.bare_by_tool])
                self.put(r.pick([" which only needs ", ", that one gets ", ", there: ", "; that one: ", ", for that one: ", " - that one: "]))
                start = len(self.text)
                bare = r.pick(r.bare_by_tool[other])
                self.current = {kind: out}
                self.fill(bare, ["it"] * 4)
                self.end(start, bare, [out])
            return
        self.fill(template, [self.listed(sources, kind)])
        self.end(start, template, sources)
        if r.chance(0.3):
            # What all of them became.
            last = ("c", len(self.clauses) - 1)
            returns = r.tools[tool]["returns"]
            if returns == kind and kind in ("image", "video", "audio"):
                joining = {"image": "image_stitching", "video": "video_concatenation", "audio": "audio_mixing"}[kind]
                if joining in r.bare_by_tool:
                    self.put(r.pick([", ", " and ", " and then ", ", then "]))
                    start = len(self.text)
                    bare = r.pick([t for t in r.bare_by_tool[joining] if "original" not in t.text])
                    self.fill(bare, [])
                    self.end(start, bare, [last])
            else:
                self.follow(1)

    def dialogue(self):
        """A turn with what came before it."""
        r = self.m
        first = Writer(r)
        first.careless, first.style = self.careless, "plain"
        first.chain(1)
        told = first.finish(careless=False)
        if not told.clauses:
            return self.chain(1)
        self.files = [(kind, words, "earlier") for kind, words, _ in first.files]
        given = [("f", i) for i in range(len(self.files))]
        self.before = told.text
        previous = told.clauses[0]
        returns = r.tools[previous.tool]["returns"]
        kind = returns if returns in ("image", "video", "audio", "text", "mask", *KINDS) else None
        result = None
        if kind:
            words = (first.files[0][1] if first.files else previous.tool.replace("_", " ")) + " " + r.pick(["result", "edited", previous.tool.split("_")[-1], ""])
            result = self.add_file(kind, "made", words.strip(), as_type=kind)
            if r.chance(0.15) and kind in ("image", "audio", "text", "video"):
                more = [result] + [self.add_file(kind, "made", r.pick(v.NAMES.get(kind, v.NAMES["image"])), as_type=kind) for _ in range(r.pick([1, 1, 2]))]
                result = r.pick(more)
            elif r.chance(0.2) and "image" in [f[0] for f in self.files]:
                self.current["mask"] = self.add_file("mask", "made", r.pick(["region 1", "mask", "dog mask", f"region 1 of {words}"]), as_type="mask")
        for source in given:
            self.current.setdefault(self.files[source[1]][0], source)
        if result:
            self.current[kind] = result
        form = r.random.random()
        if 0.15 <= form < 0.23 and given and self.files[0][0] in ("image", "video", "audio"):
            self.put(r.pick(["", "", "now ", "and ", "great, ", "ok. "]))
            self.same_again(previous.tool, self.files[0][0])
            return
        if form < 0.15 and previous.tool in r.bare_by_tool and any(set(t.slots) & {"object", "content", "adjust", "music", "span", "speed", "color", "effectnoun"} for t in r.bare_by_tool[previous.tool]):
            # "no, I meant …": the same tool on what it was used on.
            self.put(r.pick(["no, ", "no, i meant: ", "not like that, ", "undo that and ", "wrong. ", "i'd rather have: ", "instead ", "no no, ", "go back and ", "hm, rather "]))
            start = len(self.text)
            template = r.pick([t for t in r.bare_by_tool[previous.tool] if set(t.slots) & {"object", "content", "adjust", "music", "span", "speed", "color", "effectnoun"}])
            self.fill(template, ["it"] * 4)
            self.end(start, template, given[:1])
            return
        self.put(r.pick(["", "", "", "now ", "and ", "great, ", "ok. ", "thanks! now ", "nice. ", "lovely! ", "and now ", "ok, "]))
        if r.chance(0.25) and given and result:
            # The original, by name or as such.
            original = given[0]
            kind_of = self.files[original[1]][0]
            self.current = {kind_of: original}
            tool = self.next_tool(False)
            fitting = [t for t in r.by_tool.get(tool, []) if [s for s in t.slots if s in MEDIA] == [kind_of]]
            if fitting:
                start = len(self.text)
                template = r.pick(fitting)
                noun = r.pick(NOUNS.get(kind_of, ["one"]))
                self.fill(template, [r.pick([f"the original {noun}", "the original", f"the first {noun}", f"the {noun} from before", f"F{original[1]}"])])
                self.end(start, template, [original])
                return
        if r.chance(0.25):
            new = self.add_file(r.pick(["image", "video", "audio"]))
            self.current[self.files[new[1]][0]] = new
        self.follow_first(r.pick([1, 1, 1, 2]))

    def follow_first(self, count):
        """As `follow`, without a joint before the first wish."""
        joint, self.join = self.join, lambda last: None
        self.follow(1)
        self.join = joint
        self.follow(count - 1)

    # --- the end -----------------------------------------------------------------------------------------------
    def finish(self, careless=None):
        r = self.m
        if not self.clauses:
            return self.m.request() if self.text else self.m.request()
        if r.chance(0.25):
            after = r.pick(v.POLITE_AFTER)
            self.put(after if after.startswith((",", "!")) else r.pick([" ", ", ", ". "]) + after)
        elif r.chance(0.1):
            self.put(r.pick([". ", ", ", " - ", "; "]) + r.pick(v.CONTEXT))
        if not self.careless and r.chance(0.6):
            self.put("?" if r.chance(0.12) else ".")
        request = Request(self.text, self.files, self.clauses, self.spans, self.before)
        if self.careless if careless is None else careless:
            roughen(request, r.random)
        elif self.text[:1].isalpha() and not re.match(r"[FQ]\d", self.text):
            request.text = self.text[0].upper() + self.text[1:]
        return request


MARK = re.compile(r"[FQ]\d+")


def roughen(request, random):
    """Lower case, lost punctuation, lost articles and typing errors, with all places moved along."""
    edits = []  # (start, end, new)
    text = request.text
    marks = [m.span() for m in MARK.finditer(text)]
    lower = random.random() < 0.6
    drop_punctuation = random.random() < 0.3
    typos = random.random() < 0.6
    for match in re.finditer(r"[A-Za-z']+|[.,!?;]", text):
        start, end = match.span()
        if any(a < end and start < b for a, b in marks):
            continue
        word = match.group()
        if not word[0].isalpha():
            if drop_punctuation and random.random() < 0.6 and word in ".,!?":
                edits.append((start, end, ""))
            continue
        if word in ("the", "a", "an") and random.random() < 0.12 and text[end:end + 1] == " ":
            edits.append((start, end + 1, ""))
        elif typos and len(word) > 4 and random.random() < 0.06:
            place = random.randrange(1, len(word) - 2)
            kind = random.random()
            if kind < 0.35:
                new = word[:place] + word[place + 1] + word[place] + word[place + 2:]
            elif kind < 0.7:
                new = word[:place] + word[place + 1:]
            else:
                new = word[:place] + word[place] + word[place:]
            edits.append((start, end, new))
    out, position, table = "", 0, [0] * (len(text) + 1)
    for start, end, new in edits + [(len(text), len(text), "")]:
        for i in range(position, start):
            table[i] = len(out)
            out += text[i]
        for i in range(start, end):
            table[i] = len(out) + min(i - start, len(new))
        out += new
        position = end
    table[len(text)] = len(out)
    if lower:
        out = re.sub(r"[FQ]\d+|[A-Z]", lambda m: m.group() if len(m.group()) > 1 else m.group().lower(), out)
    request.text = out
    request.spans = [(table[a], table[b], role) for a, b, role in request.spans]
    for clause in request.clauses:
        clause.start, clause.end = table[clause.start], table[clause.end]


if __name__ == "__main__":
    import sys
    maker = Maker(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 20):
        r = maker.request()
        print(repr(r.text), r.files, "| before:" + r.before if r.before else "")
        for c in r.clauses:
            print("    ", repr(r.text[c.start:c.end]), c.tool, c.supports, c.sources)
        print("       ", [(r.text[a:b], role) for a, b, role in r.spans])
