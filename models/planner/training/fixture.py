"""What PyTorch makes of a few requests with the finished weights, for the program's own network to agree with:
`python fixture.py TOOLBOX FOLDER FIXTURE.json`. Also writes texts.json anew."""
import json
import sys

import torch
from safetensors.torch import load_file

from encoder import Encoded, Encoder, base_folder, batch_of, cosine, make_tokenizer
from train import save_texts, tool_texts
from templates import Request

REQUESTS = [
    Request("cut the old dog out of F0 and make it a bit brighter", [("image", "park", "given")], [], []),
    Request("F0 -> words -> spanish", [("audio", "memo", "given")], [], []),
    Request("upscale all of them except F1, thanks!", [("image", f"IMG_{i}", "given") for i in range(3)], [], []),
    Request("put Q0 at the bottom of it", [("video", "kiln", "earlier"), ("video", "kiln trimmed", "made")], [], [], ["cut F0 to 10 s"]),
    Request("put the jingle from before under it", [("audio", "kiln hum", "made"), ("video", "kiln", "earlier"), ("text", "kiln words", "made")], [], [],
            ["take the sound of F1", "write down what is said", "what is in F1?", "describe F1"], [1, 2, 3]),
]


def main():
    toolbox, folder, target = sys.argv[1:]
    tokenizer = make_tokenizer(base_folder())
    model = Encoder(base_folder(), tokenizer).eval()
    state = {k: t.float() for k, t in load_file(f"{folder}/encoder.safetensors").items()}
    model.bert.load_state_dict({k[5:]: t for k, t in state.items() if k.startswith("bert.")})
    model.load_state_dict({k: t for k, t in state.items() if not k.startswith("bert.")}, strict=False)
    model.mark_of.fill_(-1)  # the marks are in the word table now
    tools = json.load(open(toolbox))["tools"]
    save_texts(model, folder, tools)
    found = []
    with torch.no_grad():
        described = model.texts(tool_texts(tools))
        for request in REQUESTS:
            encoded = Encoded(tokenizer, request)
            hidden = model(*batch_of([encoded], 0))[0]
            tags = model.boundary(hidden).argmax(1)[1:1 + encoded.words].tolist()
            places = []  # a clause goes on with tags 2; whatever else is not 0 begins one
            for token, tag in enumerate(tags):
                if tag == 2 and places and places[-1][1] == token:
                    places[-1][1] = token + 1
                elif tag:
                    places.append([token, token + 1])
            clauses = torch.stack([hidden[1 + begin:1 + end].mean(0) for begin, end in places])
            key = cosine(model.clause_key(clauses), model.tool_key(described)) * model.scale.exp().clamp(max=60)
            asks = model.pointer(clauses) / 128 ** 0.5
            files = torch.sigmoid(asks @ model.file(hidden[encoded.slots]).T + model.source_bias[0])
            missing = torch.sigmoid(asks @ model.missing(hidden[encoded.missing]) + model.missing_bias)
            found.append({
                "text": request.text, "before": request.before, "ids": encoded.ids, "types": encoded.types,
                "files": [{"type": kind, "name": name, "status": status, "turns_ago": ago} for (kind, name, status), ago in zip(request.files, request.turns_ago())],
                "tags": tags, "spans": model.span(hidden).argmax(1)[1:1 + encoded.words].tolist(),
                "tools": [[round(x, 4) for x in row] for row in key.tolist()],
                "sources": [[round(x, 4) for x in row] for row in files.tolist()], "missing": [round(x, 4) for x in missing.tolist()],
            })
    json.dump(found, open(target, "w"), separators=(",", ":"))


main()
