"""The values of a wish's parameters, chosen among what could be meant, in a second look."""

import math

import torch
from torch.nn import functional as F

from reader import MEANS, distances

# In training an absent value counts half, so that present ones are learned: when read, it counts as often as it comes.
ABSENT_WEIGHT = 0.5


def option_kinds(tools, names):
    """The kinds of those parameters of some tools that take what stands in the words."""
    parameters = [tools.parameters[index][1] for name in names for index in tools.of.get(name, []) if index]
    return sorted({one["kind"] for one in parameters if not one.get("choices") and one["kind"] != "text"})


class Options:
    """The options of a request of some kinds, as tensors; those whose words were cut off are left out."""

    def __init__(self, example, kinds):
        self.kinds, self.numbers = [], []
        places, forms, means = [], [], []
        known = {}
        for kind in kinds:
            for number, (_, form, words, meaning) in enumerate(example.request["options"].get(kind, [])):
                ends = []
                for begin, end in words[:2]:
                    if (begin, end) not in known:
                        tokens = example.tokens(begin, end)
                        known[begin, end] = (tokens[0], tokens[-1]) if tokens else None
                    ends.append(known[begin, end])
                if None in ends:
                    continue
                self.kinds.append(kind)
                self.numbers.append(number)
                places.append([*ends[0], *ends[-1], len(ends) > 1])
                forms.append(form)
                means.append(MEANS.index(meaning))
        self.places = torch.tensor(places, dtype=torch.long).reshape(-1, 5)
        self.forms, self.means = torch.tensor(forms, dtype=torch.long), torch.tensor(means, dtype=torch.long)
        self.of_kind = {kind: torch.tensor([one == kind for one in self.kinds], dtype=torch.bool) for kind in kinds}


class Slots:
    """The scores of every parameter of a wish's tool: columns are absent, found, a span, the tool's closed values, the options.

    `hidden`: the states of the request's second look; `begins`: where the wish's block is there; `anchor`: the wish's words."""

    def __init__(self, model, tools, example, hidden, name, block, begins, anchor):
        self.model, self.tools = model, tools
        self.indices = tools.of[name]
        kinds = tuple(option_kinds(tools, [name]))
        if kinds not in example.options:
            example.options[kinds] = Options(example, kinds)
        self.all = example.options[kinds]
        places = [begins + place for place in block.parameters]
        self.queries = model.query(torch.cat([hidden[places], hidden[begins].expand(len(places), -1)], -1))
        closed, fixed = tools.layout(self.indices)
        ends = [(begins + own[place][0], begins + own[place][1]) if place < len(own) else (0, 0) for own, index in zip(block.closed, self.indices) for place in range(tools.count(index))]
        keys = [model.special]
        if ends:
            begin, end = torch.tensor(ends).unbind(1)
            keys.append(model.closed_key(torch.cat([model.texts["closed"][closed], (hidden[begin] + hidden[end]) / 2], -1)))
        far = torch.zeros(3 + len(ends) + len(self.all.kinds))
        if self.all.kinds:
            keys.append(model.options(hidden, self.all))
            far[3 + len(ends) :] = model.far(distances(self.all.places[:, 0], anchor)).squeeze(-1)
        scores = self.queries @ torch.cat(keys).T * model.scale + far
        nothing = torch.zeros(len(self.all.kinds), dtype=torch.bool)
        taken = [self.all.of_kind.get(tools.option_kind(index), nothing) for index in self.indices]
        self.scores = scores.masked_fill(~torch.cat([fixed, torch.stack(taken)], 1), -1e4)
        self.text = hidden[1 : example.words + 1]

    def columns(self):
        """What each column stands for: None, `("found",)`, `("span",)`, `("closed", parameter, place)`, `("option", kind, number)`."""
        closed = [("closed", index, place) for index in self.indices for place in range(self.tools.count(index))]
        return [None, ("found",), ("span",), *closed, *(("option", kind, number) for kind, number in zip(self.all.kinds, self.all.numbers))]

    def spans(self, rows):
        queries = self.queries[rows]
        return queries @ self.model.span_begin(self.text).T * self.model.scale, queries @ self.model.span_end(self.text).T * self.model.scale

    def shares(self):
        """How likely each column is for each parameter."""
        scores = self.scores.clone()
        scores[:, 0] -= math.log(ABSENT_WEIGHT)
        return scores.softmax(1)

    def chosen(self):
        """What each parameter is set to: a column, None for nothing; a span has its first and last token with it."""
        columns = self.columns()
        begins, ends = self.spans(list(range(len(self.indices))))
        chosen = [columns[place] for place in self.shares().argmax(1).tolist()]
        for row, column in enumerate(chosen):
            if column == ("span",):
                begin = int(begins[row].argmax())
                chosen[row] = ("span", begin + 1, begin + 1 + int(ends[row, begin : begin + 40].argmax()))
        return chosen

    def loss(self, values):
        """The mean loss of the parameters, and of the spans of texts; none where nothing is known."""
        columns = self.columns()
        right = torch.zeros_like(self.scores, dtype=torch.bool)
        weights = torch.zeros(len(self.indices))
        begins, ends, rows = [], [], []
        for row, index in enumerate(self.indices):
            value = values.get(index)
            if not value:
                continue
            places = right_columns(columns, index, self.tools.parameters[index][1]["kind"], value)
            right[row, places] = True
            weights[row] = (ABSENT_WEIGHT if "absent" in value else 1.0) if places else 0.0
            if value.get("span"):
                rows.append(row)
                begins.append(min(value["span"][0], len(self.text)) - 1)
                ends.append(min(value["span"][1], len(self.text)) - 1)
        if not float(weights.sum()):
            return None
        lost = torch.logsumexp(self.scores, 1) - torch.logsumexp(self.scores.masked_fill(~right, -1e5), 1)
        loss = torch.where(weights > 0, lost, torch.zeros_like(lost)) @ weights
        if rows:
            begin_scores, end_scores = self.spans(rows)
            loss = loss + 0.5 * (F.cross_entropy(begin_scores, torch.tensor(begins), reduction="sum") + F.cross_entropy(end_scores, torch.tensor(ends), reduction="sum"))
        return loss / weights.sum().clamp(min=4)


def right_columns(columns, index, kind, value):
    """The columns that say what a parameter should be."""
    if "absent" in value:
        return [0]
    if "found" in value:
        return [1]
    if "span" in value:
        return [2]
    closed, options = set(value.get("closed", [])), set(value.get("options", []))
    return [
        place
        for place, column in enumerate(columns)
        if column and (column[0] == "closed" and column[1] == index and column[2] in closed or column[0] == "option" and column[1] == kind and column[2] in options)
    ]
