#!/usr/bin/env python3
"""Makes build-song-v0.json, a build for Sandbox World, in version 0 of .structure, that plays a scale.

Usage: make_song.py                 prints the build as JSON
       make_song.py --verify FILE   reads such JSON ("-": standard input) and proves that it plays

A switch starts a timer and a clock for each of two voices. A clock is a math block that counts from 0
to 1; another, the score, turns the count into one output for each of its tone generators. The upper
voice plays C major up and down, the lower one four long notes.

The proof knows nothing of how the song was made. It reckons the formulas of the scores and listens to
which tone generators sound. What the words of a formula mean is inferred from public builds:
step(a, b) is 1 from b = a on, ind(n) is what goes to the n-th connection, Lval the last value.
"""
import json
import math
import re
import sys

from make_builds import MATH, SWITCH, mask_of, metadata
from make_car import print_build
from make_older_builds import build

TIMER, TONE = 84, 125
LOUD = 100.0
BEATS = 16
# Notes as beats have them; a voice has a tone generator for each that differs.
VOICES = {
    "upper": "C4 D4 E4 F4 G4 A4 B4 C5 C5 B4 A4 G4 F4 E4 D4 C4".split(),
    "lower": "C3 C3 C3 C3 E3 E3 E3 E3 F3 F3 F3 F3 G3 G3 G3 G3".split(),
}
SEMITONES = dict(zip("C D E F G A B".split(), (0, 2, 4, 5, 7, 9, 11)))


def frequency(note):
    """In Hz, in equal temperament with an A4 of 440."""
    semitones = SEMITONES[note[0]] + 12 * int(note[1]) - 57
    return round(440 * 2 ** (semitones / 12), 2)


def spans(notes, note):
    """The beats at which a note starts and ends, where it is not held from one to the next."""
    changes = [beat for beat in range(BEATS + 1)
               if (beat < BEATS and notes[beat] == note) != (beat > 0 and notes[beat - 1] == note)]
    return zip(changes[::2], changes[1::2])


def score(notes, tones):
    """A formula with an output for each tone: 1 while it sounds. A is the clock's count."""
    outputs = ["+".join(f"step({start},x)-step({end},x)" for start, end in spans(notes, tone))
               for tone in tones]
    return f"x=A*{BEATS};" + ";".join(f"ind({i})={text}" for i, text in enumerate(outputs, 1))


def block(kind, position, **fields):
    fields = {"speed": 0, "signal": 0, **fields}
    made = {"position": list(position), "rotation": [0, 0, 0], "id": kind, "root": 0,
            "mask": mask_of(fields)}
    order = ("speed", "name", "signal", "connections", "metadata", "color")
    made.update({name: fields[name] for name in order if name in fields})
    return made


def settings(**fields):
    return metadata(colors=[], gradients=[], **fields)


def formula(text):
    """Of a math block with one input, which is the variable A."""
    return settings(formula=text, inputs=[0], slots=[0])


def make_voice(name, notes, first, z):
    """The blocks of a voice, the index of the first of which is told: timer, clock, score, tones."""
    tones = sorted(set(notes), key=frequency)
    color = [255, 160, 0, 255] if name == "upper" else [0, 96, 255, 128]
    made = [block(TIMER, (0.25, 0.0, z), name=f"Beat of the {name} voice", connections=[first + 1],
                  metadata=settings(floats=[0.0, 0.0])),
            block(MATH, (0.5, 0.0, z), name=f"Clock of the {name} voice", connections=[first + 2],
                  metadata=formula("s=1/800;A*(Lval+s)%1")),
            block(MATH, (0.75, 0.0, z), name=f"Score of the {name} voice",
                  connections=[first + 3 + i for i in range(len(tones))],
                  metadata=formula(score(notes, tones)))]
    return made + [block(TONE, (1.0 + 0.25 * i, 0.0, z), name=tone, color=color,
                         metadata=settings(floats=[frequency(tone), LOUD]))
                   for i, tone in enumerate(tones)]


def make_song():
    blocks, starts = [], []
    for name, notes in VOICES.items():
        first = 1 + len(blocks)
        starts += [first, first + 1]
        blocks += make_voice(name, notes, first, 0.25 * len(starts))
    play = block(SWITCH, (0.0, 0.0, 0.5), name="Play / Играть", connections=starts)
    return build(0, [{"position": [0.0, 0.0, 0.0], "rotation": [0.0, 0.0, 0.0]}], [play, *blocks])


# From here on: the proof.


def outputs_of(text, count):
    """The outputs of a formula where its variable A is `count`."""
    assert re.fullmatch(r"[A-Za-z0-9_.,;=+\-*/%()]*", text), f"{text} is no such formula"
    known = {"step": lambda a, b: int(b >= a), "A": count, "__builtins__": {}}
    outputs = {}
    for part in text.split(";"):
        to, expression = part.split("=")
        value = eval(expression, known)  # of nothing but what the pattern lets through
        if found := re.fullmatch(r"ind\((\d+)\)", to):
            outputs[int(found[1])] = value
        else:
            known[to] = value
    return outputs


def heard(blocks, score_block):
    """The frequencies that sound, beat by beat; each beat is listened to in its middle and at both
    ends."""
    tune = []
    for beat in range(BEATS):
        moments = []
        for part in (0.0, 0.5, 0.99):
            outputs = outputs_of(score_block["metadata"]["formula"], (beat + part) / BEATS)
            assert set(outputs.values()) <= {0, 1}, f"a tone is neither on nor off: {outputs}"
            assert len(outputs) == len(score_block["connections"]), "an output leads nowhere"
            moments.append([blocks[score_block["connections"][n - 1]]["metadata"]["floats"][0]
                            for n, value in outputs.items() if value])
        assert moments[0] == moments[1] == moments[2], f"beat {beat} changes while it sounds"
        tune.append(moments[0])
    return tune


def note_of(hertz):
    """The name of a frequency; no sharps."""
    semitones = round(12 * math.log2(hertz / 440)) + 57
    letters = {number: letter for letter, number in SEMITONES.items()}
    assert abs(hertz / (440 * 2 ** ((semitones - 57) / 12)) - 1) < 1e-4, f"{hertz} is out of tune"
    return f"{letters[semitones % 12]}{semitones // 12}"


def reached(blocks, start):
    """The blocks that a signal from `start` reaches."""
    seen, ahead = {start}, [start]
    while ahead:
        ahead += (new := set(blocks[ahead.pop()].get("connections", [])) - seen)
        seen |= new
    return seen


def verify(song):
    blocks = song["blocks"]
    assert reached(blocks, 0) == set(range(len(blocks))), "the switch does not reach every block"
    scores = [found for found in blocks
              if found["id"] == MATH and "ind(" in found["metadata"]["formula"]]
    voices = [heard(blocks, score_block) for score_block in scores]
    for voice in voices:
        assert all(len(beat) == 1 for beat in voice), "a voice has one tone at a time"
    tunes = [" ".join(note_of(beat[0]) for beat in voice) for voice in voices]
    assert tunes[0].split() == tunes[0].split()[::-1], "the scale is not the same down as up"
    for found in blocks:
        if found["id"] == TONE:
            assert found["name"] == note_of(found["metadata"]["floats"][0]), "a name is wrong"
    print("\n".join(tunes))


def main():
    if len(sys.argv) == 1:
        print_build(make_song())
    elif len(sys.argv) == 3 and sys.argv[1] == "--verify":
        with sys.stdin if sys.argv[2] == "-" else open(sys.argv[2], encoding="utf-8") as source:
            verify(json.load(source))
    else:
        sys.exit("usage: make_song.py [--verify FILE]")


if __name__ == "__main__":
    main()
