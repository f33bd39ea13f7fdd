#!/usr/bin/env python3
"""A bot that chooses any legal move, of any game; with the same seed it plays the same."""

import json
import random
import sys

rng = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        rng.seed(message["seed"])
    elif message["type"] == "observation":
        moves = message["moves"]
        move = moves[int(rng.random() * len(moves))]
        choice = {"type": "choice", "id": message["id"], "move": move["number"]}
        print(json.dumps(choice), flush=True)
    elif message["type"] == "result":
        break
