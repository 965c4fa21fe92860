"""How files and results are spoken of."""
import re

import vocabulary as v
from templates import NOUNS


class Mentions:
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
            count = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 8: "eight", 12: "twelve"}.get(len(sources), str(len(sources)))
            return r.pick([f"these {noun}s", f"all {noun}s", f"all the {noun}s", "all of them", "these", "them", f"the {count} {noun}s", f"each {noun}", "each of them", f"every {noun}", f"these {count}", f"each of the {count}", "both" if len(sources) == 2 else "all of these", f"all {count}"])
        if r.chance(0.25):
            return r.pick([" ", ", ", " / "]).join(marks)
        if r.chance(0.25):
            return "".join(mark + r.pick([" ", ", ", ",", ", "]) for mark in marks[:-1]) + marks[-1]
        return ", ".join(marks[:-1]) + r.pick([" and ", ", ", " & ", ", and "]) + marks[-1]
