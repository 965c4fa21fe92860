"""Parler-TTS: what its decoder makes of a description and a text, and the whole way to the sound, without chance.

Its authors' package asks for an older transformers, so this is made in an environment of its own, and only where it is named:

    python -m venv venv-parler && venv-parler/bin/pip install --no-deps parler-tts==0.2.3
    venv-parler/bin/pip install -r <(grep -v parler requirements-parler.txt)
    venv-parler/bin/python make_fixtures.py parler_tts
"""

import json
import sys
import types

import torch
from common import FIXTURES, disturb, save, save_json
from networks import dac
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

# The package asks for the authors' codec, which asks for much else; transformers has the same one (`networks/dac.py`).
for name in ["dac", "dac.model"]:
    sys.modules[name] = types.ModuleType(name)
sys.modules["dac.model"].DAC = None

from parler_tts import ParlerTTSConfig, ParlerTTSDecoderConfig, ParlerTTSForCausalLM, ParlerTTSForConditionalGeneration  # noqa: E402
from transformers import DacConfig, DacModel, T5Config, T5EncoderModel  # noqa: E402

DESCRIPTION = "A calm woman speaks slowly, very close to the microphone."
SAID = "Nobody is awake yet, not even the gulls."
CODEBOOKS, END = 4, dac.CODES
START = END + 1
# Steps of the sound, the delays among them.
LONGEST = 60


def tokenizer(folder):
    """A small tokenizer of T5's kind: words from the likeliest pieces, and an end behind them."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,!?'-"
    words = sorted(set(f"{DESCRIPTION} {SAID}".replace(".", "").replace(",", "").split()))
    pieces = [(mark, 0.0) for mark in ["<pad>", "</s>", "<unk>"]] + [("▁", -3.0)]
    pieces += [(f"▁{word}", -5.0 - index / 16) for index, word in enumerate(words)]
    pieces += [(letter, -6.0 - index / 64) for index, letter in enumerate(letters)]
    made = Tokenizer(models.Unigram(pieces, unk_id=2, byte_fallback=False))
    made.normalizer = normalizers.NFKC()
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    made.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", made.token_to_id("</s>"))])
    made.save(str(folder / "tokenizer.json"))
    return made


def decoder_config(**changes):
    return ParlerTTSDecoderConfig(**{
        "vocab_size": END + 4, "max_position_embeddings": 128, "num_hidden_layers": 2, "ffn_dim": 48, "num_attention_heads": 4,
        "hidden_size": 32, "num_codebooks": CODEBOOKS, "pad_token_id": END, "eos_token_id": END, "bos_token_id": START,
    } | changes)


def whole(text_encoder, codec, decoder, tokens):
    config = ParlerTTSConfig.from_sub_models_config(
        text_encoder.config, codec.config, decoder.config, vocab_size=tokens, pad_token_id=END, decoder_start_token_id=START)
    return ParlerTTSForConditionalGeneration(config, text_encoder, codec, decoder)


def tiny(tokens):
    text_encoder = T5EncoderModel(T5Config(
        vocab_size=tokens, d_model=24, d_kv=8, d_ff=40, num_layers=2, num_heads=3, feed_forward_proj="gated-gelu"))
    decoder = ParlerTTSForCausalLM(decoder_config(attn_implementation="eager"))
    model = whole(text_encoder, DacModel(dac.tiny()), decoder, tokens)
    disturb(model, 71)
    codec = dac.disturbed(61)
    model.audio_encoder.load_state_dict(codec.state_dict())
    with torch.no_grad():
        inner = model.decoder.model.decoder
        # These are computed, and saved only by the way.
        inner.embed_positions.make_weights(*inner.embed_positions.weights.shape)
        # Attention that looks at something, so that what is said before counts.
        for layer in inner.layers:
            layer.self_attn.q_proj.weight.mul_(4)
            layer.encoder_attn.q_proj.weight.mul_(4)
        for head in model.decoder.lm_heads:
            head.weight.mul_(3)
            # So that the end comes behind some steps.
            head.weight[END].mul_(2)
            # Some are no codes, which the published model has learnt not to say.
            head.weight[START:].mul_(0.1)
    generation = model.generation_config
    generation.bos_token_id = generation.decoder_start_token_id = START
    generation.pad_token_id = generation.eos_token_id = END
    generation.max_length, generation.min_new_tokens, generation.do_sample = LONGEST, 10, False
    return model.eval()


def saved(model, expected):
    """The model under the names of the published files."""
    from safetensors.torch import save_file

    tensors = {name: value for name, value in model.state_dict().items() if not name.startswith("audio_encoder.")}
    tensors.pop("text_encoder.encoder.embed_tokens.weight")
    generator = torch.Generator().manual_seed(72)
    tensors |= dac.authors_tensors(model.audio_encoder, "audio_encoder.model.", generator)
    folder = save("parler_tts", expected)
    tensors = {name: value.contiguous() for name, value in tensors.items()}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    config = json.loads(model.config.to_json_string(use_diff=False))
    config = {key: config[key] for key in ["vocab_size", "prompt_cross_attention", "pad_token_id", "decoder_start_token_id"]}
    own = model.config
    config["text_encoder"] = {key: own.text_encoder.to_dict()[key] for key in [
        "model_type", "vocab_size", "d_model", "d_kv", "d_ff", "num_layers", "num_heads", "feed_forward_proj",
        "relative_attention_num_buckets", "relative_attention_max_distance", "layer_norm_epsilon"]}
    config["decoder"] = {key: own.decoder.to_dict()[key] for key in [
        "model_type", "vocab_size", "max_position_embeddings", "num_hidden_layers", "ffn_dim", "num_attention_heads",
        "num_key_value_heads", "num_cross_attention_key_value_heads", "hidden_size", "num_codebooks", "activation_function",
        "rope_embeddings", "use_fused_lm_heads", "pad_token_id", "eos_token_id", "bos_token_id"]}
    config["audio_encoder"] = dac.config(model.audio_encoder)
    save_json("parler_tts", "config.json", config)
    model.generation_config.save_pretrained(folder)


def generated(model, description, said, longest):
    """The codes and the samples of what is said, as far as so many steps go."""
    decode, heard = model.audio_encoder.decode, []

    def hears(audio_codes, **rest):
        heard.append(audio_codes[0])
        return decode(audio_codes=audio_codes, **rest)

    model.audio_encoder.decode = hears
    found = model.generate(
        input_ids=description, attention_mask=torch.ones_like(description), prompt_input_ids=said, max_length=longest,
        return_dict_in_generate=True, output_scores=True)
    model.audio_encoder.decode = decode
    best = [scores.topk(2).values for scores in found.scores]
    assert min((pair[:, 0] - pair[:, 1]).min().item() for pair in best) > 1e-3, "too near to each other for a comparison of codes"
    return heard[0], found.sequences[0]


@torch.no_grad()
def make():
    folder = FIXTURES / "parler_tts"
    folder.mkdir(parents=True, exist_ok=True)
    words = tokenizer(folder)
    model = tiny(words.get_vocab_size())
    description, said = (torch.tensor([words.encode(text).ids]) for text in [DESCRIPTION, SAID])
    # A few steps that were made already, with their delays.
    codes = torch.randint(END, (CODEBOOKS, 9), generator=torch.Generator().manual_seed(73))
    for codebook in range(CODEBOOKS):
        codes[codebook, : codebook + 1] = START
    # Tokens whose embeddings the tests disturb.
    codes[0, 5] = codes[3, 6] = 0
    read, before = description.clone(), said.clone()
    read[0, 2] = before[0, 3] = 0
    logits = model(input_ids=read, prompt_input_ids=before, decoder_input_ids=codes).logits
    (spoken, samples), (cut, _) = (generated(model, description, said, longest) for longest in [LONGEST, 14])
    saved(model, {
        "read": read, "before": before, "codes": codes, "logits": logits[:, said.shape[1]:],
        "description": description, "said": said,
        "spoken": spoken, "samples": samples, "cut": cut,
    })
    with torch.device("meta"):
        # That of parler-tts-mini-v1.
        published = whole(
            T5EncoderModel(T5Config(d_model=1024, d_ff=2816, num_layers=24, num_heads=16, feed_forward_proj="gated-gelu")),
            DacModel(DacConfig()),
            ParlerTTSForCausalLM(ParlerTTSDecoderConfig(
                vocab_size=1088, max_position_embeddings=4096, num_codebooks=9, pad_token_id=1024, eos_token_id=1024,
                bos_token_id=1025)),
            32128)
        tensors = {name: value for name, value in published.state_dict().items() if not name.startswith("audio_encoder.")}
        tensors.pop("text_encoder.encoder.embed_tokens.weight")
        tensors |= dac.authors_tensors(published.audio_encoder, "audio_encoder.model.")
    save_json("parler_tts", "full_size.json", {name: list(value.shape) for name, value in sorted(tensors.items())})
