"""The reader: an encoder and heads for acts, anchors, tools, sources and values, all on one pass."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from examples import ACTS, CHANGES

FORMS = 19
MEANS = "number ordinal share percent multiple time frames timecode moment rate centimetres pixels density size dimensions paper ratio angle decibel loudness frequency semitones tempo bytes bitrate color region format quotation".split()
POINTER = 128
POINTED = 1 / math.sqrt(POINTER)


# Heads that begin as those of the planner's encoder, by their names there.
BEGINNINGS = {
    "clause_key": "clause_key",
    "tool_key": "tool_key",
    "source": "pointer",
    "source_keys.0": "file",
    "source_keys.1": "file",
    "source_keys.2": "earlier",
}


class Reader(nn.Module):
    """`texts`: vectors of tools by the encoder itself (`tools`, made anew by `refresh`), and of parameters (`parameters`) and closed
    values (`closed`, those of each parameter behind those of the one before) by the base model; all 384 wide."""

    def __init__(self, bert, texts):
        super().__init__()
        self.bert = bert
        width = bert.config.hidden_size
        self.texts = texts
        self.acts = nn.Linear(width, 1 + 2 * len(ACTS))
        self.anchor = nn.Linear(width, 3)  # outside, first word, further word
        self.asks = nn.Linear(width, 1)
        self.wish = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.LayerNorm(width))
        self.clause_key = nn.Linear(width, width, bias=False)
        self.tool_key = nn.Linear(width, width, bias=False)
        self.tool_scale = nn.Parameter(torch.tensor(math.log(20.0)))
        self.tool_query = nn.Linear(width, width)
        self.tool_own = nn.Embedding(len(texts["tools"]), width)
        self.changes = nn.Parameter(0.02 * torch.randn(len(CHANGES), width))
        self.step = nn.Linear(width, POINTER)
        self.step_key = nn.Linear(width, POINTER)
        self.source = nn.Linear(width, POINTER)
        self.source_keys = nn.ModuleList(nn.Linear(width, POINTER) for _ in range(3))
        self.source_bias = nn.Parameter(torch.full((3,), -1.0))
        self.parameter = nn.Linear(width, width)
        self.parameter_own = nn.Embedding(len(texts["parameters"]), width)
        self.query = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, width))
        self.closed_key = nn.Linear(width, width)
        self.special = nn.Parameter(0.02 * torch.randn(3, width))  # absent, found, a span
        self.form = nn.Embedding(FORMS, width)
        self.means = nn.Embedding(len(MEANS), width)
        self.first, self.second = nn.Linear(width, width), nn.Linear(width, width)
        self.option = nn.Sequential(nn.GELU(), nn.Linear(width, width))
        self.span_begin, self.span_end = nn.Linear(width, width), nn.Linear(width, width)
        for table in (self.tool_own, self.parameter_own):
            nn.init.zeros_(table.weight)
        for own in (self.form, self.means):
            nn.init.normal_(own.weight, std=0.02)
        self.scale = 1 / math.sqrt(width)

    def own(self, table, drop=0.3):
        """A table of what is learned of each by itself; in training a third of it is left out, so that descriptions count."""
        weight = table.weight
        if self.training:
            weight = weight * (torch.rand(len(weight), 1) > drop) / (1 - drop)
        return weight

    def hidden(self, ids, types, mask):
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training):
            hidden = self.bert(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        return hidden.float()

    def begin_with(self, state):
        """Takes heads over from the planner's encoder."""
        with torch.no_grad():
            for own, other in BEGINNINGS.items():
                module = self.get_submodule(own)
                module.weight.copy_(state[f"{other}.weight"])
                if module.bias is not None:
                    module.bias.copy_(state[f"{other}.bias"])
            self.tool_scale.copy_(state["scale"])

    def refresh(self, tokenizer, described):
        """Reads the texts of the tools with the encoder as it is now."""
        was_training = self.training
        self.eval()
        self.texts["tools"] = pooled(self.bert, tokenizer, described, longest=40, is_scaled=False)
        self.train(was_training)

    def clauses(self, hidden, rows, places):
        """The mean of the hidden states of each wish's words; `places`: tokens of each."""
        return torch.stack([hidden[row, tokens].mean(0) for row, tokens in zip(rows, places)])

    def wishes(self, clauses, hidden, rows):
        return self.wish(torch.cat([clauses, hidden[rows, 0]], -1))

    def tools(self, clauses, wishes):
        """Scores of all tools and then of the changes of an earlier step."""
        alike = F.normalize(self.clause_key(clauses), dim=-1) @ F.normalize(self.tool_key(self.texts["tools"]), dim=-1).T
        scores = alike * self.tool_scale.exp().clamp(max=60)
        query = self.tool_query(wishes)
        return torch.cat([scores + query @ self.own(self.tool_own).T * self.scale, query @ self.changes.T * self.scale], 1)

    def queries(self, wishes, parameters):
        """A query for each wish and parameter."""
        asked = self.parameter(self.texts["parameters"][parameters]) + self.own(self.parameter_own)[parameters]
        return self.query(torch.cat([wishes, asked], -1))

    def options(self, hidden, options):
        """Vectors of the options of one request."""
        begin, end, second_begin, second_end, has_two = options.places.unbind(1)
        own = self.form(options.forms) + self.means(options.means)
        first = self.first((hidden[begin] + hidden[end]) / 2)
        second = self.second((hidden[second_begin] + hidden[second_end]) / 2)
        return self.option(own + first + has_two.unsqueeze(1) * second)


def batch_of(examples, pad):
    longest = max(len(e.ids) for e in examples)
    fill = lambda rows, value: torch.tensor([row + [value] * (longest - len(row)) for row in rows])
    ids = fill([e.ids for e in examples], pad)
    return ids, fill([e.types for e in examples], 0), fill([[1] * len(e.ids) for e in examples], 0), fill([e.acts for e in examples], -100)


def pooled(bert, tokenizer, texts, batch=64, longest=64, is_scaled=True):
    """Mean hidden state of each text, without a gradient; scaled to the length of a hidden state."""
    vectors = []
    with torch.no_grad():
        for start in range(0, len(texts), batch):
            coded = tokenizer(texts[start : start + batch], padding=True, truncation=True, max_length=longest, return_tensors="pt")
            hidden = bert(**coded).last_hidden_state
            mask = coded["attention_mask"].unsqueeze(-1)
            mean = (hidden * mask).sum(1) / mask.sum(1)
            vectors.append(F.normalize(mean, dim=-1) * math.sqrt(hidden.shape[-1]) if is_scaled else mean)
    return torch.cat(vectors)
