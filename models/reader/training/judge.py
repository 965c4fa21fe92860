"""Fits the judge: `python judge.py FEATURES.jsonl JUDGE.json`, lines that `bench reading --features` printed of voices that trained
nothing else.

A logistic regression with a small penalty, by Newton's method; the threshold to act is the lowest at which at most `WRONG` of what
is acted on is wrong, that to ask the lowest at which one reading in three is right. Prints the risk-coverage curve and the
expected calibration error, both by tenfold cross-validation.
"""

import json
import sys

import numpy

WRONG, RIGHT, PENALTY, FOLDS = 0.10, 0.33, 1.0, 10


def fitted(features, right):
    """The weights of the features, scaled as they are, and the bias."""
    mean, spread = features.mean(0), features.std(0) + 1e-6
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


def threshold(sure, right, wanted):
    """The lowest probability from which on at least that share is right; 1 where there is none."""
    order = numpy.argsort(-sure)
    shares = numpy.cumsum(right[order]) / numpy.arange(1, len(order) + 1)
    fine = numpy.nonzero(shares >= wanted)[0]
    return float(sure[order][fine[-1]]) if len(fine) else 1.0


def main(lines, target):
    with open(lines, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    features = numpy.array([row["features"] for row in rows], dtype=float)
    right = numpy.array([float(row["is_right"]) for row in rows])
    fold = numpy.random.default_rng(1).permutation(len(rows)) % FOLDS
    sure = numpy.zeros(len(rows))
    for number in range(FOLDS):
        weights, bias = fitted(features[fold != number], right[fold != number])
        sure[fold == number] = 1 / (1 + numpy.exp(-(features[fold == number] @ weights + bias)))
    order = numpy.argsort(-sure)
    for share in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0):
        taken = order[: max(1, int(share * len(order)))]
        print(f"of the surest {share:.0%}: {right[taken].mean():.3f} right, from {sure[taken].min():.2f} on")
    bins = numpy.minimum((sure * 10).astype(int), 9)
    error = sum(abs(sure[bins == one].mean() - right[bins == one].mean()) * (bins == one).mean() for one in range(10) if (bins == one).any())
    print(f"expected calibration error {error:.3f}, {len(rows)} requests, {right.mean():.3f} right")
    weights, bias = fitted(features, right)
    judge = {"weights": weights.round(5).tolist(), "bias": round(float(bias), 5), "act": round(threshold(sure, right, 1 - WRONG), 3), "ask": round(threshold(sure, right, RIGHT), 3)}
    with open(target, "w", encoding="utf-8") as file:
        json.dump(judge, file)
    print(judge)


if __name__ == "__main__":
    main(*sys.argv[1:])
