"""One wish: a phrasing filled with words and with what it works on."""
import re

import vocabulary as v
from mentions import Mentions
from templates import KINDS, MAKERS, MEDIA, NOUNS, Clause, Template


class Wishes(Mentions):
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
        elif tool in r.others:
            text, role = self.literal(), "content"
        elif tool in ("text_to_music", "dub_video"):
            # "{content} music": the word itself stands in the example.
            text, role = " ".join(filter(None, [r.pick(v.MOODS), r.pick(v.STYLES_OF_MUSIC) if r.chance(0.6) else ""])), "content"
        elif tool in ("question_answering", "text_to_text_generation", "sentiment_analysis"):
            text, role = (r.pick(v.SENTENCES) if template.text.endswith(": {content}") else r.pick(v.TOPICS)), "content"
        elif tool == "text_to_speech" and "text_to_text_generation" in template.supports:
            text, role = r.pick(v.TOPICS), "content"
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

    def literal(self):
        """Words that are given to be worked on, mostly in quotation marks."""
        r = self.m
        if r.chance(0.7):
            self.quotes += 1
            return f"Q{self.quotes - 1}"
        return r.pick(v.CONTENTS).rstrip(".")

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
