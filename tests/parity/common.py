"""What the fixtures have in common: tiny random models whose every weight is disturbed, saved as the hub has them."""

import json
import pathlib
import wave

import numpy
import PIL.Image
import torch
from safetensors.torch import save_file

FIXTURES = pathlib.Path(__file__).parent / "fixtures"
SAMPLES = pathlib.Path(__file__).parents[2] / "assets" / "samples"


def disturb(model, seed=0, scale=0.3):
    """Gives every weight, norms and biases too, a value of its own: a bias that is dropped or two axes that are swapped
    then change the output."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, value in sorted(list(model.named_parameters()) + list(model.named_buffers())):
            if not value.is_floating_point():
                continue
            noise = torch.randn(value.shape, generator=generator) * scale
            if "running_var" in name:
                value.copy_(1.0 + noise.abs())
            elif value.dim() <= 1:
                value.add_(noise)
            else:
                fan = value[0].numel()
                value.copy_(noise / scale / fan**0.5)
    return model.eval()


def save(name, tensors, model=None):
    """Writes `fixtures/NAME/expected.safetensors`, and the model beside it as `save_pretrained` does."""
    folder = FIXTURES / name
    folder.mkdir(parents=True, exist_ok=True)
    if model is not None:
        model.save_pretrained(folder)
        (folder / "generation_config.json").unlink(missing_ok=True)
    as_tensors = {key: torch.as_tensor(numpy.ascontiguousarray(value)) for key, value in tensors.items()}
    save_file(as_tensors, folder / "expected.safetensors")
    return folder


def save_shapes(name, model):
    """Writes the names and shapes of a full-size model's tensors, made on the "meta" device, as the hub has them."""
    from transformers.core_model_loading import revert_weight_conversion

    tensors = revert_weight_conversion(model, model.state_dict())
    # How many batches a norm has seen in training is of no use afterwards.
    read = sorted((key, value) for key, value in tensors.items() if not key.endswith("num_batches_tracked"))
    shapes = {key: list(value.shape) for key, value in read}
    (FIXTURES / name / "full_size.json").write_text(json.dumps(shapes, separators=(",", ":")) + "\n")


def photo():
    """The sample photo at a third of its size, without the losses of JPEG, whose decoders differ."""
    path = FIXTURES / "pictures" / "photo.png"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = PIL.Image.open(SAMPLES / "photo.jpg").convert("RGB")
        picture.resize((427, 284), PIL.Image.Resampling.LANCZOS).save(path, optimize=True)
    return PIL.Image.open(path)


def voice():
    """The sample voice up to its last word, taken as if it had 16000 samples a second: 5.6 seconds."""
    with wave.open(str(SAMPLES / "voice.wav")) as file:
        samples = numpy.frombuffer(file.readframes(file.getnframes()), numpy.int16)
    return samples[:90000].astype(numpy.float32) / 32768


def save_json(name, file, value):
    """Writes a JSON file into a fixture's folder."""
    (FIXTURES / name / file).write_text(json.dumps(value, indent=1) + "\n")
