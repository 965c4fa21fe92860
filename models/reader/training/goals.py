"""Calls that a person wishes for, without those on the way to them.

A marked request names every call; one whose result only serves another call (a box for a mask, the words of a film for a cut)
is found by the planner's search. It is dropped, and what it worked on goes to the call that it served.
"""

import re

MEDIA = {"image", "video", "audio", "text", "document"}
OWN = re.compile(r"\bc(\d+)\b(?!\.)")
FOUND = "FOUND"


def own(text):
    """The numbers of the calls of this request that a source or a value names."""
    if not isinstance(text, str) or re.match(r"t\d+\.", text):
        return []
    return [int(number) for number in OWN.findall(re.sub(r"t\d+\.c\d+", "", text))]


def anchor_of(call, request):
    """Where a call's wish begins, in bytes: its anchor, its first value, or the first segment that wishes for something."""
    if call.get("anchor"):
        return call["anchor"]["from"]
    places = [slot["from"] for slot in call.get("slots", []) if "from" in slot]
    if places:
        return min(places)
    acts = ("wish", "amendment", "undo", "again", "answer", "choice", "question", "correction")
    wishes = [one["from"] for one in request["segments"] if one["act"] in acts]
    return wishes[0] if wishes else None


def goals(request, tools):
    """The calls that are wished for, with `number` (their place among all calls) and values that another call finds as `FOUND`."""
    calls = [dict(call, number=number, sources=list(call.get("sources", []))) for number, call in enumerate(request["calls"])]
    dropped = {}
    for number in range(len(calls)):
        call = calls[number]
        by_source = [j for j in range(number + 1, len(calls)) if any(number in own(s) for s in calls[j]["sources"])]
        by_value = [j for j in range(len(calls)) if any(number in own(s["value"]) for s in calls[j].get("slots", []))]
        if not by_source and not by_value:
            continue
        returns = tools.get(call.get("tool"), {}).get("returns")
        is_near = all(anchor_of(calls[j], request) == anchor_of(call, request) for j in by_source)
        if by_source and not is_near and returns in MEDIA:
            continue
        for j in by_source:
            kept = [s for s in calls[j]["sources"] if number not in own(s)]
            calls[j]["sources"] = kept + [s for s in call["sources"] if s not in kept]
        dropped[number] = call
    wished = [call for call in calls if call["number"] not in dropped]
    for call in wished:
        slots = []
        for slot in call.get("slots", []):
            is_found = isinstance(slot["value"], str) and any(number in dropped for number in own(slot["value"]))
            slots.append(dict(slot, value=FOUND) if is_found else slot)
        call["slots"] = slots
    return wished
