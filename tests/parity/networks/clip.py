"""CLIP: both towers, the tokenizer, the picture's preparation."""

import json

import torch
from common import FIXTURES, disturb, photo, save, save_json, save_shapes
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
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


def tokenizer(folder):
    """A small tokenizer of CLIP's kind, learnt from a few lines."""
    learner = Tokenizer(models.BPE(end_of_word_suffix="</w>"))
    learner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=700, initial_alphabet=sorted(alphabet), end_of_word_suffix="</w>")
    learner.train_from_iterator([word for word in TEXT.split()], trainer)
    model = json.loads(learner.to_str())["model"]
    letters = sorted(alphabet)
    merges = [tuple(merge) for merge in model["merges"]]
    vocabulary = letters + [letter + "</w>" for letter in letters] + ["".join(merge) for merge in merges]
    vocabulary = list(dict.fromkeys(vocabulary)) + ["<|startoftext|>", "<|endoftext|>"]
    made = CLIPTokenizer({token: id for id, token in enumerate(vocabulary)}, merges)
    made.backend_tokenizer.save(str(folder / "tokenizer.json"))
    return made, len(vocabulary)


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
