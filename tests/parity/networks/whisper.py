"""Whisper: the spectrogram of a voice, what the encoder and the decoder make of it, and what greedy decoding writes with times."""

import torch
from common import FIXTURES, disturb, save, save_json, save_shapes, voice
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import GenerationConfig, WhisperConfig, WhisperFeatureExtractor, WhisperForConditionalGeneration

TEXT = [
    "And so, my fellow Americans, ask not what your country can do for you.",
    " Ask what you can do for your country. The quick brown fox jumps over the lazy dog.",
    " Où est la bibliothèque ? Ça, c'est là-bas. Straße, Größe und Übermut. 日本語 も 少し 🙂",
]
LANGUAGES = ["en", "de", "fr", "ja"]
# Seconds of a window; the published models hear 30.
WINDOW = 3
# As long as a decoder's text may be, the tokens before it included.
LONGEST = 24


def tokenizer(folder):
    """A small byte-level tokenizer with Whisper's marks behind its words, and behind them the times."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    made.train_from_iterator(TEXT, trainers.BpeTrainer(vocab_size=330, initial_alphabet=alphabet, show_progress=False))
    marks = ["<|endoftext|>", "<|startoftranscript|>", *(f"<|{language}|>" for language in LANGUAGES)]
    marks += ["<|translate|>", "<|transcribe|>", "<|startoflm|>", "<|startofprev|>", "<|nospeech|>", "<|notimestamps|>"]
    made.add_special_tokens([AddedToken(mark, special=True) for mark in marks])
    made.add_tokens([AddedToken(f"<|{position * 0.02:.2f}|>") for position in range(WINDOW * 50 + 1)])
    made.save(str(folder / "tokenizer.json"))
    return made


def generation(tokens, **changes):
    number = tokens.token_to_id
    end = number("<|endoftext|>")
    return GenerationConfig(**{
        "bos_token_id": end, "eos_token_id": end, "pad_token_id": end,
        "decoder_start_token_id": number("<|startoftranscript|>"),
        "begin_suppress_tokens": [number("Ġ"), end],
        "suppress_tokens": [5, 7, 11] + [number(f"<|{mark}|>") for mark in [
            "translate", "transcribe", "startoflm", "startofprev", "nospeech", "startoftranscript"]],
        "no_timestamps_token_id": number("<|notimestamps|>"),
        "max_initial_timestamp_index": 50,
        "is_multilingual": True,
        "lang_to_id": {f"<|{language}|>": number(f"<|{language}|>") for language in LANGUAGES},
        "task_to_id": {task: number(f"<|{task}|>") for task in ["translate", "transcribe"]},
        "max_length": LONGEST,
        "return_timestamps": False,
    } | changes)


def tiny(tokens):
    end = tokens.token_to_id("<|endoftext|>")
    return WhisperConfig(
        vocab_size=tokens.get_vocab_size(), bos_token_id=end, eos_token_id=end, pad_token_id=end,
        decoder_start_token_id=end + 1, begin_suppress_tokens=None, num_mel_bins=80, d_model=32, encoder_layers=2, encoder_attention_heads=4, encoder_ffn_dim=48,
        decoder_layers=2, decoder_attention_heads=2, decoder_ffn_dim=56, max_source_positions=WINDOW * 50,
        max_target_positions=LONGEST,
    )


def lively(tokens, seed):
    """Random weights that say something else for each window, with times between the words, and now and then an end."""
    model = disturb(WhisperForConditionalGeneration(tiny(tokens)), seed)
    model.generation_config = generation(tokens)
    end, first_time = tokens.token_to_id("<|endoftext|>"), tokens.token_to_id("<|0.00|>")
    decoder = model.model.decoder
    with torch.no_grad():
        words = decoder.embed_tokens.weight.mul_(0.4)
        words[end].mul_(1.3)
        # Times are probable together: each alone has to be less so than words are.
        words[first_time:].mul_(0.5)
        decoder.embed_positions.weight.mul_(3)
        # The matrix of the embeddings chooses the next word too: without this each word would say itself again.
        norm = decoder.layer_norm.weight
        norm.copy_(7.5 * torch.randn(norm.shape, generator=torch.Generator().manual_seed(seed)))
        for layer in decoder.layers:
            layer.encoder_attn.q_proj.weight.mul_(4)
            layer.encoder_attn.out_proj.weight.mul_(2)
            layer.fc1.weight.mul_(2)
    return model


def features(samples, mels=80, **options):
    hears = WhisperFeatureExtractor(feature_size=mels, chunk_length=WINDOW)
    return hears(samples, sampling_rate=16000, return_tensors="pt", **options).input_features


def whole(samples, mels=80):
    """Those of a long sound, without padding to the length of a window."""
    return features(samples, mels, truncation=False, padding="longest")


def transcribed(model, sound, **options):
    """What long-form generation makes of the features of a sound: its segments, and the scores of every step."""
    found = model.generate(
        sound, task="transcribe", return_timestamps=True, return_segments=True, return_dict_in_generate=True,
        output_scores=True, num_beams=1, do_sample=False, **options,
    )
    return found["segments"][0]


def told(segments, tokens):
    end, first_time = tokens.token_to_id("<|endoftext|>"), tokens.token_to_id("<|0.00|>")
    found = []
    for segment in segments:
        for scores in segment["result"]["scores"]:
            first, second = scores.topk(2).values.tolist()
            words, times = scores[:first_time].max().item(), scores[first_time:].logsumexp(-1).item()
            assert min(first - second, abs(words - times)) > 1e-3, "too near to each other for a comparison of tokens"
        ids = segment["tokens"].tolist()
        if len(ids) > 1 and min(ids[-2:]) >= first_time:
            # The beginning of what follows.
            ids.pop()
        text = tokens.decode([id for id in ids if id < end])
        found.append({"start": float(segment["start"]), "end": float(segment["end"]), "ids": ids, "text": text})
    return found


def silence(model, window):
    """How likely it is at the start of a window that nobody speaks."""
    nobody = model.generation_config.no_timestamps_token_id - 1
    start = torch.tensor([[model.generation_config.decoder_start_token_id]])
    return model(window, decoder_input_ids=start).logits[0, 0].softmax(-1)[nobody].item()


@torch.no_grad()
def make():
    folder = FIXTURES / "whisper"
    folder.mkdir(parents=True, exist_ok=True)
    tokens = tokenizer(folder)
    model, number = lively(tokens, 34), tokens.token_to_id
    sound, backwards = whole(voice()), whole(voice()[::-1].copy())
    # The second and a half in the middle, as a sound that is shorter than a window.
    short = features(voice()[40000:64000])
    window = sound[..., : 2 * model.config.max_source_positions].half().float()
    heard = model.model.encoder(window).last_hidden_state
    ids = [number(mark) for mark in ["<|startoftranscript|>", "<|fr|>", "<|transcribe|>", "<|0.40|>"]] + [165, 273, 90]
    logits = model(window, decoder_input_ids=torch.tensor([ids])).logits
    save("whisper", {
        # Every tenth step.
        "mel": sound[0, :, ::10], "mel_short": short[0, :, ::10], "mel_128": whole(voice(), 128)[0, :, ::20],
        "window": window[0].T.to(torch.float16), "heard": heard, "ids": torch.tensor(ids), "logits": logits,
    }, model)
    model.generation_config.save_pretrained(folder)
    # Of all languages, and of those that are left without the likeliest.
    known, detected = dict(model.generation_config.lang_to_id), []
    while len(known) > len(LANGUAGES) - 2:
        found = model.detect_language(window, generation_config=generation(tokens, lang_to_id=known)).item()
        detected += [mark for mark, id in known.items() if id == found]
        del known[detected[-1]]
    # The first window is left out, and no other is as silent.
    between = 0.95 * silence(model, window)
    skipped = transcribed(model, sound, no_speech_threshold=between, logprob_threshold=0.0, temperature=(0.0,))
    save_json("whisper", "transcripts.json", {
        "forwards": told(transcribed(model, sound), tokens),
        "french": told(transcribed(model, sound, language="fr"), tokens),
        "backwards": told(transcribed(model, backwards), tokens),
        "skipped": told(skipped, tokens), "no_speech": between, "languages": [mark.strip("<|>") for mark in detected],
    })
    with torch.device("meta"):
        # That of whisper-large-v3-turbo.
        save_shapes("whisper", WhisperForConditionalGeneration(WhisperConfig(
            vocab_size=51866, num_mel_bins=128, d_model=1280, encoder_layers=32, encoder_attention_heads=20,
            encoder_ffn_dim=5120, decoder_layers=4, decoder_attention_heads=20, decoder_ffn_dim=5120,
        )))
