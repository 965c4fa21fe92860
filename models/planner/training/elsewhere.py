"""Requests over other people's tools (data/elsewhere.json), and over ours in the same manner: what there is, then wishes
that name earlier results by what they are. They teach to plan over toolboxes that nobody trained on."""
import json
import re
from pathlib import Path

import vocabulary as v
from templates import KINDS, MEDIA, NOUNS
from writer import Writer

HERE = Path(__file__).parent
BESIDE = json.loads((HERE / "data/nouns.json").read_text())
STATEMENTS = [line for line in (HERE / "data/statements.txt").read_text().splitlines() if line]
PLAIN_NAMES = ["example", "sample", "test", "input", "file 1", "file 2", "data", "my file", "document", "untitled"]
JOINTS = [", then ", ", and then ", ". Then, ", ". Then ", ". After that, ", " and ", " and ", ", and ", ", ", "; ", ". Next, ", ". Finally, ", " and finally ",
          ". Once that is done, ", ", followed by ", ". ", ". ", ", as well as ", ". Also, ", ". Afterwards, ", " and also "]
LEADS = ["", "", "", "", "", "", "please ", "I want to ", "I need to ", "I would like to ", "can you ", "could you ", "I'd like you to ", "we have to ", "help me to ", "I want you to "]
# What no "please" or "I want to" goes before.
NO_VERB = re.compile(r"\{|(the|an?|my|its?|i|we|what|which|who|how|where|when|why|is|are|does|do|did|can|could|would|has|for|in|on|with|as|given|one|this|that|these|[a-z]+ing|(?-i:[A-Z]\w+))\b", re.I)
STATED = [". ", ". ", ". ", " and ", ", ", "; ", " - ", ": "]
# What our tools' results are called later; others by their type.
RESULTS = {
    "image_captioning": ["caption", "description", "picture description", "alt text"], "speech_to_text": ["transcript", "transcribed text", "transcription", "spoken words"],
    "summarization": ["summary", "short version"], "text_translation": ["translation", "translated text"], "question_answering": ["answer"],
    "image_question_answering": ["answer"], "video_captioning": ["description of the video", "video description"], "text_to_text_generation": ["written text", "new text", "generated text", "story"],
    "optical_character_recognition": ["extracted text", "recognised text", "text that was read", "words"], "text_to_speech": ["spoken version", "voice", "narration", "speech"],
    "text_to_music": ["music", "composed music", "tune"], "text_to_image": ["generated image", "new picture", "generated picture"], "image_upscaling": ["enlarged image", "larger picture"],
    "image_denoising": ["cleaned picture", "denoised image"], "image_colorization": ["colored picture", "colorized photo"], "text_image_editing": ["edited image", "edited picture", "modified image"],
    "image_inpainting": ["cleaned picture", "retouched image"], "image_to_video": ["animation", "slide show", "resulting video"], "video_trimming": ["trimmed video", "cut clip", "shortened video"],
    "video_to_audio": ["soundtrack", "extracted audio", "sound of the video"], "video_to_image": ["still", "extracted frame", "frame"], "audio_to_audio": ["cleaned audio", "enhanced recording"],
    "image_cropping": ["cropped image", "crop"], "mask_image": ["cutout", "cut-out"], "title_generation": ["title", "headline"], "text_to_tags": ["tags", "hashtags"],
    "named_entity_recognition": ["names", "entities", "names that were found"], "sentiment_analysis": ["mood", "sentiment"], "image_classification": ["label", "class", "category"],
    "audio_classification": ["kind of sound", "audio class"], "video_concatenation": ["joined video", "combined clip"], "image_stitching": ["stitched picture", "panorama"],
    "subtitle_video": ["subtitled video"], "dub_video": ["dubbed video", "video with the new sound"], "audio_mixing": ["mix"], "image_to_image": ["variation"],
    **BESIDE["results"], **{f"image_to_{kind}": words for kind, words in KINDS.items()},
}
for kind in list(BESIDE):
    if kind not in ("results", "mask") and kind not in KINDS:
        NOUNS.setdefault(kind, BESIDE[kind])


class Elsewhere(Writer):
    """Writes one long-winded request over the tools of `names`."""

    def __init__(self, maker, names):
        super().__init__(maker)
        self.names = names
        self.careless = maker.chance(0.12)
        self.texts = 0  # texts that were quoted beforehand and can be worked on

    def request(self):
        r = self.m
        for _ in range(r.pick([0, 1, 1, 1, 1, 2])):
            self.state()
        count = r.pick([1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5])
        used = set()
        for number in range(count):
            found = self.next_call(used, number == 0)
            if found is None:
                break
            used.add(found[0].tool)
            self.call(*found, first=number == 0)
        if not self.clauses:
            return None
        return self.finish()

    def new_file(self, kind):
        words = self.m.pick(PLAIN_NAMES) if self.m.chance(0.3) or kind not in v.NAMES else None
        self.files.append((kind, words or self.m.pick(v.NAMES[kind]), "given"))
        return ("f", len(self.files) - 1)

    def state(self):
        """Says what there is; asks for nothing."""
        r = self.m
        kinds = {a["type"] for name in self.names for a in r.tools[name]["args"]}
        fitting = [s for s in STATEMENTS if all(slot in kinds or slot == "content" and "text" in kinds for slot in re.findall(r"\{(\w+)\}", s))]
        text = r.pick(fitting)
        for slot in re.findall(r"\{(\w+)\}", text):
            if slot == "content":
                words = self.literal()
                start = len(self.text) + text.index("{content}")
                text = text.replace("{content}", words, 1)
                self.spans.append((start, start + len(words), "content"))
                self.texts += 1
            else:
                source = self.new_file(slot)
                noun = r.pick(NOUNS.get(slot, [slot]))
                mark = f"F{source[1]}"
                before = text[:text.index("{%s}" % slot)].rstrip()
                named = [mark] * 3 + ([f"({mark})", f"named {mark}", f"called {mark}"] if re.search(rf"\b{noun}$", before) else [])
                text = text.replace("{%s}" % slot, r.pick(named), 1)
                self.said.add(source)
        self.put(text.rstrip(" .") + (r.pick(STATED) if r.chance(0.9) else ", "))

    def at_hand(self, kind):
        """What there is of a kind, the newest result first."""
        results = [("c", j) for j, c in reversed(list(enumerate(self.clauses))) if self.returns(c) == kind]
        files = [("f", i) for i, f in enumerate(self.files) if f[0] == kind]
        return results + files + ([("q", 0)] if kind == "text" and self.texts else [])

    def returns(self, clause):
        returns = self.m.tools[clause.tool]["returns"]
        return "image" if returns in KINDS else returns

    def next_call(self, used, first):
        """A phrasing whose slots can be filled, and with what."""
        r = self.m
        for _ in range(60):
            tool = r.pick(self.names)
            if tool in used:
                continue
            bare = r.chance(0.12) and tool in r.bare_by_tool and not r.tools[tool]["name"].endswith("_text_to_image")
            template = r.pick(r.bare_by_tool[tool] if bare else r.by_tool[tool])
            slots = [s for s in template.slots if s in MEDIA]
            if any(s.endswith("file") for s in template.slots):
                continue
            if bare:
                slots = [a["type"] for a in r.tools[tool]["args"] if a["type"] in MEDIA and a["type"] not in ("text", "title")]
                if not slots and not set(template.slots) & {"content", "music", "question"}:
                    slots = [a["type"] for a in r.tools[tool]["args"] if a["type"] == "text"]
                if any(not self.at_hand(s) for s in slots):
                    continue
            chosen = []
            for slot in slots:
                options = [s for s in self.at_hand(slot) if s not in chosen]
                if options and not (first and r.chance(0.15)):
                    chosen.append(options[0] if r.chance(0.7) else r.pick(options))
                elif first or r.chance(0.12):
                    chosen.append("new")
                else:
                    break
            if len(chosen) < len(slots):
                continue
            # Something made before should be used, or the request's files: chains are what is hard.
            if not first and not slots and r.chance(0.7):
                continue
            if first and self.said and not any(source != "new" for source in chosen) and r.chance(0.85):
                continue
            return template, slots, chosen, bare
        return None

    def call(self, template, slots, chosen, bare, first):
        r = self.m
        chosen = [self.new_file(slot) if source == "new" else source for slot, source in zip(slots, chosen)]
        if not first:
            self.put(r.pick(JOINTS))
        lead = "" if self.text.endswith("followed by ") or NO_VERB.match(template.text) else r.pick(LEADS)
        self.put(lead)
        start = len(self.text)
        texts = ["it"] * 4 if bare else [self.called(slot, source) for slot, source in zip(slots, chosen)]
        self.fill(template, texts)
        self.end(start, template, [s for s in chosen if s[0] != "q"])

    def called(self, slot, source):
        """How a source is spoken of."""
        r = self.m
        noun = r.pick(NOUNS.get(slot, [slot]))
        if source[0] == "q":
            return r.pick(["it", "this text", "the text", "that", "this", "the sentence", "these words", f"the {noun}", "the given text"])
        if source[0] == "c":
            clause = self.clauses[source[1]]
            result = r.pick(RESULTS.get(clause.tool, [noun]))
            newest = source[1] == len(self.clauses) - 1
            named = [f"the {result}"] * 5 + [f"that {result}", f"this {result}", f"the {result} from before" if not newest else f"the {result}"]
            if not newest:
                return r.pick(named + [f"the {noun} from step {source[1] + 1}"])
            return r.pick(named + ["it", "it", "the result", "that", "this", f"the {noun}", f"that {noun}", f"the resulting {noun}", f"the new {noun}", "the result of that", "its result", "the output"])
        mark = f"F{source[1]}"
        made = any(self.returns(c) == slot for c in self.clauses)
        alone = [f[0] for f in self.files].count(slot) == 1
        known = source in self.said
        self.said.add(source)
        if known and alone and not made and r.chance(0.7):
            return r.pick(["it", "it", f"the {noun}", f"this {noun}", f"my {noun}", f"the {noun}", "this", f"the given {noun}", f"that {noun}"])
        if alone and made and r.chance(0.5):
            return r.pick([f"the original {noun}", f"the original {noun} {mark}", "the original", mark])
        return r.pick([mark] * 4 + [f"{noun} {mark}", f"the {noun} {mark}", f"my {noun} {mark}", f"the file {mark}", f"the {noun} named {mark}", f"the {noun} ({mark})", f"the {noun} called {mark}"])
