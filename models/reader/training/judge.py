"""Fits the judges: `python judge.py FEATURES.jsonl JUDGE.json [FRESH.jsonl ...]`, lines that `bench reading --judged --features`
printed of voices that trained nothing else.

For first requests and for those that follow steps, logistic regressions with a small penalty, by Newton's method: whether the
decomposer's plan of a first request is right, and whether the reading is. What cannot be done teaches nothing. The thresholds are
given: the plan is done without asking from ACT on, where the reading is likelier from RIVAL on; from TAKE on the reading in its place
where it is likelier, from TAKE_OVER on where the plan does all of it. Prints, by tenfold cross-validation, what either would
do rightly and wrongly from several thresholds on, and the expected calibration error of the surer one; the same of fresh requests.
"""

import argparse
import json

import numpy

PENALTY, FOLDS, LEAST_SPREAD = 3.0, 10, 0.1
THRESHOLDS = (0.05, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6)
BOTH = ("plan", "reading")
KINDS = ("first", "following")
NAMES = ("act", "rival", "take", "take_over")


def fitted(features, right):
    """The weights of the features, scaled as they are, and the bias."""
    # What hardly varies here may do so elsewhere.
    mean, spread = features.mean(0), numpy.maximum(features.std(0), LEAST_SPREAD)
    inputs = numpy.hstack([(features - mean) / spread, numpy.ones((len(features), 1))])
    weights = numpy.zeros(inputs.shape[1])
    penalty = PENALTY * numpy.eye(len(weights))
    penalty[-1, -1] = 0.0
    for _ in range(50):
        sure = 1 / (1 + numpy.exp(-inputs @ weights))
        slope = inputs.T @ (sure - right) + penalty @ weights
        curve = (inputs * (sure * (1 - sure))[:, None]).T @ inputs + penalty
        weights -= numpy.linalg.solve(curve + 1e-9 * numpy.eye(len(weights)), slope)
    own = weights[:-1] / spread
    return own, weights[-1] - own @ mean


def probability(model, features):
    weights, bias = model
    return 1 / (1 + numpy.exp(-(features @ weights + bias)))


class Rows:
    """Features of requests, and of the plan and the reading of each whether it can be done and is right."""

    def __init__(self, path, kind):
        with open(path, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        rows = [row for row in rows if row["features"] is not None and row["follows"] == (kind == "following")]
        self.features = numpy.array([row["features"] for row in rows], dtype=float)
        column = lambda of, what: numpy.array([float(row[of][what]) for row in rows])
        self.can = {of: column(of, "can") for of in BOTH}
        self.right = {of: column(of, "is_right") for of in BOTH}

    def models(self, kept):
        """A model of each, of the kept rows that can be done."""
        used = {of: kept & (self.can[of] > 0) for of in BOTH}
        return {of: fitted(self.features[used[of]], self.right[of][used[of]]) for of in BOTH}

    def sure(self, models, rows):
        """The probability that each is right; 0 where it cannot be done."""
        return {of: probability(models[of], self.features[rows]) * self.can[of][rows] for of in BOTH}

    def print(self, name, sure):
        takes = sure["reading"] > sure["plan"]
        for of, may in (("plan", ~takes), ("reading", takes)):
            alone = self.can[of] > 0
            print(f"{name}, {of} alone: {alone.sum()} of {len(takes)} done, {self.right[of][alone].sum():.0f} rightly")
            for threshold in THRESHOLDS:
                does = may & (sure[of] >= threshold)
                print(f"{name}, {of} from {threshold}: {does.sum()} done, {self.right[of][does].sum():.0f} rightly")
        surest, right = (numpy.where(takes, one["reading"], one["plan"]) for one in (sure, self.right))
        bins = numpy.minimum((surest * 10).astype(int), 9)
        off = [abs(surest[bins == one].mean() - right[bins == one].mean()) * (bins == one).mean() for one in range(10) if (bins == one).any()]
        print(f"{name}: expected calibration error {sum(off):.3f}")


def judge_of(path, fresh_paths, kind, thresholds):
    """The judge of one kind of requests, as the program reads it."""
    rows = Rows(path, kind)
    count = len(rows.features)
    fold = numpy.random.default_rng(1).permutation(count) % FOLDS
    sure = {of: numpy.zeros(count) for of in BOTH}
    for number in range(FOLDS):
        held = fold == number
        for of, probabilities in rows.sure(rows.models(~held), held).items():
            sure[of][held] = probabilities
    rows.print(f"{kind}, ten folds", sure)
    models = rows.models(numpy.ones(count, dtype=bool))
    for path in fresh_paths:
        fresh = Rows(path, kind)
        fresh.print(f"{kind}, {path}", fresh.sure(models, numpy.ones(len(fresh.features), dtype=bool)))
    fitted = {of: {"weights": models[of][0].round(5).tolist(), "bias": round(float(models[of][1]), 5)} for of in BOTH}
    return fitted | dict(zip(NAMES, thresholds))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("features")
    parser.add_argument("judge")
    parser.add_argument("fresh", nargs="*")
    for kind in KINDS:
        parser.add_argument(f"--{kind}", type=float, nargs=len(NAMES), required=True, metavar=tuple(name.upper() for name in NAMES))
    arguments = parser.parse_args()
    judges = {kind: judge_of(arguments.features, arguments.fresh, kind, getattr(arguments, kind)) for kind in KINDS}
    with open(arguments.judge, "w", encoding="utf-8") as file:
        json.dump(judges, file)


if __name__ == "__main__":
    main()
