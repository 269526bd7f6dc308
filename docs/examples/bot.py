import json, random, sys

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "fogbound":
        print("id name example", "ready", sep="\n", flush=True)
    elif word == "newgame":
        random.seed(json.loads(rest)["seed"])
    elif word == "go":
        print("bestaction", random.choice(json.loads(rest)["actions"])["text"], flush=True)
    elif word == "quit":
        break
