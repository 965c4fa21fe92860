"""CLIP: both towers, the tokenizer, the picture's preparation."""

import collections

import torch
from common import FIXTURES, disturb, photo, save, save_json, save_shapes
from tokenizers import pre_tokenizers
from transformers import CLIPConfig, CLIPModel, CLIPTokenizer
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

TEXT = """a photo of a cat. two dogs play with the red ball on the beach, and a man in a hat looks at them; it's the year
2024 and they'll be there: don't we've known? bicycles, motorcycles, airplanes, traffic lights, benches, umbrellas,
the couple's tie, a wine glass, cup, fork, knife, spoon, bowl, banana, apple, sandwich, orange, broccoli, carrot, pizza."""

TEXTS = [
    "a photo of a cat.",
    "  Two   DOGS, playing\twith the\nRed Ball! ",
    "it's 2024: they'll don't we've I'm he'd",
    "",
    "naïve Ångström — “quoted” 日本語 🙂 a&b_c",
    "a photo of " + "the red ball on the beach " * 20,
]


def merges_of(text, count):
    """The pairs of symbols that byte pair encoding joins first (Sennrich et al. 2016, algorithm 1); ties go by the alphabet,
    so that the same text always gives the same pairs."""
    words = [list(word) for word, _ in pre_tokenizers.ByteLevel(add_prefix_space=False).pre_tokenize_str(text.replace("\n", " "))]
    words = [[*word[:-1], word[-1] + "</w>"] for word in ([letter for letter in word if letter != "Ġ"] for word in words) if word]
    merges = []
    for _ in range(count):
        pairs = collections.Counter(pair for word in words for pair in zip(word, word[1:]))
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        for word in words:
            place = 0
            while place + 1 < len(word):
                if (word[place], word[place + 1]) == best:
                    word[place:place + 2] = ["".join(best)]
                place += 1
    return merges


def vocabulary():
    """The tokens and merges of a small tokenizer of CLIP's kind, learnt from a few lines."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = merges_of(TEXT, 150)
    tokens = letters + [letter + "</w>" for letter in letters] + ["".join(merge) for merge in merges]
    tokens = list(dict.fromkeys(tokens)) + ["<|startoftext|>", "<|endoftext|>"]
    return {token: id for id, token in enumerate(tokens)}, merges


def tokenizer(folder):
    """The small tokenizer, saved as `tokenizer.json`."""
    tokens, merges = vocabulary()
    made = CLIPTokenizer(tokens, merges)
    made.backend_tokenizer.save(str(folder / "tokenizer.json"))
    return made, len(tokens)


def make():
    folder = FIXTURES / "clip"
    folder.mkdir(parents=True, exist_ok=True)
    words, size = tokenizer(folder)
    config = CLIPConfig(
        text_config=dict(
            vocab_size=size, hidden_size=24, intermediate_size=40, num_hidden_layers=2, num_attention_heads=3,
            max_position_embeddings=20, eos_token_id=2, bos_token_id=0,
        ),
        vision_config=dict(
            hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4, image_size=48, patch_size=16,
        ),
        projection_dim=20,
    )
    model = disturb(CLIPModel(config))
    processor = CLIPImageProcessorPil(size={"shortest_edge": 48}, crop_size={"height": 48, "width": 48})
    pixels = processor(photo(), return_tensors="pt").pixel_values
    ids = words(TEXTS, padding=True, truncation=True, max_length=20, return_tensors="pt")
    with torch.no_grad():
        found = model(**ids, pixel_values=pixels)
        labels = ["cat", "red ball", "man in a hat"]
        prompts = words([f"a photo of a {label}." for label in labels], padding=True, return_tensors="pt")
        probabilities = model(**prompts, pixel_values=pixels).logits_per_image.softmax(-1)
    save("clip", {
        "pixels": pixels,
        "text_embeddings": found.text_embeds,
        "image_embeddings": found.image_embeds,
        "logits": found.logits_per_image,
        "probabilities": probabilities,
    }, model)
    lengths = ids.attention_mask.sum(1).tolist()
    save_json("clip", "tokens.json", [
        {"text": text, "ids": row[:length]} for text, row, length in zip(TEXTS, ids.input_ids.tolist(), lengths)
    ])
    whole = CLIPImageProcessorPil(do_rescale=False, do_normalize=False)(photo(), return_tensors="pt").pixel_values
    save("clip_picture", {"pixels": whole.to(torch.uint8)})
    with torch.device("meta"):
        save_shapes("clip", CLIPModel(CLIPConfig()))
