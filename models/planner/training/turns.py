"""The ways in which a further turn of a dialogue speaks of what was made before."""
import re

import vocabulary as v
from templates import NOUNS, Clause

MASKING = ["image_inpainting", "partial_image_editing", "mask_image", "highlight_mask_on_image", "segment_by_mask"]
JOINING = {"image": "image_stitching", "video": "video_concatenation", "audio": "audio_mixing"}
PLACES = ["first", "second", "third", "fourth"]
CUTTING = ["mask_image", "image_inpainting", "partial_image_editing", "highlight_mask_on_image"]


class Turns:
    """What the newest turn says; the dialogue before it is in `things`, `files` and `groups` (see conversation.py)."""

    def say(self, sources, words, kind):
        """A wish for these sources, which the words name."""
        r = self.m
        words = words.replace("{n}", r.pick(NOUNS.get(kind, ["one"])))
        template = self.pick_template(kind, r.names)
        bare = self.pick_bare(kind, r.names)
        start = len(self.text)
        if bare and (template is None or r.chance(0.35)):
            if r.chance(0.5):
                self.put(words + r.pick([": ", ", ", " - ", ": "]))
                self.fill(bare, ["it"] * 4)
            else:
                self.fill(bare, ["it"] * 4)
                self.put(r.pick([", but ", " for ", ", ", " - "]) + words)
            self.end(start, bare, [("f", i) for i in sources])
            return True
        if template is None:
            return False
        self.fill(template, [words])
        self.end(start, template, [("f", i) for i in sources])
        return True

    def opening(self, chance=0.4):
        r = self.m
        if r.chance(chance):
            self.put(r.pick([f"{r.pick(v.PRAISE)}. ", f"{r.pick(v.PRAISE)}! ", f"{r.pick(v.PRAISE)}, ", "now ", "and ", "and now ", "next, ", "then "]))

    def results_there(self, kinds=("image", "video", "audio", "text")):
        return [i for i, thing in enumerate(self.things) if self.files[i][2] == "made" and thing[0] in kinds]

    def of_newest(self):
        r = self.m
        made = self.results_there()
        if not made:
            return False
        kind = self.things[made[-1]][0]
        self.opening()
        return self.say([self.newest(kind)], r.pick(v.NEWEST), kind) if len(self.groups[-1]) < 2 else self.of_all()

    def of_original(self):
        made = [i for i in self.results_there() if self.first(i) != i and self.files[self.first(i)][2] == "earlier"]
        if not made:
            return False
        original = self.first(made[-1])
        kind = self.things[original][0]
        self.opening()
        return self.say([original], self.m.pick(v.ORIGINAL), kind)

    def of_version_before(self):
        made = [i for i in self.results_there() if any(self.things[p][0] == self.things[i][0] for p in self.things[i][2])]
        if not made or len(self.groups[-1]) > 1:
            return False
        kind = self.things[made[-1]][0]
        self.opening()
        return self.say([p for p in self.things[made[-1]][2] if self.things[p][0] == kind][:1], self.m.pick(v.VERSION_BEFORE), kind)

    def taken_back(self):
        r = self.m
        if not self.groups or not self.groups[-1]:
            return False
        kind, _, parents, _, _, _ = self.things[self.groups[-1][-1]]
        parents = [p for p in parents if self.things[p][0] == kind] if len(self.groups[-1]) == 1 else []
        bare = self.pick_bare(kind, r.names)
        if not parents or bare is None:
            return False
        self.put(r.pick(v.UNDO) + " ")
        start = len(self.text)
        self.fill(bare, ["it"] * 4)
        self.end(start, bare, [("f", p) for p in parents])
        if r.chance(0.3):
            self.put(r.pick([" instead", " instead", " this time"]))
        return True

    def corrected(self):
        """The same tool again on what it was used on, with other words."""
        r = self.m
        if not self.groups or not self.groups[-1]:
            return False
        index = self.groups[-1][-1]
        _, _, parents, tool, supports, thing = self.things[index]
        if len(self.groups[-1]) > 1 or tool is None:
            return False
        said = {"object", "content", "adjust", "music", "span", "speed", "color", "effectnoun", "language", "style", "look"}
        start_words = r.pick(v.WRONG)
        sources = [("f", p) for p in parents]
        if thing and r.chance(0.7):
            new = r.thing()
            form = r.pick(["the {o}", "the {o}", "the {o} please", "the {o} instead", "not the {t}, the {o}", "the {o}, not the {t}", "it was the {o}", "{o}s, not {t}s" if not new.endswith("s") else "{o}, not the {t}"])
            text = form.replace("{t}", thing)
            self.put(start_words + " ")
            start = len(self.text)
            before, after = text.split("{o}")
            self.put(before)
            self.spans.append((len(self.text), len(self.text) + len(new), "object"))
            self.put(new + after)
            self.clauses.append(Clause(tool, supports, sources, start, len(self.text)))
            return True
        bares = [t for t in r.bare_by_tool.get(tool, []) if set(t.slots) & said]
        if not bares:
            return False
        self.put(start_words + " ")
        start = len(self.text)
        bare = r.pick(bares)
        self.fill(bare, ["it"] * 4)
        self.end(start, bare, sources)
        return True

    def masked(self):
        """A mask from before, with the picture that it belongs to."""
        r = self.m
        masks = [i for i, thing in enumerate(self.things) if thing[0] == "mask"]
        if not masks:
            return False
        mask = masks[-1] if len(masks) == 1 or r.chance(0.7) else r.pick(masks)
        picture = self.things[mask][2][0]
        sources = [("f", picture), ("f", mask)]
        tool = r.pick(MASKING)
        bares = [t for t in r.bare_by_tool.get(tool, []) if not set(t.slots) & {"object"} and "[" not in t.text]
        if not bares:
            return False
        self.opening(0.2)
        name = self.files[mask][1].removesuffix(" mask")
        opening = r.pick(v.MASK_FIRST) if mask == masks[-1] else r.pick(["with the {w} mask,", "use the mask of the {w} to", "take the {w} mask and"]).replace("{w}", name.split()[0])
        bare = r.pick(bares)
        start = len(self.text)
        refines = tool == "segment_by_mask"
        if refines and r.chance(0.4):
            self.put(r.pick(["the outline is too rough, ", "the edge is frayed, ", "that region is sloppy: ", "the mask is not exact, "]))
        elif not refines and r.chance(0.85):
            self.put(opening + " ")
        self.fill(bare, ["it"] * 4)
        if not refines and r.chance(0.35):
            self.put(r.pick([" in the original photo", " in the original picture", " in the photo", " from the original", " on the photo", " in the picture"]))
        self.end(start, bare, sources)
        return True

    def by_place(self):
        r = self.m
        groups = [group for group in self.groups if len(group) > 1]
        if not groups:
            return False
        group = groups[-1]
        kind = self.things[group[0]][0]
        self.opening(0.25)
        if r.chance(0.15) and len(group) > 2:
            return self.say([group[0], group[-1]], r.pick(["the first and the last", "the first and the last one", "number one and the last"]), kind)
        if r.chance(0.12) and len(group) > 2:
            out = r.pick(group)
            place = PLACES[group.index(out)]
            return self.say([i for i in group if i != out], r.pick([f"all but the {place}", f"all except the {place} one", f"everything but the {place} {{n}}"]), kind)
        place = r.random.randrange(len(group))
        forms = [f"the {PLACES[place]} one", f"the {PLACES[place]} {{n}}", f"the {PLACES[place]}", f"number {place + 1}", f"{{n}} {place + 1}", f"no. {place + 1}", f"the {PLACES[place]} of them"]
        if place + 1 == len(group):
            forms += ["the last one", "the last {n}", "the last one"]
        if len(group) == 3 and place == 1:
            forms += ["the middle one", "the one in the middle"]
        if len(group) == 2 and place == 1:
            forms += ["the other one", "the other {n}"]
        return self.say([group[place]], r.pick(forms), kind)

    def by_name(self):
        """A file by a word that only its name has."""
        r = self.m
        index = r.random.randrange(len(self.files)) if self.files else None
        if index is None:
            return False
        kind = self.things[index][0]
        if kind not in ("image", "video", "audio", "text"):
            return False
        others = {word for i, (k, name, _) in enumerate(self.files) if i != index and k == kind for word in name.lower().split()}
        own = [word for word in self.files[index][1].split() if re.fullmatch("[a-z]{4,}", word) and word not in others]
        if not own:
            return False
        self.opening(0.2)
        return self.say([index], r.pick(["the {w} one", "the {w} {n}", "the {w} version", "that {w} one", "the {w}"]).replace("{w}", own[-1]), kind)

    def switched(self):
        r = self.m
        made = self.results_there()
        if not made:
            return False
        now = self.things[-1][0]
        kinds = sorted({thing[0] for thing in self.things if thing[0] in ("image", "video", "audio", "text")} - {now})
        if not kinds:
            return False
        kind = r.pick(kinds)
        bare = self.pick_bare(kind, r.names)
        if bare is None:
            return False
        noun = r.pick(NOUNS[kind][:4])
        self.put(r.pick(v.BACK_TO).replace("{n}", noun) + " ")
        start = len(self.text)
        self.fill(bare, ["it"] * 4)
        self.end(start, bare, [("f", self.newest(kind))])
        return True

    def joined(self):
        """Two results, or what something is now beside what it was; a sound under a film."""
        r = self.m
        kind = r.pick(["image", "image", "video", "audio"])
        made = self.results_there((kind,))
        tool = JOINING[kind]
        if r.chance(0.4) and self.newest("video") is not None and self.newest("audio") is not None:
            words = r.pick(["put it under the film", "lay the sound under the video", "with the music under the clip", "put that sound on the film", "the film with it as sound", "run it under the video", "both together as one film"])
            tool, sources = "dub_video", [self.newest("video"), self.newest("audio")]
        elif len(made) > 1 and (len(self.groups[-1]) < 3) and r.chance(0.6):
            sources = made[-2:]
            words = r.pick({"image": ["both side by side", "the two next to each other", "put both in one picture", "put them side by side", "the last two next to each other"], "video": ["join the two", "both clips one after the other", "put them together as one film"], "audio": ["both mixed", "mix the two", "put them on top of each other", "both, mixed"]}[kind])
        elif made and self.first(made[-1]) != made[-1]:
            sources = [self.first(made[-1]), made[-1]]
            words = r.pick({"image": ["before and after next to each other", "put the original beside it", "side by side with the original", "the original left and this one right", "compare it with the original in one picture", "old and new next to each other"], "video": ["put the original in front of it", "first the original, then this one"], "audio": ["mix it with the original", "put the original on top"]}[kind])
        else:
            return False
        self.opening(0.3)
        start = len(self.text)
        self.put(words)
        self.clauses.append(Clause(tool, [], [("f", i) for i in sources], start, len(self.text)))
        return True

    def of_all(self):
        r = self.m
        groups = [group for group in self.groups[-1:] if len(group) > 1]
        if not groups:
            return False
        kind = self.things[groups[0][0]][0]
        count = {2: "both", 3: "all three"}.get(len(groups[0]), "all of them")
        self.opening(0.3)
        return self.say(groups[0], r.pick([count, count, "them", "these", "all of them", "each of them", "them all", f"{count} of them" if count == "both" else "every one of them"]), kind)

    def lacking(self):
        """Something that was never there."""
        r = self.m
        videos, audios = self.newest("video"), self.newest("audio")
        text = r.pick(v.BARE_MISSING)
        sound = re.search("jingle|voice over|song|recording|music", text)
        tool, subject = ("dub_video", videos) if sound and "mix" not in text else ("video_concatenation", videos) if re.search("clip|outro|intro", text) else ("audio_mixing", audios) if "mix" in text else ("image_stitching" if "next to" in text else "partial_image_editing" if "mask" in text else "text_image_editing", self.newest("image")) if re.search("logo|photo|mask", text) else ("subtitle_video", videos)
        kind = {"dub_video": "audio", "audio_mixing": "audio", "video_concatenation": "video", "image_stitching": "image"}.get(tool)
        if subject is None or r.chance(0.5) or (kind and sum(thing[0] == kind for thing in self.things) > (kind in ("video", "image") or tool == "audio_mixing")):
            return False
        self.opening(0.3)
        start = len(self.text)
        self.put(text)
        self.clauses.append(Clause(tool, [], [("f", subject), ("x", 0)], start, len(self.text)))
        return True

    def with_new(self):
        """A new file, with a wish of its own or the one of before."""
        r = self.m
        if not self.groups or not self.groups[-1]:
            return False
        kind, _, parents, tool, supports, _ = self.things[self.groups[-1][-1]]
        of = self.things[parents[0]][0] if parents else None
        if of not in v.NAMES:
            return False
        new = len(self.files)
        self.files.append((of, r.pick(v.NAMES[of]), "given"))
        mark = r.pick([f"F{new}", f"F{new}", "this one", "this one"])
        noun = r.pick(NOUNS[of])
        start = len(self.text)
        if r.chance(0.6):
            words = r.pick(["{m} too", "and {m} too", "the same for {m}", "same for {m}", "do the same with {m}", "{m} in the same way", "this {n} likewise", "{m} as well please", "forgot one, needs that as well", "{m} needs that too", "the same again for {m}", "and here's another {n}, same treatment"])
            self.put(words.replace("{m}", mark).replace("{n}", noun))
            self.clauses.append(Clause(tool, supports, [("f", new)], start, len(self.text)))
            return True
        self.put(r.pick(["here is another {n}: ", "new {n}, {m}: ", "and this {n}: ", "next {n}: ", "{m}: ", "now {m}, "]).replace("{m}", f"F{new}").replace("{n}", noun))
        bare = self.pick_bare(of, r.names)
        if bare is None:
            return False
        start = len(self.text) if "F" not in self.text else 0
        self.fill(bare, ["it"] * 4)
        self.end(start, bare, [("f", new)])
        return True

    def answered(self):
        """What was asked for, after a wish of which nothing came."""
        r = self.m
        template, kind = self.asked
        image = self.newest("image")
        if template.tool in CUTTING and kind == "image" and image is not None and r.chance(0.4):
            # What in the picture was meant.
            thing, before = r.thing(), r.pick(["the ", "the ", "the ", "i mean the ", "", "sorry, the ", "that ", "her, the "])
            self.put(before + thing)
            self.spans.append((len(before), len(self.text), "object"))
            self.clauses.append(Clause(template.tool, list(template.supports), [("f", image)], 0, len(self.text)))
            return True
        have = [i for i, thing in enumerate(self.things) if thing[0] == kind]
        if len(have) > 1 and r.chance(0.35):
            index = r.pick(have)
            start = 0
            own = [word for word in self.files[index][1].split() if re.fullmatch("[a-z]{4,}", word) and sum(word in self.files[i][1].split() for i in have) == 1]
            self.put(r.pick(["the {w} one", "the {w}", "i mean the {w} one", "{w}", "sorry, the {w}"]).replace("{w}", own[-1]) if own and r.chance(0.6) else r.pick(v.WITH_NAME).replace("{i}", str(index)))
        else:
            if kind not in v.NAMES:
                return False
            index = len(self.files)
            self.files.append((kind, r.pick(v.NAMES[kind]), "given"))
            start = 0
            self.put(r.pick(v.HERE_IT_IS) if r.chance(0.65) else r.pick(v.WITH_NAME).replace("{i}", str(index)))
        self.clauses.append(Clause(template.tool, list(template.supports), [("f", index)], start, len(self.text)))
        return True
