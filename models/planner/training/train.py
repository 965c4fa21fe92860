"""Trains the planner's encoder: `python train.py TOOLBOX FOLDER [--requests N]`"""
import argparse
import json
import random
import re
import time
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch.nn import functional as F
from transformers import AutoModel

from encoder import ROLES, Encoded, Encoder, base_folder, batch_of, cosine, make_tokenizer
import cases
from templates import NOTHING
from wishes import Maker


def tool_texts(tools, rng=None):
    """What the encoder reads of a tool: its name, its description or both, with words left out while training."""
    texts = []
    for tool in tools:
        name, description = tool["name"].replace("_", " "), tool["description"]
        text = f"{name}: {description}"
        if rng:
            text = rng.choice([text, text, text, name, description])
            words = [w for w in text.split() if rng.random() > 0.1]
            text = " ".join(words) or name
        texts.append(text)
    return texts


# The label of a clause that no tool can serve.
NO_TOOL = -1
# How many tools' texts are read in a step, and after how many steps all of them are.
ANEW, REFRESH = 10, 40


class Labels:
    """What a batch should come out as."""

    def __init__(self, encoded, requests, tool_index):
        longest = max(len(e.ids) for e in encoded)
        self.boundary = torch.full((len(encoded), longest), -100)
        self.span = torch.full((len(encoded), longest), -100)
        self.clauses = []  # (row, token positions)
        self.tool, self.helps, self.pairs, self.file_pairs, self.missing = [], [], [], [], []
        for row, (e, r) in enumerate(zip(encoded, requests)):
            self.boundary[row, 1:1 + e.words] = 0
            self.span[row, 1:1 + e.words] = -100 if r.spans is None else 0
            places = []
            for clause in r.clauses:
                tokens = e.tokens(clause.start, clause.end)
                places.append(tokens)
                for n, t in enumerate(tokens):
                    self.boundary[row, t] = 2 if n else 1
            for start, end, role in r.spans or []:
                for n, t in enumerate(e.tokens(start, end)):
                    self.span[row, t] = 1 + 2 * ROLES.index(role) + bool(n)
            first = len(self.clauses)
            for number, (clause, tokens) in enumerate(zip(r.clauses, places)):
                if not tokens:
                    self.clauses.append((row, [1]))
                    self.tool.append(-100)
                else:
                    self.clauses.append((row, tokens))
                    self.tool.append(NO_TOOL if clause.tool == NOTHING else tool_index[clause.tool])
                self.helps.append([tool_index[s] for s in clause.supports])
                here = first + number
                for f, slot in enumerate(e.slots):
                    meant = 1.0 if ("f", f) in clause.sources else 0.5 if ("?", f) in clause.sources else 0.0
                    self.file_pairs.append((here, row, slot, meant))
                self.missing.append((here, row, e.missing, float(("x", 0) in clause.sources)))
                for earlier in range(number):
                    self.pairs.append((here, first + earlier, float(("c", earlier) in clause.sources)))
        self.tool = torch.tensor(self.tool)


def clause_vectors(hidden, clauses):
    """The mean of each clause's tokens, (clauses, width): one gather, since each would pass a whole batch's gradient back."""
    rows = torch.tensor([row for row, tokens in clauses for _ in tokens])
    places = torch.tensor([t for _, tokens in clauses for t in tokens])
    clause_of = torch.tensor([n for n, (_, tokens) in enumerate(clauses) for _ in tokens])
    sums = hidden.new_zeros(len(clauses), hidden.shape[-1]).index_add(0, clause_of, hidden[rows, places])
    return sums / torch.bincount(clause_of, minlength=len(clauses)).unsqueeze(1)


def plain(request, clause):
    """A clause as a text of its own, its files by their kinds."""
    text = re.sub(r"F(\d+)", lambda m: request.files[int(m[1])][0], request.text[clause.start:clause.end])
    return re.sub(r"Q\d+", "text", text) or "nothing"


def described_by(model, tools, batch_size=50, rng=None):
    """What the model reads of all tools, (tools, width)."""
    with torch.no_grad():
        return torch.cat([model.texts(tool_texts(tools[i:i + batch_size], rng), longest=40) for i in range(0, len(tools), batch_size)])


def judged(model, described, encoded, labels):
    """What a model says of a batch, as scores: `boundary` and `span` for each token, `tool` and `help` for each clause (the last
    column of `tool` is none at all), `source` and `missing` for each pair; and its vectors of the clauses."""
    hidden = model(*batch_of(encoded, model.tokenizer.pad_token_id))
    clauses = clause_vectors(hidden, labels.clauses)
    keys = torch.cat([model.tool_key(described), model.nothing])
    asks = model.pointer(clauses) / 128 ** 0.5
    sources = []
    if labels.file_pairs:
        c, row, slot, _ = zip(*labels.file_pairs)
        sources.append((asks[list(c)] * model.file(hidden[list(row), list(slot)])).sum(-1) + model.source_bias[0])
    if labels.pairs:
        c, before, _ = zip(*labels.pairs)
        sources.append((asks[list(c)] * model.earlier(clauses[list(before)])).sum(-1) + model.source_bias[1])
    c, row, slot, _ = zip(*labels.missing)
    return {
        "boundary": model.boundary(hidden).transpose(1, 2),
        "span": model.span(hidden).transpose(1, 2),
        "tool": cosine(model.clause_key(clauses), keys) * model.scale.exp().clamp(max=60),
        "help": cosine(model.clause_help(clauses), model.tool_help(described)) * model.help_scale[0].exp() + model.help_scale[1],
        "source": torch.cat(sources) if sources else hidden.new_zeros(0),
        "missing": (asks[list(c)] * model.missing(hidden[list(row), list(slot)])).sum(-1) + model.missing_bias,
    }, clauses


def kept(said, before, wanted):
    """How far a model has moved from what an earlier one said where that was right (Yan et al. 2021, "Positive-congruent
    training", section 4: focal distillation), summed over the kinds of scores."""
    total = 0
    for name in ("boundary", "span", "tool"):
        right = before[name].argmax(1) == wanted[name]
        apart = F.kl_div(said[name].log_softmax(1), before[name].log_softmax(1), reduction="none", log_target=True).sum(1)
        total = total + apart[right].mean() if right.any() else total
    for name in ("source", "missing"):
        right = (before[name] > 0) == (wanted[name] > 0.5)
        if right.any():
            total = total + F.binary_cross_entropy_with_logits(said[name][right], before[name][right].sigmoid())
    return total


def losses(model, teacher, earlier, bank, encoded, requests, tools, tool_index, rng):
    labels = Labels(encoded, requests, tool_index)
    labels.tool[labels.tool == NO_TOOL] = len(tools)  # the last column
    # Reading every tool's text anew would cost more than it teaches: some that the batch is about are, the rest are as
    # they were a few steps ago.
    needed = sorted({t for t in labels.tool.tolist() if 0 <= t < len(tools)} | {t for helps in labels.helps for t in helps})
    anew = rng.sample(needed, min(len(needed), ANEW))
    described = bank.clone()
    if anew:
        described[anew] = model.texts(tool_texts([tools[t] for t in anew], rng), longest=40)
    said, clauses = judged(model, described, encoded, labels)
    helps = torch.zeros(len(clauses), len(tools))
    for row, helping in enumerate(labels.helps):
        helps[row, helping] = 1
    yes = lambda pairs: torch.tensor([pair[-1] for pair in pairs])
    wanted = {"boundary": labels.boundary, "span": labels.span, "tool": labels.tool, "source": yes(labels.file_pairs + labels.pairs), "missing": yes(labels.missing)}
    out = {
        "boundary": F.cross_entropy(said["boundary"], labels.boundary),
        "span": F.cross_entropy(said["span"], labels.span),
        "base": 1 - F.cosine_similarity(model.base(described), teacher.tools).mean(),
        "tool": F.cross_entropy(said["tool"], labels.tool, label_smoothing=0.05),
        "help": 40 * F.binary_cross_entropy_with_logits(said["help"], helps, pos_weight=torch.tensor(4.0)),
        # Few wishes lack something: those that do count more.
        "missing": 0.2 * F.binary_cross_entropy_with_logits(said["missing"], wanted["missing"], pos_weight=torch.tensor(5.0)),
    }
    if rng.random() < 0.3:
        words = [plain(r, c) for r in requests for c in r.clauses]
        out["base"] = out["base"] + 1 - F.cosine_similarity(model.base(clauses), model.taught(teacher, words)).mean()
    if len(said["source"]):
        out["source"] = F.binary_cross_entropy_with_logits(said["source"], wanted["source"])
    if earlier:
        with torch.no_grad():
            before, _ = judged(earlier, earlier.tools, encoded, labels)
        out["kept"] = kept(said, before, wanted)
    right = (said["tool"].argmax(1) == labels.tool)[labels.tool >= 0].float().mean()
    return out, right


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("toolbox"), parser.add_argument("out")
    parser.add_argument("--requests", type=int, default=40_000)
    parser.add_argument("--batch", type=int, default=40)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", help="published requests to mix in")
    parser.add_argument("--from", dest="begin", help="a folder with weights to go on from")
    parser.add_argument("--keep", help="a folder with weights: what they say rightly is to stay")
    parser.add_argument("--freeze", type=int, default=0, help="how many of the lowest layers stay as they are")
    parser.add_argument("--phrasings", type=float, default=0, help="the share of requests made from the tools' phrasings beyond the usual")
    parser.add_argument("--every", type=int, default=1, help="only every n-th of them")
    o = parser.parse_args()
    torch.manual_seed(o.seed)
    rng = random.Random(o.seed)
    maker = Maker(o.toolbox, o.seed)
    tools = [t for name, t in maker.tools.items() if name not in maker.held_out]
    tool_index = {t["name"]: i for i, t in enumerate(tools)}
    folder = base_folder()
    tokenizer = make_tokenizer(folder)
    model = Encoder(folder, tokenizer)
    if o.begin:
        resume(model, o.begin)
    if o.freeze:
        # With what enters them.
        for part in [model.marks, model.bert.embeddings, *model.bert.encoder.layer[:o.freeze]]:
            part.requires_grad_(False)
    heads = [p for n, p in model.named_parameters() if not n.startswith("bert.") and p.requires_grad]
    body = [p for n, p in model.named_parameters() if n.startswith("bert.") and p.requires_grad]
    teacher = AutoModel.from_pretrained(folder, add_pooling_layer=False).eval()
    teacher.tools = model.taught(teacher, tool_texts(tools))
    earlier = None
    if o.keep:
        earlier = Encoder(folder, tokenizer)
        resume(earlier, o.keep)
        # In training mode, for its speed; it has no dropout.
        earlier.tools = described_by(earlier, tools)
    steps = o.requests // o.batch
    ready = []
    published = cases.read(o.cases, lambda number: number % o.every == 0) if o.cases else []

    def request():
        return rng.choice(published) if published and rng.random() < 0.12 else maker.request(o.phrasings)

    optimizer = torch.optim.AdamW([{"params": body, "lr": o.rate}, {"params": heads, "lr": 5 * o.rate}], weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, [o.rate, 5 * o.rate], total_steps=steps, pct_start=0.08)
    begun, mean = time.time(), {}
    for step in range(steps):
        if not ready:
            # Batches of like length: little is padded.
            made = [(Encoded(tokenizer, r), r) for r in (request() for _ in range(8 * o.batch))]
            made.sort(key=lambda pair: len(pair[0].ids))
            ready = [made[i:i + o.batch] for i in range(0, len(made), o.batch)]
            rng.shuffle(ready)
        if step % REFRESH == 0:
            bank = described_by(model, tools, rng=rng)
        encoded, requests = zip(*ready.pop())
        out, right = losses(model, teacher, earlier, bank, encoded, requests, tools, tool_index, rng)
        total = sum(out.values())
        optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(body + heads, 1.0)
        optimizer.step()
        schedule.step()
        for name, value in {**{k: x.item() for k, x in out.items()}, "right": right.item()}.items():
            mean[name] = value if step == 0 else 0.98 * mean[name] + 0.02 * value
        if step % 50 == 0 or step + 1 == steps:
            rate = (step + 1) * o.batch / (time.time() - begun)
            print(f"{step}/{steps} {rate:.0f}/s " + " ".join(f"{k} {x:.3f}" for k, x in mean.items()), flush=True)
    model.eval()
    print("right of tools that were held out:", unseen(model, tokenizer, maker, maker.held_out), "of trained ones:", unseen(model, tokenizer, maker, maker.other_names[::5]))
    save(model, o.out, [maker.tools[name] for name in maker.names])


def resume(model, folder):
    """Loads what `save` wrote; the marks are taken out of the word table again."""
    state = {k: t.float() for k, t in load_file(Path(folder) / "encoder.safetensors").items()}
    model.bert.load_state_dict({k.removeprefix("bert."): t for k, t in state.items() if k.startswith("bert.")})
    model.load_state_dict({k: t for k, t in state.items() if not k.startswith("bert.")}, strict=False)
    table = model.bert.embeddings.word_embeddings.weight
    with torch.no_grad():
        for row, mark in enumerate(model.mark_of.tolist()):
            if mark >= 0:
                model.marks.weight[mark] = table[row]


@torch.no_grad()
def unseen(model, tokenizer, maker, names, count=300):
    """How often a clause's key tool is right among these tools: by the tuned vectors, and by those of the base model."""
    tools = [maker.tools[name] for name in names]
    described = model.texts(tool_texts(tools))
    keys, bases = model.tool_key(described), model.base(described)
    right, right_base, all_clauses = 0, 0, 0
    for _ in range(count):
        request = maker.elsewhere(names)
        encoded = Encoded(tokenizer, request)
        hidden = model(*batch_of([encoded], 0))
        places = [(0, encoded.tokens(c.start, c.end)) for c in request.clauses]
        if not all(tokens for _, tokens in places):
            continue
        clauses = clause_vectors(hidden, places)
        wanted = torch.tensor([names.index(c.tool) for c in request.clauses])
        right += (cosine(model.clause_key(clauses), keys).argmax(1) == wanted).sum().item()
        right_base += (cosine(model.base(clauses), bases).argmax(1) == wanted).sum().item()
        all_clauses += len(wanted)
    return f"{right / all_clauses:.3f} ({right_base / all_clauses:.3f} by the base vectors; {len(names)} tools, {all_clauses} clauses)"


@torch.no_grad()
def save(model, folder, tools):
    """Weights in half precision (the scalars stay as they are), the tokenizer, and the texts."""
    folder = Path(folder)
    state = {f"bert.{k}": t for k, t in model.merged().items()}
    for name, tensor in model.state_dict().items():
        if not name.startswith(("bert.", "marks", "mark_of")):
            state[name] = tensor
    half = {k: (t.half() if t.is_floating_point() and t.numel() > 2 else t).contiguous() for k, t in state.items()}
    save_file(half, folder / "encoder.safetensors")
    tokenizer = model.tokenizer.backend_tokenizer
    tokenizer.no_padding(), tokenizer.no_truncation()
    tokenizer.save(str(folder / "tokenizer.json"))
    save_texts(model, folder, tools)


@torch.no_grad()
def save_texts(model, folder, tools):
    """What the tools' texts read as, so that the program need not read them at every start."""
    texts = tool_texts(tools)
    means = {text: [round(x, 5) for x in model.texts([text])[0].tolist()] for text in texts}
    (Path(folder) / "texts.json").write_text(json.dumps(means, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
