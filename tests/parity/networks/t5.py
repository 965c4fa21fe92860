"""T5's encoder: what it makes of a text, of the first version's layers and of the gated ones of version 1.1."""

import torch
from common import disturb, save, save_shapes
from transformers import T5Config, T5EncoderModel

# More tokens than the farthest distance that is told apart, so that every kind of distance is there.
LENGTH = 70


def made(name, kind, seed):
    config = T5Config(
        vocab_size=90, d_model=24, d_kv=10, d_ff=40, num_layers=3, num_heads=4, relative_attention_num_buckets=16,
        relative_attention_max_distance=50, feed_forward_proj=kind,
    )
    model = disturb(T5EncoderModel(config), seed)
    with torch.no_grad():
        # As strong as the words themselves.
        model.encoder.block[0].layer[0].SelfAttention.relative_attention_bias.weight.mul_(4)
    ids = torch.randint(90, (LENGTH,), generator=torch.Generator().manual_seed(seed))
    # The token whose embedding tests disturb.
    ids[5] = 0
    save(name, {"ids": ids, "encoded": model(ids[None]).last_hidden_state}, model)


@torch.no_grad()
def make():
    made("t5", "relu", 51)
    made("t5_gated", "gated-gelu", 52)
    with torch.device("meta"):
        # That of t5-base and of flan-t5-large.
        save_shapes("t5", T5EncoderModel(T5Config(d_model=768, d_ff=3072, num_layers=12, num_heads=12)))
        save_shapes("t5_gated", T5EncoderModel(T5Config(
            d_model=1024, d_ff=2816, num_layers=24, num_heads=16, feed_forward_proj="gated-gelu",
        )))
