"""PP-OCR on pages that are rendered here, and on photographs on which something is written."""
import random
import re

import jiwer
from PIL import Image, ImageDraw, ImageFont

TEXTS = [
    "The quick brown fox jumps over the lazy dog.\nPack my box with five dozen liquor jugs.",
    "Invoice 2026-0417\nTotal: 1,284.50 EUR\nDue by 30 November",
    "Opening hours\nMonday to Friday 9:00 to 18:30\nSaturday 10:00 to 14:00",
    "Mix two eggs with 150 g of flour\nand a pinch of salt.\nBake for 25 minutes at 180 degrees.",
    "Dear Anna, thank you for the pictures\nof the harbour. We will visit you\nin the first week of May.",
]
FONTS = ["DejaVuSans.ttf", "DejaVuSerif.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf"]
# Name, size of the letters in pixels, angle in degrees, ink and paper.
KINDS = [
    ("plain", 32, 0, "black", "white"),
    ("plain, small", 14, 0, "black", "white"),
    ("tilted by 8 degrees", 30, 8, "black", "white"),
    ("tilted by -15 degrees", 30, -15, "black", "white"),
    ("white on dark blue", 30, 0, "white", "#123a6b"),
    ("yellow on green", 28, 0, "#ffe45c", "#14613a"),
    ("grey on light grey", 26, 0, "#606060", "#d8d8d8"),
    ("red on cream, small", 16, 0, "#a01818", "#fff4d6"),
    ("noisy", 28, 0, "black", "white"),
    ("tilted on orange", 28, 5, "#301000", "#f09030"),
]
# What a person reads plainly.
PHOTOGRAPHS = {
    "09844.jpg": ["Postverk", "Føroya", "POSTUR"],
    "11170.jpg": ["7up", "COMMEMORATIVE", "BOTTLE", "PEPSI-COLA", "PEPSI", "LIGHT"],
    "14095.jpg": ["CHASE", "TICKET", "TO", "THE", "US", "OPEN", "PEPPERIDGE"],
}


def page(text, font, size, angle, ink, paper, noisy):
    """A page with a text."""
    letters = ImageFont.truetype(font, size)
    measure = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    _, _, width, height = measure.multiline_textbbox((0, 0), text, font=letters, spacing=size // 2)
    image = Image.new("RGB", (int(width) + 6 * size, int(height) + 6 * size), paper)
    ImageDraw.Draw(image).multiline_text((3 * size, 3 * size), text, fill=ink, font=letters, spacing=size // 2)
    if noisy:
        noise = random.Random(1)
        grains = bytes(noise.randrange(256) for _ in range(3 * image.width * image.height))
        image = Image.blend(image, Image.frombytes("RGB", image.size, grains), 0.15)
    return image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=paper)


def measure(program, models, weights, peers, media, folder):
    """Wrong characters in a hundred on each page, and the words that are found on each photograph."""
    rows = []
    for number, (name, size, angle, ink, paper) in enumerate(KINDS):
        text, path = TEXTS[number % len(TEXTS)], folder / f"page-{number}.png"
        page(text, FONTS[number % len(FONTS)], size, angle, ink, paper, name == "noisy").save(path)
        seconds, results = program.run("optical_character_recognition", models["pp-ocr"], 3, image=path)
        read = " ".join(results[0]["text"].split()) if results else ""
        wrong = 100 * jiwer.cer(" ".join(text.split()), read)
        rows.append({"page": name, "wrong": wrong, "characters": len(text), "seconds": min(seconds[1:], default=None)})
        print(rows[-1], repr(read) if wrong else "", flush=True)
    for name, words in PHOTOGRAPHS.items():
        seconds, results = program.run("optical_character_recognition", models["pp-ocr"], 3, image=media / "photos" / name)
        read = re.findall(r"\S+", results[0]["text"]) if results else []
        rows.append({"photograph": name, "words": words, "found": [word for word in words if word in read], "read": read, "seconds": min(seconds[1:], default=None)})
        print(rows[-1], flush=True)
    return rows
