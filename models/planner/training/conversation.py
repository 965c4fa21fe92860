"""Dialogues of several turns: a past in which things were made of things, and a further turn that speaks of one of them."""
import re

import vocabulary as v
from templates import KINDS, NOUNS, Template
from turns import CUTTING, JOINING, Turns
from writer import Writer

# What the result of a tool is called behind what it was made of; tools that are not here make no file to go on with.
CALLED = {
    "text_image_editing": ["edited", "bright", "darker", "warm", "sepia", "bw", "square", "2"], "image_inpainting": ["removed", "clean", "without"],
    "partial_image_editing": ["changed", "new", "edited"], "mask_image": ["cutout", "cut out", "transparent"], "image_cropping": ["cropped", "crop"],
    "highlight_object_on_image": ["boxed", "marked"], "highlight_mask_on_image": ["highlighted", "tinted"], "image_upscaling": ["big", "large", "upscaled"],
    "image_denoising": ["denoised", "clean"], "image_colorization": ["colour", "colorized"], "image_to_image": ["variant", "again"], "text_to_image": [""],
    "image_captioning": ["description", "caption"], "optical_character_recognition": ["text"], "speech_to_text": ["transcript", "words"], "summarization": ["summary", "short"],
    "text_translation": ["french", "english", "german", "translated"], "text_to_text_generation": ["new", "rewritten", "story"], "text_to_speech": ["spoken", "read", "voice"],
    "text_to_music": ["music", "piano", "tune"], "audio_effects": ["slow", "echo", "faded", "louder"], "audio_to_audio": ["clean", "cleaned"], "audio_mixing": ["mix", "mixed"],
    "video_trimming": ["trimmed", "cut", "short"], "video_speed": ["fast", "slow"], "video_stabilization": ["steady", "stabilized"], "subtitle_video": ["subtitled", "subs"],
    "dub_video": ["dubbed", "music", "with sound"], "video_to_audio": ["sound", "audio"], "video_to_image": ["still", "frame", "key frame"], "image_to_video": ["moving", "film"],
    "image_audio_to_video": ["film", "slideshow"], "video_concatenation": ["joined"], "image_stitching": ["pair", "panorama"], "instance_segmentation": ["mask"],
    **{f"image_to_{kind}": [kind] for kind in KINDS}, "segment_anything": ["segmentation"], **{f"{kind}_text_to_image": [""] for kind in KINDS},
}


class Conversation(Turns, Writer):
    """A dialogue; its files stand in `files`, what is known of each in `things` at the same place."""

    def __init__(self, maker):
        super().__init__(maker)
        self.things = []  # kind, turn, the files that it was made of, tool, helping tools, the thing that it is about
        self.turn, self.told, self.groups = 0, [], []
        self.asked = None  # what the last turn asked for in vain, and the kind of file that it wants

    def file(self, kind, words, turn, parents=(), tool=None, supports=(), thing=None):
        self.files.append((kind, words.strip()[:40], "earlier" if tool is None else "made"))
        self.things.append((kind, turn, list(parents), tool, list(supports), thing))
        return len(self.files) - 1

    def newest(self, kind):
        """The newest result of a kind, else the newest file."""
        fitting = [i for i, thing in enumerate(self.things) if thing[0] == kind]
        return max(fitting, key=lambda i: (self.things[i][1], self.files[i][2] == "made", i), default=None)

    def first(self, index):
        """What a thing goes back to."""
        kind = self.things[index][0]
        while True:
            before = [parent for parent in self.things[index][2] if self.things[parent][0] == kind]
            if not before:
                return index
            index = before[0]

    def pick_template(self, kind, tools):
        """A phrasing with one thing of a kind in it."""
        r = self.m
        for _ in range(60):
            fitting = [t for t in r.by_tool.get(r.pick(tools), []) if [s for s in t.slots if s in NOUNS or s.endswith("file")] == [kind] and self.is_enough(t)]
            if fitting:
                return r.pick(fitting)
        return None

    def pick_bare(self, kind, tools):
        """A phrasing that leaves a thing of a kind unsaid."""
        r = self.m
        for _ in range(60):
            tool = r.pick(tools)
            if kind in r.accepts.get(tool, ()):
                fitting = [t for t in r.bare_by_tool.get(tool, []) if "original" not in t.text and self.is_enough(t)]
                if fitting:
                    return r.pick(fitting)
        return None

    def is_enough(self, template):
        """Whether one thing is all that a tool needs."""
        media = [a["type"] for a in self.m.tools[template.tool]["args"] if a["type"] in ("image", "video", "audio")]
        return len(media) < 2 or bool(template.supports)

    def usual(self):
        """Tools of which much of the past of a dialogue consists."""
        return self.m.pick([list(CALLED), list(CALLED), CUTTING, self.m.names])

    def results(self, template, sources):
        """Writes down what a turn made."""
        r = self.m
        tool = template.tool
        returns = r.tools[tool]["returns"]
        if tool not in CALLED or returns not in ("image", "video", "audio", "text", "mask", *KINDS):
            return
        made = []
        objects = [self.text[a:b] for a, b, role in self.spans if role == "object"]
        thing = objects[-1] if objects else None
        several = [source for source in sources if self.things[source][0] == self.things[sources[0]][0]] if sources and tool not in JOINING.values() else []
        for one in several if len(several) > 1 else [None]:
            parents = sources if one is None else [one]
            stem = self.files[parents[0]][1] if parents else r.pick(v.NAMES.get(returns, v.NAMES["image"]))
            if tool in CUTTING and one is None and parents and r.chance(0.6):
                name = r.pick([f"region 1 of {stem}", f"{thing or stem} mask", "mask"])
                made.append(self.file("mask", name, self.turn, parents[:1], tool, template.supports, thing))
            about = f"{thing} " if thing and r.chance(0.5) else ""
            made.append(self.file(returns, f"{stem} {about}{r.pick(CALLED[tool])}", self.turn, parents, tool, template.supports, thing))
        self.groups.append([i for i in made if self.things[i][0] == returns])

    def past_turn(self, last):
        """A turn that is over: its text goes to the requests before, its results to the files."""
        r = self.m
        self.turn += 1
        self.text, self.spans, self.clauses = "", [], []
        have = sorted({thing[0] for thing in self.things} & {"image", "video", "audio", "text"})
        if have and not (r.chance(0.3) and len(self.files) < 6):
            index = self.newest(r.pick(have[-1:] if r.chance(0.5) else have))
            group = self.groups[-1] if self.groups and index in self.groups[-1] and r.chance(0.5) else [index]
            template = self.pick_bare(self.things[index][0], self.usual())
            self.put(r.pick(["", "", "now ", "and ", "ok, ", f"{r.pick(v.PRAISE)}. "]))
            sources = group
        elif r.chance(0.2):
            template = Template(*r.pick([(t.text, t.tool, t.supports, t.slots) for tool in ("text_to_image", "text_to_music", "text_to_speech", "text_to_text_generation") for t in r.by_tool[tool] if not set(t.slots) & set(NOUNS)]))
            sources = []
        else:
            kind = r.pick(["image", "image", "image", "video", "video", "audio", "text"])
            count = r.pick([1, 1, 1, 1, 2, 3]) if len(self.files) < 3 else 1
            template = self.pick_template(kind, self.usual())
            sources = [self.file(kind, r.pick(v.NAMES[kind]), self.turn) for _ in range(count)]
        if template is None:
            return False
        if sources and self.things[sources[0]][1] == self.turn:
            self.fill(template, [", ".join(f"F{i}" for i in sources[:-1]) + " and " * (len(sources) > 1) + f"F{sources[-1]}"])
        else:
            self.fill(template, ["it"] * 4)
        if last and sources and r.chance(0.06) and self.things[sources[0]][1] != self.turn:
            # Nothing came of it: it had to be asked what is meant.
            self.asked = (template, self.things[sources[0]][0])
        else:
            self.results(template, sources)
        self.told.insert(0, self.text)
        return True

    def ask_in_vain(self):
        """A last turn whose file was not there."""
        r = self.m
        self.turn += 1
        self.text, self.spans = "", []
        kind = r.pick(["image", "image", "video", "audio", "text"])
        template = self.pick_template(kind, r.names)
        if template is None:
            return
        self.fill(template, [r.pick(["the {n}", "my {n}", "this {n}", "it", "the {n} from yesterday", "the other {n}"]).replace("{n}", r.pick(NOUNS[kind]))])
        self.asked = (template, kind)
        self.told.insert(0, self.text)

    def write(self):
        """The turn that is to be read, after up to five others."""
        r = self.m
        turns = r.pick([1, 1, 2, 2, 3, 3, 4, 5])
        for number in range(turns):
            if not self.past_turn(number + 1 == turns):
                return Conversation(r).write()
        if self.asked is None and r.chance(0.05):
            self.ask_in_vain()
        if len(self.files) > 9:
            return Conversation(r).write()
        self.text, self.spans, self.clauses, self.quotes, self.said = "", [], [], 0, set()
        self.before = self.told[:3]
        forms = [self.answered] if self.asked else [self.of_newest, self.of_newest, self.of_original, self.taken_back, self.corrected, self.corrected, self.masked, self.masked, self.by_place, self.by_place, self.by_name, self.switched, self.joined, self.joined, self.of_version_before, self.lacking, self.with_new, self.of_all]
        for _ in range(12):
            if r.pick(forms)():
                break
            self.text, self.spans, self.clauses = "", [], []
        else:
            return Conversation(r).write()
        if r.chance(0.15) and not self.asked:
            made = self.m.tools[self.clauses[-1].tool]["returns"]
            self.current = {made: ("c", len(self.clauses) - 1)} if made in ("image", "video", "audio", "text") else {}
            if self.current:
                self.follow(1)
        return self.finish()

    def ages(self):
        return [self.turn + 1 - thing[1] for thing in self.things] + [0] * (len(self.files) - len(self.things))


# Who says this may mean something that came long before.
FAR = re.compile(r"(?i)\b(first|original\w*|all|both|every\w*|each|these|those|last|oldest|other\w*|earlier|before|old|beginning|start|second|third|fourth|two|three|four|again|middle|untouched|raw|they|them)\b")


def prolonged(request, maker):
    """The same request after more turns, which it does not speak of."""
    if FAR.search(request.text) or any(kind in "?x" for clause in request.clauses for kind, _ in clause.sources):
        return request
    past = Conversation(maker)
    if not all(past.past_turn(False) for _ in range(maker.pick([1, 1, 2]))) or len(past.files) + len(request.files) > 10:
        return request
    known = request.turns_ago()
    begun, first = max(known, default=1) or 1, len(request.files)
    request.ages = known + [begun + past.turn + 1 - thing[1] for thing in past.things]
    request.files = request.files + past.files
    request.before = (request.before + [re.sub(r"\bF(\d)", lambda m: f"F{int(m[1]) + first}", told) for told in past.told])[:3]
    return request
