"""Reads requests with a trained reader: `python read.py TOOLBOX FOLDER FILES > PARSED.jsonl`, a parsed request a line.

The files are what `patchbay-cli bench options` prints; earlier steps of a conversation are as they were meant. Beside the parsed
request stands `sure`: what a judge can go by.
"""

import json
import pathlib
import sys

import torch

from asking import Look
from evaluate import anchors_of
from examples import ACTS, CHANGES, Tools, examples, load
from reader import POINTED, Reader, batch_of, looks_of
from slots import Slots
from train import Trained, encoder, texts_of, tokenizer_of

# So many tools of a wish are looked at a second time where the first is not surer than this.
LIKELY, SURE = 3, 0.9


def opened(toolbox, folder):
    """The reader of a folder, with what stays the same."""
    trained = Trained(tokenizer_of(), Tools(toolbox))
    model = Reader(encoder(), len(trained.tools.names))
    model.load_state_dict(torch.load(folder / "reader.pt", weights_only=True)["model"])
    model.refresh(trained.tokenizer, texts_of(trained.tools))
    return trained, model.eval()


def segments_of(example, labels):
    """Segments from the label of each token: begin or inside of an act."""
    segments = []
    for place, label in enumerate(labels):
        begin, end = example.bytes[place]
        if label == 0:
            continue
        act = ACTS[(label - 1) // 2]
        if segments and label % 2 == 0 and segments[-1]["act"] == act:
            segments[-1]["to"] = end
        elif segments and label % 2 == 0:
            segments[-1]["to"] = end
        else:
            segments.append({"from": begin, "to": end, "act": act})
    return segments


def text_between(example, first, last):
    last = max(first, min(last, example.words))
    begin, end = example.bytes[first - 1][0], example.bytes[last - 1][1]
    return example.request["text"].encode()[begin:end].decode(errors="ignore"), begin, end


class Wish:
    """A wish as it could be read: its words, a tool or a change with how likely it is, and the step that it changes."""

    def __init__(self, tokens, tool, change, step, likely):
        self.tokens, self.tool, self.change, self.step, self.likely = tokens, tool, change, step, likely
        self.fits = 1.0


class Reading:
    """One request as a reader reads it."""

    def __init__(self, model, trained, example):
        self.model, self.trained, self.tools, self.example = model, trained, trained.tools, example
        ids, types, mask, _ = batch_of([example], trained.pad)
        self.hidden = model.hidden(ids, types, mask)

    def parsed(self):
        model, example = self.model, self.example
        said = model.acts(self.hidden)[0, 1 : example.words + 1].softmax(-1)
        segments = segments_of(example, said.argmax(-1).tolist())
        cannot = [{"from": one["from"], "to": one["to"]} for one in segments if one["act"] == "impossible"]
        result = {"segments": segments, "calls": [], "cannot": cannot}
        asks = float(model.asks(self.hidden[:, 0]).sigmoid())
        counts = model.count(self.hidden[0, 0]).softmax(-1)
        self.sure = {"asks": asks, "count": float(counts.max()), "impossible": float(said[:, [1 + 2 * ACTS.index("impossible"), 2 + 2 * ACTS.index("impossible")]].sum(-1).max()) if example.words else 0.0, "wishes": []}
        if asks > 0.5:
            result["ask"] = ["What do you mean?"]
        anchors = anchors_of(model, self.hidden, example)
        if anchors:
            wishes = self.chosen(self.likely(anchors))
            result["calls"] = self.calls([wish for wish in wishes if wish])
        result["sure"] = self.sure
        return result

    def likely(self, anchors):
        """For each wish the tools and changes that it could be about, likeliest first."""
        model, tools, example = self.model, self.tools, self.example
        rows = [0] * len(anchors)
        clauses = model.clauses(self.hidden, rows, anchors)
        vectors = model.wishes(clauses, self.hidden, rows)
        scores = model.tools(clauses, vectors)
        if not example.step_places:
            scores[:, len(tools.names) :] = -1e9
        shares, order = scores.softmax(-1).topk(LIKELY, 1)
        wishes = []
        for number, tokens in enumerate(anchors):
            step = None
            if example.step_places:
                step = int((model.step_key(self.hidden[0, example.step_places]) @ model.step(vectors[number])).argmax())
            own = []
            for place, share in zip(order[number].tolist(), shares[number].tolist()):
                change = CHANGES[place - len(tools.names)] if place >= len(tools.names) else None
                tool = example.steps[step]["tool"] if change else tools.names[place]
                own.append(Wish(tokens, tool, change, step if change else None, share))
            wishes.append(own[:1] if own[0].likely > SURE else own)
        return wishes

    def look(self, wishes):
        asked = [wish for wish in wishes if wish.change != "undo" and wish.tool in self.tools.of]
        values = lambda wish: self.example.steps[wish.step]["values"] if wish.change else None
        blocks = [self.trained.blocks.block(wish.tool, values(wish)) for wish in asked]
        look = Look(self.example, [(wish.tokens, block) for wish, block in zip(asked, blocks)])
        states = self.model.looked(*looks_of([look], self.trained.pad))[0]
        for number, wish in enumerate(asked):
            wish.fits = float(self.model.fits(states[look.begins[number]]).sigmoid())
        return asked, blocks, look, states

    def chosen(self, likely):
        """The likeliest reading of each wish, after a second look at the doubtful ones."""
        for place in range(1, LIKELY):
            doubtful = [own for own in likely if len(own) > place]
            if doubtful:
                self.look([own[place] if len(own) > place else own[0] for own in likely])
        if any(len(own) > 1 for own in likely):
            self.look([own[0] for own in likely])
        return [max(own, key=lambda wish: wish.likely * (wish.fits + 0.02)) for own in likely]

    def calls(self, wishes):
        asked, blocks, look, states = self.look(wishes)
        calls = []
        for wish in wishes:
            begin, end = self.example.bytes[wish.tokens[0] - 1][0], self.example.bytes[wish.tokens[-1] - 1][1]
            call = {"anchor": {"from": begin, "to": end}}
            sure = {"tool": wish.likely, "fits": wish.fits}
            self.sure["wishes"].append(sure)
            if wish.change:
                call[wish.change] = self.example.steps[wish.step]["reference"]
            else:
                call["tool"] = wish.tool
            if wish in asked:
                number = asked.index(wish)
                slots = Slots(self.model, self.tools, self.example, states, wish.tool, blocks[number], look.begins[number], wish.tokens)
                call["slots"], words, sure["slots"] = self.slots(slots)
                sources, sure["sources"] = self.sources(states, look.begins, number, [wishes.index(other) for other in asked], wish.tool)
                if wish.change != "amends":
                    call["sources"] = sources + ([{"words": words}] if words else [])
            calls.append(call)
        return calls

    def sources(self, states, begins, number, places, tool):
        """The sources of a wish, and how likely the least likely decision is."""
        model, example = self.model, self.example
        asked = model.source(states[begins[number]])
        named = [
            [file["name"] for file in example.files],
            [step["reference"] for step in example.steps],
            [f"c{place}" for place in places[:number]],
        ]
        shares = []
        for kind, tokens in enumerate((example.file_places, example.step_places, begins[:number])):
            if tokens:
                scores = (model.source_keys[kind](states[tokens]) @ asked * POINTED + model.source_bias[kind]).sigmoid()
                shares += list(zip(named[kind], scores.tolist()))
        found = [name for name, share in shares if share > 0.5]
        least = min((max(share, 1 - share) for _, share in shares), default=1.0)
        if not found and shares and any(one["type"] != "text" for one in self.tools.tools[tool].get("args", [])):
            # A tool that works on files works on the likeliest one.
            name, least = max(shares, key=lambda one: one[1])
            found = [name]
        return found, least

    def slots(self, slots):
        """The values of a tool's parameters, the words that it is given, and how likely the least likely value is."""
        tools, example = self.tools, self.example
        read, words, least = [], None, 1.0
        best = slots.shares().max(1).values.tolist()
        for index, choice, share in zip(slots.indices, slots.chosen(), best):
            least = min(least, share)
            if choice is None:
                continue
            slot = {"parameter": tools.parameters[index][1]["name"]}
            if choice[0] == "span":
                text, begin, end = text_between(example, choice[1], choice[2])
                slot |= {"value": text, "from": begin, "to": end}
            elif choice[0] == "found":
                slot["value"] = "FOUND"
            elif choice[0] == "closed":
                slot["value"] = tools.closed(index)[choice[2]]
            else:
                option = example.request["options"][choice[1]][choice[2]]
                slot |= {"value": option[0], "from": option[2][0][0], "to": option[2][0][1]}
            if index == 0:
                words = slot["value"]
            else:
                read.append(slot)
        return read, words, least


@torch.no_grad()
def main(toolbox, folder, *files):
    trained, model = opened(toolbox, pathlib.Path(folder))
    for example in examples(trained.tokenizer, load(files), trained.tools):
        print(json.dumps(Reading(model, trained, example).parsed(), ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
