"""How a reader does on requests that it was not trained on, given the anchors and tools, and by itself."""

import torch

from reader import POINTED, batch_of


def choices_of(slots, queries, indices):
    """What each parameter is set to: a column, None for nothing; a span has its first and last token with it."""
    scores, columns = slots.scores(queries, indices), slots.columns(indices)
    begins, ends = slots.spans(queries)
    chosen = [columns[place] for place in scores.argmax(1).tolist()]
    for row, column in enumerate(chosen):
        if column == ("span",):
            begin = int(begins[row].argmax())
            chosen[row] = ("span", begin + 1, begin + 1 + int(ends[row, begin : begin + 40].argmax()))
    return chosen


def anchors_of(model, hidden, example):
    """The words of each wish: a first word with those that go on from it."""
    found = []
    for place, label in enumerate(model.anchor(hidden)[0, 1 : example.words + 1].argmax(-1).tolist(), 1):
        if label == 1 or label == 2 and (not found or found[-1][-1] != place - 1):
            found.append([place])
        elif label == 2:
            found[-1].append(place)
    return found


@torch.no_grad()
def evaluate(model, tools, examples, pad):
    """Shares as a text: acts of tokens, anchors (F1), tools and sources given the anchor, values given the tool (F1)."""
    from train import Slots, label_of, right_columns

    count = dict.fromkeys("acts all_acts segments requests anchor_right anchor_said anchor_meant tool tools source sources value_right value_said value_meant".split(), 0)
    for example in examples:
        ids, types, mask, acts = batch_of([example], pad)
        hidden = model.hidden(ids, types, mask)
        said = model.acts(hidden)[0].argmax(-1)
        labelled = acts[0] >= 0
        same = (said == acts[0]) | ~labelled
        count["acts"] += int((same & labelled).sum())
        count["all_acts"] += int(labelled.sum())
        count["segments"] += bool(same.all())
        count["requests"] += 1
        anchors = anchors_of(model, hidden, example)
        meant = [set(wish["tokens"]) for wish in example.wishes]
        count["anchor_right"] += sum(any(words & set(found) for found in anchors) for words in meant)
        count["anchor_said"] += len(anchors)
        count["anchor_meant"] += len(meant)
        if not example.wishes:
            continue
        rows = [0] * len(example.wishes)
        clauses = model.clauses(hidden, rows, [wish["tokens"] for wish in example.wishes])
        vectors = model.wishes(clauses, hidden, rows)
        labels = [label_of(wish, tools) for wish in example.wishes]
        best = model.tools(clauses, vectors).argmax(-1).tolist()
        count["tool"] += sum(a == b for a, b in zip(best, labels))
        count["tools"] += len(labels)
        asked = model.source(clauses)
        slots = Slots(model, tools, example, hidden[0], [wish["tool"] for wish in example.wishes])
        for number, wish in enumerate(example.wishes):
            found = []
            for kind, places in enumerate((example.file_places, example.step_places)):
                keys = model.source_keys[kind](hidden[0, places]) if places else hidden.new_zeros(0, 128)
                found.append({int(place) for place in ((keys @ asked[number] * POINTED + model.source_bias[kind]) > 0).nonzero()})
            keys = model.source_keys[2](clauses[:number])
            found.append({int(place) for place in ((keys @ asked[number] * POINTED + model.source_bias[2]) > 0).nonzero()})
            if not wish["change"]:
                count["sources"] += 1
                count["source"] += found == [wish["files"], wish["steps"], wish["wishes"]]
            indices = tools.of.get(wish["tool"], [])
            if not indices or wish["change"] == "undo":
                continue
            queries = model.queries(vectors[number].expand(len(indices), -1), torch.tensor(indices))
            columns = slots.columns(indices)
            for choice, index in zip(choices_of(slots, queries, indices), indices):
                value = wish["values"].get(index, {"absent": True})
                if index == 0 or not value:
                    continue
                right = [columns[place] for place in right_columns(columns, index, tools.parameters[index][1]["kind"], value)]
                is_meant = "absent" not in value
                count["value_meant"] += is_meant
                count["value_said"] += choice is not None
                count["value_right"] += is_meant and choice is not None and any(choice[:3] == one if one[0] != "span" else choice[0] == "span" for one in right)
    f1 = lambda right, said, meant: 2 * right / max(1, said + meant)
    return " ".join(
        [
            f"acts {count['acts'] / max(1, count['all_acts']):.3f}",
            f"segments {count['segments'] / max(1, count['requests']):.3f}",
            f"anchors {f1(count['anchor_right'], count['anchor_said'], count['anchor_meant']):.3f}",
            f"tools {count['tool'] / max(1, count['tools']):.3f}",
            f"sources {count['source'] / max(1, count['sources']):.3f}",
            f"values {f1(count['value_right'], count['value_said'], count['value_meant']):.3f}",
        ]
    )
