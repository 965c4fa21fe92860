"""MusicGen: what the layers that compose make of a text and of frames, and the music that comes of a text without chance."""

import torch
from common import FIXTURES, disturb, save, save_json, save_shapes
from networks import encodec
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import MusicgenConfig, MusicgenDecoderConfig, MusicgenForConditionalGeneration, T5Config
from transformers.generation import TemperatureLogitsWarper, TopKLogitsWarper

TEXTS = ["a calm piano tune for a rainy day", "80s pop track with bassy drums and synth", "Größe, naïve; 20 seconds of happy ukulele!"]
CODES = 32
BOOKS = 4
FRAMES = 40
# Frames that are there already.
PROMPT = 10


def tokenizer(folder):
    """A small tokenizer of the kind of T5's: pieces of words by how likely they are, with a mark behind the text."""
    made = Tokenizer(models.Unigram())
    made.normalizer = normalizers.NFKC()
    made.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    made.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    trainer = trainers.UnigramTrainer(vocab_size=80, special_tokens=["<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False)
    made.train_from_iterator(TEXTS[:2], trainer)
    made.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    made.save(str(folder / "tokenizer.json"))
    return made


def tiny(tokens):
    text = T5Config(vocab_size=tokens, d_model=24, d_kv=10, d_ff=40, num_layers=2, num_heads=2)
    decoder = MusicgenDecoderConfig(
        vocab_size=CODES, hidden_size=32, num_hidden_layers=2, ffn_dim=48, num_attention_heads=4, num_codebooks=BOOKS,
        pad_token_id=CODES, bos_token_id=CODES,
    )
    return MusicgenConfig(text_encoder=text, audio_encoder=encodec.tiny(BOOKS), decoder=decoder)


def lively(seed, tokens):
    """Random weights whose codes differ from frame to frame, from text to text, and with guidance."""
    model = encodec.lively(disturb(MusicgenForConditionalGeneration(tiny(tokens)), seed))
    decoder = model.decoder
    with torch.no_grad():
        # They are computed: no model has its own.
        positions = decoder.model.decoder.embed_positions
        positions.make_weights(positions.num_positions, positions.embedding_dim)
        for layer in decoder.model.decoder.layers:
            layer.encoder_attn.q_proj.weight.mul_(2)
            layer.encoder_attn.out_proj.weight.mul_(2)
            layer.self_attn.q_proj.weight.mul_(4)
            layer.self_attn.out_proj.weight.mul_(3)
            layer.fc1.weight.mul_(2)
            layer.fc2.weight.mul_(2)
        # Else the same codes would be the likeliest everywhere.
        decoder.model.decoder.layer_norm.bias.mul_(0.3)
        for codes in decoder.model.decoder.embed_tokens:
            # As strong as what tells where a frame stands.
            codes.weight.mul_(4)
        for head in decoder.lm_heads:
            head.weight.mul_(10)
    settings = {"pad_token_id": CODES, "bos_token_id": CODES, "decoder_start_token_id": CODES, "do_sample": False}
    model.generation_config.update(**settings)
    model.decoder.generation_config.update(**settings)
    return model


def composed(model, ids, guidance, prompt=None):
    """The codes of the likeliest music, and its sound."""
    decoded = []
    decode = model.audio_encoder.decode

    def hear(codes, **options):
        decoded.append(codes)
        return decode(codes, **options)

    model.audio_encoder.decode = hear
    extra = {} if prompt is None else {"decoder_input_ids": prompt}
    # One step stands before all frames, and the codebooks behind each other.
    found = model.generate(
        input_ids=ids, attention_mask=torch.ones_like(ids), guidance_scale=guidance, max_length=FRAMES + BOOKS,
        return_dict_in_generate=True, output_logits=True, output_scores=True, **extra,
    )
    model.audio_encoder.decode = decode
    for scores in found.scores:
        first, second = scores.topk(2).values.T
        assert (first - second).min() > 1e-3, "too near to each other for a comparison of codes"
    return decoded[0][0, 0], found.sequences[0, 0]


def delayed(codes):
    """Frames as they stand beside each other: each codebook a step behind the one before it."""
    steps = torch.full((BOOKS, codes.shape[1] + BOOKS), CODES)
    for book in range(BOOKS):
        steps[book, book + 1 : book + 1 + codes.shape[1]] = codes[book]
    return steps


@torch.no_grad()
def make():
    folder = FIXTURES / "musicgen"
    folder.mkdir(parents=True, exist_ok=True)
    words = tokenizer(folder)
    model = lively(71, words.get_vocab_size())
    ids = [torch.tensor([words.encode(text).ids]) for text in TEXTS]
    expected = {}
    for name, text, guidance in [("first", 0, 3.0), ("second", 1, 3.0), ("plain", 0, 1.0)]:
        codes, sound = composed(model, ids[text], guidance)
        expected |= {f"{name}.codes": codes, f"{name}.sound": sound}
    prompt = torch.randint(CODES, (BOOKS, PROMPT), generator=torch.Generator().manual_seed(72))
    # The codes whose embeddings tests disturb.
    prompt[:, 3] = 0
    expected["prompt"] = prompt
    expected["continued.codes"], _ = composed(model, ids[1], 3.0, prompt)
    frames = delayed(prompt)
    read = model.enc_to_dec_proj(model.text_encoder(input_ids=ids[0]).last_hidden_state)
    both = torch.cat([read, torch.zeros_like(read)])
    logits = model.decoder(input_ids=frames.repeat(2, 1), encoder_hidden_states=both).logits
    # (with the text and without it, frame, codebook, code)
    logits = logits.reshape(2, BOOKS, frames.shape[1], CODES).transpose(1, 2)
    sampled = TopKLogitsWarper(7)(None, TemperatureLogitsWarper(0.8)(None, logits[0, -1])).softmax(-1)
    save("musicgen", expected | {"read": read, "frames": frames, "logits": logits, "sampled": sampled}, model)
    save_json("musicgen", "texts.json", [{"text": text, "ids": found[0].tolist()} for text, found in zip(TEXTS, ids)])
    with torch.device("meta"):
        # That of musicgen-small.
        text = T5Config(d_model=768, d_ff=3072, num_layers=12, num_heads=12)
        save_shapes("musicgen", MusicgenForConditionalGeneration(MusicgenConfig(
            text_encoder=text, audio_encoder=encodec.published(), decoder=MusicgenDecoderConfig(),
        )))
    encodec.rename("musicgen")
