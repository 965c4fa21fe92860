"""Reads requests with a trained reader: `python read.py TOOLBOX FOLDER FILES > PARSED.jsonl`, a parsed request a line.

The files are what `patchbay-cli bench options` prints; earlier steps of a conversation are as they were meant.
"""

import json
import pathlib
import sys

import torch
from transformers import AutoModel, AutoTokenizer

from evaluate import anchors_of, choices_of
from examples import ACTS, CHANGES, FILE_MARK, Tools, examples, load
from reader import POINTED, Reader, batch_of
from train import Slots, base_folder, texts_of, vectors_of


def opened(toolbox, folder):
    """The reader of a folder, with its tokenizer and toolbox."""
    tokenizer = AutoTokenizer.from_pretrained(base_folder())
    tokenizer.add_special_tokens({"additional_special_tokens": [f"[unused{i}]" for i in range(FILE_MARK, 41)]})
    tools = Tools(toolbox)
    base = AutoModel.from_pretrained(base_folder(), add_pooling_layer=False)
    model = Reader(base, vectors_of(tools, tokenizer, base))
    model.load_state_dict(torch.load(folder / "reader.pt", weights_only=True)["model"])
    model.refresh(tokenizer, texts_of(tools)[0])
    return tokenizer, tools, model.eval()


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


class Reading:
    """One request as a reader reads it."""

    def __init__(self, model, tools, example, pad):
        self.model, self.tools, self.example = model, tools, example
        ids, types, mask, _ = batch_of([example], pad)
        self.hidden = model.hidden(ids, types, mask)

    def parsed(self):
        model, example = self.model, self.example
        labels = model.acts(self.hidden)[0, 1 : example.words + 1].argmax(-1).tolist()
        segments = segments_of(example, labels)
        cannot = [{"from": one["from"], "to": one["to"]} for one in segments if one["act"] == "impossible"]
        result = {"segments": segments, "calls": [], "cannot": cannot}
        if float(model.asks(self.hidden[:, 0]).sigmoid()) > 0.5:
            result["ask"] = ["What do you mean?"]
        anchors = anchors_of(model, self.hidden, example)
        if anchors:
            rows = [0] * len(anchors)
            self.clauses = model.clauses(self.hidden, rows, anchors)
            vectors = model.wishes(self.clauses, self.hidden, rows)
            result["calls"] = [call for number, tokens in enumerate(anchors) if (call := self.call(vectors, number, tokens))]
        return result

    def call(self, vectors, number, tokens):
        model, tools, example = self.model, self.tools, self.example
        best = int(model.tools(self.clauses[number : number + 1], vectors[number : number + 1])[0].argmax())
        begin, end = example.bytes[tokens[0] - 1][0], example.bytes[tokens[-1] - 1][1]
        call = {"anchor": {"from": begin, "to": end}}
        if best >= len(tools.names):
            if not example.step_places:
                return None
            keys = model.step_key(self.hidden[0, example.step_places])
            step = int((keys @ model.step(vectors[number])).argmax())
            change = CHANGES[best - len(tools.names)]
            call[change] = example.steps[step]["reference"]
            name = example.steps[step]["tool"]
            if change == "undo":
                return call
        else:
            call["tool"] = name = tools.names[best]
            change = None
        sources = self.sources(number)
        slots, words = self.slots(vectors[number], name)
        if change != "amends":
            call["sources"] = sources + ([{"words": words}] if words else [])
        call["slots"] = slots
        return call

    def sources(self, number):
        model, example = self.model, self.example
        asked = model.source(self.clauses[number])
        right = lambda kind, keys: [i for i, score in enumerate((model.source_keys[kind](keys) @ asked * POINTED + model.source_bias[kind]).tolist()) if score > 0]
        sources = [example.files[i]["name"] for i in right(0, self.hidden[0, example.file_places])] if example.file_places else []
        if example.step_places:
            sources += [example.steps[i]["reference"] for i in right(1, self.hidden[0, example.step_places])]
        return sources + [f"c{i}" for i in (right(2, self.clauses[:number]) if number else [])]

    def slots(self, vector, name):
        model, tools, example = self.model, self.tools, self.example
        indices = tools.of.get(name, [])
        if not indices:
            return [], None
        slots = Slots(model, tools, example, self.hidden[0], [name])
        values = {(kind, number): option for kind, options in example.request["options"].items() for number, option in enumerate(options)}
        read, words = [], None
        for index, choice in zip(indices, choices_of(slots, model.queries(vector.expand(len(indices), -1), torch.tensor(indices)), indices)):
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
                option = values[(choice[1], choice[2])]
                slot |= {"value": option[0], "from": option[2][0][0], "to": option[2][0][1]}
            if index == 0:
                words = slot["value"]
            else:
                read.append(slot)
        return read, words


@torch.no_grad()
def main(toolbox, folder, *files):
    tokenizer, tools, model = opened(toolbox, pathlib.Path(folder))
    for example in examples(tokenizer, load(files), tools):
        print(json.dumps(Reading(model, tools, example, tokenizer.pad_token_id).parsed(), ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
