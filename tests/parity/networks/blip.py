"""BLIP: captions and answers, token by token, and what both rest on."""

import PIL.Image
import torch
from common import FIXTURES, disturb, photo, save, save_json, save_shapes
from tokenizers import pre_tokenizers
from transformers import BertTokenizer, BlipConfig, BlipForConditionalGeneration, BlipForQuestionAnswering
from transformers.models.blip.image_processing_pil_blip import BlipImageProcessorPil

TEXT = """how many dogs are there in the picture ? what is the man in a red hat doing on the beach two one no yes
a photo of an old car with people beside it , where and when was this taken"""

QUESTIONS = [
    "how many dogs are there?",
    "  What is   the MAN in a\tred Hat doing?\n",
    "où est l'Ångström — 日本 🙂?",
    "",
]
# The most tokens of a text, its start among them: `max_length` of the hub's configurations.
LONGEST = 20


def tokenizer(folder):
    """A small tokenizer of BERT's kind: the words of a few lines, and letters. As at the hub, it does not know the token that
    starts a text, which comes behind its own."""
    words = [word for word, _ in pre_tokenizers.BertPreTokenizer().pre_tokenize_str(TEXT)]
    letters = "abcdefghijklmnopqrstuvwxyz0123456789.,!'-"
    pieces = list(letters) + ["##" + letter for letter in letters] + words + ["##ing", "##s", "##es", "##ed"]
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + list(dict.fromkeys(pieces))
    made = BertTokenizer({token: id for id, token in enumerate(vocabulary)})
    made.backend_tokenizer.save(str(folder / "tokenizer.json"))
    return made, len(vocabulary)


def tiny(size, vision_width):
    text = dict(
        vocab_size=size + 2, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
        max_position_embeddings=32, bos_token_id=size, eos_token_id=2, sep_token_id=3, pad_token_id=0,
    )
    vision = dict(
        hidden_size=vision_width, intermediate_size=56, num_hidden_layers=2, num_attention_heads=4, image_size=64,
        patch_size=16,
    )
    return BlipConfig(text_config=text, vision_config=vision)


def lively(model, seed):
    """Random weights that say something else for each picture, and end what they say now and then."""
    disturb(model, seed)
    with torch.no_grad():
        predictions = model.text_decoder.cls.predictions
        # Their biases would say the same word at every step: what was said, where, and what is seen outweigh them.
        predictions.bias.mul_(0.3)
        predictions.transform.dense.weight.mul_(3)
        for bert in [model.text_decoder.bert] + ([model.text_encoder] if hasattr(model, "text_encoder") else []):
            bert.embeddings.word_embeddings.weight.mul_(3)
            bert.embeddings.position_embeddings.weight.mul_(4)
            for layer in bert.encoder.layer:
                layer.intermediate.dense.weight.mul_(3)
                layer.output.dense.weight.mul_(2)
                layer.crossattention.self.query.weight.mul_(4)
                layer.crossattention.output.dense.weight.mul_(1.5)
    return model


def pictures():
    whole = photo()
    return [whole, whole.transpose(PIL.Image.Transpose.FLIP_LEFT_RIGHT), whole.crop((100, 60, 160, 100))]


def written(model, inputs, tokens):
    """The ids that greedy decoding writes, without start and end, and how sure it is of them together."""
    found = model.generate(
        **inputs, max_length=LONGEST, do_sample=False, num_beams=1, output_scores=True, return_dict_in_generate=True,
    )
    ids = found.sequences[0, 1:].tolist()
    sure = 1.0
    for id, scores in zip(ids, found.scores):
        first, second = scores[0].topk(2).values.tolist()
        assert first - second > 2e-3, "too near to each other for a comparison of tokens"
        sure *= scores[0].softmax(-1)[id].item()
    ids = ids[:-1] if ids[-1] == 3 else ids
    return {"ids": ids, "text": tokens.decode(ids, skip_special_tokens=True), "sure": sure}


def captions():
    folder = FIXTURES / "blip"
    folder.mkdir(parents=True, exist_ok=True)
    tokens, size = tokenizer(folder)
    model = lively(BlipForConditionalGeneration(tiny(size, 40)), 2)
    processor = BlipImageProcessorPil(size={"height": 64, "width": 64})
    pixels = processor(pictures(), return_tensors="pt").pixel_values
    with torch.no_grad():
        said = [written(model, {"pixel_values": pixels[index:index + 1]}, tokens) for index in range(3)]
        seen = model.vision_model(pixels[:1]).last_hidden_state
        ids = torch.tensor([[size] + said[0]["ids"]])
        logits = model(pixel_values=pixels[:1], input_ids=ids).logits
    return model, said, {"pixels": pixels, "seen": seen, "logits": logits}


def answers():
    folder = FIXTURES / "blip_vqa"
    folder.mkdir(parents=True, exist_ok=True)
    tokens, size = tokenizer(folder)
    model = lively(BlipForQuestionAnswering(tiny(size, 32)), 14)
    processor = BlipImageProcessorPil(size={"height": 64, "width": 64})
    pixels = processor(photo(), return_tensors="pt").pixel_values
    said, tensors = [], {"pixels": pixels}
    with torch.no_grad():
        seen = model.vision_model(pixels).last_hidden_state
        for index, question in enumerate(QUESTIONS):
            ids = tokens(question, return_tensors="pt", return_token_type_ids=False).input_ids
            said.append({"question": question, "question_ids": ids[0].tolist()})
            said[-1] |= written(model, {"pixel_values": pixels, "input_ids": ids}, tokens)
            read = model.text_encoder(input_ids=ids, encoder_hidden_states=seen).last_hidden_state
            tensors[f"question_{index}"] = read
    return model, said, tensors


def make():
    model, said, tensors = captions()
    assert any(len(one["ids"]) == LONGEST - 1 for one in said) and any(len(one["ids"]) < LONGEST - 1 for one in said)
    save("blip", tensors, model)
    save_json("blip", "captions.json", said)
    model, said, tensors = answers()
    save("blip_vqa", tensors, model)
    save_json("blip_vqa", "answers.json", said)
    smaller = BlipImageProcessorPil(size={"height": 150, "width": 150}, do_rescale=False, do_normalize=False)
    larger = BlipImageProcessorPil(size={"height": 96, "width": 96}, do_rescale=False, do_normalize=False)
    save("blip_picture", {
        "smaller": smaller(photo(), return_tensors="pt").pixel_values.to(torch.uint8),
        "larger": larger(pictures()[2], return_tensors="pt").pixel_values.to(torch.uint8),
    })
    with torch.device("meta"):
        for name, kind in [("blip", BlipForConditionalGeneration), ("blip_vqa", BlipForQuestionAnswering)]:
            whole = kind(BlipConfig())
            # The output's matrix and bias under their other names.
            del whole.text_decoder.cls.predictions.decoder
            save_shapes(name, whole)
