"""How a reader does on requests that it was not trained on, given the anchors and tools, and by itself."""

import collections

import torch

from asking import MOST_WISHES, Look
from reader import POINTED, batch_of, looks_of
from slots import Slots, right_columns


def anchors_of(model, hidden, example):
    """The words of each wish: as many first words as there are wishes, the surest ones, each with those that go on from it."""
    said = model.anchor(hidden)[0, 1 : example.words + 1].softmax(-1)
    count = int(model.count(hidden[0, 0]).argmax())
    found, taken = [], set()
    for place in said[:, 1].argsort(descending=True).tolist():
        if len(found) == count:
            break
        if {place - 1, place, place + 1} & taken:
            continue
        tokens = [place]
        while tokens[-1] + 1 < len(said) and said[tokens[-1] + 1].argmax() == 2 and tokens[-1] + 1 not in taken and len(tokens) < 24:
            tokens.append(tokens[-1] + 1)
        taken |= set(tokens)
        found.append([token + 1 for token in tokens])
    return sorted(found)


def found_sources(model, example, states, begins, earlier):
    """The files, steps and earlier wishes that a wish works on, as sets of numbers."""
    asked = model.source(states[begins])
    found = []
    for kind, places in enumerate((example.file_places, example.step_places, earlier)):
        scores = model.source_keys[kind](states[places]) @ asked * POINTED + model.source_bias[kind] if places else states.new_zeros(0)
        found.append({place for place, score in enumerate(scores.tolist()) if score > 0})
    return found


@torch.no_grad()
def evaluate(model, trained, examples):
    """Shares as a text: acts of tokens, wishes counted, anchors (F1), tools given the anchor (and among the best three), sources and
    values (F1) given anchor and tool."""
    from train import block_of, label_of

    tools = trained.tools
    count = collections.Counter()
    for example in examples:
        ids, types, mask, acts = batch_of([example], trained.pad)
        hidden = model.hidden(ids, types, mask)
        labelled = acts[0] >= 0
        count["acts"] += int(((model.acts(hidden)[0].argmax(-1) == acts[0]) & labelled).sum())
        count["all_acts"] += int(labelled.sum())
        anchors = anchors_of(model, hidden, example)
        meant = [set(wish["tokens"]) for wish in example.wishes]
        count["counted"] += len(anchors) == len(meant)
        count["requests"] += 1
        count["anchor_right"] += sum(any(words & set(found) for found in anchors) for words in meant)
        count["anchor_both"] += len(anchors) + len(meant)
        wishes = example.wishes[:MOST_WISHES]
        if not wishes:
            continue
        rows = [0] * len(wishes)
        clauses = model.clauses(hidden, rows, [wish["tokens"] for wish in wishes])
        vectors = model.wishes(clauses, hidden, rows)
        labels = [label_of(wish, tools) for wish in wishes]
        best = model.tools(clauses, vectors).topk(3, 1).indices.tolist()
        count["tool"] += sum(a[0] == b for a, b in zip(best, labels))
        count["tool_3"] += sum(b in a for a, b in zip(best, labels))
        count["tools"] += len(labels)
        asked = [wish for wish in wishes if wish["change"] != "undo" and wish["tool"] in tools.of]
        if not asked:
            continue
        blocks = [block_of(trained, example, wish, wish["tool"]) for wish in asked]
        look = Look(example, [(wish["tokens"], block) for wish, block in zip(asked, blocks)])
        states = model.looked(*looks_of([look], trained.pad))[0]
        for number, (wish, block) in enumerate(zip(asked, blocks)):
            begins = look.begins[number]
            if not wish["change"]:
                files, steps, wished = found_sources(model, example, states, begins, look.begins[:number])
                count["sources"] += 1
                count["source"] += [files, steps, {example.wishes.index(asked[place]) for place in wished}] == [wish["files"], wish["steps"], wish["wishes"]]
            slots = Slots(model, tools, example, states, wish["tool"], block, begins, wish["tokens"])
            columns = slots.columns()
            is_all_right = True
            for choice, index in zip(slots.chosen(), slots.indices):
                value = wish["values"].get(index, {"absent": True})
                if index == 0 or not value:
                    continue
                right = [columns[place] for place in right_columns(columns, index, tools.parameters[index][1]["kind"], value)]
                is_meant = "absent" not in value
                is_right = is_meant and choice is not None and any(choice[:3] == one if one[0] != "span" else choice[0] == "span" for one in right)
                count["value_both"] += is_meant + (choice is not None)
                count["value_right"] += is_right
                is_all_right &= is_right if is_meant else choice is None
            count["all_values"] += is_all_right
            count["asked"] += 1
    share = lambda right, all: f"{count[right] / max(1, count[all]):.3f}"
    f1 = lambda right, both: f"{2 * count[right] / max(1, count[both]):.3f}"
    return (
        f"acts {share('acts', 'all_acts')} counted {share('counted', 'requests')} anchors {f1('anchor_right', 'anchor_both')} tools {share('tool', 'tools')}"
        f" ({share('tool_3', 'tools')}) sources {share('source', 'sources')} values {f1('value_right', 'value_both')} all {share('all_values', 'asked')}"
    )
