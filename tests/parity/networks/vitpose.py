"""ViTPose: the transformer with its simple head, people's crops, and key points out of heat maps."""

import numpy
import torch
from common import disturb, photo, save, save_shapes
from transformers import VitPoseConfig, VitPoseForPoseEstimation
from transformers.image_utils import SizeDict
from transformers.models.vitpose.image_processing_pil_vitpose import VitPoseImageProcessorPil, box_to_center_and_scale
from transformers.models.vitpose.modeling_vitpose import VitPoseEstimatorOutput

KEY_POINTS = {index: str(index) for index in range(17)}
# In the picture, over its edges, wider than high, and narrow; as left, top, width, height.
BOXES = [[60.5, 30.25, 120.0, 210.75], [-30.0, 100.0, 150.0, 260.0], [150.0, 40.0, 270.0, 90.5], [300.0, 20.0, 20.0, 200.0]]


def config(layers, **backbone):
    return VitPoseConfig(
        backbone_config=dict(model_type="vitpose_backbone", out_indices=[layers], num_hidden_layers=layers, **backbone),
        id2label=KEY_POINTS,
    )


def maps():
    """Bumps between the places of a map, some of them at its edge, with a little noise."""
    generator = torch.Generator().manual_seed(3)
    random = lambda *shape: torch.rand(shape, generator=generator)
    down, across = torch.meshgrid(torch.arange(64.0), torch.arange(48.0), indexing="ij")
    x, y = random(len(BOXES), 17) * 49 - 1, random(len(BOXES), 17) * 65 - 1
    away = (across - x[..., None, None]) ** 2 + (down - y[..., None, None]) ** 2
    height = 0.3 + 0.7 * random(len(BOXES), 17)
    return height[..., None, None] * torch.exp(-away / 8) + 0.002 * random(len(BOXES), 17, 64, 48)


def make():
    model = disturb(VitPoseForPoseEstimation(config(
        2, hidden_size=24, num_attention_heads=3, mlp_ratio=2, image_size=[64, 48], patch_size=[16, 16],
    )))
    processor = VitPoseImageProcessorPil(size={"height": 64, "width": 48})
    pixels = processor(photo(), boxes=[BOXES], return_tensors="pt").pixel_values
    with torch.no_grad():
        outputs = model(pixels)
        hidden = model.backbone(pixels).feature_maps[-1]
    print("heat", outputs.heatmaps.amax((2, 3)))
    found = processor.post_process_pose_estimation(outputs, boxes=[BOXES])[0]
    together = lambda found, key: torch.stack([person[key] for person in found])
    larger = VitPoseImageProcessorPil(size={"height": 128, "width": 96})
    sized = lambda box: box_to_center_and_scale(box, image_width=96, image_height=128)
    crops = [
        larger.affine_transform(numpy.asarray(photo()), *sized(box), rotation=0, size=SizeDict(height=128, width=96))
        for box in BOXES
    ]
    bumps = maps().half().float()
    decoded = larger.post_process_pose_estimation(VitPoseEstimatorOutput(heatmaps=bumps), boxes=[BOXES])[0]
    save("vitpose", {
        "boxes": torch.tensor(BOXES),
        "crops": torch.stack([torch.from_numpy(crop) for crop in crops]),
        "pixels": pixels,
        "hidden": hidden,
        "heat": outputs.heatmaps,
        "points": together(found, "keypoints"),
        "scores": together(found, "scores"),
        "maps": bumps.half(),
        "map_points": together(decoded, "keypoints"),
        "map_scores": together(decoded, "scores"),
    }, model)
    with torch.device("meta"):
        save_shapes("vitpose", VitPoseForPoseEstimation(config(12)))
