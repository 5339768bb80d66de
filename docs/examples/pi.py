#!/usr/bin/env python3
"""A partition of an iterative job in Python: estimates pi by throwing darts."""
import os
import random

CHUNK = 20_000


def share():
    with open(os.environ["TIDEWHEEL_SHARE"]) as file:
        return int(file.read())


dice = random.Random("%s/%s" % (os.environ["TIDEWHEEL_PARTITION"], os.environ["TIDEWHEEL_TOKEN"]))
done = hits = 0
with open(os.environ["TIDEWHEEL_PROGRESS"], "a") as progress:
    while done < (goal := share()):
        count = min(CHUNK, goal - done)
        hits += sum(dice.random() ** 2 + dice.random() ** 2 <= 1 for _ in range(count))
        done += count
        print(done, file=progress, flush=True)
with open(os.environ["TIDEWHEEL_RESULT"], "w") as result:
    print(done, hits, file=result)
