"""The second look: the request once more, with the tools of its wishes and their parameters' questions beside the words."""

import re

from examples import FILE_MARK

# Unused tokens that begin a wish's block and a parameter in it.
WISH_MARK, PARAMETER_MARK = 50, 60
MOST_WISHES = 8
# Where every block begins, in positions of the encoder, and how long one may be.
BLOCK_BEGINS, LONGEST_BLOCK = 300, 140
MOST_CLOSED = 12
LENGTHS = (10, 7, 5, 3, 2)


class Block:
    """A tool's part of the second look: ids, the places of its parameters, and the first and last token of each closed value."""

    def __init__(self, ids, parameters, closed):
        self.ids, self.parameters, self.closed = ids, parameters, closed


class Blocks:
    """Writes blocks; those of tools without values of an earlier step are written once."""

    def __init__(self, tokenizer, tools):
        self.tokenizer, self.tools, self.known = tokenizer, tools, {}
        self.wish, self.parameter = (tokenizer.convert_tokens_to_ids(f"[unused{mark}]") for mark in (WISH_MARK, PARAMETER_MARK))

    def coded(self, text):
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]

    def block(self, name, values=None):
        """The block of a tool; `values`: those that the parameters of an earlier step have."""
        key = (name, tuple(sorted((values or {}).items())))
        if key not in self.known:
            written = None
            for longest in LENGTHS:
                written = self.written(name, values or {}, longest)
                if len(written.ids) <= LONGEST_BLOCK:
                    break
            self.known[key] = written
        return self.known[key]

    def written(self, name, values, longest):
        tool = self.tools.tools.get(name, {})
        ids, places, closed = [self.wish, *self.coded(tool.get("label") or name.replace("_", " "))[:8]], [], []
        for index in self.tools.of.get(name, []):
            parameter = self.tools.parameters[index][1]
            if len(ids) >= LONGEST_BLOCK and longest == LENGTHS[-1]:
                places.append(0)
                closed.append([])
                continue
            places.append(len(ids))
            question = parameter.get("question") or parameter.get("meaning", "")
            ids += [self.parameter, *self.coded(question if index else "which words")[:longest]]
            if parameter["name"] in values:
                ids += self.coded(f"is {values[parameter['name']]}")[:8]
            ends = []
            for value in (self.tools.closed(index) if index else [])[:MOST_CLOSED]:
                tokens = self.coded(re.sub(r"[_\W]+", " ", value) if re.search(r"[a-z]{3}", value) else value)[:3] or [self.parameter]
                ends.append((len(ids), len(ids) + len(tokens) - 1))
                ids += tokens
            closed.append(ends)
        return Block(ids, places, closed)


class Look:
    """The tokens of a second look: `ids`, `types`, `positions`, `marks` (0, or the number of a wish and one more), and for each wish
    where its block begins."""

    def __init__(self, example, asked):
        """`asked`: for each wish its tokens and its block."""
        self.ids, self.types = list(example.ids), list(example.types)
        self.positions, self.marks = list(range(len(self.ids))), [0] * len(self.ids)
        self.begins = []
        for number, (tokens, block) in enumerate(asked):
            for token in tokens:
                self.marks[token] = number + 1
            self.begins.append(len(self.ids))
            self.ids += block.ids
            self.types += [1] * len(block.ids)
            self.positions += [min(511, BLOCK_BEGINS + place) for place in range(len(block.ids))]
            self.marks += [number + 1, *[0] * (len(block.ids) - 1)]
