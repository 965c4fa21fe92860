"""Language models of each family as GGUF files: the logits that transformers has for the token behind a text, and the tokens of texts."""

import io
import json

import gguf
import numpy
import sentencepiece
import tokenizers
import torch
import transformers
from common import FIXTURES, disturb, save

TEXTS = ["Put calm music under it.", "  two  spaces, 1234 and don't", "naïve café – 你好 🎉", "line\n\nbreak\tand tab", ""]
# More than the window of layers that look back over a part alone.
LENGTH = 21
SIZES = dict(hidden_size=24, intermediate_size=40, num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=2048, tie_word_embeddings=False)
TEMPLATE = "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
CORPUS = ["the tide was out and the boats lay on the sand", "put calm music under the video", "don't cut the first ten seconds, 1234 times"] * 20


def byte_pairs(writer, pre, pattern):
    """A small byte-level vocabulary in the file; the tokenizer that transformers would have of it."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    split = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    level = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Sequence([split, level])
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=300, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(CORPUS, trainer)
    vocabulary = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
    model = json.loads(tokenizer.to_str())["model"]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list([token for token, _ in vocabulary])
    writer.add_token_types([3 if token in SPECIAL else 1 for token, _ in vocabulary])
    writer.add_token_merges([" ".join(pair) for pair in model["merges"]])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(2)
    return len(vocabulary), lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def sentence_pieces(writer):
    """A small SentencePiece vocabulary in the file; SentencePiece's own reading of texts."""
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(CORPUS), model_writer=model, vocab_size=310, model_type="bpe", byte_fallback=True, hard_vocab_limit=False,
        normalization_rule_name="identity", remove_extra_whitespaces=False, control_symbols=["<|im_start|>", "<|im_end|>"], minloglevel=2,
    )
    processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    count = processor.get_piece_size()
    kind = lambda id: 2 if processor.is_unknown(id) else 3 if processor.is_control(id) else 6 if processor.is_byte(id) else 1
    writer.add_tokenizer_model("llama")
    writer.add_token_list([processor.id_to_piece(id) for id in range(count)])
    writer.add_token_scores([processor.get_score(id) for id in range(count)])
    writer.add_token_types([kind(id) for id in range(count)])
    writer.add_bos_token_id(processor.bos_id())
    writer.add_eos_token_id(processor.eos_id())
    writer.add_unk_token_id(processor.unk_id())
    return count, lambda text: processor.encode(text)


def interleaved(weight, heads):
    """The rows of a head with the two halves of each pair side by side, as files of Llama have them."""
    return weight.reshape(heads, 2, weight.shape[0] // heads // 2, *weight.shape[1:]).swapaxes(1, 2).reshape(weight.shape)


NAMES = {
    "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output",
    "self_attn.qkv_proj": "attn_qkv", "self_attn.q_norm": "attn_q_norm", "self_attn.k_norm": "attn_k_norm", "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up", "mlp.gate_up_proj": "ffn_up", "mlp.down_proj": "ffn_down", "input_layernorm": "attn_norm",
    "mlp.gate": "ffn_gate_inp",
}
# Gemma has norms behind attention and feed-forward layers too; elsewhere the second norm is the feed-forward layer's.
AFTER = {False: {"post_attention_layernorm": "ffn_norm"}, True: {"post_attention_layernorm": "post_attention_norm", "pre_feedforward_layernorm": "ffn_norm", "post_feedforward_layernorm": "post_ffw_norm"}}


def tensors(model, family, config):
    """Each tensor by its name in the file."""
    names = NAMES | AFTER[family == "gemma3"]
    for name, value in model.state_dict().items():
        value = value.float().numpy()
        name = name.removeprefix("model.")
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        if family == "gemma3" and "norm" in name:
            value = value + 1.0
        if name.startswith("layers."):
            _, layer, rest = name.split(".", 2)
            part, end = rest.rsplit(".", 1)
            if part == "mlp.experts":
                # Files have gates and values of all experts in one tensor each.
                kinds = ["ffn_gate_exps", "ffn_up_exps"] if end == "gate_up_proj" else ["ffn_down_exps"]
                yield from zip([f"blk.{layer}.{kind}.weight" for kind in kinds], numpy.split(value, len(kinds), axis=1))
                continue
            if family in ("llama", "smollm3") and part in ("self_attn.q_proj", "self_attn.k_proj"):
                value = interleaved(value, config.num_attention_heads if "q_proj" in part else config.num_key_value_heads)
            yield f"blk.{layer}.{names[part]}.{end}", value
        else:
            yield {"embed_tokens.weight": "token_embd.weight", "norm.weight": "output_norm.weight", "lm_head.weight": "output.weight"}[name], value


def made(family, build, layers, seed, vocabulary, more=None, **fields):
    """A file of a family, and what transformers makes of random tokens."""
    name = f"decoder_{family}"
    folder = FIXTURES / name
    folder.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(folder / "model.gguf", family)
    count, encode = vocabulary(writer)
    config, kind = build(vocab_size=count, num_hidden_layers=layers, **SIZES | (more or {}))
    config._attn_implementation = "eager"
    model = kind(config)
    # Files say nothing of these: they follow from the configuration.
    unsaid = {buffer: value.clone() for buffer, value in model.named_buffers() if buffer not in model.state_dict()}
    disturb(model, seed)
    for parameter, value in model.named_parameters():
        # One matrix for each expert, not one whose rows are matrices.
        if parameter.endswith(("gate_up_proj", "down_proj")) and value.dim() == 3:
            value.mul_(value.shape[1] ** 0.5)
    for buffer, value in model.named_buffers():
        if buffer in unsaid:
            value.copy_(unsaid[buffer])
    writer.add_chat_template(TEMPLATE)
    writer.add_block_count(layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    for field, value in fields.items():
        getattr(writer, field)(value)
    for key, value in tensors(model, family, config):
        writer.add_tensor(key, numpy.ascontiguousarray(value, numpy.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    ids = torch.randint(count, (LENGTH,), generator=torch.Generator().manual_seed(seed))
    expected = {"ids": ids, "logits": model(ids[None]).logits[0, -1]}
    for index, text in enumerate(TEXTS):
        expected[f"text.{index}"] = numpy.array(encode(text), numpy.int64)
    save(name, expected)


GPT_2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
QWEN = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
LLAMA = QWEN.replace(r"\p{N}|", r"\p{N}{1,3}|")


def of(config, kind, **fixed):
    """A function that makes a configuration, and the network's class."""
    return lambda **fields: (config(**fields | fixed), kind)


@torch.no_grad()
def make():
    t = transformers
    rope = lambda theta: {"rope_type": "default", "rope_theta": theta}
    made("llama", of(t.LlamaConfig, t.LlamaForCausalLM, rope_parameters=rope(1e4)), 2, 61, lambda writer: byte_pairs(writer, "llama-bpe", LLAMA), add_rope_freq_base=1e4)
    made("qwen2", of(t.Qwen2Config, t.Qwen2ForCausalLM, rope_parameters=rope(1e6)), 2, 62, lambda writer: byte_pairs(writer, "qwen2", QWEN), add_rope_freq_base=1e6)
    made("qwen3", of(t.Qwen3Config, t.Qwen3ForCausalLM, rope_parameters=rope(1e6), head_dim=8), 2, 63, lambda writer: byte_pairs(writer, "qwen2", QWEN), add_rope_freq_base=1e6, add_key_length=8)
    experts = of(
        t.Qwen3MoeConfig, t.Qwen3MoeForCausalLM, rope_parameters=rope(1e6), head_dim=8, num_experts=6, num_experts_per_tok=2,
        moe_intermediate_size=16, norm_topk_prob=True,
    )
    made(
        "qwen3moe", experts, 2, 67, lambda writer: byte_pairs(writer, "qwen2", QWEN), add_rope_freq_base=1e6, add_key_length=8, add_expert_count=6,
        add_expert_used_count=2,
    )
    made("smollm3", of(t.SmolLM3Config, t.SmolLM3ForCausalLM, rope_parameters=rope(5e6), pad_token_id=0), 4, 64, lambda writer: byte_pairs(writer, "gpt-2", GPT_2), add_rope_freq_base=5e6)
    made("phi3", of(t.Phi3Config, t.Phi3ForCausalLM, rope_parameters=rope(1e4), pad_token_id=0), 2, 65, sentence_pieces, add_rope_freq_base=1e4)
    kinds = ["sliding_attention"] * 5 + ["full_attention"]
    gemma = of(
        t.Gemma3TextConfig, t.Gemma3ForCausalLM, head_dim=8, query_pre_attn_scalar=8, sliding_window=6, layer_types=kinds,
        rope_parameters={"sliding_attention": rope(1e4), "full_attention": {"rope_type": "linear", "rope_theta": 1e6, "factor": 8.0}},
    )
    made(
        "gemma3", gemma, 6, 66, sentence_pieces, dict(tie_word_embeddings=True), add_rope_freq_base=1e6, add_key_length=8, add_sliding_window=6,
        add_rope_scaling_type=gguf.RopeScalingType.LINEAR, add_rope_scaling_factor=8.0,
    )
