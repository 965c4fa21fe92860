"""Segment Anything: the plain encoder, prompts and the decoder as transformers has them, under the original checkpoint's names;
MobileSAM's encoder out of timm's TinyViT, changed as its publication (arXiv 2306.14289) says."""

import json
import re

import numpy
import torch
import torchvision
from common import FIXTURES, SAMPLES, disturb, save
from PIL import Image
from safetensors.torch import save_file
from timm.models.tiny_vit import TinyVit
from transformers import SamConfig, SamModel
from transformers.models.sam.image_processing_pil_sam import SamImageProcessorPil

SIDE = 128
TINY_VIT = {"widths": [16, 16, 24, 32], "depths": [1, 1, 2, 1], "heads": [1, 2, 3, 4], "windows": [7, 7, 5, 7]}
PLAIN = {"width": 32, "depth": 2, "heads": 2, "window": 3, "global_blocks": [1]}
SIZES = {
    "image_size": SIDE, "prompt_width": 32, "mask_channels": 8, "decoder_depth": 2, "decoder_heads": 2,
    "decoder_mlp_width": 48, "iou_head_width": 24,
}  # fmt: skip
# For masks of everything; a random network's scores are low.
THRESHOLDS = {"least_score": -0.052, "least_stability": 0.606, "suppression": 0.985}
LEAST_AREA = 25


def original_names(state):
    """What transformers calls otherwise than the original checkpoint."""
    renamed = {}
    for name, value in state.items():
        if name == "prompt_encoder.shared_embedding.positional_embedding":
            continue
        for pattern, name_there in [
            (r"^shared_image_embedding\.positional_embedding$", "prompt_encoder.pe_layer.positional_encoding_gaussian_matrix"),
            (r"^vision_encoder\.patch_embed\.projection\.", "image_encoder.patch_embed.proj."),
            (r"^vision_encoder\.neck\.conv1\.", "image_encoder.neck.0."),
            (r"^vision_encoder\.neck\.layer_norm1\.", "image_encoder.neck.1."),
            (r"^vision_encoder\.neck\.conv2\.", "image_encoder.neck.2."),
            (r"^vision_encoder\.neck\.layer_norm2\.", "image_encoder.neck.3."),
            (r"^vision_encoder\.layers\.(\d+)\.layer_norm(\d)\.", r"image_encoder.blocks.\1.norm\2."),
            (r"^vision_encoder\.layers\.", "image_encoder.blocks."),
            (r"^vision_encoder\.", "image_encoder."),
            (r"^prompt_encoder\.point_embed\.", "prompt_encoder.point_embeddings."),
            (r"^prompt_encoder\.mask_embed\.conv1\.", "prompt_encoder.mask_downscaling.0."),
            (r"^prompt_encoder\.mask_embed\.layer_norm1\.", "prompt_encoder.mask_downscaling.1."),
            (r"^prompt_encoder\.mask_embed\.conv2\.", "prompt_encoder.mask_downscaling.3."),
            (r"^prompt_encoder\.mask_embed\.layer_norm2\.", "prompt_encoder.mask_downscaling.4."),
            (r"^prompt_encoder\.mask_embed\.conv3\.", "prompt_encoder.mask_downscaling.6."),
            (r"^mask_decoder\.upscale_conv1\.", "mask_decoder.output_upscaling.0."),
            (r"^mask_decoder\.upscale_layer_norm\.", "mask_decoder.output_upscaling.1."),
            (r"^mask_decoder\.upscale_conv2\.", "mask_decoder.output_upscaling.3."),
            (r"^mask_decoder\.transformer\.layer_norm_final_attn\.", "mask_decoder.transformer.norm_final_attn."),
            (r"^(mask_decoder\.transformer\.layers\.\d+)\.layer_norm(\d)\.", r"\1.norm\2."),
        ]:
            name, count = re.subn(pattern, name_there, name)
            if count:
                break
        # Transformers has its perceptrons' first and last layers apart from those between.
        name = re.sub(r"^(mask_decoder\.(?:output_hypernetworks_mlps\.\d+|iou_prediction_head))\.layers\.0\.", r"\1.layers.1.", name)
        name = name.replace(".proj_in.", ".layers.0.").replace(".proj_out.", ".layers.2.")
        renamed[name] = value
    return renamed


def tiny_vit_names(state):
    """What timm calls otherwise than MobileSAM's checkpoint; timm has a stage's merging before it, MobileSAM behind the
    stage before."""
    renamed = {}
    for name, value in state.items():
        if name.startswith("head.") or name.endswith("num_batches_tracked"):
            continue
        name = name.replace("patch_embed.conv1.", "patch_embed.seq.0.").replace("patch_embed.conv2.", "patch_embed.seq.2.")
        name = re.sub(r"^stages\.(\d+)\.downsample\.", lambda found: f"layers.{int(found[1]) - 1}.downsample.", name)
        name = name.replace("stages.", "layers.").replace(".conv.", ".c.")
        renamed["image_encoder." + name] = value
    return renamed


class MobileSamEncoder(torch.nn.Module):
    """TinyViT whose last stage keeps the resolution, with SAM's neck in the classifier's place."""

    def __init__(self, widths, depths, heads, windows, output):
        super().__init__()
        self.vit = TinyVit(
            num_classes=0, embed_dims=widths, depths=depths, num_heads=heads, window_sizes=windows, drop_path_rate=0.0
        )
        self.vit.stages[-1].downsample.conv2.conv.stride = (1, 1)
        self.neck = torch.nn.Sequential(
            torch.nn.Conv2d(widths[-1], output, 1, bias=False),
            torchvision.ops.Permute([0, 2, 3, 1]),
            torch.nn.LayerNorm(output, eps=1e-6),
            torchvision.ops.Permute([0, 3, 1, 2]),
            torch.nn.Conv2d(output, output, 3, padding=1, bias=False),
            torchvision.ops.Permute([0, 2, 3, 1]),
            torch.nn.LayerNorm(output, eps=1e-6),
            torchvision.ops.Permute([0, 3, 1, 2]),
        )

    def forward(self, pixels):
        return self.neck(self.vit.stages(self.vit.patch_embed(pixels)))

    def original_state(self):
        places = {"0": "0", "2": "1", "4": "2", "6": "3"}
        neck = {
            "image_encoder.neck." + places[name[0]] + name[1:]: value for name, value in self.neck.state_dict().items()
        }
        return tiny_vit_names(self.vit.state_dict()) | neck


def plain_model(width, depth, heads, window, global_blocks, sizes):
    # transformers takes one epsilon for the whole decoder; the original's two-way transformer has PyTorch's default.
    return SamModel(
        SamConfig(
            vision_config={
                "hidden_size": width, "num_hidden_layers": depth, "num_attention_heads": heads, "window_size": window,
                "global_attn_indexes": global_blocks, "image_size": sizes["image_size"], "patch_size": 16,
                "output_channels": sizes["prompt_width"], "num_pos_feats": sizes["prompt_width"] // 2,
            },
            prompt_encoder_config={
                "hidden_size": sizes["prompt_width"], "image_size": sizes["image_size"], "patch_size": 16,
                "mask_input_channels": sizes["mask_channels"],
            },
            mask_decoder_config={
                "hidden_size": sizes["prompt_width"], "mlp_dim": sizes["decoder_mlp_width"],
                "num_hidden_layers": sizes["decoder_depth"], "num_attention_heads": sizes["decoder_heads"],
                "iou_head_hidden_dim": sizes["iou_head_width"], "layer_norm_eps": 1e-5,
            },
        )
    )  # fmt: skip


def placed(points, placement):
    """Points of the picture in the square."""
    (height, width), (scaled_height, scaled_width) = placement
    return torch.tensor(points, dtype=torch.float64) * torch.tensor([scaled_width / width, scaled_height / height])


def decode(model, embedding, points=None, labels=None, box=None, mask=None):
    """The clear prompt's mask and the candidates: logits (4, side / 4, side / 4), scores (4,)."""
    given = {
        "input_points": None if points is None else points[None, None].float(),
        "input_labels": None if labels is None else torch.tensor(labels)[None, None],
        "input_boxes": None if box is None else box.reshape(1, 1, 4).float(),
        "input_masks": None if mask is None else mask[None, None],
    }
    outputs = [model(image_embeddings=embedding, multimask_output=many, **given) for many in (False, True)]
    logits = torch.cat([output.pred_masks[0, 0] for output in outputs])
    return logits, torch.cat([output.iou_scores[0, 0] for output in outputs])


def upscaled(logits, placement):
    """Logits (masks, side / 4, side / 4) at the picture's size."""
    values = SamImageProcessorPil().post_process_masks(
        [logits[None]], [placement[0]], [placement[1]], binarize=False, pad_size={"height": SIDE, "width": SIDE}
    )
    return values[0][0]


def everything(model, embedding, placement, side, least_score, least_stability, suppression):
    """The publication's procedure (appendix B) without crops: boxes, scores and masks of what is kept, the best first."""
    height, width = placement[0]
    boxes, scores, masks = [], [], []
    for row in range(side):
        for column in range(side):
            point = [[(column + 0.5) / side * width, (row + 0.5) / side * height]]
            logits, own = decode(model, embedding, placed(point, placement), [1])
            for values, score in zip(upscaled(logits[1:], placement), own[1:]):
                stability = (values > 1).sum() / (values > -1).sum()
                if score > least_score and stability >= least_stability and (values > 0).any():
                    rows, columns = torch.nonzero(values > 0, as_tuple=True)
                    boxes.append([columns.min(), rows.min(), columns.max(), rows.max()])
                    scores.append(score)
                    masks.append(values > 0)
    boxes, scores, masks = torch.tensor(boxes), torch.stack(scores), torch.stack(masks)
    kept = torchvision.ops.nms(boxes.float(), scores, suppression)
    return boxes[kept], scores[kept], masks[kept]


def pieces(mask):
    """What hangs together, also at corners: each piece has the number of its last pixel, counted from one; elsewhere 0."""
    numbers = torch.arange(1, mask.numel() + 1, dtype=torch.float64).reshape(mask.shape) * mask
    while True:
        grown = torch.nn.functional.max_pool2d(numbers[None, None], 3, 1, 1)[0, 0] * mask
        if torch.equal(grown, numbers):
            return numbers.long()
        numbers = grown


def without_small(mask, least, islands):
    """Islands, or holes, of fewer pixels taken away; where all islands are small, the largest stays."""
    numbers = pieces(mask if islands else ~mask)
    names, sizes = torch.unique(numbers[numbers > 0], return_counts=True)
    small = names[sizes < least]
    if len(small) == 0:
        return mask, False
    if islands and len(small) == len(names):
        small = small[small != names[sizes.argmax()]]
    touched = torch.isin(numbers, small)
    return (mask & ~touched if islands else mask | touched), True


def cleaned(scores, masks, least, suppression):
    """The publication's postprocessing (appendix B): small holes and islands go, and masks that had none win over those that
    had. Boxes and masks, the best first."""
    boxes, unchanged, clean = [], [], []
    for mask in masks:
        mask, had_holes = without_small(mask, least, False)
        mask, had_islands = without_small(mask, least, True)
        rows, columns = torch.nonzero(mask, as_tuple=True)
        boxes.append([columns.min(), rows.min(), columns.max(), rows.max()])
        unchanged.append(float(not had_holes and not had_islands))
        clean.append(mask)
    boxes = torch.tensor(boxes).float()
    kept = torchvision.ops.nms(boxes, torch.tensor(unchanged), suppression)
    kept = kept[scores[kept].argsort(descending=True)]
    return boxes[kept], torch.stack(clean)[kept]


def packed(masks):
    return torch.from_numpy(numpy.packbits(masks.numpy().reshape(len(masks), -1), axis=1))


def picture(width, height):
    return Image.open(SAMPLES / "photo.jpg").convert("RGB").resize((width, height), Image.Resampling.LANCZOS)


def processed(image):
    processor = SamImageProcessorPil(size={"longest_edge": SIDE}, pad_size={"height": SIDE, "width": SIDE})
    found = processor(image, return_tensors="pt")
    placement = tuple(map(int, found["original_sizes"][0])), tuple(map(int, found["reshaped_input_sizes"][0]))
    return found["pixel_values"], placement


def channels_last(tensor):
    return tensor[0].permute(1, 2, 0)


def fixture(name, model, embed, state, config):
    small, large = picture(40, 52), picture(200, 133)
    tensors = {"pixels_small": channels_last(processed(small)[0])}
    pixels, placement = processed(large)
    embedding = embed(pixels)
    tensors |= {"pixels": channels_last(pixels), "embedding": channels_last(embedding)}
    points = placed([[60.5, 40.25], [150.0, 100.0]], placement)
    box = placed([[30.0, 20.0], [120.0, 99.0]], placement)
    mask = torch.randn(SIDE // 4, SIDE // 4, generator=torch.Generator().manual_seed(1)) * 4
    tensors["mask"] = mask
    for prompt, given in {
        "point": {"points": points[:1], "labels": [1]},
        "points": {"points": points, "labels": [1, 0]},
        "box": {"box": box},
        "box_and_point": {"points": points[1:], "labels": [0], "box": box},
        "mask_and_point": {"points": points[:1], "labels": [1], "mask": mask},
    }.items():
        logits, scores = decode(model, embedding, **given)
        tensors |= {f"{prompt}.logits": logits, f"{prompt}.scores": scores}
    logits, _ = decode(model, embedding, points, [1, 0])
    tensors["points.masks"] = (upscaled(logits, placement) > 0).to(torch.uint8)
    kept = everything(model, embedding, placement, 4, *(config[key] for key in THRESHOLDS))
    tensors |= {"everything.boxes": kept[0].float(), "everything.scores": kept[1]}
    tensors["everything.masks"] = packed(kept[2])
    boxes, masks = cleaned(kept[1], kept[2], LEAST_AREA, config["suppression"])
    tensors |= {"everything_clean.boxes": boxes, "everything_clean.masks": packed(masks)}
    folder = save(name, tensors)
    save_file({key: value.contiguous() for key, value in state.items()}, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    small.save(folder / "small.png")
    large.save(folder / "picture.png")


def expected_names(file, state):
    shapes = {name: list(value.shape) for name, value in sorted(state.items())}
    (FIXTURES / "segment_anything" / file).write_text(json.dumps(shapes, separators=(",", ":")) + "\n")


@torch.no_grad()
def make():
    plain = disturb(plain_model(**PLAIN, sizes=SIZES), seed=1)
    # Logits as large as a trained network's, so that some masks are stable.
    for layers in plain.mask_decoder.output_hypernetworks_mlps:
        layers.proj_out.weight *= 40
        layers.proj_out.bias *= 10
    # Masks of many shapes, and ones that differ from point to point.
    plain.mask_decoder.upscale_conv1.weight *= 4
    plain.mask_decoder.upscale_conv2.weight *= 4
    for embedding in plain.prompt_encoder.point_embed:
        embedding.weight *= 6
    state = original_names(plain.state_dict())
    config = SIZES | {"image_encoder": {"kind": "vision_transformer"} | PLAIN}
    embed = plain.get_image_embeddings
    fixture("segment_anything", plain, embed, state, config | THRESHOLDS)

    tiny = disturb(MobileSamEncoder(**TINY_VIT, output=SIZES["prompt_width"]), seed=2)
    rest = {name: value for name, value in state.items() if not name.startswith("image_encoder.")}
    config = SIZES | {"image_encoder": {"kind": "tiny_vit"} | TINY_VIT}
    state = tiny.original_state() | rest
    fixture("segment_anything_mobile", plain, tiny, state, config | THRESHOLDS)

    full = {"image_size": 1024, "prompt_width": 256, "mask_channels": 16, "decoder_depth": 2, "decoder_heads": 8}
    full |= {"decoder_mlp_width": 2048, "iou_head_width": 256}
    with torch.device("meta"):
        plain = plain_model(768, 12, 12, 14, [2, 5, 8, 11], full)
        tiny = MobileSamEncoder([64, 128, 160, 320], [2, 2, 6, 2], [2, 4, 5, 10], [7, 7, 14, 7], 256)
    state = original_names(plain.state_dict())
    expected_names("vit_b.json", state)
    rest = {name: value for name, value in state.items() if not name.startswith("image_encoder.")}
    expected_names("mobile_sam.json", tiny.original_state() | rest)
