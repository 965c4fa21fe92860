"""Whisper beside faster-whisper, which is CTranslate2 with the same decoding around it, in f32, on real and on spoken speech."""
import json
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import jiwer
from faster_whisper import WhisperModel

from program import THREADS

TIMES = 2
# How many of the real utterances are timed.
TIMED = 3
# Those of the real utterances are counted as English.
SENTENCES = {
    "en": [
        "The train to the coast leaves at noon from the second platform.",
        "Please put the clean glasses back on the upper shelf.",
        "She painted the garden fence green before the summer began.",
        "We walked along the river until the sun went down.",
        "The museum opens late on the first Sunday of the month.",
        "He forgot his umbrella and came home soaking wet.",
        "Bring the camera, because the mountains look beautiful today.",
        "The children built a castle out of sand and shells.",
        "A strong wind blew the old tree across the road.",
        "My brother plays the piano every evening after dinner.",
    ],
    "de": [
        "Der Zug nach Hamburg fährt heute von einem anderen Gleis.",
        "Bitte stell die sauberen Gläser wieder in den Schrank.",
        "Im Sommer haben wir den Gartenzaun grün gestrichen.",
        "Wir gingen am Fluss entlang, bis die Sonne unterging.",
        "Das Museum ist am ersten Sonntag im Monat geöffnet.",
        "Er hat seinen Regenschirm vergessen und kam nass nach Hause.",
        "Nimm die Kamera mit, denn die Berge sind heute wunderschön.",
        "Die Kinder bauten am Strand eine Burg aus Sand.",
        "Ein starker Wind warf den alten Baum auf die Straße.",
        "Mein Bruder spielt jeden Abend nach dem Essen Klavier.",
    ],
}


def plain(text):
    """Words in small letters without punctuation, an apostrophe within a word left out."""
    return " ".join(re.sub(r"[^\w\s]", " ", text.lower().replace("'", "").replace("’", "")).split())


def words(subtitles):
    """The words of SubRip text."""
    lines = subtitles.splitlines()
    return " ".join(line for line in lines if line and not line.isdigit() and " --> " not in line)


def error(pairs):
    """Wrong words in a hundred."""
    return 100 * jiwer.wer([plain(said) for said, _ in pairs], [plain(heard) for _, heard in pairs])


def sets(media, folder):
    """Name of a set, and of each sound its file and what is said."""
    lines = (media / "speech/transcripts.tsv").read_text().splitlines()
    real = [line.split("\t") for line in lines if line]
    yield "LibriSpeech", [(media / "speech" / name, said) for name, said in real]
    for language, sentences in SENTENCES.items():
        sounds = []
        for number, sentence in enumerate(sentences):
            sound = folder / f"{language}-{number}.wav"
            subprocess.run(["espeak-ng", "-v", language, "-s", "150", "-w", sound, sentence], check=True)
            sounds.append((sound, sentence))
        yield {"en": "espeak-ng, English", "de": "espeak-ng, German"}[language], sounds


def tokens(tokenizer):
    """A tokenizer's tokens in the order of their numbers, with the times behind them, which older ones lack."""
    numbers = dict(tokenizer["model"]["vocab"]) | {added["content"]: added["id"] for added in tokenizer["added_tokens"]}
    times = [time for time in (f"<|{step / 50:.2f}|>" for step in range(1501)) if time not in numbers]
    return sorted(numbers, key=numbers.get) + times


class Peer:
    """CTranslate2's model whose tokenizer is that of a folder of ours."""

    def __init__(self, peers, folder):
        own = (folder / "tokenizer.json").read_bytes()
        same = [found.parent for found in sorted(Path(peers).rglob("model.bin"))
                if (found.parent / "tokenizer.json").is_file() and (found.parent / "tokenizer.json").read_bytes() == own]
        if not same:
            raise SystemExit(f"{peers} has no CTranslate2 model with the tokenizer of {folder}")
        with tempfile.TemporaryDirectory() as whole:
            for file in same[0].iterdir():
                (Path(whole) / file.name).symlink_to(file.resolve())
            # Some copies lack the list of tokens, which the tokenizer has too.
            (Path(whole) / "vocabulary.json").unlink(missing_ok=True)
            (Path(whole) / "vocabulary.json").write_text(json.dumps(tokens(json.loads(own))))
            self.open(whole)

    def open(self, folder):
        """Loads the model of a folder, and keeps how many seconds that took."""
        start = time.perf_counter()
        self.model = WhisperModel(folder, device="cpu", cpu_threads=THREADS, compute_type="float32")
        self.loading = time.perf_counter() - start

    def write(self, sound, language):
        """The text, and the seconds that it took, on the clock and of the processor, the reading of the sound among them."""
        start, before = time.perf_counter(), time.process_time()
        segments, _ = self.model.transcribe(str(sound), language=language, beam_size=1, condition_on_previous_text=False)
        text = " ".join(segment.text for segment in segments)
        return text, time.perf_counter() - start, time.process_time() - before


def measure(program, models, weights, peers, media, folder):
    """A row for each set and model: wrong words of ours and of theirs, and times on some of the real utterances."""
    rows, loaded = [], {name: Peer(peers, weights / name) for name in ["whisper-base", "whisper-tiny-en"]}
    for title, sounds in sets(media, folder):
        for name, peer in loaded.items():
            # A model for English only is told so; of the others both sides tell the language themselves.
            language = "en" if name.endswith("-en") else None
            if language and "German" in title:
                continue
            ours, theirs, clock, spent = [], [], [], []
            for index, (sound, said) in enumerate(sounds):
                timed = title == "LibriSpeech" and index < TIMED
                if timed:
                    seconds, results, own = program.timed("speech_to_text", models[name], TIMES, audio=sound)
                else:
                    seconds, results = program.run("speech_to_text", models[name], audio=sound)
                heard = words(results[0]["text"]) if results else ""
                written = [peer.write(sound, language) for _ in range(TIMES if timed else 1)]
                text = written[-1][0]
                ours.append((said, heard))
                theirs.append((said, text))
                if timed and results:
                    clock.append((min(seconds[1:]), min(one[1] for one in written[1:]), seconds[0]))
                    spent.append((own, statistics.mean(one[2] for one in written)))
                print(f"{name}: {sound.name}: {plain(heard)}", flush=True)
                if plain(heard) != plain(said) or plain(text) != plain(said):
                    print(f"  said:   {plain(said)}\n  theirs: {plain(text)}", flush=True)
            row = {"model": name, "set": title, "ours": error(ours), "theirs": error(theirs)}
            if clock:
                ours_mean, theirs_mean, first = map(statistics.mean, zip(*clock))
                row["seconds"], row["first"] = [ours_mean, theirs_mean], [first, peer.loading + theirs_mean]
                row["spent"] = list(map(statistics.mean, zip(*spent)))
            print(row, flush=True)
            rows.append(row)
    return rows
