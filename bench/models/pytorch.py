"""How long networks of PyTorch take at full size, with random weights, on as many threads as OMP_NUM_THREADS says:

    venv/bin/python pytorch.py NETWORK [RUNS]

prints the least seconds of its runs, after one to warm up, as JSON. The environment is that of tests/parity/requirements.txt.
compare.py sets them beside Patchbay's. A network more is an entry of NETWORKS.
"""

import json
import os
import pathlib
import sys
import time

import torch

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "parity"))


def mobile_sam_encoder():
    from networks.segment_anything import MobileSamEncoder

    network = MobileSamEncoder([64, 128, 160, 320], [2, 2, 6, 2], [2, 4, 5, 10], [7, 7, 14, 7], 256).eval()
    pixels = torch.randn(1, 3, 1024, 1024)
    return lambda: network(pixels)


def sam():
    from networks.segment_anything import plain_model

    sizes = {"image_size": 1024, "prompt_width": 256, "mask_channels": 16, "decoder_depth": 2, "decoder_heads": 8}
    return plain_model(768, 12, 12, 14, [2, 5, 8, 11], sizes | {"decoder_mlp_width": 2048, "iou_head_width": 256}).eval()


def mobile_sam_decoder():
    from transformers.models.sam.image_processing_pil_sam import SamImageProcessorPil

    network, processor = sam(), SamImageProcessorPil()
    # The large encoder, which MobileSAM does not have, is not asked.
    del network.vision_encoder
    embedding, point = torch.randn(1, 256, 64, 64), torch.tensor([[[[500.0, 300.0]]]])

    def run():
        masks = network(image_embeddings=embedding, input_points=point).pred_masks
        return processor.post_process_masks(masks, [(683, 1024)], [(683, 1024)])

    return run


def sam_vit_b_encoder():
    network, pixels = sam(), torch.randn(1, 3, 1024, 1024)
    return lambda: network.get_image_embeddings(pixels)


def clip():
    from transformers import CLIPConfig, CLIPModel

    return CLIPModel(CLIPConfig()).eval()


def clip_image():
    network, pixels = clip(), torch.randn(1, 3, 224, 224)
    return lambda: network.get_image_features(pixel_values=pixels)


def clip_text():
    network, ids = clip(), torch.tensor([[*range(400, 411), 49407]])
    return lambda: network.get_text_features(input_ids=ids)


def detr(network="DetrForObjectDetection", classes=91):
    import transformers

    config = transformers.DetrConfig(id2label={number: str(number) for number in range(classes)})
    network, pixels = getattr(transformers, network)(config).eval(), torch.randn(1, 3, 800, 1066)
    return lambda: network(pixel_values=pixels)


def detr_panoptic():
    return detr("DetrForSegmentation", 250)


def owl_vit():
    from transformers import OwlViTConfig, OwlViTForObjectDetection

    network, pixels = OwlViTForObjectDetection(OwlViTConfig()).eval(), torch.randn(1, 3, 768, 768)
    ids = torch.tensor([[*range(400, 411), 49407]] * 5)
    return lambda: network(input_ids=ids, pixel_values=pixels)


def depth_anything():
    from transformers import DepthAnythingConfig, DepthAnythingForDepthEstimation

    config = DepthAnythingConfig()
    config.backbone_config.out_indices = [3, 6, 9, 12]
    network, pixels = DepthAnythingForDepthEstimation(config).eval(), torch.randn(1, 3, 518, 518)
    return lambda: network(pixel_values=pixels)


def planner_encoder():
    from transformers import BertConfig, BertModel

    config = BertConfig(hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536)
    network, ids = BertModel(config, add_pooling_layer=False).eval(), torch.tensor([[101, *range(2000, 2012), 102]])
    return lambda: network(input_ids=ids)


def blip():
    """At the published size, whose configuration has 12 heads."""
    from transformers import BlipConfig, BlipForConditionalGeneration

    return BlipForConditionalGeneration(BlipConfig(text_config={"num_attention_heads": 12})).eval()


def blip_encoder():
    network, pixels = blip().vision_model, torch.randn(1, 3, 384, 384)
    return lambda: network(pixels)


def blip_decoder():
    """20 tokens about a picture that was seen already, however likely the end is."""
    network, seen, start = blip().text_decoder, torch.randn(1, 577, 768), torch.tensor([[30522]])
    options = {"max_new_tokens": 20, "min_new_tokens": 20, "do_sample": False, "eos_token_id": 102, "pad_token_id": 0}
    return lambda: network.generate(start, encoder_hidden_states=seen, **options)


def whisper():
    """At the base size."""
    from transformers import WhisperConfig, WhisperForConditionalGeneration

    sides = {f"{side}_{what}": count for side in ["encoder", "decoder"]
             for what, count in [("layers", 6), ("attention_heads", 8), ("ffn_dim", 2048)]}
    return WhisperForConditionalGeneration(WhisperConfig(d_model=512, **sides)).eval()


def whisper_encoder():
    """30 seconds."""
    network, window = whisper().model.encoder, torch.randn(1, 80, 3000)
    return lambda: network(window)


def whisper_decoder():
    """60 tokens about 30 seconds that were heard already, however likely the end is."""
    from transformers import GenerationMixin
    from transformers.modeling_outputs import BaseModelOutput

    network, heard = whisper(), BaseModelOutput(last_hidden_state=torch.randn(1, 1500, 512))
    start = torch.tensor([[50258, 50259, 50359]])
    options = {"max_new_tokens": 60, "min_new_tokens": 60, "do_sample": False, "eos_token_id": 50257, "pad_token_id": 50257}
    # Whisper's own would listen to windows.
    return lambda: GenerationMixin.generate(network, encoder_outputs=heard, decoder_input_ids=start, **options)


def audio_spectrogram_transformer():
    """10.24 seconds."""
    from transformers import ASTConfig, ASTForAudioClassification

    config = ASTConfig(id2label={number: str(number) for number in range(527)})
    network, window = ASTForAudioClassification(config).eval(), torch.randn(1, 1024, 128)
    return lambda: network(window)


def t5_encoder():
    """Of t5-base."""
    from transformers import T5Config, T5EncoderModel

    config = T5Config(d_model=768, d_ff=3072, num_layers=12, num_heads=12)
    network, ids = T5EncoderModel(config).eval(), torch.tensor([[*range(400, 411), 1]])
    return lambda: network(input_ids=ids)


def encodec():
    from transformers import EncodecConfig

    return EncodecConfig(
        sampling_rate=32000, target_bandwidths=[2.2], codebook_size=2048, codebook_dim=128, num_filters=64,
        upsampling_ratios=[8, 5, 4, 4], use_causal_conv=False, use_conv_shortcut=False,
    )


def encodec_decoder():
    """10 seconds."""
    from transformers import EncodecModel

    network, codes = EncodecModel(encodec()).eval(), torch.randint(2048, (1, 1, 4, 500))
    return lambda: network.decode(codes, [None])


def musicgen_decoder():
    """The codes of a second of music, with guidance, to 12 tokens that were read already. Of the small size."""
    from types import SimpleNamespace

    from transformers import MusicgenConfig, MusicgenDecoderConfig, MusicgenForConditionalGeneration, T5Config

    text = T5Config(d_model=768, d_ff=3072, num_layers=12, num_heads=12)
    config = MusicgenConfig(text_encoder=text, audio_encoder=encodec(), decoder=MusicgenDecoderConfig())
    network = MusicgenForConditionalGeneration(config).eval()
    network.audio_encoder.decode = lambda codes, **_: SimpleNamespace(audio_values=codes)
    ids = torch.tensor([[*range(400, 411), 1]])
    read = network.text_encoder(input_ids=ids)
    settings = {"do_sample": True, "top_k": 250, "guidance_scale": 3.0, "max_length": 54, "decoder_start_token_id": 2048,
                "pad_token_id": 2048, "bos_token_id": 2048}
    # It leaves what it is given changed.
    return lambda: network.generate(attention_mask=torch.ones_like(ids), encoder_outputs=type(read)(**read), **settings)


def parler_tts_decoder():
    """The codes of a second of speech, to a voice of 20 tokens that were read already and a text of 12. Of the small size. Asks for an
    older transformers: in the environment of tests/parity/networks/parler_tts.py, where it is named."""
    import types

    for name in ["dac", "dac.model"]:
        sys.modules[name] = types.ModuleType(name)
    sys.modules["dac.model"].DAC = None
    from parler_tts import (
        ParlerTTSConfig, ParlerTTSDecoderConfig, ParlerTTSForCausalLM, ParlerTTSForConditionalGeneration,
    )
    from transformers import DacConfig, DacModel, T5Config, T5EncoderModel
    from transformers.modeling_outputs import BaseModelOutput

    # What reads the voice is not asked.
    text = T5EncoderModel(T5Config(d_model=1024, num_layers=1, num_heads=16))
    decoder = ParlerTTSForCausalLM(ParlerTTSDecoderConfig(
        vocab_size=1088, max_position_embeddings=4096, num_hidden_layers=24, ffn_dim=4096, num_attention_heads=16,
        hidden_size=1024, num_codebooks=9, pad_token_id=1024, eos_token_id=1024, bos_token_id=1025,
    ))
    codec = DacModel(DacConfig(encoder_hidden_size=2, decoder_hidden_size=32))
    config = ParlerTTSConfig.from_sub_models_config(
        text.config, codec.config, decoder.config, vocab_size=32128, pad_token_id=1024, decoder_start_token_id=1025)
    network = ParlerTTSForConditionalGeneration(config, text, codec, decoder).eval()
    voice, ids = torch.randn(1, 20, 1024), torch.arange(400, 412)[None]
    settings = {"do_sample": True, "top_k": 50, "max_length": 95, "min_new_tokens": 94, "pad_token_id": 1024,
                "eos_token_id": 1024, "bos_token_id": 1025, "decoder_start_token_id": 1025}
    # The sound is made of less than one frame.
    decode = codec.decode
    network.audio_encoder.decode = lambda audio_codes, **rest: decode(audio_codes=audio_codes[..., :1], **rest)
    return lambda: network.generate(
        encoder_outputs=BaseModelOutput(voice), attention_mask=torch.ones(1, 20), prompt_input_ids=ids, **settings)


def dac_decoder():
    """2 seconds at 44.1 kHz."""
    from transformers import DacConfig, DacModel

    network, codes = DacModel(DacConfig()).eval(), torch.randint(1024, (1, 9, 172))
    return lambda: network.decode(audio_codes=codes)


def unet_step():
    """Once about the latents of a picture of 512 by 512 pixels."""
    from diffusers import UNet2DConditionModel

    network = UNet2DConditionModel(cross_attention_dim=768).eval()
    sample, text = torch.randn(1, 4, 64, 64), torch.randn(1, 77, 768)
    return lambda: network(sample, 801, text).sample


def vae_decode():
    from diffusers import AutoencoderKL

    network = AutoencoderKL(
        block_out_channels=(128, 256, 512, 512), down_block_types=("DownEncoderBlock2D",) * 4,
        up_block_types=("UpDecoderBlock2D",) * 4, layers_per_block=2,
    ).eval()
    latents = torch.randn(1, 4, 64, 64)
    return lambda: network.decode(latents).sample


def z_image_layers():
    """Four of the layers, on a picture of 512 by 512 pixels and a text of 32 tokens."""
    from diffusers import ZImageTransformer2DModel

    network = ZImageTransformer2DModel(n_layers=2, n_refiner_layers=1).eval()
    latents, text = torch.randn(16, 1, 64, 64), torch.randn(32, 2560)
    return lambda: network([latents], torch.tensor([0.5]), [text], return_dict=False)


NETWORKS = {
    "mobile_sam_encoder": mobile_sam_encoder,
    "mobile_sam_decoder": mobile_sam_decoder,
    "sam_vit_b_encoder": sam_vit_b_encoder,
    "clip_image": clip_image,
    "clip_text": clip_text,
    "detr": detr,
    "detr_panoptic": detr_panoptic,
    "owl_vit": owl_vit,
    "depth_anything": depth_anything,
    "planner_encoder": planner_encoder,
    "blip_encoder": blip_encoder,
    "blip_decoder": blip_decoder,
    "whisper_encoder": whisper_encoder,
    "whisper_decoder": whisper_decoder,
    "audio_spectrogram_transformer": audio_spectrogram_transformer,
    "t5_encoder": t5_encoder,
    "encodec_decoder": encodec_decoder,
    "musicgen_decoder": musicgen_decoder,
    "parler_tts_decoder": parler_tts_decoder,
    "dac_decoder": dac_decoder,
    "unet_step": unet_step,
    "vae_decode": vae_decode,
    "z_image_layers": z_image_layers,
}


@torch.inference_mode()
def main(name, runs="5"):
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    run = NETWORKS[name]()
    run()
    times = []
    for _ in range(int(runs)):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    print(json.dumps({"network": name, "runs": len(times), "least": min(times), "version": torch.__version__}))


if __name__ == "__main__":
    main(*sys.argv[1:])
