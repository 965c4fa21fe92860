"""Published requests with one wish each, as training requests (bench/planning-dev.jsonl; ControlLLM's evaluation set)."""
import json
import re

from templates import Clause, Request

TAIL = re.compile(r"(,? ?(can|could|will) you (please )?(do|help|check|extract|assist|provide|create|make)[^.?]*\??|[ .?!]+)$", re.I)
HEAD = re.compile(r"^(please|can you|could you|could you please|can you please|is it possible (for you )?to|i need you to|i would like you to|help me|i need assistance in) +", re.I)


def read(path, choose=lambda number: True):
    """The cases in which all goals end in one tool. Their spans are not known."""
    found = []
    for number, line in enumerate(open(path)):
        case = json.loads(line)
        goals = case["goals"]
        tools = {g["preferred"][0][-1] for g in goals}
        if not choose(number) or len(tools) != 1:
            continue
        text, files, wanted = case["instruction"], [], set()
        for n, resource in enumerate(case["resources"]):
            name = resource["name"]
            text = re.sub(r"(?i)\b" + re.escape(name) if name[0].isalnum() else re.escape(name), f"F{n}", text)
            files.append((resource["type"], re.sub(r"\.\w{2,5}$", "", name), "given"))
            if any(name in (g["resource"], g["second"]) for g in goals):
                wanted.add(n)
        if re.search(r"[FQ]\d", case["instruction"]):
            continue
        start = 0
        while match := HEAD.match(text[start:]):
            start += match.end()
        end = len(text)
        match = TAIL.search(text[start:])
        if match and match.start() > 10:
            end = start + match.start()
        tool = tools.pop()
        clause = Clause(tool, [], [("f", n) for n in sorted(wanted)], start, end)
        found.append(Request(text, files, [clause], None))
    return found
