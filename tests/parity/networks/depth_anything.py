"""Depth Anything V2: DINOv2 and the dense prediction head."""

import torch
from common import disturb, photo, save, save_json, save_shapes
from transformers import DepthAnythingConfig, DepthAnythingForDepthEstimation, Dinov2Config
from transformers.image_utils import IMAGENET_DEFAULT_MEAN, IMAGENET_DEFAULT_STD
from transformers.models.dpt.image_processing_pil_dpt import DPTImageProcessorPil

LAYERS = [3, 6, 9, 12]


def processor(side):
    """As the hub's preprocessor_config.json has it."""
    return DPTImageProcessorPil(
        size={"height": side, "width": side}, keep_aspect_ratio=True, ensure_multiple_of=14,
        image_mean=IMAGENET_DEFAULT_MEAN, image_std=IMAGENET_DEFAULT_STD,
    )


def make():
    backbone = Dinov2Config(
        hidden_size=24, num_hidden_layers=4, num_attention_heads=3, mlp_ratio=2, image_size=70, patch_size=14,
        out_indices=[1, 2, 3, 4], reshape_hidden_states=False, apply_layernorm=True,
    )
    config = DepthAnythingConfig(
        backbone_config=backbone, reassemble_hidden_size=24, neck_hidden_sizes=[4, 6, 8, 10], fusion_hidden_size=8,
        head_hidden_size=6,
    )
    model = disturb(DepthAnythingForDepthEstimation(config))
    with torch.no_grad():
        model.head.conv3.weight.mul_(4)
        # ReLU behind it would hide most of the map.
        model.head.conv3.bias.fill_(2)
    pixels = processor(70)(photo(), return_tensors="pt").pixel_values
    with torch.no_grad():
        outputs = model(pixels)
        maps = model.backbone(pixels).feature_maps
    whole = processor(70).post_process_depth_estimation(outputs, target_sizes=[photo().size[::-1]])[0]["predicted_depth"]
    depth = outputs.predicted_depth
    print(pixels.shape, depth.shape, depth.min(), depth.std(), (depth == 0).float().mean())
    assert (depth > 0).float().mean() > 0.9
    save("depth_anything", {
        "pixels": pixels, "map": maps[2][:, 1:].transpose(1, 2).unflatten(2, (pixels.shape[2] // 14, -1)), "depth": depth,
        "whole": whole[::8, ::8],
    }, model)
    sizes = [(1280, 853), (853, 1280), (640, 480), (3000, 1000), (500, 500), (1920, 1080), (200, 120)]
    by_processor = lambda width, height: processor(518).resize(
        torch.zeros(3, height, width).numpy().astype("uint8"), processor(518).size, processor(518).resample, 14, True
    ).shape
    save_json("depth_anything", "sizes.json", [
        {"from": [width, height], "to": list(by_processor(width, height)[:0:-1])} for width, height in sizes
    ])
    with torch.device("meta"):
        full = DepthAnythingConfig()
        full.backbone_config.out_indices = LAYERS
        whole = DepthAnythingForDepthEstimation(full)
        # It stands for patches that are hidden in training.
        whole.backbone.embeddings.mask_token = None
        save_shapes("depth_anything", whole)
