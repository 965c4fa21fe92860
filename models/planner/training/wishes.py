"""Makes requests with everything that there is to know about them: clauses, key tools, spans, sources.

A request is a text in which files and quotations are marks (F0, Q0), a list of what they are, and its clauses. It is
written from the phrasings and marked requests in data/, the toolbox's own examples and vocabulary.py; nothing is read
from a benchmark."""
import random
import re

import vocabulary as v
import annotated
from conversation import Conversation
from elsewhere import Elsewhere
from templates import HERE, KINDS, MEDIA, NOTHING, Template, load, slots_of
from writer import Writer

OURS = ["data/phrasings.txt", "data/phrasings-image.txt", "data/phrasings-other.txt", "data/phrasings-everyday.txt"]
# Every sixth of the other people's tools is never trained on, so that it can be measured how new tools fare.
HELD_OUT = 6


class Maker:
    def __init__(self, toolbox, seed):
        self.random = random.Random(seed)
        self.tools, full, bare = load(toolbox, OURS)
        self.names = sorted(self.tools)
        others, more_full, more_bare = load(HERE / "data/elsewhere.json", ["data/elsewhere.txt"])
        self.tools |= others
        self.others = set(others)
        self.held_out = sorted(others)[::HELD_OUT]
        self.other_names = [name for name in sorted(others) if name not in self.held_out]
        self.by_tool, self.bare_by_tool = {}, {}
        for templates, by_tool in ((full + more_full, self.by_tool), (bare + more_bare, self.bare_by_tool)):
            for template in templates:
                by_tool.setdefault(template.tool, []).append(template)
        self.accepts = {}
        for tool, templates in self.by_tool.items():
            one = [[s for s in t.slots if s in MEDIA] for t in templates]
            self.accepts[tool] = {s[0] for s in one if len(s) == 1}
        wishes = [line for line in (HERE / "data/nothing.txt").read_text().splitlines() if line]
        add = lambda text: Template(text.removeprefix("- "), NOTHING, [], slots_of(text))
        self.by_tool[NOTHING] = [add(line) for line in wishes if not line.startswith("- ")]
        self.bare_by_tool[NOTHING] = [add(line) for line in wishes if line.startswith("- ")]
        trained = {name: tool for name, tool in self.tools.items() if name not in self.held_out}
        # Dialogues are the hardest to read, and few: they come more often. The everyday tools have few requests, too.
        marked = ("creators", *8 * ["dialogues"], "others", *8 * ["asked"], "long", *10 * ["everyday"])
        self.annotated = [case for path in marked for case in annotated.read(HERE / f"data/{path}.jsonl", trained)]

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

    def request(self, phrasings=0):
        """One request; `phrasings`: the share that is made from the phrasings of tools beyond what they have anyway."""
        if phrasings and self.chance(phrasings):
            return self.written()
        kind = self.random.random()
        if kind < 0.60:
            return annotated.draw(self.pick(self.annotated), self)
        if kind > 0.965:
            return Writer(self).impossible()
        if kind < 0.69:
            return self.elsewhere(self.other_names)
        if kind < 0.73:
            return self.elsewhere(self.names)
        if kind < 0.80:
            return Conversation(self).write()
        return self.written()

    def written(self):
        """Wishes from the phrasings: single ones, chains, lists, one for each file, dialogues."""
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
        elif shape < 0.92:
            writer.many()
        else:
            writer.dialogue()
        return writer.finish()

    def elsewhere(self, names):
        """A long-winded request over the tools of a small toolbox, drawn from these."""
        while True:
            some = self.random.sample(names, min(len(names), self.pick([12, 20, 30, 40])))
            if request := Elsewhere(self, some).request():
                return request


if __name__ == "__main__":
    import sys
    maker = Maker(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 20):
        r = maker.request()
        print(repr(r.text), r.files, "| before:" + " / ".join(r.before) if r.before else "")
        for c in r.clauses:
            print("    ", repr(r.text[c.start:c.end]), c.tool, c.supports, c.sources)
        print("       ", [(r.text[a:b], role) for a, b, role in r.spans])
