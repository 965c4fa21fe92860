"""More ways to say what was marked: two requests joined, remarks of other people around one, slips of the pen."""

import copy
import random
import re

CONNECTORS = ["\n", ". ", " and ", ", ", "; ", ". also ", ", then ", ". And ", " plus ", ". next, ", "\n\n", " ... ", ". oh and ", " & ", ". After that ", " - ", ". Besides, "]
REMARKS = ("aside", "courtesy")


def moved(request, by):
    """A request whose text begins `by` bytes later."""
    request = copy.deepcopy(request)
    places = [*request["segments"], *request["cannot"]]
    for call in request["calls"]:
        places += [call["anchor"]] if call.get("anchor") else []
        places += [slot for slot in call.get("slots", []) if "from" in slot]
    for place in places:
        place["from"] += by
        place["to"] += by
    for options in request["options"].values():
        for option in options:
            option[2] = [[begin + by, end + by] for begin, end in option[2]]
    return request


def after(request, first, kinds):
    """A request whose calls and options come behind those of another; `kinds`: of each parameter by its tool and name."""
    calls = len(first["calls"])
    later = lambda text: re.sub(r"(?<![\w.])c(\d+)\b", lambda found: f"c{int(found[1]) + calls}", text) if isinstance(text, str) else text
    for call in request["calls"]:
        call["sources"] = [later(source) for source in call.get("sources", [])]
        for slot in call.get("slots", []):
            slot["value"] = later(slot["value"])
            before = len(first["options"].get(kinds.get((slot.get("tool"), slot["parameter"])), []))
            slot["right"] = [place + before for place in slot.get("right", [])]
    return request


def joined(first, second, connector, kinds):
    """Two requests as one."""
    by = len(f"{first['text']}{connector}".encode())
    second = after(moved(second, by), first, kinds)
    first = copy.deepcopy(first)
    names = names_of(first)
    return first | {
        "text": first["text"] + connector + second["text"],
        "files": first["files"] + [file for file in second["files"] if file["name"] not in names],
        "segments": first["segments"] + second["segments"],
        "calls": first["calls"] + second["calls"],
        "cannot": first["cannot"] + second["cannot"],
        "ask": first.get("ask") or second.get("ask"),
        "options": {kind: first["options"].get(kind, []) + second["options"].get(kind, []) for kind in {*first["options"], *second["options"]}},
    }


def remarks(requests):
    """What people said besides, each as a request that wishes for nothing."""
    found = []
    for request in requests:
        text = request["text"].encode()
        for segment in request["segments"]:
            begin, end = segment["from"], segment["to"]
            if segment["act"] not in REMARKS or not 8 < end - begin < 160:
                continue
            inside = {kind: [o for o in options if all(begin <= a and b <= end for a, b in o[2])] for kind, options in request["options"].items()}
            said = {"text": text[begin:end].decode(errors="ignore"), "options": inside, "segments": [segment], "calls": [], "cannot": [], "files": [], "ask": None}
            found.append(moved(request | said, -begin))
    return found


def names_of(request):
    return {file["name"] for file in request["files"]}


def uses_all(request):
    """Whether a call takes all files of a kind, which would take another request's too."""
    return any(isinstance(source, str) and source.startswith("ALL ") for call in request["calls"] for source in call.get("sources", []))


class Augment:
    """Draws changed requests; turns of conversations after the first keep their words."""

    def __init__(self, requests, tools, seed):
        self.draw = random.Random(seed)
        self.remarks = remarks(requests)
        self.kinds = {(tool, parameter["name"]): parameter["kind"] for tool, parameter in tools.parameters}
        self.firsts = [one for one in requests if self.can_join(one) and len(one["calls"]) <= 2]

    def can_join(self, request):
        return not request["turn"] and len(request["text"]) < 200 and request["files"] and not request.get("ask") and not uses_all(request)

    def one(self, request):
        draw, chance = self.draw, self.draw.random()
        if request["turn"] or len(request["text"]) > 260:
            return request
        if chance < 0.15 and self.remarks:
            remark = draw.choice(self.remarks) | {key: request[key] for key in ("voice", "turn", "situation")}
            pair = (request, remark) if draw.random() < 0.5 else (remark, request)
            return joined(*pair, draw.choice((". ", "\n", ", ", " - ", "; ")), self.kinds)
        if chance < 0.35 and self.can_join(request):
            other = draw.choice(self.firsts)
            is_alike = (other["voice"] == "-") == (request["voice"] == "-")
            if is_alike and not names_of(request) & names_of(other) and len(request["files"]) + len(other["files"]) <= 8:
                return joined(request, other, draw.choice(CONNECTORS), self.kinds)
        return request
