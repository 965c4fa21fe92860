"""Fits which way numbers of changed steps go: `python relative.py TOOLBOX FOLDER FILES > relative.json`.

The files are what `patchbay-cli bench options` prints of conversations; earlier steps are as they were meant. Of each number that
an amended step has, the states of its question and of the wish's words are held against what became of it: it stays, or there is more
of it or less. Values that words name themselves are left out: the second look finds these. How often each is
right where nothing of the same conversation was fitted is printed beside.
"""

import json
import pathlib
import sys
import zlib

import numpy
import torch

from asking import Look
from examples import examples, load, number_of
from read import opened
from reader import looks_of

CLASSES = ("stays", "more", "less")
# Weight of the squares of the weights, of numbers of one variance, and steps of Adam.
DECAY, STEPS, RATE, FOLDS = 0.3, 400, 0.02, 5


def is_more(parameter, now, value):
    """Whether a value is farther from what does nothing: 1 for a factor, 0 else; of what is never above 0, whether it is higher."""
    if parameter["kind"] in ("factor", "speed"):
        return (value > now) == (now >= 1)
    if parameter.get("range") and parameter["range"][1] <= 0:
        return value > now
    return abs(value) > abs(now)


def became(parameter, slot, now, text):
    """The class of a number; none where words name what it became, or nothing but its sign changes."""
    if slot is None:
        return 0
    words = text.encode()[slot.get("from", 0) : slot.get("to", 0)].decode(errors="ignore")
    value = number_of(str(slot["value"]))
    if value is None or any(letter.isdigit() for letter in words) or abs(value) == abs(now):
        return None
    return 1 if is_more(parameter, now, value) else 2


@torch.no_grad()
def cases(trained, model, files):
    """Vectors, classes, conversations and how many times as large the larger of both numbers is, 0 where words name that."""
    found = []
    for example in examples(trained.tokenizer, load(files), trained.tools):
        wishes = [wish for wish in example.wishes if wish["tool"] in trained.tools.of]
        names_times = any(option[3] in ("multiple", "share") for options in example.request["options"].values() for option in options)
        changed = [wish["change"] == "amends" and wish["step"] is not None for wish in wishes]
        if not any(changed):
            continue
        values = [example.steps[wish["step"]]["values"] if is_changed else {} for wish, is_changed in zip(wishes, changed)]
        blocks = [trained.blocks.block(wish["tool"], own) for wish, own in zip(wishes, values)]
        look = Look(example, [(wish["tokens"], block) for wish, block in zip(wishes, blocks)])
        ids, types, mask, *rest = looks_of([look], trained.pad)
        states = model.looked(ids, types, mask, *rest)[0]
        for number, (wish, block, own) in enumerate(zip(wishes, blocks, values)):
            given = {slot["parameter"]: slot for slot in wish["call"].get("slots", [])}
            words = states[wish["tokens"]].mean(0)
            for index, place in zip(trained.tools.of[wish["tool"]], block.parameters):
                parameter = trained.tools.parameters[index][1]
                name = parameter["name"]
                now = number_of(str(own.get(name, "")))
                kind = became(parameter, given.get(name), now, example.request["text"]) if now else None
                if kind is None:
                    continue
                times = abs(number_of(str(given[name]["value"])) / now) if kind and not names_times else 0.0
                vector = torch.cat([states[look.begins[number] + place], words]).numpy()
                found.append((vector, kind, example.request["situation"], max(times, 1 / times) if times else 0.0))
    vectors, kinds, situations, times = zip(*found)
    return numpy.array(vectors), numpy.array(kinds), numpy.array(situations), numpy.array(times)


def shares(vectors, weights, bias):
    scores = vectors @ weights.T + bias
    scores = numpy.exp(scores - scores.max(1, keepdims=True))
    return scores / scores.sum(1, keepdims=True)


def fitted(vectors, kinds):
    """Weights and bias of each class."""
    mean, spread = vectors.mean(0), vectors.std(0) + 1e-6
    inputs = (vectors - mean) / spread
    right = numpy.eye(len(CLASSES))[kinds]
    parameters = numpy.zeros((len(CLASSES), inputs.shape[1] + 1))
    first, second = numpy.zeros_like(parameters), numpy.zeros_like(parameters)
    for step in range(1, STEPS + 1):
        lost = (shares(inputs, parameters[:, :-1], parameters[:, -1]) - right) / len(kinds)
        slope = numpy.concatenate([lost.T @ inputs + DECAY * parameters[:, :-1], lost.sum(0)[:, None]], 1)
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        parameters -= RATE * first / (1 - 0.9**step) / (numpy.sqrt(second / (1 - 0.999**step)) + 1e-8)
    weights = parameters[:, :-1] / spread
    return weights, parameters[:, -1] - weights @ mean


def say(found, kinds):
    moves = kinds > 0
    ways = (found[moves][:, 1] > found[moves][:, 2]) == (kinds[moves] == 1)
    print(f"{len(kinds)} numbers, right {(found.argmax(1) == kinds).mean():.3f}, of {moves.sum()} that move the way {ways.mean():.3f}", file=sys.stderr)


def main(toolbox, folder, *files):
    trained, model = opened(toolbox, pathlib.Path(folder))
    vectors, kinds, situations, times = cases(trained, model, files)
    folds = numpy.array([zlib.crc32(one.encode()) % FOLDS for one in situations])
    found = numpy.zeros((len(kinds), len(CLASSES)))
    for fold in range(FOLDS):
        found[folds == fold] = shares(vectors[folds == fold], *fitted(vectors[folds != fold], kinds[folds != fold]))
    say(found, kinds)
    weights, bias = fitted(vectors, kinds)
    classes = {
        name: {"weights": [round(float(one), 4) for one in own], "bias": round(float(least), 4)} for name, own, least in zip(CLASSES, weights, bias)
    }
    print(json.dumps(classes | {"times": round(float(numpy.median(times[times > 0])), 2)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
