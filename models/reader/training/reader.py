"""The reader: an encoder and heads for acts, anchors, tools, sources and values, all on one pass."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from asking import MOST_WISHES
from examples import ACTS, CHANGES

FORMS = 19
FAR = 16
MEANS = "number ordinal share percent multiple time frames timecode moment rate centimetres pixels density size dimensions paper ratio angle decibel loudness frequency semitones tempo bytes bitrate color region format quotation".split()
POINTER = 128
POINTED = 1 / math.sqrt(POINTER)


# Heads that begin as those of the planner's encoder, by their names there.
BEGINNINGS = {
    "clause_key": "clause_key",
    "tool_key": "tool_key",
}


# Processors without instructions for them multiply halves a hundred times slower.
HALVES = torch.ops.mkldnn._is_mkldnn_bf16_supported()


class Reader(nn.Module):
    """`tools`: how many there are. `texts`, once `refresh` has read them: vectors of `tools` and of `closed` values (those of each
    parameter behind those of the one before), 384 wide.

    The first look reads acts, anchors, tools, changes and steps; the second, with the tools' questions beside the words, whether a
    tool fits, its sources and its values.
    """

    def __init__(self, bert, tools):
        super().__init__()
        self.bert = bert
        width = bert.config.hidden_size
        self.texts = {}
        self.acts = nn.Linear(width, 1 + 2 * len(ACTS))
        self.anchor = nn.Linear(width, 3)  # outside, first word, further word
        self.count = nn.Linear(width, MOST_WISHES + 1)
        self.asks = nn.Linear(width, 1)
        self.wish = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.LayerNorm(width))
        self.clause_key = nn.Linear(width, width, bias=False)
        self.tool_key = nn.Linear(width, width, bias=False)
        self.tool_scale = nn.Parameter(torch.tensor(math.log(20.0)))
        self.tool_query = nn.Linear(width, width)
        self.tool_own = nn.Embedding(tools, width)
        self.changes = nn.Parameter(0.02 * torch.randn(len(CHANGES), width))
        self.step = nn.Linear(width, POINTER)
        self.step_key = nn.Linear(width, POINTER)
        self.mark = nn.Embedding(MOST_WISHES + 1, width)
        self.fits = nn.Linear(width, 1)
        self.source = nn.Linear(width, POINTER)
        self.source_keys = nn.ModuleList(nn.Linear(width, POINTER) for _ in range(3))
        self.source_bias = nn.Parameter(torch.full((3,), -1.0))
        self.query = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, width))
        self.closed_key = nn.Linear(2 * width, width)
        self.special = nn.Parameter(0.02 * torch.randn(3, width))  # absent, found, a span
        self.form = nn.Embedding(FORMS, width)
        self.means = nn.Embedding(len(MEANS), width)
        self.first, self.second = nn.Linear(width, width), nn.Linear(width, width)
        self.option = nn.Sequential(nn.GELU(), nn.Linear(width, width))
        self.far = nn.Embedding(FAR, 1)
        self.span_begin, self.span_end = nn.Linear(width, width), nn.Linear(width, width)
        for table in (self.tool_own, self.mark, self.far):
            nn.init.zeros_(table.weight)
        for own in (self.form, self.means):
            nn.init.normal_(own.weight, std=0.02)
        nn.init.normal_(self.mark.weight[1:], std=0.02)
        self.scale = 1 / math.sqrt(width)

    def own(self, table, drop=0.5):
        """A table of what is learned of each by itself; in training half of it is left out, so that descriptions count."""
        weight = table.weight
        if self.training:
            weight = weight * (torch.rand(len(weight), 1) > drop) / (1 - drop)
        return weight

    def hidden(self, ids, types, mask):
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training and HALVES):
            hidden = self.bert(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        return hidden.float()

    def looked(self, ids, types, mask, positions, marks):
        """Hidden states of a second look; wishes' words and blocks carry the mark of their wish."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training and HALVES):
            words = self.bert.embeddings.word_embeddings(ids) + self.mark(marks) * (marks > 0).unsqueeze(-1)
            hidden = self.bert(inputs_embeds=words, token_type_ids=types, attention_mask=mask, position_ids=positions).last_hidden_state
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

    def refresh(self, tokenizer, texts):
        """Reads the texts of tools and closed values with the encoder as it is now."""
        was_training = self.training
        self.eval()
        self.texts = {name: pooled(self.bert, tokenizer, own) for name, own in texts.items()}
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

    def options(self, hidden, options):
        """Vectors of the options of one request, from its second look."""
        begin, end, second_begin, second_end, has_two = options.places.unbind(1)
        own = self.form(options.forms) + self.means(options.means)
        first = self.first((hidden[begin] + hidden[end]) / 2)
        second = self.second((hidden[second_begin] + hidden[second_end]) / 2)
        return self.option(own + first + has_two.unsqueeze(1) * second)


def distances(places, anchor):
    """How far tokens are from a wish's words: 0 in them, up to 7 before and 8 behind, by powers of two."""
    first, last = anchor[0], anchor[-1]
    away = torch.where(places < first, places - first, torch.where(places > last, places - last, torch.zeros_like(places)))
    size = torch.log2(away.abs().clamp(min=1).float()).long() + 1
    size = torch.where(away == 0, torch.zeros_like(size), size.clamp(max=7))
    return torch.where(away > 0, size + 8, size)


def padded(rows, value):
    """Rows of numbers as one tensor, its width a multiple of 16: new shapes cost time."""
    longest = -(-max(map(len, rows)) // 16) * 16
    return torch.tensor([row + [value] * (longest - len(row)) for row in rows])


def batch_of(examples, pad):
    mask = padded([[1] * len(e.ids) for e in examples], 0)
    return padded([e.ids for e in examples], pad), padded([e.types for e in examples], 0), mask, padded([e.acts for e in examples], -100)


def looks_of(looks, pad):
    mask = padded([[1] * len(look.ids) for look in looks], 0)
    rest = [padded([getattr(look, name) for look in looks], 0) for name in ("positions", "marks")]
    return padded([look.ids for look in looks], pad), padded([look.types for look in looks], 0), mask, *rest


def pooled(bert, tokenizer, texts, batch=64, longest=40):
    """Mean hidden state of each text, without a gradient."""
    order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
    vectors = torch.zeros(len(texts), bert.config.hidden_size)
    with torch.no_grad():
        for start in range(0, len(texts), batch):
            own = order[start : start + batch]
            coded = tokenizer([texts[number] for number in own], padding=True, truncation=True, max_length=longest, return_tensors="pt")
            hidden = bert(**coded).last_hidden_state
            mask = coded["attention_mask"].unsqueeze(-1)
            vectors[own] = (hidden * mask).sum(1) / mask.sum(1)
    return vectors
