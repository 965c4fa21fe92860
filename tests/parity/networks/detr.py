"""DETR: detection and panoptic segmentation, on a backbone with four narrow blocks."""

import contextlib
import unittest.mock

import timm
import torch
from common import FIXTURES, disturb, photo, save, save_json, save_shapes
from transformers import DetrConfig, DetrForObjectDetection, DetrForSegmentation
from transformers.models.detr import modeling_detr
from transformers.models.detr.image_processing_pil_detr import DetrImageProcessorPil
from transformers.models.detr.modeling_detr import DetrSegmentationOutput

STAGES = {"layers": [2, 1, 1, 1], "channels": [4, 6, 8, 10]}
# COCO panoptic's numbers go up to 200; those behind 90 are stuff.
LABELS = {number: f"class {number}!" for number in range(110)}
STUFF = set(range(91, 110))


class Backbone(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self._backbone = timm.create_model("resnet50", features_only=True, out_indices=(1, 2, 3, 4), **STAGES)
        self.channels = self._backbone.feature_info.channels()


@contextlib.contextmanager
def small_backbone():
    with unittest.mock.patch.object(modeling_detr, "load_backbone", lambda config: Backbone()):
        yield


def config():
    made = DetrConfig(
        d_model=32, encoder_layers=2, decoder_layers=2, encoder_ffn_dim=48, decoder_ffn_dim=40, num_queries=12,
        encoder_attention_heads=8, decoder_attention_heads=4, id2label=LABELS,
    )
    made.backbone_kwargs = STAGES
    return made


def sharpen(detector, seed):
    """Makes queries differ and a few classes likely, so that there is something to find."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in detector.model.backbone.named_parameters():
            if weight.dim() == 4:
                weight.mul_(2)
        detector.model.input_projection.weight.mul_(4)
        detector.model.query_position_embeddings.weight.mul_(10)
        for layer in detector.model.decoder.layers:
            for part in (layer.encoder_attn.q_proj, layer.encoder_attn.k_proj, layer.encoder_attn.v_proj):
                part.weight.mul_(3)
        detector.class_labels_classifier.weight.mul_(6)
        detector.class_labels_classifier.bias.copy_(torch.randn(len(LABELS) + 1, generator=generator))
    return detector


def panoptic():
    """Masks that overlap, fade and repeat, merged by the hub's image processor."""
    generator = torch.Generator().manual_seed(2)
    classes = [5, 95, 5, 110, 17, 100, 60, 95]
    logits = torch.randn(1, len(classes), len(LABELS) + 1, generator=generator)
    for query, found in enumerate(classes):
        logits[0, query, found] += 9 if query != 6 else 2
    y, x = torch.meshgrid(torch.arange(24.0), torch.arange(32.0), indexing="ij")
    middles = [(6, 6, 5), (20, 10, 8), (8, 24, 5), (12, 16, 9), (4, 28, 6), (7, 7, 4), (18, 28, 4), (16, 24, 5)]
    masks = torch.stack([size - ((y - down) ** 2 + (x - across) ** 2).sqrt() for down, across, size in middles])
    masks = (masks + torch.randn(masks.shape, generator=generator) * 0.3)[None]
    outputs = DetrSegmentationOutput(logits=logits, pred_masks=masks)
    found = DetrImageProcessorPil().post_process_panoptic_segmentation(
        outputs, label_ids_to_fuse=STUFF, target_sizes=[(100, 131)]
    )[0]
    labels = {segment["id"]: segment["label_id"] for segment in found["segments_info"]}
    # A segment behind a fused one would take the number of another.
    assert all(labels[segment["id"]] == segment["label_id"] for segment in found["segments_info"])
    fused = len(found["segments_info"]) - len(labels)
    assert fused > 0 and len(labels) > 2, found["segments_info"]
    folder = save("detr_merge", {
        "logits": logits, "masks": masks, "owners": found["segmentation"].to(torch.uint8),
        "score": torch.tensor([segment["score"] for segment in found["segments_info"]]),
    })
    config().save_pretrained(folder)
    save_json("detr_merge", "segments.json", [{"id": id, "label": LABELS[label]} for id, label in labels.items()])


def make():
    processor = DetrImageProcessorPil()
    small = processor(photo(), size={"shortest_edge": 96, "longest_edge": 160}, return_tensors="pt")
    whole = processor(photo(), return_tensors="pt")
    with small_backbone():
        detector = sharpen(disturb(DetrForObjectDetection(config())), 1)
        segmenter = disturb(DetrForSegmentation(config()), 5)
        sharpen(segmenter.detr, 1)
        with torch.no_grad():
            segmenter.bbox_attention.q_proj.weight.mul_(4)
            segmenter.bbox_attention.k_proj.weight.mul_(4)
            segmenter.mask_head.conv1.conv.weight[:, 32:].mul_(100)
    with torch.no_grad():
        outputs = detector(**small)
        maps = detector.model.backbone(small.pixel_values, small.pixel_mask.float())
        found = processor.post_process_object_detection(
            detector(**whole), threshold=0.3, target_sizes=[photo().size[::-1]]
        )[0]
        masks = segmenter(**small)
    order = found["scores"].argsort(descending=True, stable=True)
    assert len(order) > 2, found
    print([LABELS[label] for label in found["labels"].tolist()], found["scores"].tolist())
    resized = processor(
        photo(), size={"shortest_edge": 96, "longest_edge": 160}, do_rescale=False, do_normalize=False, return_tensors="pt"
    )
    save("detr", {
        "pixels": small.pixel_values,
        "picture": resized.pixel_values.to(torch.uint8),
        "map": maps[0][0],
        "last_map": maps[-1][0],
        "memory": outputs.encoder_last_hidden_state,
        "logits": outputs.logits,
        "boxes": outputs.pred_boxes,
        "detected_scores": found["scores"][order],
        "detected_boxes": found["boxes"][order],
    }, detector)
    save_json("detr", "detected.json", [LABELS[label] for label in found["labels"][order].tolist()])
    sizes = [(1280, 853), (853, 1280), (640, 480), (3000, 1000), (1000, 3000), (800, 800), (1334, 600), (77, 500), (1333, 800)]
    by_processor = lambda width, height: processor.resize(torch.zeros(3, height, width).numpy().astype("uint8"), processor.size).shape
    save_json("detr", "sizes.json", [
        {"from": [width, height], "to": list(by_processor(width, height)[:0:-1])} for width, height in sizes
    ])
    save("detr_panoptic", {
        "logits": masks.logits, "boxes": masks.pred_boxes, "masks": masks.pred_masks,
    }, segmenter)
    panoptic()
    with torch.device("meta"):
        full = DetrConfig(id2label={number: str(number) for number in range(91)})
        save_shapes("detr", DetrForObjectDetection(full))
        full = DetrConfig(id2label={number: str(number) for number in range(250)})
        save_shapes("detr_panoptic", DetrForSegmentation(full))
