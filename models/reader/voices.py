"""Draws the voices that marked requests are written in: one of each column, by seed, never chosen to fit.

`python voices.py > data/voices.jsonl`. 80 voices train, 20 develop, 20 are sealed: measured and never read by whoever works on the reader.
"""

import json
import random

WHO = """parent; grandmother; teenager; nurse; vet; farmer; baker; hairdresser; mechanic; plumber; estate agent; shop owner on a market;
teacher of small children; school secretary; student in a hurry; PhD student; librarian; archivist; genealogist; priest; choir leader; street musician;
band; DJ; podcaster; radio journalist; court clerk; lawyer's assistant; insurance clerk; union member; refugee helper; fire brigade; sports coach; climber;
drone pilot; bird watcher; astronomer; beekeeper; gardener; potter; florist; tattoo artist; comic artist; game modder; speedrunner; streamer; model builder;
chess club; wedding filmmaker; photographer; museum guide; theatre technician; dancer; magician; yoga teacher; doctor giving a talk; translator;
blind person with a screen reader; deaf film lover; caretaker"""
PURPOSE = """a birthday; a claim; a listing; a talk; a memorial; a contest; homework; a stream; an exhibition; a tutorial; a complaint; a reunion; a product;
a lesson; a newsletter; evidence; an audition; a report; a joke among friends; an archive"""
MEDIUM = """phone by thumb; dictated without punctuation; a mail forwarded; a form's field; a chat in several short messages joined; a numbered list; a letter;
a note to oneself; a voice memo written down by a machine (with its mistakes); a spreadsheet's cell"""
HABITS = """says why first, wish last; tells a symptom, never a wish; corrects mid-sentence; thanks and apologises; names numbers that are no values (years, prices, ages, people);
leaves the verb out; speaks of files by what they show; "it", "that", "the other" over sentences; ironic; all lower case; shouting; jargon of the trade; jargon used wrongly; very long;
three words; abbreviations; units of elsewhere; asks "can you"; tells what is to stay; exceptions; two wishes in a subordinate clause"""
FIRST_LANGUAGE = "German; French; Spanish; Portuguese; Polish; Turkish; Arabic; Hindi; Vietnamese; Chinese; Japanese; Korean; Russian; Swahili"


def column(text):
    return [entry.strip() for entry in text.replace("\n", " ").split(";")]


def voices(seed=20261128, count=120):
    draw = random.Random(seed)
    who, languages = column(WHO) * 2, column(FIRST_LANGUAGE)
    draw.shuffle(who)
    splits = ["train"] * 80 + ["develop"] * 20 + ["sealed"] * 20
    draw.shuffle(splits)
    for number, split in enumerate(splits):
        yield {
            "voice": f"v{number:03}",
            "split": split,
            "who": who[number % len(who)],
            "purpose": draw.choice(column(PURPOSE)),
            "medium": draw.choice(column(MEDIUM)),
            "habits": draw.sample(column(HABITS), draw.choice((2, 2, 3))),
            "first_language": "English" if draw.random() < 0.5 else draw.choice(languages),
        }


if __name__ == "__main__":
    for voice in voices():
        print(json.dumps(voice, ensure_ascii=False))
