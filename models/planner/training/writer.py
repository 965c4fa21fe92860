"""Writes a request: single wishes, chains, topics, lists, turns of dialogues."""
import re

import vocabulary as v
from roughen import roughen
from templates import KINDS, MEDIA, NOTHING, NOUNS, Clause, Request, Template
from wish import Wishes


class Writer(Wishes):
    """Writes one request, piece by piece."""

    def __init__(self, maker):
        self.m = maker
        self.files, self.clauses, self.spans = [], [], []
        self.text, self.quotes, self.before = "", 0, []
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
        if r.chance(0.1) and not self.text:
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

    def impossible(self):
        """Something that no tool can do, alone or behind something that one can."""
        r = self.m
        self.open()
        bare = r.chance(0.4)
        if bare:
            tool = r.pick([t for t in r.names if t not in ("question_answering",)])
            start = self.begin()
            template = r.pick(r.by_tool[tool])
            self.end(start, template, self.wish(template))
            self.join(True)
        start = self.begin() if self.text.endswith((" ", "\n")) or not self.text else len(self.text)
        template = r.pick((r.bare_by_tool if bare else r.by_tool)[NOTHING])
        sources = self.wish(template)
        self.clauses.append(Clause(NOTHING, [], list(dict.fromkeys(sources)), start, len(self.text.rstrip())))
        return self.finish()

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
        count = r.pick([2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 12]) if not r.chance(0.03) else r.pick([16, 20])
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
        self.before = [told.text]
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

    def ages(self):
        """How many turns ago each file came, where that is known."""

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
        request = Request(self.text, self.files, self.clauses, self.spans, self.before, self.ages()).in_order()
        if self.careless if careless is None else careless:
            roughen(request, r.random)
        elif self.text[:1].isalpha() and not re.match(r"[FQ]\d", self.text):
            request.text = request.text[0].upper() + request.text[1:]
        return request
