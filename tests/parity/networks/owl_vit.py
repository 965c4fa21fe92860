"""OWL-ViT: its tokenizer's files, towers, heads and boxes."""

import json

import torch
from common import FIXTURES, disturb, photo, save, save_json, save_shapes
from networks.clip import TEXTS, vocabulary
from transformers import CLIPTokenizer, OwlViTConfig, OwlViTForObjectDetection
from transformers.models.owlvit.image_processing_pil_owlvit import OwlViTImageProcessorPil

QUERIES = [
    "a photo of a cat", "red ball", "two dogs play with the red ball on the beach, and a man in a hat", "bicycles", "",
    "motorcycles & umbrellas", "the year 2024", "tie", "cup, fork", "apple sandwich", "broccoli"
]

ODD = [
    *TEXTS, "   ", "!", "Stop! Now!!", "what?!", "🙂🙃 👩‍👩‍👧 smile", "cafe\u0301 CAFÉ Å A\u030a ﬁne", "İstanbul ß Σίσυφος",
    "3.14159, 1/2, ½, ٣٤ and 10,000", "he's she'll they'd 'S 'tis rock'n'roll", "x\u00a0y\u3000z\u200b\t\r\n", "日本語の文 한국어 ไทย",
    "<|endoftext|> in the middle <|STARTOFTEXT|>", "a_b-c+d=e&f@g#h$i%j^k*l(m)n[o]p{q}r\\s/t|u~v`w\"x", "\u0000\u0007 bell",
    "the red ball on the beach " * 4, "supercalifragilisticexpialidocious" * 5,
]


def tokenizer(folder):
    """A small tokenizer in the files that the hub's repository has, which has no `tokenizer.json`."""
    tokens, merges = vocabulary()
    token = lambda content: {
        "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": True
    }
    special = {
        "bos_token": token("<|startoftext|>"), "eos_token": token("<|endoftext|>"), "unk_token": token("<|endoftext|>"),
        "pad_token": "!",
    }
    (folder / "tokenizer.json").unlink(missing_ok=True)
    (folder / "vocab.json").write_text(json.dumps(tokens, separators=(",", ":")))
    (folder / "merges.txt").write_text("#version: 0.2\n" + "".join(" ".join(merge) + "\n" for merge in merges))
    (folder / "special_tokens_map.json").write_text(json.dumps(special))
    return CLIPTokenizer.from_pretrained(folder), len(tokens)


def make():
    folder = FIXTURES / "owl_vit"
    folder.mkdir(parents=True, exist_ok=True)
    words, size = tokenizer(folder)
    config = OwlViTConfig(
        text_config=dict(
            vocab_size=size, hidden_size=24, intermediate_size=40, num_hidden_layers=2, num_attention_heads=3,
            max_position_embeddings=16,
        ),
        vision_config=dict(
            hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4, image_size=64, patch_size=16,
        ),
        projection_dim=24,
    )
    model = disturb(OwlViTForObjectDetection(config), 1)
    with torch.no_grad():
        # It is computed, not learnt.
        model.box_bias.copy_(model.compute_box_bias(4, 4))
        # Queries become apart from each other, and boxes from their patches.
        model.class_head.logit_scale.bias.fill_(3)
        model.class_head.dense0.weight.mul_(8)
        model.layer_norm.weight.mul_(2)
        model.owlvit.text_model.final_layer_norm.bias.mul_(0.2)
        model.box_head.dense2.weight.mul_(2)
    processor = OwlViTImageProcessorPil(size={"height": 64, "width": 64})
    pixels = processor(photo(), return_tensors="pt").pixel_values
    ids = words(QUERIES, padding="max_length", truncation=True, max_length=16, return_tensors="pt")
    with torch.no_grad():
        outputs = model(input_ids=ids.input_ids, attention_mask=ids.attention_mask, pixel_values=pixels)
    found = processor.post_process_object_detection(outputs, threshold=0.35, target_sizes=[photo().size[::-1]])[0]
    order = found["scores"].argsort(descending=True, stable=True)
    labels = [QUERIES[label] for label in found["labels"][order].tolist()]
    print(len(order), found["scores"][order].tolist(), labels)
    assert 2 < len(order) < 16 and len(set(labels)) > 1
    save("owl_vit", {
        "pixels": pixels,
        "patches": outputs.image_embeds.flatten(1, 2)[0],
        "queries": outputs.text_embeds[0],
        "fits": outputs.logits[0],
        "boxes": outputs.pred_boxes[0],
        "found_scores": found["scores"][order],
        "found_boxes": found["boxes"][order],
    }, model)
    lengths = ids.attention_mask.sum(1).tolist()
    save_json("owl_vit", "found.json", labels)
    save_json("owl_vit", "queries.json", [
        {"text": text, "ids": row[:length]} for text, row, length in zip(QUERIES, ids.input_ids.tolist(), lengths)
    ])
    save_json("owl_vit", "tokens.json", [
        {"text": text, "longest": longest, "ids": words(text, truncation=True, max_length=longest).input_ids}
        for text in ODD for longest in (16, 77)
    ])
    with torch.device("meta"):
        # What compares whole pictures is not read.
        whole = OwlViTForObjectDetection(OwlViTConfig())
        del whole.owlvit.visual_projection, whole.owlvit.logit_scale
        save_shapes("owl_vit", whole)
