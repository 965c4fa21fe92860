"""Stable Diffusion 1.5: its networks one by one, the schedulers step by step, and whole pipelines on given noise."""

import contextlib
import shutil
import unittest.mock

import numpy
import PIL.Image
import torch
from common import FIXTURES, disturb, photo, save, save_json, save_shapes
from diffusers import (
    AutoencoderKL, ControlNetModel, DDIMScheduler, DPMSolverMultistepScheduler, EulerAncestralDiscreteScheduler,
    LCMScheduler, StableDiffusionControlNetPipeline, StableDiffusionImg2ImgPipeline, StableDiffusionInpaintPipeline,
    StableDiffusionInstructPix2PixPipeline, StableDiffusionPanoramaPipeline, StableDiffusionPipeline, UNet2DConditionModel,
)
from safetensors.torch import load_file, save_file
from transformers import CLIPTextConfig, CLIPTextModel, CLIPTokenizer

from networks.clip import vocabulary

WIDTH, HEIGHT = 64, 48
PROMPT, NEGATIVE = "a photo of a red ball on the beach", "two dogs"

# As scheduler/scheduler_config.json of the hub has it.
TRAINING = dict(
    num_train_timesteps=1000, beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear", steps_offset=1,
    set_alpha_to_one=False, clip_sample=False, prediction_type="epsilon",
)


def ddim(**more):
    return DDIMScheduler(**TRAINING | more)


def without(*names):
    return {name: value for name, value in TRAINING.items() if name not in names}


SCHEDULERS = {
    "ddim": (ddim, "scheduling_ddim"),
    "euler_ancestral": (
        lambda **more: EulerAncestralDiscreteScheduler(**without("set_alpha_to_one", "clip_sample") | more),
        "scheduling_euler_ancestral_discrete",
    ),
    "dpm_solver": (
        lambda **more: DPMSolverMultistepScheduler(
            **without("set_alpha_to_one", "clip_sample") | {"use_karras_sigmas": True} | more
        ),
        "scheduling_dpmsolver_multistep",
    ),
    "lcm": (lambda **more: LCMScheduler(**TRAINING | more), "scheduling_lcm"),
}


def halved(model):
    """Weights that half of the precision holds, so that the fixture is half as large."""
    return model.half().float().eval()


def unet(channels):
    model = UNet2DConditionModel(
        sample_size=8, in_channels=channels, out_channels=4, layers_per_block=2, block_out_channels=(12, 16),
        down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"),
        cross_attention_dim=20, attention_head_dim=2, norm_num_groups=4,
    )
    return halved(disturb(model, channels, 0.2))


def autoencoder():
    model = AutoencoderKL(
        in_channels=3, out_channels=3, latent_channels=4, layers_per_block=1, norm_num_groups=4, sample_size=64,
        block_out_channels=(8, 12, 16, 16), down_block_types=("DownEncoderBlock2D",) * 4,
        up_block_types=("UpDecoderBlock2D",) * 4, scaling_factor=0.18215,
    )
    return halved(disturb(model, 1, 0.2))


def reader(words):
    config = CLIPTextConfig(
        vocab_size=words, hidden_size=20, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2,
        max_position_embeddings=77, bos_token_id=words - 2, eos_token_id=words - 1, pad_token_id=words - 1,
    )
    return halved(disturb(CLIPTextModel(config), 3))


def controlnet():
    model = ControlNetModel(
        in_channels=4, conditioning_channels=3, layers_per_block=2, block_out_channels=(12, 16), norm_num_groups=4,
        down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), cross_attention_dim=20, attention_head_dim=2,
        conditioning_embedding_out_channels=(4, 6, 8, 12),
    )
    return halved(disturb(model, 4, 0.2))


def words(folder):
    """The small tokenizer of CLIP's, in the files that the hub has of it."""
    tokens, merges = vocabulary()
    made = CLIPTokenizer(tokens, merges, model_max_length=77)
    folder.mkdir(parents=True, exist_ok=True)
    made.backend_tokenizer.save(str(folder / "tokenizer.json"))
    return made, len(tokens)


def older(name):
    """A tensor's name as the hub's files have it, which are older than the libraries."""
    for new, old in [("to_q", "query"), ("to_k", "key"), ("to_v", "value"), ("to_out.0", "proj_attn")]:
        name = name.replace(f".attentions.0.{new}.", f".attentions.0.{old}.")
    return name


def save_half(model, folder, rename=lambda name: name):
    """As the hub's files of half of the precision."""
    model.half().save_pretrained(folder)
    file = next(folder.glob("*.safetensors"))
    tensors = {rename(name): value for name, value in load_file(file).items()}
    file.unlink()
    save_file(tensors, folder / f"{file.stem}.fp16.safetensors", {"format": "pt"})
    model.float()


@contextlib.contextmanager
def given(*noises):
    """The generators of diffusers draw these instead, one after the other."""
    left = list(noises)

    def draw(shape, **_):
        noise = left.pop(0)
        assert noise.shape == torch.Size(shape), (noise.shape, shape)
        return noise

    with contextlib.ExitStack() as stack:
        for place in ["models.autoencoders.vae"] + [f"schedulers.{file}" for _, file in SCHEDULERS.values()] + [
            f"pipelines.stable_diffusion.pipeline_stable_diffusion{name}"
            for name in ["", "_img2img", "_inpaint", "_instruct_pix2pix"]
        ]:
            stack.enter_context(unittest.mock.patch(f"diffusers.{place}.randn_tensor", draw))
        yield
    assert not left, f"{len(left)} were not drawn"


def last(tensor):
    """Planes of one picture as channels-last."""
    return tensor[0].permute(1, 2, 0)


def random(*shape, seed):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def schedulers():
    """Every scheduler on given predictions and noise: where it asks, what it makes of the sample, and what noise it adds."""
    tensors = {}
    for name, (make, _) in SCHEDULERS.items():
        for steps in [4, 20] if name != "lcm" else [4]:
            for kind in ["epsilon", "v_prediction"]:
                scheduler = make(prediction_type=kind)
                scheduler.set_timesteps(steps)
                shape = (1, 4, 2, 3)
                drawn = [random(*shape, seed=100 + step) for step in range(steps)]
                sample = random(*shape, seed=7) * scheduler.init_noise_sigma
                samples, scaled, predictions = [sample], [], []
                # The last step of LCM adds none.
                used = drawn[:-1] if name == "lcm" else drawn if name == "euler_ancestral" else []
                with given(*used):
                    for step, timestep in enumerate(scheduler.timesteps):
                        scaled.append(scheduler.scale_model_input(sample, timestep))
                        prediction = random(*shape, seed=200 + step)
                        predictions.append(prediction)
                        sample = scheduler.step(prediction, timestep, sample).prev_sample
                        samples.append(sample)
                key = f"{name}.{steps}.{kind}"
                tensors[f"{key}.timesteps"] = scheduler.timesteps.double()
                for what, values in [("samples", samples), ("scaled", scaled), ("predictions", predictions), ("noise", drawn)]:
                    tensors[f"{key}.{what}"] = torch.stack([last(value) for value in values])
                middle = make(prediction_type=kind)
                middle.set_timesteps(steps)
                if hasattr(middle, "set_begin_index"):
                    middle.set_begin_index(steps // 2)
                noised = middle.add_noise(torch.ones(shape), drawn[0], middle.timesteps[steps // 2:steps // 2 + 1])
                tensors[f"{key}.noised"] = last(noised)
    save("stable_diffusion_schedulers", tensors)


def networks(parts, plain, filling, editing, control):
    text, tokens, vae = parts
    # One shorter than the window, one longer.
    texts = [PROMPT, "", "the red ball on the beach " * 30]
    ids = tokens(texts, padding="max_length", max_length=77, truncation=True, return_tensors="pt").input_ids
    tensors = {"text": text(ids).last_hidden_state}
    seen = tensors["text"][:1]
    condition = torch.rand(1, 3, HEIGHT, WIDTH, generator=torch.Generator().manual_seed(5))
    for name, model, channels in [("unet", plain, 4), ("inpainting", filling, 9), ("editing", editing, 8)]:
        sample = random(1, channels, 6, 8, seed=channels)
        tensors |= {f"{name}.sample": last(sample), f"{name}.noise": last(model(sample, 801, seen).sample)}
    # Whose lines and columns do not divide by two: the way up has to meet them.
    odd = random(1, 4, 7, 9, seed=11)
    tensors |= {"odd.sample": last(odd), "odd.noise": last(plain(odd, 1, seen).sample)}
    sample = random(1, 4, 6, 8, seed=4)
    down, middle = control(sample, 801, seen, controlnet_cond=condition, conditioning_scale=0.7, return_dict=False)
    controlled = plain(sample, 801, seen, down_block_additional_residuals=down, mid_block_additional_residual=middle)
    tensors |= {"control.condition": last(condition), "control.noise": last(controlled.sample)}
    tensors |= {"control.middle": last(middle), "control.first": last(down[0]), "control.last": last(down[-1])}
    pixels = torch.rand(1, 3, HEIGHT, WIDTH, generator=torch.Generator().manual_seed(6)) * 2 - 1
    moments = vae.encode(pixels).latent_dist
    latents = random(1, 4, 6, 8, seed=12)
    with given(random(1, 4, 6, 8, seed=13)):
        sampled = moments.sample()
    tensors |= {
        "vae.pixels": last(pixels), "vae.mean": last(moments.mean), "vae.sampled": last(sampled),
        "vae.noise": last(random(1, 4, 6, 8, seed=13)), "vae.latents": last(latents),
        "vae.decoded": last(vae.decode(latents).sample),
    }
    # Tiles of 8 latents: two rows of them and a rest, and a column and a rest.
    wide = random(1, 4, 14, 9, seed=14)
    vae.enable_tiling()
    tiled = vae.decode(wide).sample
    tensors |= {
        "vae.wide": last(wide), "vae.tiled": last(tiled), "vae.tiled_mean": last(vae.encode(tiled).latent_dist.mean),
        "vae.tiled_deviation": last(vae.encode(tiled).latent_dist.std),
    }
    vae.disable_tiling()
    return tensors


def pipelines(parts, plain, filling, editing, control):
    text, tokens, vae = parts
    whole = dict(
        vae=vae, text_encoder=text, tokenizer=tokens, safety_checker=None, feature_extractor=None,
        requires_safety_checker=False,
    )
    words = dict(prompt=PROMPT, negative_prompt=NEGATIVE, guidance_scale=5.0, output_type="np")
    latents = random(1, 4, 6, 8, seed=21)
    more = [random(1, 4, 6, 8, seed=30 + index) for index in range(8)]
    picture = photo().resize((WIDTH, HEIGHT), PIL.Image.Resampling.BICUBIC)
    mask = PIL.Image.new("L", (WIDTH, HEIGHT))
    mask.paste(255, (12, 8, 44, 32))
    condition = PIL.Image.fromarray((numpy.indices((HEIGHT, WIDTH)).sum(0) % 256).astype("uint8")).convert("RGB")
    tensors = {"latents": last(latents), "more": torch.stack([last(noise) for noise in more])}
    tensors |= {"large": last(random(1, 4, 8, 20, seed=22))}
    tensors |= {"picture": numpy.array(picture), "mask": numpy.array(mask), "condition": numpy.array(condition)}

    def put(name, run, noises=()):
        with given(*noises):
            found = run().images[0]
        tensors[f"image.{name}"] = torch.from_numpy((found * 255).round().astype("uint8"))

    def at(pipeline, **options):
        made = pipeline(**whole, **options)
        made.set_progress_bar_config(disable=True)
        return made

    size = dict(height=HEIGHT, width=WIDTH)
    for name, noises in [("ddim", []), ("euler_ancestral", more[:4]), ("dpm_solver", []), ("lcm", more[:3])]:
        pipeline = at(StableDiffusionPipeline, unet=plain, scheduler=SCHEDULERS[name][0]())
        put(name, lambda: pipeline(**words, **size, latents=latents.clone(), num_inference_steps=4), noises)
    pipeline = at(StableDiffusionPipeline, unet=plain, scheduler=ddim())
    once = words | {"guidance_scale": 1.0}
    put("unguided", lambda: pipeline(**once, **size, latents=latents.clone(), num_inference_steps=4))
    pipeline = at(StableDiffusionPanoramaPipeline, unet=plain, scheduler=ddim())
    views = pipeline.get_views
    pipeline.get_views = lambda height, width, **_: views(height, width, window_size=8, stride=4)
    vae.enable_tiling()
    put("large", lambda: pipeline(
        **words, height=64, width=160, latents=random(1, 4, 8, 20, seed=22), num_inference_steps=4,
    ))
    vae.disable_tiling()
    pipeline = at(StableDiffusionImg2ImgPipeline, unet=plain, scheduler=ddim())
    put("image_to_image", lambda: pipeline(image=picture, strength=0.6, num_inference_steps=5, **words), more[:2])
    pipeline = at(StableDiffusionInpaintPipeline, unet=filling, scheduler=ddim())
    put("inpainting", lambda: pipeline(
        image=picture, mask_image=mask, num_inference_steps=4, strength=1.0, latents=latents.clone(), **size, **words,
    ), more[:1])
    pipeline = at(StableDiffusionInstructPix2PixPipeline, unet=editing, scheduler=ddim())
    put("editing", lambda: pipeline(
        image=picture, num_inference_steps=4, image_guidance_scale=1.5, latents=latents.clone(), **words,
    ))
    pipeline = at(StableDiffusionControlNetPipeline, unet=plain, scheduler=ddim(), controlnet=control)
    put("control", lambda: pipeline(
        image=condition, num_inference_steps=4, latents=latents.clone(), controlnet_conditioning_scale=0.8, **size, **words,
    ))
    return tensors


def full_size():
    """The published configurations; old names of the autoencoder's attention are the loader's matter."""
    unet = dict(cross_attention_dim=768)
    with torch.device("meta"):
        for name, model in {
            "text_encoder": CLIPTextModel(CLIPTextConfig(
                hidden_size=768, intermediate_size=3072, num_hidden_layers=12, num_attention_heads=12, vocab_size=49408,
            )),
            "vae": AutoencoderKL(
                block_out_channels=(128, 256, 512, 512), down_block_types=("DownEncoderBlock2D",) * 4,
                up_block_types=("UpDecoderBlock2D",) * 4, layers_per_block=2,
            ),
            "unet": UNet2DConditionModel(**unet),
            "controlnet": ControlNetModel(**unet, conditioning_embedding_out_channels=(16, 32, 96, 256)),
        }.items():
            save_shapes("stable_diffusion", model)
            folder = FIXTURES / "stable_diffusion"
            (folder / "full_size.json").rename(folder / f"full_size_{name}.json")


@torch.no_grad()
def make():
    folder = FIXTURES / "stable_diffusion"
    shutil.rmtree(folder, ignore_errors=True)
    tokens, count = words(folder / "tokenizer")
    text, vae, control = reader(count), autoencoder(), controlnet()
    plain, filling, editing = unet(4), unet(9), unet(8)
    save_half(text, folder / "text_encoder", "text_model.{}".format)
    save_half(vae, folder / "vae", older)
    save_half(plain, folder / "unet")
    for name, model in [("inpainting/unet", filling), ("editing/unet", editing), ("control", control)]:
        save_half(model, FIXTURES / f"stable_diffusion_{name}")
    (folder / "scheduler").mkdir()
    save_json("stable_diffusion", "scheduler/scheduler_config.json", TRAINING | {"_class_name": "PNDMScheduler"})
    everything = ((text, tokens, vae), plain, filling, editing, control)
    save("stable_diffusion", networks(*everything))
    save("stable_diffusion_pipelines", pipelines(*everything))
    schedulers()
    full_size()
