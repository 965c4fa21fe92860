"""PP-OCRv6: the detector, boxes around what it takes for text, lines cut out of pictures, the recogniser."""

import cv2
import numpy
import torch
from common import disturb, photo, save, save_json, save_shapes
from transformers import (
    PPOCRV6SmallDetConfig, PPOCRV6SmallDetForObjectDetection, PPOCRV6SmallRecConfig, PPOCRV6SmallRecForTextRecognition,
)
from transformers.modeling_outputs import BaseModelOutputWithNoAttention
from transformers.models.pp_ocrv5_server_det.image_processing_pp_ocrv5_server_det import PPOCRV5ServerDetImageProcessor
from transformers.models.pp_ocrv6_small_rec.image_processing_pp_ocrv6_small_rec import PPOCRV6SmallRecImageProcessor

CHARACTERS = ["blank", *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789.,-äöüé東京駅", " "]

# As the hub's config.json of PP-OCRv6_small_det has it; the recogniser's is what transformers takes where nothing is said.
DETECTOR_BACKBONE = dict(
    model_type="pp_lcnet_v4", stem_channels=[3, 24, 48], stem_type="large",
    out_features=["stage1", "stage2", "stage3", "stage4"],
    block_configs=[
        [[3, 48, 48, 1, True], [3, 48, 48, 1, False]],
        [[3, 48, 96, 2, False], [3, 96, 96, 1, True], [3, 96, 96, 1, False]],
        [[3, 96, 192, 2, False], *[[3, 192, 192, 1, weighs] for weighs in (True, False, True, False)]],
        [[3, 192, 384, 2, False], [3, 384, 384, 1, True], [3, 384, 384, 1, False]],
    ],
)


def backbone(strides):
    """A tiny PP-LCNetV4 with these strides between its stages."""
    return dict(
        model_type="pp_lcnet_v4", stem_channels=[3, 8, 8], stem_type="large",
        out_features=["stage1", "stage2", "stage3", "stage4"],
        block_configs=[
            [[3, 8, 8, 1, True], [3, 8, 8, 1, False]],
            [[3, 8, 12, strides[0], False], [3, 12, 12, 1, True]],
            [[3, 12, 16, strides[1], False], [5, 16, 16, 1, True]],
            [[3, 16, 24, strides[2], True], [3, 24, 24, 1, False]],
        ],
    )


def awake(model, pixels):
    """A random network whose every part counts: its normalisations know what really comes to them, as after training."""
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.momentum = 1.0
    model.train()
    with torch.no_grad():
        model(pixels)
    return model.eval()


def only_outer_borders():
    """A line's box is that of the outer border of what is above the bound; OpenCV gives the borders of holes too."""
    find = cv2.findContours

    def outer(bitmap, mode, method):
        contours, hierarchy = find(bitmap, cv2.RETR_CCOMP, method)
        kept = [contour for contour, place in zip(contours, [] if hierarchy is None else hierarchy[0]) if place[3] < 0]
        return kept, hierarchy

    cv2.findContours = outer


def likely_map(width, height):
    """How likely each pixel is text, as a detector might say: bars in all directions, soft at their edges, and specks."""
    generator = numpy.random.default_rng(5)
    likely = numpy.zeros((height, width), numpy.float32)
    bars = [((40, 20), (60, 8), 0), ((110, 34), (70, 9), 8), ((36, 70), (9, 50), 0), ((100, 80), (60, 10), -30),
            ((140, 100), (10, 44), 12), ((66, 117), (112, 4), 0), ((180, 60), (4, 3), 0), ((190, 16), (14, 14), 45),
            ((2, 100), (12, 9), 0), ((184, 124), (30, 7), 0)]
    for middle, size, angle in bars:
        corners = cv2.boxPoints((middle, size, angle))
        cv2.fillPoly(likely, [numpy.round(corners).astype(numpy.int32)], float(generator.uniform(0.75, 1.0)))
    cv2.circle(likely, (70, 45), 7, 0.8, 2)
    likely = cv2.GaussianBlur(likely, (3, 3), 0) + generator.normal(0, 0.03, likely.shape).astype(numpy.float32)
    return numpy.clip(likely, 0, 1).astype(numpy.float32)


def cut(picture, corners):
    """The line within corners, laid straight, as PaddleOCR does it."""
    corners = corners.astype(numpy.float32)
    far = lambda a, b: numpy.linalg.norm(corners[a] - corners[b])
    width, height = int(max(far(0, 1), far(2, 3))), int(max(far(0, 3), far(1, 2)))
    to = numpy.float32([[0, 0], [width, 0], [width, height], [0, height]])
    matrix = cv2.getPerspectiveTransform(corners, to)
    line = cv2.warpPerspective(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE, flags=cv2.INTER_CUBIC)
    return numpy.rot90(line) if height / width >= 1.5 else line


def detector():
    config = PPOCRV6SmallDetConfig(
        backbone_config=backbone([2, 2, 2]), neck_out_channels=16, layer_list_out_channels=[8, 12, 16, 24],
        dilated_kernel_size=5,
    )
    processor = PPOCRV5ServerDetImageProcessor(limit_side_len=160)
    inputs = processor(photo(), return_tensors="pt")
    model = awake(disturb(PPOCRV6SmallDetForObjectDetection(config)), inputs.pixel_values)
    kept = []
    hook = model.head.conv_final.register_forward_hook(lambda _, __, output: kept.append(output))
    with torch.no_grad():
        # Pixels beside each other are alike, and three tenths of all are above the bound.
        for layer in (model.head.conv_up.convolution, model.head.conv_final):
            layer.weight.copy_(2 * layer.weight.mean((2, 3), keepdim=True) + 0.2 * layer.weight)
        model(inputs.pixel_values)
        scale = 9 / kept[0].std()
        bias = model.head.conv_final.bias.item()
        model.head.conv_final.weight.mul_(scale)
        model.head.conv_final.bias.fill_(-1.2 - scale * (kept[0].quantile(0.7) - bias))
    hook.remove()
    with torch.no_grad():
        outputs = model(inputs.pixel_values)
    likely = likely_map(192, 128)
    size = photo().size
    as_output = BaseModelOutputWithNoAttention(last_hidden_state=torch.from_numpy(likely)[None, None])
    found = processor.post_process_object_detection(as_output, target_sizes=[torch.tensor(size[::-1])])[0]
    every = processor.post_process_object_detection(
        as_output, target_sizes=[torch.tensor(size[::-1])], box_threshold=0.0
    )[0]
    own = processor.post_process_object_detection(outputs, target_sizes=inputs.target_sizes)[0]
    print(len(found["scores"]), every["scores"].tolist(), own["scores"].tolist(), inputs.pixel_values.shape)
    assert len(found["scores"]) < len(every["scores"]) and all(abs(every["scores"] - 0.6) > 0.02)
    folder = save("pp_ocr_detector", {
        "pixels": inputs.pixel_values[0].permute(1, 2, 0), "likely": outputs.last_hidden_state[0, 0],
        "map": likely, "map_boxes": found["boxes"].float(), "map_scores": found["scores"],
        "boxes": own["boxes"].float().reshape(-1, 4, 2), "scores": own["scores"],
    }, model)
    processor.save_pretrained(folder)
    sizes = [(1280, 853), (853, 1280), (640, 480), (3000, 1000), (50, 20), (960, 944), (100, 6000), (1, 1)]
    cases = [(960, "max"), (64, "min"), (736, "min"), (960, "resize_long")]
    save_json("pp_ocr_detector", "sizes.json", [
        {
            "from": [width, height], "limit": limit, "type": kind,
            "to": [(size := processor.get_image_size(torch.zeros(3, height, width), limit, kind, 4000)[0]).width, size.height],
        }
        for width, height in sizes for limit, kind in cases
    ])
    with torch.device("meta"):
        full = PPOCRV6SmallDetConfig(backbone_config=DETECTOR_BACKBONE, layer_list_out_channels=[48, 96, 192, 384])
        save_shapes("pp_ocr_detector", PPOCRV6SmallDetForObjectDetection(full))
    return found["boxes"].numpy()


def recogniser(boxes):
    config = PPOCRV6SmallRecConfig(
        backbone_config=backbone([1, [2, 1], [2, 1]]), hidden_size=24, num_attention_heads=4,
        head_out_channels=len(CHARACTERS),
    )
    picture = numpy.array(photo())
    lines = [numpy.ascontiguousarray(cut(picture, corners)) for corners in boxes]
    processor = PPOCRV6SmallRecImageProcessor(character_list=CHARACTERS)
    inputs = [processor(line, return_tensors="pt").pixel_values for line in lines]
    longest = max(range(len(lines)), key=lambda index: inputs[index].shape[3])
    model = awake(disturb(PPOCRV6SmallRecForTextRecognition(config), 4), inputs[longest])
    with torch.no_grad():
        # Places differ from each other in what is likeliest, and often nothing is.
        seen = torch.cat([model.head.encoder(model.model(pixels).last_hidden_state).last_hidden_state[0] for pixels in inputs])
        model.head.head.weight.mul_(8 / seen.std(0))
        model.head.head.bias.sub_(model.head.head.weight @ seen.mean(0))
        model.head.head.bias[0] += 8
    with torch.no_grad():
        outputs = [model(pixels) for pixels in inputs]
    read = [processor.post_process_text_recognition(output)[0] for output in outputs]
    print(read, [tuple(pixels.shape) for pixels in inputs])
    shortest = min(range(len(lines)), key=lambda index: lines[index].shape[1] / lines[index].shape[0])
    expected = {"boxes": boxes.astype(numpy.float32)}
    for name, index in (("long", longest), ("short", shortest)):
        expected[f"{name}_line"] = torch.from_numpy(lines[index]).permute(2, 0, 1)[None]
        expected[f"{name}_pixels"] = inputs[index][0].permute(1, 2, 0)
        expected[f"{name}_likely"] = outputs[index].last_hidden_state[0]
    folder = save("pp_ocr_recogniser", expected, model)
    processor.save_pretrained(folder)
    save_json("pp_ocr_recogniser", "read.json", {
        "long": {"index": longest, **read[longest]}, "short": {"index": shortest, **read[shortest]},
    })
    sizes = [(100, 20), (20, 100), (321, 48), (320, 48), (1000, 33), (7000, 50), (1, 48), (4801, 72)]
    save_json("pp_ocr_recogniser", "widths.json", [
        {"from": [width, height], "to": processor.get_target_size([(height, width)]).width} for width, height in sizes
    ])
    with torch.device("meta"):
        save_shapes("pp_ocr_recogniser", PPOCRV6SmallRecForTextRecognition(PPOCRV6SmallRecConfig(
            backbone_config=dict(model_type="pp_lcnet_v4", out_features=["stage4"])
        )))


def make():
    only_outer_borders()
    recogniser(detector())
