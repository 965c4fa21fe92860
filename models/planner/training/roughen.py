"""Makes a request as careless as people write."""
import re

MARK = re.compile(r"[FQ]\d+")


def roughen(request, random):
    """Lower case, lost punctuation, lost articles and typing errors, with all places moved along."""
    edits = []  # (start, end, new)
    text = request.text
    marks = [m.span() for m in MARK.finditer(text)]
    lower = random.random() < 0.6
    drop_punctuation = random.random() < 0.3
    typos = random.random() < 0.6
    for match in re.finditer(r"[A-Za-z']+|[.,!?;]", text):
        start, end = match.span()
        if any(a < end and start < b for a, b in marks):
            continue
        word = match.group()
        if not word[0].isalpha():
            if drop_punctuation and random.random() < 0.6 and word in ".,!?":
                edits.append((start, end, ""))
            continue
        if word in ("the", "a", "an") and random.random() < 0.12 and text[end:end + 1] == " ":
            edits.append((start, end + 1, ""))
        elif typos and len(word) > 4 and random.random() < 0.06:
            place = random.randrange(1, len(word) - 2)
            kind = random.random()
            if kind < 0.35:
                new = word[:place] + word[place + 1] + word[place] + word[place + 2:]
            elif kind < 0.7:
                new = word[:place] + word[place + 1:]
            else:
                new = word[:place] + word[place] + word[place:]
            edits.append((start, end, new))
    out, position, table = "", 0, [0] * (len(text) + 1)
    for start, end, new in edits + [(len(text), len(text), "")]:
        for i in range(position, start):
            table[i] = len(out)
            out += text[i]
        for i in range(start, end):
            table[i] = len(out) + min(i - start, len(new))
        out += new
        position = end
    table[len(text)] = len(out)
    if lower:
        out = re.sub(r"[FQ]\d+|[A-Z]", lambda m: m.group() if len(m.group()) > 1 else m.group().lower(), out)
    request.text = out
    request.spans = [(table[a], table[b], role) for a, b, role in request.spans]
    for clause in request.clauses:
        clause.start, clause.end = table[clause.start], table[clause.end]
