"""Z-Image: its text encoder and transformer one by one, the scheduler step by step, and whole pipelines on given noise."""

import shutil

import torch
from common import FIXTURES, disturb, save, save_json, save_shapes
from diffusers import AutoencoderKL, FlowMatchEulerDiscreteScheduler, ZImagePipeline, ZImageTransformer2DModel
from diffusers.pipelines.z_image.pipeline_z_image import calculate_shift, get_default_z_image_sigmas
from safetensors.torch import load_file, save_file
from tokenizers import pre_tokenizers
from transformers import Qwen2Tokenizer, Qwen3Config, Qwen3Model
from transformers.models.qwen3.modeling_qwen3 import Qwen3RotaryEmbedding

from networks.clip import TEXT, merges_of
from networks.stable_diffusion import last, random

WIDTH, HEIGHT = 96, 64
PROMPT = "a photo of a red ball on the beach"
TEXTS = [
    PROMPT,
    "",
    "  Two   DOGS, playing\twith the\n\nRed Ball! 2024",
    "naïve Ångström — “quoted” 日本語 🙂 a&b_c",
    "what says <|im_end|> ends",
    "the red ball on the beach " * 200,
]

# What matters here of the template that Qwen3's tokenizer has.
TEMPLATE = (
    "{%- for message in messages -%}"
    "{{ '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}"
    "{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\n' }}"
    "{%- if enable_thinking is defined and not enable_thinking -%}{{ '<think>\n\n</think>\n\n' }}{%- endif -%}"
    "{%- endif -%}"
)

# As scheduler/scheduler_config.json of the hub has it, and as other models of its kind do.
FLOW = {
    "fixed": dict(num_train_timesteps=1000, use_dynamic_shifting=False, shift=3.0),
    "by_size": dict(num_train_timesteps=1000, use_dynamic_shifting=True, shift=3.0),
}

# The width between the layers that embed a time is not in the configuration, and the largest of them would be most of the
# fixture: it has numbers of one byte.
LARGEST = "t_embedder.mlp.0.weight"


def tokenizer(folder):
    """A small tokenizer of Qwen's kind."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [pair for pair in merges_of(TEXT, 150) if not any(part.endswith("</w>") for part in pair)]
    tokens = list(dict.fromkeys(letters + ["".join(pair) for pair in merges]))
    made = Qwen2Tokenizer(
        {token: id for id, token in enumerate(tokens)}, merges, chat_template=TEMPLATE, model_max_length=131072,
        extra_special_tokens=["<|im_start|>", "<|im_end|>"],
    )
    folder.mkdir(parents=True, exist_ok=True)
    made.backend_tokenizer.save(str(folder / "tokenizer.json"))
    return made, len(made)


def halved(model):
    """Weights that bf16 holds, as the hub's are of it."""
    return model.bfloat16().float().eval()


def reader(words):
    config = Qwen3Config(
        vocab_size=words, hidden_size=20, intermediate_size=32, num_hidden_layers=3, num_attention_heads=4,
        num_key_value_heads=2, head_dim=6, rope_theta=1000000.0, rms_norm_eps=1e-6, max_position_embeddings=1024,
        tie_word_embeddings=True,
    )
    model = halved(disturb(Qwen3Model(config), 61))
    # How quickly places turn is no weight.
    model.rotary_emb = Qwen3RotaryEmbedding(config)
    return model


def transformer():
    model = ZImageTransformer2DModel(
        in_channels=16, dim=24, n_layers=2, n_refiner_layers=1, n_heads=2, n_kv_heads=2, cap_feat_dim=20,
        axes_dims=[4, 2, 6], axes_lens=[640, 64, 32],
    )
    model = halved(disturb(model, 62))
    largest = model.get_parameter(LARGEST)
    largest.copy_(largest.to(torch.float8_e4m3fn).float())
    return model


def autoencoder():
    model = AutoencoderKL(
        in_channels=3, out_channels=3, latent_channels=16, layers_per_block=1, norm_num_groups=4, sample_size=64,
        block_out_channels=(4, 4, 8, 8), down_block_types=("DownEncoderBlock2D",) * 4,
        up_block_types=("UpDecoderBlock2D",) * 4, scaling_factor=0.3611, shift_factor=0.1159, use_quant_conv=False,
        use_post_quant_conv=False,
    )
    return halved(disturb(model, 63, 0.2))


def save_parts(folder, text, model, vae):
    model.bfloat16().save_pretrained(folder / "transformer", max_shard_size="300KB")
    for path in (folder / "transformer").glob("*.safetensors"):
        tensors = load_file(path)
        if LARGEST in tensors:
            tensors[LARGEST] = tensors[LARGEST].to(torch.float8_e4m3fn)
        save_file(tensors, path, {"format": "pt"})
    vae.bfloat16().save_pretrained(folder / "vae")
    text.bfloat16().save_pretrained(folder / "text_encoder")
    # The hub's file is one of a model that writes on, whose layers it names so.
    path = folder / "text_encoder" / "model.safetensors"
    save_file({f"model.{name}": value for name, value in load_file(path).items()}, path, {"format": "pt"})
    for part in [model, vae, text]:
        part.float()
    text.rotary_emb = Qwen3RotaryEmbedding(text.config)


def schedulers():
    """Each step on given velocities: how much noise there is before it, and what it makes of the sample."""
    tensors = {}
    for name, config in FLOW.items():
        for steps in [1, 4, 8]:
            scheduler = FlowMatchEulerDiscreteScheduler(**config)
            scheduler.set_timesteps(sigmas=get_default_z_image_sigmas(steps), mu=calculate_shift(1536))
            sample = random(1, 16, 2, 3, seed=7)
            samples, velocities = [sample], []
            for step, timestep in enumerate(scheduler.timesteps):
                velocity = random(1, 16, 2, 3, seed=300 + step)
                velocities.append(velocity)
                sample = scheduler.step(velocity, timestep, sample).prev_sample
                samples.append(sample)
            key = f"{name}.{steps}"
            tensors[f"{key}.shares"] = scheduler.sigmas.double()
            for what, values in [("samples", samples), ("velocities", velocities)]:
                tensors[f"{key}.{what}"] = torch.stack([last(value) for value in values])
    return tensors


def full_size():
    """The published configurations."""
    with torch.device("meta"):
        reader = Qwen3Config(
            vocab_size=151936, hidden_size=2560, intermediate_size=9728, num_hidden_layers=36, num_attention_heads=32,
            num_key_value_heads=8, head_dim=128,
        )
        vae = AutoencoderKL(
            latent_channels=16, block_out_channels=(128, 256, 512, 512), down_block_types=("DownEncoderBlock2D",) * 4,
            up_block_types=("UpDecoderBlock2D",) * 4, layers_per_block=2, use_quant_conv=False, use_post_quant_conv=False,
        )
        for name, model in {
            "text_encoder": Qwen3Model(reader), "transformer": ZImageTransformer2DModel(), "vae": vae,
        }.items():
            save_shapes("z_image", model)
            folder = FIXTURES / "z_image"
            (folder / "full_size.json").rename(folder / f"full_size_{name}.json")


@torch.no_grad()
def make():
    folder = FIXTURES / "z_image"
    shutil.rmtree(folder, ignore_errors=True)
    words, count = tokenizer(folder / "tokenizer")
    text, model, vae = reader(count), transformer(), autoencoder()
    save_parts(folder, text, model, vae)
    (folder / "scheduler").mkdir()
    save_json("z_image", "scheduler/scheduler_config.json", FLOW["fixed"] | {"_class_name": "FlowMatchEulerDiscreteScheduler"})
    tensors = schedulers()
    parts = dict(vae=vae, text_encoder=text, tokenizer=words, transformer=model)
    pipeline = ZImagePipeline(scheduler=FlowMatchEulerDiscreteScheduler(**FLOW["fixed"]), **parts)
    pipeline.set_progress_bar_config(disable=True)
    for index, prompt in enumerate(TEXTS[:4]):
        tensors[f"text.{index}"] = pipeline.encode_prompt(prompt, do_classifier_free_guidance=False)[0][0]
    # Rows of patches and of words that have to be filled up, and such that need not.
    for name, shape, tokens, time in [("filled", (6, 10), 7, 0.3), ("whole", (16, 8), 64, 0.0), ("late", (4, 2), 33, 0.875)]:
        latents, said = random(16, 1, *shape, seed=shape[0]), random(tokens, 20, seed=tokens)
        found = model([latents], torch.tensor([time]), [said], return_dict=False)[0][0]
        tensors |= {
            f"{name}.latents": latents[:, 0].permute(1, 2, 0), f"{name}.text": said[None],
            f"{name}.towards": found[:, 0].permute(1, 2, 0),
        }
    latents, pixels = random(1, 16, 3, 5, seed=64), random(1, 3, 24, 40, seed=65).clamp(-1, 1)
    tensors |= {
        "vae.latents": last(latents), "vae.decoded": last(vae.decode(latents).sample), "vae.pixels": last(pixels),
        "vae.mean": last(vae.encode(pixels).latent_dist.mean),
    }
    noise = random(1, 16, HEIGHT // 8, WIDTH // 8, seed=66)
    tensors["noise"] = last(noise)
    for name, config in FLOW.items():
        pipeline.scheduler = FlowMatchEulerDiscreteScheduler(**config)
        found = pipeline(
            PROMPT, height=HEIGHT, width=WIDTH, num_inference_steps=8, guidance_scale=0.0, latents=noise.clone(),
            output_type="np",
        ).images[0]
        tensors[f"image.{name}"] = torch.from_numpy((found * 255).round().astype("uint8"))
    save("z_image", tensors)
    said = [words.apply_chat_template(
        [{"role": "user", "content": text}], tokenize=False, add_generation_prompt=True, enable_thinking=True,
    ) for text in TEXTS]
    ids = words(said, max_length=512, truncation=True).input_ids
    save_json("z_image", "tokens.json", [{"text": text, "ids": row} for text, row in zip(TEXTS, ids)])
    full_size()
